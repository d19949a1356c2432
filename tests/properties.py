"""How much is tried in a thorough run, and how much in a quick one."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings


def examples(number: int) -> settings:
    """Settings for so many examples of a property; in a quick run a fifth of them, at least five."""
    return settings(max_examples=max(5, number * settings().max_examples // 100))


def one_in(step: int, values: Iterable[Any]) -> list[Any]:
    """Parameters; in a quick run the first and every `step`-th after it."""
    return [
        pytest.param(value, marks=pytest.mark.thorough if number % step else ()) for number, value in enumerate(values)
    ]
