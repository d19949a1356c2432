"""Greetings and wishes, which name nothing: Good morning, Happy birthday, Merry in Merry Christmas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import regex

from tweetctx.text.languages import any_of, tables_of


class Greeting(NamedTuple):
    """A greeting in a text, from `start` to `end`, which are offsets in code points.

    said: the end of what precedes the name of an occasion, as *Merry* in *Merry Christmas*; `end` if there is none.
    """

    start: int
    said: int
    end: int

    def says(self, start: int, end: int) -> bool:
        """Whether a span lies in the greeting and is not the occasion alone: Merry, Merry Christmas."""
        return self.start <= start < self.said and end <= self.end


def find_greetings(text: str, language: str) -> tuple[Greeting, ...]:
    """Finds the greetings of a text, in order."""
    found = _pattern(language).finditer(text)
    return tuple(Greeting(match.start(), match.end("says"), match.end()) for match in found)


def is_greeting(text: str, language: str) -> bool:
    """Whether a text is a greeting that names nothing: Good morning, but not Merry Christmas."""
    match = _pattern(language).fullmatch(text)
    return match is not None and match.end("says") == match.end()


def words_of_greetings(words: Sequence[str], language: str) -> list[str]:
    """The words of a text that belong to greetings, without the names of occasions."""
    greetings = find_greetings(" ".join(words), language)
    spans = zip(words, accumulate((len(word) + 1 for word in words), initial=0), strict=False) if greetings else ()
    return [word for word, start in spans if any(one.start <= start < one.said for one in greetings)]


@cache
def _pattern(language: str) -> regex.Pattern[str]:
    table = tables_of(language).get("greetings", {})
    parts = (any_of(table.get(part, "")).replace("'", "['’]?") for part in ("phrases", "wishes", "occasions"))
    phrases, wishes, occasions = parts
    return regex.compile(rf"\b(?:(?P<says>{phrases})|(?P<says>{wishes}) (?:{occasions}))\b", regex.IGNORECASE)
