import multiprocessing
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import index_contents
import numpy as np
import pytest
import slow_analysis
from hypothesis import given
from hypothesis import strategies as st
from plain_collection import (
    BY_HAND,
    Recount,
    bigram_counts,
    contents,
    contents_of_other_sources,
    names,
    numbered,
    random_articles,
    recount,
    write_articles,
)
from properties import one_in

import tweetctx.index.building.building as build
from tweetctx.arrays.ragged import Ragged, spans
from tweetctx.arrays.sums import KeyCounts
from tweetctx.corpus import read_articles
from tweetctx.errors import CorpusError, ParameterError
from tweetctx.index import build_index, embedded
from tweetctx.index.building import phrases, segment_buffer, writer
from tweetctx.index.building.building import BuildReport
from tweetctx.index.building.phrases import bigram_text, bigrams, frequent_bigrams
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.folder import information
from tweetctx.index.storage import offsets
from tweetctx.index.storage.column_kernels import lengths_of
from tweetctx.index.storage.lengths import Lengths
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime import processes
from tweetctx.runtime.processes import WorkerPool
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.types import Article, Section

NAMES = ("english", "plain", "dcu")
Limit = Callable[[int], None]


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory) -> dict[str, EmbeddedIndex]:
    folder = tmp_path_factory.mktemp("by_hand")
    source = write_articles(folder / "source.jsonl", BY_HAND)
    for name in NAMES:
        build_index(source, folder / name, analyzer=name, workers=1)
    return {name: EmbeddedIndex(folder / name) for name in NAMES}


@pytest.fixture
def limit_phrases(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """Lets `dcu` take that many bigrams only."""

    def limit(number: int) -> None:
        config = replace(AnalyzerConfig.named("dcu"), phrases=number)
        monkeypatch.setattr(AnalyzerConfig, "named", lambda *_: config)

    return limit


def hold_little(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Lets a build hold that many terms, rows or lengths at a time, so that it works in many parts."""
    monkeypatch.setattr(writer, "BYTES_HELD", 1 << 40)
    monkeypatch.setattr(writer, "BYTES_INVERTED", 1 << 40)
    for module, name in (
        (writer, "LEAST_HELD"),
        (offsets, "_HELD"),
        (segment_buffer, "_READ"),
        (embedded, "_HELD"),
    ):
        assert isinstance(getattr(module, name), int)
        monkeypatch.setattr(module, name, number)


def dcu_phrases(articles: list[Article], limit: int) -> set[str]:
    """The most frequent bigrams that occur more than once; of equally frequent ones the first in the alphabet."""
    counts = bigram_counts(articles, Analyzer(AnalyzerConfig.named("dcu")))
    repeated = [(-count, bigram) for bigram, count in counts.items() if count > 1]
    return {bigram for _, bigram in sorted(repeated)[:limit]}


def plain_analyzer(name: str, articles: list[Article], limit: int = 100_000) -> Analyzer:
    return Analyzer(AnalyzerConfig.named(name), dcu_phrases(articles, limit) if name == "dcu" else ())


def check_statistics(index: EmbeddedIndex, plain: Recount) -> None:
    stats = index.stats
    vocabulary = [index.vocabulary.term(number) for number in range(len(index.vocabulary))]
    assert set(vocabulary) == set(plain.cf)
    assert index.vocabulary.numbers(vocabulary).tolist() == list(range(len(vocabulary)))
    for name in ("cf", "df", "sf"):
        found, expected = getattr(stats, name), getattr(plain, name)
        assert {term: found[term] for term in vocabulary} == {term: expected[term] for term in vocabulary}
        assert np.asarray(getattr(index, name)).tolist() == [expected[term] for term in vocabulary]
        assert found["no such term"] == 0
    assert stats.collection_length == plain.length == int(np.asarray(index.cf).sum())
    assert stats.sentence_length == sum(len(terms) for terms in plain.sentence_terms)
    assert stats.documents == len(plain.article_terms)
    assert stats.passages == len(plain.passages)
    assert stats.sentences == len(plain.sentences)


def check_terms(index: EmbeddedIndex, plain: Recount) -> None:
    articles = index.article_terms(np.arange(len(plain.article_terms)))
    assert [sorted(names(index, row)) for row in articles] == [sorted(terms) for terms in plain.article_terms]
    swapped = index.article_terms(np.array([len(articles) - 1, 0]))
    assert [row.tolist() for row in swapped] == [articles[len(articles) - 1].tolist(), articles[0].tolist()]
    for terms_of, expected in (
        (index_contents.passage_terms, plain.passage_terms),
        (index_contents.sentence_terms, plain.sentence_terms),
    ):
        rows = terms_of(index, np.arange(len(expected)))
        assert [names(index, row) for row in rows] == expected
        backwards = np.arange(len(expected))[::-1]
        assert [names(index, row) for row in terms_of(index, backwards)] == expected[::-1]
    lengths = lengths_of(Lengths(index.segments[0].file).table, np.arange(len(plain.passage_terms)))
    assert lengths.tolist() == [len(terms) for terms in plain.passage_terms]


def check_windows(index: EmbeddedIndex, plain: Recount) -> None:
    """A sentence's window goes over the borders of passages and stays within its article."""
    article_of = [
        article
        for article, sentences in zip(plain.passage_articles, plain.passage_sentences, strict=True)
        for _ in sentences
    ]
    every = np.arange(len(plain.sentences))
    for n in (1, 2, 5, 7):
        windows = [
            [
                term
                for near in range(max(0, number - n), min(len(every), number + n + 1))
                if article_of[near] == article_of[number]
                for term in plain.sentence_terms[near]
            ]
            for number in every.tolist()
        ]
        assert [
            names(index, row)
            for row in spans(index_contents.sentence_terms(index, every), *index_contents.windows(index, every, n))
        ] == windows
        assert [
            names(index, row)
            for row in spans(
                index_contents.sentence_terms(index, every), *index_contents.windows(index, every[::-1], n)
            )
        ] == windows[::-1]
        mean = sum(len(window) for window in windows) / max(len(windows), 1)
        assert index.mean_window_length(n) == pytest.approx(mean, rel=1e-12)


def check_texts(index: EmbeddedIndex, plain: Recount, articles: list[Article]) -> None:
    assert [index.article(number) for number in range(len(articles))] == articles
    assert [index_contents.source(index, number) for number in range(len(articles))] == [
        (article.id, article.title, article.url) for article in articles
    ]
    every = np.arange(len(plain.passages))
    hits = index.hits(every, every / 2)
    for number, expected in enumerate(plain.passages):
        passage = hits.passage(number)
        assert (passage.title, passage.heading, passage.text, passage.url) == expected
        assert (passage.number, passage.score) == (number, number / 2)
    assert [index_contents.sentence_text(index, number) for number in range(len(plain.sentences))] == plain.sentences
    assert index_contents.passage_articles(index, every).tolist() == plain.passage_articles
    assert [row.tolist() for row in index_contents.passage_sentences(index, every)] == plain.passage_sentences
    some = np.array([3, 0, 3])
    assert [row.tolist() for row in index_contents.passage_sentences(index, some)] == [
        plain.passage_sentences[n] for n in (3, 0, 3)
    ]
    assert index_contents.passage_articles(index, some).tolist() == [plain.passage_articles[n] for n in (3, 0, 3)]


def check_index(index: EmbeddedIndex, articles: list[Article], limit: int = 100_000) -> None:
    plain = recount(articles, plain_analyzer(index.analyzer.config.name, articles, limit))
    check_statistics(index, plain)
    check_terms(index, plain)
    check_windows(index, plain)
    check_texts(index, plain, articles)


def test_the_reader_gives_back_what_was_written(tmp_path: Path) -> None:
    assert tuple(read_articles([write_articles(tmp_path / "a", BY_HAND)])) == BY_HAND
    made = random_articles(1, 50)
    assert list(read_articles([write_articles(tmp_path / "b", made)])) == made


@pytest.mark.parametrize("name", NAMES)
def test_an_index_holds_what_a_loop_counts(by_hand: dict[str, EmbeddedIndex], name: str) -> None:
    check_index(by_hand[name], list(BY_HAND))
    assert by_hand[name].verify() == []


@pytest.mark.parametrize("name", NAMES)
def test_terms_without_a_posting_have_the_last_numbers(tmp_path: Path, name: str) -> None:
    """Those of an article without passages and of a heading without paragraphs; so that every other has its list."""
    lone = [
        Article("91", "Zyxo empty zyxo", "u", ()),
        Article("92", "Vast", "u", (Section("Lonely lonely", ()), Section("Held", ("It is vast.",)))),
    ]
    build_index(write_articles(tmp_path / "a", [*lone, *BY_HAND]), tmp_path / "i", analyzer=name, workers=1)
    index = EmbeddedIndex(tmp_path / "i")
    posted = set(index_contents.passage_terms(index, np.arange(index.stats.passages)).values.tolist())
    assert posted == set(range(len(posted)))
    numbers = index.vocabulary.numbers([index.analyzer.terms(word)[0] for word in ("zyxo", "lonely", "vast")])
    assert (numbers >= len(posted)).tolist() == [True, True, False]
    assert len(index.segments[0].file.array("posting_terms")) == 0


def test_some_statistics_by_hand(by_hand: dict[str, EmbeddedIndex]) -> None:
    stats = by_hand["plain"].stats
    assert (stats.documents, stats.passages) == (8, 15)
    # Titles of three articles and texts; "Houston's" without its ending. The first article counts once in df.
    assert (stats.cf["houston"], stats.df["houston"], stats.sf["houston"]) == (5, 3, 3)
    # A heading counts once for each section that it stands over, even one without paragraphs, and in no sentence.
    assert (stats.cf["career"], stats.df["career"], stats.sf["career"]) == (3, 3, 0)
    assert (stats.cf["early"], stats.df["early"], stats.sf["early"]) == (2, 1, 0)
    # The title of an article without paragraphs counts.
    assert (stats.cf["paragraph"], stats.df["paragraph"], stats.sf["paragraph"]) == (3, 2, 1)
    assert (stats.cf["album"], stats.df["album"], stats.sf["album"]) == (6, 3, 4)
    assert stats.cf["200,000,000"] == 1
    assert stats.cf["the"] == 0


def test_a_passage_has_the_terms_of_its_title_heading_and_text(by_hand: dict[str, EmbeddedIndex]) -> None:
    index = by_hand["plain"]
    terms = index_contents.passage_terms(index, np.array([2, 3, 14]))
    assert [names(index, row) for row in terms] == [
        ["whitney", "houston", "early", "life", "born", "newark", "new", "jersey"],
        ["whitney", "houston", "early", "life"],
        ["whitney", "houston", "career", "album", "album", "album"],
    ]


@pytest.mark.parametrize("name", NAMES)
def test_no_numbers_give_no_rows(by_hand: dict[str, EmbeddedIndex], name: str) -> None:
    index, none = by_hand[name], np.empty(0, np.int64)
    for rows in (
        index.article_terms(none),
        index_contents.passage_terms(index, none),
        index_contents.sentence_terms(index, none),
    ):
        assert (len(rows), len(rows.values)) == (0, 0)
    assert len(index_contents.passage_sentences(index, none)) == len(index_contents.passage_articles(index, none)) == 0


@pytest.mark.parametrize("name", NAMES)
def test_the_indexed_terms_are_those_of_the_index_s_analyzer(by_hand: dict[str, EmbeddedIndex], name: str) -> None:
    index = by_hand[name]
    for number, row in enumerate(index_contents.sentence_terms(index, np.arange(index.stats.sentences))):
        assert index.analyzer.terms(index_contents.sentence_text(index, number)) == names(index, row)
    titles = index.article_terms(np.array([2, 7]))  # an article that is only its title, and one of stop words
    assert index.analyzer.terms(BY_HAND[2].title) == names(index, titles[0])
    assert index.analyzer.terms(BY_HAND[7].sections[0].heading) == names(index, titles[1])
    assert index.analyzer.config == AnalyzerConfig.named(name)


def test_dcu_has_phrases_within_a_sentence_title_or_heading(by_hand: dict[str, EmbeddedIndex]) -> None:
    stats = by_hand["dcu"].stats
    newark, jersey, whitney, houston = Analyzer(AnalyzerConfig.named("dcu")).words("newark Jersey Whitney Houston")
    assert stats.cf[f"{jersey} {jersey}"] == 0
    assert stats.cf[f"{whitney} {houston}"] == 3  # two titles and a text
    assert stats.cf[f"{newark} {jersey}"] == 0  # "new" is on SMART's list: they are neighbours, but only once
    vocabulary = by_hand["dcu"].vocabulary
    assert any(" " in vocabulary.term(number) for number in range(len(vocabulary)))


@pytest.mark.thorough
@pytest.mark.parametrize("limit", one_in(6, [17, 1, 2, 5, 40, 1000]))
def test_dcu_takes_the_most_frequent_bigrams(tmp_path: Path, limit_phrases: Limit, limit: int) -> None:
    articles = random_articles(5, 40, words=25)
    expected = dcu_phrases(articles, limit)
    assert len(expected) == min(limit, len(expected))
    limit_phrases(limit)
    build_index(write_articles(tmp_path / "a", articles), tmp_path / "i", analyzer="dcu", workers=1)
    index = EmbeddedIndex(tmp_path / "i")
    vocabulary = index.vocabulary
    assert {term for number in range(len(vocabulary)) if " " in (term := vocabulary.term(number))} == expected
    check_index(index, articles, limit)


def test_of_equally_frequent_bigrams_the_first_in_the_alphabet_are_taken(tmp_path: Path, limit_phrases: Limit) -> None:
    text = "Zz zy. Zz zy. Zz zy. Kk ka. Kk ka. Bb ba. Bb ba. Kk aa. Kk aa. Cc ca."
    article = Article("1", "", "", (Section("", (text,)),))
    for limit, expected in (
        (1, {"zz zy"}),
        (2, {"zz zy", "bb ba"}),
        (3, {"zz zy", "bb ba", "kk aa"}),
        (4, {"zz zy", "bb ba", "kk aa", "kk ka"}),
        (9, {"zz zy", "bb ba", "kk aa", "kk ka"}),  # never one that occurs once
    ):
        limit_phrases(limit)
        index = tmp_path / str(limit)
        build_index(write_articles(tmp_path / "a", [article]), index, analyzer="dcu", workers=1)
        vocabulary = EmbeddedIndex(index).vocabulary
        every = [vocabulary.term(number) for number in range(len(vocabulary))]
        assert {term for term in every if " " in term} == {
            " ".join(Analyzer(AnalyzerConfig.named("dcu")).words(bigram)) for bigram in expected
        }


ROWS = st.lists(st.lists(st.integers(0, 4), max_size=8), max_size=8)


@given(ROWS)
def test_bigrams_do_not_cross_rows(rows: list[list[int]]) -> None:
    found = bigrams(Ragged.from_rows(rows))
    expected = [[(row[i] << 32) | row[i + 1] for i in range(len(row) - 1)] for row in rows]
    assert [row.tolist() for row in found] == expected


@given(ROWS, ROWS, st.integers(1, 12))
def test_frequent_bigrams_against_a_sort(first: list[list[int]], second: list[list[int]], limit: int) -> None:
    terms = ["q", "é", "a", "zz", "b"]
    counts = Counter((row[i], row[i + 1]) for row in first + second for i in range(len(row) - 1))
    repeated = [(-count, f"{terms[left]} {terms[right]}") for (left, right), count in counts.items() if count > 1]
    keys, found = frequent_bigrams([Ragged.from_rows(first), Ragged.from_rows(second)], terms, limit)
    assert found.tolist() == [counts[key >> 32, key & 0xFFFFFFFF] for key in keys.tolist()]
    assert {bigram_text(key, terms) for key in keys.tolist()} == {text for _, text in sorted(repeated)[:limit]}
    assert keys.tolist() == sorted(set(keys.tolist()))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["english", "dcu"])
def test_larger_collections_in_many_batches_and_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 500)
    hold_little(monkeypatch, 50)
    monkeypatch.setattr(phrases, "KeyCounts", partial(KeyCounts, 20))
    articles = numbered([*BY_HAND, *random_articles(7, 60, words=120), *BY_HAND])
    build_index(write_articles(tmp_path / "a", articles), tmp_path / "i", analyzer=name, workers=1)
    check_index(EmbeddedIndex(tmp_path / "i"), articles)


@pytest.mark.thorough
@pytest.mark.parametrize("name", one_in(2, ["english", "dcu"]))
def test_the_same_bytes_whatever_the_workers_the_batches_and_the_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, thorough: bool
) -> None:
    articles = numbered([*random_articles(3, 80 if thorough else 50, words=200), *BY_HAND])
    source = write_articles(tmp_path / "a", articles)

    def built(folder: str, workers: int) -> dict[str, bytes]:
        batches = Counter[str]()
        report = build_index(
            source, tmp_path / folder, analyzer=name, workers=workers, on_progress=lambda p: batches.update([p.phase])
        )
        assert report.articles == len(articles)
        assert batches["reading"] > 5 or build.BATCH_CHARACTERS > 2000
        return contents(tmp_path / folder)

    first = built("first", 1)
    assert built("second", 1) == first
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 2000)
    assert built("batches", 1) == first
    assert built("workers", 2) == first
    hold_little(monkeypatch, 7)
    monkeypatch.setattr(phrases, "KeyCounts", partial(KeyCounts, 3))
    assert built("chunks", 1) == first


def test_a_rebuild_makes_the_same_data(tmp_path: Path) -> None:
    source = write_articles(tmp_path / "a", BY_HAND)
    build_index(source, tmp_path / "i", workers=1)
    before = contents(tmp_path / "i")
    build_index(source, tmp_path / "i", workers=1)
    after = contents(tmp_path / "i")
    (first,), (second,) = (
        [data for name, data in made.items() if "index.json" not in name] for made in (before, after)
    )
    assert first == second


def test_many_files_are_one_collection_in_their_order(tmp_path: Path) -> None:
    parts = [write_articles(tmp_path / f"{number}", BY_HAND[number : number + 3]) for number in range(0, 8, 3)]
    build_index([str(part) for part in parts], str(tmp_path / "deep" / "i"), workers=1)
    whole = write_articles(tmp_path / "whole", BY_HAND)
    build_index(whole, tmp_path / "j", workers=1)
    assert contents_of_other_sources(tmp_path / "deep" / "i") == contents_of_other_sources(tmp_path / "j")


def test_the_report_and_the_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 200)
    articles = random_articles(9, 30)
    source = write_articles(tmp_path / "a", articles)
    plain = recount(articles, plain_analyzer("english", articles))
    steps: list[ReadingProgress] = []
    report = build_index(source, tmp_path / "i", workers=1, on_progress=steps.append)
    assert report == BuildReport(30, len(plain.passages), len(plain.sentences), len(plain.cf), 0, 0, ())
    assert len(steps) > 5
    assert [step.phase for step in steps] == ["reading"] * (len(steps) - 1) + ["writing"]
    for before, after in pairwise(steps):
        assert before.articles <= after.articles
        assert before.bytes_read <= after.bytes_read
    assert steps[-1] == ReadingProgress("writing", 30, 0, source.stat().st_size, source.stat().st_size)
    info = EmbeddedIndex(tmp_path / "i").info()
    sizes = [len(data) for name, data in contents(tmp_path / "i").items() if name != "index.json"]
    assert (info["documents"], info["terms"], info["bytes"]) == (30, len(plain.cf), sum(sizes))
    assert info["analyzer"] == "english"
    assert information(EmbeddedIndex(tmp_path / "i"))["sentences_by"] == "rules for English"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "articles",
    [
        [Article("1", "", "", ())],
        [Article("1", "Apple", "", ()), Article("2", "Pear tree", "", (Section("Apple", ()),))],
        [Article("1", "The", "", (Section("Of", ("And the!", "...")),))],
        [Article("1", "", "", (Section("", ("!?", "word")),)), Article("2", "", "", ())],
    ],
    ids=["nothing", "titles", "stop words", "marks"],
)
def test_collections_of_next_to_nothing(tmp_path: Path, articles: list[Article], name: str) -> None:
    build_index(write_articles(tmp_path / "a", articles), tmp_path / "i", analyzer=name, workers=1)
    index = EmbeddedIndex(tmp_path / "i")
    plain = recount(articles, plain_analyzer(name, articles))
    check_statistics(index, plain)
    check_terms(index, plain)
    check_windows(index, plain)
    assert [index.article(number) for number in range(len(articles))] == articles
    found = index.search("the word apple pear")
    assert [passage.text for passage in found] == [text for _, _, text, _ in plain.passages if text == "word"]
    assert index.verify() == []


def test_a_count_that_needs_more_than_two_bytes(tmp_path: Path) -> None:
    often = 70_000
    articles = [
        Article("1", "", "", (Section("", ("zorb " * often + "plim.", "plim zorb!")),)),
        Article("2", "", "", (Section("", ("grat.",)),)),
    ]
    build_index(write_articles(tmp_path / "a", articles), tmp_path / "i", workers=1)
    index = EmbeddedIndex(tmp_path / "i")
    assert (index.stats.cf["zorb"], index.stats.df["zorb"], index.stats.sf["zorb"]) == (often + 1, 1, 2)
    lam, size = 0.4, often + 4
    ratio = (1 - lam) / (lam * (often + 1) / size)
    expected = [(0, np.log(1 + ratio * often / (often + 1))), (1, np.log(1 + ratio * 1 / 2))]
    found = [(passage.number, passage.score) for passage in index.search(["zorb"])]
    assert [number for number, _ in found] == [0, 1]
    assert np.allclose([score for _, score in found], [score for _, score in expected], rtol=0, atol=1e-12)


def test_arguments_out_of_their_choices_make_nothing(tmp_path: Path) -> None:
    source = write_articles(tmp_path / "a", BY_HAND)
    index = tmp_path / "i"
    with pytest.raises(ParameterError, match="workers: found 0, expected a number of processes from 1"):
        build_index(source, index, workers=0)
    with pytest.raises(ParameterError, match="analyzer: found 'german', expected one of english, plain, dcu"):
        build_index(source, index, analyzer="german")
    with pytest.raises(ParameterError, match="on_error: found 'ignore'"):
        build_index(source, index, on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="sources: found 5, expected paths"):
        build_index(5, index)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="index: found None, expected a path or a URI"):
        build_index(source, None)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="sources: found none"):
        build_index([], index)
    with pytest.raises(ParameterError, match="spacy_model: found no pipeline 'no_such_model'"):
        build_index(source, index, workers=1, spacy_model="no_such_model")
    assert not index.exists()


def test_an_index_is_not_replaced_by_nothing(tmp_path: Path) -> None:
    index = tmp_path / "i"
    build_index(write_articles(tmp_path / "a", BY_HAND), index, workers=1)
    before = contents(index)
    (tmp_path / "broken.jsonl").write_text("{\n")
    with pytest.raises(CorpusError, match=r"line 1: found no JSON.*; and no article was found that can be read$"):
        build_index(tmp_path / "broken.jsonl", index, workers=1, on_error="skip")
    assert contents(index) == before


def test_a_language_that_is_not_known_names_its_source(tmp_path: Path) -> None:
    article = replace(BY_HAND[0], url="https://als.wikipedia.org/wiki/Basel")
    message = "^language: found 'als'.*; the sources, or the address of their first article, state 'als', and --"
    with pytest.raises(ParameterError, match=message):
        build_index(write_articles(tmp_path / "a", [article]), tmp_path / "i", workers=1)
    build_index(write_articles(tmp_path / "a", [article]), tmp_path / "i", workers=1, language="de")


def test_a_build_leaves_no_buffers(tmp_path: Path) -> None:
    build_index(write_articles(tmp_path / "a", BY_HAND), tmp_path / "i", workers=1)
    assert sorted(path.name for path in (tmp_path / "i").iterdir()) == ["index.json", "segment-000001"]
    moved = shutil.copytree(tmp_path / "i", tmp_path / "j")  # an index is its folder
    assert EmbeddedIndex(moved).article(0) == BY_HAND[0]


def test_an_interrupt_does_not_wait_for_the_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(slow_analysis.TRACE, str(tmp_path / "trace"))
    monkeypatch.setattr(processes, "CONTEXT", multiprocessing.get_context("spawn"))  # which the variable reaches
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 200)
    monkeypatch.setattr(build, "analyze_in_process", slow_analysis.analyze)

    def interrupted(
        pool: WorkerPool, _workers: int, work: Callable[..., object], items: Iterable[object]
    ) -> Iterator[Any]:
        first = pool.submit(work, next(iter(items)))
        while not first.running():
            time.sleep(0.01)
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(build, "in_order", interrupted)
    source = write_articles(tmp_path / "a", random_articles(9, 30))
    with pytest.raises(KeyboardInterrupt):
        build_index(source, tmp_path / "i", workers=2)
    assert not (tmp_path / "trace").exists()
