"""Names as keys: texts that differ in case, diacritics, punctuation or a possessive alone have the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Ints
from tweetctx.runtime.compiled import interpreted, late
from tweetctx.text import fingerprints
from tweetctx.text.names.letters import letters

Keys = NDArray[np.uint64]

_kernels: Final = late("tweetctx.text.names.kernels")
_SIGNED: Final = regex.compile(r"@[\w.-]+(?:@[\w.-]+)?|\$[A-Za-z]{1,6}(?:[.-][A-Za-z]{1,2})?")

# The key of a word written small, or in capitals, is that of the name changed by these.
SMALL_WORD: Final = np.uint64(0x5A5A_0000_0000)
CAPITAL_WORD: Final = np.uint64(0xA5A5_0000_0000)
_CONNECTORS: Final = """
    of the and for in on at to a de la le les du des del della dello di da do dos das el y e et und von vom van der den
    het zu zum zur im am al bin ibn og av af i na w z ze nad
"""


@dataclass(frozen=True, slots=True)
class NameTokens:
    """The T tokens of a text, folded; each field has shape (T,).

    starts, ends: their offsets in code points. hashes, powers: of their folded letters. letters: how many. cases: how
    each is written. gaps: what stands before each.
    """

    starts: Ints
    ends: Ints
    hashes: NDArray[np.uint64]
    powers: NDArray[np.uint64]
    letters: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    gaps: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """The fields in their order, for kernels."""
        return self.starts, self.ends, self.hashes, self.powers, self.letters, self.cases, self.gaps

    @property
    def key(self) -> int:
        """The key of the whole text; 0 for one without tokens."""
        return self.span(0, len(self))

    def span(self, first: int, last: int) -> int:
        """The key of the tokens `first` to `last` (excluded); 0 for none."""
        return int(_kernels().span_key(self.hashes, self.powers, self.letters, first, last)) if last > first else 0


def tokenize_names(text: str) -> NameTokens:
    """Finds the tokens of a text, as names are made of."""
    return NameTokens(*_kernels().find_tokens(code_points(text), *token_tables()))


@cache
def token_tables() -> tuple[NDArray[Any], ...]:
    """The tables of letters that `find_tokens` takes."""
    table = letters()
    return table.kinds, table.values, table.powers, _ampersand()


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def name_key(text: str) -> int:
    """The key of a name; 0 for a text without letters and digits.

    Its upper 40 bits are a hash of the letters, its lower 8 one of the spaces between them, 0 for a single word.
    """
    return tokenize_names(text).key


def is_signed(text: str) -> bool:
    """Whether a name is an account or a stock symbol with its sign: @NASA, $AAPL."""
    return _SIGNED.fullmatch(text) is not None


def signed_keys(texts: Sequence[str]) -> Keys:
    """The keys of accounts and stock symbols: those of no other names; only case is ignored."""
    if not texts:
        return np.empty(0, np.uint64)
    hashes = fingerprints.of_words([text.lower() for text in texts])
    return pair_keys(hashes, np.full(len(hashes), ord("@"))) >> np.uint64(16)


def run_keys(tokens: NameTokens, stops: NDArray[np.uint64]) -> tuple[Keys, Ints]:
    """The keys of the names in a running text, in order, and the first token of each. stops: see `word_hashes`."""
    runs: tuple[Keys, Ints] = _kernels().find_runs(
        tokens.hashes, tokens.powers, tokens.letters, tokens.cases, tokens.gaps, _connectors(), stops
    )
    return runs


def word_hashes(words: Iterable[str]) -> NDArray[np.uint64]:
    """The hashes of words, ascending and distinct."""
    return distinct(tokenize_names("\n".join(words)).hashes)


@cache
def _connectors() -> NDArray[np.uint64]:
    return word_hashes(_CONNECTORS.split())


@cache
def _ampersand() -> NDArray[np.uint64]:
    table = letters()
    codes = np.array([ord(letter) for letter in "and"], np.uint32)
    none = np.zeros(2, np.uint64)
    columns: Any = _kernels().find_tokens(codes, table.kinds, table.values, table.powers, none)
    return np.array([columns[2][0], columns[3][0]], np.uint64)


@dataclass(frozen=True, slots=True)
class NameRows:
    """The tokens of many texts: those of text i are `offsets[i]` to `offsets[i + 1]` (excluded) of `tokens`."""

    tokens: NameTokens
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[str]) -> NameRows:
        """Tokenizes texts; a line feed in one is a space."""
        tokens = tokenize_names("\n".join(text.replace("\n", " ") for text in texts))
        ends = np.cumsum([len(text) + 1 for text in texts], dtype=np.int64)
        return cls(tokens, np.concatenate([[0], np.searchsorted(tokens.starts, ends)]))

    @property
    def keys(self) -> Keys:
        """The key of each text, 0 for one without tokens."""
        tokens = self.tokens
        keys: Keys = _kernels().row_keys(tokens.hashes, tokens.powers, tokens.letters, self.offsets)
        return keys

    def parts(self) -> tuple[Keys, Ints]:
        """The keys of all proper prefixes and suffixes of each text, in tokens, and the row of the text of each."""
        tokens = self.tokens
        result: tuple[Keys, Ints] = _kernels().part_keys(tokens.hashes, tokens.powers, tokens.letters, self.offsets)
        return result


def token_keys(hashes: Keys) -> Keys:
    """The key of each single token, in their shape. hashes: of the tokens."""
    keys: Keys = _kernels().word_keys(hashes)
    return keys


def pair_keys(keys: Keys, numbers: Ints) -> Keys:
    """One hash for each pair of a key and a number, in their shape."""
    pairs: Keys = _kernels().pair_keys(keys, numbers)
    return pairs


def count_groups(keys: Keys, groups: Ints) -> tuple[Keys, Ints]:
    """The distinct keys, in any order, and in how many groups each occurs. groups: of each key, numbered from 0."""
    if interpreted():
        distinct_pairs = {*zip(keys.tolist(), groups.tolist(), strict=True)}
        by_key = Counter(key for key, _ in distinct_pairs)
        return np.fromiter(by_key, np.uint64), np.fromiter(by_key.values(), np.int64)
    counts: tuple[Keys, Ints] = _kernels().count_groups(keys, groups)
    return counts


def count_keys(wanted: Keys, keys: Keys) -> Ints:
    """How often each wanted key is among some keys, in the shape of `wanted`."""
    if interpreted():
        by_key = Counter(keys.tolist())
        return np.array([by_key[key] for key in wanted.tolist()], np.int64)
    counts: Ints = _kernels().count_keys(wanted, keys)
    return counts


def title_keys(titles: Sequence[str]) -> Keys:
    """48 bits for each title as it is written, but for the case of its first letter and underscores."""
    if not titles:
        return np.empty(0, np.uint64)
    written = [title[:1].upper() + title[1:].replace("_", " ") or " " for title in titles]
    hashes = fingerprints.of_words(written)
    keys: Keys = _kernels().pair_keys(hashes, np.zeros(len(hashes), np.int64)) >> np.uint64(16)
    return keys
