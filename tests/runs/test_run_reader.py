"""Reading runs."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import RunError
from tweetctx.runs import RunContext, RunSentence, read_run

INEX = (
    "167\tQ0\t700\t1\t-2.5\tmine\tRead first.\n"
    "167\tQ0\t700\t2\t-2.5001\tmine\tRead second.\n"
    "a b\tQ0\ten55\t1\t3e-05\tmine\t“Zoë” \u2028 sang.\n"
)
JSONL = (
    '{"id": "167", "text": "One.  Two.", "sentences": [{"text": "One.", "title": "T", "score": -1},'
    ' {"text": "Two.", "title": "U", "url": "x", "score": -Infinity}]}\n'
    '\n{"id": "a\\tb", "text": "", "sentences": [], "took_ms": null}\n'
)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


def test_inex(run: Path) -> None:
    run.write_text(INEX, "utf-8")
    assert list(read_run(run)) == [
        RunContext(
            "167",
            (RunSentence("Read first.", "700", -2.5, False), RunSentence("Read second.", "700", -2.5001, False)),
            "Read first. Read second.",
        ),
        RunContext("a b", (RunSentence("“Zoë” \u2028 sang.", "en55", 3e-05, False),), "“Zoë” \u2028 sang."),
    ]


def test_jsonl(run: Path) -> None:
    run.write_text(JSONL, "utf-8")
    assert list(read_run(str(run))) == [
        RunContext("167", (RunSentence("One.", "T", -1.0), RunSentence("Two.", "U", -math.inf)), "One.  Two."),
        RunContext("a\tb", (), ""),
    ]


@pytest.mark.parametrize("content", [INEX, JSONL])
def test_ends_and_beginnings_of_lines(content: str, run: Path) -> None:
    run.write_bytes(content.encode())
    expected = list(read_run(run))
    for other in (content.replace("\n", "\r\n"), "\ufeff" + content, "\n \n" + content + "\n\n", content.rstrip("\n")):
        run.write_bytes(other.encode())
        assert list(read_run(run)) == expected


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_a_run_without_a_context(content: str, run: Path) -> None:
    run.write_text(content)
    assert list(read_run(run)) == []


def test_official_runs_have_blanks_between_columns(run: Path) -> None:
    run.write_text("167 Q0 700 1 2.5 186 A sentence  of words.\n167   Q0 701 2 1.5 186 Another.\n")
    (context,) = read_run(run)
    assert [(s.title, s.score, s.text) for s in context.sentences] == [
        ("700", 2.5, "A sentence  of words."),
        ("701", 1.5, "Another."),
    ]


def test_sentences_are_read_by_rank_whatever_their_scores(run: Path) -> None:
    """In the track, ranks say in which order sentences are read; scores may be tied or rise."""
    scores = ["0.5", "0.5", "7", "-1", "2"]
    run.write_text("".join(f"167 Q0 700 {rank} {score} 186 S{rank}\n" for rank, score in enumerate(scores, 1)))
    (context,) = read_run(run)
    assert context.text == "S1 S2 S3 S4 S5"
    assert [sentence.score for sentence in context.sentences] == [0.5, 0.5, 7.0, -1.0, 2.0]


@pytest.mark.parametrize("good", [INEX, JSONL])
def test_it_streams(good: str, run: Path) -> None:
    """What stands before a broken line is there before the line is read."""
    run.write_text(good + "broken\n", "utf-8")
    contexts = read_run(run)
    assert next(contexts).id == "167"
    with pytest.raises(RunError, match=rf"line {good.count(chr(10)) + 1}: "):
        list(contexts)


LINE = ["167", "Q0", "700", "1", "-2.5", "mine", "Text."]


def changed(column: int, value: str) -> str:
    return "\t".join([*LINE[:column], value, *LINE[column + 1 :]])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("167 Q0 700 1 -2.5 mine", "found 6 columns; expected 7 with tabs or blanks between them: tweet-id, Q0, "),
        ("\t".join(LINE[:6]), "found 6 columns; expected 7"),
        ("\t".join([*LINE, "more"]), "found 8 columns; expected 7"),
        *((changed(column, " "), "found an empty column; expected tweet-id") for column in range(7)),
        (changed(1, "Q1"), "found 'Q1' in the second column; expected Q0"),
        (changed(3, "0"), "found the rank '0'; expected 1, as ranks count from 1 within a topic"),
        (changed(3, "2"), "found the rank '2'; expected 1"),
        (changed(3, "1.0"), "found the rank '1.0'; expected 1"),
        *((changed(4, score), f"found the score {score!r}; expected a number") for score in ("high", "nan", "-inf")),
    ],
)
def test_broken_inex(line: str, message: str, run: Path) -> None:
    before = changed(0, "1") + "\n"
    run.write_text(f"{before}{line}\n")
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    assert str(caught.value).startswith(f"{run}, line 2: {message}")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([LINE, LINE], "line 2: found the rank '1'; expected 2"),
        ([LINE, [*LINE[:3], "3", "-9", *LINE[5:]]], "line 2: found the rank '3'; expected 2"),
        (
            [LINE, ["2", *LINE[1:]], LINE],
            "line 3: found the topic '167' again; expected the sentences of a topic toget",
        ),
    ],
)
def test_inex_lines_that_do_not_go_together(lines: list[list[str]], message: str, run: Path) -> None:
    run.write_text("".join("\t".join(line) + "\n" for line in lines))
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    assert str(caught.value).startswith(f"{run}, {message}")


RECORD = {"id": "2", "text": "One.", "sentences": [{"text": "One.", "title": "T", "score": -1.0}]}


def without(name: str) -> dict[str, Any]:
    return {key: value for key, value in RECORD.items() if key != name}


def with_sentence(**values: Any) -> dict[str, Any]:
    whole = {"text": "One.", "title": "T", "score": -1.0, **values}
    return {**RECORD, "sentences": [{key: value for key, value in whole.items() if value != "drop"}]}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (without("id"), "found nothing as `id`; expected a value"),
        ({**RECORD, "id": 2}, "found 2 as `id`; expected a valid string"),
        ({**RECORD, "id": None}, "found None as `id`; expected a valid string"),
        ({**RECORD, "id": "1"}, "found the topic '1' again; expected the sentences of a topic together and once"),
        (without("text"), "found nothing as `text`; expected a value"),
        ({**RECORD, "text": ["One."]}, "found ['One.'] as `text`; expected a valid string"),
        (without("sentences"), "found nothing as `sentences`; expected a value"),
        ({**RECORD, "sentences": {}}, "found {} as `sentences`; expected a valid array"),
        ({**RECORD, "sentences": ["One."]}, "found 'One.' as `sentences[1]`; expected an object"),
        (with_sentence(text="drop"), "found nothing as `sentences[1].text`; expected a value"),
        (with_sentence(title=3), "found 3 as `sentences[1].title`; expected a valid string"),
        (with_sentence(score="drop"), "found nothing as `sentences[1].score`; expected a value"),
        (with_sentence(score="-1"), "found '-1' as `sentences[1].score`; expected a valid number"),
        (with_sentence(score=True), "found True as `sentences[1].score`; expected a valid number"),
        (with_sentence(score=math.nan), "found nan as `sentences[1].score`; expected a number below infinity"),
        (with_sentence(score=10**400), "found inf as `sentences[1].score`; expected a number below infinity"),
        (with_sentence(score=math.inf), "found inf as `sentences[1].score`; expected a number below infinity"),
        ([RECORD], "found [{'id': '2', 'text': 'One.'"),
    ],
)
def test_broken_jsonl(record: Any, message: str, run: Path) -> None:
    run.write_text(json.dumps({**RECORD, "id": "1"}) + "\n" + json.dumps(record) + "\n")
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    assert str(caught.value).startswith(f"{run}, line 2: {message}")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "2", "te', "found no JSON (EOF while parsing a string at line 1 column 15); expected valid JSON"),
        ("167\tQ0", "found no JSON (trailing characters at line 1 column 5)"),
        (f'{{"id": {"9" * 5000}}}', "found no JSON (number out of range"),
        ("[" * 100_000, "found JSON that is nested too deeply; expected valid JSON"),
    ],
)
def test_what_is_no_json(line: str, message: str, run: Path) -> None:
    run.write_text(json.dumps(RECORD) + "\n" + line + "\n")
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    assert str(caught.value).startswith(f"{run}, line 2: {message}")


def test_what_is_no_text(run: Path) -> None:
    run.write_bytes(INEX.encode() + b"caf\xe9\n")
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    assert str(caught.value) == f"{run}, line 4: found byte 0xe9 at column 4; expected text in UTF-8"


def test_a_file_that_is_not_there(run: Path) -> None:
    with pytest.raises(RunError, match=r"a\.run: found nothing; expected a complete run"):
        list(read_run(run))
    with pytest.raises(RunError, match="Is a directory"):
        list(read_run(run.parent))


def test_a_run_that_was_interrupted(run: Path) -> None:
    part = run.with_name("a.run.part")
    part.write_text(INEX, "utf-8")
    with pytest.raises(RunError) as caught:
        list(read_run(run))
    found = f"{part}, of a run that was interrupted, which --resume completes"
    assert str(caught.value) == f"{run}: found {found}; expected a complete run"
