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
from tweetctx.index.building.analysis import ArticleAnalyzer
from tweetctx.text.analyzer import AnalyzerConfig
from tweetctx.text.segmentation import open_segmenter
from tweetctx.text.word_counts import WordCounts
from tweetctx.tweets import WordBreaker
from tweetctx.types import Article, Section

DATA = os.environ.get("TWEETCTX_DATA")
INDEX = os.environ.get("TWEETCTX_FULL_INDEX")
ARTICLES = 600

pytestmark = [pytest.mark.thorough, pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA names no folder of data")]


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
    with lzma.open(Path(str(DATA)) / "wikipedia" / "wiki.jsonl.xz", "rt", encoding="utf-8") as file:
        records = [json.loads(line) for line in islice(file, ARTICLES)]
    sections = [(Section("", tuple(record["text"].split("\n"))),) for record in records]
    articles = [Article("", record["title"], "", part) for record, part in zip(records, sections, strict=True)]
    return ArticleAnalyzer(AnalyzerConfig.named("plain"), open_segmenter()).batch(articles).word_counts


def test_the_words_of_some_articles_break_more_hashtags_right_than_the_rules(counts: WordCounts) -> None:
    assert share(None) < 0.67
    assert share(WordBreaker(counts)) >= 0.78


@pytest.mark.skipif(not INDEX, reason="TWEETCTX_FULL_INDEX names no index of all the articles")
def test_an_index_of_all_articles_breaks_82_of_100_hashtags_right() -> None:
    assert share(WordBreaker(open_index(str(INDEX)).words)) >= 0.82
