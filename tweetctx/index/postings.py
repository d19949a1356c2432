"""Posting lists as they are stored: which passages hold a term, and how often.

A list of n postings is a run of varints in a file of bytes: n; if n ≥ 128, the place of its blocks in a file of
32-bit words and their size in words; then the n % 128 postings behind its blocks. A varint holds 7 bits a byte, the
lowest first; the highest bit is set in all of its bytes but the last.

The n // 128 blocks of a list begin with two words for each: its last passage; and its place (27 bits, in words from
behind these headers) with a width (5 bits). Then come, for each block, its 128 gaps, packed with as many bits as the
largest needs: value i stands in lane i % 4 of row i // 4, and four lanes fill side by side, so that a processor can
unpack a row at once (SIMD-BP128 of Lemire and Boytsov 2015). Behind them, in halves of words, stand how many of the
counts are above 1, and for each of these its place in the block (7 bits) below the count less 2 (9 bits); a count that
these do not hold fills them with ones and follows in two halves.

A gap is the distance from the posting before, less 1; before the first stands passage −1. Behind the blocks a posting
is its gap times 2, plus 1 if its count is above 1; that count less 2 follows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Ints, ranges

BLOCK = 128  # postings
LANES = 4
WIDTH_BITS = 5  # of a width
PLACE_BITS = 7  # of a place in a block
LARGE = (1 << 16 - PLACE_BITS) - 1  # from it on, a count less 2 is written behind

Words = NDArray[np.uint32]
Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]


def encode(passages: Ints, counts: Ints, lengths: Ints, place: int) -> tuple[Bytes, Longs, Words]:
    """The bytes of some lists, one after the other, how many each has, and the words of all their blocks.

    passages, counts: of all postings, shape (n,), the passages of a list ascending, counts from 1. lengths: how many
    postings each list has, shape (lists,). place: where in the file of words the words will stand.
    """
    starts = np.cumsum(lengths) - lengths
    after = passages.astype(np.int64)
    gaps: Longs = after - np.append(-1, after[:-1]) - 1
    first = starts[lengths > 0]
    gaps[first] = passages[first]
    extra = counts.astype(np.int64) - 1
    words, block_places = _encode_blocks(passages, gaps, extra, starts, lengths.astype(np.int64) // BLOCK)
    has_blocks = lengths >= BLOCK
    tail_lengths = lengths % BLOCK
    tail = ranges(starts + lengths - tail_lengths, tail_lengths)
    many = extra[tail] > 0
    values, sizes = _with_counts(gaps[tail] * 2 + many, extra[tail] - 1, many, tail_lengths)
    head = np.where(has_blocks, 3, 1)
    stream = np.empty(int(head.sum()) + len(values), np.int64)
    heads = np.cumsum(head + sizes) - head - sizes
    stream[heads] = lengths
    stream[heads[has_blocks] + 1] = place + block_places[has_blocks]
    stream[heads[has_blocks] + 2] = np.diff(np.append(block_places, len(words)))[has_blocks]
    stream[ranges(heads + head, sizes)] = values
    coded, lengths_coded = varints(stream)
    ends = np.concatenate([[0], np.cumsum(lengths_coded)])
    bounds = np.append(heads, len(stream))
    return coded, np.diff(ends[bounds]), words


def _with_counts(values: Longs, extras: Longs, many: NDArray[np.bool_], lengths: Ints) -> tuple[Longs, Longs]:
    """Each extra behind its value where there is one; and how many numbers each list has then."""
    at = np.arange(len(values)) + np.cumsum(many) - many
    out = np.empty(len(values) + int(many.sum()), np.int64)
    out[at] = values
    out[at[many] + 1] = extras[many]
    before = np.concatenate([[0], np.cumsum(many)])
    ends = np.cumsum(lengths)
    return out, lengths + before[ends] - before[ends - lengths]


def varints(values: Longs) -> tuple[Bytes, Longs]:
    """Values from 0 as varints, and the size of each in bytes."""
    size = np.ones(len(values), np.int64)
    for bits in range(7, 63, 7):
        larger = values >> bits > 0
        if not larger.any():
            break
        size += larger
    starts = np.cumsum(size) - size
    out = np.empty(int(size.sum()), np.uint8)
    for place in range(int(size.max(initial=0))):
        here = size > place
        more = (size[here] > place + 1).astype(np.uint8) << 7
        out[starts[here] + place] = (values[here] >> 7 * place & 127).astype(np.uint8) | more
    return out, size


def _encode_blocks(passages: Ints, gaps: Longs, extra: Longs, starts: Longs, full: Longs) -> tuple[Words, Longs]:
    """The words of all blocks, and where those of each list begin."""
    of_list = np.repeat(np.arange(len(full)), full)
    number = np.arange(len(of_list)) - np.repeat(np.cumsum(full) - full, full)
    rows = (starts[of_list] + number * BLOCK)[:, None] + np.arange(BLOCK)
    widths, packed = _packed(gaps[rows])
    halves, half_sizes = _many(extra[rows])
    sizes = LANES * widths + half_sizes // 2
    data = np.cumsum(sizes) - sizes  # of the words behind all headers, had they no headers between them
    first = np.cumsum(full) - full
    data_of_list = np.append(data, sizes.sum())[first]
    places = data_of_list + 2 * first
    words = np.empty(len(packed) + len(halves) // 2 + 2 * len(of_list), np.uint32)
    header = places[of_list] + 2 * number
    words[header] = passages[rows[:, -1]]
    words[header + 1] = data - data_of_list[of_list] << WIDTH_BITS | widths
    body = header + 2 * (full[of_list] - number) + data - data_of_list[of_list]
    words[ranges(body, LANES * widths)] = packed
    words[ranges(body + LANES * widths, half_sizes // 2)] = halves.view(np.uint32)
    return words, places


def _many(rows: Longs) -> tuple[NDArray[np.uint16], Longs]:
    """What is written of the counts above 1, less 1, of blocks: halves of words, an even number for each."""
    block, place = np.nonzero(rows)
    value = rows[block, place] - 1
    large = value >= LARGE
    taken = np.where(large, 3, 1)
    many = np.bincount(block, minlength=len(rows))
    used = 1 + np.bincount(block, weights=taken, minlength=len(rows)).astype(np.int64)
    sizes = used + used % 2
    starts = np.cumsum(sizes) - sizes
    out = np.zeros(int(sizes.sum()), np.uint16)
    out[starts] = many
    before = np.cumsum(taken) - taken
    at = starts[block] + 1 + before - np.append(before, 0)[(np.cumsum(many) - many)[block]]
    out[at] = np.minimum(value, LARGE) << PLACE_BITS | place
    out[at[large] + 1], out[at[large] + 2] = value[large] & 0xFFFF, value[large] >> 16
    return out, sizes


def _packed(rows: Longs) -> tuple[Longs, Words]:
    """The width of each block's largest value in bits, shape (blocks,), and the words of all blocks."""
    widths = np.ceil(np.log2(rows.max(axis=1, initial=0) + 1)).astype(np.int64)
    ends = np.cumsum(LANES * widths)
    out = np.empty(int(ends[-1]) if len(ends) else 0, np.uint32)
    for width in np.unique(widths[widths > 0]).tolist():
        chosen = np.flatnonzero(widths == width)
        lanes = rows[chosen].reshape(-1, BLOCK // LANES, LANES).astype(np.uint64)
        words = np.zeros((len(chosen), width + 1, LANES), np.uint64)
        for row in range(BLOCK // LANES):
            word, shift = divmod(row * width, 32)
            shifted = lanes[:, row] << np.uint64(shift)
            words[:, word] |= shifted & np.uint64(0xFFFFFFFF)
            words[:, word + 1] |= shifted >> np.uint64(32)
        place = ends[chosen] - LANES * width
        out[place[:, None] + np.arange(LANES * width)] = words[:, :width].reshape(len(chosen), -1).astype(np.uint32)
    return widths, out
