"""What speaks for and against each candidate, as numbers; the names say what each is to a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.protocol import Engine
from tweetctx.linking.article_features import article_features
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.first_look import WORTH_A_LOOK, first_look
from tweetctx.linking.form_features import ALONE, form_features
from tweetctx.linking.mentions import Mentions
from tweetctx.ragged import Floats
from tweetctx.types import Hits, Query

_NO_LOGIT: Final = -12.0  # of a mention without candidates

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The C candidates that are worth a look, their features, shape (C, F), in the order of FEATURES, and openings."""

    candidates: Candidates
    features: Matrix
    openings: Hits


def gather_evidence(mentions: Mentions, candidates: Candidates, query: Query, hits: Hits, engine: Engine) -> Evidence:
    """Looks at all candidates by their forms, and at those that are worth it by their articles."""
    from tweetctx.linking import kernels

    columns = form_features(mentions, candidates, hits)
    logits = first_look(columns)
    mention = candidates.mentions
    best = kernels.largest(mention, logits, len(mentions.starts), _NO_LOGIT)
    outer, inner = kernels.around(mentions.starts, mentions.ends, best, _NO_LOGIT)
    columns |= {
        "first_look": logits,
        "first_margin": kernels.margins(mention, logits, ALONE),
        "first_outer": outer[mention],
        "first_inner": inner[mention],
    }
    kept = np.flatnonzero(logits >= WORTH_A_LOOK)
    matrix, worthy = np.column_stack([*columns.values()])[kept], candidates.take(kept)
    openings = engine.openings(np.unique(worthy.articles))
    likely = 1.0 / (1.0 + np.exp(-logits[kept]))
    letters = columns["letters"][kept]
    told = article_features(mentions, worthy, likely, letters, query, hits, openings, engine.size.documents)
    assert [*columns, *told] == list(FEATURES), "each feature has its description"  # noqa: S101
    return Evidence(worthy, np.column_stack([matrix, *told.values()]).astype(np.float32), openings)


def first_looks(rows: Matrix) -> Floats:
    """The logits of the first look, given features."""
    return rows[:, _FIRST_LOOK].astype(np.float64)


# What a feature says to a person, in the order of the matrix.
FEATURES: Final = {
    "prior": "how well known the article is by this name",
    "behind_best": "how far it is behind the best known",
    "margin": "how far it is ahead of the next by this name",
    "senses": "how many articles go by this name",
    "commonness": "its share of this name",
    "links": "links with this text that lead to it",
    "links_share": "its share of the links with this text",
    "uses": "how often the article itself uses the name",
    "uses_share": "its share of such uses",
    "uses_rate": "how often the article uses the name for its length",
    "named": "articles that name it by its title",
    "named_behind": "how far it is behind the one named most",
    "named_share": "its share of those",
    "namesakes": "articles with the same title",
    "length": "the length of the article",
    "length_behind": "how much shorter it is than the longest by this name",
    "is_title": "the name is its title",
    "is_name": "the name is its title without the qualifier",
    "is_place": "the name is its title up to the comma",
    "is_short": "the name is its title without article or legal form",
    "is_opening": "the article's opening gives the name",
    "is_surname": "the name is a surname",
    "is_part": "the name is a part of the title that the article uses",
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
    "capital_before": "a capitalized word stands before it",
    "capital_behind": "a capitalized word stands behind it",
    "inside_likely": "it lies inside a longer well-known name",
    "outer": "how well known a longer name around it is",
    "inner": "how well known a shorter name inside it is",
    "tweet_capitalized": "how many words of the tweet are capitalized",
    "tweet_in_capitals": "how many words of the tweet are in capitals",
    "written_small": "how often its words are written small",
    "written_small_most": "how often the commonest of them is written small",
    "written_as_name": "how often it is written as a name",
    "name_rate": "how often its words are names where they occur",
    "capitals_rate": "how often its words are written in capitals",
    "retrieved_rank": "how early a passage of the article was retrieved",
    "retrieved_score": "how well that passage matches the tweet",
    "retrieved_margin": "how much better it was retrieved than others of this name",
    "retrieved_passages": "how many of its passages were retrieved",
    "first_look": "what name, spelling and place say together",
    "first_margin": "how far that is ahead of others of this name",
    "first_outer": "how likely a longer name around it is",
    "first_inner": "how likely a shorter name inside it is",
    "shared_terms": "words that its opening shares with the tweet",
    "shared_part": "the share of the tweet's other words in its opening",
    "shared_rarest": "the rarest word that they share",
    "shared_margin": "how many more words it shares than others of this name",
    "title_terms": "the number of words in its title",
    "title_missing": "words of its title that the tweet lacks",
    "title_share": "the share of its title in the tweet",
    "named_by_passages": "retrieved passages that name it",
    "named_by_best": "how well the best of them matches the tweet",
    "named_share_of_passages": "its share of them among others of this name",
    "elsewhere": "other mentions in the tweet that may be the same",
    "elsewhere_letters": "letters of the longest of them",
    "names_another": "its opening names what else the tweet may name",
    "named_by_another": "it is named in the opening of what else the tweet may name",
    "related": "how alike its opening is to that of something else named",
    "related_mean": "how alike its opening is to those of all else named",
    "related_behind": "how much more alike others of this name are",
}
_FIRST_LOOK: Final = [*FEATURES].index("first_look")
