"""The index that tweetctx brings along: files that are mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.errors import IndexDamagedError, ParameterError
from tweetctx.index.build.inversion import WINDOWS
from tweetctx.index.build.state import read_names, read_removed, read_statistics
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, MOST_TERMS, check_first_pass
from tweetctx.index.names import Names
from tweetctx.index.search.segment import Segment
from tweetctx.index.search.vocabulary import StoredVocabulary
from tweetctx.index.statistics import Statistics, weights
from tweetctx.index.storage import files
from tweetctx.index.storage.forward import Forward
from tweetctx.index.storage.words import read_word_counts
from tweetctx.ragged import Floats, Ints, Ragged, ranges, stacked
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import WordCounts
from tweetctx.types import Article, Passage, Query, Section

_HELD = 1 << 20  # terms held at a time
_TRIES = 10  # to open an index that is changed at the same time


class EmbeddedIndex:
    """A PassageIndex over the files that `build_index` writes. Nothing it holds changes after opening.

    A change of the files makes new ones, so that an index that is open goes on with what it opened.
    """

    def __init__(self, path: Path) -> None:
        """Opens an index; IndexAccessError says what is wrong with one that does not open."""
        self.path = path
        for attempt in range(_TRIES):
            self.manifest = files.read_manifest(path)
            try:
                files.check_files(path, self.manifest)
                self._open()
                return
            except (IndexDamagedError, OSError):
                if attempt == _TRIES - 1 or files.read_manifest(path) == self.manifest:
                    raise

    def _open(self) -> None:
        state = self.path / self.manifest["state"]
        self._vocabulary = StoredVocabulary(state)
        self._stats = read_statistics(state, self._vocabulary, self.manifest["counts"])
        self._analyzer = Analyzer(AnalyzerConfig.from_json(self.manifest["analyzer"]), self._vocabulary)
        self._names = read_names(state)
        self._words = read_word_counts(state)
        removed = read_removed(state).astype(np.int64)
        sizes = self.manifest["segments"]
        self._bases = {
            kind: np.concatenate([[0], np.cumsum([size[kind] for size in sizes], dtype=np.int64)])
            for kind in ("articles", "passages", "sentences")
        }
        bounds = self._bases["articles"]
        self._segments = [
            Segment(self.path / size["name"], removed[(removed >= first) & (removed < last)] - first)
            for size, first, last in zip(sizes, bounds[:-1], bounds[1:], strict=True)
        ]
        for segment in self._segments:
            segment.check_sizes()

    @property
    def analyzer(self) -> Analyzer:
        """What turns text into the terms of this index."""
        return self._analyzer

    @property
    def stats(self) -> Statistics:
        """cf, df, sf, |C| and the number of articles, passages and sentences."""
        return self._stats

    @property
    def names(self) -> Names:
        """What the articles are called."""
        return self._names

    @property
    def words(self) -> WordCounts:
        """How often words occur as they are written."""
        return self._words

    @property
    def vocabulary(self) -> Iterator[bytes]:
        """The terms by their numbers, as UTF-8."""
        return iter(self._vocabulary)

    @property
    def segments(self) -> Sequence[Segment]:
        """The parts of the index."""
        return self._segments

    def info(self) -> dict[str, Any]:
        """What the index holds, and its size in bytes; `information` says more of how it was made."""
        manifest = self.manifest
        return {
            "path": str(self.path),
            "version": manifest["version"],
            "analyzer": manifest["analyzer"]["name"],
            **manifest["counts"],
            "segments": len(self._segments),
            "removed": sum(len(segment.removed) for segment in self._segments),
            "bytes": sum(file["bytes"] for file in manifest["files"].values()),
        }

    def verify(self) -> list[str]:
        """Reads every file; a line for each whose content is not what was written."""
        return files.damaged_files(self.path, self.manifest)

    def rank(self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM) -> tuple[Ints, Floats]:
        """The k best passages by `first_pass`, best first: their numbers and scores, both of shape (at most k,).

        Terms that do not occur in the index count for nothing. ParameterError for more than MOST_TERMS others.
        """
        check_first_pass(k, lam)
        terms, weight = self._stats.numbers(query), weights(query)
        occurring = self._stats.occurring(terms)
        terms, weight = terms[occurring], weight[occurring]
        if len(terms) > MOST_TERMS:
            raise ParameterError(f"query: found {len(terms)} different terms, expected at most {MOST_TERMS}")
        cf, size = self._stats.cf.array[terms], self._stats.collection_length
        parts = [segment.rank(terms, cf, size, weight, k, lam) for segment in self._segments]
        if len(parts) == 1:
            passages, scores = parts[0]
        else:
            bases = self._bases["passages"]
            found = [part[0] + base for part, base in zip(parts, bases, strict=False)]
            passages = np.concatenate([np.empty(0, np.int64), *found])
            scores = np.concatenate([np.empty(0), *(part[1] for part in parts)])
        order = np.argsort(-scores, kind="stable")[:k]  # passages ascend
        return passages[order], scores[order]

    def search(
        self, query: str | Sequence[str] | Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM
    ) -> list[Passage]:
        """The k best passages, best first, for a text, for terms that are already analyzed, or for a query."""
        if isinstance(query, str):
            query = self._analyzer.terms(query)
        if not isinstance(query, Query):
            query = self._stats.query(query)
        passages, scores = self.rank(query, k, lam)
        return [self.passage(int(number), float(score)) for number, score in zip(passages, scores, strict=True)]

    def passage(self, number: int, score: float = 0.0) -> Passage:
        """One passage as a record."""
        segment, local = self._at("passages", number)
        at = np.array([local])
        section, article = int(segment.forward.passage_sections(at)[0]), int(segment.forward.passage_articles(at)[0])
        _, title, url = _source(segment, article)
        return Passage(number, title, segment.headings[section], segment.passage_text(local), url, score)

    def source(self, article: int) -> tuple[str, str, str]:
        """The id, title and url of an article."""
        return _source(*self._at("articles", article))

    def sentence_text(self, sentence: int) -> str:
        """One sentence as it stands in its passage."""
        segment, local = self._at("sentences", sentence)
        return segment.sentences[local].strip()

    def article(self, number: int) -> Article:
        """One article as a record."""
        segment, local = self._at("articles", number)
        identifier, title, url = _source(segment, local)
        sections = segment.forward.article_sections.parts(local)
        return Article(identifier, title, url, tuple(_section(segment, section) for section in sections))

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        articles = np.empty(len(passages), np.int64)
        for segment, chosen, own in self._split("passages", passages):
            articles[chosen] = self._segments[segment].forward.passage_articles(own) + self._bases["articles"][segment]
        return articles

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        return self._bounds("articles", articles, "sentences", lambda forward, own: forward.article_sentences(own))

    def leads(self, articles: Ints) -> Ints:
        """The first passages of articles; none for an article without passages."""
        first, last = self._bounds("articles", articles, "passages", lambda part, own: part.article_passages(own))
        found: Ints = first[first < last]
        return found

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        return self._bounds("sentences", sentences, "sentences", lambda forward, own: forward.windows(own, n))

    def passage_sentences(self, passages: Ints) -> Ragged:
        """The sentences of each passage."""

        def sentences(segment: Segment, own: Ints, base: int) -> Ragged:
            rows = segment.forward.sentences_of(own)
            return Ragged(rows.values + base, rows.offsets)

        return self._rows("passages", passages, sentences)

    def passage_terms(self, passages: Ints) -> Ragged:
        """The numbers of each passage's indexed terms: those of its title, heading and text."""
        return self._rows("passages", passages, lambda part, own, _: part.forward.passage_terms(own))

    def sentence_terms(self, sentences: Ints) -> Ragged:
        """The numbers of each sentence's terms."""
        return self._rows("sentences", sentences, lambda part, own, _: part.forward.sentences.take(own))

    def article_terms(self, articles: Ints) -> Ragged:
        """The numbers of each article's terms: title and headings once, and every sentence."""
        return self._rows("articles", articles, lambda part, own, _: part.forward.article_terms(own))

    def every_sentence(self) -> Iterator[Ragged]:
        """The terms of all sentences in their order, some at a time."""
        for segment, articles in self._every_article():
            first, last = segment.forward.article_sentences(articles)
            sentences = ranges(first, last - first)
            yield segment.forward.sentences.take(sentences)

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences; takes a look at all of them for n above 5."""
        if n in WINDOWS:
            total = self.manifest["windows"][n - WINDOWS.start]
        else:
            total = sum(segment.forward.window_total(articles, n) for segment, articles in self._every_article())
        return float(total / max(self._stats.sentences, 1))

    def _every_article(self) -> Iterator[tuple[Segment, Ints]]:
        for segment in self._segments:
            for articles in segment.forward.parts(_HELD):
                yield segment, articles[~np.isin(articles, segment.removed)]

    def _at(self, kind: str, number: int) -> tuple[Segment, int]:
        """The segment of an article, passage or sentence, and its number there."""
        place = int(np.searchsorted(self._bases[kind], number, side="right")) - 1
        return self._segments[place], number - int(self._bases[kind][place])

    def _split(self, kind: str, numbers: Ints) -> Iterator[tuple[int, Ints, Ints]]:
        """For each segment that has some: its place, which of the numbers it has, and these as it numbers them."""
        if len(self._segments) == 1:
            yield 0, np.arange(len(numbers)), np.asarray(numbers)
            return
        place = np.searchsorted(self._bases[kind], numbers, side="right") - 1
        for segment in np.unique(place).tolist():
            chosen = np.flatnonzero(place == segment)
            yield segment, chosen, numbers[chosen] - self._bases[kind][segment]

    def _bounds(
        self, kind: str, numbers: Ints, found: str, look_up: Callable[[Forward, Ints], tuple[Ints, Ints]]
    ) -> tuple[Ints, Ints]:
        """The ranges that each segment finds for its numbers, as numbers of the whole index, in the same order."""
        first, last = np.empty((2, len(numbers)), np.int64)
        for segment, chosen, own in self._split(kind, numbers):
            base = self._bases[found][segment]
            begin, end = look_up(self._segments[segment].forward, own)
            first[chosen], last[chosen] = begin + base, end + base
        return first, last

    def _rows(self, kind: str, numbers: Ints, look_up: Callable[[Segment, Ints, int], Ragged]) -> Ragged:
        """The rows that each segment finds for its numbers, in the order of `numbers`."""
        chosen, rows = [], []
        for segment, own_places, own in self._split(kind, numbers):
            chosen.append(own_places)
            rows.append(look_up(self._segments[segment], own, int(self._bases["sentences"][segment])))
        if len(rows) == 1:
            return rows[0]
        order = np.argsort(np.concatenate([np.empty(0, np.int64), *chosen]))
        return stacked(rows).take(order)


def _source(segment: Segment, article: int) -> tuple[str, str, str]:
    identifier, title, url = json.loads(segment.articles[article])
    return identifier, title, url


def _section(segment: Segment, number: int) -> Section:
    passages = segment.forward.section_passages.parts(number)
    return Section(segment.headings[number], tuple(segment.passage_text(passage) for passage in passages))
