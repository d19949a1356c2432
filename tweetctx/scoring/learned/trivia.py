"""Sentences that are true of what a tweet names and tell nothing about the tweet."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.pool import Pool
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.languages import tables_of
from tweetctx.types import Query

_KNOWN: Final = 0.01  # the share of articles that name what everybody knows
_NAMED: Final = 1000  # articles that do so at least
_RECENT: Final = 2  # years between the tweet and an article that opens with what it may be about
_BEFORE: Final = 2  # sentences of an article that precede one that is deep in it
_BEFORE_OF_PERSON: Final = 15  # the same in an article about a person


def is_known_to_all(features: Matrix, articles: int) -> Bools:
    """Whether each sentence opens an article that everybody knows, as *United States*, (R,).

    One in a hundred of the collection's articles names it, and a thousand at least. Of 17 graded ones one is helpful.
    features: of R sentences, (R, F). articles: of the collection.
    """
    names = np.expm1(features[:, Column.known])
    return np.asarray((features[:, Column.position] == 0) & (names > max(_KNOWN * articles, _NAMED) - 0.5))


def stands_apart(features: Matrix) -> Bools:
    """Whether each sentence has nothing of the tweet but its subject, and stands deep in the article, (R,).

    It shares no other word or name with the tweet, and its year is not near the tweet's; nor is that of the opening,
    as in an event. Deep are the 16th sentence on a person and the third on anything else. Of 210 graded ones 16 are
    helpful. features: of R sentences, (R, F).
    """
    person = features[:, Column.person] > 0
    apart = (features[:, Column.shared] == 0) & (features[:, Column.other_names] == 0)
    apart &= (features[:, Column.years_apart] > 1) & (person | (features[:, Column.opening_years] > _RECENT))
    before = np.where(person, _BEFORE_OF_PERSON, _BEFORE)
    return np.asarray(apart & (np.expm1(features[:, Column.position]) > before - 0.5))


def tells_of_private_life(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is on the birth, family or schools of a person, of which the tweet has no word, (R,).

    *Giggs was born in Canton, Cardiff* tells nothing about a tweet on his last match. Sentences do not count that open
    the article, have a year near the tweet's, or share with the tweet more than the person's name. Of 44 graded
    sentences that are left out, 2 are helpful. rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    private = np.zeros(len(rows), np.bool_)
    analyzer = pool.engine.analyzer
    pattern = _private(analyzer.config.language)
    other = (features[:, Column.person] > 0) & (features[:, Column.position] > 0)
    other &= (features[:, Column.shared] == 0) & (features[:, Column.other_names] == 0)
    other &= features[:, Column.years_apart] > 1
    asked = np.flatnonzero(other)
    if pattern is None or not len(asked) or not _asked_by(analyzer).isdisjoint(term.term for term in query.terms):
        return private
    texts = items_at(pool.candidates.texts, pool.rows[rows[asked]])
    private[asked] = [pattern.search(text) is not None for text in texts]
    return private


@cache
def _private(language: str) -> regex.Pattern[str] | None:
    """What such sentences contain, in lower case, as titles of works do not; None in a language without a table."""
    phrases = _phrases(language, "phrases")
    return regex.compile(rf"\b(?:{'|'.join(map(regex.escape, phrases))})\b") if phrases else None


@cache
def _asked_by(analyzer: Analyzer) -> frozenset[str]:
    """The terms of tweets that ask for such sentences."""
    language = analyzer.config.language
    return frozenset(analyzer.terms(" ".join(_phrases(language, "phrases") + _phrases(language, "asked_by"))))


def _phrases(language: str, name: str) -> list[str]:
    written = tables_of(language).get("private_life", {}).get(name, "")
    return [" ".join(phrase.split()) for phrase in written.split(",") if phrase.strip()]
