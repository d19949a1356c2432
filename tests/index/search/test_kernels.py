"""What the compiled search keeps, against a scan of all passages in float64."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from properties import examples

from tweetctx.arrays.types import Floats, Ints
from tweetctx.index.search.kernels import REGION, search_lists
from tweetctx.index.search.table_kernels import _score, tables
from tweetctx.index.storage.layout import BLOCK
from tweetctx.index.storage.lengths import CODES, EXACT, SHARES, length_codes, share_codes
from tweetctx.index.storage.list_writing_kernels import write_lists

Counts = NDArray[np.int64]


def u32(numbers: Ints) -> NDArray[np.uint32]:
    """As numbers of postings are given to the kernels when an index is built."""
    return numbers.astype(np.uint32)


@dataclass
class Collection:
    """tf: c(t,d), shape (terms, passages); lengths: |d|, not below the sum of a passage's counts."""

    tf: Counts
    lengths: Counts
    ratio: Floats
    weight: Floats

    @classmethod
    def random(cls, seed: int, passages: int, sizes: list[int], count: int, longest: int) -> "Collection":
        chance = np.random.default_rng(seed)
        tf = np.zeros((len(sizes), passages), np.int64)
        for row, size in zip(tf, sizes, strict=True):
            row[chance.choice(passages, size, replace=False)] = chance.integers(1, count + 1, size)
        lengths = tf.sum(0) + chance.integers(0, longest, passages)
        return cls(tf, lengths, chance.uniform(0.1, 500.0, len(sizes)), chance.uniform(0.5, 3.0, len(sizes)))

    def scores(self) -> Floats:
        scores = np.zeros(len(self.lengths))
        for tf, ratio, weight in zip(self.tf, self.ratio, self.weight, strict=True):
            has = tf > 0
            scores[has] += weight * np.log1p(ratio * (tf[has] / self.lengths[has]))
        return scores

    def best(self, k: int, deleted: NDArray[np.bool_] | None = None) -> list[int]:
        """The k best, best first, the earlier of equals first; fewer if fewer have a term."""
        scores = self.scores()
        if deleted is not None:
            scores[deleted] = 0.0
        order = np.lexsort((np.arange(len(scores)), -scores))
        return [number for number in order[:k].tolist() if scores[number] > 0]

    def found(
        self, k: int, deleted: NDArray[np.bool_] | None = None, place: int = 0, edges: Sequence[int] = ()
    ) -> tuple[Ints, Ints]:
        """What the kernel keeps, from lists that stand `place` words and a few bytes behind others.

        edges: between passages that are searched each for themselves.
        """
        lengths = np.count_nonzero(self.tf, axis=1)
        rows, passages = np.nonzero(self.tf)
        codes = length_codes(self.lengths)
        shares = share_codes(self.tf[rows, passages], codes[passages])
        data, sizes, words = write_lists(u32(passages), u32(self.tf[rows, passages]), shares, lengths, place)
        data = np.concatenate([np.full(3, 255, np.uint8), data])
        words = np.concatenate([np.full(place, 2**32 - 1, np.uint32), words])
        sums = np.zeros(REGION, np.uint16)
        for array in (data, words, codes):  # as they are in an index, for which loops are compiled already
            array.flags.writeable = False
        parts = []
        for first, last in pairwise([0, *edges, len(codes)]):
            found, places, counts, ends = search_lists(
                data,
                words,
                3 + np.cumsum(sizes) - sizes,
                codes,
                np.empty(0, np.bool_) if deleted is None else deleted,
                self.ratio,
                self.weight,
                np.minimum.reduceat(shares, np.cumsum(lengths) - lengths),
                k,
                sums,
                first,
                last,
            )
            assert not sums.any()
            assert all(first <= passage < last for passage in found.tolist())
            tf = np.zeros((len(ends), len(found)), np.int64)
            tf[np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0)), places] = counts
            assert np.count_nonzero(tf) == len(counts)
            parts.append((found, tf))
        every, counted = zip(*parts, strict=True)
        return np.concatenate(every), np.concatenate(counted, axis=1)

    def check(self, k: int, deleted: NDArray[np.bool_] | None = None, place: int = 0, edges: Sequence[int] = ()) -> int:
        """The best are kept, with their counts; returns how many are kept in all."""
        found, counts = self.found(k, deleted, place, edges)
        assert found.tolist() == sorted(set(found.tolist()))
        assert set(self.best(k, deleted)) <= set(found.tolist())
        assert np.array_equal(counts, self.tf[:, found])
        assert deleted is None or not deleted[found].any()
        return len(found)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2])
def test_many_regions(seed: int) -> None:
    sizes = [120_000, 30_000, 2_500, 4 * BLOCK, 4 * BLOCK - 1, BLOCK, BLOCK - 1, 40, 1]
    collection = Collection.random(seed, 2 * REGION + 12_345, sizes, 16, 2 * EXACT)
    assert collection.lengths.min() < EXACT < collection.lengths.max()
    found = int(np.count_nonzero(collection.scores()))
    for k in (1, 20, 1000, found - 1, found, found + 1, len(collection.lengths)):
        kept = collection.check(k, place=seed - 1)
        assert kept <= found
        assert k > 20 or kept < 2_000  # few come near the best


@pytest.mark.parametrize("edges", [(REGION,), (1,), (BLOCK, BLOCK), (5 * BLOCK - 1, 5 * BLOCK + 1), (40_000, 90_000)])
def test_parts_together_keep_the_best(edges: tuple[int, ...]) -> None:
    sizes = [90_000, 30_000, 4 * BLOCK, BLOCK, BLOCK - 1, 40, 1]
    collection = Collection.random(4, REGION + 34_567, sizes, 16, 2 * EXACT)
    for k in (1, 20, 1000):
        assert collection.check(k, edges=edges) >= collection.check(k)


@given(st.integers(0, 10_000), st.lists(st.integers(0, 700), max_size=3).map(sorted), st.integers(1, 60))
@examples(30)
def test_parts_of_any_size_keep_the_best(seed: int, edges: list[int], k: int) -> None:
    sizes = np.random.default_rng(seed).integers(1, 700, 3).tolist()
    Collection.random(seed, 700, [700, *sizes], 5, 40).check(k, edges=edges)


@pytest.mark.parametrize("passages", [1, 2, 63, 64, 65, REGION - 1, REGION, REGION + 1, 2 * REGION])
def test_the_edges_of_a_region(passages: int) -> None:
    collection = Collection.random(3, passages, [passages, max(1, passages // 2)], 2, 3)
    for k in (1, passages):
        collection.check(k)


@pytest.mark.parametrize("k", [1, 2, 3, 10, 1000, REGION])
def test_equals_are_all_kept_until_their_numbers_decide(k: int) -> None:
    """One term once in every passage, all equally long: the best are the first."""
    size = REGION + 100
    collection = Collection.random(5, size, [size], 1, 1)
    assert len(set(collection.scores().tolist())) == 1
    assert collection.best(min(k, size)) == list(range(min(k, size)))
    collection.check(k)


@pytest.mark.thorough
@pytest.mark.parametrize("terms", [1, 50, 400, 2_000])
def test_many_terms(terms: int) -> None:
    """With so many terms a passage's sum is too large by as many units, of which there are 65,535."""
    chance = np.random.default_rng(terms)
    sizes = chance.integers(1, 900, terms).tolist()
    collection = Collection.random(terms, 1_000, sizes, 2, 50)
    for k in (1, 20, 100, 1_000):
        collection.check(k)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 258, 70_000])
@pytest.mark.parametrize("size", [5, 127, 4 * BLOCK + 60, 20 * BLOCK + 60])
def test_counts_and_lengths_of_any_size(count: int, size: int) -> None:
    """Very short passages and very long ones; terms that fill a passage and terms that hardly do."""
    collection = Collection.random(count, 700 + size, [size, 600], count, 10)
    collection.lengths[::3] += np.random.default_rng(1).integers(0, 3_000_000, len(collection.lengths[::3]))
    for k in (1, 10, 200):
        collection.check(k)


def test_what_was_removed_is_not_found_and_does_not_raise_the_bar() -> None:
    collection = Collection.random(8, 3_000, [2_000, 700, 90], 4, 60)
    best = collection.best(1_000)
    for gone in (best[:1], best[:500], best, list(range(3_000)), []):
        deleted = np.zeros(3_000, np.bool_)
        deleted[gone] = True
        for k in (1, 20, 300):
            collection.check(k, deleted)


@pytest.mark.parametrize("ratio", [5e-17, 1e-9, 1e9, 1e300, np.inf])
@pytest.mark.parametrize("weight", [1e-9, 1.0, 1e9])
def test_any_ratio_and_weight(ratio: float, weight: float) -> None:
    """ratio = (1−lam)/(lam·p(t)), for any lam and p(t)."""
    collection = Collection.random(9, 2_000, [1_500, 600, 30], 4, 30)
    collection.ratio[1:] = ratio
    collection.weight[1:] = weight
    for k in (1, 20, 3_000):
        collection.check(k)


@examples(100)
@given(st.floats(1e-12, 1e12), st.floats(1e-3, 1e4), st.integers(0, CODES - 1))
def test_a_table_rounds_scores_up(ratio: float, weight: float, first: int) -> None:
    """From the first code that is needed on. It is the same whether loops are compiled or not."""
    shares = SHARES[first:]
    weight = min(weight, 60_000.0 / np.log1p(ratio))  # no score exceeds 16 bits
    exact = weight * np.log1p(ratio * shares)
    table = tables(np.array([ratio]), np.array([weight]), np.array([first], np.uint8))[0, first:]
    assert (table >= exact).all()
    assert (table <= exact + 1.001).all()
    at_once = _score.py_func((1.0 + ratio * shares).view(np.uint64), weight)  # type: ignore[attr-defined]
    assert np.array_equal(at_once.astype(np.int32) + 1, table)


COLLECTIONS = st.integers(1, 60).flatmap(
    lambda passages: st.integers(1, 4).flatmap(
        lambda terms: st.tuples(
            st.lists(
                st.lists(st.integers(0, 3), min_size=passages, max_size=passages).filter(any),
                min_size=terms,
                max_size=terms,
            ),
            st.lists(st.one_of(st.integers(0, 3), st.integers(0, 400)), min_size=passages, max_size=passages),
            st.lists(st.floats(0.01, 1000.0), min_size=terms, max_size=terms),
            st.lists(st.sampled_from([0.5, 1.0, 2.0]), min_size=terms, max_size=terms),
            st.lists(st.booleans(), min_size=passages, max_size=passages),
        )
    )
)


@examples(200)
@given(COLLECTIONS, st.integers(1, 70))
def test_any_small_collection(
    drawn: tuple[list[list[int]], list[int], list[float], list[float], list[bool]], k: int
) -> None:
    tf = np.array(drawn[0], np.int64)
    collection = Collection(tf, tf.sum(0) + np.array(drawn[1]), np.array(drawn[2]), np.array(drawn[3]))
    collection.check(k)
    collection.check(k, np.array(drawn[4], np.bool_))
