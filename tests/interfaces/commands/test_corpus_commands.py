"""`tweetctx corpus` as people run it."""

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tweetctx.corpus import ProblemKind, convert_corpus, read_articles
from tweetctx.errors import ConversionError, DownloadError, ParameterError, TweetctxError
from tweetctx.interfaces.commands import cli, shared
from tweetctx.interfaces.commands.app import app
from tweetctx.reading.progress import ReadingProgress
from tweetctx.wikipedias import downloads
from tweetctx.wikipedias.downloads import Download, DownloadedFile, connection

ROOT = Path(cli.__file__).parents[3]


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["corpus", *map(str, arguments)])


def failure(*arguments: str | Path) -> TweetctxError:
    """The error that the command line would print."""
    done = invoke(*arguments)
    assert isinstance(done.exception, TweetctxError)
    assert done.stdout == ""
    return done.exception


@pytest.fixture
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(connection.Client, "open", refuse)


@pytest.mark.usefixtures("_no_network")
def test_the_list_needs_no_network() -> None:
    done = invoke("list")
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert names[:2] == ["simplewiki", "enwiki"]
    assert {"dewiki", "frwiki", "eswiki", "ruwiki"} < set(names)
    assert len(set(names)) == len(names)
    assert "dewiki       German\n" in done.stdout
    assert "any other Wikipedia goes by its language's code and wiki" in done.stderr


def test_a_download_prints_what_came(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: dict[str, object] = {}

    def download(name: str, date: str, **options: object) -> Download:
        given.update(options, name=name, date=date)
        files = (DownloadedFile(Path("a.bz2"), 1234567, was_there=False), DownloadedFile(Path("b"), 1, was_there=True))
        return Download(name, "20260901", files)

    monkeypatch.setattr(downloads, "download_dump", download)
    monkeypatch.setenv("TWEETCTX_CONTACT", "reader@example.org")
    done = invoke(
        "download", "enwiki", "--date", "20260901", "-o", tmp_path, "--url", "https://mirror.example", "--quiet"
    )
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "a.bz2: 1,234,567 bytes, checked\nb: 1 bytes, checked, was there already\n"
    options = {name: given[name] for name in ("name", "date", "folder", "url", "contact")}
    assert options == {
        "name": "enwiki",
        "date": "20260901",
        "folder": tmp_path,
        "url": "https://mirror.example",
        "contact": "reader@example.org",
    }
    invoke("download", "enwiki")
    assert (given["date"], given["url"]) == ("latest", "https://dumps.wikimedia.org")


def test_errors_of_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(failure("download", "En"), ParameterError)
    assert isinstance(failure("download", "enwiki", "--url", "file:///"), ParameterError)
    monkeypatch.setenv("no_proxy", "*")
    offline = failure("download", "enwiki", "--url", "https://no-such-host.invalid")
    assert isinstance(offline, DownloadError)
    assert "no-such-host.invalid cannot be reached" in str(offline)


@pytest.mark.parametrize("command", ["download", "convert"])
def test_ctrl_c_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, demo_corpus: list[Path], command: str) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(downloads, "download_dump", interrupt)
    monkeypatch.setattr("tweetctx.corpus.convert_corpus", interrupt)
    done = invoke(command, "enwiki") if command == "download" else invoke(command, *demo_corpus, "-o", "x.jsonl")
    assert (done.exit_code, done.stdout) == (130, "")
    assert shared.interrupt_hint == "the same command continues"  # `tweetctx.interfaces.commands.cli` says it


def test_a_conversion(demo_corpus: list[Path], tmp_path: Path) -> None:
    file = tmp_path / "demo.jsonl.gz"
    done = invoke("convert", *demo_corpus, "-o", file, "--workers", "1")
    size = file.stat().st_size
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{file}: 234 articles, {size:,} bytes, 0 skipped\n"
    assert list(read_articles([file])) == list(read_articles(demo_corpus))
    assert isinstance(failure("convert", *demo_corpus, "-o", file), ConversionError)
    assert invoke("convert", *demo_corpus, "-o", file, "--restart").exit_code == 0


def test_a_conversion_says_what_it_skipped(tmp_path: Path) -> None:
    lines = ['{"id": "1", "title": "Mill", "text": "A mill grinds."}', *["{}"] * 1000, "[]", "[7]"]
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    done = invoke("convert", tmp_path / "a.jsonl", "-o", tmp_path / "b.jsonl", "--on-error", "skip")
    assert done.stdout == f"{tmp_path}/b.jsonl: 1 article, 82 bytes, 1,002 skipped\n"
    places = "; ".join(f"{tmp_path}/a.jsonl, line {number}" for number in (2, 3, 4))
    assert done.stderr.splitlines() == [
        f'tweetctx: skipped 1,000: no "id" (in {places}; ...)',
        f"tweetctx: skipped 2: JSON that is a list (in {tmp_path}/a.jsonl, line 1002; {tmp_path}/a.jsonl, line 1003)",
    ]
    assert 'found no "id"' in str(failure("convert", tmp_path / "a.jsonl", "-o", tmp_path / "c.jsonl"))


def test_problems_without_places() -> None:
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shared, "complain", said.append)
        shared.report_problems([ProblemKind("x", 2, ())])
    assert said == ["skipped 2: x"]


def test_options_of_a_conversion_arrive(
    monkeypatch: pytest.MonkeyPatch, demo_corpus: list[Path], tmp_path: Path
) -> None:
    given: list[dict[str, object]] = []

    def convert(*_: object, **options: object) -> object:
        given.append(options)
        return convert_corpus(demo_corpus, tmp_path / f"{len(given)}.jsonl")

    monkeypatch.setattr("tweetctx.corpus.convert_corpus", convert)
    invoke(
        "convert",
        *demo_corpus,
        "-o",
        "x",
        *["--lists", "--tables", "--workers", "3", "--on-error", "skip", "--restart"],
    )
    invoke("convert", *demo_corpus, "-o", "x")
    names = ("lists", "tables", "workers", "on_error", "restart")
    assert [[one[name] for name in names] for one in given] == [
        [True, True, 3, "skip", True],
        [False, False, None, "stop", False],
    ]


# The progress bar.


def test_the_pace_is_that_since_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter([5.0, 5.0, 9.0])
    monkeypatch.setattr(shared, "monotonic", lambda: next(now))
    pace = shared.Pace()
    assert [pace(1000), pace(1000), pace(1200)] == [0.0, 0.0, 50.0]


def test_what_is_said_of_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextmanager
    def bar(*_: object, **__: object) -> Iterator[shared.Move]:
        yield lambda *_, counts: told.append(counts)

    now = iter([5.0, 7.0])
    monkeypatch.setattr(shared, "progress_bar", bar)
    monkeypatch.setattr(shared, "monotonic", lambda: next(now))
    with shared.reading_bar(False) as show:
        for done in (0, 6_420_000):
            show(ReadingProgress("reading", 12345, 6789, done, 10_000_000))
    assert told == ["12,345 articles, 0.0 MB/s, 6,789 skipped", "12,345 articles, 3.2 MB/s, 6,789 skipped"]


def on_terminal(*arguments: str | Path) -> str:
    """What a command shows on a terminal."""
    master, slave = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "150", "TERM": "xterm"}
    command = [sys.executable, "-m", "tweetctx", "corpus", *map(str, arguments)]
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    shown = b""
    try:
        while piece := os.read(master, 1 << 16):
            shown += piece
    except OSError:  # how a terminal ends
        pass
    os.close(master)
    assert running.wait(60) == 0
    return shown.decode()


@pytest.mark.thorough
def test_a_bar_on_a_terminal(demo_corpus: list[Path], tmp_path: Path) -> None:
    shown = on_terminal("convert", *demo_corpus, "-o", tmp_path / "a.jsonl")
    assert "234 articles" in shown
    assert "MB/s" in shown
    assert "0 skipped" in shown
    assert on_terminal("convert", *demo_corpus, "-o", tmp_path / "b.jsonl", "--quiet") == ""
