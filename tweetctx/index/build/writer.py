"""From a draft to the folder of a segment."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tweetctx.index.build.draft import TEXTS, Draft
from tweetctx.index.build.inversion import Counts, invert
from tweetctx.index.build.phrases import Keys, bigram_text, bigrams_among, frequent_bigrams, phrases
from tweetctx.index.storage.arrays import write_array
from tweetctx.index.storage.forward import ROWS, STRUCTURE
from tweetctx.index.storage.offsets import write_offsets
from tweetctx.index.storage.rows import RowsWriter
from tweetctx.index.storage.texts import SAMPLE_BYTES, TextsWriter, train_dictionary
from tweetctx.ragged import Bools, Ints, Ragged, concatenate_rows

BYTES_HELD = 512  # what a build needs for each term that is held at a time
LEAST_HELD = 1 << 16
_SAMPLES = 3_000
_SPOKEN = tuple(name for name in ROWS if name != "names")  # the rows whose terms are those of the collection


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a draft: the new terms behind those known before, and what the segment adds to the statistics."""

    new_terms: list[bytes]
    counts: Counts


def write_segment(draft: Draft, folder: Path, known: Sequence[bytes], *, phrases: int, memory: int) -> Written:
    """Writes the files of a segment.

    known: the terms of the index that the segment is added to, which keep their numbers; new ones are numbered behind
    them, the most frequent first. phrases: how many of the most frequent bigrams become terms; where there are terms
    already, those bigrams that are among them. memory: bytes, besides what the vocabulary takes.
    """
    draft.flush()
    held = max(memory // BYTES_HELD, LEAST_HELD)
    with ThreadPoolExecutor(1) as beside:  # compression leaves the interpreter to others
        texts = beside.submit(_write_texts, draft, folder)
        numbering = _Numbering(draft, known, phrases, held)
        for name in ROWS:
            writer = RowsWriter(folder, name)
            for rows in draft.rows(name, held):
                writer.append(numbering.renumbered(rows, with_phrases=name in _SPOKEN))
            writer.close()
        for name in STRUCTURE:
            write_offsets(folder, name, draft.lengths(name))
        write_array(folder / "name_qualified.npy", draft.qualified())
        counts = invert(folder, numbering.terms, draft.folder, held)
        texts.result()
    return Written(numbering.new_terms, counts)


def _write_texts(draft: Draft, folder: Path) -> None:
    for name in TEXTS:
        texts = TextsWriter(folder, name, train_dictionary(*draft.samples(name, SAMPLE_BYTES, _SAMPLES)))
        for some in draft.texts(name):
            texts.append(some)
        texts.close()


class _Numbering:
    """From a draft's numbers of terms to the index's."""

    def __init__(self, draft: Draft, known: Sequence[bytes], limit: int, held: int) -> None:
        words = draft.terms()
        posted, other = _frequencies(draft, held, len(words))
        self._words = len(words)
        self._chosen: Keys = np.empty(0, np.int64)
        repeated = self._chosen
        if limit and known:
            self._chosen = bigrams_among(known, words)
            repeated = np.zeros_like(self._chosen)  # these have their numbers
        elif limit:
            parts = (rows for name in _SPOKEN for rows in draft.rows(name, held))
            self._chosen, repeated = frequent_bigrams(parts, words, limit)
        every = [word.encode("utf-8", "replace") for word in words]
        every += [bigram_text(key, words).encode("utf-8", "replace") for key in self._chosen.tolist()]
        posted, other = np.append(posted, repeated), np.pad(other, (0, len(repeated)))
        place = {term: number for number, term in enumerate(known)}
        # Terms of articles that were removed since go; phrases stay what the index was built with.
        order = list(zip((-posted).tolist(), (-other).tolist(), every, strict=True))
        occurs = [less + least < 0 or b" " in term for less, least, term in order]
        new = [number for number, term in enumerate(every) if occurs[number] and term not in place]
        # Terms without a posting come last, so that in a new index the first ones have a list each.
        new.sort(key=order.__getitem__)
        self.new_terms = [every[number] for number in new]
        self.terms = len(known) + len(new)
        self._number = np.array([place.get(term, 0) for term in every], np.uint32)
        self._number[new] = np.arange(len(known), self.terms)

    def renumbered(self, rows: Ragged, *, with_phrases: bool) -> Ragged:
        """Rows with the index's numbers, and with the phrases that stand in them."""
        if with_phrases and len(self._chosen):
            rows = concatenate_rows([rows, phrases(rows, self._chosen, self._words)])
        return Ragged(self._number[rows.values], rows.offsets)


def _frequencies(draft: Draft, held: int, terms: int) -> tuple[Ints, Ints]:
    """How often each term of a draft occurs where passages have it, and how often elsewhere."""
    posted, other = np.zeros((2, terms), np.int64)
    for name, chosen in _posted(draft).items():
        done = 0
        for rows in draft.rows(name, held):
            here = np.repeat(chosen[done : done + len(rows)], rows.lengths)
            posted += np.bincount(rows.values[here], minlength=terms)
            other += np.bincount(rows.values[~here], minlength=terms)
            done += len(rows)
    return posted, other


def _posted(draft: Draft) -> dict[str, Bools]:
    """Which rows of each kind are those of a passage, without which their terms have no posting."""
    headings = draft.lengths("section_passages") > 0
    before = np.concatenate([[0], np.cumsum(headings)])
    ends = np.concatenate([[0], np.cumsum(draft.lengths("article_sections"), dtype=np.int64)])
    return {
        "titles": np.diff(before[ends]) > 0,
        "names": np.broadcast_to(np.False_, len(draft.lengths("names"))),
        "headings": headings,
        "sentences": np.broadcast_to(np.True_, len(draft.lengths("sentences"))),
    }
