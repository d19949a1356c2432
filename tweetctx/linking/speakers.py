"""Who speaks in a tweet, which is not what it is about: its author, whom it answers, and whom it quotes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import regex

_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\p{L}*+"
# — Name (@user) August 4, 2016: how a page that quotes a tweet ends it.
_AUTHOR: Final = regex.compile(
    rf"(?:[—–-]+ ?|(?<=[\s.!?\"”…]))[^\s—(][^()—]{{0,50}}?\ ?\(@\w+\)\.?\ ?(?:{_MONTH}\.?\ \d{{1,2}},\ \d{{4}})?\s*$"
)
_ANSWERED: Final = regex.compile(r"(?:[.\"“' ]*@\w+[:,]?\s+)+")
_QUOTED: Final = regex.compile(r"(?<!\w)(?:RT|MT|via|h/t|by|from)\b ?:? ?[\"“]?@\w+:?|[\"“]@\w+:", regex.IGNORECASE)


class Speaker(IntEnum):
    """The part that a user name or a name has in a tweet besides what the tweet is about."""

    NONE = 0
    ANSWERED = 1
    QUOTED = 2
    AUTHOR = 3


@dataclass(frozen=True, slots=True)
class Speakers:
    """Where a tweet says who speaks.

    answered: where the users end that it answers. quoted: the spans that name whom it quotes. author: where its author
    begins.
    """

    answered: int
    quoted: tuple[tuple[int, int], ...]
    author: int

    def of(self, start: int, end: int) -> Speaker:
        """The part of a span."""
        if start >= self.author:
            return Speaker.AUTHOR
        if any(first <= start and end <= last for first, last in self.quoted):
            return Speaker.QUOTED
        return Speaker.ANSWERED if end <= self.answered else Speaker.NONE


def speakers(text: str) -> Speakers:
    """Finds who speaks in a tweet."""
    author = _AUTHOR.search(text) if "@" in text else None
    answered = _ANSWERED.match(text)
    quoted = tuple(match.span() for match in _QUOTED.finditer(text)) if "@" in text else ()
    return Speakers(answered.end() if answered else 0, quoted, author.start() if author else len(text) + 1)
