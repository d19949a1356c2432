"""Turns batches of articles into term numbers; the part of a build that runs in worker processes."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Ints
from tweetctx.corpus.portions import Portion
from tweetctx.errors import InputError
from tweetctx.index.building.batching import HEADING, LEAD, SENTENCE, TITLE, BatchTexts
from tweetctx.index.building.lexicon import Lexicon, NewTerms
from tweetctx.index.building.surface_reader import SurfaceReader
from tweetctx.index.storage.surface_rows import Rows
from tweetctx.index.storage.texts import join_texts, separated
from tweetctx.runtime.processes import end_with_parent
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.segmentation import Segmenter, open_segmenter
from tweetctx.text.word_counts import WordCounts, count_words
from tweetctx.types import Article

Numbers = NDArray[np.int64]

_OBJECTS = 100_000  # new ones at which a process searches for unreachable cycles
_TOKENS = 200_000  # known tokens at which a process discards its lexicon


@dataclass(frozen=True, slots=True)
class Batch:
    """The articles of a batch as numbers.

    new_terms: those that are new to the analyzer, in the order in which they first appear.
    titles, headings, sentences: the analyzer's numbers of terms by article, by section, by sentence.
    article_sections: the number of sections of each article; section_passages and passage_sentences likewise.
    sentence_texts, heading_texts, article_texts: UTF-8 by sentence, section and article, each followed by END.
    revisions: of each article, 0 if not known.
    word_counts: counts of the words as they are written. surfaces: rows of each of the TABLES.
    """

    new_terms: NewTerms
    titles: Ragged
    headings: Ragged
    sentences: Ragged
    article_sections: Numbers
    section_passages: Numbers
    passage_sentences: Numbers
    sentence_texts: bytes
    heading_texts: bytes
    article_texts: bytes
    revisions: Numbers
    word_counts: WordCounts
    surfaces: Mapping[str, Rows]


class ArticleAnalyzer:
    """Turns articles into batches, and remembers the tokens that it has met.

    All batches are read, and in their order: each holds the texts only of terms that are new in it.
    """

    def __init__(self, config: AnalyzerConfig, segmenter: Segmenter) -> None:
        self._analyzer = Analyzer(config)
        self._segmenter = segmenter
        self._name = uuid4().hex
        self._lexicon = Lexicon(self._analyzer, self._name)
        self._surfaces = SurfaceReader(config.language, config.stop_words)

    def batch(self, articles: Iterable[Article]) -> Batch:
        """Segments and analyzes articles."""
        if len(self._lexicon) > _TOKENS:
            self._lexicon = Lexicon(self._analyzer, self._name)
        lexicon = self._lexicon
        articles = list(articles)
        texts = BatchTexts.of(articles, self._segmenter)
        content, lengths = texts.encoded()
        tokens, sizes, new_terms = lexicon.find(content, lengths, texts.order())
        in_terms = _terms(tokens, lexicon.term_of)
        kinds = texts.kinds
        sentence_texts, heading_texts = _cut(content, sizes, len(texts.starts.values), len(texts.headings))
        return Batch(
            new_terms=new_terms,
            titles=_chosen(in_terms, kinds == TITLE),
            headings=_chosen(in_terms, kinds == HEADING),
            sentences=_chosen(in_terms, kinds >= SENTENCE),
            article_sections=np.array(texts.article_sections, np.int64),
            section_passages=np.array(texts.section_passages, np.int64),
            passage_sentences=texts.starts.lengths,
            sentence_texts=sentence_texts,
            heading_texts=heading_texts,
            article_texts=join_texts(texts.article_texts),
            revisions=np.array(texts.revisions, np.int64),
            word_counts=count_words(
                lexicon.keys, tokens.values, _chosen(tokens, kinds == TITLE), _chosen(tokens, kinds == LEAD)
            ),
            surfaces=self._surfaces.batch(articles),
        )


def _cut(content: bytes, sizes: Numbers, *counts: int) -> Iterator[bytes]:
    """Yields the first counts[0] of some joined texts, the next counts[1], and so on, each text followed by END."""
    first = begin = 0
    for count in counts:
        lengths = sizes[first : first + count]
        end = begin + int(lengths.sum())
        yield separated(content[begin:end], lengths)
        first, begin = first + count, end


def _chosen(rows: Ragged, chosen: Bools) -> Ragged:
    """Returns the chosen rows, in their order."""
    lengths = rows.lengths
    return Ragged(rows.values[np.repeat(chosen, lengths)], np.concatenate([[0], np.cumsum(lengths[chosen])]))


def _terms(tokens: Ragged, term_of: Ints) -> Ragged:
    """Maps rows of tokens to rows of terms, and leaves out tokens that have none, −1."""
    terms = term_of.take(tokens.values)
    kept = terms >= 0
    return Ragged(terms.compress(kept), np.concatenate([[0], np.cumsum(kept)])[tokens.offsets])


AnalyzedPortions = tuple[Batch, list[Sequence[InputError]]]

_process: ArticleAnalyzer | None = None


def start_process(config: AnalyzerConfig, spacy_model: str | None) -> None:
    """Prepares a worker process, which ends when its parent does."""
    global _process
    end_with_parent()
    _process = ArticleAnalyzer(config, open_segmenter(spacy_model, config.language))
    gc.freeze()  # what lives as long as the process; a search for cycles finds none in articles
    gc.set_threshold(_OBJECTS)


def analyze_in_process(portions: Sequence[Portion]) -> AnalyzedPortions:
    """Reads and analyzes portions in a worker process."""
    assert _process is not None, "start_process comes first"  # noqa: S101
    return analyze_portions(_process, portions)


def analyze_portions(analyzer: ArticleAnalyzer, portions: Sequence[Portion]) -> AnalyzedPortions:
    """Reads and analyzes portions; returns also what is wrong with other records of each."""
    read = [portion.read() for portion in portions]
    batch = analyzer.batch(article for portion in read for article in portion.articles)
    return batch, [portion.flaws for portion in read]
