"""Phrases of a collection, and the index that has them as terms."""

import json
import math
from importlib.util import find_spec
from pathlib import Path

import pytest

from tweetctx import build_index, open_index
from tweetctx.errors import ParameterError, PhrasesError
from tweetctx.index.building.phrase_files import read_phrases, write_phrases
from tweetctx.index.memory import MemoryEngine
from tweetctx.training.phrases import PhraseSettings, phrases_of_index, train_phrases

SENTENCES = [["new", "york", "city"]] * 6 + [["old", "city"]] * 9 + [["new", "city"]] * 8 + [["york"], ["old"]]


@pytest.fixture
def engine() -> MemoryEngine:
    return MemoryEngine.from_documents([[sentence] for sentence in SENTENCES])


def test_the_most_frequent_first_and_ties_by_text(engine: MemoryEngine) -> None:
    found = phrases_of_index(engine)
    assert [*found.items()] == [("old city", 9.0), ("new city", 8.0), ("new york", 6.0), ("york city", 6.0)]
    assert [*phrases_of_index(engine, PhraseSettings(limit=3))] == ["old city", "new city", "new york"]
    assert [*phrases_of_index(engine, PhraseSettings(least=9))] == ["old city"]


def test_an_index_on_disk_gives_the_same_phrases(engine: MemoryEngine, tmp_path: Path) -> None:
    source, words = tmp_path / "articles.jsonl", [" ".join(sentence).capitalize() + "." for sentence in SENTENCES]
    rows = ({"id": str(n), "title": "", "url": "", "text": text} for n, text in enumerate(words))
    source.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    build_index([source], tmp_path / "some.idx", analyzer="plain", workers=1)
    for scoring in ("frequency", "npmi") if find_spec("gensim") else ("frequency",):
        settings = PhraseSettings(scoring=scoring)
        found = phrases_of_index(open_index(tmp_path / "some.idx"), settings)
        assert found == pytest.approx(phrases_of_index(engine, settings))


def test_normalized_mutual_information_by_hand(engine: MemoryEngine) -> None:
    pytest.importorskip("gensim", reason="needs gensim")
    total, count = sum(map(len, SENTENCES)), {"new": 14, "york": 7, "city": 23, "old": 10}
    expected = {}
    for pair, together in (("new york", 6), ("york city", 6), ("old city", 9), ("new city", 8)):
        left, right = (count[word] / total for word in pair.split())
        expected[pair] = math.log(together / total / (left * right)) / -math.log(together / total)
    found = phrases_of_index(engine, PhraseSettings(scoring="npmi"))
    assert found == pytest.approx({pair: value for pair, value in expected.items() if value > 0})
    assert [*found] == sorted(found, key=lambda pair: -found[pair])
    assert next(iter(found)) == "new york"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"scoring": "pmi"}, "scoring: found 'pmi', expected one of frequency, npmi, default"),
        ({"limit": 0}, "limit: found 0, expected a whole number from 1"),
        ({"least": 1.5}, "least: found 1.5, expected a whole number from 1"),
    ],
)
def test_settings_out_of_their_range(values: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError, match=f"^{message}$"):
        PhraseSettings(**values)  # type: ignore[arg-type]


def test_a_file_gives_its_phrases(tmp_path: Path) -> None:
    write_phrases({"new york": 0.75, "são paulo": 1.0}, tmp_path / "phrases", {"scoring": "npmi"})
    assert (tmp_path / "phrases").read_text("utf-8") == "# scoring: npmi\nnew york\t0.75\nsão paulo\t1\n"
    assert read_phrases(tmp_path / "phrases", "dcu") == {"new york", "são paulo"}
    (tmp_path / "plain").write_text("new york\n")
    assert read_phrases(tmp_path / "plain", "dcu") == {"new york"}


def test_phrases_are_those_of_the_analyzer(tmp_path: Path) -> None:
    for name in ("dcu", "english"):
        write_phrases({"new york": 0.75}, tmp_path / name, {"documents": "1", "analyzer": name})
    assert read_phrases(tmp_path / "dcu", "dcu") == {"new york"}
    message = f"^{tmp_path / 'english'}: found terms of the analyzer english, expected those of the analyzer dcu$"
    with pytest.raises(ParameterError, match=message):
        read_phrases(tmp_path / "english", "dcu")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("york\n", r"phrases, line 1: found 'york', expected two terms with a space between them"),
        ("a b\na b c\n", "phrases, line 2: found 'a b c', expected two terms"),
        ("a b\tmuch\n", r"phrases, line 1: found 'a b\\tmuch', expected two terms"),
        ("a b\nb c\na b\t2\n", "phrases, line 3: found 'a b' a second time, expected every phrase once"),
        ("# nothing\n", "phrases: found no phrase, expected some"),
    ],
)
def test_what_is_no_file_of_phrases(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "phrases").write_text(text)
    with pytest.raises(PhrasesError, match=message):
        read_phrases(tmp_path / "phrases", "dcu")


def test_an_index_has_the_phrases_that_occur(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    text = "The harbour bridge is old. The harbour bridge is long. An iron bridge is near."
    corpus.write_text(f'{{"id": "1", "title": "Harbour", "url": "", "text": "{text}"}}\n')
    build_index(corpus, tmp_path / "by-frequency.idx", analyzer="dcu", workers=1)
    frequent = open_index(tmp_path / "by-frequency.idx")
    (pair,) = (term for term in frequent.analyzer.terms("harbour bridge") if " " in term)
    (iron,) = {f"{a} {b}" for a, b in [frequent.analyzer.words("iron bridge")]}
    (tmp_path / "phrases").write_text(f"{iron}\nnever seen\n")
    build_index(corpus, tmp_path / "listed.idx", analyzer="dcu", phrases=tmp_path / "phrases", workers=1)
    listed = open_index(tmp_path / "listed.idx")
    assert (frequent.stats.cf[pair], frequent.stats.cf[iron]) == (2, 0)
    assert (listed.stats.cf[pair], listed.stats.cf[iron], listed.stats.cf["never seen"]) == (0, 1, 0)
    assert iron in listed.analyzer.terms("iron bridge")
    with pytest.raises(ParameterError, match=r"phrases: found .* with the analyzer english, expected the analyzer dcu"):
        build_index(corpus, tmp_path / "other.idx", phrases=tmp_path / "phrases", workers=1)


def test_a_destination_that_cannot_be_a_file(tmp_path: Path) -> None:
    with pytest.raises(PhrasesError, match="expected the name of a file to write"):
        train_phrases(tmp_path, tmp_path)
