"""Readers of WikiQA, SelQA and MultiRC on files written by hand, and what a collection gives to rankings."""

import gzip
import json
from pathlib import Path

import pytest

from tweetctx import parse_scorer
from tweetctx.errors import ParameterError
from tweetctx.evaluation.collections import (
    LabelledQuery,
    SentenceCollection,
    candidates,
    judgements,
    pool_of,
    read_collection,
)
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

WIKIQA = "\n".join(
    "\t".join(row)
    for row in [
        ("QuestionID", "Question", "DocumentID", "DocumentTitle", "SentenceID", "Sentence", "Label"),
        ("Q1", 'who ran "first"?', "D1", "Race", "D1-0", 'They said "go.', "0"),
        ("Q1", 'who ran "first"?', "D1", "Race", "D1-1", "Ada ran first.", "1"),
        ("Q2", "where?", "D2", "Place", "D2-0", "In Newark.", "1"),
        ("Q3", "who else?", "D1", "Race", "D1-0", 'They said "go.', "0"),
        ("Q3", "who else?", "D1", "Race", "D1-1", "Ada ran first.", "0"),
        ("Q4", "which?", "D1", "Race", "D1-0", "Another version.", "0"),
        ("Q4", "which?", "D2", "Place", "D2-0", "In Newark.", "1"),
    ]
)
RACE, PLACE, VERSION = ('They said "go.', "Ada ran first."), ("In Newark.",), ("Another version.",)


def written(folder: Path, text: str, name: str = "some.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_wikiqa(tmp_path: Path, newline: str, end: str, mark: str) -> None:
    path = written(tmp_path, mark + (WIKIQA + end).replace("\n", newline), "dev.tsv")
    assert read_collection(path) == SentenceCollection(
        "dev",
        ("D1", "D2", "D1"),
        (RACE, PLACE, VERSION),
        (
            LabelledQuery("Q1", 'who ran "first"?', (0,), frozenset({(0, 1)})),
            LabelledQuery("Q2", "where?", (1,), frozenset({(1, 0)})),
            LabelledQuery("Q3", "who else?", (0,), frozenset()),
            LabelledQuery("Q4", "which?", (2, 1), frozenset({(1, 0)})),
        ),
        (("D1-0", "D1-1"), ("D2-0",), ("D1-0",)),
    )


def selqa(*questions: tuple[str, list[str], list[int]]) -> str:
    return json.dumps(
        [
            {
                "question": text,
                "article": "Ada L",
                "section": "Early life",
                "candidates": candidates,
                "answers": answers,
            }
            for text, candidates, answers in questions
        ]
    )


def test_selqa(tmp_path: Path) -> None:
    path = written(tmp_path, selqa(("q", ["a", "", "c"], [2, 0]), ("q", ["a", "", "c"], []), ("r", ["d"], [0])))
    assert read_collection(path) == SentenceCollection(
        "some",
        ("Ada_L/Early_life", "Ada_L/Early_life"),
        (("a", "", "c"), ("d",)),
        (
            LabelledQuery("1", "q", (0,), frozenset({(0, 0), (0, 2)})),
            LabelledQuery("2", "q", (0,), frozenset()),
            LabelledQuery("3", "r", (1,), frozenset({(1, 0)})),
        ),
    )


def multirc(text: str, *questions: tuple[str, object, object]) -> str:
    records = [{"question": q, "sentences_used": used, "idx": index, "answers": []} for q, index, used in questions]
    return json.dumps({"data": [{"id": "Wiki/some text.txt", "paragraph": {"text": text, "questions": records}}]})


PARAGRAPH = "<b>Sent 1: </b>Ada ran.<br><b>Sent 2: </b>AT&T <i>won</i>. <br> <b>Sent 3: </b><br>"


def test_multirc(tmp_path: Path) -> None:
    path = written(tmp_path, multirc(PARAGRAPH, ("who?", "0", [1, 0]), ("what?", 7, [])))
    assert read_collection(path) == SentenceCollection(
        "some",
        ("Wiki/some_text.txt",),
        (("Ada ran.", "AT&T <i>won</i>.", ""),),
        (
            LabelledQuery("Wiki/some_text.txt:0", "who?", (0,), frozenset({(0, 0), (0, 1)})),
            LabelledQuery("Wiki/some_text.txt:7", "what?", (0,), frozenset()),
        ),
    )


@pytest.mark.parametrize(
    ("name", "text"),
    [("wikiqa", WIKIQA), ("selqa", selqa(("q", ["a"], [0]))), ("multirc", multirc(PARAGRAPH, ("who?", "0", [1])))],
)
def test_the_format_is_found_and_can_be_named(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, text)
    packed = tmp_path / "packed" / "some.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(text.encode()))
    assert read_collection(str(path)) == read_collection(path, name) == read_collection(packed)


def test_an_unknown_format_names_the_choices(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="'csv', expected one of wikiqa, selqa, multirc, novelty"):
        read_collection(written(tmp_path, WIKIQA), "csv")
    with pytest.raises(ParameterError, match=r"field: found 'desc' for .*, expected it for a folder of a Novelty trac"):
        read_collection(written(tmp_path, WIKIQA), field="desc")
    with pytest.raises(ParameterError, match=r"qrels: found 'x' for .*, expected it for a folder of a Novelty track"):
        read_collection(written(tmp_path, WIKIQA), qrels="x")


COLLECTION = SentenceCollection(
    "hand",
    ("A", "B", "C"),
    (("red red blue", "green"), ("blue", "blue red", "grey"), ("red",)),
    (
        LabelledQuery("q", "red", (2, 0), frozenset({(0, 1), (2, 0)})),
        LabelledQuery("r", "blue", (1,), frozenset()),
    ),
)


def test_ids_count_from_0_where_there_are_none() -> None:
    assert [COLLECTION.sentence_ids(row) for row in range(3)] == [("A:0", "A:1"), ("B:0", "B:1", "B:2"), ("C:0",)]


def test_what_is_ranked_for_a_query_and_what_is_judged() -> None:
    assert candidates(COLLECTION, COLLECTION.queries[0]) == [("C:0", True), ("A:0", False), ("A:1", True)]
    assert [*judgements(COLLECTION)] == [("q", "C:0", 1), ("q", "A:0", 0), ("q", "A:1", 1)]  # r has no relevant one


def test_the_pool_has_the_statistics_of_the_whole_collection() -> None:
    pool = pool_of(COLLECTION, Analyzer(AnalyzerConfig.named("plain")))
    part = pool.of_documents(COLLECTION.queries[0].documents)
    assert len(pool) == 6
    assert (part.size.collection_length, part.size.sentences, part.size.documents) == (9, 6, 3)
    assert part.numbers.tolist() == [5, 0, 1]
    # (1 − 0.5)·p(red|s) + 0.5·4/9 for "red", "red red blue" and "green": the order of the documents of the query.
    scores = parse_scorer("jm(lam=0.5)").score(["red"], part)
    assert [2.718281828459045**score for score in scores] == pytest.approx([0.5 + 2 / 9, 1 / 3 + 2 / 9, 2 / 9])
