"""The index that tweetctx brings along: plain arrays in files, mapped into memory."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index import files
from tweetctx.index.first_pass import DEFAULT_LAM, DEFAULT_PASSAGES, check_first_pass
from tweetctx.index.names import Names
from tweetctx.index.statistics import Statistics, TermCounts, weights
from tweetctx.index.strings import SortedVocabulary, StringTable
from tweetctx.index.words import read_word_counts
from tweetctx.index.writer import read_forward, read_names
from tweetctx.ragged import Floats, Ints, Ragged
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import WordCounts
from tweetctx.types import Article, Passage, Query, Section


class EmbeddedIndex:
    """A PassageIndex over the files that `build_index` writes. Nothing it holds changes after opening."""

    def __init__(self, path: Path) -> None:
        """Opens an index; IndexAccessError says what is wrong with one that does not open."""
        self.path = path
        self.manifest = files.read_manifest(path)
        self._folder = path / self.manifest["generation"]
        vocabulary = SortedVocabulary(StringTable(self._folder / "terms.bin", self._folder / "terms_bytes.npy"))
        self._analyzer = Analyzer(AnalyzerConfig.from_json(self.manifest["analyzer"]), vocabulary)
        self._articles, self._headings, self._sentences = (
            StringTable(self._folder / f"{name}_text.bin", self._folder / f"{name}_text_bytes.npy")
            for name in ("articles", "headings", "sentences")
        )
        self._forward = read_forward(self._folder)
        self._names = read_names(self._folder)
        self._words = read_word_counts(self._folder)
        self._postings = Ragged(self._array("posting_passages"), self._array("posting_offsets"))
        self._posting_counts = self._array("posting_counts")
        self._passage_lengths = self._array("passage_lengths")
        self._check_offsets()
        cf, df, sf = (TermCounts(self._array(name), vocabulary) for name in ("cf", "df", "sf"))
        counts = {name: count for name, count in self.manifest["counts"].items() if name != "terms"}
        self._stats = Statistics(vocabulary, cf, df, sf, **counts)

    def _check_offsets(self) -> None:
        """IndexDamagedError if the parts do not fit together; a look at their ends, not at all of them."""
        forward = self._forward
        for name, offsets, total in (
            ("title_offsets", forward.titles.offsets, len(forward.titles.values)),
            ("heading_offsets", forward.headings.offsets, len(forward.headings.values)),
            ("sentence_offsets", forward.sentences.offsets, len(forward.sentences.values)),
            ("article_sections", forward.article_sections, len(forward.headings)),
            ("section_passages", forward.section_passages, len(self._passage_lengths)),
            ("passage_sentences", forward.passage_sentences, len(forward.sentences)),
            ("posting_offsets", self._postings.offsets, len(self._postings.values)),
        ):
            if not len(offsets) or offsets[0] != 0 or offsets[-1] != total:
                raise IndexDamagedError(f"{self._folder / name}.npy: damaged, expected offsets from 0 to {total}")

    def _array(self, name: str) -> NDArray[Any]:
        return files.load_array(self._folder / f"{name}.npy")

    @property
    def analyzer(self) -> Analyzer:
        """What turns text into the terms of this index."""
        return self._analyzer

    @property
    def stats(self) -> Statistics:
        """cf, df, sf, |C| and the number of articles, passages and sentences."""
        return self._stats

    def info(self) -> dict[str, Any]:
        """What the index holds, how it was made, and its size in bytes."""
        manifest = self.manifest
        return {
            "path": str(self.path),
            "version": manifest["version"],
            "analyzer": manifest["analyzer"]["name"],
            "sentences_by": manifest["spacy_model"] or "rules for English",
            **manifest["counts"],
            "bytes": sum(file["bytes"] for file in manifest["files"].values()),
        }

    @property
    def names(self) -> Names:
        """What the articles are called."""
        return self._names

    @property
    def words(self) -> WordCounts:
        """How often words occur as they are written."""
        return self._words

    def verify(self) -> list[str]:
        """Reads every file; a line for each whose content is not what was written."""
        return files.damaged_files(self.path, self.manifest)

    def rank(self, query: Query, k: int = DEFAULT_PASSAGES, lam: float = DEFAULT_LAM) -> tuple[Ints, Floats]:
        """The k best passages by `first_pass`, best first: their numbers and scores, both of shape (at most k,)."""
        from tweetctx.index.kernels import best_passages

        check_first_pass(k, lam)
        numbers = self._stats.numbers(query)
        starts, ends = self._postings.offsets[numbers], self._postings.offsets[numbers + 1]
        if np.any(starts < 0) or np.any(ends > len(self._postings.values)):
            raise IndexDamagedError(f"{self._folder / 'posting_offsets.npy'}: damaged, expected ascending offsets")
        with np.errstate(over="ignore"):
            ratio = (1.0 - lam) / (lam * self._stats.probability(numbers))
        postings = self._postings.values, self._posting_counts, starts, ends, self._passage_lengths
        try:
            passages, scores = best_passages(*postings, ratio, weights(query), min(k, self._stats.passages))
        except ValueError as error:
            raise IndexDamagedError(f"{self._folder / 'posting_passages.npy'}: damaged, {error}") from error
        order = np.lexsort((passages, -scores))
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
        at = np.array([number])
        section, article = int(self._forward.passage_sections(at)[0]), int(self._forward.passage_articles(at)[0])
        _, title, url = self.source(article)
        return Passage(number, title, self._headings[section], self._passage_text(number), url, score)

    def _passage_text(self, number: int) -> str:
        first, last = self._forward.passage_sentences[number : number + 2]
        return self._sentences.between(int(first), int(last))

    def source(self, article: int) -> tuple[str, str, str]:
        """The id, title and url of an article."""
        try:
            identifier, title, url = json.loads(self._articles[article])
        except ValueError as error:
            raise IndexDamagedError(f"{self._folder}: damaged, article {article} has no id, title and url") from error
        return identifier, title, url

    def passage_articles(self, passages: Ints) -> Ints:
        """The article of each passage."""
        return self._forward.passage_articles(passages)

    def article_sentences(self, articles: Ints) -> tuple[Ints, Ints]:
        """The first sentence of each article, and the one behind its last."""
        return self._forward.article_sentences(articles)

    def leads(self, articles: Ints) -> Ints:
        """The first passages of articles; none for an article without passages."""
        return self._forward.leads(articles)

    def passage_terms(self, passages: Ints) -> Ragged:
        """The numbers of each passage's indexed terms: those of its title, heading and text."""
        return self._forward.passage_terms(passages)

    def passage_sentences(self, passages: Ints) -> Ragged:
        """The sentences of each passage."""
        return self._forward.sentences_of(passages)

    def sentence_terms(self, sentences: Ints) -> Ragged:
        """The numbers of each sentence's terms."""
        return self._forward.sentences.take(sentences)

    def windows(self, sentences: Ints, n: int) -> tuple[Ints, Ints]:
        """The window of each sentence, n neighbours on either side in its article: first sentence and one past last."""
        return self._forward.windows(sentences, n)

    def mean_window_length(self, n: int) -> float:
        """The mean number of terms in the windows of all sentences; takes a look at all of them for n above 5."""
        known = self.manifest["window_lengths"]
        return float(known[n - 1]) if 0 < n <= len(known) else self._forward.mean_window_length(n)

    def sentence_text(self, sentence: int) -> str:
        """One sentence as it stands in its passage."""
        return self._sentences[sentence].strip()

    def article_terms(self, articles: Ints) -> Ragged:
        """The numbers of each article's terms: title and headings once, and every sentence."""
        return self._forward.article_terms(articles)

    def article(self, number: int) -> Article:
        """One article as a record."""
        identifier, title, url = self.source(number)
        first, last = self._forward.article_sections[number : number + 2]
        return Article(identifier, title, url, tuple(self._section(section) for section in range(first, last)))

    def _section(self, number: int) -> Section:
        first, last = self._forward.section_passages[number : number + 2]
        return Section(self._headings[number], tuple(self._passage_text(passage) for passage in range(first, last)))
