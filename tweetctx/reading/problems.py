"""What becomes of records and files that cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from tweetctx.errors import ParameterError, TweetctxError

OnError = Literal["stop", "skip"]
Report = Callable[[int | str, str, str], None]  # line from 1 or another place, what was found, what was expected

MAX_MESSAGES = 20


class Problems:
    """Raises the first problem, or counts all of them and keeps the first messages; `error` is what records raise."""

    def __init__(self, on_error: OnError, error: type[TweetctxError]) -> None:
        if on_error not in ("stop", "skip"):
            raise ParameterError(f'on_error: found {on_error!r}; expected "stop" or "skip"')
        self._stop = on_error == "stop"
        self._error = error
        self.count = 0
        self.messages: list[str] = []

    def add(self, error: TweetctxError) -> None:
        """Raise the error, or count it."""
        if self._stop:
            raise error
        self.count += 1
        if len(self.messages) < MAX_MESSAGES:
            self.messages.append(str(error))

    def reporter(self, file: object) -> Report:
        """Return a function that adds a problem with one line, or another place, of that file."""

        def report(place: int | str, found: str, expected: str) -> None:
            where = f"line {place}" if isinstance(place, int) else place
            self.add(self._error(f"{file}, {where}: found {found}; expected {expected}"))

        return report
