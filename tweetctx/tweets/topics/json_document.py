"""JSON a line, or over many lines: a list of tweets, a page of results, one tweet, or the script of an export.

Reading continues after broken elements. Of a list of 8,047 tweets in which three random bytes are replaced, 8,044 are
read on average; a reader that stops at the first error would keep 1,629. An undamaged list takes 9 µs a tweet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from itertools import islice

from tweetctx.errors import InputError
from tweetctx.reading.lines import text_lines
from tweetctx.reading.objects import TOO_DEEP, TOO_LONG, parse_json
from tweetctx.reading.problems import Report
from tweetctx.tweets.platforms.fields import NO_INCLUDES, Includes, text_at
from tweetctx.tweets.platforms.objects import LISTS, includes_of
from tweetctx.tweets.platforms.x import TWEET
from tweetctx.tweets.topics.topic import Located
from tweetctx.tweets.topics.tweet_objects import DECODER, topic_of, topics_of

# Yields begin, end and value of what was read; returns where to continue.
Walk = Generator[tuple[int, int, object], None, int]

ASSIGNMENT = r"(?:window\.YTD|Grailbird\.data)[\w.$]*\s*=\s*"  # of exports since 2018 and before
_ASSIGNMENT = re.compile(ASSIGNMENT)
_OTHER_EXPORT = re.compile(r"window\.YTD\.(?!(?:community_)?tweets?\.)(\w+)")
_INCLUDES = re.compile(r'(?<!\\)"includes"\s*:\s*(?=\{)')
_SPACE = re.compile(r"[ \t\r\n]*")
_BAD_BYTE = re.compile("[\udc80-\udcff]")  # bytes that are not UTF-8, as "surrogateescape" decodes them

MAX_VALUE = 1 << 18  # characters of one tweet or of another member of a page; the longest tweets have some 50,000
_WINDOW = 1 << 9  # characters that are decoded at first
_TOKEN = 16  # characters of the longest token apart from strings and numbers, and a few more
_PATIENCE = 32  # characters that may be decoded in vain for each character of the document

_LOST = -1  # in place of a position: the structure is broken, and no tweet was found after the break


class _BrokenError(Exception):
    """Broken JSON. Its arguments are the position of the error and what is wrong."""


def read_json_document(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields the topics of a document; reports what is broken, and continues at the next tweet after it."""
    data = b"".join(pieces)
    pieces = ()  # released, as the text may need four times as much memory
    text = data.decode("utf-8", "surrogateescape")
    del data
    lines = _Lines(text)
    if other := _OTHER_EXPORT.match(text):
        report(InputError(f"the part {other[1]} of an export", "its part tweets", 1))
        return
    includes = _includes(text)
    for begin, end, value in _Document(text, lines, report).walk():
        line = lines.line(begin)
        if bad := _BAD_BYTE.search(text, begin, end):
            byte = ord(bad[0]) & 0xFF
            found = f"byte 0x{byte:02x} at column {lines.column(bad.start())}"
            report(InputError(found, "text in UTF-8", lines.line(bad.start())))
            continue
        yield from topics_of(value, line, report, includes)


def read_notes(pieces: Iterable[bytes], report: Report) -> Iterator[str]:
    """Yields the texts of the long posts in the part note-tweet of an export, which names no tweet for them."""
    text = b"".join(pieces).decode(errors="replace")
    for _, _, value in _Document(text, _Lines(text), report).walk():
        if note := text_at(value, "noteTweet", "core", "text"):
            yield note


def _includes(text: str) -> Includes:
    """What a page of API v2 holds beside its posts, mostly after them; nothing if the document has several or none."""
    matches = [*islice(_INCLUDES.finditer(text), 2)]
    if len(matches) != 1:
        return NO_INCLUDES
    try:
        value, _ = DECODER.raw_decode(text, matches[0].end())
    except (ValueError, RecursionError):  # broken; its posts are read without it
        return NO_INCLUDES
    return includes_of({"includes": value}) or NO_INCLUDES


def read_json_lines(pieces: Iterable[bytes], report: Report) -> Iterator[Located]:
    """Yields the topics of each line; a line or a tweet that is not one is reported and skipped."""
    for line_number, line in enumerate(text_lines(pieces, report), 1):
        if len(line) > MAX_VALUE:  # a long page is read tweet by tweet
            topics = read_json_document([line.encode()], lambda error, at=line_number: report(error.at(at)))  # type: ignore[misc]
            yield from ((line_number, topic) for _, topic in topics)
        elif line.strip():
            try:
                value = parse_json(line, TWEET, DECODER.decode)
            except InputError as error:
                report(error.at(line_number))
            else:
                yield from topics_of(value, line_number, report)


class _Lines:
    """Counts lines and columns from the last position asked for, not from the beginning."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._line = 1
        self._column = (0, 0)  # a position, and the bytes before it on its line

    def line(self, position: int) -> int:
        if position >= self._position:
            self._line += self._text.count("\n", self._position, position)
        else:
            self._line -= self._text.count("\n", position, self._position)
        self._position = position
        return self._line

    def column(self, position: int) -> int:
        """Returns the column in bytes, from 1, as in all other messages about bytes."""
        known, before = self._column
        if position < known:
            known, before = 0, 0
        begin = self._text.rfind("\n", known, position) + 1
        before = 0 if begin else before
        before += len(self._text[begin or known : position].encode("utf-8", "surrogateescape"))
        self._column = position, before
        return before + 1


class _Document:
    """Walks over a text and yields the elements of its lists one by one, so that a broken one costs no other."""

    def __init__(self, text: str, lines: _Lines, report: Report) -> None:
        self._text = text
        self._lines = lines
        self._report = report
        self._includes = -1  # where the member "includes" was last found
        self._patience = _PATIENCE * len(text) + MAX_VALUE

    def walk(self) -> Iterator[tuple[int, int, object]]:
        position = self._skip(0)
        while position not in (_LOST, len(self._text)):
            assignment = _ASSIGNMENT.match(self._text, position)
            position = assignment.end() if assignment else position
            if self._at(position, "["):
                position = yield from self._list(position)
            elif self._at(position, "{"):
                position = yield from self._object(position)
            else:
                self._flaw(_BrokenError(position, "Expecting value" if assignment else "Extra data"))
                return
            if position != _LOST:
                position = self._skip(position)
                position = self._skip(position + 1) if self._at(position, ";") else position

    def _list(self, position: int) -> Walk:
        position = self._skip(position + 1)
        if self._at(position, "]"):
            return position + 1
        return (yield from self._elements(position))

    def _elements(self, position: int) -> Walk:
        """Yields elements from the one that begins here to the end of their list."""
        while position != _LOST:
            begin, search = position, position + 1
            try:
                value, end = self._parse(begin)
                yield begin, end, value
                search = position = self._skip(end)
                if self._at(position, "]"):
                    return position + 1
                position = self._expect(position, ",")
            except _BrokenError as broken:
                self._flaw(broken)
                position = self._next_tweet(begin, search)
        return _LOST

    def _object(self, begin: int) -> Walk:
        """Yields the elements of a page's list, or any other object as a whole."""
        members: dict[str, object] = {}
        paged = False
        position = self._skip(begin + 1)
        try:
            while not self._at(position, "}"):
                key, position = self._key(position)
                if key in LISTS and self._at(position, "["):
                    paged = True
                    position = yield from self._list(position)
                    if position == _LOST:
                        return _LOST
                else:
                    members[key], position = self._parse(position)
                position = self._skip(position)
                if not self._at(position, "}"):
                    position = self._expect(position, ",")
        except _BrokenError as broken:
            self._flaw(broken)
            return _LOST if paged else (yield from self._salvage(begin))
        if not paged:
            yield begin, position + 1, members
        return position + 1

    def _salvage(self, begin: int) -> Walk:
        """Continues in the list of a page that is broken before the list, or at the next of several documents."""
        position = self._next_tweet(begin, begin + 1)
        if position != _LOST and self._before(position) in ("[", ","):
            position = yield from self._elements(position)
            if position != _LOST:
                line_feed = self._text.find("\n{", position)
                return _LOST if line_feed < 0 else line_feed + 1
        return position

    def _next_tweet(self, begin: int, search: int) -> int:
        """Finds, from `search` on, the object after the broken element at `begin`; _LOST if there is none.

        It is an object on a line of its own that is indented like the broken one, or any other that is a tweet.
        """
        indentation = self._indentation(begin)
        if self._includes < begin:  # after which a page of API v2 has the tweets that others quote
            offset = self._text.find('"includes"', begin)
            self._includes = offset if offset >= 0 else len(self._text)
        position = self._text.find("{", search, self._includes)
        while position >= 0 and self._patience > 0:
            aligned = indentation is not None and self._indentation(position) == indentation
            if self._before(position) != ":" and (aligned or self._is_tweet(position)):
                return position
            position = self._text.find("{", position + 1, self._includes)
        if position >= 0:
            line = self._lines.line(position)
            self._report(InputError("too much broken JSON; what follows is not read", TWEET, line))
        return _LOST

    def _indentation(self, position: int) -> str | None:
        begin = position
        while begin > 0 and self._text[begin - 1] in " \t":
            begin -= 1
        return self._text[begin:position] if self._text[max(begin - 1, 0) : begin] in ("", "\n") else None

    def _before(self, position: int) -> str:
        """Returns the last character before a position that is not white space."""
        position -= 1
        while position > 0 and self._text[position].isspace():
            position -= 1
        return self._text[max(position, 0)]

    def _is_tweet(self, position: int) -> bool:
        try:
            value, end = self._parse(position)
            self._patience -= end - position
            return bool(topic_of(value).id)  # without an id, it may be a part of one, as a hashtag with its `text`
        except (_BrokenError, InputError):
            return False

    def _key(self, position: int) -> tuple[str, int]:
        if not self._at(position, '"'):
            raise _BrokenError(position, "Expecting property name enclosed in double quotes")
        key, position = self._parse(position)
        return str(key), self._expect(self._skip(position), ":")

    def _parse(self, position: int) -> tuple[object, int]:
        """Returns the value that begins at a position, and its end.

        It is decoded from a growing window, as an error of the decoder takes time in all the text before it.
        """
        size = _WINDOW
        while True:
            window = self._text[position : position + size]
            last = position + size >= len(self._text)
            try:
                value, end = DECODER.raw_decode(window)
                if last or end + _TOKEN < size or window[end - 1] in ']}"':
                    return value, position + end
            except json.JSONDecodeError as error:
                self._patience -= size
                cut = error.pos + _TOKEN >= size or error.msg.startswith("Unterminated")
                if last or not cut:
                    raise _BrokenError(position + error.pos, error.msg) from None
            except (ValueError, RecursionError) as error:  # a number of too many digits, brackets nested too deeply
                self._patience -= size
                raise _BrokenError(position, TOO_DEEP if isinstance(error, RecursionError) else TOO_LONG) from None
            if size >= MAX_VALUE:
                raise _BrokenError(position, f"a value of more than {MAX_VALUE} characters")
            size *= 2

    def _expect(self, position: int, sign: str) -> int:
        if not self._at(position, sign):
            raise _BrokenError(position, f"Expecting '{sign}' delimiter")
        return self._skip(position + 1)

    def _at(self, position: int, sign: str) -> bool:
        return self._text.startswith(sign, position)

    def _skip(self, position: int) -> int:
        space = _SPACE.match(self._text, position)
        return space.end() if space else position

    def _flaw(self, broken: _BrokenError) -> None:
        position, why = broken.args
        line, column = self._lines.line(position), self._lines.column(position)
        found = f"{why} (column {column})" if why in (TOO_DEEP, TOO_LONG) else f"no JSON ({why}, column {column})"
        self._report(InputError(found, TWEET, line))
