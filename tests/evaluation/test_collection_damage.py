"""Broken files of labelled sentences: one line that says where, what was found and what was expected."""

import json
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import CollectionError
from tweetctx.evaluation.collections import read_collection

HEADER = "QuestionID\tQuestion\tDocumentID\tDocumentTitle\tSentenceID\tSentence\tLabel\n"
ROW = "Q1\twho?\tD1\tRace\tD1-0\tAda ran.\t1\n"
SELQA = {"question": "q", "article": "A", "section": "S", "candidates": ["a", "b"], "answers": [0]}
MARKED = "<b>Sent 1: </b>a<br><b>Sent 2: </b>b<br>"
ASKED = {"question": "q", "idx": "0", "sentences_used": [0]}


def selqa(**changes: Any) -> str:
    return json.dumps([SELQA, SELQA | changes])


def multirc(text: Any = MARKED, **changes: Any) -> str:
    return json.dumps({"data": [{"id": "p", "paragraph": {"text": text, "questions": [ASKED | changes]}}]})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER + ROW + "Q1\twho?\tD1\tRace\tD1-1\tAda ran.\t2\n", "line 3: found the label '2', expected 0 or 1"),
        (HEADER + ROW + "Q1\twho?\tD1\tRace\tD1-1\tAda ran.\t\n", "line 3: found the label '', expected 0 or 1"),
        (HEADER + ROW + "\nQ1\twho?\tD1\n", "line 4: found 3 columns, expected 7 separated by tabs"),
        (HEADER + ROW + ROW, "line 3: found the sentence D1-0 a second time, expected it once for Q1"),
        (HEADER + ROW + ROW.replace("who", "why").replace("D1-0", "D1-1"), "line 3: found another text of the quest"),
        (HEADER + ROW.replace("D1-0", " "), "line 2: found an empty id, expected one of at least one character"),
        (HEADER, "found no queries, expected at least one"),
        (HEADER.replace("Label", "Mark") + ROW, "line 1: found 'QuestionID"),
    ],
)
def test_wikiqa(tmp_path: Path, text: str, message: str) -> None:
    check(tmp_path, text, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (selqa(answers=[2]), 'questions[2]: found 2 in "answers", expected the places of 2 sentences, 0 to 1'),
        (selqa(answers=[-1]), 'questions[2]: found -1 in "answers"'),
        (selqa(answers=[True]), "questions[2].answers[1]: found True, expected a valid integer"),
        (selqa(answers="0"), "questions[2].answers: found '0', expected a valid array"),
        (selqa(candidates=[]), "questions[2].candidates: found [], expected at least one item"),
        (selqa(candidates=["a", 1]), "questions[2].candidates[2]: found 1, expected a valid string"),
        (selqa(question=None), "questions[2].question: found None, expected a valid string"),
        (json.dumps([1]), "questions[1]: found 1, expected an object"),
        ("[]", "found no queries, expected at least one"),
        ('[{"question": "q",\n "article" }]', "found no JSON (expected `:` at line 2 column 12), expected valid JSON"),
        ("[" * 100_000, "found JSON that is nested too deeply, expected valid JSON"),
        ("[" + "1" * 5000 + "]", "found no JSON (number out of range"),
    ],
)
def test_selqa(tmp_path: Path, text: str, message: str) -> None:
    check(tmp_path, text, message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (multirc(sentences_used=[2]), 'data[1]: found 2 in "sentences_used", expected the places of 2'),
        (multirc(idx=None), "data[1].paragraph.questions[1].idx: found None, expected a string or an integer"),
        (multirc("no marks"), "data[1]: found the text 'no marks' outside of sentences, expected <b>"),
        (multirc(""), "data[1]: found the text '' outside of sentences"),
        (multirc(MARKED.replace("2", "3")), "data[1]: found sentence 3, expected sentence 2"),
        (multirc(5), "data[1].paragraph.text: found 5, expected a valid string"),
        ('{"data": {}}', "data: found {}, expected a valid array"),
        ('{"data": [{"id": " ", "paragraph": {"text": "", "questions": []}}]}', "data[1].id: found an empty id"),
        ('{"data": [{"id": "p"}]}', "data[1].paragraph.text: found nothing, expected a value"),
        ('{"data": [{"id": "p", "paragraph": {"text": "x", "questions": []}}]}', "data[1]: found the text"),
        ('{"data": []}', "found no queries"),
    ],
)
def test_multirc(tmp_path: Path, text: str, message: str) -> None:
    check(tmp_path, text, message)


def test_multirc_with_one_question_twice(tmp_path: Path) -> None:
    record = {"id": "p", "paragraph": {"text": MARKED, "questions": [ASKED, ASKED]}}
    check(tmp_path, json.dumps({"data": [record]}), "found the query p:0 a second time")


@pytest.mark.parametrize("text", ["", "hello\nworld", "<top>"])
def test_unknown_formats(tmp_path: Path, text: str) -> None:
    check(tmp_path, text, f"line 1: found {text.partition(chr(10))[0]!r}, expected WikiQA's header, JSON as of SelQA")


def test_wrong_bytes(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes((HEADER + ROW).encode() + b"\xff\n")
    with pytest.raises(CollectionError, match=r"some, line 3: found invalid start byte, expected text in UTF-8"):
        read_collection(path)


@pytest.mark.parametrize("name", [None, "wikiqa", "novelty"])
def test_nothing_there(tmp_path: Path, name: str | None) -> None:
    with pytest.raises(CollectionError, match="nowhere: "):
        read_collection(tmp_path / "nowhere", name)


def test_a_folder_where_a_file_is_expected(tmp_path: Path) -> None:
    with pytest.raises(CollectionError, match="cannot be read"):
        read_collection(tmp_path, "selqa")


def check(folder: Path, text: str, message: str) -> None:
    path = folder / "some"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CollectionError) as caught:
        read_collection(path)
    assert str(caught.value).startswith((f"{path}: {message}", f"{path}, {message}"))
    assert "\n" not in str(caught.value)
