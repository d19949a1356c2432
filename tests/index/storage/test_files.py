import hashlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import index_contents
import numpy as np
import pytest
from plain_collection import BY_HAND, contents, random_articles, write_articles

import tweetctx.index.build.changes as changes
import tweetctx.index.build.reading as build
from tweetctx.errors import (
    CorpusError,
    IndexAccessError,
    IndexDamagedError,
    IndexMissingError,
    IndexVersionError,
    TweetctxError,
)
from tweetctx.index import BuildProgress, add_articles, build_index, compact_index, open_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.files import MANIFEST, VERSION, Change, read_manifest

ARTICLES = random_articles(21, 150)
OTHERS = random_articles(22, 40)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index that is only to be copied."""
    folder = tmp_path_factory.mktemp("built")
    build_index(write_articles(folder / "source", BY_HAND), folder / "index", workers=1)
    return folder / "index"


@pytest.fixture
def index(built: Path, tmp_path: Path) -> Path:
    return shutil.copytree(built, tmp_path / "wiki.idx")


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """And no place to go on from, which a slow machine would keep after KEEP_SECONDS."""
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 500)
    monkeypatch.setattr(build, "KEEP_SECONDS", 1000.0)


def answers(index: EmbeddedIndex) -> list[Any]:
    """What an index says of many things."""
    terms = [index.vocabulary.term(number) for number in range(len(index.vocabulary))]
    return [
        terms,
        index.cf.tolist(),
        [index.search([term], k=100) for term in terms[:60]],
        [index.article(number) for number in range(index.stats.documents)],
        [index_contents.sentence_text(index, number) for number in range(index.stats.sentences)],
        [row.tolist() for row in index_contents.passage_terms(index, np.arange(index.stats.passages))],
    ]


def every_answer(index: EmbeddedIndex) -> list[Any]:
    """The same, and what a build or a change asks of it besides."""
    names = [segment.forward.names.take(np.arange(len(segment.forward.names))) for segment in index.segments]
    return [answers(index), [[row.tolist() for row in rows] for rows in names]]


def data_files(index: Path) -> list[Path]:
    manifest = json.loads((index / MANIFEST).read_text())
    return sorted(index / name for name in manifest["files"])


class Stop(BaseException):
    """Not an Exception, like KeyboardInterrupt."""


def fail_at(stage: str, articles: int, error: type[BaseException]) -> Callable[[BuildProgress], None]:
    def on_progress(progress: BuildProgress) -> None:
        if progress.stage == stage and progress.articles >= articles:
            raise error

    return on_progress


def kill_a_worker(progress: BuildProgress) -> None:
    if progress.articles < 50:
        for process in multiprocessing.active_children()[:1]:
            process.kill()
            process.join()


def broken_source(tmp_path: Path) -> Path:
    source = write_articles(tmp_path / "broken", ARTICLES)
    with source.open("a", encoding="utf-8") as file:
        file.write('{"id": "1", "title": 3}\n')
    return source


def interrupted(tmp_path: Path, index: Path, how: str) -> None:
    source = write_articles(tmp_path / "source", ARTICLES)
    if how == "broken source":
        with pytest.raises(CorpusError, match='broken, line 151: found "title" that is a number; expected a string'):
            build_index(broken_source(tmp_path), index, workers=1)
    elif how == "broken source, workers":
        with pytest.raises(CorpusError, match="broken, line 151"):
            build_index(broken_source(tmp_path), index, workers=2)
    elif how == "reading":
        with pytest.raises(KeyboardInterrupt):
            build_index(source, index, workers=1, on_progress=fail_at("reading", 70, KeyboardInterrupt))
    elif how == "reading, workers":
        with pytest.raises(KeyboardInterrupt):
            build_index(source, index, workers=2, on_progress=fail_at("reading", 5, KeyboardInterrupt))
    elif how == "writing":
        with pytest.raises(Stop):
            build_index(source, index, workers=1, on_progress=fail_at("writing", 0, Stop))
    else:
        with pytest.raises((TweetctxError, BrokenProcessPool)):
            build_index(source, index, workers=2, on_progress=kill_a_worker)
    assert multiprocessing.active_children() == []


HOW = [
    "broken source",
    "broken source, workers",
    "reading",
    "reading, workers",
    "writing",
    "killed worker",
]


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("how", HOW)
def test_an_interrupted_build_leaves_nothing_or_the_old_index(tmp_path: Path, index: Path, how: str) -> None:
    fresh = tmp_path / "fresh.idx"
    interrupted(tmp_path, fresh, how)
    assert not fresh.exists()
    with pytest.raises(IndexMissingError):
        open_index(fresh)
    if "workers" in how:  # each takes its time to begin
        return
    before, old = contents(index), EmbeddedIndex(index)
    said = answers(old)
    interrupted(tmp_path, index, how)
    assert contents(index) == before
    assert answers(old) == answers(EmbeddedIndex(index)) == said


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["write_segment", "write_state", "publish"])
def test_a_build_that_fails_at_its_end_leaves_the_old_index(
    tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: BaseException
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(Change if step == "publish" else changes, step, fail)
    before = contents(index)
    source = write_articles(tmp_path / "source", ARTICLES)
    for destination in (index, tmp_path / "fresh.idx"):
        with pytest.raises(IndexAccessError if isinstance(error, OSError) else type(error)) as raised:
            build_index(source, destination, workers=1)
        if isinstance(error, OSError):
            expected = f"{destination}: cannot be written (No space left on device); it is as it was"
            assert str(raised.value) == expected
    assert contents(index) == before
    assert not (tmp_path / "fresh.idx").exists()


def test_a_crash_before_the_last_step_leaves_the_old_index(
    tmp_path: Path, index: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new index.json is written beside the old one; until it is moved the old index stands."""
    real = Path.replace

    def crash(path: Path, target: Path) -> Path:
        if target.name == MANIFEST:
            raise Stop
        return real(path, target)

    said = answers(EmbeddedIndex(index))
    monkeypatch.setattr(Path, "replace", crash)
    # A crash does not clean up.
    monkeypatch.setattr(Change, "discard", lambda made, **_: os.close(made._lock))
    with pytest.raises(Stop):
        build_index(write_articles(tmp_path / "source", ARTICLES), index, workers=1)
    assert len(list(index.glob("segment-*"))) == len(list(index.glob("state-*"))) == 2
    assert answers(EmbeddedIndex(index)) == said
    monkeypatch.undo()
    build_index(write_articles(tmp_path / "others", OTHERS), index, workers=1)
    assert EmbeddedIndex(index).article(3) == OTHERS[3]
    assert sorted(path.name.split("-")[0] for path in index.iterdir()) == [MANIFEST, "segment", "state"]


KILLED = """
import sys, time
import tweetctx.index.build.reading as build
build.BATCH_CHARACTERS = 500
def on_progress(progress):
    if progress.stage == sys.argv[3] and progress.articles >= 40:
        print("now", flush=True)
        time.sleep(60)
build.build_index(sys.argv[1], sys.argv[2], workers=1, on_progress=on_progress)
"""


@pytest.mark.thorough
@pytest.mark.parametrize("stage", ["reading", "writing"])
def test_a_killed_build_is_forgotten_by_the_next(tmp_path: Path, index: Path, stage: str) -> None:
    before, old = contents(index), EmbeddedIndex(index)
    said = answers(old)
    source = write_articles(tmp_path / "source", ARTICLES)
    with subprocess.Popen([sys.executable, "-c", KILLED, source, index, stage], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"now\n"
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
    left = contents(index)
    assert {name: left[name] for name in before} == before
    assert len(left) > len(before)
    assert answers(old) == answers(EmbeddedIndex(index)) == said
    build_index(source, index, workers=1)
    assert EmbeddedIndex(index).article(3) == ARTICLES[3]
    assert EmbeddedIndex(index).verify() == []
    assert answers(old) == said
    assert len(list(index.iterdir())) == 3
    build_index(source, tmp_path / "fresh", workers=1)
    assert {path.name: path.read_bytes() for path in data_files(index)} == {
        path.name: path.read_bytes() for path in data_files(tmp_path / "fresh")
    }


def test_a_reader_goes_on_while_its_index_is_replaced(tmp_path: Path, index: Path) -> None:
    said = answers(EmbeddedIndex(index))
    first = EmbeddedIndex(index)  # has read nothing yet
    during: list[Any] = []
    source = write_articles(tmp_path / "others", OTHERS)
    build_index(source, index, workers=1, on_progress=lambda _: during.append(answers(EmbeddedIndex(index))))
    assert during
    assert all(answer == said for answer in during)
    second = EmbeddedIndex(index)
    assert second.article(0) == OTHERS[0]
    build_index(source, index, workers=1)
    assert answers(first) == said
    assert answers(second) == answers(EmbeddedIndex(index)) != said
    assert sorted(path.name.split("-")[0] for path in index.iterdir()) == [MANIFEST, "segment", "state"]


@pytest.mark.parametrize("kind", ["file", "folder", "folder of data"])
def test_a_destination_that_is_something_else_is_refused(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "mine"
    if kind == "file":
        place.write_text("my text")
        expected = f"{place}: found a file, expected the folder of an index"
    else:
        place.mkdir()
        (place / ("data-000001" if kind == "folder of data" else "letters")).mkdir()
        (place / "thesis.txt").write_text("my text")
        expected = f"{place}: found a folder with other things in it, expected an index or nothing"
    before = sorted(tmp_path.rglob("*"))
    source = write_articles(tmp_path.parent / f"{tmp_path.name}.jsonl", BY_HAND)
    with pytest.raises(IndexAccessError) as raised:
        build_index(source, place, workers=1)
    assert str(raised.value) == expected
    assert sorted(tmp_path.rglob("*")) == before
    assert (place if kind == "file" else place / "thesis.txt").read_text() == "my text"


def test_a_destination_may_be_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    build_index(write_articles(tmp_path / "source", BY_HAND), tmp_path / "empty", workers=1)
    assert EmbeddedIndex(tmp_path / "empty").article(1) == BY_HAND[1]


def test_a_source_that_is_not_there_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="nowhere: not found"):
        build_index(tmp_path / "nowhere", tmp_path / "index")
    assert list(tmp_path.iterdir()) == []


def check_error(path: Path, error: type[IndexAccessError], *parts: object) -> None:
    with pytest.raises(error) as raised:
        open_index(path)
    assert type(raised.value) is error
    for part in parts:
        assert str(part) in str(raised.value)


def test_nothing_to_open(tmp_path: Path) -> None:
    check_error(tmp_path / "none", IndexMissingError, f"{tmp_path / 'none'}: found nothing, expected an index")


def test_a_folder_or_file_that_is_no_index(tmp_path: Path) -> None:
    check_error(tmp_path, IndexMissingError, f"{tmp_path}: not a tweetctx index, it holds no {MANIFEST}")
    (tmp_path / "letter.txt").write_text("my text")
    check_error(tmp_path, IndexMissingError, tmp_path, MANIFEST)
    check_error(tmp_path / "letter.txt", IndexMissingError, tmp_path / "letter.txt")
    (tmp_path / MANIFEST).mkdir()
    check_error(tmp_path, IndexMissingError, tmp_path, MANIFEST)


@pytest.mark.parametrize("text", ["{}", "[]", "3", "null", '"tweetctx-index"', '{"format": "lucene", "version": 1}'])
def test_json_of_something_else(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    check_error(tmp_path, IndexMissingError, tmp_path / MANIFEST, "not a tweetctx index", "'tweetctx-index'")


@pytest.mark.parametrize("version", [1, 2, VERSION + 1, 0, str(VERSION), None, [VERSION]])
def test_another_version(index: Path, version: object) -> None:
    """Without a look at the rest, which a newer version may well have changed."""
    (index / MANIFEST).write_text(json.dumps({"format": "tweetctx-index", "version": version}))
    check_error(
        index, IndexVersionError, index / MANIFEST, f"found version {version!r}", f"reads version {VERSION}", "build"
    )


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b'{"format": "tweetctx-ind', b"{}{}", b"not JSON"])
def test_a_manifest_that_is_no_json(index: Path, text: bytes) -> None:
    (index / MANIFEST).write_bytes(text)
    check_error(index, IndexDamagedError, f"{index / MANIFEST}: damaged, expected JSON")


def test_a_truncated_manifest(index: Path) -> None:
    whole = (index / MANIFEST).read_bytes()
    for length in range(0, len(whole) - 2, 97):
        (index / MANIFEST).write_bytes(whole[:length])
        check_error(index, IndexDamagedError, index / MANIFEST)


@pytest.mark.parametrize(
    "key", ["analyzer", "counts", "files", "segments", "state", "windows", "checksum", "spacy_model"]
)
def test_an_altered_or_incomplete_manifest(index: Path, key: str) -> None:
    whole = json.loads((index / MANIFEST).read_text())
    for manifest in (whole | {key: "altered"}, {name: value for name, value in whole.items() if name != key}):
        (index / MANIFEST).write_text(json.dumps(manifest))
        check_error(index, IndexDamagedError, f"{index / MANIFEST}: damaged, its content does not fit its checksum")


def test_a_flipped_bit_in_the_manifest_never_passes(index: Path) -> None:
    path = index / MANIFEST
    whole = path.read_bytes()
    expected, chance = json.loads(whole), random.Random(4)  # noqa: S311
    raised = 0
    places = chance.sample(range(len(whole)), 1_000)
    for place in places:
        altered = bytearray(whole)
        altered[place] ^= 1 << chance.randrange(8)
        path.write_bytes(altered)
        try:
            assert read_manifest(index) == expected, place
        except IndexAccessError as error:
            raised += 1
            assert str(path) in str(error)  # noqa: PT017
    assert raised > 0.9 * len(places)
    path.write_bytes(whole)
    assert EmbeddedIndex(index).verify() == []


def test_a_truncated_data_file(built: Path, index: Path) -> None:
    paths = data_files(index)
    assert len(paths) > 20
    for path in paths:
        whole = path.read_bytes()
        for part in {whole[:-1], whole[: len(whole) // 2], whole[:0], whole + b"\0"} - {whole}:
            path.write_bytes(part)
            expected = f"{path}: damaged, found {len(part)} bytes, expected {len(whole)}"
            check_error(index, IndexDamagedError, expected)
        path.write_bytes(whole)
    assert answers(EmbeddedIndex(index)) == answers(EmbeddedIndex(built))


def test_a_missing_data_file(index: Path) -> None:
    for path in data_files(index):
        path.rename(path.with_suffix(".away"))
        check_error(index, IndexDamagedError, f"{path}: cannot be read (No such file or directory)")
        path.with_suffix(".away").rename(path)
    shutil.rmtree(index / json.loads((index / MANIFEST).read_text())["state"])
    check_error(index, IndexDamagedError, "cannot be read")


def test_opening_finds_a_flipped_bit_in_every_array(index: Path) -> None:
    chance = random.Random(5)  # noqa: S311
    paths = [path for path in data_files(index) if path.suffix == ".npy"]
    assert len(paths) > 30
    for path in paths:
        whole = path.read_bytes()
        for place in {0, len(whole) - 1, chance.randrange(len(whole))}:
            altered = bytearray(whole)
            altered[place] ^= 1 << chance.randrange(8)
            path.write_bytes(altered)
            check_error(index, IndexDamagedError, f"{path}: damaged, its content does not fit its checksum")
        path.write_bytes(bytes(len(whole)))
        check_error(index, IndexDamagedError, f"{path}: damaged, its content does not fit its checksum")
        path.write_bytes(whole)
    assert EmbeddedIndex(index).verify() == []


def test_using_finds_a_flipped_bit_in_every_large_file(index: Path) -> None:
    said = answers(EmbeddedIndex(index))
    paths = [path for path in data_files(index) if path.suffix == ".bin" and path.stat().st_size]
    assert {path.stem for path in paths} >= {"postings", "sentences", "headings", "articles", "sentences_terms"}
    for path in paths:
        whole = path.read_bytes()
        for place in (0, len(whole) // 2, len(whole) - 1):
            altered = bytearray(whole)
            altered[place] ^= 16
            path.write_bytes(altered)
            opened = EmbeddedIndex(index)
            with pytest.raises(IndexDamagedError, match=f"^{path}: damaged, "):
                every_answer(opened)
        path.write_bytes(whole)
    assert answers(EmbeddedIndex(index)) == said


def test_verify_finds_a_flipped_bit_in_every_data_file(index: Path) -> None:
    opened, chance = EmbeddedIndex(index), random.Random(5)  # noqa: S311
    paths = [path for path in data_files(index) if path.stat().st_size]
    assert len(paths) > 50
    for path in paths:
        whole = path.read_bytes()
        for place in {0, len(whole) - 1, chance.randrange(len(whole))}:
            altered = bytearray(whole)
            altered[place] ^= 1 << chance.randrange(8)
            path.write_bytes(altered)
            assert opened.verify() == [f"{path}: altered, its content does not fit its checksum"]
        path.write_bytes(whole)
    assert opened.verify() == []


def test_verify_names_all_damaged_files(index: Path) -> None:
    opened, paths = EmbeddedIndex(index), data_files(index)[3:6]
    for path in paths:
        with path.open("r+b") as file:
            file.write(b"\0\0")
    assert opened.verify() == [f"{path}: altered, its content does not fit its checksum" for path in paths]


def test_verify_says_which_file_is_gone(index: Path) -> None:
    opened = EmbeddedIndex(index)
    path = data_files(index)[5]
    path.unlink()
    assert opened.verify() == [f"{path}: altered, its content does not fit its checksum"]


def test_texts_that_are_something_else(index: Path) -> None:
    path = next(path for path in data_files(index) if path.name == "sentences.bin")
    path.write_bytes(b"\xff" * path.stat().st_size)
    opened = EmbeddedIndex(index)
    with pytest.raises(IndexDamagedError, match=f"^{path}: damaged, block 0 does not decompress"):
        index_contents.passage(opened, 0)


def test_a_damaged_manifest_is_never_taken_for_another(tmp_path: Path, index: Path) -> None:
    """A number that is not the one of the folder must not let the folder be removed as a leftover."""
    manifest = index / MANIFEST
    whole = manifest.read_text()
    manifest.write_text(whole.replace("segment-000001", "segment-000005"))
    before = contents(index)
    source = write_articles(tmp_path / "source", OTHERS)
    attempts: list[Callable[[], object]] = [
        lambda: build_index(source, index, workers=1),
        lambda: add_articles(source, index, workers=1),
        lambda: remove_articles(index, ["7"]),
        lambda: compact_index(index),
    ]
    for change in attempts:
        with pytest.raises(IndexDamagedError, match=f"^{manifest}: damaged"):
            change()
        assert contents(index) == before
    manifest.write_text(whole)
    assert EmbeddedIndex(index).verify() == []


def test_an_index_of_an_older_version_is_replaced(tmp_path: Path) -> None:
    """What it is made of is none of our business, but for the name of its folder."""
    old = tmp_path / "old.idx"
    (old / "data-000004").mkdir(parents=True)
    (old / "data-000004" / "cf.npy").write_bytes(b"numbers")
    manifest = {"format": "tweetctx-index", "version": 2, "generation": "data-000004"}
    text = json.dumps(manifest, sort_keys=True).encode()
    digest = hashlib.blake2b(text, digest_size=16).hexdigest()
    (old / MANIFEST).write_text(json.dumps(manifest | {"checksum": digest}))
    source = write_articles(tmp_path / "source", OTHERS)
    before = contents(old)
    with pytest.raises(IndexVersionError, match="found version 2"):
        add_articles(source, old, workers=1)
    with pytest.raises(CorpusError):
        build_index(broken_source(tmp_path), old, workers=1)
    assert contents(old) == before
    build_index(source, old, workers=1)
    assert EmbeddedIndex(old).article(3) == OTHERS[3]
    assert not (old / "data-000004").exists()


def test_skipping_counts(tmp_path: Path) -> None:
    lines = write_articles(tmp_path / "good", OTHERS).read_text().splitlines()
    broken = ["{", '{"id": 1}', "[]", '{"id": 1, "title": "x", "text": 4}'] * 6
    mixed = [line for pair in zip(lines, broken, strict=False) for line in pair] + lines[len(broken) :]
    (tmp_path / "mixed").write_text("\n".join(mixed) + "\n")
    report = build_index(tmp_path / "mixed", tmp_path / "index", workers=1, on_error="skip")
    assert (report.articles, report.skipped) == (len(OTHERS), 24)
    kinds = {kind.found: kind for kind in report.problem_kinds}
    assert {found.split(" (")[0]: kind.count for found, kind in kinds.items()} == {
        "no JSON": 6,
        'no "title"': 6,
        "JSON that is a list": 6,
        '"text" that is a number': 6,
    }
    assert kinds['no "title"'].places == tuple(f"{tmp_path / 'mixed'}, line {line}" for line in (4, 12, 20))
    build_index(tmp_path / "good", tmp_path / "good.idx", workers=1)
    assert contents(tmp_path / "index") == contents(tmp_path / "good.idx")
    with pytest.raises(CorpusError, match="mixed, line 2: found no JSON"):
        build_index(tmp_path / "mixed", tmp_path / "stopped", workers=1)


def test_skipping_everything_makes_an_empty_index(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("{\n{\n")
    report = build_index(tmp_path / "bad", tmp_path / "index", workers=1, on_error="skip")
    assert (report.articles, report.passages, report.terms, report.skipped) == (0, 0, 0, 2)
    index = EmbeddedIndex(tmp_path / "index")
    assert index.search("anything") == []
    assert index.stats.collection_length == 0


def test_an_index_that_may_only_be_read(index: Path) -> None:
    expected = answers(EmbeddedIndex(index))
    for path in [*index.rglob("*"), index]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    try:
        opened = EmbeddedIndex(index)
        assert answers(opened) == expected
        assert opened.verify() == []
    finally:
        for path in [index, *index.rglob("*")]:
            path.chmod(0o755)


def test_an_index_that_is_dropped_releases_its_files(index: Path) -> None:
    descriptors = Path("/proc/self/fd")
    if not descriptors.is_dir():
        pytest.skip("needs /proc")
    before = len(list(descriptors.iterdir()))
    several = [EmbeddedIndex(index) for _ in range(5)]
    assert all(opened.search("jersey") for opened in several)
    several.clear()
    assert len(list(descriptors.iterdir())) <= before
