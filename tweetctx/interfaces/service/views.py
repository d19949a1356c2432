"""Contexts, prepared for the template of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

from tweetctx.context import Unit
from tweetctx.interfaces.presentation import as_json, explanation_record
from tweetctx.pipeline import Explanation
from tweetctx.types import Context, Link

_LIT = 12  # articles that the style sheet can light up together with their mentions
_PRESETS = {  # a plain name, and what it does
    "default": ("What it names", "Finds the articles that the tweet names, and quotes what tells most about them"),
    "dcu-185": ("Words in common", "Quotes sentences with words of the tweet (dcu-185: query likelihood)"),
    "dcu-186": (
        "Related words",
        "Quotes sentences with words that go with those of the tweet (dcu-186: relevance model)",
    ),
    "dcu-187": ("Related topics", "The same by topics of what was found (dcu-187: topical relevance model)"),
}
UNIT_NAMES: Final[dict[Unit, str]] = {
    "chars": "characters",
    "graphemes": "characters as seen",
    "utf16": "UTF-16 units, as Telegram counts",
    "bytes": "bytes",
    "words": "words",
}


class Piece(NamedTuple):
    """A part of the tweet: a mention if it has a link.

    article: the mark shared with the sentences of its article, empty if it is not among the first few. target: a link
    to these sentences on the page, or to the article's URL; empty if there is neither.
    """

    text: str
    link: Link | None
    article: str
    target: str


class Quote(NamedTuple):
    """Neighbouring sentences of one article; `article` as in Piece.

    sure: the probability in percent that the tweet names the article; None if it is not linked.
    """

    sentences: tuple[str, ...]
    title: str
    url: str
    article: str
    anchor: str
    sure: int | None


Stage = tuple[str, float, float, float]  # its name, its time in ms, and its start and length in percent of the whole


@dataclass(frozen=True, slots=True)
class Result:
    """The context by one preset. record: its explanation."""

    preset: str
    label: str
    about: str
    context: Context
    quotes: tuple[Quote, ...]
    stages: tuple[Stage, ...]
    record: dict[str, Any]

    @property
    def copies(self) -> dict[str, str]:
        """The context in the forms in which it can be copied."""
        return {
            "text": f"{self.context.text}\n\n{self.context.attribution}",
            "Markdown": self.context.to_markdown(),
            "JSON": as_json(self.context.to_dict("1")),
        }


def choices(default: str, chosen: Sequence[str]) -> list[tuple[str, str, str, bool]]:
    """The presets to choose from, each with its plain name, what it does and whether it was chosen.

    They are the service's own, those of tweetctx, and others that were chosen.
    """
    names = dict.fromkeys([default, *_PRESETS, *chosen])
    return [(name, *_PRESETS.get(name, (name, "A model of your own")), name in chosen) for name in names]


def results(explanations: Iterable[tuple[str, Explanation]]) -> list[Result]:
    """The results of some presets; articles have the same number in all of them."""
    explanations = list(explanations)
    numbers = article_numbers(explanation.context for _, explanation in explanations)
    return [_result(index, preset, explanation, numbers) for index, (preset, explanation) in enumerate(explanations)]


def article_numbers(contexts: Iterable[Context]) -> dict[str, str]:
    """A number for each of the first articles that are linked and quoted somewhere."""
    contexts = list(contexts)
    quoted = {sentence.title for context in contexts for sentence in context.sentences}
    linked = dict.fromkeys(link.title for context in contexts for link in context.links if link.title in quoted)
    return {title: str(number) for number, title in zip(range(_LIT), linked, strict=False)}


def pieces(tweet: str, shown: Sequence[Result]) -> Iterator[Piece]:
    """Yields the tweet with the mentions of the first result that has some."""
    links = next((result.context.links for result in shown if result.context.links), ())
    quotes = {quote.title: quote for result in reversed(shown) for quote in reversed(result.quotes)}
    end = 0
    for link in sorted(links, key=lambda link: link.start):
        if link.start < end:
            continue
        quote = quotes.get(link.title)
        yield Piece(tweet[end : link.start], None, "", "")
        target = f"#{quote.anchor}" if quote else web_address(link.url)
        yield Piece(tweet[link.start : link.end], link, quote.article if quote else "", target)
        end = link.end
    yield Piece(tweet[end:], None, "", "")


def web_address(url: str) -> str:
    """A URL that a page may safely link to; empty for others, such as `javascript:`."""
    return url if url.startswith(("https://", "http://")) else ""


def _result(index: int, preset: str, explanation: Explanation, numbers: dict[str, str]) -> Result:
    context = explanation.context
    named: dict[str, float] = {}
    for link in context.links:
        named[link.title] = max(link.probability, named.get(link.title, 0.0))
    groups = groupby(context.sentences, key=lambda sentence: (sentence.title, sentence.url))
    quotes = tuple(
        Quote(
            tuple(sentence.text for sentence in sentences),
            title,
            web_address(url),
            numbers.get(title, ""),
            f"quote-{index}-{position}",
            round(named[title] * 100) if title in named else None,
        )
        for position, ((title, url), sentences) in enumerate(groups)
    )
    stages = tuple(_stages(explanation.times.items()))
    return Result(preset, *_PRESETS.get(preset, (preset, "")), context, quotes, stages, explanation_record(explanation))


def _stages(times: Iterable[tuple[str, float]]) -> Iterator[Stage]:
    times = list(times)
    total = sum(seconds for _, seconds in times) or 1.0
    begin = 0.0
    for name, seconds in times:
        yield name, seconds * 1e3, 100 * begin / total, 100 * seconds / total
        begin += seconds
