"""Finds sentences on people whom the tweet does not name, and sentences that share only a date with it."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.subjects import tells_of_person
from tweetctx.scoring.learned.columns import NEAR, Column
from tweetctx.scoring.learned.features import Matrix, signs
from tweetctx.scoring.learned.namesakes import openings_of, terms_of_links, titles_of
from tweetctx.scoring.pool import Pool
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.languages import compiled, find_language, tables_of
from tweetctx.text.titles import unqualified
from tweetctx.types import Query

_HALF_OF_NAME: Final = 0.5


def are_strangers(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article on a person whom the tweet does not name, shape (R,).

    Somebody has died on the day of any tweet, and somebody has a word of it in the name: *Caller Frank says lights are
    red* is not about Frank Holder. Two kinds of sentences count all the same:

    - the tweet has half of the name, and the sentence has the tweet's date to a day, or names what is linked and has
      another word of the tweet, or has half of the tweet, which may name the person;
    - the sentence tells of a part in what happened: it stands behind the opening of its article, names what is linked
      or shares much, and has a date near the tweet's and not after it, or the tweet's month in an article with a date
      near the tweet's.

    rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    strangers = np.zeros(len(rows), np.bool_)
    asked, told = signs().may_be_strangers(features)
    if len(asked):
        articles = pool.articles[rows[asked]]
        share_of = _shares_of_people(query, pool, articles)
        shares = np.array([share_of.get(article, 1.0) for article in articles.tolist()])
        strangers[asked] = (shares < 1.0) & ~(told & (shares >= _HALF_OF_NAME))
    return strangers


def tell_of_lives(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence tells of the life of a person whom the tweet does not name, shape (R,).

    *Dunsworth died on October 16, 2017 in Halifax at the age of 71* has nothing to do with a budget of Nova Scotia, and
    *He played for the Rangers* nothing with a match of theirs; the latter counts all the same with a date near the
    tweet's, or if the tweet has a part of the name. So does a sentence that opens its article, and one that shares a
    word that is neither linked nor of a date or the title. rows, features: see `are_strangers`.
    """
    lives, asked = np.zeros(len(rows), np.bool_), signs().later_on_others(features)
    analyzer = pool.engine.analyzer
    table = tables_of(analyzer.config.language).get("lives")
    if not table or not len(asked):
        return lives
    told, career = compiled(table["told"]), compiled(table["career"])
    texts = items_at(pool.candidates.texts, pool.rows[rows[asked]])
    far = (features[asked, Column.days_apart] >= NEAR) & (features[asked, Column.title_own_share] == 0)
    found = [told.search(text) or (off and career.match(text)) for text, off in zip(texts, far.tolist(), strict=True)]
    asked = asked[[bool(match) for match in found]]
    if not len(asked):
        return lives
    known = terms_of_links(pool) | _terms_of_dates(query, analyzer)
    titles, article_of = titles_of(pool, rows[asked])
    known_by_title = [known.union(analyzer.terms(title)) for title in titles]
    new = np.array([[term.term not in own for term in query.terms] for own in known_by_title], np.bool_)
    shared = pool.sentences.take(rows[asked]).counts_of(query.stats.keys) > 0
    lives[asked] = ~(shared.T & new[article_of]).any(axis=1)
    return lives


def _shares_of_people(query: Query, pool: Pool, articles: Ints) -> dict[int, float]:
    """Those of some articles that are about people, each with the share of the name that the author's words have.

    Their openings say so, which most pools have: the engine is not asked again.
    """
    analyzer = pool.engine.analyzer
    own = {term.term for term in query.terms if term.in_body}
    shares = dict[int, float]()
    for article, (title, sentence) in openings_of(pool, articles).items():
        name = unqualified(title)
        if tells_of_person(name, sentence, analyzer.config.language):
            terms = analyzer.terms(name)
            shares[article] = sum(term in own for term in terms) / max(len(terms), 1)
    return shares


def share_only_date(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence of an article that the tweet does not name has only words of a date from it, shape (R,).

    *Letters to the editor, August 31, 2017* is not about a town that had 33,866 people then. rows, features: see
    `are_strangers`.
    """
    alone, asked = np.zeros(len(rows), np.bool_), signs().without_title(features)
    if not len(asked):
        return alone
    dates = _terms_of_dates(query, pool.engine.analyzer)
    in_date = np.array([term.term in dates for term in query.terms], np.bool_)
    if in_date.any():
        others = pool.sentences.take(rows[asked]).counts_of(query.stats.keys[~in_date])
        alone[asked] = ~others.any(axis=0)
    return alone


def _terms_of_dates(query: Query, analyzer: Analyzer) -> set[str]:
    """The terms of a query that are numbers or months."""
    months = analyzer.terms_of_list(", ".join(find_language(analyzer.config.language).months))
    return {term.term for term in query.terms if term.term.isdecimal() or term.term in months}
