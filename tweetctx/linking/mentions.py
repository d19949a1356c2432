"""What in a tweet may be a name: contiguous words, hashtags whole and in parts, and user names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.text.names import Keys, NameTokens, name_key, span_keys, tokenize_names
from tweetctx.text.names.letters import BREAK
from tweetctx.tweets.dates import find_dates
from tweetctx.tweets.speakers import Speaker, speakers

LONGEST: Final = 6  # tokens of a mention
MOST_LETTERS: Final = 4096  # code points in which names are looked for: n mentions take n² steps
_LEAST_JOINED: Final = 4  # letters of a hashtag that may be several words
_LEAST_PLURAL: Final = 4
_URL: Final = regex.compile(
    r"(?:https?:|www\.)\S*|\b[\w.-]+\.(?:com|co|ly|gl|me|it|org|net|to|in)/\S*", regex.IGNORECASE
)
_ENTITY: Final = regex.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+);")
_TAG: Final = regex.compile(r"[#＃@](?P<name>[\p{L}\p{M}\p{N}_]+)")


class MentionKind(IntEnum):
    """What a mention is made of."""

    WORDS = 0
    HASHTAG = 1
    USER = 2


@dataclass(frozen=True, slots=True)
class Mentions:
    """M spans of a tweet that may be mentions; each array has shape (M,).

    text: the tweet. starts, ends: places in it, in code points.
    keys: of the surface forms. joined: whether only their letters count. kinds: of MentionKind. shares: the letters of
    a hashtag that the span takes, as a share of all. plural: whether a final s was left out. first, last: the tokens
    [first, last) of `tokens` that the span touches. speakers: of Speaker.
    """

    text: str
    tokens: NameTokens
    starts: Ints
    ends: Ints
    keys: Keys
    joined: Bools
    kinds: Ints
    shares: Floats
    plural: Bools
    first: Ints
    last: Ints
    speakers: Ints


_SPAN: Final = np.dtype(
    [
        *((name, "<i8") for name in ("starts", "ends")),
        ("keys", "<u8"),
        ("joined", "?"),
        ("kinds", "<i8"),
        ("shares", "<f8"),
        ("plural", "?"),
        *((name, "<i8") for name in ("first", "last")),
    ]
)


def find_mentions(tweet: str, split: Callable[[str], Sequence[str]]) -> Mentions:
    """Finds the spans of a tweet that may be mentions. split: a hashtag (without its mark) as words.

    Only the first MOST_LETTERS code points are looked at.
    """
    text = blanked(tweet[:MOST_LETTERS])
    tokens = tokenize_names(text)
    tags = [tag for match in _TAG.finditer(text) if (tag := _Tag.of(match, tokens)).last > tag.first]
    words = _words(tokens, tags)
    spans = np.concatenate([words, _plurals(text, tokens, words), *(_in_tag(tag, split) for tag in tags)])
    spans, parts = _spoken(tweet, spans)
    columns = {name: np.ascontiguousarray(spans[name]) for name in _SPAN.names or ()}
    return Mentions(tweet, tokens, **columns, speakers=parts)


def _spoken(tweet: str, spans: NDArray[Any]) -> tuple[NDArray[Any], Ints]:
    """The spans that can be names, and what part each has among those who speak."""
    who = speakers(tweet)
    if not (who.answered or who.quoted or who.trailer):
        return spans, np.zeros(len(spans), np.int64)
    places = [*zip(spans["starts"].tolist(), spans["ends"].tolist(), strict=True)]
    kept = [row for row, place in enumerate(places) if who.may_name(*place)]
    return spans[kept], np.array([who.of(*places[row]) for row in kept], np.int64)


def blanked(tweet: str) -> str:
    """A tweet with line feeds for addresses and dates, and characters for entities with spaces behind; as long."""
    text = _URL.sub(lambda match: "\n" * len(match[0]), tweet)
    for date in find_dates(text):  # says when, not what
        text = text[: date.start] + "\n" * (date.end - date.start) + text[date.end :]
    if "&" in text:
        text = _ENTITY.sub(lambda match: ("&" if match[0] == "&amp;" else " ").ljust(len(match[0])), text)
    return text


@dataclass(frozen=True, slots=True)
class _Tag:
    """A hashtag or user name and the tokens [first, last) that it is made of."""

    start: int
    end: int
    name: str
    kind: int
    first: int
    last: int

    @classmethod
    def of(cls, match: regex.Match[str], tokens: NameTokens) -> _Tag:
        kind = MentionKind.USER if match[0][0] == "@" else MentionKind.HASHTAG
        first, last = np.searchsorted(tokens.starts, [match.start(), match.end()]).tolist()
        return cls(match.start(), match.end(), match["name"], kind, first, last)


def _words(tokens: NameTokens, tags: Sequence[_Tag]) -> NDArray[Any]:
    """Spans of words; a hashtag may be one, and a user name begin them."""
    keys, first, last = span_keys(tokens, LONGEST)
    spans = np.zeros(len(keys), _SPAN)
    spans["keys"], spans["first"], spans["last"], spans["shares"] = keys, first, last, 1.0
    spans["starts"], spans["ends"] = tokens.starts[first], tokens.ends[last - 1]
    fits = np.ones(len(keys), np.bool_)
    for tag in tags:
        spans["kinds"][(first == tag.first) & (last == tag.last)] = tag.kind
        if tag.kind == MentionKind.USER:
            apart = (last <= tag.first) | (first >= tag.last)
            fits &= apart | ((first == tag.first) & (last >= tag.last))
    return spans[fits] if tags else spans


def _plurals(text: str, tokens: NameTokens, words: NDArray[Any]) -> NDArray[Any]:
    """Single words without their final s."""
    long = (words["last"] - words["first"] == 1) & (tokens.letters[words["first"]] >= _LEAST_PLURAL)
    plurals = words[[row for row in np.flatnonzero(long).tolist() if text[words["ends"][row] - 1] in "sS"]]
    places = zip(plurals["starts"].tolist(), plurals["ends"].tolist(), strict=True)
    plurals["keys"] = [name_key(text[start : end - 1]) for start, end in places]
    plurals["plural"] = True
    return plurals


def _in_tag(tag: _Tag, split: Callable[[str], Sequence[str]]) -> NDArray[Any]:
    """The whole of a hashtag as letters alone, and what its words make."""
    spans = []
    key = name_key(tag.name.replace("_", ""))
    if len(tag.name) >= _LEAST_JOINED and key:
        spans.append((tag.start + 1, tag.end, key, True, tag.kind, 1.0, False, tag.first, tag.last))
    words = split(tag.name)
    if len(words) > 1:
        tokens = tokenize_names(" ".join(words))
        places = _places(tag.name, tokens, " ".join(words))
        letters = max(int(tokens.letters.sum()), 1)
        for key, first, last in zip(*(part.tolist() for part in span_keys(tokens, LONGEST)), strict=True):
            share = min(float(tokens.letters[first:last].sum()) / letters, 0.99)
            start, end = tag.start + 1 + places[first][0], tag.start + 1 + places[last - 1][1]
            spans.append((start, end, key, False, tag.kind, share, False, tag.first, tag.last))
    return np.array(spans, _SPAN)


def _places(name: str, tokens: NameTokens, text: str) -> list[tuple[int, int]]:
    """Where in a hashtag the tokens of its words stand; the split may have added apostrophes."""
    places, at = [], 0
    for start, end in zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True):
        word = text[start:end].replace("'", "")
        found = name.find(word, at)
        begin = found if found >= 0 else at
        at = min(begin + len(word), len(name))
        places.append((begin, at))
    return places


def begins_sentence(mentions: Mentions) -> Bools:
    """Whether each span begins a sentence, where a capital says nothing."""
    opens: Bools = mentions.tokens.gaps[mentions.first] == BREAK
    return opens


__all__ = [
    "LONGEST",
    "MOST_LETTERS",
    "MentionKind",
    "Mentions",
    "Speaker",
    "begins_sentence",
    "blanked",
    "find_mentions",
]
