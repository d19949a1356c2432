"""The features of a pool's sentences: what each may tell a reader of the tweet, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.surface_forms import ArticleKind
from tweetctx.scoring.learned.columns import FEATURES, Column
from tweetctx.scoring.pool import Pool
from tweetctx.types import Links, Query

Matrix = NDArray[np.float32]

# The searches that find the passages of a pool, and how many each wants: by the tweet's words; by its names and date.
SEARCHES: Final = {"first": 60, "dated": 80}
_UNKNOWN: Final = -1.0  # of an article that no surface form of the tweet leads to
_NO_PLACE: Final = 9.0
_NEAR: Final = 4.0  # ln(1 + days)
_MUCH: Final = 8.0  # idf of shared words
_Rows = tuple[Ints, Ints]  # values and offsets


def sentence_features(query: Query, pool: Pool) -> Matrix:
    """The features of each sentence of a pool, shape (S, F), in the order of FEATURES."""
    from tweetctx.scoring.learned import kernels

    rows = np.zeros((len(pool), len(FEATURES)))
    if not len(pool):
        return rows.astype(np.float32)
    places = _Places.of(pool)
    idf = np.log1p(pool.size.documents / np.maximum(query.stats.df, 1)) * query.shares
    terms = query.stats.keys.astype(np.int64), query.in_body.astype(np.float64), idf
    sentences, titles = _arrays(pool.sentences), _arrays(places.titles)
    names, name_of, evidence = _names(query, pool, places)
    kernels.article_columns(rows, places.article_of, _found(pool.links, places.articles), places.opened, titles, terms)
    named = kernels.named_terms(terms[0], titles, names, name_of)
    weights = query.weights, pool.size.probability(query.stats.cf)
    kernels.word_columns(rows, sentences, places.article_of, terms, weights, named)
    kernels.name_columns(rows, sentences, places.article_of, names, name_of, evidence)
    codes = kernels.codes_of(sentences[0], pool.engine.calendar.table)
    kernels.date_columns(rows, sentences[1], codes, _date(query))
    kernels.passage_columns(rows, places.hits, places.article_of, places.of_sentences, places.of_passages)
    passages = pool.candidates.passages[places.used]
    kernels.rank_columns(rows, places.hits, places.article_of, passages, places.article_of_hit, _retrieved(pool))
    return rows.astype(np.float32)


def worth_a_look(rows: Matrix) -> Bools:
    """Whether there is any sign that a sentence is about the tweet, shape (S,); 7 of 10 have none.

    It opens an article, or the tweet may name its article; it has a date near the tweet's, or its month; or it shares
    words with the tweet, fewer if it has its year. Of the helpful sentences of 240 graded tweets, 93 % have a sign.
    """
    shared = rows[:, Column.own_shared]
    signs: Bools = (rows[:, Column.position] == 0) | (rows[:, Column.likely] > 0)
    signs |= (rows[:, Column.days_apart] < _NEAR) | (rows[:, Column.of_month] > 0)
    signs |= (shared > _MUCH) | ((rows[:, Column.of_year] > 0) & (shared > 0))
    return signs


@dataclass(frozen=True, slots=True)
class _Places:
    """The H passages and U articles that have the S sentences of a pool.

    used: the hit of each passage, shape (H,). hits, article_of: the rows of each sentence's passage and article, shape
    (S,). articles: their identifiers, shape (U,). article_of_hit: the row of each passage's article, shape (H,).
    titles: the terms of each article's title, U rows; with those of a heading if its first passage is not there.
    opened: whether the first passage of each article is there, shape (U,). of_sentences: how many sentences of the
    passage and of the article precede each. of_passages: how many sentences each has, and whether it has a heading, and
    so more terms at its head than the first of its article.
    """

    used: Ints
    hits: Ints
    article_of: Ints
    articles: Ints
    article_of_hit: Ints
    titles: Ragged
    opened: Bools
    of_sentences: tuple[Ints, Ints]
    of_passages: tuple[Ints, Bools]

    @classmethod
    def of(cls, pool: Pool) -> _Places:
        candidates, offsets = pool.candidates, pool.candidates.offsets
        used, hits = np.unique(pool.hits, return_inverse=True)
        articles, article_of_hit = np.unique(candidates.articles[used], return_inverse=True)
        order = np.lexsort((candidates.passages[used], article_of_hit))
        first = used[order[np.searchsorted(article_of_hit[order], np.arange(len(articles)))]]
        heads = candidates.head_terms.lengths
        headings = heads[used] > heads[first][article_of_hit]
        return cls(
            used,
            hits,
            article_of_hit[hits],
            articles,
            article_of_hit,
            candidates.head_terms.take(first),
            candidates.positions[offsets[first]] == 0,
            (pool.rows - offsets[pool.hits], pool.evidence.positions),
            (offsets[used + 1] - offsets[used], headings),
        )


def _arrays(rows: Ragged) -> _Rows:
    """The values and offsets of rows, of one type whatever the engine's."""
    return rows.values.astype(np.int64, copy=False), rows.offsets.astype(np.int64, copy=False)


def _names(query: Query, pool: Pool, places: _Places) -> tuple[_Rows, Ints, Floats]:
    """The names of the linked articles: their titles and mentions as terms, the row of the article, its evidence."""
    row_of = {article: row for row, article in enumerate(places.articles.tolist())}
    key_of = dict(zip((term.term for term in query.terms), query.stats.keys.tolist(), strict=True))
    names = [(row_of[article], places.titles[row_of[article]].tolist()) for article in _linked(pool, row_of)]
    for article, text in pool.evidence.names:
        terms = pool.engine.analyzer.terms(text)
        if article in row_of and all(term in key_of for term in terms):
            names.append((row_of[article], [key_of[term] for term in terms]))
    rows = np.array([row for row, _ in names], np.int64)
    evidence = pool.links.evidence_of(places.articles[rows])
    return _arrays(Ragged.from_rows(terms for _, terms in names)), rows, evidence


def _linked(pool: Pool, among: dict[int, int]) -> list[int]:
    return [article for article in pool.links.articles.tolist() if article in among]


def _found(links: Links, articles: Ints) -> Floats:
    """What the linker found out about each article: see `article_columns`."""
    found = np.zeros((len(articles), 6))
    found[:, 2:] = _NO_PLACE, _UNKNOWN, _UNKNOWN, _UNKNOWN
    found[:, 1] = links.evidence_of(articles)
    found[:, 0] = found[:, 1]
    if links.named is not None and len(links.named.articles):
        named = links.named
        place = np.minimum(named.articles.searchsorted(articles), len(named.articles) - 1)
        rows = np.flatnonzero(named.articles[place] == articles)
        own = place[rows]
        columns = named.probabilities[own], named.places[own], np.log1p(named.known[own]), np.log1p(named.lengths[own])
        found[rows[:, None], [0, 2, 3, 4, 5]] = np.column_stack([*columns, named.kinds[own] & ArticleKind.PERSON])
    return found


def _date(query: Query) -> tuple[int, int, int]:
    """Year, month and day of the tweet, 0 for what is not known."""
    if query.day:
        return query.day.year, query.day.month, query.day.day
    return max(map(int, query.years.texts), default=0), 0, 0


def _retrieved(pool: Pool) -> tuple[tuple[int, int, Ints, Floats], ...]:
    """What each search found: see `rank_columns`."""
    found = []
    for name, most in SEARCHES.items():
        search = pool.searches.get(name)
        passages, scores = (search.passages, search.scores) if search else (np.empty(0, np.int64), np.empty(0))
        found.append((int(Column[f"{name}_rank"]), most, np.ascontiguousarray(passages), np.ascontiguousarray(scores)))
    return tuple(found)
