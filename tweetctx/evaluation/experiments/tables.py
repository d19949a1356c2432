"""Tables of TOML whose values are checked as they are taken."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tweetctx.evaluation.errors import ExperimentError


class Table:
    """A table of TOML and its place, `file: key.key`; every key is to be taken before `done`."""

    def __init__(self, values: Mapping[str, Any], place: str, *, top: bool = True) -> None:
        self.values = values
        self.place = place
        self._top = top
        self._taken: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        self._taken[key] = None
        return key in self.values

    def get(self, key: str) -> Any:
        """The value of a key, or None."""
        self._taken[key] = None
        return self.values.get(key)

    def at(self, key: str) -> str:
        """Where a key is."""
        return f"{self.place}: {key}" if self._top else f"{self.place}.{key}"

    def error(self, key: str, message: str) -> ExperimentError:
        """An error of a key."""
        return ExperimentError(f"{self.at(key)}: {message}")

    def done(self) -> None:
        """Raises ExperimentError for a key that no one asked for."""
        for key in self.values:
            if key not in self._taken:
                raise self.error(key, f"found an unknown key, expected one of {', '.join(self._taken)}")

    def text(self, key: str, default: str | None = None) -> str:
        """A string that is not empty."""
        value = self._value(key, default, "a text")
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"found {value!r}, expected a text")
        return value

    def word(self, key: str, default: str) -> str:
        """A string that can be the name of a file."""
        value = self.text(key, default)
        if not all(character.isalnum() or character in "-_." for character in value) or value[0] == ".":
            raise self.error(key, f"found {value!r}, expected letters, digits, - _ and .")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of strings; empty if there is none."""
        value = self.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, f"found {value!r}, expected a list of texts")
        return value

    def choice(self, key: str, choices: Sequence[str], default: Any) -> Any:
        """One of some words."""
        value = self.get(key)
        if key in self.values and value not in choices:
            raise self.error(key, f"found {value!r}, expected one of {', '.join(choices)}")
        return value if key in self.values else default

    def whole(self, key: str, default: int, low: int) -> int:
        """A whole number from `low`; the default need not be one."""
        value = self.get(key)
        if key not in self.values:
            return default
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            raise self.error(key, f"found {value!r}, expected a whole number from {low}")
        return value

    def real(self, key: str, default: float, low: float, high: float = math.inf) -> float:
        """A number in a range."""
        value = self.get(key) if key in self else default
        if not _is_number(value) or not low <= value <= high:
            reach = "" if high == math.inf else f" to {high:g}"
            raise self.error(key, f"found {value!r}, expected a number from {low:g}{reach}")
        return float(value)

    def numbers(self, key: str) -> list[float]:
        """A list of at least one number."""
        value = self.get(key)
        if not isinstance(value, list) or not value or not all(map(_is_number, value)):
            raise self.error(key, f"found {value!r}, expected a list of numbers")
        return value

    def table(self, key: str, *, required: bool = False) -> Table:
        """A table; an empty one if there is none."""
        value = self._value(key, None if required else {}, f"a table [{key}]")
        if not isinstance(value, dict):
            raise self.error(key, f"found {value!r}, expected a table [{key}]")
        return Table(value, self.at(key), top=False)

    def tables(self, key: str, *, required: bool = False) -> list[Table]:
        """A list of tables; an empty one if there is none."""
        value = self._value(key, None if required else [], f"tables [[{key}]]")
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value) or (required and not value):
            raise self.error(key, f"found {value!r}, expected tables [[{key}]]")
        return [Table(item, f"{self.at(key)}[{number}]", top=False) for number, item in enumerate(value, 1)]

    def _value(self, key: str, default: Any, expected: str) -> Any:
        value = self.get(key)
        if key not in self.values and default is None:
            raise self.error(key, f"found nothing, expected {expected}")
        return value if key in self.values else default


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
