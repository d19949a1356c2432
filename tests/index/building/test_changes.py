"""Adding to, removing from and compacting an index: it answers as one that is built of what is left."""

import random
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import index_contents
import numpy as np
import pytest
from array_files import arrays_of
from plain_collection import BY_HAND, bigram_counts, contents, numbered, random_articles, recount, scan, write_articles
from properties import one_in
from same_index import LAMS, Live, check_articles, check_same, queries, ranking, terms_of

import tweetctx.index.building.building as build
from tweetctx import Contextualizer
from tweetctx.errors import CorpusError, IndexAccessError, IndexMissingError, ParameterError
from tweetctx.index import add_articles, build_index, compact_index, embedded, remove_articles
from tweetctx.index.building import merging, removals, writer
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import file_entries
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import TABLES
from tweetctx.types import Article, Section


def some_articles(seed: int, number: int, first: int = 0) -> list[Article]:
    """Random ones with ids from `first` on, some of them with names of more kinds."""
    titles = ("{}", "{} (town)", "{}, {}", "The {}")
    return [
        replace(article, id=str(first + place), title=titles[place % 4].format(article.title, "Bokun"))
        for place, article in enumerate(random_articles(seed, number, words=45, paragraphs=3, sentence=7))
    ]


A, B = some_articles(31, 40), some_articles(32, 15, 100)


class Model:
    """The articles that an index should hold, changed with it."""

    def __init__(self, folder: Path, articles: Sequence[Article], analyzer: str = "english") -> None:
        self.folder, self.analyzer = folder, analyzer
        self.index = folder / "wiki.idx"
        last = {article.id: article for article in articles}
        self.articles = [article for article in articles if last[article.id] is article]
        build_index(self.source(articles), self.index, analyzer=analyzer, workers=1, on_error="skip")

    def source(self, articles: Sequence[Article]) -> Path:
        """A file of articles; one without any is a table without a row."""
        source = write_articles(self.folder / "source.jsonl", articles)
        if not articles:
            source.write_text("id,text\n")
        return source

    def add(self, articles: Sequence[Article]) -> None:
        last = {article.id: article for article in articles}
        ids = [article.id for article in self.articles]
        report = add_articles(self.source(articles), self.index, workers=1, on_error="skip")
        assert (report.added, report.replaced) == (len(last), sum(ids.count(number) for number in last))
        self.articles = [article for article in self.articles if article.id not in last]
        self.articles += [article for article in articles if last[article.id] is article]

    def remove(self, ids: Sequence[str]) -> None:
        assert remove_articles(self.index, ids) == sum(article.id in ids for article in self.articles)
        self.articles = [article for article in self.articles if article.id not in ids]

    def compact(self) -> None:
        assert compact_index(self.index) == len(self.articles)

    def scratch(self) -> Path:
        """An index of what is left."""
        scratch = self.folder / "scratch.idx"
        build_index(self.source(self.articles), scratch, analyzer=self.analyzer, workers=1, on_error="skip")
        return scratch

    def check(self) -> EmbeddedIndex:
        index = EmbeddedIndex(self.index)
        check_articles(index, self.articles)
        check_same(index, EmbeddedIndex(self.scratch()))
        assert index.verify() == []
        names = [entry["name"] for entry in file_entries(index.manifest)]
        assert sorted(path.name for path in self.index.iterdir()) == sorted(["index.json", *names])
        assert len(index.segments) <= merging.SEGMENTS
        return index

    def change(self, chance: random.Random) -> None:
        """A random change."""
        ids = [article.id for article in self.articles]
        kind = chance.choice(("add", "add", "replace", "remove", "remove much", "compact"))
        fresh = some_articles(chance.randrange(10**6), chance.randint(1, 12), chance.randrange(1000, 10**6))
        if kind == "compact":
            self.compact()
        elif kind == "replace":
            known = [replace(article, id=chance.choice([*ids, "new"])) for article in fresh]
            self.add([*fresh[:3], *known])  # some ids more than once
        elif kind == "add" or not ids:
            self.add(fresh)
        else:
            most = len(ids) if kind == "remove much" else min(4, len(ids))
            self.remove(chance.sample(ids, chance.randint(1, most)))


@pytest.fixture
def little_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is done in many small parts."""
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 500)
    monkeypatch.setattr(writer, "BYTES_HELD", 1 << 40)
    monkeypatch.setattr(writer, "BYTES_INVERTED", 1 << 40)
    for module, name, number in (
        (writer, "LEAST_HELD", 60),
        (merging, "_HELD", 60),
        (removals, "_ARTICLES", 3),
        (embedded, "_HELD", 60),
    ):
        assert hasattr(module, name)
        monkeypatch.setattr(module, name, number)


@pytest.mark.thorough
@pytest.mark.parametrize("seed", one_in(3, range(4)))
def test_any_changes_are_as_if_there_had_been_none(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    model = Model(tmp_path, [*some_articles(seed, chance.randint(0, 30)), *(BY_HAND if seed % 2 else ())])
    for _ in range(6):
        model.change(chance)
        model.check()


@pytest.mark.thorough
@pytest.mark.usefixtures("little_held")
def test_changes_in_small_parts(tmp_path: Path) -> None:
    model = Model(tmp_path, [*A, *BY_HAND])
    model.add([*B, *A[5:9]])
    model.remove([A[2].id, A[3].id, A[20].id, B[4].id, B[14].id])
    model.check()
    model.compact()
    model.check()


@pytest.mark.thorough
def test_each_change_by_hand(tmp_path: Path) -> None:
    model = Model(tmp_path, [*A[:3], *BY_HAND])
    model.add(B[:2])
    assert len(model.check().segments) == 2
    model.add([A[1], B[2]])
    assert len(model.check().segments) == 3
    model.remove(["12"])
    assert [article.id for article in model.articles] == [
        "0",
        "2",
        "7",
        "8",
        "Ü-9",
        "10",
        "11",
        "14",
        "13",
        "100",
        "101",
        "1",
        "102",
    ]
    assert len(model.check().segments) == 3
    model.remove(["100", "101"])  # all of a segment, which keeps the terms that it brought
    assert len(model.check().segments) == 3
    model.compact()
    assert len(model.check().segments) == 1
    model.compact()
    model.check()


def test_a_small_change_needs_no_other_loops(tmp_path: Path) -> None:
    """Loops are compiled for the types of arrays, for up to 40 seconds: a service would answer nothing meanwhile."""
    model = Model(tmp_path, [Article("long", "Long", "", (Section("", ("One sentence. " * 300,)),)), *A])
    model.add([BY_HAND[0]])
    model.remove(["1"])
    large, small = EmbeddedIndex(model.index).segments
    assert large.forward.passage_sentences.steps.values.max() > 255 > len(small.forward.sentences)
    assert large.term_numbers is None
    assert small.term_numbers is not None
    assert len(large.removed) > len(small.removed) == 0
    assert large.removed.dtype == small.removed.dtype
    none, every = np.empty(0, np.int64), np.arange(1)
    tables: list[object] = []
    read: list[object] = []
    for segment in (large, small):
        rows = segment.forward.read_passages(every)
        counted = segment.forward.count_terms(every, none)
        joined, each = segment.forward.sentences.take(every), segment.forward.sentences.each(every, every + 1)
        read.append(types_of((*rows, *counted, joined.values, each.values)))
        tables.append(types_of(segment.forward._tables))
    assert tables[0] == tables[1]
    assert read[0] == read[1]


def types_of(values: object) -> object:
    """The types of arrays in tuples."""
    if isinstance(values, tuple):
        return tuple(map(types_of, values))
    return (values.dtype, values.flags.writeable) if isinstance(values, np.ndarray) else type(values)


@pytest.mark.thorough
def test_everything_removed_and_something_added_again(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:6])
    model.add(B[:2])
    model.remove([article.id for article in model.articles])
    for _ in range(2):
        empty = model.check()
        assert (empty.stats.documents, empty.stats.passages, empty.stats.collection_length) == (0, 0, 0)
        assert empty.search("bokun") == []
        assert Contextualizer.open(model.index).contextualize("Bokun #bokun").text == ""
        model.compact()
    model.add(B[:3])
    model.check()
    model.remove([B[0].id])
    model.check()


@pytest.mark.thorough
def test_an_empty_index_is_added_to(tmp_path: Path) -> None:
    model = Model(tmp_path, [])
    model.check()
    model.add(B)
    model.check()


def test_an_addition_of_nothing(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:4])
    model.add([])
    assert len(model.check().segments) == 1


@pytest.mark.thorough
def test_the_last_of_several_articles_with_an_id_is_taken(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:4])
    model.add([replace(B[0], id="x"), replace(B[1], id="2"), replace(B[2], id="x"), B[3], replace(B[4], id="2")])
    assert [article.title for article in model.articles] == [A[0].title, A[1].title, A[3].title] + [
        B[place].title for place in (2, 3, 4)
    ]
    model.check()


def test_unknown_ids_change_nothing(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:4])
    before = contents(model.index)
    for ids in (["nothing"], ["1", "nothing"], ["nothing", "1"], ["1 "]):
        wrong = ids[1] if ids[0] == "1" else ids[0]
        with pytest.raises(IndexAccessError) as raised:
            remove_articles(model.index, ids)
        assert str(raised.value) == f"{model.index}: found no article with the id {wrong!r}; nothing was removed"
        assert contents(model.index) == before
    model.remove(["1"])
    with pytest.raises(IndexAccessError, match="found no article with the id '1'"):  # it is no longer there
        remove_articles(model.index, ["1"])
    assert remove_articles(model.index, ["2", "2"]) == 1
    assert remove_articles(model.index, []) == 0


# the bytes


def arrays_in(index: Path) -> dict[str, bytes]:
    """The arrays of an index of one segment."""
    [path] = index.glob("segment-*")
    return {name: values.tobytes() for name, (values, _) in arrays_of(path).items()}


def test_a_compacted_index_is_the_one_built_at_once(tmp_path: Path) -> None:
    """Byte for byte, but for pairs of words that were seen once in a part that was built: it does not keep these."""
    model = Model(tmp_path, numbered([*A, *BY_HAND[:5]]))
    model.add(B)
    model.compact()
    found, expected = arrays_in(model.index), arrays_in(model.scratch())
    assert found.keys() == expected.keys()
    assert len(found) > 50
    differing = {name for name in found if found[name] != expected[name]}
    assert differing <= {"words_pairs_keys", "words_pairs_counts"}
    words, others = (EmbeddedIndex(path).words for path in (model.index, model.folder / "scratch.idx"))
    pairs = dict(zip(words.pairs.keys.tolist(), words.pairs.values.tolist(), strict=True))
    assert set(pairs) <= set(others.pairs.keys.tolist())
    for key, count in zip(others.pairs.keys.tolist(), others.pairs.values.tolist(), strict=True):
        assert pairs.get(key, 0) >= count - 2
    assert words.pairs.total == others.pairs.total


def test_what_was_removed_leaves_no_trace_in_a_compacted_index(tmp_path: Path) -> None:
    """But for the words as they were written, which are counted once and for all."""
    model = Model(tmp_path, A)
    model.add([*B, replace(A[3], title="Zzyzx", id="7")])
    model.remove(["100", "3", "7", "20"])
    model.compact()
    found, expected = arrays_in(model.index), arrays_in(model.scratch())
    differing = {name for name in found | expected if found.get(name) != expected.get(name)}
    assert differing <= {f"words_{name}_{part}" for name in TABLES for part in ("keys", "counts", "total")}
    assert "zzyzx" not in EmbeddedIndex(model.index).vocabulary


# phrases


@pytest.mark.thorough
@pytest.mark.parametrize("limit", [5, 100_000])
def test_phrases_stay_those_of_the_first_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    """Counted with loops, since an index that is built anew would choose others."""
    config = replace(AnalyzerConfig.named("dcu"), phrases=limit)
    monkeypatch.setattr(AnalyzerConfig, "named", lambda *_: config)
    counts = bigram_counts(A, Analyzer(config))
    chosen = {bigram for _, bigram in sorted((-n, bigram) for bigram, n in counts.items() if n > 1)[:limit]}
    assert len(chosen) >= 5
    model = Model(tmp_path, A, "dcu")

    def check() -> None:
        index = EmbeddedIndex(model.index)
        check_articles(index, model.articles)
        plain = recount(model.articles, Analyzer(config, chosen))
        stats, live = index.stats, Live.of(index)
        known = [index.vocabulary.term(number) for number in range(len(index.vocabulary))]
        assert {term for term in known if " " in term} == chosen
        for found, expected in ((stats.cf, plain.cf), (stats.df, plain.df), (stats.sf, plain.sf)):
            assert {term: found[term] for term in known if found[term]} == dict(expected)
        assert (stats.collection_length, stats.documents) == (plain.length, len(model.articles))
        assert terms_of(index, index_contents.passage_terms(index, live.passages)) == plain.passage_terms
        for place, terms in enumerate(queries(index, 7, 8)):
            lam = LAMS[place % 3]
            numbers, scores = ranking(index, live, terms, 20, lam)
            wanted = scan(plain, terms, lam)
            assert np.frombuffer(scores) == pytest.approx(sorted(wanted.values(), reverse=True)[:20], abs=1e-9)
            assert np.frombuffer(scores) == pytest.approx([wanted[number] for number in numbers], abs=1e-9)

    check()
    model.add([*B, *A[3:6]])
    check()
    model.remove([article.id for article in A[10:38]])  # with them most phrases
    check()
    model.compact()
    check()
    model.add(A[12:30])
    check()


# contexts


TWEETS = ["Bokun is #bokun now", "The town of {} and {}", "#{}{} {}", "{} {} {} {}"]


@pytest.mark.parametrize(
    "scorer", ["titles | linked | policy(min_terms=5)", "jm(lam=0.4)", "rlm", "trlm", "2s(prior=importance,terms=isf)"]
)
def test_contexts_are_those_of_a_new_index(tmp_path: Path, scorer: str) -> None:
    model = Model(tmp_path, A)
    model.add([*B, replace(B[0], id="5", title=A[5].title)])
    model.remove(["1", "2", "103"])
    index, scratch = Contextualizer.open(model.index, scorer), Contextualizer.open(model.scratch(), scorer)
    words = [word for article in model.articles[::5] for word in article.title.replace(",", "").split()]
    texts = 0
    for place, tweet in enumerate(TWEETS * 5):
        asked = tweet.format(*words[place:], *words)
        found, expected = index.contextualize(asked), scratch.contextualize(asked)
        assert found.query == expected.query
        assert [(s.text, s.title, s.url) for s in found.sentences] == [
            (s.text, s.title, s.url) for s in expected.sentences
        ]
        assert [s.score for s in found.sentences] == pytest.approx([s.score for s in expected.sentences], rel=1e-12)
        texts += bool(found.text)
    assert texts > 10


# others at the same time


@pytest.mark.thorough
def test_readers_that_are_open_go_on(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:10])
    readers, expected = [], []
    steps: list[Callable[[], object]] = [
        lambda: model.add(B[:5]),
        lambda: model.remove(["3", "101"]),
        model.compact,
        lambda: model.add(A[2:4]),
    ]
    steps.append(lambda: model.remove(["0"]))
    for step in steps:
        readers.append(EmbeddedIndex(model.index))  # has read nothing yet
        expected.append(list(model.articles))
        build_index(model.source(model.articles), tmp_path / f"{len(readers)}.idx", workers=1)
        step()
    for number, (reader, articles) in enumerate(zip(readers, expected, strict=True), 1):
        check_articles(reader, articles)
        check_same(reader, EmbeddedIndex(tmp_path / f"{number}.idx"), number=4)


@pytest.mark.thorough
def test_the_second_writer_is_told(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:5])
    source = write_articles(tmp_path / "b.jsonl", B)
    told: list[str] = []
    attempts: list[Callable[[], object]] = [
        lambda: build_index(source, model.index, workers=1),
        lambda: add_articles(source, model.index, workers=1),
        lambda: remove_articles(model.index, ["1"]),
        lambda: compact_index(model.index),
    ]

    def others(_: object) -> None:
        for attempt in attempts:
            with pytest.raises(IndexAccessError) as raised:
                attempt()
            told.append(str(raised.value))

    add_articles(source, model.index, workers=1, on_progress=others)
    assert len(told) >= 4
    assert set(told) == {f"{model.index}: another process is changing this index"}
    model.articles += B
    model.check()
    remove_articles(model.index, ["1"])  # the lock is gone


PUBLISHING = """
import sys
from tweetctx.index import add_articles, compact_index, remove_articles
index, source, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(rounds):
    add_articles(source, index, workers=1)
    remove_articles(index, sys.argv[4:])
    if number % 3 == 0:
        compact_index(index)
"""


@pytest.mark.thorough
def test_opening_while_changes_are_published(tmp_path: Path) -> None:
    """Always one of the whole states, never an error."""
    model = Model(tmp_path, A[:6])
    query = " ".join(article.title for article in (*A[:3], *B[:3]))
    without = [passage.text for passage in EmbeddedIndex(model.index).search(query, 500)]
    model.add(B)
    with_both = [passage.text for passage in EmbeddedIndex(model.index).search(query, 500)]
    assert without != with_both
    source = write_articles(tmp_path / "b.jsonl", B)
    arguments = [model.index, source, "5", *(article.id for article in B)]
    seen: set[int] = set()
    opened = 0
    with subprocess.Popen([sys.executable, "-c", PUBLISHING, *map(str, arguments)]) as process:
        while process.poll() is None:
            index = EmbeddedIndex(model.index)
            texts = [passage.text for passage in index.search(query, 500)]
            assert texts == (without if index.stats.documents == 6 else with_both)
            seen.add(index.stats.documents)
            opened += 1
    assert process.returncode == 0
    assert seen == {6, 6 + len(B)}
    assert opened > 20
    assert EmbeddedIndex(model.index).verify() == []


# what goes wrong


def test_an_addition_that_fails_leaves_the_index(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:5])
    before = contents(model.index)
    source = write_articles(tmp_path / "b.jsonl", B)

    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        add_articles(source, model.index, workers=1, on_progress=interrupt)
    with source.open("a") as file:
        file.write('{"id": "1", "title": 3}\n')
    with pytest.raises(CorpusError, match=r"b\.jsonl, line 16"):
        add_articles(source, model.index, workers=1)
    assert contents(model.index) == before
    assert add_articles(source, model.index, workers=1, on_error="skip").skipped == 1
    model.articles += B
    model.check()


def test_there_must_be_an_index_to_change(tmp_path: Path) -> None:
    source = write_articles(tmp_path / "b.jsonl", B)
    attempts: list[Callable[[Path], object]] = [
        lambda index: add_articles(source, index, workers=1),
        lambda index: remove_articles(index, ["1"]),
        compact_index,
    ]
    for attempt in attempts:
        with pytest.raises(IndexMissingError, match="nowhere: found nothing, expected an index"):
            attempt(tmp_path / "nowhere")
        with pytest.raises(IndexMissingError, match=r"found no index\.json"):
            attempt(tmp_path)
    assert list(tmp_path.iterdir()) == [source]


def test_memory_has_a_least(tmp_path: Path) -> None:
    model = Model(tmp_path, A[:5])
    source, before = model.source(B), contents(model.index)
    for attempt in (
        lambda: build_index(source, tmp_path / "new.idx", memory=63),
        lambda: add_articles(source, model.index, memory=63),
        lambda: compact_index(model.index, memory=63),
    ):
        with pytest.raises(ParameterError, match="memory: found 63, expected megabytes from 64"):
            attempt()
    assert contents(model.index) == before
    assert not (tmp_path / "new.idx").exists()


def test_of_several_articles_with_one_id_the_last_is_taken(tmp_path: Path) -> None:
    """By a build as by an addition; what is there is as if the others had not been in the source."""
    articles = random_articles(77, 30)
    repeated = [replace(articles[number], id=articles[29 - number].id) for number in (3, 7, 7, 11)]
    source = write_articles(tmp_path / "a", [*repeated, *articles])
    report = build_index(source, tmp_path / "i", workers=1)
    assert (report.articles, report.repeated) == (30, 4)
    check_articles(EmbeddedIndex(tmp_path / "i"), articles)
    added = add_articles(source, tmp_path / "i", workers=1)
    assert (added.added, added.replaced, added.repeated) == (30, 30, 4)
    check_articles(EmbeddedIndex(tmp_path / "i"), articles)
    compact_index(tmp_path / "i")
    plain = write_articles(tmp_path / "b", articles)
    assert build_index(plain, tmp_path / "j", workers=1).repeated == 0
    check_articles(EmbeddedIndex(tmp_path / "i"), articles)
