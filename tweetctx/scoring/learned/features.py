"""The features of a pool's sentences: what each may tell a reader of the tweet, as numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.surface_forms import ArticleKind
from tweetctx.runtime.compiled import late
from tweetctx.scoring.learned.columns import RETRIEVED, Column
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.searches import Searches
from tweetctx.types import Links, Query

_kernels: Final = late("tweetctx.scoring.learned.kernels")
signs: Final = late("tweetctx.scoring.learned.sign_kernels")
Matrix = NDArray[np.float32]

SEARCHES: Final = Searches(first=RETRIEVED, by_date=True, linked=24, dated=100, possible=True)
_LARGE: Final = 12.7  # ln(1 + articles) of the collection that the trees that come with tweetctx were learned on
_NOTHING = np.empty(0, np.int64)


def sentence_features(query: Query, pool: Pool) -> tuple[Ints, Matrix]:
    """The R sentences of a pool that are worth a look, ascending, and their features, (R, F), in the order of FEATURES.

    The others lack any sign that they are about the tweet: see `worth_a_look`.
    """
    candidates = pool.candidates
    begins = candidates.offsets
    places = pool.hits, pool.articles, pool.rows - begins[pool.hits], pool.positions
    rows, features = _kernels().rows_worth_a_look(
        _arrays(pool.sentences),
        tuple(map(_whole, places)),
        (_whole(candidates.passages), _arrays(candidates.head_terms)),
        _known(pool.links),
        _terms(query, pool),
        _mentions(query, pool),
        tuple(_retrieved(pool, name) for name in ("first", "dated")),
        (pool.engine.calendar, query.written),
    )
    return rows, features.astype(np.float32)


def signs_of(features: Matrix) -> tuple[Bools, Bools, Bools]:
    """Of each sentence whether `is_named`, `has_enough` and `tells_of_later` hold, each of shape (R,)."""
    kernels = signs()
    return kernels.is_named(features), kernels.has_enough(features), kernels.tells_of_later(features)


def _whole(values: Ints) -> Ints:
    """Converts to contiguous int64, as the kernels expect; the engines' integers differ."""
    return np.ascontiguousarray(values, np.int64)


def _arrays(rows: Ragged) -> tuple[Ints, Ints]:
    """The values and offsets of rows."""
    return _whole(rows.values), _whole(rows.offsets)


def _terms(query: Query, pool: Pool) -> tuple[NDArray[Any], ...]:
    """The keys of the tweet's terms, whether each is of its own words, and their idf.

    idf is scaled so that the rarest words of every collection have the same.
    """
    size = max(pool.size.documents, 1)
    idf = np.log1p(size / np.maximum(query.stats.df, 1)) * query.shares * (_LARGE / np.log1p(size))
    return _whole(query.stats.keys), query.in_body.astype(np.float64), idf


def _mentions(query: Query, pool: Pool) -> tuple[tuple[Ints, Ints], Ints]:
    """The terms of the mentions whose words are all in the query, and the article of each."""
    key_of = dict(zip((term.term for term in query.terms), query.stats.keys.tolist(), strict=True))
    names = [(link.article, pool.engine.analyzer.terms(link.text)) for link in pool.links.links]
    found = [(article, [key_of[term] for term in terms]) for article, terms in names if key_of.keys() >= {*terms}]
    return _arrays(Ragged.from_rows(keys for _, keys in found)), np.array([article for article, _ in found], np.int64)


def _known(links: Links) -> tuple[NDArray[Any], ...]:
    """What the linker found out: the linked articles and their evidence, and all that it names as arrays."""
    named, nothing = links.named, np.empty(0)
    own = _whole(links.articles), np.ascontiguousarray(links.evidence, np.float64)
    if named is None:
        return *own, _NOTHING, nothing, nothing, _NOTHING, _NOTHING, _NOTHING
    facts = named.known, named.lengths, named.kinds & int(ArticleKind.PERSON)
    chances = np.ascontiguousarray(named.probabilities, np.float64), np.ascontiguousarray(named.places, np.float64)
    return *own, _whole(named.articles), *chances, *map(_whole, facts)


def _retrieved(pool: Pool, name: str) -> tuple[int, int, Ints, Floats]:
    """What a search found: see `rank_columns`."""
    search = pool.searches.get(name)
    passages, scores = (search.passages, search.scores) if search else (_NOTHING, np.empty(0))
    first, most = int(Column[f"{name}_rank"]), getattr(SEARCHES, name)
    return first, most, _whole(passages), np.ascontiguousarray(scores, np.float64)
