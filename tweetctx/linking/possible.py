"""The articles that a tweet names or may name, whether they are linked or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tweetctx.arrays.sums import rows_of
from tweetctx.index.surface_forms import ArticleKind, Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.namesakes import other_people
from tweetctx.linking.scored import ScoredMentions
from tweetctx.types import NamedArticles

_PERSON, _OF_PERSON = int(Subject.PERSON), int(ArticleKind.PERSON)  # faster with numpy than members of an enum
LEAST_PROBABLE: Final = 0.05  # of an article that the tweet may name
_SURE: Final = 0.6  # the probability of a link from which on its mention hardly means anything else


def named_articles(scored: ScoredMentions, chosen: Sequence[int]) -> NamedArticles | None:
    """The articles of the candidates that are probable enough or linked; None if their openings were not fetched.

    chosen: the candidates that are linked.
    """
    if scored.openings is None:
        return None
    candidates, forms = scored.candidates, scored.candidates.forms
    probabilities, article_of = scored.probabilities.tolist(), candidates.articles.tolist()
    likely = {row for row, probability in enumerate(probabilities) if probability >= LEAST_PROBABLE}
    best = dict[int, int]()  # of each article, the most probable row
    for row in sorted((likely - other_people(scored)) | {*chosen}, key=lambda row: (-probabilities[row], row)):
        best.setdefault(article_of[row], row)
    articles = np.array(sorted(best), np.int64)
    rows = np.array([best[article] for article in articles.tolist()], np.int64)
    senses = candidates.senses[rows]
    # No form tells what an article is about that the words found; its opening does.
    people = scored.features[rows, Column.subject] >= _PERSON
    starts, ends = (places[candidates.mentions[rows]] for places in (scored.mentions.starts, scored.mentions.ends))
    rivals = np.zeros(len(rows), np.bool_)
    for row in chosen:
        if scored.probabilities[row] >= _SURE:
            mention = candidates.mentions[row]
            start, end = scored.mentions.starts[mention], scored.mentions.ends[mention]
            rivals |= (starts < end) & (start < ends) & (articles != candidates.articles[row])
    return NamedArticles(
        articles,
        scored.probabilities[rows],
        starts / max(len(scored.mentions.text), 1),
        forms.names_of[senses],
        forms.lengths[senses],
        forms.kinds[senses] | (people * _OF_PERSON),
        rivals,
        scored.openings.take(rows_of(scored.openings.articles, articles)),
    )
