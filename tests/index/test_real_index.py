"""Wikipedia and tweets as they are: needs the development data, whose folder TWEETCTX_DATA names."""

import json
import lzma
import os
from collections import Counter
from itertools import islice
from pathlib import Path

import index_contents
import numpy as np
import pytest
from plain_collection import Recount, bigram_counts, recount

from tweetctx.corpus import read_articles
from tweetctx.index import build_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.types import Article

DATA = Path(os.environ.get("TWEETCTX_DATA", ""))
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif("TWEETCTX_DATA" not in os.environ, reason="TWEETCTX_DATA is not set"),
]

# The first articles of the file are its longest. Of each its beginning is taken, which is a fourteenth of them, so that
# counting everything again in Python takes seconds.
ARTICLES = 3_000
CHARACTERS = 1_000
TWEETS = 100
LAMS = (0.1, 0.4, 0.9)


class RememberingAnalyzer(Analyzer):
    """Keeps the terms of the tokens it has met: half the time."""

    def __init__(self, config: AnalyzerConfig, phrases: frozenset[str] = frozenset()) -> None:
        super().__init__(config, phrases)
        self._met: dict[str, str | None] = {}

    def term(self, token: str) -> str | None:
        if token not in self._met:
            self._met[token] = super().term(token)
        return self._met[token]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("real") / "beginning.jsonl"
    with lzma.open(DATA / "wikipedia" / "wiki.jsonl.xz", "rt", encoding="utf-8") as lines, path.open("w") as file:
        for line in islice(lines, ARTICLES):
            record = json.loads(line)
            end = record["text"].find("\n", CHARACTERS)
            file.write(json.dumps(record | {"text": record["text"][: None if end < 0 else end]}) + "\n")
    return path


@pytest.fixture(scope="module")
def articles(source: Path) -> list[Article]:
    return list(read_articles([source]))


@pytest.fixture(scope="module", params=["english", "dcu"])
def both(
    source: Path, articles: list[Article], request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[EmbeddedIndex, Recount]:
    """The index, and the same counted with loops."""
    folder = tmp_path_factory.mktemp("index") / request.param
    build_index(source, folder, analyzer=request.param, workers=1)
    config = AnalyzerConfig.named(request.param)
    phrases: frozenset[str] = frozenset()
    if config.phrases:
        counts = bigram_counts(articles, RememberingAnalyzer(config))
        repeated = sorted((-count, bigram) for bigram, count in counts.items() if count > 1)
        phrases = frozenset(bigram for _, bigram in repeated[: config.phrases])
        assert len(phrases) > 10_000
    return EmbeddedIndex(folder), recount(articles, RememberingAnalyzer(config, phrases))


def tweets() -> list[str]:
    with (DATA / "tweets" / "news.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line)["text"] for line in islice(lines, 0, 80 * TWEETS, 80)]


def test_the_statistics_are_those_of_a_recount(both: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = both
    stats = index.stats
    vocabulary = [index.vocabulary.term(number) for number in range(len(index.vocabulary))]
    for array, expected in ((index.cf, plain.cf), (index.df, plain.df), (index.sf, plain.sf)):
        found = dict(zip(vocabulary, np.asarray(array).tolist(), strict=True))
        assert Counter(found) == expected
    assert stats.collection_length == plain.length
    assert (stats.documents, stats.passages, stats.sentences) == (ARTICLES, len(plain.passages), len(plain.sentences))
    rows = index_contents.passage_terms(index, np.arange(stats.passages))
    assert rows.lengths.tolist() == [len(terms) for terms in plain.passage_terms]
    assert [vocabulary[number] for number in rows.values.tolist()] == [
        t for terms in plain.passage_terms for t in terms
    ]


def test_the_texts_are_those_read(both: tuple[EmbeddedIndex, Recount], articles: list[Article]) -> None:
    index, plain = both
    assert [index.article(number) for number in range(ARTICLES)] == articles
    for number in range(0, len(plain.passages), 97):
        passage = index_contents.passage(index, number)
        assert (passage.title, passage.heading, passage.text, passage.url) == plain.passages[number]
        sentences = plain.passage_sentences[number]
        assert index_contents.passage_sentences(index, np.array([number]))[0].tolist() == sentences
        assert [index_contents.sentence_text(index, n) for n in sentences] == [plain.sentences[n] for n in sentences]


def test_tweets_find_what_a_scan_finds(both: tuple[EmbeddedIndex, Recount]) -> None:
    index, plain = both
    lengths = np.array([len(terms) for terms in plain.passage_terms])
    wanted = {term for tweet in tweets() for term in index.analyzer.terms(tweet) if plain.cf[term]}
    frequency = {term: np.zeros(len(lengths)) for term in wanted}
    for number, terms in enumerate(plain.passage_terms):
        for term in terms:
            if term in frequency:
                frequency[term][number] += 1
    found = 0
    for number, tweet in enumerate(tweets()):
        lam, k = LAMS[number % 3], (1, 20, 100)[number // 3 % 3]
        expected = np.zeros(len(lengths))
        for term, count in Counter(index.analyzer.terms(tweet)).items():
            if term in frequency:
                p = plain.cf[term] / plain.length
                expected += count * np.log1p((1 - lam) * (frequency[term] / np.maximum(lengths, 1)) / (lam * p))
        passages = index.search(tweet, k, lam)
        numbers = np.array([passage.number for passage in passages], int)
        scores = np.array([passage.score for passage in passages])
        assert len(numbers) == min(k, np.count_nonzero(expected))
        assert np.allclose(scores, np.sort(expected)[::-1][: len(scores)], rtol=0, atol=1e-9)
        assert np.allclose(scores, expected[numbers], rtol=0, atol=1e-9)
        assert numbers.tolist() == numbers[np.lexsort((numbers, -scores))].tolist()
        found += len(numbers)
    assert found > 10 * TWEETS
