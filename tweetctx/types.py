"""The records that flow from stage to stage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from typing import Any, ClassVar, Final, NamedTuple
from urllib.parse import quote

import numpy as np

from tweetctx.arrays.ragged import Ragged, concatenate_rows, spans, stacked
from tweetctx.arrays.sequences import items_at, joined, joined_spans, picked
from tweetctx.arrays.types import Bools, Floats, Ints

LICENCE_NAME = "CC BY-SA 4.0"  # of Wikipedia's text
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/4.0/"
_SHOWN: Final = 60  # characters of a text in the repr of a context
MONTH: Final = 31  # days that an index may be older than a tweet before its context says so
Day = date  # in records with a field of that name
_WIKI: Final = re.compile(  # of Wikimedia, which all keep old revisions at the same path
    r"(https?://[\w.-]+\.(?:wikipedia|wiktionary|wikinews|wikiquote|wikibooks|wikisource|wikivoyage|wikiversity)\.org)"
    r"/wiki/"
)
_INLINE: Final = re.compile(r"[\\`*_~$\[\]<>]|&(?=#?\w+;)")  # ~ strikes out, $ begins a formula
_BLOCK: Final = re.compile(r"^(\s*\d{1,9})(?=[.)]\s)|^(\s*)(?=[#+=-])")  # before the sign of a list, heading or rule
_PROGRAMS: Final = ("javascript", "vbscript", "data")
_OUTSIDE_ADDRESSES: Final = re.compile(r"[<>\\\s\x00-\x1f]")
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")
WIKIPEDIA_LICENCE = f"Text from Wikipedia, {LICENCE_NAME} ({LICENCE_URL})."


class _Pickled:
    """A record of which pickle writes the fields alone, which takes half the time of a dataclass's own way."""

    __slots__: ClassVar[tuple[str, ...]] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in self.__slots__])


@dataclass(frozen=True, slots=True)
class Section(_Pickled):
    """Paragraphs under one heading; the paragraphs before the first heading stand under the empty one."""

    heading: str
    paragraphs: tuple[str, ...]


class WikiLink(NamedTuple):
    """A link from one article to another.

    `text` is the link text, empty if the source does not give it. `title` is the target: the title of an article, of a
    redirect, or of a page that does not exist.
    """

    text: str
    title: str


@dataclass(frozen=True, slots=True)
class Article(_Pickled):
    """One Wikipedia page.

    `disambiguation`: whether the source marks it as a disambiguation page. The other fields are about names, as far as
    the source gives them:

    - `redirects`: other titles that lead to it.
    - `links`: the links in its prose, in order, each text and title once.
    - `aliases`: other names of its subject, those in bold in its first sentence.
    - `senses`: of a disambiguation page, the titles that its entries lead to, in order, each once.

    `revision`: the number of the revision that was read; 0 if the source does not tell it.
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
    revision: int = 0


@dataclass(frozen=True, slots=True)
class TermStats:
    """The statistics of T terms in a collection.

    keys: identifiers of the terms, the engine's own, shape (T,); −1 for a term that the collection does not contain.
    cf, df, sf: how often each term occurs, in how many articles, and in how many sentences, shape (T,).
    texts: the terms themselves.
    """

    keys: Ints
    cf: Ints
    df: Ints
    sf: Ints
    texts: Sequence[str]

    def __len__(self) -> int:
        return len(self.keys)

    def __reduce__(self) -> str | tuple[Any, ...]:
        if self is NO_STATS:
            return "NO_STATS"
        numbers = np.stack((self.keys, self.cf, self.df, self.sf), dtype=np.int64)
        return _stats_of, (numbers.tobytes(), self.texts)

    def take(self, rows: Ints) -> TermStats:
        """Some of the terms, in the order asked for."""
        texts = [self.texts[row] for row in rows.tolist()]
        return TermStats(self.keys[rows], self.cf[rows], self.df[rows], self.sf[rows], texts)

    def joined(self, other: TermStats) -> TermStats:
        """These terms, followed by others."""
        ours, theirs = (self.keys, self.cf, self.df, self.sf), (other.keys, other.cf, other.df, other.sf)
        keys, cf, df, sf = map(np.concatenate, zip(ours, theirs, strict=True))
        return TermStats(keys, cf, df, sf, [*self.texts, *other.texts])


def _stats_of(numbers: bytes, texts: Sequence[str]) -> TermStats:
    keys, cf, df, sf = np.frombuffer(bytearray(numbers), np.int64).reshape(4, -1)
    return TermStats(keys, cf, df, sf, texts)


_LEAST_SCORE: Final = -1e300
_NOTHING = np.empty(0, np.int64)
NO_STATS = TermStats(_NOTHING, _NOTHING, _NOTHING, _NOTHING, ())


class QueryTerm(NamedTuple):
    """A term and its weight, c(t,q): how often it stands in the query; below 1 for one that only came with the post.

    in_body: whether it occurs in the author's own words, not only in the name and date after them, or in what came with
    the post. capital: whether one of its words is written as names are, or in a hashtag or user name.
    """

    term: str
    weight: float
    in_body: bool = True
    capital: bool = False


@dataclass(frozen=True, slots=True)
class Query(_Pickled):
    """The distinct terms of a query that the collection contains, in the order in which they first appear.

    stats: the collection statistics of these terms, one row per term; empty in a query made by hand, for which the
    engine looks them up. years: the statistics of the tweet's years as terms, for models that use them. month: those of
    the name of its month. day: when the tweet was written.
    """

    terms: tuple[QueryTerm, ...]
    stats: TermStats = field(default=NO_STATS, compare=False, repr=False)
    years: TermStats = field(default=NO_STATS, compare=False, repr=False)
    month: TermStats = field(default=NO_STATS, compare=False, repr=False)
    day: date | None = field(default=None, compare=False, repr=False)

    @property
    def written(self) -> tuple[int, int, int]:
        """Year, month and day on which the tweet was written, 0 for what is not known."""
        if self.day:
            return self.day.year, self.day.month, self.day.day
        return max(map(int, self.years.texts), default=0), 0, 0

    @property
    def dated(self) -> Query:
        """The query with the terms of the tweet's month and years that it lacks, each with weight 1."""
        known = {*self.stats.keys.tolist()}
        dates = self.years.joined(self.month)
        rows = [row for row, key in enumerate(dates.keys.tolist()) if key not in known] if self.terms else []
        if not rows:
            return self
        stats = dates.take(np.array(rows, np.int64))
        terms = (*self.terms, *(QueryTerm(term, 1.0) for term in stats.texts))
        return replace(self, terms=terms, stats=self.stats.joined(stats))

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def weights(self) -> Floats:
        """c(t,q) of each term, shape (Q,)."""
        return np.array([term.weight for term in self.terms], np.float64)

    @property
    def shares(self) -> Floats:
        """How much each term counts in evidence where its repetition does not: its weight up to 1, shape (Q,)."""
        return np.minimum(self.weights, 1.0)

    @property
    def body_weights(self) -> Floats:
        """The weights of the terms in the author's own words, and 0 for the others, shape (Q,)."""
        return self.weights * self.in_body

    @property
    def in_body(self) -> Bools:
        """Whether each term occurs in the author's own words, not only in the name and date after them, shape (Q,)."""
        return np.array([term.in_body for term in self.terms], np.bool_)


class Source(NamedTuple):
    """The id, title, url and revision of an article; the revision is 0 if it is not known."""

    article_id: str
    title: str
    url: str
    revision: int = 0

    @property
    def permalink(self) -> str:
        """The address of the revision in a wiki of Wikimedia; the url where wiki or revision are not known."""
        wiki = _WIKI.match(self.url) if self.revision else None
        return f"{wiki[1]}/w/index.php?oldid={self.revision}" if wiki else self.url


@dataclass(frozen=True, slots=True)
class SourceDigest(_Pickled):
    """What an index was built from: the name of a file or folder, its size in bytes, and its SHA-256.

    sha256: of a folder, that of the lines `SHA-256  name` of its files; empty for what is no file.
    """

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Origin(_Pickled):
    """Where the articles of an index come from.

    wiki: its name among the dumps, as `enwiki`; empty if not known. date: the day of the dump, or of the last update;
    None if not known. made_by: the version of tweetctx that built the index. sources: what it was built from; omitted:
    how many later additions are not listed. built: when its files were last written; None in memory.
    """

    wiki: str = ""
    date: Day | None = None
    made_by: str = ""
    sources: tuple[SourceDigest, ...] = ()
    omitted: int = 0
    built: datetime | None = None

    def __str__(self) -> str:
        return " of ".join(part for part in (self.wiki or "an unnamed wiki", str(self.date or "")) if part)

    def to_dict(self) -> dict[str, Any]:
        """What a record of a context has: wiki and date, each null if not known."""
        return {"wiki": self.wiki or None, "date": self.date.isoformat() if self.date else None}

    def described(self) -> dict[str, Any]:
        """All of it as plain values."""
        built = self.built.isoformat(timespec="seconds") if self.built else None
        made = {"built": built, "made_by": self.made_by or None, "sources": list(map(asdict, self.sources))}
        return self.to_dict() | made | ({"sources_omitted": self.omitted} if self.omitted else {})


@dataclass(frozen=True, slots=True)
class Hits:
    """H retrieved passages with their S sentences: all that is needed to score and show them.

    Identifiers are the engine's own; passages and sentences of a collection have them in ascending order.
    passages, articles, scores: of each passage, shape (H,). offsets: the sentences of hit h are the rows
    `offsets[h]` to `offsets[h + 1]` (excluded), shape (H + 1,).
    sentences, positions: the identifier of each sentence, and how many sentences of its article precede it,
    shape (S,). terms: the term keys of each sentence, S rows. head_terms: those of each passage's title and heading,
    H rows. texts: the S sentences, each with the white space after it. headings, sources: the heading and the article
    of each passage, H of each.
    """

    passages: Ints
    articles: Ints
    scores: Floats
    offsets: Ints
    sentences: Ints
    positions: Ints
    terms: Ragged
    head_terms: Ragged
    texts: Sequence[str]
    headings: Sequence[str]
    sources: Sequence[Source]

    def __len__(self) -> int:
        return len(self.passages)

    def hit_of(self, rows: Any) -> Any:
        """The hit of each sentence, given the sentences' rows in an array of any shape."""
        return np.searchsorted(self.offsets, rows, side="right") - 1

    def passage_id(self, hit: int) -> str:
        """The unique id of a passage: its article's id, and the position of its first sentence in the article, from 0.

        It is the same in every engine.
        """
        return f"{self.sources[hit].article_id}:{int(self.positions[int(self.offsets[hit])])}"

    def passage(self, hit: int) -> Passage:
        """One passage as a record."""
        return self.some_passages(np.array([hit]))[0]

    def all_passages(self) -> list[Passage]:
        """All passages as records; their texts are read at once."""
        return self.some_passages(np.arange(len(self)))

    def some_passages(self, hits: Ints) -> list[Passage]:
        """Some of the passages as records, in the order asked for; their texts are read at once."""
        first, last = self.offsets[hits], self.offsets[hits + 1]
        columns = self.passages[hits].tolist(), self.scores[hits].tolist(), joined_spans(self.texts, first, last)
        rows = zip(*columns, items_at(self.headings, hits), items_at(self.sources, hits), strict=True)
        return [
            Passage(number, source.title, heading, text, source.url, score)
            for number, score, text, heading, source in rows
        ]

    def take(self, hits: Ints) -> Hits:
        """Some of the passages, in the order asked for."""
        own = Ragged(np.arange(len(self.sentences)), self.offsets).take(hits)
        rows = own.values
        return Hits(
            self.passages[hits],
            self.articles[hits],
            self.scores[hits],
            own.offsets,
            self.sentences[rows],
            self.positions[rows],
            self.terms.take(rows),
            self.head_terms.take(hits),
            picked(self.texts, rows),
            picked(self.headings, hits),
            picked(self.sources, hits),
        )

    @classmethod
    def joined(cls, parts: Sequence[Hits]) -> Hits:
        """The passages of all parts, one part behind the other."""
        if len(parts) == 1:
            return parts[0]
        parts = [_NO_HITS, *parts]
        columns = ((part.passages, part.articles, part.scores, part.positions) for part in parts)
        passages, articles, scores, positions = map(np.concatenate, zip(*columns, strict=True))
        sentences = stacked([Ragged(part.sentences, part.offsets) for part in parts])
        return cls(
            passages,
            articles,
            scores,
            sentences.offsets,
            sentences.values,
            positions,
            stacked([part.terms for part in parts]),
            stacked([part.head_terms for part in parts]),
            joined([part.texts for part in parts]),
            joined([part.headings for part in parts]),
            joined([part.sources for part in parts]),
        )

    def passage_terms(self, count: int) -> Ragged:
        """The indexed terms of the first `count` passages: those of title, heading and text."""
        rows = np.arange(min(count, len(self)))
        text = spans(self.terms, self.offsets[rows], self.offsets[rows + 1])
        return concatenate_rows([self.head_terms.take(rows), text])


_NO_ROWS = Ragged(_NOTHING, np.zeros(1, np.int64))
_NO_HITS = Hits(_NOTHING, _NOTHING, np.empty(0), _NO_ROWS.offsets, _NOTHING, _NOTHING, _NO_ROWS, _NO_ROWS, (), (), ())


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Windows that overlap: window i is the rows `first[i]` to `last[i]` (excluded) of `terms`, a row a sentence."""

    terms: Ragged
    first: Ints
    last: Ints


@dataclass(frozen=True, slots=True)
class Link(_Pickled):
    """A mention and the article it names.

    start, end: the span of the mention in the tweet, in code points. text: the mention itself. article: the engine's
    identifier. title, url: of the article. probability: that the mention names this article.
    """

    start: int
    end: int
    text: str
    article: int
    title: str
    url: str
    probability: float

    def to_dict(self) -> dict[str, Any]:
        """The link as plain values."""
        place = {"start": self.start, "end": self.end, "text": self.text}
        return place | {"title": self.title, "url": self.url, "probability": round(self.probability, 4)}


@dataclass(frozen=True, slots=True)
class NamedArticles:
    """N articles that a tweet names or may name, ascending; those that are linked are among them.

    articles: the engine's identifiers. probabilities: that the tweet names each. places: where its most probable
    mention begins, as a share of the tweet. known: in how many articles its title is written as a name. lengths: its
    characters. kinds: a union of ArticleKind. rivals: whether its mention is surely enough linked to something else.
    All of shape (N,). openings: the first passages of those that have one.
    """

    articles: Ints
    probabilities: Floats
    places: Floats
    known: Ints
    lengths: Ints
    kinds: Ints
    rivals: Bools
    openings: Hits


@dataclass(frozen=True, slots=True)
class Links:
    """The links of a tweet.

    links: in the order of the tweet. openings: the first passages of the articles. articles: the identifiers of the
    articles with evidence, ascending, shape (A,). evidence: that each is named by the tweet, 0 to 1, shape (A,).
    partial: as in a Context; a linker leaves it false. named: all articles that the tweet may name; None from a linker
    that does not tell.
    """

    links: tuple[Link, ...]
    openings: Hits | None
    articles: Ints
    evidence: Floats
    partial: bool = False
    named: NamedArticles | None = None

    @classmethod
    def none(cls) -> Links:
        """No links."""
        return cls((), None, np.empty(0, np.int64), np.empty(0))

    def evidence_of(self, articles: Ints) -> Floats:
        """The evidence for each of some articles; 0 where there is none."""
        if not len(self.articles):
            return np.zeros(len(articles))
        place = np.minimum(self.articles.searchsorted(articles), len(self.articles) - 1)
        return np.where(self.articles[place] == articles, self.evidence[place], 0.0)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph that was retrieved.

    number: the engine's identifier. title, url: of its article. heading: of its section, empty for the first one. text:
    the paragraph itself. score: by which it was ranked.
    """

    number: int
    title: str
    heading: str
    text: str
    url: str
    score: float


@dataclass(frozen=True, slots=True)
class ScoredSentence(_Pickled):
    """A sentence with the score that a model gave it.

    text: the sentence, as a context shows it. title, url: of its article. score: higher is better; what it means
    depends on the model. article_id: the id of its article in the source. article, passage, number: the engine's
    identifiers of its article, its passage and itself, ascending in the order of the collection. passage_id:
    `article_id`, a colon, and how many sentences of the article precede the passage; it is the same in every index of
    the same articles. revision: of the article, 0 if not known; `url` is then the address of that revision where the
    wiki has one. quoted: whether it begins in a quotation that began before it; told only where it is asked for.
    """

    text: str
    title: str
    url: str
    score: float
    article_id: str
    article: int
    passage: int
    number: int
    passage_id: str = ""
    revision: int = 0
    quoted: bool = False


def written_score(score: float) -> float:
    """A score as files and answers have it: −1e300 in place of −inf, which JSON cannot hold."""
    return max(score, _LEAST_SCORE)


@dataclass(frozen=True, slots=True, repr=False)
class Context(_Pickled):
    """The context of a tweet: what its reader should know. It is false if it is empty.

    tweet: the text that is explained. query: the terms that were searched for. sentences: those quoted, in reading
    order. links: the articles that the tweet names, in its order. took_ms: the time taken, in milliseconds. text: the
    sentences in reading order, joined by one space. reason: why there are none; empty if there are some. confidence:
    the probability that the tweet names the article quoted first, estimated by the linker; None if that article is not
    linked. partial: whether a part of the collection did not answer (only if the caller allowed it). origin: of the
    index. date: when the tweet was written, if known.
    """

    tweet: str
    query: Query
    text: str
    sentences: tuple[ScoredSentence, ...]
    links: tuple[Link, ...]
    took_ms: float
    reason: str = ""
    confidence: float | None = None
    partial: bool = False
    origin: Origin = Origin()
    date: Day | None = None

    def __bool__(self) -> bool:
        return bool(self.sentences)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Context of {_short(self.tweet)}: {_short(self.text) if self.text else f'none, {self.reason}'}>"

    def _repr_markdown_(self) -> str:
        """What a notebook shows: the sentences with their sources, or why there are none."""
        if self.sentences:
            return self.to_markdown()
        return f"*No context: {escape_markdown(self.reason)}*"

    @property
    def days_behind(self) -> int:
        """How many days the index is older than the tweet, if that is more than a month and both are known; else 0."""
        days = (self.date - self.origin.date).days if self.date and self.origin.date else 0
        return days if days > MONTH else 0

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """Title and url of each quoted article, in reading order."""
        return tuple(dict.fromkeys((sentence.title, sentence.url) for sentence in self.sentences))

    @property
    def from_wikipedia(self) -> bool:
        """Whether an article of Wikipedia is quoted, whose licence must then be named."""
        return any(".wikipedia.org/" in url for _, url in self.sources)

    @property
    def attribution(self) -> str:
        """The quoted articles, and the licence of those from Wikipedia; empty without sentences."""
        articles = "; ".join(f"{title} ({url})" if url else title for title, url in self.sources)
        licence = f" {WIKIPEDIA_LICENCE}" if self.from_wikipedia else ""
        return f"Source: {articles}.{licence}" if articles else ""

    def to_dict(self, identifier: str = "") -> dict[str, Any]:
        """The record of this context in a JSON Lines file, as plain values."""
        return {
            "id": identifier,
            "tweet": self.tweet,
            "query": [{"term": term.term, "weight": term.weight} for term in self.query.terms],
            "text": self.text,
            "sentences": [
                {
                    "text": sentence.text,
                    "title": sentence.title,
                    "url": sentence.url,
                    "revision": sentence.revision or None,
                    "score": written_score(sentence.score),
                }
                for sentence in self.sentences
            ],
            "links": [link.to_dict() for link in self.links],
            "attribution": self.attribution,
            "reason": self.reason,
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            **({"partial": True} if self.partial else {}),
            "index": self.origin.to_dict() | ({"days_behind": self.days_behind} if self.days_behind else {}),
            "took_ms": round(self.took_ms, 3),
        }

    def to_markdown(self) -> str:
        """The sentences as Markdown, with numbered references to a list of their sources, and Wikipedia's licence."""
        numbers = {source: number for number, source in enumerate(self.sources, 1)}
        text = " ".join(
            f"{escape_markdown(sentence.text)} [{numbers[sentence.title, sentence.url]}]" for sentence in self.sentences
        )
        lines = (f"{number}. {markdown_link(title, url)}" for (title, url), number in numbers.items())
        licence = ["", WIKIPEDIA_LICENCE] if self.from_wikipedia else []
        return "\n".join([text, "", *lines, *licence])


def _short(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")


def escape_markdown(text: str) -> str:
    """Escapes the characters of a text that Markdown would interpret."""
    return _BLOCK.sub(r"\1\2\\", _INLINE.sub(r"\\\g<0>", text))


def markdown_link(title: str, url: str) -> str:
    """A title that links to an address; the title alone if there is none, or if it holds a program."""
    if not url or url.partition(":")[0].strip().lower() in _PROGRAMS:
        return escape_markdown(title)
    address = _ENTITY.sub("&amp;", _OUTSIDE_ADDRESSES.sub(lambda sign: quote(sign[0]), url))
    return f"[{escape_markdown(title)}](<{address}>)"
