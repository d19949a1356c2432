"""Buffers the articles of a segment in files that only grow, so that an interrupted build can continue."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged, chunks
from tweetctx.index.building.analysis import Batch
from tweetctx.index.building.lexicon import NewTerms
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter
from tweetctx.index.storage.files import JOURNAL, sync
from tweetctx.index.storage.forward import ROWS, STRUCTURE
from tweetctx.index.storage.stored_words import WordCountsWriter
from tweetctx.index.storage.surface_rows import NO_ARTICLE, TABLES, Rows, rows_of
from tweetctx.index.storage.texts import END
from tweetctx.runtime.durable import write_json

TEXTS = ("sentences", "headings", "articles")
_READ = 1 << 20  # rows whose lengths are read at a time
_TEXT_READ = 1 << 24  # bytes


class SegmentBuffer:
    """Buffers the articles of a segment in files.

    Terms are numbered in order of appearance. Each kind of rows has a file of numbers and one of lengths; each kind of
    texts has a file of bytes, in which END follows each text. words: the counts of words as they are written.
    """

    def __init__(self, folder: Path, made_of: Mapping[str, Any] | None = None) -> None:
        """Starts a buffer in a folder, or continues after the last `keep` one that was started from the same input."""
        self.folder = folder
        self._made_of = {"made_of": made_of}
        self.position: Any = None
        self.articles = 0
        folder.mkdir(exist_ok=True)
        journal = _read_journal(folder, made_of)
        self._files: dict[str, BinaryIO] = {}
        for name in (*_file_names(), *TABLES):
            path = folder / name
            path.touch()
            os.truncate(path, journal["sizes"][name] if journal else 0)
            if name not in TABLES:
                self._files[name] = path.open("ab")
        self.words = WordCountsWriter()
        self._terms: dict[str, int] = {}
        self._term_numbers: dict[str, NDArray[np.uint32]] = {}  # by analyzer: the number of each of its terms
        if journal:
            self.position, self.articles = journal["position"], journal["articles"]
            self.words.resume(ArrayFile(folder / journal["words"]), journal["held"])
            self._terms = {term: number for number, term in enumerate(self.terms())}

    def add(self, batch: Batch) -> None:
        """Appends a batch."""
        term_numbers = self._number_terms(batch.new_terms)
        for name in ROWS:
            rows: Ragged = getattr(batch, name)
            self.add_rows(name, Ragged(term_numbers[rows.values], rows.offsets))
        for name in STRUCTURE:
            self.add_lengths(name, getattr(batch, name))
        for name in TEXTS:
            self.add_texts(name, getattr(batch, f"{name[:-1]}_texts"))
        self.add_revisions(batch.revisions)
        self.words.add(batch.word_counts)
        for name in TABLES:
            self.add_surfaces(name, _shifted(batch.surfaces[name], self.articles))
        self.articles += len(batch.article_sections)

    def _number_terms(self, new: NewTerms) -> NDArray[np.uint32]:
        """Returns the number of each term of an analyzer, and writes those that are new."""
        terms, held = self._terms, len(self._terms)
        numbers = np.fromiter((terms.setdefault(term, len(terms)) for term in new.terms), np.uint32, len(new.terms))
        added = "".join(f"{new.terms[index]}\n" for index in np.flatnonzero(numbers >= held).tolist())
        self._write("terms", added.encode("utf-8", "surrogatepass"))
        known = self._term_numbers.get(new.analyzer, numbers[:0])[: new.known]
        assert len(known) == new.known, "the batches of an analyzer come all, and in their order"  # noqa: S101
        self._term_numbers[new.analyzer] = np.concatenate([known, numbers])
        return self._term_numbers[new.analyzer]

    def number(self, terms: Iterable[bytes]) -> None:
        """Numbers terms before any article is written with their numbers."""
        for term in terms:
            self._write("terms", term + b"\n")

    def add_rows(self, name: str, rows: Ragged) -> None:
        """Writes rows of one kind."""
        self._write(f"{name}.values", rows.values.astype(np.uint32, copy=False))
        self._write(f"{name}.lengths", rows.lengths.astype(np.uint32))

    def add_lengths(self, name: str, lengths: NDArray[np.integer[Any]]) -> None:
        """Writes the number of parts of each of some articles, sections or passages."""
        self._write(f"{name}.lengths", lengths.astype(np.uint32))

    def add_texts(self, name: str, texts: bytes) -> None:
        """Writes texts of one kind, each followed by END."""
        self._write(f"{name}.texts", texts)

    def add_revisions(self, revisions: NDArray[np.integer[Any]]) -> None:
        """Writes the number of the revision of each of some articles, 0 if it is not known."""
        self._write("revisions", revisions.astype(np.uint32))

    def add_surfaces(self, name: str, rows: Rows) -> None:
        """Writes rows of one of the tables about names."""
        with (self.folder / name).open("ab") as file:  # not kept open, as file descriptors are limited
            file.write(rows.tobytes())

    def known_titles(self, keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Returns those of some keys that are keys of titles or redirects, ascending."""
        known = np.zeros(len(keys), np.bool_)
        for rows in rows_of(self.folder / "titles", TABLES["titles"]):
            known |= np.isin(keys, rows["key"])
        return keys[known]

    def _write(self, name: str, content: bytes | NDArray[Any]) -> None:
        self._files[name].write(content if isinstance(content, bytes) else content.tobytes())

    def flush(self) -> None:
        """Flushes the files, so that what was written can be read."""
        for file in self._files.values():
            file.flush()

    def finish(self) -> None:
        """Flushes the files after the last batch, and frees the table of terms, which takes a hundred bytes a term."""
        self.flush()
        self._terms.clear()
        self._term_numbers.clear()

    def keep(self, position: Any) -> None:
        """Syncs the files, so that a build that is interrupted from now on continues after `position`."""
        self.flush()
        for file in self._files.values():
            os.fsync(file.fileno())
        for name in TABLES:
            sync(self.folder / name)
        words = self.folder / f"words-{self.articles}"  # not the file that the journal still names
        kept = ArrayFileWriter(words)
        held = self.words.keep(kept)
        kept.close()
        sync(words)
        state = {"articles": self.articles, "position": position, "words": words.name, "held": held}
        sizes = {name: (self.folder / name).stat().st_size for name in (*self._files, *TABLES)}
        write_json(self.folder / JOURNAL, {**self._made_of, **state, "sizes": sizes})
        for other in set(self.folder.glob("words-*")) - {words}:
            other.unlink()

    def close(self) -> None:
        """Closes all files, even if one cannot be written: none may grow later."""
        with ExitStack() as stack:
            for file in self._files.values():
                stack.callback(file.close)

    def terms(self) -> list[str]:
        """Returns the terms by number."""
        return (self.folder / "terms").read_bytes().decode("utf-8", "surrogatepass").split("\n")[:-1]

    def lengths(self, name: str) -> NDArray[np.uint32]:
        """Returns the lengths of rows or parts of one kind."""
        return _mapped(self.folder / f"{name}.lengths", np.uint32)

    def revisions(self) -> NDArray[np.uint32]:
        """Returns the revision of each article; nothing if none is known."""
        revisions = _mapped(self.folder / "revisions", np.uint32)
        return revisions if revisions.any() else revisions[:0]

    def rows(self, name: str, held: int) -> Iterator[Ragged]:
        """Yields the rows of one kind, about `held` numbers at a time."""
        with (self.folder / f"{name}.values").open("rb") as values:  # read, not mapped: mapped pages count as memory
            for lengths in _pieces(self.lengths(name), held):
                offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
                yield Ragged(np.fromfile(values, np.uint32, int(offsets[-1])), offsets)

    def texts(self, name: str) -> Iterator[bytes]:
        """Yields the texts of one kind, some at a time, each followed by END."""
        with (self.folder / f"{name}.texts").open("rb") as content:
            rest = b""
            while piece := content.read(_TEXT_READ):
                texts, end, rest = (rest + piece).rpartition(END)
                yield texts + end

    def samples(self, name: str, size: int, most: int) -> tuple[list[bytes], int]:
        """Returns evenly spaced samples of the texts of one kind, and the size of all texts of it."""
        path = self.folder / f"{name}.texts"
        total = path.stat().st_size
        count = min(most, total // size)
        pieces = []
        with path.open("rb") as content:
            for offset in np.linspace(0, total - size, count).astype(np.int64).tolist() if count else ():
                content.seek(offset)
                pieces.append(content.read(size))
        return pieces, total


def _file_names() -> list[str]:
    return [
        "terms",
        "revisions",
        *(f"{name}.values" for name in ROWS),
        *(f"{name}.lengths" for name in (*ROWS, *STRUCTURE)),
        *(f"{name}.texts" for name in TEXTS),
    ]


def _shifted(rows: Rows, articles: int) -> Rows:
    """Adds the number of articles before a batch to the article numbers of its rows, in place."""
    names = rows.dtype.names or ()
    if "article" in names:
        rows["article"] += articles
    if "target" in names:
        rows["source"][rows["source"] < NO_ARTICLE] += articles
    return rows


def _mapped(path: Path, dtype: type[np.generic]) -> NDArray[Any]:
    return np.memmap(path, dtype, "r") if path.stat().st_size else np.empty(0, dtype)


def _pieces(lengths: NDArray[np.uint32], limit: int) -> Iterator[NDArray[np.uint32]]:
    """Yields lengths, as many at a time as add up to about `limit`."""
    for begin in range(0, len(lengths), _READ):
        part = lengths[begin : begin + _READ]
        yield from (part[first:last] for first, last in chunks(part, limit))


def _read_journal(folder: Path, made_of: Mapping[str, Any] | None) -> dict[str, Any] | None:
    try:
        journal: dict[str, Any] = json.loads((folder / JOURNAL).read_text("utf-8"))
    except FileNotFoundError:
        return None
    return journal if journal["made_of"] == made_of else None
