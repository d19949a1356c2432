"""`tweetctx link` prints what a tweet names."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tweetctx import presentation
from tweetctx.commands.app import app
from tweetctx.types import Link


def test_a_link_as_text() -> None:
    link = Link(3, 10, "Houston", 7, "Whitney Houston", "https://x/wh", 0.927)
    assert presentation.link_text(link) == " 0.93  Houston  →  Whitney Houston  https://x/wh"


@pytest.mark.parametrize("tweet", ["", "qqqqzzzz"])
def test_nothing_named_is_told_on_stderr(tweet: str, demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "--preset", "dcu-185", tweet])
    assert (result.exit_code, result.stdout) == (0, "")
    assert "tweet 1: names nothing that the index has" in result.stderr


def test_json_has_a_record_for_every_tweet(demo_index: Path) -> None:
    result = CliRunner().invoke(app, ["link", "--index", str(demo_index), "--format", "json", "-"], input="zz\nyy\n")
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert records == [{"id": "1", "tweet": "zz", "links": []}, {"id": "2", "tweet": "yy", "links": []}]
