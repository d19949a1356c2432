"""The embedded engine: an index in memory-mapped files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged, ranges, stacked
from tweetctx.arrays.sequences import LookedUp
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, MOST_TERMS, check_first_pass, passage_scores
from tweetctx.index.protocol import UNKNOWN, CollectionSize, Engine
from tweetctx.index.search.form_lookup import SurfaceIndex
from tweetctx.index.search.joining import open_segment, summed_counts
from tweetctx.index.search.segment import Segment
from tweetctx.index.search.vocabulary import LayeredVocabulary, StoredVocabulary
from tweetctx.index.storage import manifest
from tweetctx.index.storage.counts import StoredCounts, counts_at
from tweetctx.index.storage.forward import WINDOWS, Forward
from tweetctx.index.storage.origin import origin_from_json
from tweetctx.index.storage.stored_words import read_word_counts
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.runtime.deadlines import checkpoint
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import WordCounts
from tweetctx.types import Article, Hits, Neighbours, Query, Section, TermStats

_HELD = 1 << 20  # terms held at a time
_TRIES = 10  # to open an index that is changed at the same time


class EmbeddedIndex(Engine):
    """An engine over the files that `build_index` writes. After opening, it only changes which pages are checked.

    Changes of an index write new files, so that an open index keeps the version it opened.
    """

    _closed: frozenset[str] = frozenset()  # the attributes that closing deletes

    def __init__(self, path: Path) -> None:
        """Opens an index; raises IndexAccessError if that is not possible."""
        self.path = path
        for attempt in range(_TRIES):
            self._built = manifest.time_of(path)
            self.manifest = manifest.read_manifest(path)
            try:
                self._open()
                return
            except IndexAccessError:
                if attempt == _TRIES - 1 or manifest.read_manifest(path) == self.manifest:
                    raise

    def _open(self) -> None:
        sizes = self.manifest["segments"]
        opened = [open_segment(self.path, entry) for entry in sizes]
        self.segments = [segment for segment, _ in opened]
        for segment, size in zip(self.segments, sizes, strict=True):
            segment.check_sizes(size)
        self._bases = {
            kind: np.concatenate([[0], np.cumsum([size[kind] for size in sizes], dtype=np.int64)])
            for kind in ("articles", "passages", "sentences")
        }
        removals = [removal for _, files in opened for removal in files]
        self.vocabulary = LayeredVocabulary([StoredVocabulary(segment.file) for segment in self.segments])
        self.cf, self.df, self.sf = summed_counts(self.segments, removals, len(self.vocabulary))
        self.size = CollectionSize(**self.manifest["counts"])
        self.origin = origin_from_json(self.manifest["origin"], self._built)
        self.analyzer = Analyzer(AnalyzerConfig.from_json(self.manifest["analyzer"]), self.vocabulary)
        self._surfaces = SurfaceIndex(self.segments, self._bases["articles"][:-1])

    def close(self) -> None:
        """Closes the files, which are unmapped as soon as no result of a call refers to them."""
        self._closed |= vars(self).keys() - {"path", "manifest", "_closed"}
        for name in vars(self).keys() & self._closed:
            delattr(self, name)

    def __repr__(self) -> str:
        return f"<EmbeddedIndex {str(self.path)!r}>"

    def __reduce__(self) -> tuple[type[EmbeddedIndex], tuple[Path]]:
        """A copy in another process opens the files again, whose pages the system shares."""
        return EmbeddedIndex, (self.path,)

    @property
    def identity(self) -> str:
        """The checksum of the manifest, which has those of all files."""
        return str(self.manifest["checksum"])

    if not TYPE_CHECKING:  # it would take any name for an attribute

        def __getattr__(self, name: str) -> NoReturn:
            """Raises IndexAccessError for what a closed index lacks."""
            if name in self._closed:
                raise IndexAccessError(f"{self.path}: found it closed, expected an open index")
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @cached_property
    def words(self) -> WordCounts:  # type: ignore[override]
        """How often each word occurs, unstemmed and in lower case; read when first needed."""
        return read_word_counts(*(segment.file for segment in self.segments))

    def info(self) -> dict[str, Any]:
        """The counts of the index, and its size in bytes; `information` also says how it was made."""
        return {
            "path": str(self.path),
            "version": self.manifest["version"],
            "analyzer": self.manifest["analyzer"]["name"],
            **self.manifest["counts"],
            "terms": int(np.count_nonzero(self.cf)),
            "segments": len(self.segments),
            **self.origin.described(),
            "removed": sum(len(segment.removed) for segment in self.segments),
            "bytes": sum(file["bytes"] for file in manifest.file_entries(self.manifest)),
        }

    def verify(self) -> list[str]:
        """Reads every file and returns a line for each whose content is not what was written.

        Files that a change has replaced since the index was opened are gone; those that replaced them are read.
        """
        altered = manifest.altered_files(self.path, self.manifest)
        if altered and self._is_replaced():
            return EmbeddedIndex(self.path).verify()
        return altered or [problem for segment in self.segments for problem in segment.problems()]

    def _is_replaced(self) -> bool:
        """Whether the index on disk is another one now, which can be read."""
        try:
            return manifest.read_manifest(self.path) != self.manifest
        except IndexAccessError:
            return False

    def retrieve(
        self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM, articles: Ints | None = None
    ) -> Hits:
        """The k best passages by `first_pass`, best first. articles: only passages of these count."""
        return self.hits(*self.rank(query, k, lam, articles))

    def rank(
        self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM, articles: Ints | None = None
    ) -> tuple[Ints, Floats]:
        """The k best passages by `first_pass`, best first: their numbers and scores, both of shape (at most k,).

        articles: as for `retrieve`. ParameterError for more than MOST_TERMS terms.
        """
        check_first_pass(k, lam)
        query = self.query(query)
        if len(query.terms) > MOST_TERMS:
            raise ParameterError(f"query: found {len(query.terms)} different terms, expected at most {MOST_TERMS}")
        passages, scores = self._ranked(query, k, lam) if articles is None else self._scored(query, lam, articles)
        order = np.argsort(-scores, kind="stable")[:k]  # passages ascend
        return passages[order], scores[order]

    def _ranked(self, query: Query, k: int, lam: float) -> tuple[Ints, Floats]:
        """The k best passages and a few more, ascending, and their scores."""
        terms, weight, cf = query.stats.keys, query.weights, query.stats.cf
        size = self.size.collection_length
        results = []
        for segment, base in zip(self.segments, self._bases["passages"], strict=False):
            checkpoint()
            passages, scores = segment.rank(terms, cf, size, weight, k, lam)
            results.append((passages + base, scores))
        return _concatenated(results)

    def _scored(self, query: Query, lam: float, articles: Ints) -> tuple[Ints, Floats]:
        """The passages of some articles that share a term with a query, ascending, and their scores."""
        cf, size = query.stats.cf.astype(np.float64), self.size.collection_length
        keys, results = query.stats.keys, []
        for share in self._split("articles", distinct(articles)):
            passages, lengths, counts = self.segments[share.segment].forward.count_terms(share.local_ids, keys)
            shared = counts.any(axis=1)
            matching = passages[shared] + self._bases["passages"][share.segment]
            results.append((matching, passage_scores(counts[shared].T, lengths[shared], cf, size, query.weights, lam)))
        return _concatenated(results)

    def _article_passages(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first passage of each article, and one past its last."""
        return self._bounds("articles", articles, "passages", lambda forward, ids: forward.article_passages(ids))

    def term_stats(self, terms: Sequence[str] | Ints) -> TermStats:
        """cf, df and sf of terms, given as text or by their keys."""
        if isinstance(terms, np.ndarray):
            known = terms[terms != UNKNOWN]
            if len(known):
                self._check_range("terms", int(known.min()), int(known.max()))
            cf, df, sf = self._counts(terms)
            return TermStats(terms, cf, df, sf, LookedUp(terms, self.vocabulary.term))
        keys = self.vocabulary.numbers(terms)
        cf, df, sf = self._counts(keys)
        return TermStats(keys, cf, df, sf, terms)

    def _counts(self, keys: Ints) -> NDArray[np.int64]:
        """cf, df and sf of terms, shape (3, terms); 0 of UNKNOWN."""
        stored = [counts for counts in (self.cf, self.df, self.sf) if isinstance(counts, StoredCounts)]
        if stored:
            return counts_at(stored, keys)
        counts, known = np.zeros((3, len(keys)), np.int64), keys != UNKNOWN
        counts[:, known] = [self.cf[keys[known]], self.df[keys[known]], self.sf[keys[known]]]
        return counts

    def openings(self, articles: Ints) -> Hits:
        """The first passage of each article that has one, with score 0."""
        first, last = self._article_passages(articles)
        passages = first[first < last]
        return self.hits(passages, np.zeros(len(passages)))

    def surface_forms(self, keys: NDArray[np.uint64], joined: Bools | None = None) -> SurfaceForms:
        """The statistics of surface forms, given by `name_key`."""
        return self._surfaces.forms(keys, np.zeros(len(keys), np.bool_) if joined is None else joined)

    def hits(self, passages: Ints, scores: Floats) -> Hits:
        """Passages by number, with the given scores."""
        rows, hits = [], []
        for share in self._split("passages", passages):
            rows.append(share.rows)
            hits.append(self._hits_in(share.segment, share.local_ids, scores[share.rows]))
        if len(hits) == 1:
            return hits[0]
        return Hits.joined(hits).take(np.argsort(np.concatenate([np.empty(0, np.int64), *rows])))

    def _hits_in(self, index: int, passages: Ints, scores: Floats) -> Hits:
        """Passages of the segment at an index, by their numbers in it."""
        segment = self.segments[index]
        article, passage, sentence = (int(self._bases[kind][index]) for kind in ("articles", "passages", "sentences"))
        rows, sentences = segment.forward.read_passages(passages), segment.sentences
        return Hits(
            passages + passage,
            rows.articles + article,
            scores,
            rows.offsets,
            rows.sentences + sentence,
            rows.positions,
            Ragged(rows.terms, rows.ends),
            Ragged(rows.head_terms, rows.head_ends),
            LookedUp(rows.sentences, sentences.__getitem__, sentences.many, sentences.spans),
            LookedUp(rows.sections, segment.headings.__getitem__, segment.headings.many),
            LookedUp(rows.articles, segment.source, segment.sources),
        )

    def article(self, article: int) -> Article:
        """One article as a record."""
        segment, local = self._at("articles", article)
        source = segment.source(local)
        sections = tuple(_section(segment, section) for section in segment.forward.article_sections.items(local))
        return Article(source.article_id, source.title, source.url, sections, revision=source.revision)

    def neighbours(self, sentences: Ints, n: int) -> Neighbours:
        """Each sentence with its n neighbours on either side in its article; overlapping windows share rows."""
        first, last = self._bounds("sentences", sentences, "sentences", lambda forward, ids: forward.windows(ids, n))
        ids = distinct(ranges(first, last - first))
        terms = self._rows("sentences", ids, lambda segment, local_ids: segment.forward.sentences.take(local_ids))
        return Neighbours(terms, np.searchsorted(ids, first), np.searchsorted(ids, last))

    def article_terms(self, articles: Ints) -> Ragged:
        """The numbers of each article's terms: title and headings once, and every sentence."""
        return self._rows("articles", articles, lambda segment, ids: segment.forward.article_terms(ids))

    def scan(self) -> Iterator[Ragged]:
        """Yields the terms of all sentences in order, some at a time."""
        for segment, articles in self._every_article():
            first, last = segment.forward.article_sentences(articles)
            sentences = ranges(first, last - first)
            yield segment.forward.sentences.take(sentences)

    def scan_articles(self) -> Iterator[Ragged]:
        """Yields the terms of all articles in order, some at a time."""
        for segment, articles in self._every_article():
            yield segment.forward.article_terms(articles)

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences; reads all sentences for n above 5."""
        if n in WINDOWS:
            total = self.manifest["windows"][n - WINDOWS.start]
        else:
            total = sum(segment.forward.window_total(articles, n) for segment, articles in self._every_article())
        return float(total / max(self.size.sentences, 1))

    def _every_article(self) -> Iterator[tuple[Segment, Ints]]:
        for segment in self.segments:
            for articles in segment.forward.batches(_HELD):
                checkpoint()
                yield segment, articles[~np.isin(articles, segment.removed)]

    def _at(self, kind: str, item: int) -> tuple[Segment, int]:
        """The segment of an item, which is an article, passage or sentence, and its number in it."""
        self._check_range(kind, item, item)
        index = int(np.searchsorted(self._bases[kind], item, side="right")) - 1
        return self.segments[index], item - int(self._bases[kind][index])

    def _split(self, kind: str, ids: Ints) -> Iterator[_Share]:
        """The share of each segment that has some of the articles, passages or sentences."""
        if len(ids):
            listed = ids.tolist()  # they are few
            self._check_range(kind, min(listed), max(listed))
        checkpoint()
        if len(self.segments) == 1:
            yield _Share(0, np.arange(len(ids)), np.asarray(ids))
            return
        segments = np.searchsorted(self._bases[kind], ids, side="right") - 1
        for segment in distinct(segments).tolist():
            rows = np.flatnonzero(segments == segment)
            yield _Share(segment, rows, ids[rows] - self._bases[kind][segment])

    def _check_range(self, kind: str, least: int, most: int) -> None:
        """Raises ParameterError for numbers that no article, passage, sentence or term of the index has."""
        total = len(self.vocabulary) if kind == "terms" else int(self._bases[kind][-1])
        if least < 0 or most >= total:
            wrong = least if least < 0 else most
            raise ParameterError(f"{kind}: found the number {wrong}, expected numbers from 0 to {total - 1}")

    def _bounds(
        self, kind: str, ids: Ints, result: str, look_up: Callable[[Forward, Ints], tuple[Ints, Ints]]
    ) -> tuple[Ints, Ints]:
        """The range that its segment gives for each id, as ids of the whole index. kind, result: what ids are of."""
        first, last = np.empty((2, len(ids)), np.int64)
        for share in self._split(kind, ids):
            base = self._bases[result][share.segment]
            begin, end = look_up(self.segments[share.segment].forward, share.local_ids)
            first[share.rows], last[share.rows] = begin + base, end + base
        return first, last

    def _rows(self, kind: str, ids: Ints, look_up: Callable[[Segment, Ints], Ragged]) -> Ragged:
        """The row that its segment gives for each id."""
        rows, results = [], []
        for share in self._split(kind, ids):
            rows.append(share.rows)
            results.append(look_up(self.segments[share.segment], share.local_ids))
        if len(results) == 1:
            return results[0]
        return stacked(results).take(np.argsort(np.concatenate([np.empty(0, np.int64), *rows])))


class _Share(NamedTuple):
    """What a segment has of some articles, passages or sentences.

    segment: its index. rows: which of those given it has. local_ids: their ids in the segment.
    """

    segment: int
    rows: Ints
    local_ids: Ints


def _concatenated(results: Sequence[tuple[Ints, Floats]]) -> tuple[Ints, Floats]:
    """Concatenates the passages and the scores of all results."""
    if len(results) == 1:
        return results[0]
    passages, scores = zip((np.empty(0, np.int64), np.empty(0)), *results, strict=True)
    return np.concatenate(passages), np.concatenate(scores)


def _section(segment: Segment, section: int) -> Section:
    passages = segment.forward.section_passages.items(section)
    return Section(segment.headings[section], tuple(segment.passage_text(passage) for passage in passages))
