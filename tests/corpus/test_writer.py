"""Corpora converted to our JSON Lines: what is written, and what becomes of a conversion that breaks off."""

import bz2
import fcntl
import gzip
import json
import lzma
import os
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
import zstandard
from dump_samples import page, pages, streams
from killed_conversion import start

from tweetctx.corpus import Conversion, ReadingProgress, convert_corpus, read_articles
from tweetctx.corpus import writer as module
from tweetctx.corpus.sources import fingerprint
from tweetctx.errors import ConversionError, CorpusError, ParameterError

SmallDisk = Callable[[int], AbstractContextManager[None]]
BLOCK = 20_000  # bytes; the demonstration corpus has some 370,000


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK", BLOCK)


@pytest.fixture
def mixed(tmp_path: Path, demo_corpus: list[Path]) -> Path:
    """The demonstration corpus with broken lines between its own."""
    lines = b"".join(file.read_bytes() for file in demo_corpus).splitlines(keepends=True)
    for number in range(len(lines), 0, -20):
        lines.insert(number, b'{"id": "x"}\n' if number % 3 else b"\xff\n")
    (tmp_path / "mixed.jsonl").write_bytes(b"".join(lines))
    return tmp_path / "mixed.jsonl"


def left(destination: Path) -> list[str]:
    return sorted(path.name for path in destination.parent.iterdir() if path.name.startswith(destination.name))


def unbroken(mixed: Path) -> tuple[Conversion, bytes]:
    made = convert_corpus([mixed], mixed.with_name("unbroken.jsonl.zst"), on_error="skip")
    return made, mixed.with_name("unbroken.jsonl.zst").read_bytes()


class StopError(Exception):
    """What a test breaks a conversion off with."""


def break_off(mixed: Path, destination: Path, articles: int, **options: Any) -> None:
    def stop(done: ReadingProgress) -> None:
        if done.articles >= articles:
            raise StopError

    with pytest.raises(StopError):
        convert_corpus([mixed], destination, on_error="skip", on_progress=stop, **options)


UNPACK: dict[str, Callable[[bytes], bytes]] = {
    ".jsonl": bytes,
    ".jsonl.gz": gzip.decompress,
    ".jsonl.bz2": bz2.decompress,
    ".jsonl.xz": lzma.decompress,
    ".jsonl.zst": lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
    ".zst": lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
}


@pytest.mark.parametrize("suffix", UNPACK)
def test_articles_come_back_as_they_were(tmp_path: Path, demo_corpus: list[Path], suffix: str) -> None:
    file = tmp_path / f"demo{suffix}"
    made = convert_corpus(demo_corpus, file)
    expected = list(read_articles(demo_corpus))
    assert made == Conversion(234, file.stat().st_size, 0, (), 0)
    assert list(read_articles([file])) == expected
    lines = UNPACK[suffix](file.read_bytes()).splitlines()
    assert [json.loads(line)["id"] for line in lines] == [article.id for article in expected]
    assert left(file) == [file.name]


def test_blocks_are_packed_by_themselves(tmp_path: Path, demo_corpus: list[Path]) -> None:
    convert_corpus(demo_corpus, tmp_path / "demo.jsonl.zst")
    packed, sizes = (tmp_path / "demo.jsonl.zst").read_bytes(), []
    while packed:
        frame = zstandard.ZstdDecompressor().decompressobj()
        block = frame.decompress(packed)
        assert block.endswith(b"\n")
        sizes.append(len(block))
        packed = frame.unused_data
    assert len(sizes) > 15
    assert min(sizes[:-1]) >= BLOCK


def test_what_is_skipped_is_counted_by_its_kind(mixed: Path) -> None:
    made, _ = unbroken(mixed)
    assert made.articles == 234
    assert made.skipped == 12
    assert {kind.found: kind.count for kind in made.problem_kinds} == {'no "title"': 8, "byte 0xff at column 1": 4}
    places = made.problem_kinds[0].places
    assert len(places) == 3
    assert all(place.startswith(f"{mixed}, line ") for place in places)


def test_progress_reaches_the_end(mixed: Path) -> None:
    told: list[ReadingProgress] = []
    convert_corpus([mixed], mixed.with_name("a.jsonl"), on_error="skip", on_progress=told.append)
    assert [done.articles for done in told] == [64, 128, 192, 234]
    size = mixed.stat().st_size
    assert told[-1] == ReadingProgress("articles", 234, 12, size, size)


@pytest.mark.parametrize("articles", [1, 64, 128, 192, 234])
def test_a_conversion_that_broke_off_is_continued_to_the_same_bytes(mixed: Path, articles: int) -> None:
    expected, written = unbroken(mixed)
    file = mixed.with_name("broken.jsonl.zst")
    break_off(mixed, file, articles)
    assert left(file) == [f"{file.name}.part", f"{file.name}.part.json"]
    made = convert_corpus([mixed], file, on_error="skip")
    assert 0 < made.continued < 234
    assert (made.articles, made.bytes, made.skipped) == (expected.articles, expected.bytes, expected.skipped)
    assert made.problem_kinds == expected.problem_kinds
    assert file.read_bytes() == written
    assert left(file) == [file.name]


def test_a_conversion_that_broke_off_at_its_very_end_is_only_put_in_its_place(
    mixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, written = unbroken(mixed)
    file = mixed.with_name("broken.jsonl.zst")
    with monkeypatch.context() as patch:
        patch.setattr("tweetctx.runtime.durable.ResumableFile.publish", interrupt)
        patch.setattr("tweetctx.runtime.durable.SECONDS_BETWEEN_NOTES", 0.0)
        with pytest.raises(KeyboardInterrupt):
            convert_corpus([mixed], file, on_error="skip")
    assert file.with_name(f"{file.name}.part").exists()
    made = convert_corpus([mixed], file, on_error="skip")
    assert made == Conversion(234, expected.bytes, 12, expected.problem_kinds, 234)
    assert file.read_bytes() == written


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def test_what_is_skipped_may_change_in_between(mixed: Path) -> None:
    """A conversion that stops at a problem can be continued past it."""
    _, written = unbroken(mixed)
    file = mixed.with_name("broken.jsonl.zst")
    with pytest.raises(CorpusError, match=r"mixed\.jsonl, line"):
        convert_corpus([mixed], file)
    convert_corpus([mixed], file, on_error="skip")
    assert file.read_bytes() == written


@pytest.mark.usefixtures("_no_processes")
def test_progress_of_a_dump_begins_with_its_redirects(tmp_path: Path) -> None:
    dump, told = tmp_path / "dump.xml.bz2", list[ReadingProgress]()
    dump.write_bytes(b"".join(streams(pages(0, 20), page(30, "Mills", redirect="Mill 3"), pages(20, 30))))
    convert_corpus([dump], tmp_path / "a.jsonl", on_progress=told.append)
    stages = [done.phase for done in told]
    assert stages == sorted(stages, reverse=True)
    assert set(stages) == {"redirects", "articles"}
    size = dump.stat().st_size
    assert {done.bytes_total for done in told} == {size}
    assert told[stages.index("articles") - 1] == ReadingProgress("redirects", 0, 0, size, size)


def test_any_number_of_workers_writes_the_same(mixed: Path) -> None:
    _, written = unbroken(mixed)
    file = mixed.with_name("two.jsonl.zst")
    convert_corpus([mixed], file, on_error="skip", workers=2)
    assert file.read_bytes() == written


@pytest.mark.thorough
def test_a_killed_conversion_is_continued_to_the_same_bytes(mixed: Path) -> None:
    chance = random.Random(7)  # noqa: S311
    _, written = unbroken(mixed)
    many = mixed.with_name("many")
    many.mkdir()
    for number in range(6):
        (many / f"{number}.jsonl").write_bytes(mixed.read_bytes())
    whole, file = mixed.with_name("whole.jsonl.zst"), mixed.with_name("killed.jsonl.zst")
    expected = convert_corpus([many], whole, on_error="skip")
    draft = file.with_name(f"{file.name}.part")
    kills = 0
    for target in sorted(chance.sample(range(1, expected.bytes - len(written) // 6), 3)):
        running = start(BLOCK, file, many)
        while running.poll() is None and not (draft.exists() and draft.stat().st_size >= target):
            time.sleep(0.001)
        running.kill()
        kills += running.wait() < 0
        running.communicate()
    made = convert_corpus([many], file, on_error="skip")
    assert kills == 3
    assert made.continued > 0
    assert (made.skipped, made.problem_kinds) == (expected.skipped, expected.problem_kinds)
    assert file.read_bytes() == whole.read_bytes()
    assert left(file) == [file.name]


@pytest.mark.thorough
@pytest.mark.usefixtures("_no_processes")
@pytest.mark.parametrize("articles", [64, 128, 256])
def test_a_dump_is_continued_behind_any_article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, articles: int) -> None:
    monkeypatch.setattr(module, "BLOCK", 500)  # bytes, some three articles: not as many as a stream has
    parts = [pages(first, first + 20) for first in range(0, 300, 20)]
    for number in (2, 4, 11):
        parts[number] += "<page><ns>0</ns><id>5</id><revision><text>No title.</text></revision></page>"
    parts[9] += page(1, "Mills", redirect="Mill 299")
    dump, whole, file = (tmp_path / name for name in ("dump.xml.bz2", "whole.jsonl", "broken.jsonl"))
    dump.write_bytes(b"".join(streams(*parts)))
    expected = convert_corpus([dump], whole, on_error="skip")
    break_off(dump, file, articles)
    assert left(file) == [f"{file.name}.part{suffix}" for suffix in ("", ".json", ".scratch")]
    told: list[ReadingProgress] = []
    made = convert_corpus([dump], file, on_error="skip", on_progress=told.append)
    assert {done.phase for done in told} == {"articles"}  # the redirects are known from before
    assert left(file) == [file.name]
    assert 0 < articles - 5 < made.continued <= articles
    assert (made.skipped, made.problem_kinds) == (expected.skipped, expected.problem_kinds)
    assert made.skipped == 3
    assert file.read_bytes() == whole.read_bytes()
    corpus = read_articles([file])
    assert corpus.language == read_articles([dump]).language == "en"
    assert list(corpus) == list(read_articles([dump], on_error="skip"))
    assert list(corpus)[-1].redirects == ("Mills",)


# What is there already.


def test_a_file_that_is_there_is_replaced_only_if_told(mixed: Path) -> None:
    file = mixed.with_name("a.jsonl")
    file.write_text("mine")
    with pytest.raises(ConversionError, match=r"a\.jsonl: found an existing file; expected a new one, or --restart to"):
        convert_corpus([mixed], file, on_error="skip")
    assert file.read_text() == "mine"
    convert_corpus([mixed], file, on_error="skip", restart=True)
    assert len(file.read_bytes().splitlines()) == 234


def test_a_restart_begins_anew(mixed: Path) -> None:
    file = mixed.with_name("a.jsonl.zst")
    break_off(mixed, file, 128)
    assert convert_corpus([mixed], file, on_error="skip", restart=True).continued == 0
    assert file.read_bytes() == unbroken(mixed)[1]


@pytest.mark.parametrize("options", [{"lists": True}, {"tables": True}])
def test_other_options_are_other_work(mixed: Path, options: dict[str, Any]) -> None:
    file = mixed.with_name("a.jsonl")
    break_off(mixed, file, 128)
    (name,) = options
    with pytest.raises(
        ConversionError, match=rf"part: found {name} True; expected {name} False, with which it was begun"
    ):
        convert_corpus([mixed], file, on_error="skip", **options)


def test_other_sources_are_other_work(mixed: Path) -> None:
    file = mixed.with_name("a.jsonl")
    break_off(mixed, file, 128)
    with mixed.open("a") as more:
        more.write("\n")
    with pytest.raises(ConversionError, match=r"part: found files .*; expected files .*, with which it was begun"):
        convert_corpus([mixed], file, on_error="skip")


@pytest.mark.parametrize(
    "notes", [b"", b"{", b"[]", b"{}", b'{"format": "tweetctx-part", "bytes": 1e9, "work": {}, "state": null}']
)
def test_damaged_notes_are_said(mixed: Path, notes: bytes) -> None:
    file = mixed.with_name("a.jsonl")
    break_off(mixed, file, 128)
    file.with_name("a.jsonl.part.json").write_bytes(notes)
    with pytest.raises(ConversionError, match=r"a\.jsonl\.part\.json: damaged .*; expected .*restart"):
        convert_corpus([mixed], file, on_error="skip")


@pytest.mark.parametrize("state", [[3], {"problems": [3]}, {"problems": [{}]}, {"what": 1}])
def test_a_damaged_state_is_said(mixed: Path, state: object) -> None:
    file = mixed.with_name("a.jsonl")
    break_off(mixed, file, 128)
    notes = file.with_name("a.jsonl.part.json")
    notes.write_text(json.dumps({**json.loads(notes.read_text()), "state": state}))
    with pytest.raises(ConversionError, match=r"a\.jsonl\.part\.json: damaged"):
        convert_corpus([mixed], file, on_error="skip")


def test_a_draft_without_notes_is_begun_again(mixed: Path) -> None:
    file = mixed.with_name("a.jsonl.zst")
    break_off(mixed, file, 128)
    file.with_name(f"{file.name}.part.json").unlink()
    assert convert_corpus([mixed], file, on_error="skip").continued == 0
    assert file.read_bytes() == unbroken(mixed)[1]


def test_only_one_process_writes_a_draft(mixed: Path) -> None:
    with mixed.with_name("a.jsonl.part").open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ConversionError, match="another process is writing this file"):
            convert_corpus([mixed], mixed.with_name("a.jsonl"))


# What cannot be.


def test_a_destination_among_the_sources_is_refused(mixed: Path) -> None:
    folder = mixed.parent
    for place in (mixed, folder / "a.jsonl", folder / "deep" / "a.jsonl"):
        where = "among the sources" if place == mixed else f"inside {folder}"
        with pytest.raises(ConversionError, match=f"found it {where}; expected another place"):
            convert_corpus([folder if place != mixed else mixed], place, restart=True)


def test_no_article_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("{}\n")
    with pytest.raises(
        CorpusError, match=r"a\.jsonl, line 1: found no .id.; .*; and no article was found that can be read"
    ):
        convert_corpus([tmp_path / "a.jsonl"], tmp_path / "b.jsonl", on_error="skip")
    assert left(tmp_path / "b.jsonl") == []


def test_what_is_wrong_with_sources_is_known_first(tmp_path: Path, mixed: Path) -> None:
    for sources, error in (([tmp_path / "none"], CorpusError), ([], ParameterError)):
        with pytest.raises(error):
            convert_corpus(sources, tmp_path / "a.jsonl")
    with pytest.raises(ParameterError, match="workers"):
        convert_corpus([mixed], tmp_path / "a.jsonl", workers=-1)
    assert left(tmp_path / "a.jsonl") == []


def test_a_place_where_nothing_can_be_made(mixed: Path) -> None:
    with pytest.raises(ConversionError, match=r"none/a\.jsonl\.part: cannot be made \(No such file or directory\)"):
        convert_corpus([mixed], mixed.with_name("none") / "a.jsonl")
    with pytest.raises(ConversionError, match="found a folder; expected a new file"):
        convert_corpus([mixed], mixed.parent.parent, restart=True)


def test_a_disk_that_fills_up_leaves_a_draft(mixed: Path, small_disk: SmallDisk) -> None:
    file = mixed.with_name("a.jsonl")
    with (
        small_disk(100_000),
        pytest.raises(ConversionError, match=r"a\.jsonl\.part: cannot be written \(File too large\)"),
    ):
        convert_corpus([mixed], file, on_error="skip")
    notes = json.loads(file.with_name("a.jsonl.part.json").read_text())
    assert 0 < notes["bytes"] <= 100_000
    convert_corpus([mixed], file, on_error="skip")
    assert len(file.read_bytes().splitlines()) == 234


@pytest.mark.parametrize("name", ["out.txt", "out", "out.jsonl.zip", "out.csv"])
def test_a_file_of_an_unknown_suffix_is_refused(tmp_path: Path, demo_corpus: list[Path], name: str) -> None:
    with pytest.raises(ConversionError, match=r"found the suffix '\w+'; expected one of \.jsonl, \.json, \.gz"):
        convert_corpus(demo_corpus, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_told_from_itself_before_a_change(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text("x")
    before = fingerprint([tmp_path])
    assert fingerprint([tmp_path]) == before
    status = (tmp_path / "a").stat()
    (tmp_path / "a").write_text("y")  # of the same size
    os.utime(tmp_path / "a", ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert fingerprint([tmp_path]) != before
    os.utime(tmp_path / "a", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert fingerprint([tmp_path]) == before  # only a look at every byte would tell
    (tmp_path / "a").rename(tmp_path / "c")
    assert fingerprint([tmp_path]) != before


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", "docno,body\n1,It is old.\n", "a.csv: found a file that begins with 'docno,body"),
        ("a.jsonl", '{"docid": "1", "body": "It is old."}\n', 'a.jsonl, line 1: found no "id"'),
        ("a.jsonl", '{"_id": "1", "title": "x"}\n', 'a.jsonl, line 1: found no "text"'),
        ("a.tsv", "id\ttext\n1\n", "a.tsv, line 2: found 1 cell"),
    ],
)
def test_a_source_without_an_article_says_why_although_it_skips(
    tmp_path: Path, name: str, content: str, reason: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(CorpusError) as raised:
        convert_corpus([tmp_path / name], tmp_path / "out.jsonl", on_error="skip", workers=1)
    assert reason in str(raised.value)
    assert str(raised.value).endswith("; and no article was found that can be read")
