"""Values as text: `2s-i(lam=0.3, mu=50, prior=importance)` and back.

A model, a linker or a policy is a frozen dataclass that derives from Parameters. Its fields are declared by `number`,
`whole`, `choice`, `flag` and `file_name`, checked when one is made, printed by `written` and read by `read_spec`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, ClassVar

import regex

from tweetctx.errors import ParameterError, ScorerError

INFINITY = float("inf")
LARGEST = 1e100  # of a number, so that products of several are finite

_SPEC = regex.compile(r"\s*([\w-]+)\s*(?:\((.*)\))?\s*", regex.DOTALL)
_SEPARATORS = regex.compile(r"[\s,=()]")
_PARAMETER = regex.compile(r"\s*([\w-]+)\s*=\s*([^\s=]+)\s*")


@dataclasses.dataclass(frozen=True, slots=True)
class Range:
    """A range of numbers from `low` (excluded if `low_open`) to `high`, and not beyond LARGEST."""

    low: float
    high: float = INFINITY
    low_open: bool = False
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, Integral) if self.whole else (float, Real)):
            return False
        number: Any = value
        above = number > self.low if self.low_open else number >= self.low
        return bool(above and number <= min(self.high, LARGEST))

    def __str__(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        if self.low == -INFINITY:
            return kind
        low = f"above {self.low:g}" if self.low_open else f"from {self.low:g}"
        return f"{kind} {low}" if self.high > LARGEST else f"{kind} {low} to {self.high:.10g}"

    def read(self, text: str) -> float | int:
        """The number written in a text; ValueError if it is none."""
        return int(text) if self.whole else float(text)


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """A choice of words."""

    words: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        return "one of " + ", ".join(self.words)

    def read(self, text: str) -> str:
        """The text itself."""
        return text


@dataclasses.dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, bool)

    def __str__(self) -> str:
        return "yes or no"

    def read(self, text: str) -> bool | str:
        """The truth value of a text."""
        return {"yes": True, "no": False}.get(text, text)


@dataclasses.dataclass(frozen=True, slots=True)
class FileName:
    """The name of a file, without what separates parameters; empty for none."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and not _SEPARATORS.search(value)

    def __str__(self) -> str:
        return "the name of a file without spaces, commas, brackets and ="

    def read(self, text: str) -> str:
        """The text itself."""
        return text


Domain = Range | Choice | Flag | FileName


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


def flag(default: bool, *, option: bool = False) -> Any:
    """Declares a parameter that is yes or no."""
    return dataclasses.field(default=default, metadata={"domain": Flag(), "option": option})


def file_name() -> Any:
    """Declares the name of a file, an option; by default there is none."""
    return dataclasses.field(default="", metadata={"domain": FileName(), "option": True})


class Parameters:
    """A base for dataclasses whose declared fields are checked when one is made.

    error: the type raised for a value out of its range.
    """

    __slots__ = ()
    error: ClassVar[type[ParameterError]] = ScorerError

    def __post_init__(self) -> None:
        for name, domain in domains(type(self)).items():
            value = getattr(self, name)
            if value not in domain:
                found = repr(value) if isinstance(value, str) and not isinstance(domain, Choice) else value
                raise self.error(f"{name}: found {found}, expected {_expected(domain, value)}")


def domains(model: type[Any]) -> dict[str, Domain]:
    """The parameters that a class declares, in order."""
    return {field.name: field.metadata["domain"] for field in dataclasses.fields(model) if "domain" in field.metadata}


def written(*parts: Any) -> str:
    """The parameters of the parts of a scorer as `name=value, ...`; options come last, unless at their default."""
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
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def nearest(name: str, names: Iterable[str]) -> str:
    """Returns a suggestion for an unknown name, for the end of a message; empty if no name is similar."""
    from difflib import get_close_matches  # late: only a wrong name needs it

    found = get_close_matches(name, list(names), 1)
    return f"; did you mean {found[0]}?" if found else ""


def split_spec(what: str, spec: str, error: type[ParameterError]) -> tuple[str, str]:
    """The name in a spec and the text of its parameters; raises `error` for another form. what: scorer, linker, ..."""
    match = _SPEC.fullmatch(spec)
    if not match:
        raise error(f"{what}: found {spec!r}, expected a name, or name(parameter=value, ...)")
    return match[1], match[2] or ""


def read_parameters(name: str, text: str, known: dict[str, Domain], error: type[ParameterError]) -> dict[str, Any]:
    """The values in `parameter=value, ...` by parameter; `error` names the choices or the range."""
    values: dict[str, Any] = {}
    for item in text.split(",") if text.strip() else ():
        match = _PARAMETER.fullmatch(item)
        if not match:
            raise error(f"{name}: found {item.strip()!r}, expected parameter=value")
        key, value = match[1], match[2]
        if key not in known:
            choices = ", ".join(known) or "none"
            raise error(f"{name}: found the parameter {key!r}, expected one of {choices}{nearest(key, known)}")
        if key in values:
            raise error(f"{name}: found {key} twice, expected it once")
        values[key] = _value(value, known[key])
        if values[key] not in known[key]:
            raise error(f"{name}: {key}: found {value}, expected {_expected(known[key], values[key])}")
    return values


def _expected(domain: Domain, value: object) -> str:
    """A domain in a message about a value; with LARGEST only if the value is beyond it."""
    if isinstance(domain, Range) and domain.high > LARGEST:
        beyond = isinstance(value, int if domain.whole else int | float) and value > LARGEST
        return f"{domain} to 1e100" if beyond else str(domain)
    return str(domain)


def _value(text: str, domain: Domain) -> Any:
    """The value of a text; the text itself, which is out of any range, if it is no number."""
    try:
        return domain.read(text)
    except ValueError:
        return text
