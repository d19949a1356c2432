"""The spans of a tweet that may be mentions: contiguous words, hashtags whole and in parts, and user names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import regex
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Floats, Ints
from tweetctx.linking.places import MentionKind, Place
from tweetctx.text.names.keys import Keys, NameTokens, code_points, token_tables
from tweetctx.tweets.dates import find_dates
from tweetctx.tweets.speakers import Speaker, speakers

LONGEST: Final = 6  # tokens of a mention
MOST_LETTERS: Final = 4096  # code points in which names are looked for: n mentions take n² steps
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
    from tweetctx.linking.mention_kernels import find_spans

    text = blanked(tweet[:MOST_LETTERS])
    parts, tags, at = [text], list[tuple[int, ...]](), len(text) + 1
    for match in _TAG.finditer(text):
        words = split(match["name"])
        whole, apart = match["name"].replace("_", ""), " ".join(words) if len(words) > 1 else ""
        kind = MentionKind.USER if match[0][0] == "@" else MentionKind.HASHTAG
        begin = at + len(whole) + 1
        tags.append((*match.span(), kind, at, begin, begin + len(apart)))
        parts += [whole, apart]
        at = begin + len(apart) + 1
    together = "\n".join(parts)
    rows = np.array(tags, np.int64).reshape(-1, 6)
    tokens, *spans = find_spans(code_points(together), token_tables(), len(text), rows, LONGEST)
    return _with_roles(Mentions(tweet, NameTokens(*tokens), *spans))


def _with_roles(mentions: Mentions) -> Mentions:
    """Leaves out mentions that cannot be names, and sets the role of the others: author, addressed user or neither."""
    who, places = speakers(mentions.text), mentions.places
    if who.trailer:
        fits = mentions.ends <= who.trailer.body
        behind = (~fits).nonzero()[0]
        spans = zip(mentions.starts[behind].tolist(), mentions.ends[behind].tolist(), strict=True)
        fits[behind] = [who.may_name(*span) for span in spans]
        rows = fits.nonzero()[0]
        places = places.take(rows, axis=1)
        mentions = Mentions(mentions.text, mentions.tokens, places, mentions.keys[rows], mentions.shares[rows])
    places[Place.speaker] = who.roles(mentions.starts, mentions.ends)
    return mentions


def blanked(tweet: str) -> str:
    """A tweet with line feeds for addresses and dates, and characters for entities with spaces behind; as long."""
    text, folded = tweet, tweet.lower()
    if "http" in folded or "www." in folded or "/" in folded:  # every address has one of these
        text = _URL.sub(lambda match: "\n" * len(match[0]), text)
    for date in find_dates(text):  # says when, not what
        text = text[: date.start] + "\n" * (date.end - date.start) + text[date.end :]
    if "&" in text:
        text = _ENTITY.sub(lambda match: ("&" if match[0] == "&amp;" else " ").ljust(len(match[0])), text)
    return text


__all__ = ["LONGEST", "MOST_LETTERS", "MentionKind", "Mentions", "Place", "Speaker", "blanked", "find_mentions"]
