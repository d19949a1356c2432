"""Contexts scored against graded sentences, by hand."""

import json
import math
from pathlib import Path

import pytest

from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.graded import GradedFigures, GradedTweet, grade_context, read_graded, sentence_key

PARK, SEA, CITY = ("Park", "a" * 30), ("Sea", "b" * 10), ("City", "c" * 10)
TWEET = GradedTweet("1", "t", {PARK: 3, SEA: 1, CITY: 0}, ("Park", "Sea"), "Park", (PARK,))
NOTHING = GradedTweet("2", "t", {SEA: 1}, (), None, ())


def test_shares_of_characters_and_gain() -> None:
    scores = grade_context([PARK, SEA, CITY, ("Town", "ungraded")], TWEET)
    assert (scores.precision, scores.trivia, scores.wrong) == (0.6, 0.2, 0.2)
    assert scores.recall == 1
    assert scores.f == pytest.approx(2 * 0.6 / 1.6)
    assert scores.event
    assert scores.first
    missed = grade_context([SEA], TWEET)
    assert (missed.precision, missed.recall, missed.f, missed.trivia) == (0, 0, 0, 1)
    assert missed.event is False


def test_silence_is_right_where_nothing_helps() -> None:
    assert grade_context([], NOTHING).f == 1
    assert grade_context([SEA], NOTHING).f == 0
    assert grade_context([], TWEET).f == 0
    figures = GradedFigures.of([grade_context([], NOTHING), grade_context([PARK], TWEET)])
    assert (figures.tweets, figures.f, figures.silent, figures.event, figures.first) == (2, 1, 1, 1, 1)
    undefined = GradedFigures.of([grade_context([], NOTHING)])
    assert math.isnan(undefined.event)
    assert math.isnan(undefined.first)


def test_a_title_in_brackets_is_no_part_of_a_sentence() -> None:
    assert sentence_key("Park", "[Park] (1900–1950) was\na park.") == ("Park", "(1900–1950) was a park.")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            {"id": "1", "tweet": "t", "graded": [["Park", "a", 4]]},
            "line 1: found the grade 4; expected one from 0 to 3",
        ),
        ({"id": "1", "tweet": "t"}, "line 1"),
        ({"id": "1", "tweet": "t", "graded": [["Park", "a"]]}, "line 1"),
    ],
)
def test_bad_lines_are_named(line: dict[str, object], message: str, tmp_path: Path) -> None:
    (tmp_path / "g.jsonl").write_text(json.dumps(line) + "\n")
    with pytest.raises(EvaluationError, match=message):
        read_graded(tmp_path / "g.jsonl")


def test_each_id_comes_once_and_a_file_has_tweets(tmp_path: Path) -> None:
    line = json.dumps({"id": 1, "tweet": "t", "graded": [["Park", "a", 2]], "ideal": [{"title": "Park", "text": "a"}]})
    (tmp_path / "g.jsonl").write_text(f"{line}\n")
    (tweet,) = read_graded(tmp_path / "g.jsonl")
    assert (tweet.id, tweet.gain) == ("1", 1)
    (tmp_path / "g.jsonl").write_text(f"{line}\n{line}\n")
    with pytest.raises(EvaluationError, match="line 2: found the id '1' again"):
        read_graded(tmp_path / "g.jsonl")
    (tmp_path / "g.jsonl").write_text("")
    with pytest.raises(EvaluationError, match="found no tweets"):
        read_graded(tmp_path / "g.jsonl")
