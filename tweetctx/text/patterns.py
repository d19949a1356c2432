"""Patterns that recognize ends and beginnings of sentences, compiled from the boundaries of a language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.text.language import Boundaries

END, PAIR, SPACE, GUILLEMET = 1, 2, 4, 8  # signs of characters: see `signs_for`
BLANK: Final = ord(" ")
CHUNK: Final = 24  # characters at the beginning of what follows a candidate
FRAGMENT_LENGTH: Final = 22  # characters of what may be no sentence yet

_SPACE = r"[\s\x1c-\x1f]"  # the white space of str.strip
_WIDE = "。！？｡．"  # no space follows these
_REFERENCE = r"\[(?:\w{1,3}|(?:note|nb)\ \d+|citation\ needed)\]"

_NUMBER = r"(?<![(\[])[\p{N}\p{Sc}#•]"
_WORD = r"\p{L}[\p{L}\p{M}\p{N}]*"


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of a language.

    candidate: a possible end of a sentence; its only group is the beginning of what follows.
    closed: closing marks at the end of a chunk. left: what precedes a chunk's last word.
    next: opening marks, the first word of a sentence, and a mark that joins it to more.
    """

    candidate: regex.Pattern[str]
    closed: regex.Pattern[str]
    left: regex.Pattern[str]
    next: regex.Pattern[str]


def patterns_for(boundaries: Boundaries) -> Patterns:
    """Compiles the patterns of a language."""
    opening, closing, spaces = boundaries.opening, boundaries.closing, boundaries.spaces
    end = _ends(boundaries)
    also_closing = rf"| {_SPACE}» (?!\S)" if spaces else ""
    guillemet = rf"(?: « {_SPACE} )?" if spaces else ""
    candidate = rf"""
        [{end}] (?: [{end}{closing}] | {_REFERENCE} {also_closing} ){{0,50}}+     # what closes goes with its sentence
        (?= (?: {_SPACE}++ | {_no_space(boundaries)} ) ( {guillemet} [^\s\x1c-\x1f]{{1,{CHUNK}}}+ ) )
    """
    before, elided = (rf"(?:[{opening}]\s?)*", "(?:['’](?=\\p{L}))?") if spaces else (rf"[{opening}]*", "")
    return Patterns(
        regex.compile(candidate, regex.VERBOSE, openers=boundaries.openers),
        regex.compile(rf"(?:[{closing}]|{_REFERENCE})+$"),
        regex.compile(rf"(?:.*[-–—])?[{opening}]*"),
        regex.compile(rf"({before})({_WORD}{elided}|{_NUMBER})([.-]?)"),
    )


def _ends(boundaries: Boundaries) -> str:
    return rf"\p{{STerm}}…{regex.escape(boundaries.ends)}"


def signs_for(boundaries: Boundaries, pairs: Iterable[str]) -> NDArray[np.uint8]:
    """Returns the signs of all characters, by code point, shape (0x110000,).

    END: a candidate may begin with it. PAIR: it is one of `pairs`. SPACE: it is white space. GUILLEMET: space may be
    inside of it.
    """
    every = np.arange(0x110000, dtype="<u4").tobytes().decode("utf-32-le", "surrogatepass")
    signs = np.zeros(len(every), np.uint8)
    for sign, pattern in (END, f"[{_ends(boundaries)}]"), (SPACE, _SPACE), (GUILLEMET, "[«»]"):
        signs[[match.start() for match in regex.finditer(pattern, every)]] |= sign
    signs[[*map(ord, pairs)]] |= PAIR
    return signs


def _no_space(boundaries: Boundaries) -> str:
    """Returns a pattern for boundaries without a space.

    They are regular in East Asian scripts, except before what continues a sentence. Elsewhere they are typing errors,
    as in 1962.He or Kashmir.The, but not Example.Com.
    """
    return rf"""
          (?<= [{_WIDE}] [{boundaries.closing}]{{0,5}} ) (?! {boundaries.continues.replace(" ", "")} )
        | (?<= (?<! [\p{{L}}\p{{N}}.] ) (?: \p{{Ll}}{{3,}} | (?:1\d|20)\d\d ) \. )
          (?= \p{{Lu}}\p{{Ll}}*+ [\s,] ) (?! (?:Com|Edu|Gov|Js|Net|Org)\b )
        | (?<= [\p{{L}}\p{{N}}]{{2}}\)\. | \p{{Ll}}{{3}}\. ) (?= \L<openers> [\s,] )
    """
