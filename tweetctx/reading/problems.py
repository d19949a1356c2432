"""Handles records and files that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from tweetctx.errors import InputError, ParameterError, TweetctxError

OnError = Literal["stop", "skip"]
Report = Callable[[InputError], None]

MAX_MESSAGES = 20
MAX_PLACES = 3
MAX_KINDS = 50
OTHERS = "other problems"

# The parts in which problems of one kind differ: numbers, and quoted text other than names of fields.
_PARTICULAR = re.compile(r"""(?<!\w)(?:("[a-z_]{1,20}")|b?"[^"]*"|b?'[^']*'|0x[0-9a-fA-F]+|\d(?:[\d.,]*\d)?)""")


@dataclass(frozen=True, slots=True)
class ProblemKind:
    """A kind of problem: how often it was found, and the first places, such as `FILE, line N`.

    found: what all of the kind have in common, with `…` for a number or quoted text in which they differ.
    """

    found: str
    count: int
    places: tuple[str, ...]


class ProblemKinds:
    """Counts problems by kind; numbers and quoted text in messages do not matter."""

    def __init__(self, before: Iterable[ProblemKind] = ()) -> None:
        self._kinds: dict[str, ProblemKind] = {}
        for kind in before:
            self._add(kind.found, kind.count, kind.places)

    def add(self, found: str, place: str) -> None:
        """Counts a problem."""
        self._add(found, 1, (place,) if place else ())

    def plus(self, kinds: Iterable[ProblemKind]) -> ProblemKinds:
        """Adds other kinds."""
        return ProblemKinds((*self, *kinds))

    def _add(self, found: str, count: int, places: Iterable[str]) -> None:
        name = _PARTICULAR.sub(lambda match: match[1] or "…", found)
        if name not in self._kinds and len(self._kinds) >= MAX_KINDS:
            name = found = OTHERS
        known = self._kinds.get(name, ProblemKind(found, 0, ()))
        common = found if found == known.found else name
        self._kinds[name] = ProblemKind(common, known.count + count, (*known.places, *places)[:MAX_PLACES])

    def __iter__(self) -> Iterator[ProblemKind]:
        """Yields the kinds, most frequent first; ties in the order of appearance."""
        yield from sorted(self._kinds.values(), key=lambda kind: -kind.count)


class Problems:
    """Raises the first problem, or counts all and keeps the first messages. error: the type to raise."""

    def __init__(self, on_error: OnError, error: type[TweetctxError]) -> None:
        if on_error not in ("stop", "skip"):
            raise ParameterError(f'on_error: found {on_error!r}; expected "stop" or "skip"')
        self._stop = on_error == "stop"
        self._error = error
        self.count = 0
        self.messages: list[str] = []
        self.kinds = ProblemKinds()

    def add(self, error: TweetctxError, place: object = "", found: str = "") -> None:
        """Raises the error, or counts it; place: a file, where its message begins with one, or a place in a file."""
        if self._stop:
            raise error
        self.count += 1
        message = str(error)
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(message)
        gist = message.removeprefix(f"{place}: ").removeprefix("found ").partition("; expected")[0]
        self.kinds.add(found or gist, str(place))

    def reporter(self, file: object) -> Report:
        """A function that adds what is wrong at one place of that file."""

        def report(error: InputError) -> None:
            self.add(self._error(error.message(file)), error.where(file), error.found)

        return report


class Skipping:
    """A reader that can skip broken records: how many it skipped, and the first messages."""

    _problems: Problems

    @property
    def skipped(self) -> int:
        """The number of records and rests of files that were skipped."""
        return self._problems.count

    @property
    def problems(self) -> tuple[str, ...]:
        """The first 20 messages about them."""
        return tuple(self._problems.messages)
