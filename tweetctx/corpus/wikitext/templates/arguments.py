"""The name of a template, and its arguments by position and by name."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Text before "=" in an argument that is not a name: an address, an HTML tag with attributes.
_NO_NAME = re.compile(r"[<\[]|//")
_TRUE = {"on", "yes", "y", "true", "1"}
_MAX_ARGUMENTS = 4096  # the longest of Wikipedia's templates and switches have some hundred


def normal_name(name: str) -> str:
    """The name of a template as it is compared: in lower case, with single spaces."""
    name = name.strip().lower()
    return " ".join(name.replace("_", " ").split()) if "_" in name or " " in name or "\n" in name else name


def split_arguments(text: str) -> list[str]:
    """Splits at bars; drops arguments beyond the first _MAX_ARGUMENTS, more than any template has."""
    return text.split("|", _MAX_ARGUMENTS)[:_MAX_ARGUMENTS]


class Arguments:
    """The arguments of `{{name|...}}`, stripped of white space; positions count from 1."""

    __slots__ = ("_values", "count")

    def __init__(self, texts: list[str]) -> None:
        self._values: dict[str, str] = {}
        self.count = 0  # arguments without a name
        for text in texts:
            name, equals, value = text.partition("=")
            if equals and not _NO_NAME.search(name):
                self._values[name.strip()] = value.strip()
            else:
                self.count += 1
                self._values[str(self.count)] = text.strip()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def __getitem__(self, key: int | str) -> str:
        """The value at a position or under a name; empty where there is none."""
        return self._values.get(str(key), "")

    @property
    def names(self) -> Iterable[str]:
        """The names and positions of all arguments."""
        return self._values.keys()

    def others(self, *known: str) -> list[str]:
        """The values that are not empty under names other than the known ones, and neither by position."""
        return [value for name, value in self._values.items() if value and not (name in known or name.isdecimal())]

    def first(self, *keys: int | str) -> str:
        """The first of these values that is not empty."""
        return next((value for key in keys if (value := self._values.get(str(key)))), "")

    def is_on(self, key: str) -> bool:
        """Whether an option is switched on."""
        return self[key].lower() in _TRUE

    @property
    def positional(self) -> list[str]:
        """The values at positions 1, 2, ... up to the last that was given without a name, and those that follow."""
        values = []
        position = 1
        while str(position) in self._values:
            values.append(self._values[str(position)])
            position += 1
        return values

    @property
    def filled(self) -> list[str]:
        """The values at positions that are not empty."""
        return [value for value in self.positional if value]
