"""The words of an index as they are written, and hashtags broken by them."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from array_files import arrays_of, replace_arrays, written
from plain_collection import random_articles, write_articles

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.errors import IndexDamagedError
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.stored_words import WordCountsWriter, read_word_counts
from tweetctx.text import fingerprints
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import TABLES, Counts, WordCounts
from tweetctx.tweets import WordBreaker


def counts_of(*numbers: int) -> Counts:
    """Key k occurs as often as it stands here."""
    return Counts.of(np.array(numbers, np.uint64), np.ones(len(numbers), np.int64))


def tables_of(folder: Path, writer: WordCountsWriter, *batches: Counts) -> WordCounts:
    for batch in batches:
        writer.add(WordCounts(batch, batch, batch))
    return read_word_counts(written(folder / "a", lambda file: writer.write(file, pruned=True)))


def as_dict(counts: Counts) -> dict[int, int]:
    return dict(zip(counts.keys.tolist(), counts.values.tolist(), strict=True))


def test_batches_add_up(tmp_path: Path) -> None:
    counts = tables_of(tmp_path, WordCountsWriter(), counts_of(5, 5, 3), counts_of(), counts_of(3, 9))
    assert as_dict(counts.text) == as_dict(counts.titles) == {3: 2, 5: 2, 9: 1}
    assert as_dict(counts.pairs) == {3: 2, 5: 2}  # a pair seen once is not kept
    assert [getattr(counts, name).total for name in TABLES] == [5, 5, 5]


def test_no_batches(tmp_path: Path) -> None:
    counts = tables_of(tmp_path, WordCountsWriter())
    assert [as_dict(getattr(counts, name)) for name in TABLES] == [{}, {}, {}]
    assert WordBreaker(counts).split("oldharbour") == ["oldharbour"]


def test_the_rarest_go_where_there_are_too_many(tmp_path: Path) -> None:
    many = counts_of(*[1] * 5, *[2] * 3, *[3] * 3, *[4] * 2, 5, 6)
    counts = tables_of(tmp_path, WordCountsWriter(largest=3), many, counts_of(7))
    assert as_dict(counts.text) == {1: 5, 2: 3, 3: 3}
    assert counts.text.total == 16
    tied = tables_of(tmp_path, WordCountsWriter(largest=2), many)
    assert as_dict(tied.text) == {1: 5}  # two are no rarer than each other, and both do not fit


def test_memory_is_bounded(tmp_path: Path) -> None:
    writer = WordCountsWriter(largest=10)
    batches = [counts_of(*[1] * 3, *range(100 * batch, 100 * batch + 8)) for batch in range(1, 30)]
    counts = tables_of(tmp_path, writer, *batches)
    assert as_dict(counts.text)[1] == 87
    assert len(counts.text.keys) <= 10


@pytest.mark.parametrize("workers", [1, 2])
def test_an_index_counts_titles_headings_and_paragraphs_once(tmp_path: Path, workers: int) -> None:
    articles = random_articles(7, 40)
    index = tmp_path / "words.idx"
    build_index(write_articles(tmp_path / "corpus.jsonl", articles), index, workers=workers)
    analyzer = Analyzer(AnalyzerConfig.named("plain"))
    text, titles = Counter[str](), Counter[str]()
    for article in articles:
        titles.update(analyzer.tokens(article.title))
        for section in article.sections:
            for part in (section.heading, *section.paragraphs):
                text.update(analyzer.tokens(part))
    text.update(titles)
    words = open_index(index).words
    for counts, expected in ((words.text, text), (words.titles, titles)):
        keys = fingerprints.of_words([*expected]).tolist()
        assert as_dict(counts) == dict(zip(keys, expected.values(), strict=True))
        assert counts.total == expected.total()


@pytest.mark.parametrize("part", ["keys", "counts", "total"])
def test_tables_that_do_not_fit_together(tmp_path: Path, part: str) -> None:
    tables_of(tmp_path, WordCountsWriter(), counts_of(5, 5, 3))
    name = f"words_text_{part}"
    replace_arrays(tmp_path / "a", **{name: arrays_of(tmp_path / "a")[name][0][:-1]})
    with pytest.raises(IndexDamagedError, match="a: damaged, the array words_text_counts does not fit words_text_keys"):
        read_word_counts(ArrayFile(tmp_path / "a"))


@pytest.mark.parametrize("total", [-1, 1 << 48, 2**63 - 1])
def test_a_number_of_words_that_no_collection_has(tmp_path: Path, total: int) -> None:
    """Sums of such numbers would leave 64 bits."""
    tables_of(tmp_path, WordCountsWriter(), counts_of(5, 5, 3))
    replace_arrays(tmp_path / "a", words_text_total=np.array([total]))
    with pytest.raises(IndexDamagedError, match=f"a: damaged, the array words_text_total holds {total}"):
        read_word_counts(ArrayFile(tmp_path / "a"))


DEMONSTRATION = [
    ("whitneyhouston", "whitney houston"),
    ("OccupyWallStreet", "Occupy Wall Street"),
    ("occupywallstreet", "occupy wall street"),
    ("newjersey", "new jersey"),
    ("NEWJERSEY", "NEW JERSEY"),
    # A small corpus knows neither these nor their parts, and leaves them whole.
    ("supernatural", "supernatural"),
    ("groezrock", "groezrock"),
    ("Tumbrelwick", "Tumbrelwick"),
]


@pytest.mark.parametrize(("name", "expected"), DEMONSTRATION)
def test_the_demonstration_corpus_breaks_hashtags(demo_index: Path, name: str, expected: str) -> None:
    assert " ".join(WordBreaker(open_index(demo_index).words).split(name)) == expected


def test_contexts_of_hashtags_without_capitals(demo_index: Path) -> None:
    small, large = "Remembering #whitneyhouston", "Remembering #WhitneyHouston"
    by_index = Contextualizer.open(demo_index)
    assert by_index.explain(small).tweet.words == ("Remembering", "whitney", "houston")
    terms = [term.term for term in by_index.contextualize(small).query.terms]
    assert terms == [term.term for term in by_index.contextualize(large).query.terms]
    assert "whitney" in terms
    dcu = Contextualizer.open(demo_index, "dcu-185", rules="dcu")
    assert dcu.explain(small).tweet.words == ("Remembering", "whitneyhouston")
