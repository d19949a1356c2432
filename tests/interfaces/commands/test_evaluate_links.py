"""`tweetctx evaluate links` says how often the linker is right."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tweetctx import Contextualizer
from tweetctx.errors import ParameterError, TweetctxError
from tweetctx.interfaces.commands.app import app
from tweetctx.linking.model import HAND_WEIGHTS

HOUSTON = {"id": "1", "text": "Whitney Houston died", "created_at": "2012-02-11T12:00:00Z"}
TWEETS = [HOUSTON, {"id": "2", "text": "qqqq"}, {"id": "3", "text": "zzzz"}]
ENTITIES: dict[str, list[str]] = {"1": ["Whitney Houston"], "2": ["Ada Lovelace"], "3": []}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["evaluate", "links", *map(str, arguments)])


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    tweets, references = tmp_path / "some.jsonl", tmp_path / "refs.jsonl"
    tweets.write_text("".join(f"{json.dumps(tweet)}\n" for tweet in TWEETS))
    lines = ({"id": name, "reference": "", "entities": titles} for name, titles in ENTITIES.items())
    references.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return tweets, references


def test_figures_are_those_of_the_links_that_tweets_get(files: tuple[Path, Path], demo_index: Path) -> None:
    """One of two entities is linked, and nothing else; also where the tweet has no date."""
    (link,) = Contextualizer.open(demo_index).link("Whitney Houston died", date="2012-02-11").links
    assert link.title == "Whitney Houston"
    found = run(*files, "--index", demo_index)
    lines = found.stdout.splitlines()
    figures = "recall 0.5, precision 1.0, f1 0.6667, first 1.0, silent"
    assert lines[0] == f"some: tweets 3, {figures} 2, calibration error {round(1 - link.probability, 4)}"
    assert lines[1].startswith("some without dates: tweets 1, recall 1.0, precision 1.0, f1 1.0, first 1.0, silent 0")
    assert len(lines) == 2


def test_a_model_may_be_another(files: tuple[Path, Path], demo_index: Path, tmp_path: Path) -> None:
    HAND_WEIGHTS.write(tmp_path / "hand.json", {})
    own = run(*files, "--index", demo_index)
    given = run(*files, "--index", demo_index, "--model", tmp_path / "hand.json")
    assert (own.exit_code, given.exit_code) == (0, 0)
    assert own.stdout != given.stdout


def test_what_is_not_there_or_wrong_is_named(files: tuple[Path, Path], demo_index: Path, tmp_path: Path) -> None:
    tweets = files[0]
    assert run(tweets).exit_code == 2
    for error, message, arguments in [
        (TweetctxError, f"{tmp_path / 'x'}: found nothing; expected a file", (tweets, tmp_path / "x")),
        (TweetctxError, f"{tmp_path / 'x'}: found nothing; expected a file", (*files, "--model", tmp_path / "x")),
        (TweetctxError, f"{tweets}: found no model of a linker", (*files, "--model", tweets)),
        (ParameterError, f"{tweets}: found a second file of this name", (*files, *files)),
    ]:
        done = run(*arguments, "--index", demo_index)
        assert isinstance(done.exception, error)
        assert str(done.exception).startswith(message)
        assert done.stdout == ""
