"""Parameters of models: declared as dataclass fields, checked, printed and read in one way."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from tweetctx.errors import ScorerError


@dataclasses.dataclass(frozen=True, slots=True)
class Range:
    """The numbers a parameter may be: from `low` to `high`, the ends included unless they are open."""

    low: float
    high: float = float("inf")
    low_open: bool = False
    high_open: bool = False
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int | float) or isinstance(value, bool) or (self.whole and value != int(value)):
            return False
        return (value > self.low if self.low_open else value >= self.low) and (
            value < self.high if self.high_open else value <= self.high
        )

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        low = f"above {self.low:g}" if self.low_open else f"from {self.low:g}"
        if self.high == float("inf"):
            return f"{kind} {low}"
        return f"{kind} {low} " + (f"and below {self.high:g}" if self.high_open else f"to {self.high:g}")

    def read(self, text: str) -> float | int:
        """The number written in a text; ValueError if it is none."""
        return int(text) if self.whole else float(text)


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """The words a parameter may be."""

    words: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)

    def read(self, text: str) -> str:
        """The text itself."""
        return text


def number(default: float, low: float = 0.0, high: float = float("inf"), **ends: bool) -> Any:
    """Declares a number; `low_open` and `high_open` exclude the ends of its range."""
    return dataclasses.field(default=default, metadata={"domain": Range(low, high, **ends)})


def whole(default: int, low: int) -> Any:
    """Declares a whole number of at least `low`."""
    return dataclasses.field(default=default, metadata={"domain": Range(low, whole=True)})


def choice(default: str, words: Mapping[str, Any]) -> Any:
    """Declares a word out of the keys of a registry."""
    return dataclasses.field(default=default, metadata={"domain": Choice(tuple(words))})


class Parameters:
    """A base for dataclasses whose declared fields are checked when one is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        for name, domain in domains(type(self)).items():
            value = getattr(self, name)
            if value not in domain:
                raise ScorerError(f"{name}: found {value}, expected {domain}")


def domains(model: type[Any]) -> dict[str, Range | Choice]:
    """The parameters that a class declares, in order."""
    return {field.name: field.metadata["domain"] for field in dataclasses.fields(model) if "domain" in field.metadata}


def written(model: Any, *, all_of_them: bool) -> list[str]:
    """The parameters of a model as `name=value`; or only those that differ from their default."""
    fields = {field.name: field for field in dataclasses.fields(model)}
    values = {name: getattr(model, name) for name in domains(type(model))}
    return [f"{name}={_text(value)}" for name, value in values.items() if all_of_them or value != fields[name].default]


def _text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
