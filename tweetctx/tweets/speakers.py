"""Finds the speakers of a tweet: its author, those it answers, and those it quotes. The tweet is not about them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import IntEnum
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Ints
from tweetctx.tweets.dates import find_year, read_date

# The end of a tweet that a page quotes: — Name (@user) August 4, 2016.
_TRAILER: Final = regex.compile(r"\s?\(@ ?(?<user>\w+)\)\.?(?<when>[^()@#]{0,40})$")
_DASH: Final = regex.compile(r"[—―]|(?<=\s)(?:--?|–)(?=\s)")
_WORD: Final = regex.compile(r"\S+")
_MOST_WORDS: Final = 5  # of a name
_LONGEST_NAME: Final = 60  # characters
# No name extends over the end of a sentence (initials and titles do not end one), a mark, an address or an emoji.
_ENDS: Final = regex.compile(
    r"(?<!^(?:\p{Lu}(?:\.\p{Lu})*|Capt|Col|Dr|Gen|Gov|Jr|Lt|Mr|Mrs|Ms|Prof|Rep|Sen|Sr|St))\.$"
    r"|[!?…:;,”“)]$|[\"’']$|[#@/]|[\p{Extended_Pictographic}--\p{N}]",
    regex.V1,
)
_SIGNS: Final = regex.compile(r"[^\p{L}\p{N}]+")
_LEAST_SHARED: Final = 3  # letters that a word shares with the user name, at least, to belong to it
_ANSWERED: Final = regex.compile(r"(?:[.\"“' ]*@\w+[:,]?\s+)+")
_QUOTED: Final = regex.compile(
    r"(?<!\w)(?:(?<credit>RT|MT|via|h/t)|by|from)\b ?:? ?[\"“]?(?<user>@\w+):?|[\"“](?<user>@\w+):", regex.IGNORECASE
)


class Speaker(IntEnum):
    """The role of a user name or name that the tweet is not about."""

    NONE = 0
    ANSWERED = 1
    QUOTED = 2
    AUTHOR = 3


@dataclass(frozen=True, slots=True)
class Trailer:
    """Name, user name and date after a quoted tweet.

    body: the end of the tweet itself. name, user: spans [start, end), that of the user name without its mark.
    written: name and user name as written. day, year: of the date, None for what it lacks.
    """

    body: int
    name: tuple[int, int]
    user: tuple[int, int]
    written: str
    day: date | None
    year: int | None

    def names(self, text: str, start: int, end: int) -> bool:
        """Whether a span is the user name, all of the name, or at least two words of it.

        A name of a single word counts only if it equals the user name: Dustin (@dustin_m) may be anybody. A user name
        that is one of several words of the name does not count: Ann Moody (@moody) is no other Moody.
        """
        if (start, end) == self.user:
            words = text[slice(*self.name)].split()
            return len(words) < 2 or _letters(text[start:end].rstrip("0123456789")) not in map(_letters, words)
        if len(text[start:end].split()) > 1:
            return self.name[0] <= start and end <= self.name[1]
        return (start, end) == self.name and _letters(text[start:end]) == _letters(text[slice(*self.user)])


@dataclass(frozen=True, slots=True)
class Speakers:
    """The speakers that a tweet names.

    text: the tweet. answered: the end of the users that it answers. quoted: the spans that name users it quotes.
    credited: the user whose words it repeats, after `RT` or `via`; empty without one.
    """

    text: str
    answered: int
    quoted: tuple[tuple[int, int], ...]
    credited: str
    trailer: Trailer | None

    @property
    def author(self) -> str:
        """The author as the tweet names it: `Name (@user)` or `@user`; empty if it names none."""
        return self.trailer.written if self.trailer else self.credited

    @property
    def body(self) -> str:
        """The tweet without its trailer; the whole tweet if it is nothing but a trailer."""
        return (self.text[: self.trailer.body] if self.trailer else "") or self.text

    def roles(self, starts: Ints, ends: Ints) -> Ints:
        """Returns the role, a Speaker, of each of some spans, in their shape."""
        roles = np.zeros(len(ends), np.int64)  # Speaker.NONE
        if self.answered:
            roles[ends <= self.answered] = Speaker.ANSWERED
        for first, last in self.quoted:
            roles[(first <= starts) & (ends <= last)] = Speaker.QUOTED
        if self.trailer:
            roles[starts >= self.trailer.body] = Speaker.AUTHOR
        return roles

    def may_name(self, start: int, end: int) -> bool:
        """Whether a span can be a name: before the trailer any span, in the trailer only one that `Trailer.names`."""
        if not self.trailer or end <= self.trailer.body:
            return True
        return start >= self.trailer.body and self.trailer.names(self.text, start, end)


NO_SPEAKERS: Final = Speakers("", 0, (), "", None)


def speakers(text: str) -> Speakers:
    """Finds the speakers of a tweet."""
    if "@" not in text:
        return Speakers(text, 0, (), "", None)
    answered = _ANSWERED.match(text)
    quoted = list(_QUOTED.finditer(text))
    credited = next((match["user"] for match in quoted if match["credit"]), "")
    spans = tuple(match.span() for match in quoted)
    return Speakers(text, answered.end() if answered else 0, spans, credited, _trailer(text))


def _trailer(text: str) -> Trailer | None:
    """Returns the trailer of a tweet, which follows a dash or has a date."""
    match = _TRAILER.search(text.rstrip())
    if not match:
        return None
    end = match.start()
    dash = max(_DASH.finditer(text, max(end - _LONGEST_NAME, 0), end), key=lambda dash: dash.end(), default=None)
    year = find_year(match["when"])
    words = [word.span() for word in _WORD.finditer(text, dash.end() if dash else max(end - _LONGEST_NAME, 0), end)]
    if not (year or (dash and not match["when"].strip())):
        return None
    first = _first_of_name(text, words, _letters(match["user"]), bool(dash))
    begin = words[first][0] if words else end
    body = dash.start() if dash and first == 0 else begin
    written = text[begin : match.end("user") + 1].strip()
    body = len(text[:body].rstrip(" —–-@"))
    return Trailer(body, (begin, end), match.span("user"), written, read_date(match["when"]), year)


def _first_of_name(text: str, words: list[tuple[int, int]], user: str, set_off: bool) -> int:
    """Returns the first of the words before a user name that belongs to the name.

    After a dash all words do, if they can be a name. Otherwise the name begins with the first word that is part of the
    user name; it extends to the left over capitalized words while the user name begins with another or it is one word.
    """
    last = max(len(words) - 1, 0)
    ends = (index + 1 for index in range(last - 1, -1, -1) if _ENDS.search(text[slice(*words[index])]))
    edge = max(next(ends, 0), len(words) - _MOST_WORDS)
    if set_off and edge <= 0:
        return 0
    letters = [_letters(text[start:end]) for start, end in words]
    indexes = range(max(edge, 0), len(words))
    first = next((index for index in indexes if _is_part(letters[index], user)), last)
    while first > max(edge, 0) and text[words[first - 1][0]].isupper():
        if first < last and user.startswith(letters[first]):
            break
        first -= 1
    return first


def _letters(text: str) -> str:
    return _SIGNS.sub("", text).lower()


def _is_part(word: str, user: str) -> bool:
    return (len(word) >= _LEAST_SHARED and word in user) or (len(word) > 1 and user.startswith(word))
