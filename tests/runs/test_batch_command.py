"""`tweetctx batch` as people run it, and as it ends when it is killed."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tweetctx import Contextualizer, build_index
from tweetctx.errors import ParameterError, RunError, ScorerError, TweetctxError
from tweetctx.interfaces.commands.batch import _showing, batch
from tweetctx.runs import BatchProgress, contextualize_batch, read_run
from tweetctx.runtime.durable import part_of

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; sys.argv.insert(1, 'batch'); from tweetctx.interfaces.commands.cli import main; main()"
STOPPED = """
import os, signal
from tweetctx.runs.runfile import RunFile
add = RunFile.add
def add_and_stop(self, piece):
    add(self, piece)
    if self.written.topics == 16:
        %s
RunFile.add = add_and_stop
"""
TWEETS = """\
RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark http://t.co/x1
zzqx blorft
Police clear #OccupyWallStreet camp at Zuccotti Park, 200 arrested
Sandy is coming, the subway in NYC is closed #HurricaneSandy
"""


@pytest.fixture
def topics(tmp_path: Path) -> Path:
    path = tmp_path / "tweets.txt"
    path.write_text(TWEETS)
    return path


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """More tweets than two workers are given at once."""
    path = tmp_path / "many.txt"
    path.write_text(TWEETS * 50)
    return path


def invoke(*arguments: str | Path) -> Result:
    app = typer.Typer()
    app.command()(batch)
    return CliRunner().invoke(app, [*map(str, arguments)])


def failure(*arguments: str | Path) -> TweetctxError:
    """The error that the command line would print."""
    done = invoke(*arguments)
    assert isinstance(done.exception, TweetctxError)
    assert done.stdout == ""
    return done.exception


def stop(statement: str, *arguments: str | Path) -> "subprocess.Popen[bytes]":
    """Starts a batch that executes a statement when 16 topics are written."""
    return subprocess.Popen(
        [sys.executable, "-c", STOPPED % statement + PROGRAM, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_a_run(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    run = tmp_path / "a.run"
    done = invoke(topics, "-o", run, "--index", demo_index, "--workers", "1", "--run-id", "mine")
    sentences = sum(len(context.sentences) for context in read_run(run))
    assert (done.exit_code, done.stdout) == (0, f"{run}: 4 topics, 3 contexts, {sentences} sentences, 0 skipped\n")
    assert done.stderr == "tweetctx: 1 of 4 topics has no context\n"
    expected = Contextualizer.open(demo_index)
    assert [(context.id, context.text) for context in read_run(run)] == [
        (str(number), expected.contextualize(tweet).text)
        for number, tweet in enumerate(TWEETS.splitlines(), 1)
        if number != 2
    ]
    assert {line.split("\t")[5] for line in run.read_text("utf-8").splitlines()} == {"mine"}


def test_a_run_without_a_context(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    topics.write_text("zzqx\n")
    done = invoke(topics, "-o", tmp_path / "a.run", "--index", demo_index, "--workers", "1")
    assert (done.exit_code, (tmp_path / "a.run").exists()) == (3, True)
    assert done.stdout == f"{tmp_path / 'a.run'}: 1 topic, 0 contexts, 0 sentences, 0 skipped\n"
    error = failure(topics, "-o", tmp_path / "b.run", "--index", demo_index, "--scorer", "none | linked | policy")
    assert str(error).startswith("scorer: found linked without a linker")


@pytest.mark.usefixtures("partial_sessions")
def test_a_part_that_did_not_answer_is_told(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    done = invoke(topics, "-o", tmp_path / "a.run", "--index", demo_index, "--workers", "1")
    assert done.stderr.splitlines()[-1] == "tweetctx: 4 topics: a part of the collection did not answer"


def test_every_option_arrives(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    run, expected = tmp_path / "a.run", tmp_path / "b.run"
    options = "--scorer dcu-185 --limit 40 --unit words --passages 7 --lam 0.6 --rules dcu --order score --format jsonl"
    done = invoke(topics, "-o", run, "--index", demo_index, "--workers", "1", *options.split(), "--quiet")
    assert done.exit_code == 0
    contextualize_batch(
        topics,
        expected,
        index=demo_index,
        scorer="jm(lam=0.4)",
        limit=40,
        unit="words",
        passages=7,
        lam=0.6,
        rules="dcu",
        order="score",
        format="jsonl",
        workers=1,
    )
    assert run.read_bytes() == expected.read_bytes()


@pytest.mark.thorough
def test_a_preset(topics: Path, demo_index: Path, demo_corpus: list[Path], tmp_path: Path) -> None:
    run, expected, dcu_index = tmp_path / "a.run", tmp_path / "b.run", tmp_path / "dcu.idx"
    done = invoke(topics, "-o", run, "--index", demo_index, "--workers", "1", "--preset", "dcu-185")
    assert done.stderr.splitlines() == [
        f"tweetctx: warning: dcu-185 was run on an index with the analyzer dcu, {demo_index} has english",
        "tweetctx: 1 of 4 topics has no context",
    ]
    contextualize_batch(topics, expected, index=demo_index, scorer="jm(lam=0.4)", rules="dcu", run_id="185", workers=1)
    assert run.read_bytes() == expected.read_bytes()
    build_index([*demo_corpus], dcu_index, analyzer="dcu", workers=1)
    done = invoke(topics, "-o", run, "--index", dcu_index, "--preset", "dcu-186", "--run-id", "x", "--force")
    assert "warning" not in done.stderr
    assert {line.split("\t")[5] for line in run.read_text("utf-8").splitlines()} == {"x"}


def test_the_preset_default_is_none_at_all(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    options: list[str | Path] = ["--index", demo_index, "--workers", "1"]
    done = [
        invoke(topics, "-o", tmp_path / str(number), *options, *more)
        for number, more in enumerate([[], ["--preset", "default"], ["--preset", "default", "--scorer", "dcu-185"]])
    ]
    assert [one.exit_code for one in done] == [0, 0, 0]
    runs = [(tmp_path / str(number)).read_bytes() for number in range(3)]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    "preset", ["linked", "wikiqa-2s-i", "jm(lam=0.3)", "default(share=0.2)", "none | dir | policy(share=0.2)"]
)
def test_a_preset_that_is_no_run_is_a_scorer(preset: str, topics: Path, demo_index: Path, tmp_path: Path) -> None:
    options: list[str | Path] = ["--index", demo_index, "--workers", "1"]
    runs = [tmp_path / "a.run", tmp_path / "b.run"]
    for run, option in zip(runs, ("--preset", "--scorer"), strict=True):
        assert invoke(topics, "-o", run, *options, option, preset).exit_code == 0
    assert runs[0].read_bytes() == runs[1].read_bytes()


def test_an_unknown_preset(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    error = failure(topics, "-o", tmp_path / "a.run", "--index", demo_index, "--preset", "dcu-188")
    assert isinstance(error, ScorerError)
    assert "found 'dcu-188', expected one of jm, " in str(error)


@pytest.mark.thorough
def test_topics_from_standard_input(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    run, expected = tmp_path / "a.run", tmp_path / "b.run"
    options = ["--index", str(demo_index), "--workers", "1"]
    running = subprocess.run(
        [sys.executable, "-c", PROGRAM, "-", "-o", str(run), *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input=topics.read_bytes(),
        capture_output=True,
        check=False,
    )
    assert running.returncode == 0, running.stderr
    assert invoke(topics, "-o", expected, *options).exit_code == 0
    assert run.read_bytes() == expected.read_bytes()


def test_a_run_on_standard_output(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    expected, options = tmp_path / "b.run", ("--index", demo_index, "--workers", "1")
    done = invoke(topics, "-o", "-", *options)
    assert invoke(topics, "-o", expected, *options).exit_code == 0
    assert (done.exit_code, done.stdout_bytes) == (0, expected.read_bytes())
    assert done.stderr.splitlines()[-1].startswith("tweetctx: -: 4 topics, 3 contexts, ")
    both = invoke(topics, "-o", "-", "--resume")
    assert (both.exit_code, both.stdout) == (2, "")
    assert "expected a file for --resume" in " ".join(both.stderr.split())


def test_what_was_skipped(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    topics.write_bytes(b"Whitney Houston\ncaf\xe9\nAdele\n")
    run = tmp_path / "a.run"
    arguments = (topics, "-o", run, "--index", demo_index, "--workers", "1")
    assert f"{topics}, line 2: found byte 0xe9" in str(failure(*arguments))
    done = invoke(*arguments, "--on-error", "skip")
    assert done.exit_code == 0
    assert done.stdout.endswith(" sentences, 1 skipped\n")
    assert done.stderr.startswith(f"tweetctx: skipped: {topics}, line 2: found byte 0xe9")


def test_a_file_that_is_there(topics: Path, demo_index: Path, tmp_path: Path) -> None:
    run = tmp_path / "a.run"
    arguments = (topics, "-o", run, "--index", demo_index, "--workers", "1")
    assert invoke(*arguments).exit_code == 0
    whole = run.read_bytes()
    assert isinstance(failure(*arguments), RunError)
    for option in ("--resume", "--force"):
        assert invoke(*arguments, option).exit_code == 0
        assert run.read_bytes() == whole
    both = invoke(*arguments, "--resume", "--force")
    assert both.exit_code == 2
    assert "expected --resume or --force, not both" in " ".join(both.stderr.split())


@pytest.mark.parametrize("scorer", [["--scorer", "jm(lam=0.4)"], ["--preset", "dcu-185"], []])
def test_word_classes_are_for_the_model_that_uses_them(
    scorer: list[str], topics: Path, demo_index: Path, tmp_path: Path
) -> None:
    (tmp_path / "c.tsv").write_text("houston\t1\n")
    arguments = (topics, "-o", tmp_path / "a.run", "--index", demo_index, "--workers", "1")
    error = failure(*arguments, "--classes", tmp_path / "c.tsv", *scorer)
    assert isinstance(error, ParameterError)
    assert str(error).startswith("classes: found word classes beside the model ")
    assert invoke(*arguments, "--classes", tmp_path / "c.tsv", "--scorer", "class").exit_code == 0


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt(number: signal.Signals, long: Path, demo_index: Path, tmp_path: Path) -> None:
    """It reaches all processes of a terminal; one line is said, and the run can be resumed."""
    run = tmp_path / "a.run"
    arguments = (long, "-o", run, "--index", demo_index, "--workers", "2")
    stopped = stop(f"os.killpg(0, {number})", *arguments)
    out, err = stopped.communicate(timeout=120)
    assert (stopped.returncode, out) == (128 + number, b"")
    assert err.decode() == f"tweetctx: interrupted; `--resume` completes {run}\n"
    assert part_of(run).stat().st_size
    done = invoke(*arguments, "--resume")
    assert done.stdout.startswith(f"{run}: 200 topics, 150 contexts, ")


@pytest.mark.thorough
def test_workers_end_with_a_parent_that_is_killed(long: Path, demo_index: Path, tmp_path: Path) -> None:
    """Their ends of its pipes are closed, so that they are read to the end here: nobody holds them any more."""
    killed = stop(
        "os.kill(os.getpid(), signal.SIGKILL)", long, "-o", tmp_path / "a.run", "--index", demo_index, "--workers", "2"
    )
    assert killed.communicate(timeout=120)[0] == b""
    assert killed.returncode == -signal.SIGKILL


def test_the_rate_is_that_since_the_bar_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that was resumed at 1000 topics and does 10 in the next 2 seconds."""
    shown: list[tuple[object, ...]] = []

    def move(completed: float, total: float | None, description: str = "", **fields: object) -> None:
        shown.append((completed, total, description, fields["rate"]))

    now = iter([7.0, 9.0])
    monkeypatch.setattr("tweetctx.interfaces.commands.progress.monotonic", lambda: next(now))
    show = _showing(move)
    assert show is not None
    show(BatchProgress(1000, 8000))
    show(BatchProgress(1010, 8000))
    assert shown == [(1000, 8000, "1,000 topics", ""), (1010, 8000, "1,010 topics", "5 topics a second")]
    assert _showing(None) is None


def _everything(terminal: int) -> str:
    """All that a terminal is sent until nobody writes to it any more, which reading reports as an error."""
    pieces = []
    with suppress(OSError):
        while piece := os.read(terminal, 1 << 16):
            pieces.append(piece)
    return b"".join(pieces).decode()


@pytest.mark.thorough
@pytest.mark.parametrize("quiet", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_a_bar_on_a_terminal_only(quiet: bool, topics: Path, demo_index: Path, tmp_path: Path) -> None:
    terminal, its_end = os.openpty()
    command = [sys.executable, "-c", PROGRAM, topics, "-o", tmp_path / "a.run", "--index", demo_index]
    with subprocess.Popen(
        [*map(str, command), *(["--quiet"] if quiet else [])],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=its_end,
    ) as running:
        os.close(its_end)
        seen = _everything(terminal)  # while it runs: a terminal that nobody reads soon takes no more
        assert running.stdout
        printed = running.stdout.read()
    os.close(terminal)
    assert running.returncode == 0
    assert ("100%" in seen) == (not quiet)
    assert "tweetctx: 1 of 4 topics has no context" in seen
    assert printed.count(b"\n") == 1
