"""A batch of articles as the numbers an index is made of; the part of a build that runs in worker processes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tweetctx.corpus.portions import Flaw, Portion
from tweetctx.index.names import names_of
from tweetctx.processes import end_with_parent
from tweetctx.ragged import Ragged
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.segmentation import Segmenter, open_segmenter
from tweetctx.text.word_counts import WordCounts, count_words
from tweetctx.types import Article, Section

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Batch:
    """What is known of some articles.

    terms: the distinct terms, in the order in which they first appear; all term numbers below point into it.
    titles, names, headings, sentences: term numbers by article, by name, by section, by sentence.
    article_names, name_qualified: how many names an article has, and whether each is shared with others.
    article_sections, section_passages, passage_sentences: how many of one each of the other has.
    sentence_texts, heading_texts, article_texts: UTF-8 by sentence, section and article.
    word_counts: what was counted of the words as they are written.
    """

    terms: list[str]
    titles: Ragged
    names: Ragged
    headings: Ragged
    sentences: Ragged
    article_names: Numbers
    name_qualified: Numbers
    article_sections: Numbers
    section_passages: Numbers
    passage_sentences: Numbers
    sentence_texts: list[bytes]
    heading_texts: list[bytes]
    article_texts: list[bytes]
    word_counts: WordCounts


@dataclass(slots=True)
class _Draft:
    """A batch in the making: titles, headings, sentences and leads are tokens by number, names are terms."""

    tokens: _Numbering = field(default_factory=lambda: _Numbering())
    titles: list[list[int]] = field(default_factory=list)
    names: list[list[str]] = field(default_factory=list)
    article_names: list[int] = field(default_factory=list)
    name_qualified: list[int] = field(default_factory=list)
    headings: list[list[int]] = field(default_factory=list)
    sentences: list[list[int]] = field(default_factory=list)
    article_sections: list[int] = field(default_factory=list)
    section_passages: list[int] = field(default_factory=list)
    passage_sentences: list[int] = field(default_factory=list)
    sentence_texts: list[bytes] = field(default_factory=list)
    heading_texts: list[bytes] = field(default_factory=list)
    article_texts: list[bytes] = field(default_factory=list)
    leads: list[list[int]] = field(default_factory=list)


class ArticleAnalyzer:
    """Turns articles into batches; keeps the terms of the words it has met."""

    def __init__(self, config: AnalyzerConfig, segmenter: Segmenter) -> None:
        self._analyzer = Analyzer(config)
        self._segmenter = segmenter
        self._terms = _TermCache(self._analyzer)

    def batch(self, articles: Iterable[Article]) -> Batch:
        """Segments and analyzes articles."""
        draft = _Draft()
        articles = list(articles)
        paragraphs = [text for article in articles for section in article.sections for text in _paragraphs(section)]
        starts = iter(self._segmenter.starts(paragraphs))
        for article in articles:
            self._add_article(draft, article, starts)
        terms: dict[str, int] = {}
        found = (self._terms[token] for token in draft.tokens)
        term_of = np.array([-1 if term is None else terms.setdefault(term, len(terms)) for term in found], np.int64)
        names = Ragged.from_rows([[terms.setdefault(term, len(terms)) for term in name] for name in draft.names])
        titles, headings, sentences = map(Ragged.from_rows, (draft.titles, draft.headings, draft.sentences))
        tokens = np.concatenate([titles.values, headings.values, sentences.values])
        return Batch(
            list(terms),
            titles=_terms(titles, term_of),
            names=names,
            article_names=np.array(draft.article_names, np.int64),
            name_qualified=np.array(draft.name_qualified, np.int64),
            headings=_terms(headings, term_of),
            sentences=_terms(sentences, term_of),
            article_sections=np.array(draft.article_sections, np.int64),
            section_passages=np.array(draft.section_passages, np.int64),
            passage_sentences=np.array(draft.passage_sentences, np.int64),
            sentence_texts=draft.sentence_texts,
            heading_texts=draft.heading_texts,
            article_texts=draft.article_texts,
            word_counts=count_words(list(draft.tokens), tokens, titles, Ragged.from_rows(draft.leads)),
        )

    def _add_article(self, draft: _Draft, article: Article, starts: Iterator[list[int]]) -> None:
        draft.titles.append(self._tokens(draft, article.title))
        self._add_names(draft, article)
        draft.article_texts.append(_utf8(json.dumps((article.id, article.title, article.url), ensure_ascii=False)))
        draft.article_sections.append(len(article.sections))
        is_lead = True
        for section in article.sections:
            draft.headings.append(self._tokens(draft, section.heading))
            draft.heading_texts.append(_utf8(section.heading))
            paragraphs = _paragraphs(section)
            draft.section_passages.append(len(paragraphs))
            for paragraph in paragraphs:
                begin = len(draft.sentences)
                self._add_passage(draft, paragraph, next(starts))
                if is_lead:
                    draft.leads += draft.sentences[begin:]
                    is_lead = False

    def _add_names(self, draft: _Draft, article: Article) -> None:
        """A name is a set of terms; the same set twice is one name."""
        names: set[frozenset[str]] = set()
        for text, qualified in names_of(article, self._analyzer.config.language):
            found = (self._terms[token] for token in self._analyzer.tokens(text))
            terms = list(dict.fromkeys(term for term in found if term is not None))
            if terms and frozenset(terms) not in names:
                names.add(frozenset(terms))
                draft.names.append(terms)
                draft.name_qualified.append(qualified)
        draft.article_names.append(len(names))

    def _add_passage(self, draft: _Draft, text: str, starts: list[int]) -> None:
        # A sentence is kept with the space behind it, so that those of a passage together are its text.
        draft.passage_sentences.append(len(starts))
        for begin, end in zip(starts, [*starts[1:], len(text)], strict=True):
            sentence = text[begin:end]
            draft.sentences.append(self._tokens(draft, sentence))
            draft.sentence_texts.append(_utf8(sentence))

    def _tokens(self, draft: _Draft, text: str) -> list[int]:
        numbers = draft.tokens
        return [numbers[token] for token in self._analyzer.tokens(text)]


def _paragraphs(section: Section) -> list[str]:
    return [text for paragraph in section.paragraphs if (text := paragraph.strip())]


def _terms(tokens: Ragged, term_of: Numbers) -> Ragged:
    """Rows of tokens as rows of terms; a token that is no term, -1, falls out."""
    terms = term_of[tokens.values]
    kept = terms >= 0
    return Ragged(terms[kept], np.concatenate([[0], np.cumsum(kept)])[tokens.offsets])


class _Numbering(dict[str, int]):
    """Numbers tokens in the order in which they are first asked for."""

    def __missing__(self, token: str) -> int:
        number = self[token] = len(self)
        return number


class _TermCache(dict[str, str | None]):
    """The term of every token met, up to a size at which it starts anew."""

    _LIMIT = 1_000_000

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer

    def __missing__(self, token: str) -> str | None:
        if len(self) >= self._LIMIT:
            self.clear()
        term = self[token] = self._analyzer.term(token)
        return term


def _utf8(text: str) -> bytes:
    """Half a surrogate pair, which no valid text holds, becomes a question mark."""
    return text.encode("utf-8", "replace")


AnalyzedPortions = tuple[Batch, list[tuple[int, Sequence[Flaw]]]]

_process: ArticleAnalyzer | None = None


def start_process(config: AnalyzerConfig, spacy_model: str | None) -> None:
    """Makes a worker process ready, and lets it end when its parent does."""
    global _process
    end_with_parent()
    _process = ArticleAnalyzer(config, open_segmenter(spacy_model, config.language))


def analyze_in_process(portions: Sequence[Portion]) -> AnalyzedPortions:
    """What a worker process does with the portions it is given."""
    assert _process is not None, "start_process comes first"  # noqa: S101
    return analyze_portions(_process, portions)


def analyze_portions(analyzer: ArticleAnalyzer, portions: Sequence[Portion]) -> AnalyzedPortions:
    """Reads and analyzes portions; how many articles each has and what is wrong with its other records come along."""
    read = [portion.read() for portion in portions]
    batch = analyzer.batch(article for portion in read for article in portion.articles)
    return batch, [(len(portion.articles), portion.flaws) for portion in read]
