"""Finds the edition of a recurring event that a tweet means: in June 2014 *#WorldCup* is the 2014 FIFA World Cup."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Ints
from tweetctx.scoring.learned.columns import Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.learned.namesakes import titles_of
from tweetctx.scoring.pool import Pool
from tweetctx.text.languages import tables_of
from tweetctx.text.titles import unqualified
from tweetctx.types import Query

_SOON: Final = np.log1p(100.0)  # ln(1 + days) between a tweet and the edition that it means
_LATEST: Final = 1  # years between a tweet and those of the opening
_FIRST_MONTH: Final = 7  # of a season
# What tells editions apart: 2014, 2014–15, 88th, XLIX, 50.
_NUMBER: Final = regex.compile(
    r"(?<year>(?:1[89]|20)\d\d)(?<season>[-–/]\d\d(?:\d\d)?)?|\d{1,3}(?:st|nd|rd|th)"
    r"|(?=[CLXVI]{2})[CLX]{0,4}(?:IX|IV|V?I{0,3})|(?<plain>\d{1,3})"
)
_LETTER: Final = regex.compile(r"\b\p{L}\b")
# What is known of an article from the tweet alone.
_OF_ARTICLE: Final[Ints] = np.array(
    [Column[name] for name in ("likely", "named", "named_rank", "place", "known", "length", "person", "own_name")]
)


def with_editions(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Matrix:
    """The features, (R, F), in which the first sentence of the edition that a tweet means is as linked as its event.

    The title of an edition is that of the event and a number, *Super Bowl 50*, or what the tweet calls the event and a
    year, a season, an ordinal or a Roman number, but not *2014 in film*. It is of the tweet's time if its opening has a
    date within 100 days of it, or if the number is the tweet's year or season. Of several the nearest is meant.

    rows: where the sentences stand in the pool. features: of all that are worth a look, (R, F).
    """
    links, (year, month, _) = pool.links.links, query.written
    asked = (features[:, Column.position] == 0) & (features[:, Column.named] == 0)
    asked = np.flatnonzero(asked & (features[:, Column.opening_years] <= _LATEST))
    if not year or not links or not len(asked):
        return features
    asked = asked[np.argsort(features[asked, Column.opening_days], kind="stable")]
    near = features[asked, Column.opening_days] <= _SOON
    terms, spare = pool.engine.analyzer.terms, _spare_words(pool.engine.analyzer.config.language)
    by_title = {_key(unqualified(link.title), terms): link.article for link in links}
    by_mention = {_key(link.text, terms): link.article for link in links if not link.text.islower()} | by_title
    articles, settled, known = pool.articles[rows], features.copy(), set[int]()
    titles, article_of = titles_of(pool, rows[asked])
    for row, is_near, article in zip(asked.tolist(), near.tolist(), article_of.tolist(), strict=True):
        name, numbers = _parted(titles[article], spare)
        key = _key(name, terms) if is_near or any(_covers(number, year, month) for number in numbers) else None
        if not numbers or not key:
            continue
        event = (by_title if any(number["plain"] for number in numbers) else by_mention).get(key, -1)
        own = np.flatnonzero(articles == event)
        if len(own) and event not in known:
            settled[row, _OF_ARTICLE] = features[own[0], _OF_ARTICLE]
            known.add(event)
    return settled


def _parted(title: str, spare: frozenset[str]) -> tuple[str, list[regex.Match[str]]]:
    """A title without its numbers and what stands with them, empty if that begins with a small letter; the numbers."""
    words = unqualified(title).split()
    numbers = [*filter(None, map(_NUMBER.fullmatch, words))]
    name = " ".join(word for word in words if not _NUMBER.fullmatch(word) and word.lower() not in spare)
    return "" if name[:1].islower() else name, numbers


def _key(name: str, terms: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """What names of the same event have in common: their terms and letters that stand alone, as in I-League."""
    return frozenset((*terms(name), *_LETTER.findall(name.lower())))


def _spare_words(language: str) -> frozenset[str]:
    """Words that stand with the number of an edition: the 57th Annual Grammy Awards, the 2014 Winter Olympics."""
    return frozenset(tables_of(language).get("editions", {}).get("words", "").split())


def _covers(number: regex.Match[str], year: int, month: int) -> bool:
    """Whether a number is the year or the season in which the tweet was written. month: 0 if unknown."""
    if number["season"] and not month:
        return False
    first = int(number["year"] or 0)
    return first == (year - 1 if number["season"] and month < _FIRST_MONTH else year)
