"""Greetings and wishes, which name nothing: Good morning, Happy birthday, Merry in Merry Christmas."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

import regex

from tweetctx.text.languages import tables_of


class Greeting(NamedTuple):
    """A greeting in a text, from `start` to `end`. Behind `said` stands the name of an occasion: Christmas of Merry.

    All are offsets in code points; `said` is `end` if no occasion has a name.
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
    starts = [0, *accumulate(len(word) + 1 for word in words)]
    greetings = find_greetings(" ".join(words), language)
    spans = zip(words, starts, strict=False)
    return [word for word, start in spans if any(one.start <= start < one.said for one in greetings)]


@cache
def _pattern(language: str) -> regex.Pattern[str]:
    table = tables_of(language).get("greetings", {})
    phrases, wishes, occasions = (_alternatives(table.get(part, "")) for part in ("phrases", "wishes", "occasions"))
    return regex.compile(rf"\b(?:(?P<says>{phrases})|(?P<says>{wishes}) (?:{occasions}))\b", regex.IGNORECASE)


def _alternatives(phrases: str) -> str:
    """A pattern for some phrases, which commas separate: the longest first, and nothing for none."""
    split = sorted((phrase.split() for phrase in phrases.split(",") if phrase.strip()), key=lambda one: -len(one))
    return "|".join(r"\ ".join(map(regex.escape, words)) for words in split).replace("'", "['’]?") or "(?!)"
