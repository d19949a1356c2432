"""What speaks for and against each candidate, as numbers; the names say what each is to a person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.surface_forms import ArticleKind, FormSource
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.mentions import Mentions, begins_sentence
from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.text.names.letters import CAPITAL, CAPITALS, NO_CASE, SMALL
from tweetctx.types import Hits, Query

NOT_RETRIEVED: Final = 60.0  # the rank of an article without a passage among those retrieved
_LIKELY: Final = 3.5  # the prior of a candidate that makes a span worth a name
_RARE: Final = 8.0  # idf of a term that no statistics are known of
_SHORT_WORD: Final = 3  # letters of a word that may be an article or preposition inside a name

Matrix = NDArray[np.float32]


def feature_matrix(
    mentions: Mentions, candidates: Candidates, query: Query, hits: Hits, openings: Hits, documents: int
) -> Matrix:
    """The features of C candidates, shape (C, F), in the order of FEATURES.

    openings: those of the candidates' articles. documents: how many articles the collection has.
    """
    columns = {
        **_prior_features(candidates),
        **_source_features(candidates),
        **_mention_features(mentions, candidates),
        **_context_features(candidates, query, hits, openings, documents),
    }
    assert list(columns) == list(FEATURES), "each feature has its description"  # noqa: S101
    return np.column_stack([*columns.values()]).astype(np.float32) if len(candidates) else _nothing()


def _nothing() -> Matrix:
    return np.empty((0, len(FEATURES)), np.float32)


def _prior_features(candidates: Candidates) -> dict[str, Floats]:
    forms, sense = candidates.forms, candidates.senses
    form = candidates.form_of[candidates.mentions]
    row = np.repeat(np.arange(len(forms)), np.diff(forms.offsets))

    def share(values: Floats) -> Floats:
        return values[sense] / (np.bincount(row, values, len(forms))[form] + 1.0)

    best = np.full(len(forms), -np.inf)
    np.maximum.at(best, form, candidates.priors)
    named = forms.names_of / np.maximum(forms.namesakes, 1)
    return {
        "prior": candidates.priors,
        "behind_best": best[form] - candidates.priors,
        "rank": candidates.ranks.astype(np.float64),
        "senses": candidates.numbers.astype(np.float64),
        "commonness": np.exp(np.minimum(candidates.priors, 30.0)) / np.maximum(candidates.totals, 1e-9),
        "links": np.log1p(forms.links[sense]),
        "links_share": share(forms.links.astype(np.float64)),
        "uses": np.log1p(forms.uses[sense]),
        "uses_share": share(forms.uses.astype(np.float64)),
        "uses_rate": forms.uses[sense] / (forms.lengths[sense] / 1000 + 1),
        "named": np.log1p(named[sense]),
        "named_share": share(named),
        "namesakes": np.minimum(forms.namesakes[sense], 20).astype(np.float64),
        "length": np.log(np.maximum(forms.lengths[sense], 1)),
    }


def _source_features(candidates: Candidates) -> dict[str, Floats]:
    sources = candidates.forms.sources[candidates.senses].astype(np.int64)
    kinds = candidates.forms.kinds[candidates.senses].astype(np.int64)
    told = {f"is_{source.name.lower()}": (sources & int(source)) > 0 for source in FormSource if source.name}
    of_kind = {f"of_{kind.name.lower()}": (kinds & int(kind)) > 0 for kind in ArticleKind if kind.name}
    return {name: values.astype(np.float64) for name, values in (told | of_kind).items()}


def _mention_features(mentions: Mentions, candidates: Candidates) -> dict[str, Floats]:
    forms, form_of = candidates.forms, candidates.form_of
    tokens = mentions.tokens
    likely = np.full(len(mentions.starts), -np.inf)
    np.maximum.at(likely, candidates.mentions, candidates.priors)
    word = _word_counts(mentions, candidates)
    small, name_rate, capitals_rate = (_over_span(mentions, values, np.min) for values in word)
    cased = tokens.cases != NO_CASE
    count = max(int(cased.sum()), 1)
    by_mention = {
        "kind": mentions.kinds,
        "share_of_hashtag": mentions.shares,
        "speaker": mentions.speakers,
        "plural": mentions.plural,
        "words": mentions.last - mentions.first,
        "letters": _over_span(mentions, tokens.letters.astype(np.float64), np.sum),
        "case": _case(mentions),
        "opens": begins_sentence(mentions),
        "capital_before": _neighbour(mentions, -1),
        "capital_behind": _neighbour(mentions, 1),
        "inside": _inside(mentions, np.isfinite(likely)),
        "inside_likely": _inside(mentions, likely > _LIKELY),
        "tweet_capitalized": np.full(len(likely), float((tokens.cases >= CAPITAL).sum()) / count),
        "tweet_in_capitals": np.full(len(likely), float((tokens.cases == CAPITALS).sum()) / count),
        "written_small": small,
        "written_small_most": _over_span(mentions, word[0], np.max),
        "written_as_name": np.log1p(forms.names[form_of]),
        "name_rate": name_rate,
        "capitals_rate": capitals_rate,
    }
    return {name: values[candidates.mentions].astype(np.float64) for name, values in by_mention.items()}


def _word_counts(mentions: Mentions, candidates: Candidates) -> tuple[Floats, Floats, Floats]:
    """For each token: ln(1 + articles that write it small), and the shares that write it as a name, and in capitals."""
    forms, form_of = candidates.forms, candidates.form_of
    size = len(mentions.tokens)
    small, rate, capitals = np.zeros(size), np.ones(size), np.ones(size)
    single = (mentions.last - mentions.first == 1) & ~mentions.joined & ~mentions.plural & (mentions.shares == 1.0)
    token, form = mentions.first[single], form_of[single]
    names, lower, upper = (values[form].astype(np.float64) for values in (forms.names, forms.small, forms.capitals))
    small[token] = np.log1p(lower)
    rate[token] = (names + 0.5) / (names + lower + 1.0)
    capitals[token] = (upper + 0.5) / (upper + lower + names + 1.0)
    return small, rate, capitals


def _over_span(mentions: Mentions, values: Floats, reduce: Callable[[Any], Any]) -> Floats:
    """A reduction of the values of each span's tokens; short words inside a longer name do not count."""
    result = np.zeros(len(mentions.starts))
    letters = mentions.tokens.letters
    for span, (first, last) in enumerate(zip(mentions.first.tolist(), mentions.last.tolist(), strict=True)):
        own = values[first:last]
        if last - first > 1 and reduce is np.min and (long := letters[first:last] > _SHORT_WORD).any():
            own = own[long]
        result[span] = reduce(own)
    return result


def _case(mentions: Mentions) -> Ints:
    """How the tokens of each span are written; 5 if they differ."""
    cases = mentions.tokens.cases
    result = cases[mentions.first].astype(np.int64)
    for span in np.flatnonzero(mentions.last - mentions.first > 1).tolist():
        own = {case for case in cases[mentions.first[span] : mentions.last[span]].tolist() if case != NO_CASE}
        long = own - {SMALL} or own
        result[span] = long.pop() if len(long) == 1 else (5 if own else NO_CASE)
    return result


def _neighbour(mentions: Mentions, side: int) -> Bools:
    """Whether the token before or behind each span has a capital and stands in the same sentence."""
    tokens = mentions.tokens
    place = mentions.first - 1 if side < 0 else mentions.last
    there = (place >= 0) & (place < len(tokens))
    place = np.where(there, place, 0)
    parted = tokens.gaps[np.where(there, mentions.first if side < 0 else place, 0)] > 0
    return there & (tokens.cases[place] >= CAPITAL) & ~parted


def _inside(mentions: Mentions, counts: Bools) -> Bools:
    """Whether each span lies inside a larger one that counts."""
    outer = np.flatnonzero(counts)
    first, last = mentions.starts[outer], mentions.ends[outer]
    covers = (first <= mentions.starts[:, None]) & (last >= mentions.ends[:, None])
    larger = last - first > (mentions.ends - mentions.starts)[:, None]
    inside: Bools = np.any(covers & larger, axis=1)
    return inside


def _context_features(
    candidates: Candidates, query: Query, hits: Hits, openings: Hits, documents: int
) -> dict[str, Floats]:
    articles, row = np.unique(candidates.articles, return_inverse=True)
    votes = _votes(articles, hits)
    shared = _shared(articles, query, openings, documents)
    return {name: values[row] for name, values in {**votes, **shared}.items()}


def _votes(articles: Ints, hits: Hits) -> dict[str, Floats]:
    """The rank of each article's first passage among those retrieved, its score against the best, how many it has."""
    rank, score, count = np.full(len(articles), NOT_RETRIEVED), np.zeros(len(articles)), np.zeros(len(articles))
    if len(hits) and len(articles):
        place = np.searchsorted(articles, hits.articles).clip(max=len(articles) - 1)
        found = np.flatnonzero(articles[place] == hits.articles)
        np.minimum.at(rank, place[found], found.astype(np.float64))
        np.maximum.at(score, place[found], hits.scores[found] / max(float(hits.scores.max()), 1e-9))
        np.add.at(count, place[found], 1.0)
    return {"retrieved_rank": rank, "retrieved_score": score, "retrieved_passages": count}


def _shared(articles: Ints, query: Query, openings: Hits, documents: int) -> dict[str, Floats]:
    """Terms of the query that an article's opening has beside those of its title: Σ idf, its share, the rarest's."""
    total, part, rarest = np.zeros((3, len(articles)))
    keys = query.stats.keys
    if len(keys) and len(articles):
        idf = np.log(documents / np.maximum(query.stats.df, 1))
        order = np.argsort(keys)
        place = np.searchsorted(articles, openings.articles)
        sentence_row = np.repeat(place, np.diff(openings.offsets))
        text = _holds(
            openings.terms.values, np.repeat(sentence_row, openings.terms.lengths), keys[order], len(articles)
        )
        head_row = np.repeat(place, openings.head_terms.lengths)
        head = _holds(openings.head_terms.values, head_row, keys[order], len(articles))
        weight = idf[order]
        mass = (text & ~head) * weight
        total, rarest = mass.sum(axis=1), mass.max(axis=1)
        part = total / np.maximum((~head * weight).sum(axis=1), 1e-9)
    return {"shared_terms": total, "shared_part": part, "shared_rarest": rarest}


def _holds(values: Ints, rows: Ints, keys: Ints, size: int) -> Bools:
    """Which of `size` rows have which of some ascending keys among their values, shape (size, keys)."""
    held = np.zeros((size, len(keys)), np.bool_)
    place = np.searchsorted(keys, values).clip(max=len(keys) - 1)
    found = keys[place] == values
    held[rows[found], place[found]] = True
    return held


# What a feature says to a person, in the order of the matrix.
FEATURES: Final = {
    "prior": "how well known the article is by this name",
    "behind_best": "how far it is behind the best known",
    "rank": "how many articles are better known by this name",
    "senses": "how many articles go by this name",
    "commonness": "its share of this name",
    "links": "links with this text that lead to it",
    "links_share": "its share of the links with this text",
    "uses": "how often the article itself uses the name",
    "uses_share": "its share of such uses",
    "uses_rate": "how often the article uses the name for its length",
    "named": "articles that name it by its title",
    "named_share": "its share of those",
    "namesakes": "articles with the same title",
    "length": "the length of the article",
    "is_title": "the name is its title",
    "is_name": "the name is its title without the qualifier",
    "is_place": "the name is its title up to the comma",
    "is_short": "the name is its title without article or legal form",
    "is_redirect": "the name is a redirect",
    "is_alias": "the article's first sentence gives the name",
    "is_opening": "the article's opening gives the name",
    "is_surname": "the name is a surname",
    "is_part": "the name is a part of the title that the article uses",
    "is_initials": "the name is its initials",
    "is_link": "links or a table call it so",
    "of_person": "the article is on a person",
    "of_disambiguation": "the article only lists others",
    "of_common": "the article writes its title small",
    "of_qualified": "its title has a qualifier",
    "kind": "words, hashtag or user name",
    "share_of_hashtag": "how much of the hashtag it is",
    "speaker": "it is who speaks, not what the tweet is about",
    "plural": "a final s was left out",
    "words": "the number of its words",
    "letters": "the number of its letters",
    "case": "how it is written",
    "opens": "it begins a sentence",
    "capital_before": "a capitalized word stands before it",
    "capital_behind": "a capitalized word stands behind it",
    "inside": "it lies inside a longer name",
    "inside_likely": "it lies inside a longer well-known name",
    "tweet_capitalized": "how many words of the tweet are capitalized",
    "tweet_in_capitals": "how many words of the tweet are in capitals",
    "written_small": "how often its words are written small",
    "written_small_most": "how often the commonest of them is written small",
    "written_as_name": "how often it is written as a name",
    "name_rate": "how often its words are names where they occur",
    "capitals_rate": "how often its words are written in capitals",
    "retrieved_rank": "how early a passage of the article was retrieved",
    "retrieved_score": "how well that passage matches the tweet",
    "retrieved_passages": "how many of its passages were retrieved",
    "shared_terms": "words that its opening shares with the tweet",
    "shared_part": "the share of the tweet's other words in its opening",
    "shared_rarest": "the rarest word that they share",
}
