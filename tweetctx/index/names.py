"""What articles are called, and which of them a query names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import regex

from tweetctx.index.pointers import points_by_text, points_by_title
from tweetctx.ragged import Floats, Ints, Ragged
from tweetctx.text.languages import find_language
from tweetctx.types import Article, TermStats

_QUALIFIER = regex.compile(r"\s*(?:\([^()]*\)|（[^（）]*）)$")
# The Russian Wikipedia calls people by surname, name and patronymic, as encyclopedias do.
_SURNAME_FIRST = regex.compile(r"(\p{Lu}[\p{L}-]+), (\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)?")
_POINTER_LENGTH = 200  # characters of a first paragraph that only points to other articles


def names_of(article: Article, language: str = "en") -> Iterator[tuple[str, bool]]:
    """The names of an article by Wikipedia's conventions for titles, and whether a name alone says too little.

    `Phoenix, Arizona` is also called Phoenix, `Prince (musician)` is called Prince; both need what was left out to
    tell them from others. The titles that are redirected to it are names as its own is. A page that only points to
    others has no names.
    """
    if _points_elsewhere(article, language):
        return
    surname_first = find_language(language).surname_first
    for title in (article.title, *article.redirects):
        name = _QUALIFIER.sub("", title)
        yield name, name != title
        place, comma, _ = name.partition(", ")
        if comma:
            yield place, True
        if surname_first and (person := _SURNAME_FIRST.fullmatch(name)):
            yield f"{person[2]} {person[1]}", name != title


def _points_elsewhere(article: Article, language: str) -> bool:
    if article.disambiguation or points_by_title(article.title, language):
        return True
    first = next((section.paragraphs[0] for section in article.sections if section.paragraphs), "")
    return len(first) < _POINTER_LENGTH and points_by_text(first, language)


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a collection's articles.

    terms: the different terms of each name. articles: whose name it is, shape (names,). qualified: 1 for a name that
    several things share, shape (names,). keys: the terms that occur in names, ascending; postings: for each of them,
    the names that hold it.
    """

    terms: Ragged
    articles: Ints
    qualified: Ints
    keys: Ints
    postings: Ragged

    def holding(self, terms: Ints) -> tuple[Ints, Ints]:
        """The names that hold one of Q terms and the place of that term, a pair for every match."""
        key = np.searchsorted(self.keys, terms.astype(self.keys.dtype)).clip(max=max(len(self.keys) - 1, 0))
        place = np.flatnonzero(self.keys[key] == terms) if len(self.keys) else np.empty(0, np.int64)
        held = self.postings.take(key[place])
        return held.values, np.repeat(place, held.lengths)


def name_matches(
    names: Names, term_stats: Callable[[Ints], TermStats], documents: int, terms: TermStats, weight: Floats
) -> tuple[Ints, Floats, Floats]:
    """The names that hold one of Q query terms, with what the query says of each and how much of it.

    documents: N, how many articles there are. terms: the statistics of the query's terms; weight: w(t) of each, shape
    (Q,); idf(t) = ln(N/df(t)). Returns the names, and in the same shape Σ_{t∈n∩q} w(t)·idf(t) and the coverage
    cov(n,q) = Σ_{t∈n∩q} idf(t) / Σ_{t∈n} idf(t).
    """
    matched, place = names.holding(terms.keys)
    distinct, row = np.unique(matched, return_inverse=True)
    idf = inverse_frequency(documents, terms.df)
    mass = _sums(row, (weight * idf)[place], len(distinct))
    covered = _sums(row, idf[place], len(distinct))
    whole = names.terms.take(distinct)
    total = _sums(whole.row_of_value, inverse_frequency(documents, term_stats(whole.values).df), len(distinct))
    coverage = np.divide(covered, total, out=np.zeros_like(covered), where=total > 0)
    return distinct, mass, coverage


def inverse_frequency(documents: int, df: Ints) -> Floats:
    """idf(t) = ln(N/df(t)), N articles; a term that no text has counts as in one article."""
    logarithm: Floats = np.log(documents / np.maximum(df, 1))
    return logarithm


def written_small(title: str, text: str) -> bool:
    """Whether a text writes a title without its capital, as Wikipedia does with what is no proper name.

    A plural in -s counts, and a qualifier in brackets does not belong to the name.
    """
    name = _QUALIFIER.sub("", title)
    small = name[:1].lower() + name[1:]
    if small == name:
        return False
    place = text.find(small)
    while place >= 0:
        behind = text[place + len(small) : place + len(small) + 2].removeprefix("s")
        if not text[place - 1 : place].isalnum() and not behind[:1].isalnum():
            return True
        place = text.find(small, place + 1)
    return False


def _sums(rows: Ints, values: Floats, count: int) -> Floats:
    return np.bincount(rows, weights=values, minlength=count).astype(np.float64)  # of nothing it would be integers
