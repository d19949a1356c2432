"""Results as data frames hold what the records hold."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pandas", reason="needs pandas")

from tweetctx import Contextualizer
from tweetctx.errors import ParameterError, RunError
from tweetctx.interfaces.adapters import frames

TWEETS = ["The funeral of #WhitneyHouston begins at noon in Newark", "xqzv wqrtz", "Police clear Zuccotti Park"]


@pytest.fixture(scope="module")
def contextualizer(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


def test_contexts_sentences_and_links(contextualizer: Contextualizer) -> None:
    found = list(contextualizer.contextualize_many(TWEETS))
    table = frames.contexts(found)
    assert list(table["tweet"]) == TWEETS
    assert list(table["text"]) == [context.text for context in found]
    assert list(table["sentences"]) == [len(context.sentences) for context in found]
    assert table["sentences"][1] == 0
    assert "xqzv" in table["reason"][1]
    rows = frames.sentences(found)
    for number, context in enumerate(found):
        of_context = rows[rows["context"] == number]
        assert " ".join(of_context["text"]) == context.text
        assert list(of_context["position"]) == list(range(len(context.sentences)))
        assert list(of_context["score"]) == [sentence.score for sentence in context.sentences]
    named = frames.links(found)
    assert {(row.context, row.text, row.title) for row in named.itertuples()} == {
        (number, link.text, link.title) for number, context in enumerate(found) for link in context.links
    }
    assert all(TWEETS[row.context][row.start : row.end] == row.text for row in named.itertuples())


def test_passages(contextualizer: Contextualizer) -> None:
    found = contextualizer.index.search("whitney houston", k=4)
    table = frames.passages(found)
    assert list(table["rank"]) == [1, 2, 3, 4]
    assert list(table["text"]) == [passage.text for passage in found]
    assert table["score"].is_monotonic_decreasing


def test_a_trec_run(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("q1 Q0 5:2 1 7.5 me\nq1\tQ0\t6:0\t2\t-3\tme\nq2 Q0 5:2 1 1e2 me\n")
    table = frames.run(path)
    assert list(table.columns) == ["topic", "rank", "docno", "score"]
    assert table.to_numpy().tolist() == [["q1", 1, "5:2", 7.5], ["q1", 2, "6:0", -3.0], ["q2", 1, "5:2", 100.0]]
    path.write_text("q1 Q0 5:2 1 7.5 me\nq1 Q0 5:2 2 7.4 me\n")
    with pytest.raises(RunError, match="line 2: found 5:2 a second time"):
        frames.run(path)


def test_a_run_of_contexts_with_a_sentence_of_one_word_is_no_trec_run(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("7\tQ0\t101\t1\t2.0\tme\tYes.\n")
    assert frames.run(path).to_numpy().tolist() == [["7", 0, "Yes.", "101", 2.0]]


def test_nothing_is_a_frame_with_columns() -> None:
    assert list(frames.passages([]).columns) == ["rank", "title", "heading", "text", "url", "score"]
    assert len(frames.sentences([])) == len(frames.links([])) == len(frames.contexts([])) == 0


def test_other_than_records(contextualizer: Contextualizer) -> None:
    context = contextualizer.contextualize(TWEETS[0])
    wrong: list[tuple[Any, str]] = [(context, "Context"), ("abc", "str"), ([context, 5], "int")]
    for found, name in wrong:
        with pytest.raises(ParameterError, match=f"^found: found a {name}, expected records of Context in a list$"):
            frames.sentences(found)


@pytest.mark.parametrize("read", [frames.contexts, frames.sentences, frames.links, frames.passages])
def test_nothing_in_place_of_records(read: Any) -> None:
    with pytest.raises(ParameterError, match=r"^found: found None, expected records of \w+ in a list$"):
        read(None)


def test_nothing_in_place_of_a_run() -> None:
    missing: Any = None
    with pytest.raises(ParameterError, match=r"^path: found None, expected a path$"):
        frames.run(missing)


def test_a_run(tmp_path: Path) -> None:
    sentences = [
        {"text": "A.", "title": "One", "url": "u", "score": 2.5},
        {"text": "B.", "title": "Two", "url": "", "score": 1},
    ]
    record = {"id": "t1", "tweet": "x", "query": [], "text": "A. B.", "sentences": sentences}
    (tmp_path / "run.jsonl").write_text(json.dumps(record) + "\n")
    table = frames.run(tmp_path / "run.jsonl")
    assert table.to_dict("list") == {
        "topic": ["t1", "t1"],
        "position": [0, 1],
        "text": ["A.", "B."],
        "title": ["One", "Two"],
        "score": [2.5, 1.0],
    }
    with pytest.raises(RunError, match=r"none\.jsonl: found nothing"):
        frames.run(tmp_path / "none.jsonl")


def test_without_pandas_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    proper = builtins.__import__

    def without_pandas(name: str, *arguments: Any) -> Any:
        if name == "pandas":
            raise ModuleNotFoundError(name)
        return proper(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_pandas)
    with pytest.raises(ParameterError, match=r'pip install "\.\[pandas\]"'):
        frames.passages([])
