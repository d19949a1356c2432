"""From terms in reading order to postings and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged, chunks
from tweetctx.arrays.types import Ints
from tweetctx.index.building.sizes import Size
from tweetctx.index.search.joining import STATISTICS
from tweetctx.index.storage.arrays import ArrayFileWriter, as_bytes
from tweetctx.index.storage.counts import write_counts
from tweetctx.index.storage.forward import WINDOWS, Forward, window_total
from tweetctx.index.storage.lengths import share_codes, write_lengths
from tweetctx.index.storage.offsets import write_offsets

_RUN = ("terms", "passages", "counts")

Numbers = NDArray[np.int64]


def count_terms(rows: Ragged, sentences: Ragged, terms: int) -> Ints:
    """Returns the STATISTICS of articles: cf, df and sf by term, shape (3, V).

    rows: terms by article. sentences: terms by sentence. terms: V.
    """
    from tweetctx.index.building.inversion_kernels import rows_with

    cf = np.bincount(rows.values, minlength=terms)
    df, sf = (rows_with(part.values, part.offsets, terms) for part in (rows, sentences))
    return np.stack([cf, df, sf])


def article_rows(forward: Forward, articles: Ints) -> tuple[Ragged, Ragged, Size]:
    """Returns the terms of some articles by article and by sentence, and the size of the articles."""
    rows = forward.article_terms(articles)
    first_passage, last_passage = forward.article_passages(articles)
    first, last = forward.article_sentences(articles)
    sentences = forward.sentences.each(first, last)
    size = Size(
        len(articles),
        int((last_passage - first_passage).sum()),
        len(sentences),
        len(rows.values),
        len(sentences.values),
        tuple(window_total(sentences.lengths, last - first, n) for n in WINDOWS),
    )
    return rows, sentences, size


def invert(file: ArrayFileWriter, term_numbers: Ints, scratch: Path, held: int) -> Size:
    """Writes the passages' lengths, the postings and the statistics of a segment; returns its size.

    Runs of articles are sorted by term into files in `scratch`; then all runs are merged, a range of terms at a time.
    file: the segment's, which has the rows already. term_numbers: those in the index of the segment's terms. held: how
    many terms are held at a time, which bounds the memory.
    """
    from tweetctx.index.building.inversion_kernels import invert_rows

    terms = len(term_numbers)
    counts, size, runs = np.zeros((len(STATISTICS), terms), np.int64), Size(), []
    lengths = [np.empty(0, np.uint32)]
    frequency = np.zeros(terms, np.int64)
    for index, articles in enumerate(Forward.open(file.readable(), terms).batches(held)):
        forward = Forward.open(file.readable(), terms)  # opened again, as its mapped pages count as memory in use
        rows, sentences, added = article_rows(forward, articles)
        counts, size = counts + count_terms(rows, sentences, terms), size + added
        first, last = forward.article_passages(articles)
        rows = forward.passage_terms(np.arange(first[0], last[-1]))
        lengths.append(rows.lengths.astype(np.uint32))
        postings = invert_rows(rows.values, rows.offsets, int(first[0]), terms)
        frequency += np.bincount(postings[0], minlength=terms)
        if not len(postings[0]):
            continue
        run = scratch / f"run-{index:06}"
        for name, values in zip(_RUN, postings, strict=True):
            _part(run, name).write_bytes(as_bytes(values))
        runs.append(run)
    codes = write_lengths(file, np.concatenate(lengths))
    for name, values in zip(STATISTICS, counts, strict=True):
        write_counts(file, name, values)
    _merge(runs, frequency, file, codes, term_numbers, held)
    return size


def _merge(
    runs: list[Path], frequency: Numbers, file: ArrayFileWriter, codes: Ints, term_numbers: Ints, held: int
) -> None:
    """Writes the posting lists of all terms; as runs are in the order of passages, postings ascend."""
    from tweetctx.index.storage.list_writing_kernels import write_lists

    present = np.flatnonzero(frequency)
    listed = term_numbers[present]
    dense = np.array_equal(listed, np.arange(len(listed)))  # as in the first segment of an index
    file.write("posting_terms", (np.empty(0) if dense else listed).astype(np.uint32))
    peaks = file.array("posting_peaks", np.uint8)
    lists = file.array("postings", np.uint8, paged=True)
    blocks = file.array("blocks", np.uint32, paged=True)
    sizes: list[Ints] = [np.empty(0, np.int64)]
    for terms, passage, count in _ranges_of_terms(runs, frequency, present, held):
        lengths = frequency[terms]
        shares = share_codes(count, codes[passage])
        peaks.append(np.minimum.reduceat(shares, np.cumsum(lengths) - lengths))
        data, own_sizes, words = write_lists(passage, count, shares, lengths, blocks.length)
        sizes.append(own_sizes)
        lists.append(data)
        blocks.append(words)
    for writer in (peaks, lists, blocks):
        writer.close()
    write_offsets(file, "posting_places", np.concatenate(sizes))


def _ranges_of_terms(
    runs: list[Path], frequency: Numbers, present: Numbers, held: int
) -> Iterator[tuple[Numbers, NDArray[np.uint32], NDArray[np.uint32]]]:
    """Yields ranges of terms with the passages and counts of their postings, by term and passage."""
    from tweetctx.index.building.inversion_kernels import merge_into

    ranges = [present[first:last] for first, last in chunks(frequency[present], held)]
    lasts = np.array([terms[-1] for terms in ranges], np.uint32)
    ends = [np.searchsorted(np.memmap(_part(run, "terms"), np.uint32, "r"), lasts, side="right") for run in runs]
    written = np.zeros(len(frequency), np.int64)
    for index, terms in enumerate(ranges):
        lengths = frequency[terms]
        written[terms] = np.cumsum(lengths) - lengths
        passages, counts = np.empty((2, int(lengths.sum())), np.uint32)
        for run, of_run in zip(runs, ends, strict=True):
            begin, end = int(of_run[index - 1]) if index else 0, int(of_run[index])
            # Read, not mapped: mapped pages count as memory in use.
            keys, rows, tf = (np.fromfile(_part(run, name), np.uint32, end - begin, offset=4 * begin) for name in _RUN)
            merge_into(written, keys, rows, tf, passages, counts)
        yield terms, passages, counts


def _part(run: Path, name: str) -> Path:
    return run.with_suffix(f".{name}")
