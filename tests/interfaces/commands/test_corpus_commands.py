"""`tweetctx corpus` as people run it."""

import gzip
import hashlib
import json
import os
import pty
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from typer.testing import CliRunner, Result

from tweetctx.corpus import ProblemKind, convert_corpus, read_articles
from tweetctx.errors import ConversionError, DownloadError, ParameterError, TweetctxError
from tweetctx.interfaces.commands import cli, progress, shared
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
    assert done.stdout == "a.bz2: 1,234,567 bytes, checked\nb: 1 byte, checked, was there already\n"
    options = {name: given[name] for name in ("name", "date", "folder", "url", "contact")}
    assert options == {
        "name": "enwiki",
        "date": "20260901",
        "folder": tmp_path,
        "url": "https://mirror.example",
        "contact": "reader@example.org",
    }
    trusted = [given["checksums"]]
    invoke("download", "enwiki", "--url", "http://127.0.0.1:8080")
    assert [*trusted, given["checksums"]] == ["https://dumps.wikimedia.org", "http://127.0.0.1:8080"]
    invoke("download", "enwiki")
    assert (given["date"], given["url"]) == ("latest", "https://dumps.wikimedia.org")


@pytest.mark.thorough
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
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    pace = progress.Pace()
    assert [pace(1000), pace(1000), pace(1200)] == [0.0, 0.0, 50.0]


def test_what_is_said_of_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextmanager
    def bar(*_: object, **__: object) -> Iterator[progress.Move]:
        yield lambda *_, counts: told.append(counts)

    now = iter([5.0, 7.0])
    monkeypatch.setattr(progress, "progress_bar", bar)
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    with progress.reading_bar(False) as show:
        for done in (0, 6_420_000):
            show(ReadingProgress("reading", 12345, 6789, done, 10_000_000))
    assert told == ["12,345 articles, 0.0 MB/s, 6,789 skipped", "12,345 articles, 3.2 MB/s, 6,789 skipped"]


def test_without_a_terminal_a_line_says_how_far_the_work_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Event()
    told: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        said.set()

    monkeypatch.setattr(progress, "PAUSE", 0.01)
    monkeypatch.setattr(progress, "complain", tell)
    with progress.reading_bar(False) as show:
        show(ReadingProgress("compiling, once", 0, 0, 0, 10_000_000))
        assert said.wait(60)
        show(ReadingProgress("reading", 1234, 5, 2_500_000, 10_000_000))
        while not told[-1].startswith("reading"):
            said.wait(0.01)
    assert told[0] == "compiling, once: 0 %, 0 articles, 0.0 MB/s, 0 skipped"
    assert re.fullmatch(r"reading: 25 %, 1,234 articles, [\d.]+ MB/s, 5 skipped", told[-1])
    with progress.reading_bar(True) as show:
        show(ReadingProgress("reading", 1, 0, 1, 1))
    assert capsys.readouterr().err == ""


def test_lines_are_ten_seconds_apart_and_none_comes_of_work_that_has_not_begun(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "PAUSE = 10.0  # seconds" in Path(progress.__file__).read_text("utf-8")
    with progress.progress_bar(False) as move:
        assert move is not None
    assert capsys.readouterr().err == ""


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


# Sources.


@pytest.mark.parametrize(
    "address",
    ["https://dumps.example.org//enwiki/latest/", "http://example.org/a.xml.bz2", "HTTPS://example.org/x", "ftp://x/y"],
)
def test_an_address_is_told_to_be_downloaded_first(address: str, tmp_path: Path) -> None:
    expected = f"{address}: found an address, expected a file or a folder: download it first; `tweetctx get` downloads"
    assert str(failure("convert", address, "-o", tmp_path / "x.jsonl")).startswith(expected)
    done = CliRunner().invoke(app, ["index", "build", address, "-o", str(tmp_path / "x.idx")])
    assert str(done.exception).startswith(expected)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_standard_input_is_a_source(tmp_path: Path) -> None:
    lines = [{"id": str(n), "url": "", "title": f"Mill {n}", "text": "A mill grinds grain."} for n in range(3)]
    given = gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode())
    command = ["index", "build", "-", "-o", str(tmp_path / "x.idx"), "--workers", "1"]
    done = CliRunner().invoke(app, command, input=given)
    assert (done.exit_code, done.stdout.partition(",")[0]) == (0, f"{tmp_path / 'x.idx'}: 3 articles")
    info = CliRunner().invoke(app, ["index", "info", str(tmp_path / "x.idx")]).stdout
    assert f"standard-input, {len(given)} bytes, SHA-256 {hashlib.sha256(given).hexdigest()}" in info
    converted = CliRunner().invoke(app, ["corpus", "convert", "-", "-o", str(tmp_path / "x.jsonl")], input=given)
    assert converted.exit_code == 0
    assert [article.title for article in read_articles([tmp_path / "x.jsonl"])] == ["Mill 0", "Mill 1", "Mill 2"]


@pytest.mark.parametrize("compress", [bytes, gzip.compress], ids=["tar", "tar.gz"])
@pytest.mark.parametrize(
    "content", ['{"id": "1", "url": "", "title": "A", "text": "One."}\n', '<doc id="1" title="A">\nA\n</doc>\n', "A.\n"]
)
def test_a_tar_of_other_files_is_told_to_be_unpacked(
    content: str, compress: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    (tmp_path / "AA").mkdir()
    (tmp_path / "AA" / "wiki_00").write_text(content)
    with tarfile.open(tmp_path / "plain.tar", "w") as archive:
        archive.add(tmp_path / "AA", "AA")
    path = tmp_path / "x.tar"
    path.write_bytes(compress((tmp_path / "plain.tar").read_bytes()))
    said = str(failure("convert", path, "-o", tmp_path / "x.jsonl"))
    assert said.startswith(f"{path}: found a tar of other files, such as AA/wiki_00; expected a snapshot of Wikimedia")
    assert said.endswith("unpack it first (tar xf)")


@pytest.mark.parametrize(
    ("name", "meant"), [("simple", "simplewiki"), ("German", "dewiki"), ("en", "enwiki"), ("simplwik", "simplewiki")]
)
def test_the_name_that_was_meant_is_suggested(name: str, meant: str) -> None:
    assert str(failure("download", name)).endswith(f"such as enwiki or simplewiki; did you mean {meant}?")
