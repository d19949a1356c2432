"""Sequences whose items are looked up lazily."""

import numpy as np
import pytest

from tweetctx.arrays.sequences import LookedUp, items_at, joined, joined_spans, picked
from tweetctx.arrays.types import Ints


@pytest.mark.parametrize("parts", [[], [""], ["ab"], ["", "ab", "", "", "c", "def", ""]])
def test_parts_are_joined(parts: list[str]) -> None:
    found = joined(parts)
    assert [found[place] for place in range(len(found))] == list("".join(parts))


def test_each_item_is_looked_up_once() -> None:
    asked: list[int] = []

    def negated(number: int) -> int:
        asked.append(number)
        return -number

    found = picked(LookedUp(np.array([5, 7, 5]), negated), np.array([2, 0]))
    assert asked == []
    assert [found[0], found[1], found[0]] == [-5, -5, -5]
    assert asked == [5]


def test_many_items_are_looked_up_at_once_and_each_once() -> None:
    asked: list[list[int]] = []

    def negated(numbers: Ints) -> list[int]:
        asked.append(numbers.tolist())
        return [-number for number in asked[-1]]

    first = LookedUp(np.array([5, 7, 5, 2]), lambda number: -number, negated)
    assert first[1] == -7
    second = LookedUp(np.array([4]), lambda number: -number)
    items = picked(joined([first, ["x"], [], second]), np.array([5, 4, 3, 0, 1, 3]))
    assert items_at(items, np.arange(6)) == [-4, "x", -2, -5, -7, -2]
    assert asked == [[2, 5]]
    assert items_at(items, np.array([4, 4])) == [-7, -7]
    assert items_at("abc", np.array([2, 0])) == ["c", "a"]
    assert items_at(joined([]), np.array([], np.int64)) == []


def test_what_is_picked_or_joined_knows_what_was_looked_up_before() -> None:
    asked: list[int] = []

    def negated(number: int) -> int:
        asked.append(number)
        return -number

    items = LookedUp(np.array([5, 7, 2]), negated)
    some = picked(items, np.array([1, 0]))
    assert (items[0], some[0]) == (-5, -7)
    together = joined([items, some])
    assert [*together] == [-5, -7, -2, -7, -5]
    assert (items[1], some[1]) == (-7, -5)
    assert asked == [5, 7, 2]


def test_a_slice_is_a_list() -> None:
    items = LookedUp(np.array([5, 7, 5, 2]), lambda number: -number)
    assert items[1:3] == [-7, -5]
    assert items[-1:] == [-2]
    assert items[4:] == []
    assert joined(["ab", "cd"])[1:3] == ["b", "c"]


def test_spans_of_texts_are_joined_and_read_at_once_where_they_can_be() -> None:
    read: list[tuple[list[int], list[int]]] = []
    alphabet = "abcdefghij"

    def spans(first: Ints, last: Ints) -> list[str]:
        read.append((first.tolist(), last.tolist()))
        return [alphabet[begin:end] for begin, end in zip(*read[-1], strict=True)]

    texts = LookedUp(np.array([7, 8, 2, 3, 4, 6]), alphabet.__getitem__, None, spans)
    assert joined_spans(texts, np.array([2, 0]), np.array([5, 2])) == ["cde", "hi"]
    assert read == [([2, 7], [5, 9])]
    assert joined_spans(joined([texts, texts]), np.array([8]), np.array([10])) == ["cd"]
    assert len(read) == 2
    disordered = picked(texts, np.array([2, 0, 4]))
    assert joined_spans(disordered, np.array([0]), np.array([3])) == ["che"]  # not "cde"
    for others in (texts, [*texts], picked(texts, np.arange(6))):  # 4 and 6 do not follow each other; an empty span
        assert joined_spans(others, np.array([4, 1, 0]), np.array([6, 1, 2])) == ["eg", "", "hi"]
    assert len(read) == 2
    assert joined_spans([], np.array([], np.int64), np.array([], np.int64)) == []
