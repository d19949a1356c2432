"""From terms in reading order to postings and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.storage.arrays import ArrayWriter, as_bytes, load_array, read_part, write_array
from tweetctx.index.storage.forward import Forward, window_total
from tweetctx.index.storage.lengths import CODE_LENGTHS, peak_codes, write_lengths
from tweetctx.index.storage.offsets import write_offsets
from tweetctx.index.storage.paged import write_checksums
from tweetctx.index.storage.postings import encode
from tweetctx.ragged import Ints, chunks, ranges

WINDOWS = range(1, 6)  # neighbours on either side for which the size of all windows is kept
_RUN = ("terms", "passages", "counts")

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Counts:
    """What some articles add to the statistics of a collection.

    cf, df, sf: by term, shape (V,). sentence_length: the number of terms in sentences. windows: that in all windows of
    1, 2, ... neighbours on either side.
    """

    cf: Ints
    df: Ints
    sf: Ints
    sentence_length: int
    windows: tuple[int, ...]

    def __add__(self, other: Counts) -> Counts:
        return self._with(other, 1)

    def __sub__(self, other: Counts) -> Counts:
        return self._with(other, -1)

    def _with(self, other: Counts, sign: int) -> Counts:
        """The arrays of `self` may be shorter: terms that came later."""
        cf, df, sf = (
            np.pad(mine, (0, len(theirs) - len(mine))) + sign * theirs
            for mine, theirs in ((self.cf, other.cf), (self.df, other.df), (self.sf, other.sf))
        )
        windows = tuple(mine + sign * theirs for mine, theirs in zip(self.windows, other.windows, strict=True))
        return Counts(cf, df, sf, self.sentence_length + sign * other.sentence_length, windows)


def nothing(terms: int) -> Counts:
    """The counts of no article, in a vocabulary of some terms."""
    cf, df, sf = np.zeros((3, terms), np.int64)
    return Counts(cf, df, sf, 0, (0,) * len(WINDOWS))


def counts_of(forward: Forward, articles: Ints, terms: int) -> Counts:
    """The counts of some articles that can be held at a time."""
    from tweetctx.index.build.inversion_kernels import rows_with

    rows = forward.article_terms(articles)
    first, last = forward.article_sentences(articles)
    sentences = forward.sentences.spans(*_each(first, last))
    return Counts(
        np.bincount(rows.values, minlength=terms),
        rows_with(rows.values, rows.offsets, terms),
        rows_with(sentences.values, sentences.offsets, terms),
        len(sentences.values),
        tuple(window_total(sentences.lengths, last - first, n) for n in WINDOWS),
    )


def _each(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """The numbers of all ranges [first, last), and the ones behind them."""
    every = ranges(first, last - first)
    return every, every + 1


def invert(folder: Path, terms: int, scratch: Path, held: int) -> Counts:
    """Writes the passages' lengths and the postings of `terms` terms, in a segment's folder.

    A run of articles at a time is sorted by term into files in `scratch`; then a range of terms at a time is taken
    from all runs. held: how many terms are held at a time, which sets the memory that is needed.
    """
    from tweetctx.index.build.inversion_kernels import invert_rows

    total, runs = nothing(terms), []
    lengths = ArrayWriter(scratch / "passage_lengths.npy", np.uint32)
    frequency = np.zeros(terms, np.int64)
    for number, articles in enumerate(Forward.open(folder).parts(held)):
        forward = Forward.open(folder)  # anew, as what was mapped of its files counts as memory in use
        total += counts_of(forward, articles, terms)
        first, last = forward.article_passages(articles)
        passages = np.arange(first[0], last[-1])
        rows = forward.passage_terms(passages)
        lengths.append(rows.lengths)
        postings = invert_rows(rows.values, rows.offsets, int(first[0]), terms)
        frequency += np.bincount(postings[0], minlength=terms)
        run = scratch / f"run-{number:06}"
        for name, values in zip(_RUN, postings, strict=True):
            write_array(_part(run, name), values)
        runs.append(run)
    lengths.close()
    write_lengths(folder, load_array(scratch / "passage_lengths.npy"))
    _merge(runs, frequency, folder, held)
    return total


def _merge(runs: list[Path], frequency: Numbers, folder: Path, held: int) -> None:
    """Writes the lists of all terms that occur; runs come in the order of passages, so postings ascend."""
    codes = load_array(folder / "passage_codes.npy")
    present = np.flatnonzero(frequency)
    dense = len(present) == 0 or present[-1] == len(present) - 1  # as in a segment that began its index
    write_array(folder / "posting_terms.npy", np.empty(0, np.uint32) if dense else present.astype(np.uint32))
    peaks = ArrayWriter(folder / "posting_peaks.npy", np.uint8)
    sizes: list[Ints] = []
    place = 0
    with (folder / "postings.bin").open("wb") as lists, (folder / "blocks.bin").open("wb") as blocks:
        for terms, passage, count in _ranges_of_terms(runs, frequency, present, held):
            lengths = frequency[terms]
            shares = count / np.maximum(CODE_LENGTHS[codes[passage]], count)
            peaks.append(peak_codes(np.maximum.reduceat(shares, np.cumsum(lengths) - lengths)))
            data, own_sizes, words = encode(passage, count, lengths, place)
            sizes.append(own_sizes)
            lists.write(as_bytes(data))
            blocks.write(as_bytes(words))
            place += len(words)
    peaks.close()
    write_offsets(folder, "posting_places", np.concatenate([np.empty(0, np.int64), *sizes]))
    for name in ("postings.bin", "blocks.bin"):
        write_checksums(folder / name)


def _ranges_of_terms(
    runs: list[Path], frequency: Numbers, present: Numbers, held: int
) -> Iterator[tuple[Numbers, NDArray[np.uint32], NDArray[np.uint32]]]:
    """Some of the terms at a time, with the passages and counts of their postings by term and passage."""
    from tweetctx.index.build.inversion_kernels import merge_into

    done = [0] * len(runs)
    place = np.zeros(len(frequency), np.int64)
    for first, last in chunks(frequency[present], held):
        terms = present[first:last]
        lengths = frequency[terms]
        place[terms] = np.cumsum(lengths) - lengths
        passages, counts = np.empty((2, int(lengths.sum())), np.uint32)
        for number, run in enumerate(runs):
            every = load_array(_part(run, "terms"))
            begin, end = done[number], int(np.searchsorted(every, np.uint32(terms[-1]), side="right"))
            keys, rows, tf = (read_part(_part(run, name), np.uint32, begin, end) for name in _RUN)
            merge_into(place, keys, rows, tf, passages, counts)
            done[number] = end
        yield terms, passages, counts


def _part(run: Path, name: str) -> Path:
    return run.with_suffix(f".{name}.npy")
