"""Compiled loops that find and number the tokens of many texts. Import this late: it loads numba.

A build of 43 MB of English in one process takes 10.9 s of processor time with them, 14.4 s with `PlainTokenTable`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tweetctx.arrays.types import Bools, Ints, i64, u64
from tweetctx.runtime.compiled import njit
from tweetctx.text.characters import CODE, KIND_SHIFT, LETTER, MARK, NUMBER, OTHER

APOSTROPHE, STOP, COMMA = ord("'"), ord("."), ord(",")
_FACTOR = u64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, odd
_LONG = u64(0xFF << 56)  # the last byte of the key of a long token, which occurs in no UTF-8


@njit(nogil=True)
def ends_of(text: Ints, lengths: Ints, plain: Bools) -> tuple[Ints, Bools]:
    """Returns the ends in UTF-8 of rows of so many characters, and whether all characters of each are plain."""
    ends = np.empty(len(lengths), np.int64)
    only = np.empty(len(lengths), np.bool_)
    at = 0
    for row in range(len(lengths)):
        so_far = True
        for _ in range(lengths[row]):
            code, at = _character(text, at)
            so_far &= plain[u64(code)]
        ends[row], only[row] = at, so_far
    return ends, only


@njit(nogil=True, allocates=False)
def find_tokens(text: Ints, rows: Any, row: int, characters: Any, table: Any, found: Any) -> int:
    """Finds the tokens of the rows from `row` on, as `words.WORD` does, and numbers them.

    text: UTF-8. rows: where each begins and ends, and whether it is yet to be folded. characters: the tables `folded`
    and `unfolded` of `Characters`. found: the output, the numbers of the tokens of all rows, and where those of each
    begin. Returns the first row for which the table is too small, or the number of rows.
    table: a hash table, shape (2n,), n a power of two: pairs of a key and the number of its token, (0, 0) where empty;
    the tokens as UTF-8, concatenated; and their number, then the offsets of each and the end of the last.
    """
    begins, ends, plain = rows
    folded, unfolded = characters
    entries, letters, bounds = table
    values, offsets = found
    n = offsets[row]
    while row < len(begins):
        at, end = begins[row], ends[row]
        known = bounds[0]
        # Between two tokens there is at least one byte.
        if known + (end - at) // 2 + 3 > len(bounds) or bounds[known + 1] + end - at > len(letters):
            return row
        fold = folded if plain[row] else unfolded
        joined = at  # a number that begins before here ends with a letter
        while at < end:
            _, kind, behind = _folded(text, at, fold)
            if kind in (OTHER, MARK):
                at = behind
                continue
            stop = at
            if kind == NUMBER and at >= joined:
                stop, joined = _number_end(text, at, end, fold)
            key, behind = _key(text, at, stop, end, fold)
            slot = _slot(key, len(entries))
            while entries[slot] and entries[slot] != key:
                slot = (slot + u64(2)) & u64(len(entries) - 1)
            if entries[slot] and key < _LONG:
                values[n] = entries[slot + u64(1)]
            else:
                values[n] = _number_of(text, at, behind, fold, key, slot, entries, letters, bounds)
            n += 1
            at = behind
        row += 1
        offsets[row] = n
    return row


@njit(nogil=True, allocates=False)
def _number_end(text: Ints, begin: int, end: int, folded: Ints) -> tuple[int, int]:
    """Returns the end of a number with separators, and 0; or `begin` if it is none, and where letters follow it."""
    at, separated = begin, False
    code, kind, behind = _folded(text, at, folded)
    while True:
        while kind == NUMBER:
            at = behind
            if at == end:
                return (at if separated else begin), 0
            code, kind, behind = _folded(text, at, folded)
        if (code != STOP and code != COMMA) or behind == end:
            break
        code, inside, after = _folded(text, behind, folded)
        if inside != NUMBER:
            break
        kind, behind, separated = inside, after, True
    if not separated:
        return begin, 0
    if kind in (LETTER, MARK):
        return begin, at
    return at, 0


@njit(nogil=True, allocates=False)
def _number_of(
    text: Ints, at: int, stop: int, folded: Ints, key: Any, slot: Any, entries: Ints, letters: Ints, bounds: Ints
) -> int:
    """Returns the number of a token that is long or new; new ones get the next. slot: the first empty or of its key."""
    known = bounds[0]
    begin = bounds[known + 1]
    last = _spell(text, at, stop, folded, letters, begin)
    while entries[slot]:
        if entries[slot] == key:
            number = i64(entries[slot + u64(1)])
            if _same(letters, bounds[number + 1], bounds[number + 2], begin, last):
                return number
        slot = (slot + u64(2)) & u64(len(entries) - 1)
    entries[slot], entries[slot + u64(1)] = key, u64(known)
    bounds[0], bounds[known + 2] = known + 1, last
    return int(known)


@njit(nogil=True, allocates=False)
def _key(text: Ints, at: int, stop: int, end: int, folded: Ints) -> tuple[int, int]:
    """Returns the key of the token that begins at a place, and its end.

    The key of a token of up to eight bytes is these bytes, and so unique. A number with separators ends at `stop`; a
    word ends before what is neither letter, mark nor digit, nor an apostrophe that one of them follows.
    """
    digest, word, size = u64(0), u64(0), 0
    code, kind, behind = _folded(text, at, folded)
    while True:
        if code < 0x80:
            digest, word, size = _append(digest, word, size, u64(code))
        else:
            number, packed = _encoded(code)
            for _ in range(number):
                digest, word, size = _append(digest, word, size, packed & u64(0xFF))
                packed >>= u64(8)
        at = behind
        if at == end or at == stop:  # noqa: SIM109
            break
        code, kind, behind = _folded(text, at, folded)
        if kind == OTHER and at > stop and (code != APOSTROPHE or not _follows(text, behind, end, folded)):
            break
    return (word if size <= 8 else _mixed(digest, word) | _LONG), at


@njit(nogil=True, allocates=False)
def _follows(text: Ints, at: int, end: int, folded: Ints) -> bool:
    """Whether a letter, mark or digit stands at a place."""
    return at < end and _folded(text, at, folded)[1] != OTHER


@njit(nogil=True)
def _slot(key: Any, size: int) -> Any:
    """Returns the slot at which the search for a key begins."""
    digest = (key ^ key >> u64(29)) * _FACTOR
    return (digest ^ digest >> u64(32)) & u64(size - 2)


@njit(nogil=True, allocates=False)
def _same(letters: Ints, begin: int, end: int, other: int, other_end: int) -> bool:
    if end - begin != other_end - other:
        return False
    for i in range(end - begin):  # noqa: SIM110
        if letters[u64(begin + i)] != letters[u64(other + i)]:
            return False
    return True


@njit(nogil=True)
def entered(entries: Ints, size: int) -> Ints:
    """Returns a larger hash table with the same entries."""
    larger = np.zeros(size, np.uint64)
    for place in range(0, len(entries), 2):
        if entries[place]:
            slot = _slot(entries[place], size)
            while larger[slot]:
                slot = (slot + u64(2)) & u64(size - 1)
            larger[slot], larger[slot + u64(1)] = entries[place], entries[place + 1]
    return larger


@njit(nogil=True, allocates=False)
def _folded(text: Ints, at: int, folded: Ints) -> tuple[int, int, int]:
    """Returns the folded character at a place of UTF-8, its kind, and where the next character begins."""
    code, behind = _character(text, at)
    entry = i64(folded[u64(code)])
    return entry & CODE, entry >> KIND_SHIFT, behind


@njit(nogil=True, allocates=False)
def _character(text: Ints, at: int) -> tuple[int, int]:
    """Returns the character at a place of UTF-8, and where the next one begins."""
    i = u64(at)
    first = i64(text[i])
    if first < 0x80:
        return first, at + 1
    second = i64(text[i + u64(1)]) & 0x3F
    if first < 0xE0:
        return (first & 0x1F) << 6 | second, at + 2
    third = i64(text[i + u64(2)]) & 0x3F
    if first < 0xF0:
        return (first & 0x0F) << 12 | second << 6 | third, at + 3
    fourth = i64(text[i + u64(3)]) & 0x3F
    return (first & 0x07) << 18 | second << 12 | third << 6 | fourth, at + 4


@njit(nogil=True, allocates=False)
def _spell(text: Ints, at: int, stop: int, folded: Ints, letters: Ints, begin: int) -> int:
    """Writes a token as UTF-8; returns its end."""
    while at < stop:
        code, _, at = _folded(text, at, folded)
        size, packed = _encoded(code)
        for _ in range(size):
            letters[u64(begin)] = packed & u64(0xFF)
            packed >>= u64(8)
            begin += 1
    return begin


@njit(nogil=True)
def _append(digest: Any, word: Any, size: int, byte: Any) -> tuple[Any, Any, int]:
    """Adds a byte to the hash of a token. word: its last bytes, up to eight; digest: of those before."""
    if size and size & 7 == 0:
        return _mixed(digest, word), byte << u64(56), size + 1
    return digest, word >> u64(8) | byte << u64(56), size + 1


@njit(nogil=True)
def _mixed(digest: Any, word: Any) -> Any:
    digest = (digest ^ word) * _FACTOR
    return digest ^ digest >> u64(32)


@njit(nogil=True)
def _encoded(code: int) -> tuple[int, Any]:
    """Returns the number of bytes of a character in UTF-8, and the bytes, the first in the lowest bits."""
    if code < 0x80:
        return 1, u64(code)
    low = u64(0x80 | code & 0x3F)
    if code < 0x800:
        return 2, u64(0xC0 | code >> 6) | low << u64(8)
    middle = u64(0x80 | code >> 6 & 0x3F)
    if code < 0x10000:
        return 3, u64(0xE0 | code >> 12) | middle << u64(8) | low << u64(16)
    return 4, u64(0xF0 | code >> 18) | u64(0x80 | code >> 12 & 0x3F) << u64(8) | middle << u64(16) | low << u64(24)
