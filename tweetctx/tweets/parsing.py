"""Parses the text of a tweet once: addresses, dates, markup, hashtags, accounts, cashtags and speakers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import regex

from tweetctx.tweets.dates import find_dates
from tweetctx.tweets.elongation import CountOf, shortened
from tweetctx.tweets.plain import NO_LETTER, plain_letters
from tweetctx.tweets.records import Tag, TweetParts
from tweetctx.tweets.speakers import speakers

MOST_LETTERS: Final = 4096  # code points in which names are looked for: n mentions take n² steps
_URL: Final = regex.compile(
    r"(?:https?:|www\.)\S*|\b[\w.-]+\.(?:com|co|ly|gl|me|it|org|net|to|in)/\S*", regex.IGNORECASE
)
_ENTITY: Final = regex.compile(r"&(?:amp|lt|gt|quot|apos|nbsp|#\d+|#[xX][0-9a-fA-F]+);")
_TAG: Final = regex.compile(r"(?P<sign>[#＃@＠])(?P<name>[\p{L}\p{M}\p{N}_\u200C]+)")
# Who is mourned has a name of their own: #RIPKobe is RIP #Kobe, and #RIPPED a word.
_MOURNED: Final = regex.compile(r"[#＃](?P<word>R[Ii][Pp])(?P<blank>_?)(?=\p{Lu}\p{L}*\p{Ll})")
# A stock symbol: BRK.A and RDS-B too. Not the dollars of A$AP, $5 and $100k.
_CASHTAG: Final = regex.compile(r"(?<![\p{L}\p{N}_$])\$(?P<name>[A-Za-z]{1,6}(?:[.-][A-Za-z]{1,2})?)(?![\p{L}\p{N}_$])")
# The sign of P!nk is a letter, and no end of a sentence.
_GLUED: Final = regex.compile(r"(?<=(?<!\p{L})\p{L})!(?=\p{Ll})")
_SIGNS: Final = {"＃": "#", "＠": "@"}


def parse(text: str, count_of: CountOf | None = None) -> TweetParts:
    """Finds the parts of a tweet's text. count_of: see `shortened`."""
    plain = plain_letters(text[:MOST_LETTERS])
    dates = tuple(find_dates(text))
    urls = [match.span() for match in _URL.finditer(plain)] if _may_have_urls(plain) else []
    names = _blanked(plain, urls)
    names = _blanked(names, [(date.start, date.end) for date in find_dates(names)])
    names = _decoded(_GLUED.sub("$", shortened(names, count_of, NO_LETTER)))
    names = _MOURNED.sub(lambda match: match["word"] + " " * len(match["blank"]) + "#", names)
    return TweetParts(names, speakers(text), dates, _tags(names))


def _may_have_urls(text: str) -> bool:
    folded = text.lower()
    return "http" in folded or "www." in folded or "/" in folded


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with line feeds in place of spans [start, end): no name extends over one."""
    for start, end in spans:
        text = text[:start] + "\n" * (end - start) + text[end:]
    return text


def _decoded(text: str) -> str:
    """The text with the character that each entity stands for, and spaces behind it that keep the length."""
    if "&" not in text:
        return text
    decoded: str = _ENTITY.sub(lambda match: ("&" if match[0] == "&amp;" else " ").ljust(len(match[0])), text)
    return decoded


def _tags(text: str) -> tuple[Tag, ...]:
    tags = [
        Tag(*match.span(), _SIGNS.get(match["sign"], match["sign"]), match["name"]) for match in _TAG.finditer(text)
    ]
    if "$" in text:
        tags += [Tag(*match.span(), "$", match["name"]) for match in _CASHTAG.finditer(text)]
        tags.sort()
    return tuple(tags)
