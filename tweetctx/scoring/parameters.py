"""Parameters of models: declared as dataclass fields, checked, printed and read in one way."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from tweetctx.errors import ScorerError

INFINITY = float("inf")


@dataclasses.dataclass(frozen=True, slots=True)
class Range:
    """The numbers a parameter may be: from `low`, unless it is open, to `high`; never infinity."""

    low: float
    high: float = INFINITY
    low_open: bool = False
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float) or value == INFINITY:
            return False
        return (value > self.low if self.low_open else value >= self.low) and value <= self.high

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        low = f"above {self.low:g}" if self.low_open else f"from {self.low:g}"
        return f"{kind} {low}" if self.high == INFINITY else f"{kind} {low} to {self.high:.10g}"

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


def number(
    default: float, low: float = 0.0, high: float = INFINITY, *, low_open: bool = False, option: bool = False
) -> Any:
    """Declares a number in a range; an option is printed only where it differs from its default."""
    return dataclasses.field(default=default, metadata={"domain": Range(low, high, low_open), "option": option})


def whole(default: int, low: int, high: float = INFINITY, *, option: bool = False) -> Any:
    """Declares a whole number in a range."""
    return dataclasses.field(default=default, metadata={"domain": Range(low, high, whole=True), "option": option})


def choice(default: str, words: Iterable[str], *, option: bool = False) -> Any:
    """Declares one of some words."""
    return dataclasses.field(default=default, metadata={"domain": Choice(tuple(words)), "option": option})


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


def written(*parts: Any) -> str:
    """The parameters of the parts of a scorer as `name=value, ...`, options last and only where they say something."""
    fields = [
        (field, getattr(part, field.name))
        for part in parts
        for field in dataclasses.fields(part)
        if "domain" in field.metadata
    ]
    shown = [(field.name, value) for field, value in fields if not field.metadata["option"]]
    shown += [(field.name, value) for field, value in fields if field.metadata["option"] and value != field.default]
    return ", ".join(f"{name}={as_text(value)}" for name, value in shown)


def as_text(value: Any) -> str:
    """A value as it is written in a spec."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
