"""The records that flow from stage to stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under one heading; the paragraphs before the first heading stand under the empty one."""

    heading: str
    paragraphs: tuple[str, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        return Section, (self.heading, self.paragraphs)  # half the work of what a dataclass does by itself


class WikiLink(NamedTuple):
    """A link from one article to another.

    `text` is what the link shows, empty where the source does not tell; `title` is where it leads: the title of an
    article, of a redirect, or of a page that does not exist.
    """

    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Article:
    """One Wikipedia page.

    `disambiguation` is whether the source says that the page only points to others. The rest is what the page says
    about names, as far as its source tells:

    - `redirects`: other titles that lead to it.
    - `links`: the links in its prose, in order, each text and title once.
    - `aliases`: other names of its subject, those in bold in its first sentence.
    - `senses`: of a disambiguation page, the titles that its entries lead to, in order, each once.
    """

    id: str
    title: str
    url: str
    sections: tuple[Section, ...]
    redirects: tuple[str, ...] = ()
    disambiguation: bool = False
    links: tuple[WikiLink, ...] = ()
    aliases: tuple[str, ...] = ()
    senses: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        fields = (self.id, self.title, self.url, self.sections, self.redirects, self.disambiguation)
        return Article, (*fields, self.links, self.aliases, self.senses)


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
