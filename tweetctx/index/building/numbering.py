"""Numbers the terms of a segment before it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tweetctx.arrays.ragged import Ragged, concatenate_rows
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.building.phrases import Keys, bigram_text, frequent_bigrams, known_bigrams, listed_bigrams, phrases
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.protocol import UNKNOWN
from tweetctx.index.search.vocabulary import LayeredVocabulary
from tweetctx.index.storage.forward import ROWS


@dataclass(frozen=True, slots=True)
class Numbering:
    """Maps a segment buffer's numbers of terms to a segment's.

    A segment numbers its own terms from 0, in the order of their numbers in the index.

    new_terms: those the segment adds to the vocabulary of the index. term_numbers: the numbers in the index of the
    segment's terms, ascending. local: the segment's number of each term of the buffer, then of each phrase.
    phrases: the bigrams that are terms, as pairs of the buffer's numbers.
    """

    new_terms: Sequence[bytes]
    term_numbers: Ints
    local: Ints
    phrases: Keys

    @classmethod
    def of(cls, new_terms: Sequence[bytes], term_numbers: Ints, kept: Bools, phrases: Keys) -> Numbering:
        """term_numbers: in the index, of the buffer's terms and phrases. kept: whether the segment has each of them."""
        used = distinct(term_numbers[kept])
        local = np.searchsorted(used, term_numbers).astype(np.uint32)
        return cls(new_terms, used, local, phrases)

    def renumbered(self, rows: Ragged) -> Ragged:
        """Returns rows with the segment's numbers, and with the phrases that occur in them."""
        if len(self.phrases):
            occurring = phrases(rows, self.phrases, len(self.local) - len(self.phrases))
            rows = concatenate_rows([rows, occurring])
        return Ragged(self.local[rows.values], rows.offsets)


def numbering(
    buffer: SegmentBuffer,
    vocabulary: LayeredVocabulary | None,
    limit: int,
    held: int,
    listed: frozenset[str] = frozenset(),
) -> Numbering:
    """Numbers the terms of a new index, or of articles that are added to one.

    vocabulary: that of the index, whose terms keep their numbers; None for a new one. limit: how many frequent bigrams
    become terms of a new index; of an addition, if it is not 0, those that are terms of the index.
    listed: bigrams that become terms in place of the frequent ones.
    The most frequent terms come first, terms without a posting last. Terms that do not occur are left out, except
    phrases, whose set never changes.
    """
    words = buffer.terms()
    posted, other = _frequencies(buffer, held, len(words))
    chosen, repeated = np.empty(0, np.int64), np.empty(0, np.int64)
    if limit:
        batches = (rows for name in ROWS for rows in buffer.rows(name, held))
        if vocabulary is None and listed:
            chosen, repeated = listed_bigrams(batches, words, listed)
        elif vocabulary is None:
            chosen, repeated = frequent_bigrams(batches, words, limit)
        else:
            chosen = known_bigrams(batches, words, vocabulary)
            repeated = np.zeros(len(chosen), np.int64)  # known terms need no frequency
    texts = (*words, *(bigram_text(key, words) for key in chosen.tolist()))
    every = [text.encode("utf-8", "replace") for text in texts]
    posted, other = np.append(posted, repeated), np.pad(other, (0, len(repeated)))
    kept = np.array([b" " in term for term in every], np.bool_) | (posted + other > 0)
    known = np.full(len(every), UNKNOWN, np.int64)
    if vocabulary is not None:
        known = vocabulary.numbers([term.decode() for term in every]).astype(np.int64)
    new = np.array(sorted(np.flatnonzero(kept & (known == UNKNOWN)).tolist(), key=every.__getitem__), np.int64)
    new = new[np.lexsort((-other[new], -posted[new]))]  # ties stay in the order of their bytes
    known[new] = len(vocabulary or ()) + np.arange(len(new))
    return Numbering.of([every[term] for term in new.tolist()], known, kept, chosen)


def merged_numbering(buffer: SegmentBuffer, new_terms: Sequence[bytes], term_numbers: Ints, held: int) -> Numbering:
    """Keeps the numbers of terms; the buffer has indexes into `term_numbers`. Terms that do not occur are left out."""
    posted, other = _frequencies(buffer, held, len(term_numbers))
    return Numbering.of(new_terms, term_numbers, posted + other > 0, np.empty(0, np.int64))


def _frequencies(buffer: SegmentBuffer, held: int, terms: int) -> tuple[Ints, Ints]:
    """Counts how often each term of a buffer occurs in rows that passages have, and in other rows."""
    posted, other = np.zeros((2, terms), np.int64)
    for name, chosen in _posted(buffer).items():
        done = 0
        for rows in buffer.rows(name, held):
            here = np.repeat(chosen[done : done + len(rows)], rows.lengths)
            posted += np.bincount(rows.values[here], minlength=terms)
            other += np.bincount(rows.values[~here], minlength=terms)
            done += len(rows)
    return posted, other


def _posted(buffer: SegmentBuffer) -> dict[str, Bools]:
    """Returns, by kind, whether each row belongs to a passage; the terms of others have no posting."""
    headings = buffer.lengths("section_passages") > 0
    before = np.concatenate([[0], np.cumsum(headings)])
    ends = np.concatenate([[0], np.cumsum(buffer.lengths("article_sections"), dtype=np.int64)])
    return {
        "titles": np.diff(before[ends]) > 0,
        "headings": headings,
        "sentences": np.broadcast_to(np.True_, len(buffer.lengths("sentences"))),
    }
