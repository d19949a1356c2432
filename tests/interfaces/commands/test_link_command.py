"""`tweetctx link` prints what a tweet names."""

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tweetctx.interfaces import presentation
from tweetctx.interfaces.commands.app import app
from tweetctx.linking.explanation import ExplainedCandidate, ExplainedMention
from tweetctx.types import Link, Links


def test_other_candidates_stand_below_a_link() -> None:
    link = Link(3, 10, "Houston", 7, "Houston", "https://x/h", 0.927)
    other = Link(20, 26, "Newark", 9, "Newark", "", 0.5)
    candidates = tuple(
        ExplainedCandidate(title, "", probability, ())
        for title, probability in (("Houston", 0.927), ("Sam Houston", 0.04))
    )
    mentions = [
        ExplainedMention(3, 10, "Houston", "", candidates),
        ExplainedMention(12, 18, "Newton", "0.10 is below the threshold", candidates[1:]),
    ]
    links = Links((link, other), None, np.array([7, 9]), np.array([0.9, 0.5]))
    assert list(presentation.link_lines(links, mentions)) == [
        " 0.93  Houston  →  Houston  https://x/h",
        "        0.04  Sam Houston",
        " 0.50  Newark  →  Newark",
    ]


@pytest.mark.parametrize("tweet", ["", "qqqqzzzz"])
def test_nothing_named_is_told_on_stderr(tweet: str, demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), tweet])
    assert (result.exit_code, result.stdout) == (3, "")
    assert "tweet 1: names nothing that the index has" in result.stderr


def test_json_has_a_record_for_every_tweet(demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "--format", "json", "-"], input="zz\nyy\n")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert records == [{"id": "1", "tweet": "zz", "links": []}, {"id": "2", "tweet": "yy", "links": []}]
    assert result.exit_code == 3
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "-"], input="zz\nWhitney Houston\n")
    assert result.exit_code == 0


@pytest.mark.parametrize("options", [[], ["--format", "json"], ["--explain"], ["--explain", "--format", "json"]])
def test_links_may_be_partial(options: list[str], demo_index: Path, request: pytest.FixtureRequest) -> None:
    arguments = ["link", "--index", str(demo_index), *options, "Whitney Houston"]
    whole = CliRunner().invoke(app, arguments)
    assert whole.stderr == ""
    request.getfixturevalue("partial_sessions")
    found = CliRunner().invoke(app, arguments)
    assert found.stderr == "tweetctx: tweet 1: a part of the collection did not answer\n"
    if "json" in options:
        assert json.loads(found.stdout) == json.loads(whole.stdout) | {"partial": True}
    else:
        assert found.stdout == whole.stdout


@pytest.mark.parametrize("output", ["text", "json"])
@pytest.mark.usefixtures("partial_sessions")
def test_passages_may_be_partial(output: str, demo_index: Path) -> None:
    found = CliRunner().invoke(app, ["search", "--index", str(demo_index), "--format", output, "moon"])
    assert (found.exit_code, bool(found.stdout)) == (0, True)
    assert found.stderr == "tweetctx: query 'moon': a part of the collection did not answer\n"


@pytest.mark.usefixtures("partial_sessions")
def test_a_run_of_passages_may_be_partial(demo_index: Path, tmp_path: Path) -> None:
    (tmp_path / "topics.txt").write_text("The moon\nHouston\n")
    arguments = ["search", "--index", str(demo_index), "--topics", str(tmp_path / "topics.txt"), "--format", "trec"]
    found = CliRunner().invoke(app, arguments)
    assert (found.exit_code, bool(found.stdout)) == (0, True)
    assert found.stderr.splitlines() == [
        f"tweetctx: topic {name}: a part of the collection did not answer" for name in (1, 2)
    ]


def test_a_preset_without_a_linker_is_wrong_usage(demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "--preset", "dcu-185", "Obama"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "found 'dcu-185', which has no linker" in " ".join(result.stderr.split())


def test_an_unknown_preset_is_called_a_preset(demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "--preset", "nope", "Obama"])
    assert str(result.exception).startswith("preset: found 'nope', expected one of jm, ")
