"""A Wikipedia in one command, from a mirror on this machine with Wikimedia's layout."""

import bz2
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from dump_server import DAY, FOLDER, PAGES, WIKI, DumpServer, serving
from typer.testing import CliRunner, Result
from victims import victims

from tweetctx import Contextualizer, build_index
from tweetctx.corpus.jsonl import record_of
from tweetctx.errors import IndexAccessError, IndexMissingError, ParameterError
from tweetctx.index import open_index, verify_index
from tweetctx.index.storage.manifest import VERSION
from tweetctx.interfaces.commands.app import app
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime import compiled
from tweetctx.runtime.durable import lock
from tweetctx.types import Article, Section
from tweetctx.wikipedias import getting
from tweetctx.wikipedias.demonstration import demonstration_index
from tweetctx.wikipedias.downloads import DownloadProgress, find_wiki
from tweetctx.wikipedias.getting import GotWikipedia, Plan, get_wikipedia
from tweetctx.wikipedias.indexes import choose_index, chosen_index, index_path, index_to_open, kept_indexes

TWEET = "Nobody told me about the Thames Barrier!"
BARRIER = "The Thames Barrier is a barrier across the river that keeps the sea from flooding most of Greater London."
HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo><sitename>Wikipedia</sitename><dbname>simplewiki</dbname>
    <base>https://simple.wikipedia.org/wiki/Main_Page</base></siteinfo>
"""


def page(number: int, title: str, text: str) -> str:
    return (
        f"<page><title>{title}</title><ns>0</ns><id>{number}</id><revision><id>{number + 9000}</id>"
        f"<model>wikitext</model><text>{text}</text></revision></page>\n"
    )


def dump(first: str = BARRIER, count: int = 60) -> bytes:
    """A dump in many streams, one of which is large enough for a download to break off in it."""
    chance = random.Random(1)  # noqa: S311
    pages = [page(1, "Thames Barrier", f"{first} See [[Lock 3]].")]
    for number in range(2, count):
        words = " ".join(f"w{chance.randrange(10_000)}" for _ in range(3000))
        pages.append(page(number, f"Lock {number}", f"Lock {number} is a lock. {words}."))
    streams = [HEADER, *("".join(pages[at : at + 10]) for at in range(0, len(pages), 10)), "</mediawiki>\n"]
    return b"".join(bz2.compress(stream.encode()) for stream in streams)


DUMP = dump()


@pytest.fixture
def mirror() -> Iterator[DumpServer]:
    with serving(DumpServer()) as server:
        server.add_dump(pages=DUMP, sizes=True)
        yield server


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where indexes are kept."""
    monkeypatch.setenv("TWEETCTX_INDEXES", str(tmp_path / "indexes"))
    return tmp_path / "indexes"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)])


def asked_for_pages(mirror: DumpServer) -> list[str | None]:
    return mirror.asked(FOLDER + PAGES)


def left(home: Path) -> list[str]:
    return sorted(path.name for path in home.iterdir())


def small_index(folder: Path, name: str = "small") -> Path:
    source = folder / f"{name}.jsonl"
    source.write_bytes(record_of(Article("1", name, "", (Section("", (f"{name.title()} is a mill.",)),))))
    build_index(source, folder / f"{name}.idx", workers=1)
    return folder / f"{name}.idx"


@pytest.mark.parametrize(
    ("name", "wiki"),
    [
        ("simplewiki", "simplewiki"),
        ("enwiki", "enwiki"),
        ("English", "enwiki"),
        ("en", "enwiki"),
        (" EN ", "enwiki"),
        ("simple", "simplewiki"),
        ("Simple English", "simplewiki"),
        ("simple-english", "simplewiki"),
        ("de", "dewiki"),
        ("German", "dewiki"),
        ("zh-min-nan", "zh_min_nanwiki"),
        ("sk", "skwiki"),
        ("japanese", "jawiki"),
        ("Simple Wiki", "simplewiki"),
        ("en_wiki", "enwiki"),
        ("German Wikipedia", "dewiki"),
    ],
)
def test_a_wikipedia_by_name_code_and_language(name: str, wiki: str) -> None:
    assert find_wiki(name) == wiki


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Germn", "; did you mean german?"),
        ("e", ""),
        ("../x", ""),
        ("", ""),
        ("klingon wiki", "; did you mean nowiki?"),
    ],
)
def test_what_is_no_wikipedia(name: str, hint: str) -> None:
    with pytest.raises(ParameterError) as raised:
        find_wiki(name)
    expected = "expected a Wikipedia by name, code or language, such as enwiki, en or English"
    assert str(raised.value) == f"name: found {name!r}, {expected}{hint}"


def test_from_nothing_to_a_context(mirror: DumpServer, home: Path) -> None:
    got = run("get", "simple", "--mirror", mirror.url, "--workers", "1")
    assert (got.exit_code, got.exception) == (0, None)
    assert (
        got.stdout
        == f"{home / 'simplewiki.idx'}: 59 articles of simplewiki of {DAY}, 59 passages; it is the default now\n"
    )
    said = got.stderr.splitlines()[0]
    assert said.startswith(f"tweetctx: simplewiki of {DAY}: {len(DUMP) / 1e3:.0f} kB to download; then about ")
    assert " seconds to index on this machine, with " in said
    context = run("context", TWEET, "--format", "json")
    record = json.loads(context.stdout)
    assert record["index"] == {"wiki": "simplewiki", "date": "2026-09-01"}
    assert record["sentences"][0]["text"] == BARRIER
    assert record["sentences"][0]["url"] == "https://simple.wikipedia.org/w/index.php?oldid=9001"
    assert [link["title"] for link in record["links"]] == ["Thames Barrier"]
    assert left(home) == ["default.json", "simplewiki.idx", "simplewiki.lock"]


def test_the_library_opens_what_the_command_does(mirror: DumpServer) -> None:
    get_wikipedia("simple", url=mirror.url, workers=1)
    with Contextualizer.open() as contextualizer:
        assert str(contextualizer.index.origin) == "simplewiki of 2026-09-01"
        assert contextualizer.contextualize(TWEET).text.startswith(BARRIER)


@pytest.mark.thorough
def test_what_is_there_is_not_fetched_again(mirror: DumpServer, home: Path) -> None:
    get_wikipedia("simple", url=mirror.url, workers=1)
    choose_index("demonstration")
    again = run("get", "simplewiki", "--mirror", mirror.url)
    assert again.stdout == f"{home / 'simplewiki.idx'}: simplewiki of {DAY} is there already, and the default\n"
    assert len(asked_for_pages(mirror)) == 1
    assert index_to_open() == str(home / "simplewiki.idx")


@pytest.mark.thorough
def test_a_later_dump_replaces_an_earlier_one(mirror: DumpServer, home: Path) -> None:
    get_wikipedia("simple", url=mirror.url, workers=1)
    mirror.add_dump("20261001", pages=dump(BARRIER.replace("most", "all")), sizes=True)
    got = get_wikipedia("simple", url=mirror.url, workers=1, keep=True)
    assert got is not None
    assert (got.date, got.path) == ("20261001", home / "simplewiki.idx")
    with Contextualizer.open() as contextualizer:
        assert contextualizer.contextualize(TWEET).text.startswith(BARRIER.replace("most", "all"))
    assert left(home / "downloads") == ["simplewiki-20261001-pages-articles-multistream.xml.bz2"]


@pytest.mark.thorough
def test_a_dump_that_was_kept_stays(mirror: DumpServer, home: Path) -> None:
    get_wikipedia("simple", url=mirror.url, workers=1, keep=True)
    get_wikipedia("simple", url=mirror.url, workers=1)  # nothing is new
    assert left(home / "downloads") == [PAGES]
    mirror.add_dump("20261001", pages=DUMP, sizes=True)
    get_wikipedia("simple", url=mirror.url, workers=1)
    assert left(home / "downloads") == [PAGES]


class Stop(BaseException):
    """What ends a call at some point, as a signal does."""


def stopped(mirror: DumpServer, at: str, share: float = 0.5) -> None:
    """Gets a Wikipedia and stops in the download, or at a stage of the build."""

    def on_download(done: DownloadProgress) -> None:
        if at == "download" and done.bytes > share * len(DUMP):
            raise Stop

    def on_build(progress: ReadingProgress) -> None:
        if at == progress.phase:
            raise Stop

    with pytest.raises(Stop):
        get_wikipedia("simple", url=mirror.url, workers=1, on_download=on_download, on_build=on_build)


def finished(mirror: DumpServer) -> GotWikipedia:
    got = get_wikipedia("simple", url=mirror.url, workers=1)
    assert got is not None
    assert open_index(got.path).size.documents == 59
    return got


@pytest.mark.thorough
@pytest.mark.parametrize("at", ["download", "looking for redirects", "reading", "writing"])
def test_a_call_that_is_stopped_is_continued(mirror: DumpServer, home: Path, at: str) -> None:
    stopped(mirror, at)
    assert chosen_index() is None  # nothing is the default before it is whole
    mirror.add_dump("20261001", pages=DUMP)  # a later dump does not matter to what was begun
    assert finished(mirror).date == DAY
    first, *others = asked_for_pages(mirror)
    assert first is None
    assert len(others) == (at == "download")
    assert None not in others
    assert left(home) == ["default.json", "simplewiki.idx", "simplewiki.lock"]


@pytest.mark.thorough
def test_a_download_that_is_whole_needs_no_server(mirror: DumpServer) -> None:
    stopped(mirror, "reading")
    asked = len(mirror.seen)
    finished(mirror)
    assert len(mirror.seen) == asked


@pytest.mark.thorough
@pytest.mark.parametrize(("at", "said"), [("download", "kB to download; "), ("writing", ": the dump is there; then ")])
def test_what_is_left_of_a_call_that_was_stopped(mirror: DumpServer, at: str, said: str) -> None:
    stopped(mirror, at)
    index_path("simplewiki").mkdir(exist_ok=True)  # as a build that is killed leaves it
    first = run("get", "simple", "--mirror", mirror.url, "--workers", "1").stderr.splitlines()[0]
    assert first.startswith(f"tweetctx: simplewiki of {DAY}, continued: ")
    assert said in first
    assert f"{len(DUMP) / 1e3:.0f} kB to download" not in first


def test_a_dump_that_is_published_anew_is_downloaded_again(mirror: DumpServer, home: Path) -> None:
    (home / "downloads").mkdir(parents=True)
    (home / "downloads" / PAGES).write_bytes(b"what was published first")
    finished(mirror)


def test_the_first_index_on_a_machine_compiles(mirror: DumpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getting, "free_bytes", lambda _: 1_000_000)  # so that nothing is done
    said = "tweetctx: the first index on this machine takes one to three minutes more, once, to compile the code\n"
    for cached in (False, True):
        monkeypatch.setattr(compiled, "is_cached", lambda _, cached=cached: cached)
        assert (said in run("get", "simple", "--mirror", mirror.url).stderr) != cached


@pytest.mark.thorough
def test_the_old_index_serves_while_a_new_one_is_made(mirror: DumpServer, home: Path) -> None:
    finished(mirror)
    mirror.add_dump("20261001", pages=DUMP, sizes=True)
    stopped(mirror, "reading")
    assert str(open_index(home / "simplewiki.idx").origin) == "simplewiki of 2026-09-01"
    assert finished(mirror).date == "20261001"


@pytest.mark.thorough
def test_an_index_that_cannot_be_read_is_replaced(mirror: DumpServer, home: Path) -> None:
    finished(mirror)
    manifest = home / "simplewiki.idx" / "index.json"
    manifest.write_text(manifest.read_text().replace(f'"version": {VERSION}', '"version": 99'))
    assert finished(mirror).report is not None
    assert verify_index(home / "simplewiki.idx") == []
    manifest.write_text("{")
    done = run("get", "simple", "--mirror", mirror.url, "--workers", "1")
    assert done.exit_code == 0
    said = f"the new index replaces the one that is there, which cannot be opened: {manifest}: damaged, expected JSON"
    assert said in done.stderr
    assert verify_index(home / "simplewiki.idx") == []


def test_a_place_with_something_else_is_refused_before_the_download(mirror: DumpServer, home: Path) -> None:
    (home / "simplewiki.idx").mkdir(parents=True)
    (home / "simplewiki.idx" / "thesis.txt").write_text("my text")
    with pytest.raises(IndexAccessError, match=r"simplewiki\.idx: found a folder with other things in it"):
        get_wikipedia("simple", url=mirror.url)
    assert mirror.seen == []


@pytest.mark.thorough
def test_notes_that_are_damaged_begin_anew(mirror: DumpServer, home: Path) -> None:
    stopped(mirror, "download")
    (home / "simplewiki.json").write_text("{")
    assert finished(mirror).date == DAY


def test_two_calls_at_once(mirror: DumpServer, home: Path) -> None:
    home.mkdir(parents=True)
    with (home / "simplewiki.lock").open("wb") as file:
        lock(file, "x", "index", IndexAccessError)
        with pytest.raises(IndexAccessError, match=r"simplewiki\.idx: another process is writing this index"):
            get_wikipedia("simple", url=mirror.url)
    assert mirror.seen == []


@pytest.mark.thorough
def test_a_disk_that_is_too_small(mirror: DumpServer, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getting, "free_bytes", lambda _: 1_000_000)
    refused = run("get", "simple", "--mirror", mirror.url, "--workers", "1")
    assert refused.exit_code == 1
    assert f"tweetctx: only 1 MB are free on the disk of {home}\n" in refused.stderr
    assert "nothing was done; --yes begins nevertheless" in refused.stderr
    assert asked_for_pages(mirror) == []
    assert left(home) == ["simplewiki.lock"]
    assert run("get", "simple", "--mirror", mirror.url, "--workers", "1", "--yes").exit_code == 0


@pytest.mark.thorough
def test_a_size_that_the_server_does_not_publish_is_asked_for(mirror: DumpServer) -> None:
    del mirror.files[f"{FOLDER}dumpstatus.json"]
    plans: list[Plan] = []

    def refuse(plan: Plan) -> bool:
        plans.append(plan)
        return False

    assert get_wikipedia("simple", url=mirror.url, on_plan=refuse) is None
    assert [plan.bytes for plan in plans] == [len(DUMP)]


@pytest.mark.thorough
def test_the_order_of_defaults(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named, other, chosen = (small_index(tmp_path, name) for name in ("named", "other", "chosen"))
    assert index_to_open() == str(demonstration_index())
    assert choose_index(str(chosen)) == chosen
    assert index_to_open() == str(chosen)
    monkeypatch.setenv("TWEETCTX_INDEX", str(other))
    assert index_to_open() == str(other)
    assert index_to_open(str(named)) == str(named)
    for arguments, title in (([], "other"), (["--index", str(named)], "named")):
        assert f"  {title}  \n" in run("search", "mill", *arguments).stdout
    monkeypatch.delenv("TWEETCTX_INDEX")
    assert choose_index("demonstration") is None
    assert index_to_open() == str(demonstration_index())
    assert left(home) == []


def test_the_cache_does_not_move_the_indexes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TWEETCTX_INDEXES")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    before = index_path("simplewiki")
    assert before.is_relative_to(tmp_path)
    choose_index(str(small_index(tmp_path)))
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "cache"))
    assert index_path("simplewiki") == before
    assert chosen_index() == str(tmp_path / "small.idx")


@pytest.mark.thorough
def test_the_list_of_indexes(mirror: DumpServer, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = run("indexes")
    assert (nothing.exit_code, nothing.stdout) == (3, "")
    assert "found none; `tweetctx get simplewiki` gets a Wikipedia" in nothing.stderr
    finished(mirror)
    small = small_index(tmp_path)
    assert run("indexes", small).stdout == f"{small}: is the default now\n"
    (index_path("dewiki")).mkdir()
    (german, simple, elsewhere) = kept_indexes()
    assert (german.name, german.is_default) == ("dewiki", False)
    assert "found no index.json" in german.problem
    assert (simple.name, simple.wiki, simple.date, simple.articles) == ("simplewiki", WIKI, "2026-09-01", 59)
    assert simple.bytes == sum(path.stat().st_size for path in simple.path.glob("*-0*"))
    assert (elsewhere.name, elsewhere.is_default) == (str(small), True)
    lines = run("indexes").stdout.splitlines()
    assert [line.split()[:2] for line in lines][1:] == [["simplewiki", "2026-09-01"], ["*", str(small)]]
    assert run("indexes", "simplewiki").stdout == f"{home / 'simplewiki.idx'}: is the default now\n"
    assert run("index", "info").stdout == run("index", "info", home / "simplewiki.idx").stdout
    monkeypatch.setenv("TWEETCTX_INDEX", "else.idx")
    done = run("indexes", "simplewiki")
    assert done.stdout == f"{home / 'simplewiki.idx'}: is the default now\n"
    assert done.stderr == "tweetctx: TWEETCTX_INDEX is set and wins over the default: else.idx\n"
    records = [json.loads(line) for line in run("indexes", "--format", "json").stdout.splitlines()]
    assert [(record["name"], record["is_default"]) for record in records] == [("dewiki", False), ("simplewiki", True)]


def test_a_default_that_is_gone_is_an_error(tmp_path: Path) -> None:
    small = small_index(tmp_path)
    choose_index(str(small))
    small.rename(tmp_path / "elsewhere")
    with pytest.raises(IndexMissingError, match=r"small\.idx: found nothing, but it is the default index; `"):
        Contextualizer.open()
    assert isinstance(run("context", "x").exception, IndexMissingError)


@pytest.mark.thorough
def test_what_cannot_be_chosen(mirror: DumpServer, tmp_path: Path) -> None:
    finished(mirror)
    with pytest.raises(IndexMissingError, match=r"expected an index; .*; or one of simplewiki, demonstration"):
        choose_index("enwiki")
    (tmp_path / "x").mkdir()
    with pytest.raises(IndexMissingError, match="expected a tweetctx index; or one of simplewiki, demonstration"):
        choose_index(str(tmp_path / "x"))


@pytest.mark.thorough
def test_getting_that_is_killed(mirror: DumpServer, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty kills at random times, four one after the other, until a call is left to end."""
    chance = random.Random(1)  # noqa: S311
    call = ("tweetctx.wikipedias.getting:get_wikipedia", "simplewiki")
    with victims() as killed:
        killed.warm(*call, url=mirror.url, workers=1)
        monkeypatch.setenv("TWEETCTX_INDEXES", str(home.with_name("timed")))
        seconds = killed.time(*call, url=mirror.url, workers=1)
        for number in range(5):
            folder = home.with_name(f"indexes{number}")
            monkeypatch.setenv("TWEETCTX_INDEXES", str(folder))
            place = folder / "simplewiki.idx"
            for _ in range(4):
                killed.kill(chance.uniform(0, seconds), *call, url=mirror.url, workers=1)
                if (place / "index.json").exists():
                    assert open_index(place).size.documents == 59
            assert finished(mirror).path == place
            assert verify_index(place) == []
            assert left(folder) == ["default.json", "simplewiki.idx", "simplewiki.lock"]
