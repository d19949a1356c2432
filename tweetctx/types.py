"""The records that flow from stage to stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under one heading; the paragraphs before the first heading stand under the empty one."""

    heading: str
    paragraphs: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return Section, (self.heading, self.paragraphs)  # half the work of what a dataclass does by itself


@dataclass(frozen=True, slots=True)
class Article:
    """One Wikipedia page.

    `redirects` are other titles that lead to it, as far as the source tells them; `disambiguation` is whether the
    source says that the page only points to others.
    """

    id: str
    title: str
    url: str
    sections: tuple[Section, ...]
    redirects: tuple[str, ...] = ()
    disambiguation: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        return Article, (self.id, self.title, self.url, self.sections, self.redirects, self.disambiguation)


@dataclass(frozen=True, slots=True)
class Tweet:
    """A tweet, and the words that its query is made of, in their order and with their case."""

    text: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term and its weight, c(t,q): how often it stands in the query; `capital` if a word of it begins with one."""

    term: str
    weight: float
    capital: bool = False


@dataclass(frozen=True, slots=True)
class Query:
    """The distinct terms of a query that the collection contains, in the order in which they first appear."""

    terms: tuple[QueryTerm, ...]

    def __bool__(self) -> bool:
        return bool(self.terms)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph that was retrieved; `number` is its place in the collection, from 0."""

    number: int
    title: str
    heading: str
    text: str
    url: str
    score: float


@dataclass(frozen=True, slots=True)
class ScoredSentence:
    """A sentence with the score that a model gave it.

    `article`, `passage` and `number` are its places in the collection, from 0: which article, which of all
    paragraphs, which of all sentences.
    """

    text: str
    title: str
    url: str
    score: float
    article: int
    passage: int
    number: int


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader of the tweet should know: `text` is the sentences in reading order, joined by one space."""

    tweet: str
    query: Query
    text: str
    sentences: tuple[ScoredSentence, ...]
    took_ms: float
