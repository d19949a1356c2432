"""Sentences that are true of what a tweet names and tell nothing about the tweet."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.subjects import defines_name
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.features import Matrix, signs
from tweetctx.scoring.learned.namesakes import titles_of
from tweetctx.scoring.pool import Pool
from tweetctx.text.languages import any_of, tables_of
from tweetctx.types import Query

_KNOWN: Final = 0.01  # the share of articles that name what everybody knows
_NAMED: Final = 1000  # articles that do so at least


def is_known_to_all(features: Matrix, articles: int) -> Bools:
    """Whether each sentence defines what everybody knows, such as the United States, shape (R,).

    It opens an article that one in a hundred of the collection's articles names, and a thousand at least. Of 17 that
    people graded one is helpful. features: of R sentences, (R, F). articles: how many the collection has.
    """
    names = np.expm1(features[:, Column.known])
    return np.asarray((features[:, Column.position] == 0) & (names > max(_KNOWN * articles, _NAMED) - 0.5))


def only_shares_words(features: Matrix) -> Bools:
    """Whether each sentence is of an article that has only some words in common with the tweet, shape (R,).

    A tweet on *Muskrat Falls protesters* is not about muskrats. Articles that the tweet may name or mean are exempt. So
    are sentences that have half of the tweet, or name several things that are linked, or one if the tweet has the whole
    title. features: of R sentences, (R, F).
    """
    words: Bools = signs().only_shares_words(features)
    return words


def explain_common_words(pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is of an article on words that everybody knows, such as *police* or *health*, shape (R,).

    The tweet has the whole title, which one in 250 articles has, and which has no capital but its first. Articles that
    are linked or open with a year are exempt, and sentences that name what is linked or share much besides. rows: where
    the sentences stand in the pool. features: theirs, (R, F).
    """
    common, asked = np.zeros(len(rows), np.bool_), signs().may_explain_common_words(features)
    if len(asked):
        titles, article_of = titles_of(pool, rows[asked])
        common[asked] = np.array([title[1:].islower() for title in titles])[article_of]
    return common


def stands_apart(features: Matrix) -> Bools:
    """Whether each sentence has only its subject from the tweet, and stands deep in its article, shape (R,).

    Deep are the 16th sentence on a person and the third on anything else. The latter do not count if the article opens
    with a year near the tweet's, as one on an event does. Of 210 that people graded 16 are helpful. features: of R
    sentences, (R, F).
    """
    apart: Bools = signs().stands_apart(features)
    return apart


def tells_of_private_life(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence tells of a person's birth, family or schools while the tweet does not, shape (R,).

    *Giggs was born in Canton, Cardiff* explains nothing in a tweet on his last match. Sentences do not count that open
    the article, or have more from the tweet than the person. Of 44 that people graded 2 are helpful. rows: where the
    sentences stand in the pool. features: theirs, (R, F).
    """
    private = np.zeros(len(rows), np.bool_)
    asked = signs().later_on_people(features)
    analyzer = pool.engine.analyzer
    table = tables_of(analyzer.config.language).get("private_life")
    if not table or not len(asked):
        return private
    terms = frozenset(term.term for term in query.terms)
    if all(terms.isdisjoint(analyzer.terms_of_list(words)) for words in table.values()):
        pattern = _pattern(table["phrases"])
        texts = items_at(pool.candidates.texts, pool.rows[rows[asked]])
        private[asked] = [pattern.search(text) is not None for text in texts]
    return private


def define_names(_query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence defines a name or chat slang, such as *LOL is an internet slang term*, shape (R,).

    Such articles are not linked, but the tweet has their titles. rows, features: see `tells_of_private_life`.
    """
    defining = np.zeros(len(rows), np.bool_)
    asked = signs().openings_of_titles(features)
    if len(asked):
        texts, language = items_at(pool.candidates.texts, pool.rows[rows[asked]]), pool.engine.analyzer.config.language
        defining[asked] = [defines_name(text, language) for text in texts]
    return defining


@cache
def _pattern(phrases: str) -> regex.Pattern[str]:
    """Finds any of some phrases, which commas separate. Case counts, as titles of works have capitals."""
    return regex.compile(rf"\b(?:{any_of(phrases)})\b")
