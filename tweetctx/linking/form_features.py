"""Features of a candidate from its surface form, its mention and the retrieved passages, not from its article."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.index.surface_forms import ArticleKind, FormSource
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.mentions import Mentions
from tweetctx.ragged import Floats
from tweetctx.text.names.letters import CAPITAL, CAPITALS, NO_CASE
from tweetctx.types import Hits

VOTING: Final = 20  # passages retrieved that count
NOT_RETRIEVED: Final = 60.0  # the rank of an article without a passage among them
ALONE: Final = 20.0  # the margin of a candidate without a rival
NO_PRIOR: Final = -5.0  # of a mention without candidates
_LIKELY: Final = 3.5  # the prior of a candidate that makes a span worth a name
_SOURCES: Final = (
    FormSource.TITLE,
    FormSource.NAME,
    FormSource.PLACE,
    FormSource.SHORT,
    FormSource.OPENING,
    FormSource.SURNAME,
    FormSource.PART,
    FormSource.LINK,
)


def form_features(mentions: Mentions, candidates: Candidates, hits: Hits) -> dict[str, Floats]:
    """Columns of shape (C,) by name. hits: what the tweet's words retrieve, best first."""
    return {
        **_prior_features(mentions, candidates),
        **_source_features(candidates),
        **_mention_features(mentions, candidates),
        **_votes(candidates, hits),
    }


def _prior_features(mentions: Mentions, candidates: Candidates) -> dict[str, Floats]:
    from tweetctx.linking import kernels

    forms, sense, mention = candidates.forms, candidates.senses, candidates.mentions
    form = candidates.form_of[mention]
    row = np.repeat(np.arange(len(forms)), np.diff(forms.offsets))

    def share(values: Floats) -> Floats:
        return values[sense] / (np.bincount(row, values, len(forms))[form] + 1.0)

    def behind(values: Floats) -> Floats:
        best: Floats = kernels.largest(mention, values, len(mentions.starts), -np.inf)
        return best[mention] - values

    named = forms.names_of / np.maximum(forms.namesakes, 1)
    known, length = np.log1p(named[sense]), np.log(np.maximum(forms.lengths[sense], 1))
    margins: Floats = kernels.margins(mention, candidates.priors, ALONE)
    return {
        "prior": candidates.priors,
        "behind_best": behind(candidates.priors),
        "margin": margins,
        "senses": candidates.numbers.astype(np.float64),
        "commonness": candidates.commonness,
        "links": np.log1p(forms.links[sense]),
        "links_share": share(forms.links.astype(np.float64)),
        "uses": np.log1p(forms.uses[sense]),
        "uses_share": share(forms.uses.astype(np.float64)),
        "uses_rate": forms.uses[sense] / (forms.lengths[sense] / 1000 + 1),
        "named": known,
        "named_behind": behind(known),
        "named_share": share(named),
        "namesakes": np.minimum(forms.namesakes[sense], 20).astype(np.float64),
        "length": length,
        "length_behind": behind(length),
    }


def _source_features(candidates: Candidates) -> dict[str, Floats]:
    sources = candidates.forms.sources[candidates.senses].astype(np.int64)
    kinds = candidates.forms.kinds[candidates.senses].astype(np.int64)
    told = {f"is_{str(source.name).lower()}": (sources & int(source)) > 0 for source in _SOURCES}
    of_kind = {f"of_{str(kind.name).lower()}": (kinds & int(kind)) > 0 for kind in ArticleKind}
    return {name: values.astype(np.float64) for name, values in (told | of_kind).items()}


def _mention_features(mentions: Mentions, candidates: Candidates) -> dict[str, Floats]:
    from tweetctx.linking import kernels

    tokens = mentions.tokens
    likely = kernels.largest(candidates.mentions, candidates.priors, len(mentions.starts), NO_PRIOR)
    outer, inner = kernels.around(mentions.starts, mentions.ends, likely, NO_PRIOR)
    letters, small, small_most, name_rate, capitals_rate, case, before, behind = kernels.span_columns(
        mentions.first, mentions.last, tokens.letters, tokens.cases, tokens.gaps, _word_counts(mentions, candidates)
    )
    count = max(int((tokens.cases != NO_CASE).sum()), 1)
    by_mention = {
        "kind": mentions.kinds,
        "share_of_hashtag": mentions.shares,
        "speaker": mentions.speakers,
        "plural": mentions.plural,
        "words": mentions.last - mentions.first,
        "letters": letters,
        "case": case,
        "capital_before": before,
        "capital_behind": behind,
        "inside_likely": outer > _LIKELY,
        "outer": outer,
        "inner": inner,
        "tweet_capitalized": np.full(len(likely), float((tokens.cases >= CAPITAL).sum()) / count),
        "tweet_in_capitals": np.full(len(likely), float((tokens.cases == CAPITALS).sum()) / count),
        "written_small": small,
        "written_small_most": small_most,
        "written_as_name": np.log1p(candidates.forms.names[candidates.form_of]),
        "name_rate": name_rate,
        "capitals_rate": capitals_rate,
    }
    return {name: values[candidates.mentions].astype(np.float64) for name, values in by_mention.items()}


def _word_counts(mentions: Mentions, candidates: Candidates) -> Floats:
    """How each of T tokens is written, shape (3, T).

    ln(1 + articles that write it small), and the shares that write it as a name, and in capitals.
    """
    forms = candidates.forms
    words = np.ones((3, len(mentions.tokens)))
    words[0] = 0.0
    single = (mentions.last - mentions.first == 1) & ~mentions.joined & ~mentions.plural & (mentions.shares == 1.0)
    token, form = mentions.first[single], candidates.form_of[single]
    names, lower, upper = (values[form].astype(np.float64) for values in (forms.names, forms.small, forms.capitals))
    words[0, token] = np.log1p(lower)
    words[1, token] = (names + 0.5) / (names + lower + 1.0)
    words[2, token] = (upper + 0.5) / (upper + lower + names + 1.0)
    return words


def _votes(candidates: Candidates, hits: Hits) -> dict[str, Floats]:
    """The rank of each article's first passage among those retrieved, its score against the best, how many it has."""
    from tweetctx.linking import kernels

    articles, row = np.unique(candidates.articles, return_inverse=True)
    rank, score, count = np.full(len(articles), NOT_RETRIEVED), np.zeros(len(articles)), np.zeros(len(articles))
    if len(hits) and len(articles):
        found = hits.articles[:VOTING]
        place = np.searchsorted(articles, found).clip(max=len(articles) - 1)
        hit = np.flatnonzero(articles[place] == found)
        np.minimum.at(rank, place[hit], hit.astype(np.float64))
        np.maximum.at(score, place[hit], relative_scores(hits)[hit])
        np.add.at(count, place[hit], 1.0)
    return {
        "retrieved_rank": rank[row],
        "retrieved_score": score[row],
        "retrieved_margin": kernels.margins(candidates.mentions, score[row], 1.0),
        "retrieved_passages": count[row],
    }


def relative_scores(hits: Hits) -> Floats:
    """The scores of the passages that count, against the best."""
    scores: Floats = hits.scores[:VOTING] / max(float(hits.scores.max(initial=0.0)), 1e-9)
    return scores
