"""The answers of bots, and their length as platforms count it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from tweetctx.context.units import UNITS, Unit
from tweetctx.pipeline import Contextualizer
from tweetctx.tweets import Post
from tweetctx.types import LICENCE_NAME, LICENCE_URL, Context

USAGE = "Mention me in a reply to a post, and I answer with what Wikipedia says about it."
NOTHING = "I found nothing in Wikipedia that would explain this."
CONTEXT_LENGTH = 500  # of a context, where the platform has room for it

_MARKUP_OF_DISCORD = re.compile(r"[\\`*_~|<>\[\]]|^[#-]", re.MULTILINE)


class Span(NamedTuple):
    """A piece of an answer, perhaps with a link."""

    text: str
    url: str = ""


Answer = tuple[Span, ...]


def titles(answer: Answer) -> str:
    """The text without its links; `links` gives their positions."""
    return "".join(span.text for span in answer)


def links(answer: Answer, unit: Unit) -> list[tuple[int, int, str]]:
    """Start, end and url of each link in the text of `titles`, counted in a unit."""
    length = UNITS[unit]
    spans, start = [], 0
    for text, url in answer:
        end = start + length(text)
        if url:
            spans.append((start, end, url))
        start = end
    return spans


def with_urls(answer: Answer, url_length: int | None = None) -> str:
    """The text with each url behind its title; url_length: what a platform counts for any url, in its place.

    The last sign of a url is percent-encoded where a platform would take it for one of the sentence.
    """
    return "".join(
        f"{text} {_detectable(url) if url_length is None else '-' * url_length}" if url else text
        for text, url in answer
    )


def _detectable(url: str) -> str:
    """The url such that all of it is found in a text: one that ends in `.` or `!` ends before it elsewhere."""
    last = url[-1]
    inside = last.isalnum() or last in "/_-=#+" or (last == ")" and url.count("(") == url.count(")"))
    return url if inside else url[:-1] + "".join(f"%{byte:02X}" for byte in last.encode())


def discord_markdown(answer: Answer) -> str:
    """The text in Discord's Markdown; angle brackets around a url suppress its preview."""
    escaped = ((_MARKUP_OF_DISCORD.sub(r"\\\g<0>", text), url) for text, url in answer)
    return "".join(f"[{text}](<{url}>)" if url else text for text, url in escaped)


@dataclass(frozen=True, slots=True)
class Room:
    """The space for an answer on a platform: at most `limit` units of the text that `counted` makes of it."""

    limit: int
    unit: Unit = "chars"
    counted: Callable[[Answer], str] = titles

    def excess(self, answer: Answer) -> int:
        """By how many units an answer is too long; 0 or less if it fits."""
        return UNITS[self.unit](self.counted(answer)) - self.limit


def explain(contextualizer: Contextualizer, post: str | Post, room: Room) -> Answer:
    """The longest context of a post that fits with its sources; the sources alone if no sentence fits."""
    first = context = contextualizer.contextualize(post, limit=CONTEXT_LENGTH, unit=room.unit)
    while context:
        answer = (Span(f"{context.text}\n\n"), *_sources(context))
        excess = room.excess(answer)
        if excess <= 0:
            return answer
        limit = UNITS[room.unit](context.text) - excess
        context = contextualizer.contextualize(post, limit=max(limit, 0), unit=room.unit)
    sources = _sources(first) if first else ()
    return sources if sources and room.excess(sources) <= 0 else (Span(NOTHING),)


def _sources(context: Context) -> Answer:
    """The articles that are quoted, and their licence."""
    spans = [Span(title, url if url.startswith("http") else "") for title, url in context.sources]
    if context.from_wikipedia:
        spans.append(Span(f"Wikipedia, {LICENCE_NAME}", LICENCE_URL))
    return (Span("Source: "), spans[0], *(part for span in spans[1:] for part in (Span(" · "), span)))
