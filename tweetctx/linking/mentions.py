"""The spans of a tweet that may be mentions: contiguous words, hashtags whole and in parts, and user names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.linking.places import MentionKind, Place
from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.text.names import Keys, NameRows, NameTokens, code_points, span_keys, tokenize_names
from tweetctx.tweets.dates import find_dates
from tweetctx.tweets.speakers import Speaker, speakers

LONGEST: Final = 6  # tokens of a mention
MOST_LETTERS: Final = 4096  # code points in which names are looked for: n mentions take n² steps
_LEAST_JOINED: Final = 4  # letters of a hashtag that may be several words
_URL: Final = regex.compile(
    r"(?:https?:|www\.)\S*|\b[\w.-]+\.(?:com|co|ly|gl|me|it|org|net|to|in)/\S*", regex.IGNORECASE
)
_ENTITY: Final = regex.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+);")
_TAG: Final = regex.compile(r"[#＃@](?P<name>[\p{L}\p{M}\p{N}_]+)")


@dataclass(frozen=True, slots=True)
class Mentions:
    """M spans of a tweet that may be mentions.

    text: the tweet. tokens: those in which names were looked for. places: whole numbers by Place and span, shape
    (8, M). keys: of the surface forms, shape (M,). shares: the letters of a hashtag that the span takes, as a share of
    all, shape (M,).
    """

    text: str
    tokens: NameTokens
    places: NDArray[np.int64]
    keys: Keys
    shares: Floats

    @property
    def starts(self) -> Ints:
        """The start of each in the tweet, in code points, shape (M,)."""
        starts: Ints = self.places[Place.start]
        return starts

    @property
    def ends(self) -> Ints:
        """The end of each in the tweet (excluded), in code points, shape (M,)."""
        ends: Ints = self.places[Place.end]
        return ends


def find_mentions(tweet: str, split: Callable[[str], Sequence[str]]) -> Mentions:
    """Finds the spans of a tweet that may be mentions. split: a hashtag (without its mark) as words.

    Only the first MOST_LETTERS code points are looked at.
    """
    text = blanked(tweet[:MOST_LETTERS])
    tokens = tokenize_names(text)
    tags = [*_tags(text, tokens)]
    spans = _words(text, tokens, tags)
    if tags:
        spans = _Spans.joined([spans, _in_tags(tags, split)])
    spans = _with_roles(tweet, spans)
    return Mentions(tweet, tokens, spans.places, spans.keys, spans.shares)


@dataclass(frozen=True, slots=True)
class _Spans:
    """Columns of Mentions."""

    places: NDArray[np.int64]
    keys: Keys
    shares: Floats

    @classmethod
    def of(cls, spans: Sequence[tuple[tuple[int, ...], int, float]]) -> _Spans:
        """spans: the places, key and share of each."""
        places = np.array([places for places, _, _ in spans], np.int64).reshape(-1, len(Place))
        keys, shares = [key for _, key, _ in spans], [share for _, _, share in spans]
        return cls(places.T, np.array(keys, np.uint64), np.array(shares, np.float64))

    @classmethod
    def joined(cls, parts: Sequence[_Spans]) -> _Spans:
        return cls(
            np.concatenate([part.places for part in parts], axis=1),
            np.concatenate([part.keys for part in parts]),
            np.concatenate([part.shares for part in parts]),
        )

    def take(self, rows: Ints | Bools) -> _Spans:
        return _Spans(self.places[:, rows], self.keys[rows], self.shares[rows])


def _with_roles(tweet: str, spans: _Spans) -> _Spans:
    """The spans that can be names, each with its role: author, addressed user, or neither."""
    who = speakers(tweet)
    if who.trailer:
        starts, ends = spans.places[Place.start], spans.places[Place.end]
        fits = ends <= who.trailer.body
        behind = np.flatnonzero(~fits)
        places = zip(starts[behind].tolist(), ends[behind].tolist(), strict=True)
        fits[behind] = [who.may_name(*place) for place in places]
        spans = spans.take(fits)
    spans.places[Place.speaker] = who.parts(spans.places[Place.start], spans.places[Place.end])
    return spans


def blanked(tweet: str) -> str:
    """A tweet with line feeds for addresses and dates, and characters for entities with spaces behind; as long."""
    text = tweet
    if ":" in text or "/" in text or "www." in text.lower():  # all that an address begins with
        text = _URL.sub(lambda match: "\n" * len(match[0]), text)
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


def _tags(text: str, tokens: NameTokens) -> Iterator[_Tag]:
    """The hashtags and user names that have tokens."""
    matches = [*_TAG.finditer(text)]
    bounds = np.searchsorted(tokens.starts, [match.span() for match in matches]).tolist() if matches else ()
    for match, (first, last) in zip(matches, bounds, strict=True):
        if last > first:
            kind = MentionKind.USER if match[0][0] == "@" else MentionKind.HASHTAG
            yield _Tag(match.start(), match.end(), match["name"], kind, first, last)


def _words(text: str, tokens: NameTokens, tags: Sequence[_Tag]) -> _Spans:
    """Spans of words, and single words without their final s."""
    from tweetctx.linking.mention_kernels import word_spans

    whole = np.array([(tag.first, tag.last, tag.kind) for tag in tags], np.int64).reshape(-1, 3)
    places, keys = word_spans(code_points(text), tokens.columns, whole, LONGEST)
    return _Spans(places, keys, np.ones(len(keys)))


def _in_tags(tags: Sequence[_Tag], split: Callable[[str], Sequence[str]]) -> _Spans:
    """Of each hashtag and user name the whole as letters alone, and what its words make."""
    texts = [text for tag in tags for text in (tag.name.replace("_", ""), " ".join(split(tag.name)))]
    rows = NameRows.of(texts)
    tokens, keys, offsets = rows.tokens, rows.keys.tolist(), rows.offsets.tolist()
    words = [*zip(tokens.starts.tolist(), tokens.ends.tolist(), tokens.letters.tolist(), strict=True)]
    parts = span_keys(tokens, LONGEST)
    bounds, made = np.searchsorted(parts[1], offsets).tolist(), [*zip(*(p.tolist() for p in parts), strict=True)]
    text, found = "\n".join(texts), list[tuple[tuple[int, ...], int, float]]()
    for row, tag in zip(range(0, len(texts), 2), tags, strict=True):
        if keys[row] and len(tag.name) >= _LEAST_JOINED:
            found.append(((tag.start + 1, tag.end, tag.first, tag.last, 1, 0, tag.kind, 0), keys[row], 1.0))
        if " " in texts[row + 1]:
            own = made[bounds[row + 1] : bounds[row + 2]]
            found += _of_words(tag, text, words[: offsets[row + 2]], offsets[row + 1], own)
    return _Spans.of(found)


def _of_words(
    tag: _Tag, text: str, words: Sequence[tuple[int, int, int]], begin: int, made: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[tuple[int, ...], int, float]]:
    """The spans of the words of a hashtag: places, key, and share of its letters.

    words: start and end in a text, and letters; the tag's are those from `begin` on. made: the key of each span, its
    first word and the one behind its last.
    """
    places, at = [], 0
    for start, end, _ in words[begin:]:
        word = text[start:end].replace("'", "")  # the split may have added it
        found = tag.name.find(word, at)
        first = found if found >= 0 else at
        at = min(first + len(word), len(tag.name))
        places.append((tag.start + 1 + first, tag.start + 1 + at))
    letters = [0, *accumulate(count for _, _, count in words[begin:])]
    for key, first, last in made:
        start, end = places[first - begin][0], places[last - 1 - begin][1]
        share = (letters[last - begin] - letters[first - begin]) / max(letters[-1], 1)
        yield (start, end, tag.first, tag.last, 0, 0, tag.kind, 0), key, min(share, 0.99)


__all__ = ["LONGEST", "MOST_LETTERS", "MentionKind", "Mentions", "Place", "Speaker", "blanked", "find_mentions"]
