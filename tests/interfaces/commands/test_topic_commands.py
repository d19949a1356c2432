"""Topics and phrases at the command line, from training to a context."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tweetctx.scoring.topics.files import read_topics

TWEET = "The funeral of Whitney Houston begins at noon in Newark"
pytestmark = pytest.mark.skipif(sys.version_info >= (3, 14), reason="gensim has no wheels for it yet")


def run(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "tweetctx", *map(str, arguments)], capture_output=True, text=True)


@pytest.fixture(scope="module")
def topics(demo_index: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("topics") / "topics"
    options = ("--index", demo_index, "-K", "3", "--passes", "1", "--workers", "3")  # one for each chunk, two idle
    done = run("train", "topics", *options, "-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: 3 topics of ")
    again = run("train", "topics", *options, "-o", path.with_name("again"))
    assert (again.returncode, path.read_bytes()) == (0, path.with_name("again").read_bytes())
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("scorer", ["lbdm(topics={})", "lbdm(lam=0.3,topics={},prior=length)", "trlm(topics={})"])
def test_contexts_by_trained_topics(topics: Path, demo_index: Path, scorer: str) -> None:
    arguments = ("--index", demo_index, "--scorer", scorer.format(topics), "--format", "json")
    done = run("context", TWEET, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    assert "funeral of Whitney Houston" in record["text"]
    scores = [sentence["score"] for sentence in record["sentences"]]
    assert len({*scores}) == len(scores)
    assert read_topics(topics).topics == 3


@pytest.mark.thorough
@pytest.mark.parametrize("scoring", ["frequency", "npmi", "default"])
def test_phrases_that_an_index_takes(demo_index: Path, demo_corpus: list[Path], tmp_path: Path, scoring: str) -> None:
    path, index, first = tmp_path / "phrases", tmp_path / "some.idx", tmp_path / "first.idx"
    train = ("train", "phrases", "-o", path, "--scoring", scoring, "--limit", "7", "--least", "2", "--index")
    options = ("--analyzer", "dcu", "--phrases", path, "--workers", "1", "--quiet")
    assert run(*train, demo_index).returncode == 0
    wrong = run("index", "build", *demo_corpus, "-o", index, *options)
    expected = f"{path}: found terms of the analyzer english, expected those of the analyzer dcu"
    assert (wrong.returncode, wrong.stderr) == (2, f"tweetctx: error: {expected}\n")
    assert run("index", "build", *demo_corpus, "-o", first, "--analyzer", "dcu", "--quiet").returncode == 0
    done = run(*train, first, "--force")
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{path}: 7 phrases by {scoring}\n")
    assert run("index", "build", *demo_corpus, "-o", index, *options).returncode == 0
    found = run("context", TWEET, "--index", index, "--scorer", "dcu-185")
    assert (found.returncode, "Houston" in found.stdout) == (0, True)


@pytest.mark.thorough
@pytest.mark.parametrize(("scorer", "code"), [("lbdm(topics={})", 1), ("trlm(topics={})", 1), ("lbdm", 2)])
def test_topics_that_cannot_be_read(demo_index: Path, tmp_path: Path, scorer: str, code: int) -> None:
    (tmp_path / "f").write_text("no topics")
    done = run("context", TWEET, "--index", demo_index, "--scorer", scorer.format(tmp_path / "f"))
    assert (done.returncode, done.stdout) == (code, "")
    assert "topics" in done.stderr
    assert "Traceback" not in done.stderr
