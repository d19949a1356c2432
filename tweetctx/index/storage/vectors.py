"""Steps of the search that a processor does for many numbers at once. Import this late: it loads numba.

A compiler cannot find them in loops over arrays that might overlap, so they are written in its own instructions, with
vectors that it maps to those of any processor. They take arrays without gaps, and trust the places in them. Written as
compiled loops they make the retrieval of 20 passages among 1.5 million take 2.5 to 2.9 ms instead of 0.9 to 1.2, and a
context 11.3 ms instead of 7.7 to 9.2 (medians of 300 tweets).
"""

# ruff: noqa: ARG001 -- an intrinsic names what it is called with, and need not use its types
from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tweetctx.index.storage.postings import BLOCK, LANES

MASK = 64  # numbers that are compared at a time
STRIDE = 256  # numbers that are looked at and cleared at a time

_I16, _I32, _I64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_ROW, _NUMBERS = ir.VectorType(_I32, LANES), ir.VectorType(_I16, 16)

# Neither library says what its own types are.
Value = Any  # what a builder makes: a number or vector of the compiled code
Generator = Callable[[Any, Any, Any, Any], Value]  # of the code, from context, builder, signature and arguments
_instruction = cast("Callable[[Callable[..., tuple[Any, Generator]]], Any]", intrinsic)


def _splat(builder: Any, value: Value, vector: Any) -> Value:
    """A vector of one value."""
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(_I32, 0))
    everywhere = ir.Constant(ir.VectorType(_I32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(single, ir.Constant(vector, ir.Undefined), everywhere)


def _address(context: Any, builder: Any, kind: Any, array: Value, at: Value, vector: Any) -> Value:
    """The address of a vector that begins at a place of an array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


def _row(values: list[int]) -> Value:
    return ir.Constant(_ROW, values)


@_instruction
def unpack_passages(
    _context: Any, words: Any, at: Any, width: Any, before: Any, passages: Any
) -> tuple[Any, Generator]:
    """Unpacks the BLOCK passages of a block.

    The block's packed gaps, of 1 to 31 bits each, stand from words[at] on; before: the passage before the block, or −1.
    passages: shape (at least BLOCK,), 32-bit numbers, which are set.
    """
    signature = types.void(words, types.int64, types.int64, types.int64, passages)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        words, at, width, before, passages = arguments
        source = _address(context, builder, signature.args[0], words, at, _ROW)
        target = _address(context, builder, signature.args[4], passages, _I64(0), _ROW)
        done = builder.append_basic_block("done")
        rows = _Rows(builder, source, width, before)
        builder.store(rows.passages, builder.gep(target, [rows.row]), align=4)
        builder.cbranch(rows.following(), rows.loop, done)
        builder.position_at_end(done)
        return context.get_dummy_value()

    return signature, generate


@_instruction
def place_of_passage(
    _context: Any, words: Any, at: Any, width: Any, before: Any, passage: Any
) -> tuple[Any, Generator]:
    """The place of a passage in a block, or −1.

    The block is as above, and ends with no passage before this one.
    """
    signature = types.int64(words, types.int64, types.int64, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        words, at, width, before, passage = arguments
        source = _address(context, builder, signature.args[0], words, at, _ROW)
        wanted = _splat(builder, builder.trunc(passage, _I32), _ROW)
        found, done = builder.append_basic_block("found"), builder.append_basic_block("done")
        rows = _Rows(builder, source, width, before)
        reached = builder.icmp_signed(">=", rows.passages, wanted)
        ends = builder.extract_element(reached, _I32(LANES - 1))
        rows.following()
        builder.cbranch(ends, found, rows.loop)
        builder.position_at_end(found)
        lanes = ir.IntType(LANES)
        equal = builder.bitcast(builder.icmp_signed("==", rows.passages, wanted), lanes)
        lane = builder.zext(builder.cttz(equal, ir.Constant(ir.IntType(1), 0)), _I64)
        place = builder.add(builder.mul(rows.row, _I64(LANES)), lane)
        is_there = builder.icmp_unsigned("!=", equal, lanes(0))
        builder.branch(done)
        builder.position_at_end(done)
        return builder.select(is_there, place, _I64(-1))

    return signature, generate


class _Rows:
    """The rows of a block's passages, one each time round a loop.

    Its builder is in the loop when it is made; `loop` is where the loop begins, `row` counts from 0.
    """

    def __init__(self, builder: Any, source: Value, width: Value, before: Value) -> None:
        self._builder, self._width = builder, width
        mask = builder.sub(builder.shl(_I64(1), width), _I64(1))
        mask = _splat(builder, builder.trunc(mask, _I32), _ROW)
        first = _splat(builder, builder.trunc(before, _I32), _ROW)
        entry, self.loop = builder.block, builder.append_basic_block("row")
        builder.branch(self.loop)
        builder.position_at_end(self.loop)
        self.row, self._bit, self._last = builder.phi(_I64), builder.phi(_I64), builder.phi(_ROW)
        for name, value in ((self.row, _I64(0)), (self._bit, _I64(0)), (self._last, first)):
            name.add_incoming(value, entry)
        self._sums = builder.add(_sums(builder, builder.and_(self._shifted(source), mask)), _row([1, 2, 3, 4]))
        self.passages = builder.add(self._sums, self._last)

    def _shifted(self, source: Value) -> Value:
        """The gaps of the row, and above them what stands there."""
        builder = self._builder
        shift = builder.trunc(builder.and_(self._bit, _I64(31)), _I32)
        end = builder.sub(builder.add(self._bit, self._width), _I64(1))
        low, high = (
            builder.load(builder.gep(source, [builder.lshr(bit, _I64(5))]), align=4) for bit in (self._bit, end)
        )
        # What of the word goes on in the next comes from there; if nothing does, this is the same word, and what of it
        # is moved up stands above the gap.
        low = builder.lshr(low, _splat(builder, shift, _ROW))
        high = builder.shl(builder.shl(high, _row([1] * LANES)), _splat(builder, builder.xor(shift, _I32(31)), _ROW))
        return builder.or_(low, high)

    def following(self) -> Value:
        """Counts a row; whether there is another."""
        builder = self._builder
        row = builder.add(self.row, _I64(1))
        self.row.add_incoming(row, self.loop)
        self._bit.add_incoming(builder.add(self._bit, self._width), self.loop)
        # Not the last of the passages: a row need only wait for a sum of the one before, not for its order of lanes.
        distance = builder.shuffle_vector(self._sums, self._sums, _row([LANES - 1] * LANES))
        self._last.add_incoming(builder.add(self._last, distance), self.loop)
        return builder.icmp_unsigned("<", row, _I64(BLOCK // LANES))


def _sums(builder: Any, values: Value) -> Value:
    """The sums of each number and those before it."""
    for step in (1, 2):
        moved = [max(lane - step + 1, 0) and LANES + lane - step for lane in range(LANES)]
        values = builder.add(values, builder.shuffle_vector(_row([0] * LANES), values, _row(moved)))
    return values


@_instruction
def reaches(_context: Any, values: Any, first: Any, least: Any) -> tuple[Any, Generator]:
    """Whether any of STRIDE 16-bit numbers from values[first] on is not below `least`."""
    signature = types.boolean(values, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        values, first, least = arguments
        source = _address(context, builder, signature.args[0], values, first, _NUMBERS)
        largest = ir.Constant(_NUMBERS, [0] * _NUMBERS.count)
        for part in range(STRIDE // _NUMBERS.count):
            numbers = builder.load(builder.gep(source, [_I64(part)]), align=2)
            largest = builder.select(builder.icmp_unsigned(">", numbers, largest), numbers, largest)
        border = _splat(builder, builder.trunc(least, _I16), _NUMBERS)
        reached = builder.bitcast(builder.icmp_unsigned(">=", largest, border), _I16)
        return builder.icmp_unsigned("!=", reached, _I16(0))

    return signature, generate


@_instruction
def reaching(_context: Any, values: Any, first: Any, least: Any) -> tuple[Any, Generator]:
    """Which of MASK 16-bit numbers from values[first] on are not below `least`.

    A 64-bit number, in whose lowest bit the first stands.
    """
    signature = types.uint64(values, types.int64, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        values, first, least = arguments
        source = _address(context, builder, signature.args[0], values, first, _NUMBERS)
        border = _splat(builder, builder.trunc(least, _I16), _NUMBERS)
        mask = _I64(0)
        for part in range(MASK // _NUMBERS.count):
            row = builder.load(builder.gep(source, [_I64(part)]), align=2)
            reached = builder.bitcast(builder.icmp_unsigned(">=", row, border), _I16)
            mask = builder.or_(mask, builder.shl(builder.zext(reached, _I64), _I64(16 * part)))
        return mask

    return signature, generate


@_instruction
def clear(_context: Any, values: Any, first: Any) -> tuple[Any, Generator]:
    """Sets STRIDE 16-bit numbers from values[first] on to 0."""
    signature = types.void(values, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        values, first = arguments
        target = _address(context, builder, signature.args[0], values, first, _NUMBERS)
        for part in range(STRIDE // _NUMBERS.count):
            builder.store(ir.Constant(_NUMBERS, [0] * _NUMBERS.count), builder.gep(target, [_I64(part)]), align=2)
        return context.get_dummy_value()

    return signature, generate


@_instruction
def lowest_bit(_context: Any, mask: Any) -> tuple[Any, Generator]:
    """The place of the lowest bit of a 64-bit number that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate
