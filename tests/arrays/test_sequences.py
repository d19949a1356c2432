"""Sequences whose items are looked up lazily."""

import numpy as np
import pytest

from tweetctx.arrays.sequences import joined, looked_up, picked


@pytest.mark.parametrize("parts", [[], [""], ["ab"], ["", "ab", "", "", "c", "def", ""]])
def test_parts_are_joined(parts: list[str]) -> None:
    found = joined(parts)
    assert [found[place] for place in range(len(found))] == list("".join(parts))


def test_each_item_is_looked_up_once() -> None:
    asked: list[int] = []

    def negated(number: int) -> int:
        asked.append(number)
        return -number

    found = picked(looked_up(np.array([5, 7, 5]), negated), np.array([2, 0]))
    assert asked == []
    assert [found[0], found[1], found[0]] == [-5, -5, -5]
    assert asked == [5]
