"""The inner loops over names, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.runtime.compiled import njit
from tweetctx.text.names.letters import (
    APOSTROPHE,
    BREAK,
    CAPITAL,
    CAPITALS,
    COMMA,
    DIGIT,
    LOWER,
    MARK,
    MIXED,
    NO_CASE,
    SEPARATOR,
    SINGLE,
    SMALL,
    SPACE,
    UPPER,
)

LONGEST_RUN: Final = 7  # tokens
_ABBREVIATED: Final = 3  # letters; a full stop after a capitalized word as short ends no sentence: St. Louis, J. Edgar

_U64 = np.uint64
_BLANK, _DOT, _COMMA, _NEWLINE, _AND = 0x20, 0x2E, 0x2C, 0x0A, 0x26
_BREAKS = np.array([ord(c) for c in '!?:;\n\r\t"“”„«»…()[]{}|<>=—•'], np.uint32)


@njit()
def find_tokens(
    codes: NDArray[np.uint32],
    kinds: NDArray[np.uint8],
    values: NDArray[np.uint64],
    powers: NDArray[np.uint64],
    ampersand: NDArray[np.uint64],
) -> Any:
    """Finds the tokens of a text: returns their starts, ends, hashes, powers, letters, cases and gaps, each (tokens,).

    codes: code points; kinds, values, powers: the tables of Letters. ampersand: hash and power of "and", which an
    ampersand between spaces is.
    """
    size = len(codes)
    starts, ends = np.empty(size, np.int32), np.empty(size, np.int32)
    hashes, spans = np.empty(size, np.uint64), np.empty(size, np.uint64)
    letters, cases, gaps = np.empty(size, np.uint8), np.empty(size, np.uint8), np.empty(size, np.uint8)
    count, at, gap = 0, 0, BREAK
    while at < size:
        kind = _kind(codes, at, kinds)
        if kind in (SEPARATOR, MARK, APOSTROPHE):
            if codes[at] == _AND and 0 < at < size - 1 and codes[at - 1] == 32 and codes[at + 1] == 32:
                starts[count], ends[count] = at, at + 1
                hashes[count], spans[count] = ampersand[0], ampersand[1]
                letters[count], cases[count], gaps[count] = 3, SMALL, gap
                count, gap = count + 1, SPACE
            elif codes[at] != _BLANK:
                short = count > 0 and ends[count - 1] == at and _is_short(letters[count - 1], cases[count - 1])
                gap = _widened(gap, codes, at, kinds, short)
            at += 1
            continue
        # A token begins here.
        begin = at
        value, power = _U64(0), _U64(1)
        length, upper, lower = 0, 0, 0
        first_upper = kind == UPPER
        while at < size:
            kind = _kind(codes, at, kinds)
            if LOWER <= kind <= DIGIT:
                value = value * powers[codes[at]] + values[codes[at]]
                power = power * powers[codes[at]]
                length += 1
                upper += kind == UPPER
                lower += kind == LOWER
                at += 1
            elif kind == MARK:
                at += 1
            elif kind == SEPARATOR:
                after = _past_dot(codes, begin, at, kinds)
                if after < 0:
                    break
                at = after
            elif kind == APOSTROPHE:
                after = _kind(codes, at + 1, kinds)
                if after in (SEPARATOR, APOSTROPHE, SINGLE) or _is_possessive(codes, at, kinds):
                    break
                at += 1
            elif at > begin:
                break
            else:
                value, power, length, at = values[codes[at]], powers[codes[at]], 1, at + 1
                while _kind(codes, at, kinds) == MARK:
                    at += 1
                break
        starts[count], ends[count], hashes[count], spans[count] = begin, at, value, power
        letters[count], cases[count], gaps[count] = min(length, 255), _case(upper, lower, first_upper), gap
        count += 1
        gap = SPACE
        if _kind(codes, at, kinds) == APOSTROPHE:
            at += 2 if _is_possessive(codes, at, kinds) else 1
    return starts[:count], ends[:count], hashes[:count], spans[:count], letters[:count], cases[:count], gaps[:count]


@njit(allocates=False, inlined=True)
def _kind(codes: NDArray[np.uint32], at: int, kinds: NDArray[np.uint8]) -> int:
    """The class of a code point; SEPARATOR after the last."""
    return int(kinds[codes[at]]) if at < len(codes) and codes[at] < len(kinds) else SEPARATOR


@njit(allocates=False)
def _is_short(letters: int, case: int) -> bool:
    """Whether a full stop after a token marks an abbreviation, not the end of a sentence."""
    return letters <= _ABBREVIATED and (case == CAPITAL or (case == CAPITALS and letters < 3))


@njit(allocates=False)
def _widened(gap: int, codes: NDArray[np.uint32], at: int, kinds: NDArray[np.uint8], short: bool) -> int:
    """The gap between two tokens, with a character in it. short: whether it follows an abbreviation."""
    if codes[at] == _COMMA:
        return max(gap, COMMA)
    if codes[at] == _DOT:
        return BREAK if _kind(codes, at + 1, kinds) == SEPARATOR and not short else gap
    for mark in _BREAKS:
        if codes[at] == mark and _kind(codes, at, kinds) == SEPARATOR:
            return BREAK
    return gap


@njit(allocates=False)
def _past_dot(codes: NDArray[np.uint32], begin: int, at: int, kinds: NDArray[np.uint8]) -> int:
    """Where an abbreviation continues after a dot, as in U.S. or J. K.; -1 if no dot joins letters there."""
    if codes[at] != _DOT or _kind(codes, at - 1, kinds) not in (UPPER, LOWER):
        return -1
    joins = at == begin + 1 or (at >= begin + 2 and (codes[at - 2] == _DOT or codes[at - 2] == _BLANK))
    spaced = at + 1 < len(codes) and codes[at + 1] == _BLANK
    after = at + 2 if spaced else at + 1
    kind = _kind(codes, after, kinds)
    if not joins or kind not in (UPPER, LOWER) or (spaced and kind != UPPER):
        return -1
    dotted = after + 1 < len(codes) and codes[after + 1] == _DOT
    last = not spaced and _kind(codes, after + 1, kinds) == SEPARATOR
    return after if dotted or last else -1


@njit(allocates=False)
def _is_possessive(codes: NDArray[np.uint32], at: int, kinds: NDArray[np.uint8]) -> bool:
    """Whether an apostrophe and an s end a word; they do not belong to a name."""
    letter = at + 1 < len(codes) and codes[at + 1] in (115, 83)
    return bool(letter) and _kind(codes, at + 2, kinds) in (SEPARATOR, APOSTROPHE)


@njit(allocates=False)
def _case(upper: int, lower: int, first_upper: bool) -> int:
    """How a token is written, by its numbers of upper and lower letters."""
    if upper == 0:
        return SMALL if lower else NO_CASE
    if lower == 0:
        return CAPITALS if upper > 1 else CAPITAL
    return CAPITAL if first_upper and upper == 1 else MIXED


@njit()
def mixed(value: Any) -> Any:
    """Spreads the bits of a hash (the finalizer of SplitMix64, Steele et al. 2014)."""
    value = (value ^ (value >> _U64(30))) * _U64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> _U64(27))) * _U64(0x94D049BB133111EB)
    return value ^ (value >> _U64(31))


@njit(allocates=False)
def span_key(hashes: Any, spans: Any, letters: Any, first: int, last: int) -> int:
    """The key of tokens `first` to `last` (excluded): 40 bits of the letters, and 8 of where they are parted."""
    value, parted = _U64(0), _U64(0)
    for token in range(first, last):
        value = value * spans[token] + hashes[token]
        if token + 1 < last:
            parted = parted * _U64(31) + _U64(letters[token])
    check = _U64(0) if last - first == 1 else _U64(1) + mixed(parted) % _U64(255)
    key: int = ((mixed(value) >> _U64(24)) << _U64(8)) | check
    return key


@njit()
def all_spans(hashes: Any, spans: Any, letters: Any, gaps: Any, longest: int) -> Any:
    """The keys, first tokens and ends of all spans of up to `longest` tokens without a break inside."""
    tokens, count = len(hashes), 0
    keys = np.empty(tokens * longest, np.uint64)
    firsts, lasts = np.empty(tokens * longest, np.int32), np.empty(tokens * longest, np.int32)
    for first in range(tokens):
        for last in range(first + 1, min(first + longest, tokens) + 1):
            if last - first > 1 and gaps[last - 1] == BREAK:
                break
            keys[count] = span_key(hashes, spans, letters, first, last)
            firsts[count], lasts[count] = first, last
            count += 1
    return keys[:count].copy(), firsts[:count].copy(), lasts[:count].copy()


@njit()
def _among(value: Any, sorted_values: Any) -> bool:
    i = np.searchsorted(sorted_values, value)
    return bool(i < len(sorted_values) and sorted_values[i] == value)


@njit()
def find_runs(hashes: Any, spans: Any, letters: Any, cases: Any, gaps: Any, connectors: Any, stops: Any) -> Any:
    """The keys of the names in a running text, one for every time one occurs, and the first token of each.

    A name is a run of capitalized tokens; up to two `connectors` may stand inside (the Bank of England), and then the
    parts are names too. Numbers belong to it if they do not begin it. Of a run that begins a sentence, the first token
    counts only if it is no stop word and more follow. Two names with a comma between are one more (Paris, Texas).
    connectors, stops: hashes of tokens, ascending.
    """
    tokens = len(hashes)
    keys = np.empty(4 * tokens + 4, np.uint64)
    firsts = np.empty(4 * tokens + 4, np.int32)
    count = 0
    first = 0
    before_first = before_last = -1  # the last part of the run before, for names with a comma
    while first < tokens:
        if not (cases[first] >= CAPITAL):
            first += 1
            continue
        opens = gaps[first] == BREAK
        last = first + 1
        piece = first
        end = head_end = last
        split = False
        while last < tokens and last - first < LONGEST_RUN:
            if gaps[last] != SPACE:
                break
            if cases[last] >= CAPITAL or (cases[last] == NO_CASE and letters[last] <= 4):
                last += 1
                end = last
                continue
            inside = last
            while (
                inside < tokens and inside - last < 2 and gaps[inside] == SPACE and _among(hashes[inside], connectors)
            ):
                inside += 1
            if inside == last or inside >= tokens or gaps[inside] != SPACE or cases[inside] < CAPITAL:
                break
            # A part ends before the connector.
            if not (opens and piece == first and last - piece == 1):
                keys[count], firsts[count] = span_key(hashes, spans, letters, piece, last), piece
                count += 1
            if not split:
                head_end = last
            piece, split = inside, True
            last = inside + 1
            end = last
        begin = first
        while begin < end and (opens or end - begin == 1) and _among(hashes[begin], stops) and cases[begin] != CAPITALS:
            begin += 1
            opens = False
            if begin < end and cases[begin] < CAPITAL:
                begin = end
        if begin < end and not (opens and end - begin == 1 and cases[begin] == CAPITAL):
            keys[count], firsts[count] = span_key(hashes, spans, letters, begin, end), begin
            count += 1
        if split and piece > begin:
            keys[count], firsts[count] = span_key(hashes, spans, letters, piece, end), piece
            count += 1
        if piece < begin:
            piece = begin
        if before_last == first and gaps[first] == COMMA and count < len(keys) - 2:
            stop = head_end if split else end
            keys[count], firsts[count] = span_key(hashes, spans, letters, before_first, stop), before_first
            count += 1
        before_first, before_last = (piece, end) if piece < end else (-1, -1)
        first = end
    return keys[:count].copy(), firsts[:count].copy()


@njit()
def row_keys(hashes: Any, spans: Any, letters: Any, offsets: Any) -> Any:
    """The key of each row of tokens, shape (rows,); 0 for an empty one. offsets: shape (rows + 1,)."""
    keys = np.zeros(len(offsets) - 1, np.uint64)
    for row in range(len(keys)):
        if offsets[row + 1] > offsets[row]:
            keys[row] = span_key(hashes, spans, letters, offsets[row], offsets[row + 1])
    return keys


@njit()
def part_keys(hashes: Any, spans: Any, letters: Any, offsets: Any) -> Any:
    """The keys of what rows of tokens begin and end with, and the row of each: neither a whole row nor nothing."""
    size = 2 * len(hashes) + 1
    keys, rows = np.empty(size, np.uint64), np.empty(size, np.int64)
    count = 0
    for row in range(len(offsets) - 1):
        first, last = offsets[row], offsets[row + 1]
        for middle in range(first + 1, last):
            keys[count], rows[count] = span_key(hashes, spans, letters, first, middle), row
            keys[count + 1], rows[count + 1] = span_key(hashes, spans, letters, middle, last), row
            count += 2
    return keys[:count].copy(), rows[:count].copy()


@njit()
def pair_keys(keys: Any, integers: Any) -> Any:
    """A hash of each key and its integer, shape (N,)."""
    out = np.empty(len(keys), np.uint64)
    for i in range(len(keys)):
        out[i] = mixed(keys[i] * _U64(0x9E3779B97F4A7C15) + _U64(integers[i]))
    return out


@njit(allocates=False)
def _slot(table: Any, keys: Any, key: Any) -> int:
    """Where a key is in a hash table of rows of `keys`, counted from 1, or would be, which holds 0.

    table: shape (2^n,), larger than the number of rows.
    """
    mask = _U64(len(table) - 1)
    slot: Any = key >> _U64(8) & mask
    while table[slot] and keys[table[slot] - 1] != key:
        slot = (slot + _U64(1)) & mask
    found: int = slot
    return found


@njit()
def _table_of(keys: Any) -> Any:
    """A hash table of some keys, with room for as many more; of equal ones it has the last."""
    size = 1 << 10
    while size < 4 * len(keys):
        size *= 2
    table = np.zeros(size, np.int32)
    for row in range(len(keys)):
        table[_slot(table, keys, keys[row])] = row + 1
    return table


@njit()
def count_groups(keys: Any, groups: Any) -> Any:
    """The distinct keys, and in how many groups each occurs. groups: of each key, numbered from 0."""
    ends = np.zeros(1 + groups.max() if len(groups) else 1, np.int64)
    for group in groups:
        ends[group] += 1
    ends = np.cumsum(ends)
    order = np.empty(len(keys), np.int64)  # by group, from the last
    for i in range(len(keys)):
        ends[groups[i]] -= 1
        order[ends[groups[i]]] = i
    found, counts, last = np.empty(len(keys), np.uint64), np.zeros(len(keys), np.int64), np.empty(len(keys), np.int64)
    size = 0
    table = _table_of(found[:size])
    for item in order:
        if 2 * size == len(table):
            table = _table_of(found[:size])
        slot = _slot(table, found, keys[item])
        row = table[slot] - 1
        if row < 0:
            table[slot], found[size] = size + 1, keys[item]
            row = size
            size += 1
        if not counts[row] or last[row] != groups[item]:
            counts[row] += 1
            last[row] = groups[item]
    return found[:size].copy(), counts[:size].copy()


@njit()
def count_keys(wanted: Any, keys: Any) -> Any:
    """How often each wanted key is among some keys, in the shape of `wanted`."""
    table = _table_of(wanted)
    counts = np.zeros(len(wanted), np.int64)
    for key in keys:
        row = table[_slot(table, wanted, key)]
        if row:
            counts[row - 1] += 1
    for i in range(len(wanted)):
        counts[i] = counts[table[_slot(table, wanted, wanted[i])] - 1]
    return counts


@njit()
def word_keys(hashes: Any) -> Any:
    """The keys of single tokens, in their shape."""
    out = np.empty(len(hashes), np.uint64)
    for i in range(len(hashes)):
        out[i] = (mixed(hashes[i]) >> _U64(24)) << _U64(8)
    return out
