"""Real hashtags; run with TWEETCTX_DATA set to the folder of data.

An index of all its articles takes minutes to build. Here the words of a part of them are counted, which breaks somewhat
fewer hashtags right; with TWEETCTX_FULL_INDEX naming an index of them all, what such an index owes is asked for too.
"""

import json
import lzma
import os
from itertools import islice
from pathlib import Path

import pytest

from tweetctx import normalize, open_index
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import WordCounts, count_words
from tweetctx.tweets import WordBreaker

DATA = os.environ.get("TWEETCTX_DATA")
INDEX = os.environ.get("TWEETCTX_FULL_INDEX")
ARTICLES = 1500

pytestmark = pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA names no folder of data")


def share(breaker: WordBreaker | None) -> float:
    """The share of hashtags that become one of their right ways, case ignored."""
    lines = (Path(str(DATA)) / "hashtags" / "stan-large-dev.tsv").read_text("utf-8").rstrip("\n").split("\n")
    right = 0
    for line in lines:
        _, name, *ways = line.split("\t")
        words = " ".join(normalize(f"#{name}", words=breaker).words)
        right += words.lower() in {way.lower() for way in ways}
    return right / len(lines)


@pytest.fixture(scope="module")
def counts() -> WordCounts:
    """The words of the first articles."""
    analyzer = Analyzer(AnalyzerConfig.named("plain"))
    with lzma.open(Path(str(DATA)) / "wikipedia" / "wiki.jsonl.xz", "rt", encoding="utf-8") as file:
        articles = [json.loads(line) for line in islice(file, ARTICLES)]
    titles = [analyzer.tokens(article["title"]) for article in articles]
    leads = [analyzer.tokens(article["text"].partition("\n")[0]) for article in articles]
    tokens = [token for article in articles for token in analyzer.tokens(article["text"])]
    return count_words(tokens, titles, leads)


def test_the_words_of_some_articles_break_more_hashtags_right_than_the_rules(counts: WordCounts) -> None:
    assert share(None) < 0.67
    assert share(WordBreaker(counts)) >= 0.8


@pytest.mark.skipif(not INDEX, reason="TWEETCTX_FULL_INDEX names no index of all the articles")
def test_an_index_of_all_articles_breaks_82_of_100_hashtags_right() -> None:
    assert share(WordBreaker(open_index(str(INDEX)).words)) >= 0.82
