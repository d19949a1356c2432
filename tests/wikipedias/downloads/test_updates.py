"""An index that follows its wiki day by day, from a mirror on this machine with Wikimedia's layout."""

import bz2
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from dump_server import WIKI, DumpServer, cut_after, serving
from typer.testing import CliRunner, Result
from victims import victims
from wiki_history import Wiki, later, write_changes, write_dump, write_stubs

from tweetctx import Contextualizer, build_index
from tweetctx.errors import CorpusError, DownloadError, IndexAccessError, NotThereError, ParameterError
from tweetctx.index import open_index, verify_index
from tweetctx.index.building.updating import apply_day, updatable
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import file_entries, read_manifest
from tweetctx.interfaces.commands import update as command
from tweetctx.interfaces.commands.app import app
from tweetctx.types import Day
from tweetctx.wikipedias.getting import get_wikipedia
from tweetctx.wikipedias.indexes import index_path
from tweetctx.wikipedias.packs import pack_index, unpack_index
from tweetctx.wikipedias.updating import Step, update_index

BARRIER = "The '''Thames Barrier''' is a barrier across the river that keeps the sea from flooding London."
RAISED = "The '''Thames Barrier''' is a barrier that was raised for the two hundredth time."
TWEET = "Nobody told me about the Thames Barrier!"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Wiki, Path]:
    """A wiki of two articles and a redirect, and its index."""
    folder = tmp_path_factory.mktemp("built")
    wiki = Wiki(Random(1))  # noqa: S311
    wiki.new("Thames Barrier", BARRIER)
    wiki.new("River Lea", "The '''River Lea''' is a river that joins the Thames. See [[Thames Barrier]].")
    wiki.new("Lea Bridge", "", "River Lea")
    wiki.today = {}
    build_index(write_dump(wiki.pages.values(), folder), folder / "index", workers=1)
    return wiki, folder / "index"


@pytest.fixture
def wiki(built: tuple[Wiki, Path]) -> Wiki:
    return Wiki(Random(2), dict(built[0].pages), numbers=built[0].numbers, revisions=built[0].revisions)  # noqa: S311


@pytest.fixture
def index(built: tuple[Wiki, Path], tmp_path: Path) -> Path:
    return shutil.copytree(built[1], tmp_path / "wiki.idx")


@pytest.fixture
def mirror() -> Iterator[DumpServer]:
    with serving(DumpServer()) as server:
        yield server


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TWEETCTX_INDEXES", str(tmp_path / "indexes"))
    return tmp_path / "indexes"


def publish(mirror: DumpServer, wiki: Wiki, day: int, folder: Path, status: str = "done:all") -> None:
    file = write_changes(wiki.end_day(), folder, later(day))
    mirror.add_changes(f"{later(day):%Y%m%d}", file.read_bytes(), status)


def updated(index: Path, mirror: DumpServer) -> list[Step]:
    return [*update_index(index, url=mirror.url, workers=1)]


def titles(index: Path) -> dict[str, int]:
    opened = open_index(index)
    return {hit.title: 1 for hit in opened.search("thames london river barrier lea", k=50)}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["index", "update", *map(str, arguments)])


def edit(wiki: Wiki, number: int, text: str) -> None:
    wiki.save(replace(wiki.pages[number], text=text))


def test_two_days_one_after_the_other(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    edit(wiki, 1, "The '''Thames Barrier''' is closed today.")
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    wiki.new("Bow Locks", "'''Bow Locks''' are locks on the [[River Lea]] in London.")
    wiki.save(replace(wiki.pages[2], title="Lea (river)"))
    wiki.new("River Lea", "", "Lea (river)")
    publish(mirror, wiki, 2, tmp_path)
    assert titles(index).keys() == {"Thames Barrier", "River Lea"}
    said = run(index, "--mirror", mirror.url, "--workers", "1")
    assert (said.exit_code, said.stderr) == (0, "")
    assert said.stdout.splitlines() == [
        f"{index}: is of 2026-09-02: 1 article new or edited, 0 removed, 0 redirects changed",
        f"{index}: is of 2026-09-03: 2 articles new or edited, 0 removed, 1 redirect changed",
    ]
    assert titles(index).keys() == {"Thames Barrier", "Lea (river)", "Bow Locks"}
    with Contextualizer.open(str(index)) as contextualizer:
        context = contextualizer.contextualize(TWEET)
        assert context.text == RAISED.replace("'''", "")
        assert context.to_dict()["index"] == {"wiki": WIKI, "date": "2026-09-03"}
    again = run(index, "--mirror", mirror.url)
    assert again.stdout == f"{index}: is of 2026-09-03, and nothing later is complete\n"
    assert verify_index(index) == []


@pytest.mark.thorough
def test_a_day_that_is_not_complete_is_waited_for(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path, status="stubs done")
    mirror.files[f"/other/incr/{WIKI}/20260902/status.txt"] = b"failed"
    publish(mirror, wiki, 2, tmp_path)
    said = run(index, "--mirror", mirror.url)
    assert said.stdout == f"{index}: the changes of 2026-09-02 are not complete; those of 2026-09-03 wait for them\n"
    mirror.files[f"/other/incr/{WIKI}/20260902/status.txt"] = b"done:all\n"
    assert [step.day for step in updated(index, mirror)] == [later(1), later(2)]


def test_days_that_the_server_no_longer_has(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    publish(mirror, wiki, 2, tmp_path)
    publish(mirror, wiki, 3, tmp_path)
    with pytest.raises(DownloadError, match="has the changes from 2026-09-03 on; expected those since 2026-09-01"):
        updated(index, mirror)
    publish(mirror, wiki, 0, tmp_path)  # so that the one of the third covers all since the first
    said = run(index, "--mirror", mirror.url, "--workers", "1").stdout.splitlines()
    assert said[0] == f"{index}: found no changes of 2026-09-02; those of 2026-09-03 should hold them"
    assert [line.split(": ")[1] for line in said[1:]] == ["is of 2026-09-03", "is of 2026-09-04"]


def test_a_server_without_daily_changes(mirror: DumpServer, index: Path) -> None:
    with pytest.raises(NotThereError, match="expected the name of a Wikipedia that 127"):
        updated(index, mirror)


@pytest.mark.thorough
def test_an_interrupted_download_is_continued(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    place = f"/other/incr/{WIKI}/20260902/{WIKI}-20260902-pages-meta-hist-incr.xml.bz2"
    mirror.scripts[place] = [cut_after(100)]
    assert len(updated(index, mirror)) == 1
    assert mirror.asked(place) == [None, "bytes=100-"]


def test_what_a_killed_call_left_is_removed(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    folder = tmp_path / "indexes" / "downloads" / "changes"
    folder.mkdir(parents=True)
    for name in ("simplewiki-20260901-x", "simplewiki-20260903-x", "enwiki-20260901-x"):
        (folder / name).touch()
    publish(mirror, wiki, 1, tmp_path)
    updated(index, mirror)
    assert sorted(path.name for path in folder.iterdir()) == ["enwiki-20260901-x", "simplewiki-20260903-x"]


def test_a_damaged_file_changes_nothing(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    place = f"/other/incr/{WIKI}/20260902/{WIKI}-20260902-pages-meta-hist-incr.xml.bz2"
    mirror.files[place] = mirror.files[place][:-1] + b"x"
    before = read_manifest(index)
    with pytest.raises(DownloadError, match="as published"):
        updated(index, mirror)
    assert read_manifest(index) == before


def test_a_day_that_is_published_anew_is_downloaded_again(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path, home: Path
) -> None:
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    folder = home / "downloads" / "changes"
    folder.mkdir(parents=True)
    (folder / f"{WIKI}-20260902-pages-meta-hist-incr.xml.bz2").write_bytes(b"what was published first")
    assert [step.done.edited for step in updated(index, mirror)] == [1]


@pytest.mark.parametrize("content", [b"<html><body>Try later</body></html>\n", None])
def test_a_day_that_is_not_whole_changes_nothing(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path, content: bytes | None
) -> None:
    """The checksum is right, but the file was not written to its end."""
    edit(wiki, 1, RAISED)
    whole = bz2.decompress(write_changes(wiki.end_day(), tmp_path, later(1)).read_bytes())
    mirror.add_changes("20260902", bz2.compress(content or whole[: whole.index(b"</page>")]))
    before = read_manifest(index)
    with pytest.raises(CorpusError, match="at its end: found no </mediawiki>; expected a whole file"):
        updated(index, mirror)
    assert read_manifest(index) == before
    mirror.add_changes("20260902", bz2.compress(whole))
    assert len(updated(index, mirror)) == 1


def test_what_a_later_dump_no_longer_has_is_removed(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path
) -> None:
    wiki.delete(2)
    publish(mirror, wiki, 1, tmp_path)
    mirror.add_stubs("20260902", write_stubs(wiki.pages.values(), tmp_path, later(1)).read_bytes())
    assert [step.compared for step in updated(index, mirror)] == [False]  # not before the next day's changes are there
    assert titles(index).keys() == {"Thames Barrier", "River Lea"}
    publish(mirror, wiki, 2, tmp_path)
    said = run(index, "--mirror", mirror.url, "--workers", "1").stdout.splitlines()
    assert said[1] == f"{index}: compared with the dump of 2026-09-02: 1 removed, 0 redirects changed"
    assert titles(index).keys() == {"Thames Barrier"}
    assert updated(index, mirror) == []
    assert not [*(tmp_path / "indexes" / "downloads" / "changes").iterdir()]


@pytest.mark.thorough
def test_articles_that_came_back_are_counted(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    lost = wiki.pages.pop(2)
    for day in (1, 2):
        publish(mirror, wiki, day, tmp_path)
        mirror.add_stubs(f"{later(day):%Y%m%d}", write_stubs(wiki.pages.values(), tmp_path, later(day)).read_bytes())
    assert [step.done.removed for step in updated(index, mirror) if step.compared] == [1]
    wiki.pages[2] = lost
    mirror.add_stubs("20260904", write_stubs(wiki.pages.values(), tmp_path, later(3)).read_bytes())
    for day in (3, 4):
        publish(mirror, wiki, day, tmp_path)
    said = run(index, "--mirror", mirror.url, "--workers", "1").stdout.splitlines()
    assert said[-1] == (
        f"{index}: compared with the dump of 2026-09-04: 0 removed, 0 redirects changed, 1 article of it not known; "
        "`tweetctx get simplewiki --date 20260904` brings them"
    )


def test_a_pack_can_be_updated(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    pack_index(index, tmp_path / "pack")
    unpack_index(tmp_path / "pack", tmp_path / "again")
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    for place in (index, tmp_path / "again"):
        assert len(updated(place, mirror)) == 1
    assert [entry["checksum"] for entry in file_entries(read_manifest(index))] == [
        entry["checksum"] for entry in file_entries(read_manifest(tmp_path / "again"))
    ]


def test_an_updated_index_is_not_replaced_by_an_older_dump(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path
) -> None:
    place = index_path(WIKI)
    index.rename(place)
    edit(wiki, 1, RAISED)
    publish(mirror, wiki, 1, tmp_path)
    updated(place, mirror)
    mirror.add_dump("20260901")
    got = get_wikipedia(WIKI, url=mirror.url, workers=1)
    assert got is not None
    assert (got.date, got.report) == ("20260902", None)
    assert str(open_index(place).origin) == "simplewiki of 2026-09-02"


def test_what_cannot_be_updated(tmp_path: Path) -> None:
    source = tmp_path / "simplewiki-20260901-a.jsonl"
    source.write_text('{"id": "1", "title": "Mill", "text": "A mill grinds."}\n')
    build_index(source, tmp_path / "other", workers=1)
    with pytest.raises(IndexAccessError, match="other: cannot be updated; expected an index that this version built"):
        updatable(tmp_path / "other")
    with pytest.raises(ParameterError, match="expected the folder of an index"):
        [*update_index("opensearch://127.0.0.1:9200/x")]
    for text in ("soon", "0h", "-1h", "1.5h", "24 h", "100000d"):  # the last is more than `sleep` takes
        wrong = run(tmp_path / "other", "--every", text)
        assert wrong.exit_code == 2
        assert "expected a time of at most five digits, such as 24h" in " ".join(wrong.stderr.replace("│", " ").split())


class Stop(BaseException):
    """What ends a loop, as a signal does."""


def test_running_on(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 1:
            publish(mirror, wiki, 1, tmp_path)
        elif len(waited) == 3:
            raise Stop

    monkeypatch.setattr(command, "sleep", sleep)
    told: list[str] = []
    monkeypatch.setattr(command, "_log", told.append)
    with pytest.raises(Stop):
        command.index_update(str(index), every="24h", mirror=mirror.url, workers=1, quiet=True)
    assert waited == [86400, 86400, 86400]
    assert told == [
        f"error: {mirror.url}/other/incr/{WIKI}/: not found; "
        f"expected the name of a Wikipedia that {mirror.url[7:]} has",
        f"{index}: is of 2026-09-02: 0 articles new or edited, 0 removed, 0 redirects changed",
        f"{index}: is of 2026-09-02, and nothing later is complete",
    ]


def test_errors_that_pass_do_not_end_a_loop(
    mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(mirror, wiki, 1, tmp_path)
    whole = mirror.files[f"/other/incr/{WIKI}/20260902/{WIKI}-20260902-pages-meta-hist-incr.xml.bz2"]
    mirror.add_changes("20260902", bz2.compress(b"<html>"))
    told: list[str] = []
    change = Change(index)

    def sleep(_: float) -> None:
        if len(told) == 1:
            change.discard()
        elif len(told) == 2:
            mirror.add_changes("20260902", whole)
        else:
            raise Stop

    monkeypatch.setattr(command, "sleep", sleep)
    monkeypatch.setattr(command, "_log", told.append)
    with pytest.raises(Stop):
        command.index_update(str(index), every="24h", mirror=mirror.url, workers=1, quiet=True)
    assert "another process is changing this index" in told[0]
    assert "found no </mediawiki>" in told[1]
    assert told[2] == f"{index}: is of 2026-09-02: 0 articles new or edited, 0 removed, 0 redirects changed"


def test_days_are_applied_once(wiki: Wiki, index: Path, tmp_path: Path) -> None:
    edit(wiki, 1, RAISED)
    changes = write_changes(wiki.end_day(), tmp_path, later(1))
    assert apply_day(index, changes, later(1), workers=1) is not None
    before = read_manifest(index)
    assert apply_day(index, changes, later(1), workers=1) is None
    assert apply_day(index, changes, Day(2026, 8, 1), workers=1) is None
    assert read_manifest(index) == before


@pytest.mark.thorough
def test_updating_that_is_killed(mirror: DumpServer, wiki: Wiki, index: Path, tmp_path: Path) -> None:
    """Forty kills at random times: the index is of one of the days, whole, and ends as one that was left alone."""
    chance = Random(3)  # noqa: S311
    for day in (1, 2, 3):
        edit(wiki, 1, f"The '''Thames Barrier''' is a barrier that was raised {day} times.")
        wiki.save(replace(wiki.pages[3], redirect=chance.choice(["Thames Barrier", "River Lea"])))
        if day == 2:
            wiki.delete(2)
            mirror.add_stubs("20260903", write_stubs(wiki.pages.values(), tmp_path, later(2)).read_bytes())
        publish(mirror, wiki, day, tmp_path)
    call, options = "tweetctx.wikipedias.updating:update_index", {"url": mirror.url, "workers": 1}
    alone = shutil.copytree(index, tmp_path / "alone")
    updated(alone, mirror)
    days = set()
    with victims() as killed:
        killed.warm(call, shutil.copytree(index, tmp_path / "warm"), **options)
        seconds = killed.time(call, shutil.copytree(index, tmp_path / "timed"), **options)
        for number in range(8):
            place = shutil.copytree(index, tmp_path / str(number))
            for _ in range(5):
                killed.kill(chance.uniform(0, seconds), call, place, **options)
                _, reached, _ = updatable(place)
                days.add(reached)
                assert verify_index(place) == []
                (barrier,) = [hit for hit in open_index(place).search("barrier") if hit.title == "Thames Barrier"]
                assert (f"raised {(reached - later(0)).days} times" in barrier.text) == (reached > later(0))
            updated(place, mirror)
            assert verify_index(place) == []
            assert read_manifest(place)["counts"] == read_manifest(alone)["counts"]
            assert titles(place) == titles(alone) == {"Thames Barrier": 1}
    assert len(days) > 1
