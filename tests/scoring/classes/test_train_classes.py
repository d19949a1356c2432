import json
import random
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import index_contents
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from tweetctx import build_index
from tweetctx.arrays.sums import KeyCounts
from tweetctx.errors import ClassesError, IndexMissingError, ParameterError
from tweetctx.index import embedded
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.interfaces.commands.train import train_classes as command
from tweetctx.scoring.classes import (
    TrainProgress,
    TrainReport,
    brown_classes,
    classes_of_index,
    read_classes,
    train,
    train_classes,
)
from tweetctx.scoring.classes.brown import Bigrams

app = typer.Typer()
app.command()(command)

DAYS, CITIES, VERBS = ["monday", "friday", "sunday"], ["paris", "oslo", "rome"], ["burns", "freezes"]


def write_source(path: Path, *articles: list[str]) -> Path:
    texts = ["\n".join(paragraphs) for paragraphs in articles]
    lines = [
        json.dumps({"id": str(number), "url": "", "title": "Zebra", "text": text}) + "\n"
        for number, text in enumerate(texts, 1)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def random_text() -> list[str]:
    chance = random.Random(1)  # noqa: S311
    words = [f"{a}{b}{c}" for a in "bdgk" for b in "aiou" for c in ("mm", "nd", "rk")]
    frequency = [1 / rank for rank in range(1, len(words) + 1)]
    return [
        " ".join(f"{' '.join(chance.choices(words, frequency, k=chance.randint(1, 9))).title()}!" for _ in range(4))
        for _ in range(80)
    ]


@pytest.fixture(scope="module", params=["english", "dcu"])
def index(request: pytest.FixtureRequest, random_text: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    source = write_source(folder / "a.jsonl", random_text)
    build_index(source, folder / "i.idx", analyzer=request.param, workers=1)
    return folder / "i.idx"


@pytest.fixture(scope="module")
def days_and_cities(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("days")
    spoken = [f"{city} {verb} {day} {city}!" for city in CITIES for verb in VERBS for day in DAYS]
    build_index(write_source(folder / "a.jsonl", spoken), folder / "i.idx", analyzer="plain", workers=1)
    return folder / "i.idx"


def plain_sentences(index: EmbeddedIndex) -> list[list[str]]:
    """The words of each sentence, without phrases, analyzed anew."""
    return [index.analyzer.words(text) for text in index_contents.every_hit(index).texts]


def plain_words(index: EmbeddedIndex, number: int) -> list[str]:
    """The most frequent words of sentences."""
    words = {word for sentence in plain_sentences(index) for word in sentence}
    return sorted(words, key=lambda word: (-index.stats.cf[word], word.encode()))[:number]


def plain_bigrams(index: EmbeddedIndex, words: list[str]) -> Counter[tuple[str, str]]:
    pairs = Counter(pair for sentence in plain_sentences(index) for pair in pairwise(sentence))
    return Counter({pair: count for pair, count in pairs.items() if {*pair} <= {*words}})


@pytest.mark.parametrize("number", [1, 5, 20, 1000])
@pytest.mark.parametrize("small", [False, True])
def test_bigrams_against_a_loop(index: Path, number: int, small: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if small:
        monkeypatch.setattr(embedded, "_HELD", 7)
        monkeypatch.setattr(train, "KeyCounts", lambda: KeyCounts(waiting=5))
    opened = EmbeddedIndex(index)
    chosen = train.frequent_words(opened, number)
    names = [opened.vocabulary.term(int(word)) for word in chosen]
    assert names == plain_words(opened, number)
    found = train.count_bigrams(opened, chosen)
    triples = zip(found.left.tolist(), found.right.tolist(), found.counts.tolist(), strict=True)
    assert {(names[left], names[right]): count for left, right, count in triples} == plain_bigrams(opened, names)


def test_the_classes_of_an_index(index: Path) -> None:
    opened = EmbeddedIndex(index)
    counts = plain_bigrams(opened, plain_words(opened, 30))
    words = [word for word in plain_words(opened, 30) if any(word in pair for pair in counts)]
    sides = [[words.index(pair[side]) for pair in counts] for side in (0, 1)]
    bigrams = Bigrams(np.array(sides[0]), np.array(sides[1]), np.array([*counts.values()]), len(words))
    expected = dict(zip(words, brown_classes(bigrams, 6).tolist(), strict=True))
    found = classes_of_index(opened, classes=6, words=30)
    assert found.of == expected
    assert [*found.of] == sorted(words, key=lambda word: (expected[word], words.index(word)))
    assert found.origin == {
        "analyzer": opened.analyzer.config.name,
        "documents": "1",
        "tokens": str(opened.stats.collection_length),
        "words": str(len(words)),
        "bigrams": str(counts.total()),
        "classes": "6",
    }


def test_days_and_cities(days_and_cities: Path, tmp_path: Path) -> None:
    report = train_classes(days_and_cities, tmp_path / "c.tsv", classes=3, words=100)
    # Each of the 18 sentences has three bigrams. The title stands in none, so that its word has no class.
    assert report == TrainReport(3, 8, 54)
    found = read_classes(tmp_path / "c.tsv")
    # The cities are the most frequent words, the two verbs come 9 times each, the days 6 times.
    assert found.members() == {0: sorted(CITIES), 1: sorted(VERBS), 2: sorted(DAYS)}
    assert found.origin["index"] == str(days_and_cities)
    assert (found.origin["words"], found.origin["classes"], found.origin["bigrams"]) == ("8", "3", "54")


def test_more_classes_than_words(days_and_cities: Path) -> None:
    found = classes_of_index(EmbeddedIndex(days_and_cities))
    assert sorted(found.of.values()) == list(range(8))
    assert classes_of_index(EmbeddedIndex(days_and_cities), classes=10**20, words=10**20).of == found.of


def test_a_collection_without_sentences(tmp_path: Path) -> None:
    for text in ([], ["The and of!"], ["Word!"]):
        source = write_source(tmp_path / "a.jsonl", text)
        build_index(source, tmp_path / "i", workers=1)
        assert train_classes(tmp_path / "i", tmp_path / "c", classes=2, words=9) == TrainReport(0, 0, 0)
        assert read_classes(tmp_path / "c").of == {}


def test_the_same_bytes_again(index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    train_classes(index, tmp_path / "a", classes=5, words=40)
    monkeypatch.setattr(embedded, "_HELD", 11)
    train_classes(str(index), tmp_path / "b", classes=5, words=40)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_progress(random_text: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    articles = [random_text[begin : begin + 5] for begin in range(0, 80, 5)]
    build_index(write_source(tmp_path / "a.jsonl", *articles), tmp_path / "i.idx", workers=1)
    monkeypatch.setattr(embedded, "_HELD", 300)
    steps: list[TrainProgress] = []
    found = classes_of_index(EmbeddedIndex(tmp_path / "i.idx"), classes=4, words=20, on_progress=steps.append)
    counting = [step.done for step in steps if step.stage == "counting"]
    assert len(counting) > 3
    assert counting == sorted(set(counting))
    assert counting[-1] == 320
    words = len(found.of)
    assert steps[len(counting) :] == [TrainProgress("merging", done, words) for done in range(5, words + 1)]


@pytest.mark.parametrize(
    ("classes", "words", "message"),
    [
        (0, 10, "classes: found 0, expected a whole number from 1"),
        (-3, 10, "classes: found -3, expected a whole number from 1"),
        (11, 10, r"words: found 10, expected at least as many as classes \(11\)"),
        (1, 0, r"words: found 0, expected at least as many as classes \(1\)"),
    ],
)
def test_sizes_out_of_range(tmp_path: Path, days_and_cities: Path, classes: int, words: int, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        train_classes(days_and_cities, tmp_path / "c", classes=classes, words=words)
    with pytest.raises(ParameterError, match=message):
        classes_of_index(EmbeddedIndex(days_and_cities), classes=classes, words=words)
    assert [*tmp_path.iterdir()] == []


def test_places_that_are_not_there(tmp_path: Path, days_and_cities: Path) -> None:
    with pytest.raises(IndexMissingError, match="none"):
        train_classes(tmp_path / "none", tmp_path / "c")
    for destination in (tmp_path, tmp_path / "none" / "c"):
        with pytest.raises(ClassesError, match="expected the name of a file to write") as error:
            train_classes(days_and_cities, destination)
        assert str(error.value).startswith(f"{destination}: ")


def test_the_command(days_and_cities: Path, tmp_path: Path) -> None:
    target = tmp_path / "c.tsv"
    sizes = ["--classes", "3", "--words", "50"]
    done = CliRunner().invoke(app, ["--index", str(days_and_cities), *sizes, "-o", str(target), "--quiet"])
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{target}: 8 words in 3 classes, from 54 bigrams\n"
    train_classes(days_and_cities, tmp_path / "again", classes=3, words=50)
    assert target.read_bytes() == (tmp_path / "again").read_bytes()


def test_the_command_shows_a_bar_on_a_terminal(
    days_and_cities: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    command(tmp_path / "c", str(days_and_cities), 3, 50, quiet=True)
    assert capfd.readouterr().err == ""
    command(tmp_path / "d", str(days_and_cities), 3, 50, quiet=False)
    shown = capfd.readouterr()
    assert "merging" in shown.err
    assert "100%" in shown.err
    assert "merging" not in shown.out


@pytest.mark.parametrize("wrong", [["--classes", "0"], ["--words", "-1"], ["--classes", "many"], []])
def test_wrong_usage(days_and_cities: Path, tmp_path: Path, wrong: list[str]) -> None:
    target = ["-o", str(tmp_path / "c")] if wrong else []
    done = CliRunner().invoke(app, ["--index", str(days_and_cities), *target, *wrong])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert [*tmp_path.iterdir()] == []
