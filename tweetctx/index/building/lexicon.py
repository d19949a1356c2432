"""The tokens that a process has met, numbered, with the term and the word of each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Ints
from tweetctx.index.building.tokens import PlainTokenTable, TokenTable, enlarged
from tweetctx.runtime.compiled import interpreted
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.fingerprints import Fingerprints
from tweetctx.text.word_counts import word_keys


@dataclass(frozen=True, slots=True)
class NewTerms:
    """What a batch adds to a lexicon. analyzer: its name; known: how many terms there were before; terms: the new."""

    analyzer: str
    known: int
    terms: list[str]


class Lexicon:
    """Numbers the tokens and terms of texts, and remembers them.

    term_of: the number of each token's term, or −1 where it has none. keys: the fingerprint of each token's word, see
    `word_keys`.
    """

    def __init__(self, analyzer: Analyzer, name: str) -> None:
        """name: of the analyzer; of its lexicons, only the latest is in use."""
        self._table = PlainTokenTable(analyzer) if interpreted() else TokenTable(analyzer)
        self._terms_of = analyzer.terms_of
        self._name = name
        self._terms: dict[str, int] = {}
        self.term_of = np.empty(0, np.int32)
        self.keys: Fingerprints = np.empty(0, np.uint64)
        self._known = 0

    def __len__(self) -> int:
        return self._known

    def find(self, content: bytes, lengths: Ints, order: Ints) -> tuple[Ragged, NDArray[np.int64], NewTerms]:
        """Returns the tokens of rows of UTF-8 in the order asked for, and the bytes of each row in the order given.

        Returns also the terms that are new, in the order in which they first appear.
        lengths: of the rows, in characters.
        """
        text = np.frombuffer(content, np.uint8)
        ends, only_plain = self._table.ends(text, lengths)
        sizes = np.diff(ends, prepend=0)
        tokens = self._table.find(text, (ends - sizes)[order], ends[order], only_plain[order])
        return tokens, sizes, self._learn()

    def _learn(self) -> NewTerms:
        """Looks up the terms and words of tokens that are new in the table."""
        tokens = self._table.since(self._known)
        begin, end = self._known, self._known + len(tokens)
        if end > len(self.keys):
            self.term_of, self.keys = enlarged(self.term_of, end), enlarged(self.keys, end)
        self.keys[begin:end] = word_keys(tokens)
        terms, known = self._terms, len(self._terms)
        self.term_of[begin:end] = [
            -1 if term is None else terms.setdefault(term, len(terms)) for term in self._terms_of(tokens)
        ]
        self._known = end
        new = [*islice(reversed(terms), len(terms) - known)]  # from the end: most of a build's terms are known
        return NewTerms(self._name, known, new[::-1])
