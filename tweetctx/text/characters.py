"""Tables of characters for the compiled tokenizer of a build.

It finds the same words as `Analyzer.tokens`. On 104 MB of English a worker's whole analysis of articles takes 9 s of
processor time with it; `Analyzer.tokens` alone would take 17 s.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.text.unicode import fold
from tweetctx.text.words import word_rules

OTHER, LETTER, MARK, NUMBER = 0, 1, 2, 3
KIND_SHIFT: Final = 24
CODE: Final = (1 << KIND_SHIFT) - 1

_CHARACTERS: Final = 0x110000
_PLANE: Final = 0x10000  # characters of the first plane; none of the others is plain
_KINDS: Final = regex.compile(r"(\p{L}++)|(\p{M}++)|(\p{N}++)")
_CONJOINING: Final = range(
    0x1100, 0x1200
)  # the parts of Hangul syllables, which compose, and characters that become such parts
_SURROGATES: Final = range(0xD800, 0xE000)
_SIGMA: Final = "Σ"  # its lower case differs at the end of a word


@dataclass(frozen=True, slots=True)
class Characters:
    """Tables by code point, shape (0x110000,).

    folded: the folded form of a plain character, and any other character itself, in the bits of CODE; above them its
        kind: OTHER, LETTER, MARK or NUMBER. unfolded: the same for each character as it is.
    plain: whether folding a character does not depend on its neighbours and takes no more bytes of UTF-8. The words of
        a text of plain characters, folded one by one, are those that `words.WORD` finds.
    """

    folded: NDArray[np.uint32]
    unfolded: NDArray[np.uint32]
    plain: NDArray[np.bool_]


@cache
def characters_of(language: str) -> Characters:
    """Returns the tables for a language."""
    rules = word_rules(language)
    unfolded = _unfolded()
    codes = np.arange(_CHARACTERS)
    plain = np.zeros(_CHARACTERS, np.bool_)
    for code, character in enumerate(map(chr, range(_PLANE))):
        small = fold(character, rules.letters)
        if len(small) == 1 and _stands_alone(character, small) and not (rules.runs and rules.runs.match(small)):
            codes[code], plain[code] = ord(small), True
    for some in (unfolded, unfolded[codes]):
        plain &= some >> KIND_SHIFT != MARK
    folded = unfolded.copy()
    folded[plain] = unfolded[codes[plain]]
    return Characters(folded, unfolded, plain)


def _stands_alone(character: str, small: str) -> bool:
    """Whether a character folds to `small` whatever its neighbours are, in no more bytes."""
    return (
        not unicodedata.combining(character)
        and ord(small) not in _CONJOINING
        and ord(character) not in _SURROGATES
        and _SIGMA not in unicodedata.normalize("NFKC", character)
        and len(small.encode()) <= len(character.encode())
    )


@cache
def _unfolded() -> NDArray[np.uint32]:
    codes = np.arange(_CHARACTERS, dtype="<u4")
    kinds = np.full(_CHARACTERS, OTHER, np.uint32)
    for match in _KINDS.finditer(codes.tobytes().decode("utf-32-le", "surrogatepass")):
        kinds[match.start() : match.end()] = (LETTER, MARK, NUMBER)[(match.lastindex or 1) - 1]
    return (kinds << KIND_SHIFT | codes).astype(np.uint32)
