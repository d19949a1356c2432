"""The reference that engines are compared with: articles and their surface forms in memory, to be checked by eye."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Bools, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.building.surface_reader import SurfaceReader
from tweetctx.index.memory import MemoryEngine, Passage
from tweetctx.index.surface_forms import MOST_SENSES, OWN, TITLED, FormSource, SurfaceForms
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.names.keys import CAPITAL_WORD, SMALL_WORD, Keys
from tweetctx.text.segmentation import open_segmenter
from tweetctx.text.word_counts import WordCounts, count_words, word_keys
from tweetctx.types import Article, Source


class ReferenceEngine(MemoryEngine):
    """All articles in lists and arrays.

    It has no phrases: an analyzer for which frequent bigrams are terms, such as `dcu`, is refused.
    """

    forms: MemoryForms

    @classmethod
    def from_articles(cls, articles: Iterable[Article], config: AnalyzerConfig | None = None) -> ReferenceEngine:
        """Segments and analyzes articles; config: English if None."""
        config = config or AnalyzerConfig.named(None, "en")
        if config.phrases:
            raise ParameterError(f"analyzer: found {config.name!r}, expected one without phrases")
        analyzer, segmenter = Analyzer(config), open_segmenter(None, config.language)
        articles, passages, heads = list(articles), list[Passage](), list[list[str]]()
        for number, article in enumerate(articles):
            title = analyzer.terms(article.title)
            headings = [analyzer.terms(section.heading) for section in article.sections]
            heads.append([*title, *chain.from_iterable(headings)])
            source = Source(article.id, article.title, article.url, article.revision)
            for section, heading in zip(article.sections, headings, strict=True):
                paragraphs = [text for paragraph in section.paragraphs if (text := paragraph.strip())]
                for paragraph, starts in zip(paragraphs, segmenter.starts(paragraphs), strict=True):
                    bounds = pairwise([*starts.tolist(), len(paragraph)])
                    texts = [paragraph[begin:end] for begin, end in bounds]
                    terms = [analyzer.terms(text) for text in texts]
                    passages.append(Passage(number, source, section.heading, [*title, *heading], texts, terms))
        engine = cls(passages, heads, analyzer, count_all_words(analyzer, articles, passages))
        engine.forms = MemoryForms(articles, config)
        return engine

    def surface_forms(self, keys: Keys, joined: Bools | None = None) -> SurfaceForms:
        """The statistics of surface forms."""
        return self.forms.look_up(keys, joined)


def count_all_words(analyzer: Analyzer, articles: Sequence[Article], passages: Sequence[Passage]) -> WordCounts:
    titles = [article.title for article in articles]
    headings = [section.heading for article in articles for section in article.sections]
    first = {passage.article: passage for passage in reversed(passages)}
    leads = [text for passage in first.values() for text in passage.texts]
    groups = [titles, headings, [text for passage in passages for text in passage.texts], leads]
    tokens = list(dict.fromkeys(token for group in groups for text in group for token in analyzer.tokens(text)))
    number = {token: key for key, token in enumerate(tokens)}
    rows = [Ragged.from_rows([number[token] for token in analyzer.tokens(text)] for text in group) for group in groups]
    return count_words(word_keys(tokens), np.concatenate([part.values for part in rows[:3]]), rows[0], rows[3])


class MemoryForms:
    """Surface forms of articles; every call scans all of them."""

    def __init__(self, articles: Iterable[Article], config: AnalyzerConfig) -> None:
        reader = SurfaceReader(config.language, config.stop_words)
        self._names: list[tuple[int, int, int, int]] = []  # key, article, source, uses
        self._links: list[tuple[int, int]] = []  # key of the text, key of the title it leads to
        self._written: Counter[int] = Counter()  # in how many articles
        self._titles: dict[int, int] = {}  # the first article with a title or redirect
        self._facts: list[tuple[int, int, int]] = []  # by article: the key of its title, its length, its kind
        for number, article in enumerate(articles):
            rows = reader.batch([article])
            self._names += [(key, number, source, uses) for key, _, source, uses in rows["surfaces"].tolist()]
            self._links += [(key, title) for key, title, _, _ in rows["anchors"].tolist()]
            self._written.update(rows["written"]["key"].tolist())
            self._titles = dict.fromkeys(rows["titles"]["key"].tolist(), number) | self._titles
            self._facts += rows["facts"].tolist()

    def look_up(self, keys: Keys, joined: Bools | None) -> SurfaceForms:
        """The statistics of forms; see `Engine.surface_forms`."""
        alone = np.zeros(len(keys), np.bool_) if joined is None else joined
        shifts = [8 * only for only in alone.tolist()]  # the last 8 bits tell where spaces stand
        forms = [*zip(keys.tolist(), shifts, strict=True)]
        senses = [self._senses(key, shift) for key, shift in forms]
        articles, sources, links, uses = np.array([*chain.from_iterable(senses)], np.int64).reshape(-1, 4).T
        bases, lengths, kinds = np.array([self._facts[article] for article in articles], np.int64).reshape(-1, 3).T
        written = [sum(n for other, n in self._written.items() if other >> by == key >> by) for key, by in forms]
        titles = Counter(key for key, _, source, _ in self._names if source & TITLED)
        return SurfaceForms(
            np.array(written, np.int64),
            _counts(self._written, (keys ^ SMALL_WORD).tolist()),
            _counts(self._written, (keys ^ CAPITAL_WORD).tolist()),
            np.cumsum([0, *map(len, senses)]),
            articles,
            sources,
            links,
            uses,
            _counts(self._written, bases.tolist()),
            np.maximum(_counts(titles, bases.tolist()), 1),
            lengths,
            kinds,
        )

    def _senses(self, key: int, shift: int) -> list[list[int]]:
        """Article, sources, links and uses of the articles that a form may mean, in the order of the articles."""
        found = [(own, source, 0, uses) for other, own, source, uses in self._names if other >> shift == key >> shift]
        leading = [title for other, title in self._links if other >> shift == key >> shift]
        found += [(self._titles[title], FormSource.LINK, 1, 0) for title in leading if title in self._titles]
        senses: dict[int, list[int]] = {}
        for article, source, links, uses in found:
            sense = senses.setdefault(article, [article, 0, 0, 0])
            sense[1:] = sense[1] | source, sense[2] + links, sense[3] + uses
        kept = sorted(senses.values(), key=lambda s: (-(4 * s[2] + s[3] + 100 * bool(s[1] & OWN)), s[0]))
        return sorted(kept[:MOST_SENSES])


def _counts(counter: Counter[int], keys: Sequence[int]) -> Ints:
    return np.array([counter[key] for key in keys], np.int64)
