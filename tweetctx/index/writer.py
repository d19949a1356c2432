"""Writing the files of an index from batches of analyzed articles.

While batches come in, term numbers are provisional: the order in which terms first appear. `finish` adds the
phrases, renumbers the terms in the order of their bytes, and inverts the passages into postings.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.analysis import Batch
from tweetctx.index.files import ArrayWriter, OffsetWriter, load_array
from tweetctx.index.forward import Forward
from tweetctx.index.inversion import invert
from tweetctx.index.names import Names
from tweetctx.index.phrases import bigram_text, frequent_bigrams, phrases
from tweetctx.index.words import WordCountsWriter
from tweetctx.ragged import Ragged, chunks, concatenate_rows

_STRUCTURE = ("article_sections", "section_passages", "passage_sentences")
_ROWS = ("titles", "headings", "sentences")
_NAMES = "names"
_CHUNK = 1 << 20  # terms held at a time
_WINDOWS = range(1, 6)  # neighbours on either side for which the mean length of a window is kept


class StringWriter:
    """Writes the two files of a StringTable."""

    def __init__(self, folder: Path, name: str) -> None:
        self._text = (folder / f"{name}.bin").open("wb")
        self._offsets = OffsetWriter(folder / f"{name}_bytes.npy")

    def append(self, strings: list[bytes]) -> None:
        """Writes strings behind those already written."""
        self._text.write(b"".join(strings))
        self._offsets.append(np.array([len(string) for string in strings], np.int64))

    def close(self) -> None:
        """Ends both files."""
        self._text.close()
        self._offsets.close()


class RaggedWriter:
    """Writes the two files of a Ragged."""

    def __init__(self, folder: Path, name: str) -> None:
        self._values = ArrayWriter(folder / f"{name}_terms.npy", np.uint32)
        self._offsets = OffsetWriter(folder / f"{name}_offsets.npy")

    def append(self, rows: Ragged) -> None:
        """Writes rows behind those already written."""
        self._values.append(rows.values)
        self._offsets.append(rows.lengths)

    def close(self) -> None:
        """Ends both files."""
        self._values.close()
        self._offsets.close()


def read_ragged(folder: Path, name: str) -> Ragged:
    """Opens what a RaggedWriter wrote."""
    return Ragged(load_array(folder / f"{name}_terms.npy"), load_array(folder / f"{name}_offsets.npy"))


def read_forward(folder: Path) -> Forward:
    """Opens the terms of an index in reading order."""
    titles, headings, sentences = (read_ragged(folder, name) for name in _ROWS)
    articles, sections, passages = (load_array(folder / f"{name}.npy") for name in _STRUCTURE)
    return Forward(titles, headings, sentences, articles, sections, passages)


def read_names(folder: Path) -> Names:
    """Opens the names of an index's articles."""
    articles, qualified = (load_array(folder / f"{name}.npy") for name in ("name_articles", "name_qualified"))
    return Names(read_ragged(folder, _NAMES), articles, qualified, read_ragged(folder, "name_postings"))


class IndexWriter:
    """Collects batches in a folder, then makes an index of them."""

    def __init__(self, folder: Path, phrases: int) -> None:
        """phrases: how many of the most frequent bigrams become terms."""
        self._folder = folder
        self._phrases = phrases
        self._draft = folder / "draft"
        self._draft.mkdir()
        self._terms: dict[str, int] = {}
        self._structure = {name: OffsetWriter(folder / f"{name}.npy") for name in _STRUCTURE}
        self._strings = {name: StringWriter(folder, f"{name}_text") for name in ("articles", "headings", "sentences")}
        self._rows = {name: RaggedWriter(self._draft, name) for name in (*_ROWS, _NAMES)}
        self._names = {
            name: ArrayWriter(folder / f"{name}.npy", np.uint32) for name in ("name_articles", "name_qualified")
        }
        self._words = WordCountsWriter()
        self.articles = 0

    def add(self, batch: Batch) -> None:
        """Writes a batch behind those already written."""
        terms = self._terms
        numbers = np.array([terms.setdefault(term, len(terms)) for term in batch.terms], np.uint32)
        for name, writer in self._rows.items():
            rows: Ragged = getattr(batch, name)
            writer.append(Ragged(numbers[rows.values], rows.offsets))
        for name, offsets in self._structure.items():
            offsets.append(getattr(batch, name))
        for name, strings in self._strings.items():
            strings.append(getattr(batch, f"{name[:-1]}_texts"))
        articles = np.arange(self.articles, self.articles + len(batch.article_names))
        self._names["name_articles"].append(np.repeat(articles, batch.article_names))
        self._names["name_qualified"].append(batch.name_qualified)
        self._words.add(batch.word_counts)
        self.articles += len(batch.article_texts)

    def close(self) -> None:
        """Ends the files of the batches."""
        for writers in (self._rows, self._names, self._structure, self._strings):
            for writer in writers.values():
                writer.close()

    def finish(self) -> dict[str, Any]:
        """Makes the index; returns what its manifest says of it: how many of everything, and mean window lengths."""
        self.close()
        terms = list(self._terms)
        drafts = {name: read_ragged(self._draft, name) for name in (*_ROWS, _NAMES)}
        parts = (part for name in _ROWS for part in _parts(drafts[name]))
        chosen = frequent_bigrams(parts, terms, self._phrases) if self._phrases else np.empty(0, np.int64)
        every = [term.encode("utf-8", "replace") for term in terms]
        every += [bigram_text(key, terms).encode("utf-8", "replace") for key in chosen.tolist()]
        order = sorted(range(len(every)), key=every.__getitem__)
        number = np.empty(len(every), np.uint32)
        number[order] = np.arange(len(every), dtype=np.uint32)
        for name, rows in drafts.items():
            self._renumber(name, rows, number, chosen if name in _ROWS else chosen[:0], len(terms))
        vocabulary = StringWriter(self._folder, "terms")
        vocabulary.append([every[old] for old in order])
        vocabulary.close()
        self._post_names(len(every))
        self._words.write(self._folder)
        forward = read_forward(self._folder)
        size = invert(forward, len(every), self._folder, self._draft)
        shutil.rmtree(self._draft)
        counts = {
            "documents": len(forward.titles),
            "passages": len(forward.passage_sentences) - 1,
            "sentences": len(forward.sentences),
            "terms": len(every),
            "collection_length": size,
            "sentence_length": len(forward.sentences.values),
        }
        return {"counts": counts, "window_lengths": [forward.mean_window_length(n) for n in _WINDOWS]}

    def _post_names(self, terms: int) -> None:
        """Writes, for each term, the names that hold it."""
        rows = read_ragged(self._folder, _NAMES)
        postings = RaggedWriter(self._folder, "name_postings")
        order = np.argsort(rows.values, kind="stable")
        offsets = np.concatenate([[0], np.cumsum(np.bincount(rows.values, minlength=terms))])
        postings.append(Ragged(rows.row_of_value[order], offsets))
        postings.close()

    def _renumber(
        self, name: str, rows: Ragged, number: NDArray[np.uint32], chosen: NDArray[np.int64], words: int
    ) -> None:
        writer = RaggedWriter(self._folder, name)
        for part in _parts(rows):
            terms = concatenate_rows([part, phrases(part, chosen, words)]) if len(chosen) else part
            writer.append(Ragged(number[terms.values], terms.offsets))
        writer.close()


def _parts(rows: Ragged) -> Iterator[Ragged]:
    return (rows.part(first, last) for first, last in chunks(rows.lengths, _CHUNK))
