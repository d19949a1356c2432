"""The compiled loops of `RuleSegmenter.starts`: candidates, and the sentences they end.

Import this late: it loads numba. Texts are concatenated code points; `ends` holds the end of each.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tweetctx.compiled import njit
from tweetctx.ragged import Ints

# Bit flags of the characters of the first plane.
END = 1  # may end a sentence
CLOSING = 2  # goes with a mark that does
SPACE = 4
INSIDE = 8  # may follow a full stop inside a word
UPPER = 16  # A to Z
DIGIT = 32  # 0 to 9
MARK = 64  # belongs to a pair

PLANE = 1 << 16
RUN = 50  # marks that go with the first
NEXT = 24  # characters of what is next
STOP, BRACKET, QUOTE = ord("."), ord("["), ord('"')
GUILLEMETS = ord("«"), ord("»")

Flags = NDArray[np.uint8]
Codes = NDArray[np.uint32]


@njit(nogil=True)
def candidates(codes: Codes, ends: Ints, flags: Flags, lookback: int) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """Finds where sentences may end in simple texts.

    Returns rows (begin of a chunk, its end, begin of the next chunk, its end); the number of rows up to the end of each
    text; and which texts are not simple, whose rows may be incomplete.
    """
    found = np.empty((len(codes) // 2 + 1, 4), np.int64)
    counts = np.empty(len(ends), np.int64)
    unusual = np.zeros(len(ends), np.bool_)
    size = 0
    begin = 0
    for text in range(len(ends)):
        end = ends[text]
        place = begin
        while place < end:
            if codes[place] >= PLANE:
                unusual[text] = True
                break
            if not flags[codes[place]] & END:
                place += 1
                continue
            last = _behind(codes, place + 1, min(end, place + 1 + RUN), flags, END | CLOSING)
            following = _behind(codes, last, end, flags, SPACE)
            if following == end:
                break
            if following > last and codes[following] not in GUILLEMETS:
                chunk = _chunk(codes, max(begin, last - lookback), last)
                found[size] = chunk, last, following, _until_space(codes, following, min(end, following + NEXT), flags)
                size += 1
                place = last
            elif following == last and _is_inside(codes, begin, last, flags):
                place += 1
            else:
                unusual[text] = True
                break
        counts[text] = size
        begin = end
    return found[:size], counts, unusual


@njit(nogil=True)
def _behind(codes: Codes, place: int, end: int, flags: Flags, kind: int) -> int:
    while place < end and codes[place] < PLANE and flags[codes[place]] & kind:
        place += 1
    return place


@njit(nogil=True)
def _until_space(codes: Codes, place: int, end: int, flags: Flags) -> int:
    while place < end and not (codes[place] < PLANE and flags[codes[place]] & SPACE):
        place += 1
    return place


@njit(nogil=True)
def _chunk(codes: Codes, least: int, end: int) -> int:
    place = end
    while place > least and codes[place - 1] != 32:
        place -= 1
    return place


@njit(nogil=True)
def _is_inside(codes: Codes, begin: int, end: int, flags: Flags) -> bool:
    """Whether the mark before `end` is a full stop inside a word or number."""
    if codes[end - 1] != STOP or codes[end] >= PLANE:
        return False
    following = flags[codes[end]]
    before = flags[codes[end - 2]] if end - 2 >= begin and codes[end - 2] < PLANE else 0
    if following & INSIDE or (before & UPPER and codes[end] != BRACKET):
        return True
    return bool(before & DIGIT and following & DIGIT)


@njit(nogil=True)
def starts(
    codes: Codes,
    ends: Ints,
    flags: Flags,
    found: Ints,
    counts: Ints,
    needs: NDArray[np.int8],
    offers: NDArray[np.int8],
    pairs: Codes,
    unusual: NDArray[np.bool_],
    shortest: int,
    longest: int,
) -> tuple[Ints, Ints]:
    """Finds where the sentences of simple texts begin, and how many there are up to the end of each text.

    found, counts: from `candidates`. needs, offers: by candidate, on the scale of beginnings. pairs: rows of an opening
    and a closing mark. Marks a text as unusual, and returns nothing for it, where a sentence would be no longer than
    `shortest`, longer than `longest`, or end inside a pair.
    """
    places = np.empty(len(found) + len(ends), np.int64)
    totals = np.empty(len(ends), np.int64)
    open_pairs = np.zeros(len(pairs), np.int64)
    size = begin = first = 0
    for text in range(len(ends)):
        kept = size
        start = _behind(codes, begin, ends[text], flags, SPACE)
        if start < ends[text] and not unusual[text]:
            places[size] = start
            size += 1
            counted = start
            quotes = 0
            open_pairs[:] = 0
            for row in range(first, counts[text]):
                if not offers[row] or offers[row] < needs[row]:
                    continue
                end = found[row, 1]
                quotes += _count(codes, counted, end, flags, pairs, open_pairs)
                counted = end
                length = end - start
                if needs[row] < 0 or length <= shortest or length > longest or quotes % 2 or (open_pairs > 0).any():
                    unusual[text] = True
                    size = kept
                    break
                start = counted = found[row, 2]
                places[size] = start
                size += 1
                quotes = 0
                open_pairs[:] = 0
        totals[text] = size
        begin, first = ends[text], counts[text]
    return places[:size], totals


@njit(nogil=True)
def _count(codes: Codes, begin: int, end: int, flags: Flags, pairs: Codes, open_pairs: Ints) -> int:
    """Adds openings less closings to `open_pairs`; returns the number of straight quotation marks."""
    quotes = 0
    for place in range(begin, end):
        code = codes[place]
        if code < PLANE and flags[code] & MARK:
            quotes += code == QUOTE
            for pair in range(len(pairs)):
                open_pairs[pair] += (code == pairs[pair, 0]) - np.int64(code == pairs[pair, 1])
    return quotes
