"""Steps of the search that a processor does for many numbers at once. Import this late: it loads numba.

A compiler finds few of them in loops over arrays that might overlap, so they are written in its own instructions, with
vectors that it maps to those of any processor. They take arrays without gaps, and trust the offsets in them. Written as
loops over indexes without a sign, of which it finds most, the ranking of 1.5 million passages takes 0.55 ms instead of
0.40 for the best 100 and 1.14 instead of 0.82 for 1,000, and a context 4 % more (medians of 300 tweets).
"""

# ruff: noqa: ARG001 -- an intrinsic names what it is called with, and need not use its types
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tweetctx.index.storage.layout import BLOCK, LANES

ROWS = 4  # that are unpacked at a time
MASK = 64  # numbers that are compared at a time
STRIDE = 256  # numbers that are looked at and cleared at a time
LINE = 16  # 32-bit words that a cache loads at a time

_I8, _I16, _I32, _I64 = ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.IntType(64)
_ROW, _PART, _NUMBERS = ir.VectorType(_I32, LANES), ir.VectorType(_I32, ROWS * LANES), ir.VectorType(_I16, 16)

# Neither library says what its own types are.
Value = Any  # what a builder makes: a number or vector of the compiled code
Generator = Callable[[Any, Any, Any, Any], Value]  # of the code, from context, builder, signature and arguments
_instruction = cast("Callable[[Callable[..., tuple[Any, Generator]]], Any]", intrinsic)


def _splat(builder: Any, number: Value, vector: Any = _PART) -> Value:
    """The lowest bits of a number in all lanes of a vector."""
    nothing = ir.Constant(vector, ir.Undefined)
    single = builder.insert_element(nothing, builder.trunc(number, vector.element), _I32(0))
    return builder.shuffle_vector(single, nothing, ir.Constant(ir.VectorType(_I32, vector.count), [0] * vector.count))


def _address(context: Any, builder: Any, kind: Any, array: Value, at: Value, vector: Any) -> Value:
    """The address of a vector that begins at an offset of an array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), vector.as_pointer())


def _part(values: Sequence[int]) -> Value:
    return ir.Constant(_PART, list(values))


@_instruction
def unpack_passages(
    _context: Any, words: Any, at: Any, width: Any, before: Any, passages: Any
) -> tuple[Any, Generator]:
    """Unpacks the BLOCK passages of a block, a part of some rows each time round a loop.

    The block's packed gaps, of 1 to 31 bits each, stand from words[at] on; before: the passage before the block, or −1.
    passages: shape (at least BLOCK,), 32-bit numbers, which are set.
    """
    signature = types.void(words, types.int64, types.int64, types.int64, passages)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        words, at, width, before, passages = arguments
        source = _address(context, builder, signature.args[0], words, at, _ROW)
        target = _address(context, builder, signature.args[4], passages, _I64(0), _PART)
        mask = _splat(builder, builder.sub(builder.shl(_I64(1), width), _I64(1)))
        rows = builder.mul(_splat(builder, width), _part([i // LANES for i in range(_PART.count)]))
        first = _splat(builder, before)
        entry, loop, done = builder.block, builder.append_basic_block("part"), builder.append_basic_block("done")
        builder.branch(loop)
        builder.position_at_end(loop)
        number, bit, last = builder.phi(_I64), builder.phi(_I64), builder.phi(_PART)
        gaps = builder.and_(_gaps(builder, source, bit, width, rows), mask)
        sums = builder.add(_sums(builder, gaps), _part(range(1, _PART.count + 1)))
        builder.store(builder.add(sums, last), builder.gep(target, [number]), align=4)
        # Not the last of the passages: a part need only wait for a sum of the one before, not for its order.
        distance = builder.shuffle_vector(sums, sums, _part([_PART.count - 1] * _PART.count))
        for name, begin, following in (
            (number, _I64(0), builder.add(number, _I64(1))),
            (bit, _I64(0), builder.add(bit, builder.mul(width, _I64(ROWS)))),
            (last, first, builder.add(last, distance)),
        ):
            name.add_incoming(begin, entry)
            name.add_incoming(following, loop)
        builder.cbranch(builder.icmp_unsigned("<", number, _I64(BLOCK // _PART.count - 1)), loop, done)
        builder.position_at_end(done)
        return context.get_dummy_value()

    return signature, generate


def _gaps(builder: Any, source: Value, bit: Value, width: Value, rows: Value) -> Value:
    """The gaps of a part whose first row begins at a bit; the bits above each gap belong to others.

    rows: by how many bits later each row begins.
    """
    shift = builder.and_(builder.add(_splat(builder, bit), rows), _part([31] * _PART.count))
    lows: list[Value] = []
    highs: list[Value] = []
    begin = bit
    for _ in range(ROWS):
        end = builder.add(begin, width)
        for words, at in ((lows, begin), (highs, builder.sub(end, _I64(1)))):
            words.append(builder.load(builder.gep(source, [builder.lshr(at, _I64(5))]), align=4))
        begin = end
    # What of the word goes on in the next comes from there; if nothing does, this is the same word, and what of it is
    # moved up stands above the gap.
    low = builder.lshr(_joined(builder, lows), shift)
    high = builder.shl(_joined(builder, highs), _part([1] * _PART.count))
    return builder.or_(low, builder.shl(high, builder.xor(shift, _part([31] * _PART.count))))


def _joined(builder: Any, vectors: Sequence[Value]) -> Value:
    """The numbers of some vectors, one behind the other."""
    while len(vectors) > 1:
        order = list(range(2 * vectors[0].type.count))
        order_of_both = ir.Constant(ir.VectorType(_I32, len(order)), order)
        pairs = zip(vectors[::2], vectors[1::2], strict=True)
        vectors = [builder.shuffle_vector(one, other, order_of_both) for one, other in pairs]
    return vectors[0]


def _sums(builder: Any, values: Value) -> Value:
    """The sums of each number of a part and those before it."""
    size = _PART.count
    for step in (1, 2, 4, 8):
        moved = [max(i - step + 1, 0) and size + i - step for i in range(size)]
        values = builder.add(values, builder.shuffle_vector(_part([0] * size), values, _part(moved)))
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
        border = _splat(builder, least, _NUMBERS)
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
        border = _splat(builder, least, _NUMBERS)
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
def prefetch(_context: Any, words: Any, at: Any) -> tuple[Any, Generator]:
    """Prefetches the cache line of words[at]; `at` may lie beyond the end of the array."""
    signature = types.void(words, types.int64)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        words, at = arguments
        address = _address(context, builder, signature.args[0], words, at, _I8)
        kind = ir.FunctionType(ir.VoidType(), [address.type, _I32, _I32, _I32])
        load, soon, of_data = _I32(0), _I32(2), _I32(1)
        instruction = builder.module.declare_intrinsic("llvm.prefetch", [address.type], kind)
        builder.call(instruction, [address, load, soon, of_data])
        return context.get_dummy_value()

    return signature, generate


@_instruction
def lowest_bit(_context: Any, mask: Any) -> tuple[Any, Generator]:
    """The index of the lowest bit of a 64-bit number that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Value:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate
