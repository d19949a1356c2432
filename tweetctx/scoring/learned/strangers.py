"""Finds sentences on people whom the tweet does not name, and sentences that share only a date with it."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.building.subjects import tells_of_person
from tweetctx.scoring.learned.columns import HALF, MENTIONED, MUCH, NEAR, Column
from tweetctx.scoring.learned.features import Matrix, are_hardly_named, are_of_that_time
from tweetctx.scoring.pool import Pool
from tweetctx.text.languages import find_language
from tweetctx.text.titles import unqualified
from tweetctx.types import Query

_HALF_OF_NAME: Final = 0.5
_ONE_DAY: Final = np.log1p(1.5)  # above ln(1 + days) of yesterday and tomorrow
_MONTHS: Final = 12  # of a calendar, before the days of the week


def are_strangers(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article on a person whom the tweet does not name, shape (R,).

    Somebody has died on the day of any tweet, and somebody has a word of it in the name: *Caller Frank says lights are
    red* is not about Frank Holder. A sentence counts all the same if the tweet has half of the name, and the sentence
    has the tweet's date to a day, or names what is linked and has another word of the tweet, or has half of the tweet,
    which may name the person. So does one behind the opening of its article that has a date near the tweet's and not
    after it, or whose article has one, and that names what is linked or shares much: it tells of a part in what
    happened.

    rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    strangers = np.zeros(len(rows), np.bool_)
    names = features[:, Column.other_names] >= MENTIONED
    inside = are_of_that_time(features) & (features[:, Column.position] > 0)
    later = (features[:, Column.days] >= _ONE_DAY) & (features[:, Column.days_apart] < NEAR)
    takes_part = inside & ~later & (names | (features[:, Column.shared] >= MUCH))
    asked = np.flatnonzero(_not_named(features) & ~takes_part & (features[:, Column.person] != 0))
    if len(asked):
        told = names & (features[:, Column.shared] > 0) | (features[:, Column.days_apart] < _ONE_DAY)
        told |= (features[:, Column.likely] > 0) & (features[:, Column.covered] >= HALF)
        articles = pool.articles[rows[asked]]
        share_of = _shares_of_people(query, pool, articles)
        shares = np.array([share_of.get(article, 1.0) for article in articles.tolist()])
        strangers[asked] = (shares < 1.0) & ~(told[asked] & (shares >= _HALF_OF_NAME))
    return strangers


def _shares_of_people(query: Query, pool: Pool, articles: Ints) -> dict[int, float]:
    """Those of some articles that are about people, each with the share of the name that the author's words have.

    Their openings say so, which most pools have: the engine is not asked again.
    """
    hits, analyzer = pool.candidates, pool.engine.analyzer
    own = {term.term for term in query.terms if term.in_body}
    passages = np.flatnonzero((hits.offsets[:-1] < hits.offsets[1:]) & np.isin(hits.articles, articles))
    openings = passages[hits.positions[hits.offsets[passages]] == 0]
    columns = hits.articles[openings].tolist(), items_at(hits.sources, openings)
    shares = dict[int, float]()
    for article, source, sentence in zip(*columns, items_at(hits.texts, hits.offsets[openings]), strict=True):
        name = unqualified(source.title)
        if tells_of_person(name, sentence, analyzer.config.language):
            terms = analyzer.terms(name)
            shares[article] = sum(term in own for term in terms) / max(len(terms), 1)
    return shares


def share_only_date(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence of an article that the tweet does not name has only words of a date from it, shape (R,).

    *Letters to the editor, August 31, 2017* is not about a town that had 33,866 people then. rows, features: see
    `are_strangers`.
    """
    alone = np.zeros(len(rows), np.bool_)
    analyzer = pool.engine.analyzer
    months = analyzer.terms_of_list(", ".join(find_language(analyzer.config.language).calendar[:_MONTHS]))
    in_date = np.array([term.term.isdecimal() or term.term in months for term in query.terms], np.bool_)
    asked = np.flatnonzero(_not_named(features) & (features[:, Column.title_own_share] == 0.0))
    if in_date.any() and len(asked):
        others = pool.sentences.take(rows[asked]).counts_of(query.stats.keys[~in_date])
        alone[asked] = ~others.any(axis=0)
    return alone


def _not_named(features: Matrix) -> Bools:
    """Whether the tweet probably does not name the article of each sentence, and lacks a word of its title."""
    return np.asarray(are_hardly_named(features) & (features[:, Column.title_own_share] < 1.0))
