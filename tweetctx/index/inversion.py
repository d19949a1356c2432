"""From terms in reading order to postings and statistics."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.files import ArrayWriter, write_array
from tweetctx.index.forward import Forward
from tweetctx.ragged import Ragged, chunks

_CHUNK = 1 << 20  # terms held at a time
_ROW_BITS = 32


def invert(forward: Forward, terms: int, folder: Path, scratch: Path) -> int:
    """Writes cf, df, sf, the passages' lengths and the postings of `terms` terms; returns |C|.

    A run of passages at a time is sorted by term into a file in `scratch`; when all are known, and with them the
    place of every term's postings, the runs are dealt out. Memory is that of a run and of a few numbers a term.
    """
    df, sf, cf = (np.zeros(terms, np.int64) for _ in range(3))
    for articles in _article_runs(forward):
        rows = forward.article_terms(np.arange(*articles))
        cf += np.bincount(rows.values, minlength=terms)
        df += np.bincount(_distinct(rows)[0], minlength=terms)
    for first, last in chunks(forward.sentences.lengths, _CHUNK):
        sf += np.bincount(_distinct(forward.sentences.part(first, last))[0], minlength=terms)
    write_array(folder / "cf.npy", cf)
    write_array(folder / "df.npy", df.astype(np.uint32))
    write_array(folder / "sf.npy", sf.astype(np.uint32))
    runs, frequency, largest = _write_runs(forward, terms, folder, scratch)
    offsets = np.concatenate([[0], np.cumsum(frequency)])
    write_array(folder / "posting_offsets.npy", offsets)
    _deal(runs, offsets, np.uint16 if largest < 1 << 16 else np.uint32, folder)
    return int(cf.sum())


def _distinct(rows: Ragged) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """The different (term, row) pairs, in this order, as terms, rows and how often each occurs."""
    keys, counts = np.unique((rows.values.astype(np.int64) << _ROW_BITS) | rows.row_of_value, return_counts=True)
    return keys >> _ROW_BITS, keys & ((1 << _ROW_BITS) - 1), counts


def _article_runs(forward: Forward) -> Iterator[tuple[int, int]]:
    sentences = forward.passage_sentences[forward.section_passages[forward.article_sections]]
    return chunks(np.diff(forward.sentences.offsets[sentences]), _CHUNK)


def _passage_runs(forward: Forward) -> Iterator[tuple[int, int]]:
    return chunks(np.diff(forward.sentences.offsets[forward.passage_sentences]), _CHUNK)


def _write_runs(forward: Forward, terms: int, folder: Path, scratch: Path) -> tuple[list[Path], NDArray[np.int64], int]:
    """Sorts run after run; returns their files, the number of passages of each term and the largest count."""
    frequency = np.zeros(terms, np.int64)
    lengths = ArrayWriter(folder / "passage_lengths.npy", np.int32)
    paths, largest = [], 0
    for number, (first, last) in enumerate(_passage_runs(forward)):
        rows = forward.passage_terms(np.arange(first, last))
        lengths.append(rows.lengths)
        term, row, count = _distinct(rows)
        frequency += np.bincount(term, minlength=terms)
        largest = max(largest, int(count.max(initial=0)))
        paths.append(scratch / f"run-{number:06}.npy")
        np.save(paths[-1], np.stack([term, row + first, count]).astype(np.uint32))
    lengths.close()
    return paths, frequency, largest


def _deal(
    runs: list[Path], offsets: NDArray[np.int64], count_type: type[np.unsignedinteger[Any]], folder: Path
) -> None:
    """Puts the postings of every run in their places; runs come in the order of passages, so postings ascend."""
    total = int(offsets[-1])
    for name, dtype in (("posting_passages", np.uint32), ("posting_counts", count_type)):
        write_array(folder / f"{name}.npy", np.empty(0, dtype), length=total)
    if not total:
        return
    passages, counts = (
        np.load(folder / f"{name}.npy", mmap_mode="r+") for name in ("posting_passages", "posting_counts")
    )
    cursor = offsets[:-1].copy()
    for path in runs:
        term, passage, count = np.load(path)
        starts = np.flatnonzero(np.concatenate([[True], term[1:] != term[:-1]])) if len(term) else np.empty(0, int)
        sizes = np.diff(np.append(starts, len(term)))
        place = np.repeat(cursor[term[starts]] - starts, sizes) + np.arange(len(term))
        passages[place] = passage
        counts[place] = count
        cursor[term[starts]] += sizes
        path.unlink()
    for array in (passages, counts):
        array.flush()
