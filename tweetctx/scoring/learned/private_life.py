"""Sentences on where somebody was born and to whom, which explain no tweet on something else."""

from __future__ import annotations

from functools import cache

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
