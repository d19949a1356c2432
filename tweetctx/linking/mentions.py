"""What in a tweet may be a name: contiguous words, hashtags whole and in parts, and user names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
import regex

from tweetctx.ragged import Bools, Ints
from tweetctx.text.names import Keys, NameTokens, name_key, span_keys, tokenize_names
from tweetctx.text.names.letters import BREAK
from tweetctx.tweets.dates import find_dates
from tweetctx.tweets.speakers import Speaker, speakers

LONGEST: Final = 6  # tokens of a mention
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
    joined: Ints
    kinds: Ints
    shares: Ints
    plural: Ints
    first: Ints
    last: Ints
    speakers: Ints


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int
    key: int
    first: int
    last: int
    joined: bool = False
    kind: int = MentionKind.WORDS
    share: float = 1.0
    plural: bool = False


def find_mentions(tweet: str, split: Callable[[str], Sequence[str]]) -> Mentions:
    """Finds the spans of a tweet that may be mentions. split: a hashtag (without its mark) as words."""
    text = blanked(tweet)
    tokens = tokenize_names(text)
    tags = [_Tag.of(match, tokens) for match in _TAG.finditer(text)]
    tags = [tag for tag in tags if tag.last > tag.first]
    who = speakers(tweet)
    spans = [*_words(text, tokens, tags), *(span for tag in tags for span in _in_tag(tag, split))]
    spans = [span for span in spans if who.may_name(span.start, span.end)]
    return Mentions(
        tweet,
        tokens,
        np.array([span.start for span in spans], np.int64),
        np.array([span.end for span in spans], np.int64),
        np.array([span.key for span in spans], np.uint64),
        np.array([span.joined for span in spans], np.bool_),
        np.array([span.kind for span in spans], np.int64),
        np.array([span.share for span in spans], np.float64),
        np.array([span.plural for span in spans], np.bool_),
        np.array([span.first for span in spans], np.int64),
        np.array([span.last for span in spans], np.int64),
        np.array([who.of(span.start, span.end) for span in spans] or np.empty(0), np.int64),
    )


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


def _words(text: str, tokens: NameTokens, tags: Sequence[_Tag]) -> Iterator[_Span]:
    """Spans of words; a hashtag may be one, and a user name begin them."""
    tag_of = {token: tag for tag in tags for token in range(tag.first, tag.last)}
    keys, firsts, lasts = span_keys(tokens, LONGEST)
    for key, first, last in zip(keys.tolist(), firsts.tolist(), lasts.tolist(), strict=True):
        touched = {tag_of[token] for token in range(first, last) if token in tag_of} if tag_of else set()
        if any(tag.kind == MentionKind.USER and (tag.first != first or tag.last > last) for tag in touched):
            continue
        whole = next((tag for tag in touched if (tag.first, tag.last) == (first, last)), None)
        start, end = int(tokens.starts[first]), int(tokens.ends[last - 1])
        kind = whole.kind if whole else MentionKind.WORDS
        yield _Span(start, end, key, first, last, kind=kind)
        if last - first == 1 and tokens.letters[first] >= _LEAST_PLURAL and text[end - 1] in "sS":
            yield _Span(start, end, name_key(text[start : end - 1]), first, last, kind=kind, plural=True)


def _in_tag(tag: _Tag, split: Callable[[str], Sequence[str]]) -> Iterator[_Span]:
    """The whole of a hashtag as letters alone, and what its words make."""
    key = name_key(tag.name.replace("_", ""))
    if len(tag.name) >= _LEAST_JOINED and key:
        yield _Span(tag.start + 1, tag.end, key, tag.first, tag.last, joined=True, kind=tag.kind)
    words = list(split(tag.name))
    if len(words) < 2:
        return
    tokens = tokenize_names(" ".join(words))
    places = _places(tag.name, tokens, " ".join(words))
    keys, firsts, lasts = span_keys(tokens, LONGEST)
    letters = max(int(tokens.letters.sum()), 1)
    for key, first, last in zip(keys.tolist(), firsts.tolist(), lasts.tolist(), strict=True):
        share = float(tokens.letters[first:last].sum()) / letters
        start, end = tag.start + 1 + places[first][0], tag.start + 1 + places[last - 1][1]
        yield _Span(start, end, key, tag.first, tag.last, kind=tag.kind, share=min(share, 0.99))


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


__all__ = ["LONGEST", "MentionKind", "Mentions", "Speaker", "begins_sentence", "blanked", "find_mentions"]
