import errno
import hashlib
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import index_contents
import numpy as np
import pytest
from array_files import arrays_of, replace_arrays, sign
from plain_collection import BY_HAND, contents, contents_of_other_sources, random_articles, write_articles

import tweetctx.index.building.building as build
from tweetctx.errors import (
    CorpusError,
    IndexAccessError,
    IndexDamagedError,
    IndexMissingError,
    IndexVersionError,
    TweetctxError,
)
from tweetctx.index import add_articles, build_index, compact_index, open_index, remove_articles
from tweetctx.index.building import changes
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage import files
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import MANIFEST, VERSION, file_entries, read_manifest
from tweetctx.index.storage.surface_rows import TABLES
from tweetctx.reading.progress import ReadingProgress
from tweetctx.text.word_counts import TABLES as WORD_TABLES

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
    monkeypatch.setattr(build, "KEEP_SECONDS", float("inf"))  # nothing to go on from, however slow the machine is
    monkeypatch.setattr(build, "KEEP_SECONDS", 3600.0)


def answers(index: EmbeddedIndex) -> list[Any]:
    """What an index says of many things."""
    terms = [index.vocabulary.term(number) for number in range(len(index.vocabulary))]
    return [
        terms,
        np.asarray(index.cf).tolist(),
        [index.search([term], k=100) for term in terms[:60]],
        [index.article(number) for number in range(index.stats.documents)],
        [index_contents.sentence_text(index, number) for number in range(index.stats.sentences)],
        [row.tolist() for row in index_contents.passage_terms(index, np.arange(index.stats.passages))],
    ]


def every_answer(index: EmbeddedIndex) -> list[Any]:
    """The same, and what linking, breaking hashtags, a build or a change ask of it besides."""
    tables = [part.surfaces.rows(name) for part in index.segments for name in TABLES]
    words = [getattr(index.words, name).values.tolist() for name in WORD_TABLES]
    return [answers(index), words, [rows.tolist() for table in tables for rows in table]]


def data_files(index: Path) -> list[Path]:
    return sorted(index / entry["name"] for entry in file_entries(json.loads((index / MANIFEST).read_text())))


class Stop(BaseException):
    """Not an Exception, like KeyboardInterrupt."""


def fail_at(stage: str, articles: int, error: type[BaseException]) -> Callable[[ReadingProgress], None]:
    def on_progress(progress: ReadingProgress) -> None:
        if progress.phase == stage and progress.articles >= articles:
            raise error

    return on_progress


def kill_a_worker(progress: ReadingProgress) -> None:
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


@pytest.mark.thorough
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
@pytest.mark.parametrize("step", ["write_segment", "_publish", "publish"])
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
            expected = f"{destination}: cannot be written (No space left on device); the index is unchanged"
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
    assert len(list(index.glob("segment-*"))) == 2
    assert answers(EmbeddedIndex(index)) == said
    monkeypatch.undo()
    build_index(write_articles(tmp_path / "others", OTHERS), index, workers=1)
    assert EmbeddedIndex(index).article(3) == OTHERS[3]
    assert sorted(path.name.split("-")[0] for path in index.iterdir()) == [MANIFEST, "segment"]


KILLED = """
import sys, time
from pathlib import Path
import tweetctx.index.building.building as build
build.BATCH_CHARACTERS = 500
def on_progress(progress):
    if progress.phase == sys.argv[3] and progress.articles >= 40:
        print("now", flush=True)
        time.sleep(60)
build.build_index([Path(sys.argv[1])], Path(sys.argv[2]), workers=1, on_progress=on_progress)
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
    assert len(list(index.iterdir())) == 2
    build_index(source, tmp_path / "fresh", workers=1)
    assert [path.read_bytes() for path in data_files(index)] == [
        path.read_bytes() for path in data_files(tmp_path / "fresh")
    ]


@pytest.mark.thorough
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
    assert sorted(path.name.split("-")[0] for path in index.iterdir()) == [MANIFEST, "segment"]


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


def test_a_broken_source_leaves_no_folder_that_was_made_for_it(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text('{"id": "1"}\n')
    with pytest.raises(CorpusError, match="line 1"):
        build_index(tmp_path / "broken", tmp_path / "new" / "deep" / "index", workers=1)
    assert [path.name for path in tmp_path.iterdir()] == ["broken"]


def check_error(path: Path, error: type[IndexAccessError], *parts: object) -> None:
    with pytest.raises(error) as raised:
        open_index(path)
    assert type(raised.value) is error
    for part in parts:
        assert str(part) in str(raised.value)


def test_nothing_to_open(tmp_path: Path) -> None:
    check_error(tmp_path / "none", IndexMissingError, f"{tmp_path / 'none'}: found nothing, expected an index")


def test_a_folder_or_file_that_is_no_index(tmp_path: Path) -> None:
    check_error(tmp_path, IndexMissingError, f"{tmp_path}: found no {MANIFEST}; expected a tweetctx index")
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


@pytest.mark.parametrize("key", ["analyzer", "counts", "segments", "windows", "checksum", "spacy_model"])
def test_an_altered_or_incomplete_manifest(index: Path, key: str) -> None:
    whole = json.loads((index / MANIFEST).read_text())
    for manifest in (whole | {key: "altered"}, {name: value for name, value in whole.items() if name != key}):
        (index / MANIFEST).write_text(json.dumps(manifest))
        check_error(index, IndexDamagedError, f"{index / MANIFEST}: damaged, its content does not fit its checksum")


@pytest.mark.thorough
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


@pytest.fixture
def changed(index: Path, tmp_path: Path) -> Path:
    """An index with files of both kinds."""
    add_articles(write_articles(tmp_path / "others", [*OTHERS[:3], BY_HAND[0]]), index, workers=1)
    return index


def test_a_truncated_data_file(changed: Path) -> None:
    paths = data_files(changed)
    assert {path.name.split("-")[0] for path in paths} == {"segment", "removal"}
    said = answers(EmbeddedIndex(changed))
    for path in paths:
        whole = path.read_bytes()
        for part in (whole[:-1], whole[: len(whole) // 2], whole[:0], whole[:10], whole + b"\0", whole * 2):
            path.write_bytes(part)
            check_error(changed, IndexDamagedError, f"{path}: damaged, ")
        path.write_bytes(whole)
    assert answers(EmbeddedIndex(changed)) == said


def test_a_missing_data_file(changed: Path) -> None:
    for path in data_files(changed):
        path.rename(path.with_suffix(".away"))
        check_error(changed, IndexDamagedError, f"{path}: damaged, cannot be read (No such file or directory)")
        path.mkdir()
        check_error(changed, IndexDamagedError, f"{path}: damaged, cannot be read (")
        path.rmdir()
        path.with_suffix(".away").rename(path)


def test_a_file_of_another_index(changed: Path, tmp_path: Path) -> None:
    """Whole in itself, but not what the manifest names."""
    build_index(write_articles(tmp_path / "more", OTHERS), tmp_path / "other.idx", workers=1)
    [other] = data_files(tmp_path / "other.idx")
    for path in data_files(changed):
        whole = path.read_bytes()
        path.write_bytes(other.read_bytes())
        check_error(changed, IndexDamagedError, f"{path}: damaged, found")
        path.write_bytes(whole)
    replace_arrays(other, cf=arrays_of(other)["cf"][0][::-1])
    check_error(tmp_path / "other.idx", IndexDamagedError, f"{other}: damaged, ")


def places(path: Path) -> dict[str, tuple[int, int]]:
    """Where the arrays of a file begin and end."""
    return {name: (entry.offset, entry.end) for name, entry in ArrayFile(path).entries.items() if entry.length}


def flipped(path: Path, place: int, chance: random.Random) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1 << chance.randrange(8)]))


@pytest.mark.thorough
def test_using_finds_a_flipped_bit_in_every_array(changed: Path) -> None:
    """But in those that only changes look at."""
    said, chance = answers(EmbeddedIndex(changed)), random.Random(6)  # noqa: S311
    found = set()
    for path in data_files(changed):
        whole = path.read_bytes()
        for name, (begin, end) in places(path).items():
            if name.startswith("identifier"):
                continue
            found.add(name)
            for place in {begin, (begin + end) // 2, end - 1}:
                flipped(path, place, chance)
                with pytest.raises(IndexDamagedError, match=f"^{path}: damaged, the array {name} does not fit"):
                    every_answer(EmbeddedIndex(changed))
                path.write_bytes(whole)
    assert found >= {"postings", "sentences.frames", "cf", "terms.slots", "posting_peaks", "surface_facts_base"}
    assert len(found) > 60
    assert every_answer(EmbeddedIndex(changed))[0] == said


@pytest.mark.parametrize("name", ["cf", "df", "sf"])
def test_a_removal_cannot_take_more_than_there_is(changed: Path, name: str) -> None:
    [path] = changed.glob("removal-*")
    replace_arrays(path, **{name: arrays_of(path)[name][0] + np.uint8(200)})
    sign(changed)
    check_error(changed, IndexDamagedError, f"{path}: damaged, the array {name} takes more than there is")


def test_verify_finds_values_that_the_format_does_not_allow(changed: Path) -> None:
    """Checksums that fit do not make a file right."""
    assert EmbeddedIndex(changed).verify() == []
    path = changed / "segment-000001"
    articles = arrays_of(path)["surface_surfaces_article"][0]
    replace_arrays(path, surface_surfaces_article=articles + np.uint32(1_000))
    sign(changed)
    problem = "damaged, the array surface_surfaces_article does not fit the arrays beside it"
    assert EmbeddedIndex(changed).verify() == [f"{path}: {problem}"]


@pytest.mark.thorough
def test_verify_finds_a_flipped_bit_in_every_array(changed: Path) -> None:
    opened, chance = EmbeddedIndex(changed), random.Random(5)  # noqa: S311
    for path in data_files(changed):
        whole = path.read_bytes()
        for name, (begin, end) in places(path).items():
            flipped(path, chance.randrange(begin, end), chance)
            assert opened.verify()[0] == f"{path}: altered, the array {name.removesuffix('.pages')}"
            path.write_bytes(whole)
        for place in (0, 9, len(whole) - 1, len(whole) - 30):
            flipped(path, place, chance)
            assert opened.verify() != []
            path.write_bytes(whole)
    assert opened.verify() == []


def test_verify_names_all_damaged_files(changed: Path) -> None:
    opened, paths = EmbeddedIndex(changed), data_files(changed)
    for path in paths:
        with path.open("r+b") as file:
            file.write(b"\0\0")
    assert opened.verify() == [
        f"{path}: damaged, its table of contents does not fit its checksum"
        for path in sorted(paths, key=lambda path: [e["name"] for e in file_entries(opened.manifest)].index(path.name))
    ]
    paths[0].unlink()
    assert f"{paths[0]}: damaged, cannot be read (No such file or directory)" in opened.verify()


# what is no damage


def failing(number: int, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """Lets the opening or mapping of data files fail with an error of the system."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    if place == "mmap":
        monkeypatch.setattr("tweetctx.index.storage.arrays.mmap.mmap", fail)
    else:
        monkeypatch.setattr("tweetctx.index.storage.arrays.os.open", fail)


@pytest.mark.parametrize("key", ["origin", "counts", "windows"])
def test_a_manifest_that_cannot_be_read_replaces_none(index: Path, key: str) -> None:
    before = contents(index)
    with (
        pytest.raises(IndexDamagedError, match=rf"{MANIFEST}\.new: damaged, {key}: found 5"),
        changes.changing(index) as change,
    ):
        change.publish({**read_manifest(index), key: 5})
    assert contents(index) == before
    assert remove_articles(index, [BY_HAND[0].id]) == 1


def test_a_change_after_one_that_the_disk_has_not_confirmed(index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(path: Path) -> None:
        if path == index:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    first, second = (article.id for article in BY_HAND[:2])
    with monkeypatch.context() as patch:
        patch.setattr(files, "sync", fail)
        with pytest.raises(IndexAccessError, match="was changed, but the disk has not confirmed it"):
            remove_articles(index, [first])
    assert remove_articles(index, [second]) == 1
    assert open_index(index).size.documents == len(BY_HAND) - 2
    assert {path.name for path in index.iterdir()} == {MANIFEST, *(path.name for path in data_files(index))}


@pytest.mark.parametrize("place", ["open", "mmap"])
@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EACCES, errno.EIO])
def test_what_the_system_refuses_is_no_damage(
    index: Path, monkeypatch: pytest.MonkeyPatch, place: str, number: int
) -> None:
    [path] = data_files(index)
    with monkeypatch.context() as patch:
        failing(number, patch, place)
        way_on = "readable for this user" if number == errno.EACCES else "free resources or raise their limits"
        check_error(index, IndexAccessError, f"{path}: cannot be read ({os.strerror(number)}); ", way_on)
    assert EmbeddedIndex(index).verify() == []


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENOMEM, errno.EACCES])
def test_a_manifest_that_the_system_refuses_changes_nothing(
    index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Least of all are the files that it names taken for leftovers."""
    source, before = write_articles(tmp_path / "source", OTHERS), contents(index)
    real_bytes, real_open = Path.read_bytes, Path.open

    def fail_bytes(path: Path) -> bytes:
        if path.name == MANIFEST:
            raise OSError(number, os.strerror(number))
        return real_bytes(path)

    def fail_open(path: Path, *args: Any, **options: Any) -> Any:
        if path.name == MANIFEST:
            raise OSError(number, os.strerror(number))
        return real_open(path, *args, **options)

    attempts: list[Callable[[], object]] = [
        lambda: open_index(index),
        lambda: build_index(source, index, workers=1),
        lambda: add_articles(source, index, workers=1),
        lambda: remove_articles(index, ["7"]),
        lambda: compact_index(index),
    ]
    for attempt in attempts:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", fail_bytes)
            patch.setattr(Path, "open", fail_open)
            with pytest.raises(IndexAccessError, match=re.escape(os.strerror(number))) as raised:
                attempt()
        assert type(raised.value) is IndexAccessError
        assert str(index) in str(raised.value)
        assert contents(index) == before


UNREADABLE = """
import os, sys
from tweetctx import open_index
from tweetctx.errors import IndexAccessError
import tweetctx.index.folder  # that user may not read Python's own files
os.setegid(65534)
os.seteuid(65534)
try:
    open_index(sys.argv[1])
except IndexAccessError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.thorough
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("part", ["folder", "manifest", "segment"])
def test_an_index_of_another_user(built: Path, part: str) -> None:
    with TemporaryDirectory() as folder:  # not pytest's, which every session that begins closes to other users
        Path(folder).chmod(0o755)
        index = shutil.copytree(built, Path(folder) / "wiki.idx")
        path = {"folder": index, "manifest": index / MANIFEST, "segment": data_files(index)[0]}[part]
        path.chmod(0)
        command = [sys.executable, "-c", UNREADABLE, str(index)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    named = index / MANIFEST if part == "folder" else path
    assert done.stdout == (
        f"IndexAccessError {named}: cannot be read (Permission denied); it must be readable for this user\n"
    )


FEW_DESCRIPTORS = """
import resource, sys
from pathlib import Path
from tweetctx import open_index
from tweetctx.errors import IndexAccessError
from tweetctx.index import add_articles, compact_index
resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
index, source = Path(sys.argv[1]), Path(sys.argv[2])
lines = source.read_text().splitlines(keepends=True)
for line in lines:
    (source.parent / "one").write_text(line)
    add_articles(source.parent / "one", index, workers=1)
opened = open_index(index)
assert opened.verify() == []
print(opened.info()["segments"], opened.info()["documents"])
files = []
try:
    while True:
        files.append(open(source))
except OSError:
    pass
try:
    open_index(index)
except IndexAccessError as error:
    print(type(error).__name__, str(error).split(": ", 1)[1])
files.clear()
print(compact_index(index), open_index(index).search("jersey", 3) == opened.search("jersey", 3))
"""


@pytest.mark.thorough
def test_an_index_takes_few_descriptors(index: Path, tmp_path: Path) -> None:
    source = write_articles(tmp_path / "source", ARTICLES[:40])
    command = [sys.executable, "-c", FEW_DESCRIPTORS, str(index), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    segments, documents, *rest = done.stdout.split(maxsplit=2)
    assert int(segments) <= 10
    assert int(documents) >= 40
    refused = "IndexAccessError cannot be read (Too many open files); the index itself is as it was; free resources"
    assert rest[0].startswith(refused)
    assert rest[0].endswith(f"\n{documents} True\n")


def test_a_damaged_manifest_is_never_taken_for_another(tmp_path: Path, index: Path) -> None:
    """A number that is not the one of the folder must not let the folder be removed as a leftover."""
    manifest = index / MANIFEST
    whole = manifest.read_text()
    manifest.write_text(whole.replace("segment-000001", "segment-000005"))
    before = contents(index)
    source = write_articles(tmp_path / "source", OTHERS)
    attempts: list[Callable[[], object]] = [
        lambda: add_articles(source, index, workers=1),
        lambda: remove_articles(index, ["7"]),
        lambda: compact_index(index),
    ]
    for change in attempts:
        with pytest.raises(IndexDamagedError, match=f"^{manifest}: damaged"):
            change()
        assert contents(index) == before
    with pytest.raises(CorpusError):
        build_index(broken_source(tmp_path), index, workers=1)
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


BROKEN_MANIFESTS: dict[str, Callable[[str], str | None]] = {
    "of another version": lambda text: text.replace(f'"version": {VERSION}', '"version": 99'),
    "empty": lambda _: "",
    "cut": lambda text: text[: len(text) // 2],
    "edited": lambda text: text.replace('"documents": ', '"documents": 1'),
    "of another kind": lambda _: '{"name": "x"}',
    "gone": lambda _: None,
}


@pytest.mark.parametrize("kind", BROKEN_MANIFESTS)
def test_an_index_that_cannot_be_read_is_replaced(index: Path, tmp_path: Path, kind: str) -> None:
    manifest = index / MANIFEST
    broken = BROKEN_MANIFESTS[kind](manifest.read_text())
    if broken is None:
        manifest.unlink()
    else:
        manifest.write_text(broken)
        before = contents(index)
        with pytest.raises(IndexAccessError) as raised:
            build_index(write_articles(tmp_path / "source", OTHERS), index, workers=1, replace=False)
        assert str(raised.value).startswith(f"{index}: found an index that cannot be read ({manifest}: ")
        assert str(raised.value).endswith("; expected a new folder, or --force to replace it")
        with pytest.raises(CorpusError):
            build_index(broken_source(tmp_path), index, workers=1)
        assert contents(index) == before
    build_index(write_articles(tmp_path / "source", OTHERS), index, workers=1)
    assert EmbeddedIndex(index).article(3) == OTHERS[3]
    assert EmbeddedIndex(index).verify() == []
    assert len([*index.iterdir()]) == 2


@pytest.mark.parametrize("text", ["", "{", '{"name": "x"}', '{"format": "other"}'])
def test_an_index_json_of_something_else_is_not_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / MANIFEST).write_text(text)
    for replace in (True, False):
        with pytest.raises(IndexAccessError, match="mine: found a folder with other things in it"):
            build_index(write_articles(tmp_path / "source", OTHERS), tmp_path / "mine", workers=1, replace=replace)
    assert (tmp_path / "mine" / MANIFEST).read_text() == text


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
    assert contents_of_other_sources(tmp_path / "index") == contents_of_other_sources(tmp_path / "good.idx")
    with pytest.raises(CorpusError, match="mixed, line 2: found no JSON"):
        build_index(tmp_path / "mixed", tmp_path / "stopped", workers=1)


def test_a_table_without_a_row_makes_an_empty_index(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("id,text\n")
    report = build_index(tmp_path / "table", tmp_path / "index", workers=1, on_error="skip")
    assert (report.articles, report.passages, report.terms, report.skipped) == (0, 0, 0, 0)
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
