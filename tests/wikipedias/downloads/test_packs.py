"""An index as one file: whole or refused, whatever happens to it."""

import random
import shutil
import tarfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import lz4.frame
import pytest
from dump_server import DumpServer, cut_after, serving
from plain_collection import BY_HAND, contents, write_articles
from typer.testing import CliRunner, Result
from victims import victims

from tweetctx.corpus.jsonl import record_of
from tweetctx.errors import (
    IndexAccessError,
    IndexDamagedError,
    IndexMissingError,
    IndexVersionError,
    NotThereError,
    ParameterError,
)
from tweetctx.index import add_articles, build_index, open_index, remove_articles, verify_index
from tweetctx.index.storage.manifest import VERSION
from tweetctx.interfaces.commands.app import app
from tweetctx.types import Article, Section
from tweetctx.wikipedias.exchange import PACK, pull_index, push_index
from tweetctx.wikipedias.indexes import chosen_index
from tweetctx.wikipedias.packs import HEADER, pack_index, read_header, unpack_index

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
URL = "https://simple.wikipedia.org/wiki/Mill"
MILL = Article("1", "Mill", URL, (Section("", ("A mill grinds.",)),), revision=77)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of one article."""
    folder = tmp_path_factory.mktemp("small")
    source = folder / "simplewiki-20260901-a.jsonl"
    source.write_bytes(record_of(MILL))
    build_index(source, folder / "small.idx", workers=1)
    return folder / "small.idx"


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of several files, whose numbers have gaps."""
    folder = tmp_path_factory.mktemp("changed")
    index = folder / "changed.idx"
    build_index(write_articles(folder / "a", BY_HAND), index, workers=1)
    add_articles(write_articles(folder / "b", BY_HAND[:2]), index, workers=1)
    remove_articles(index, ["8"])
    add_articles(write_articles(folder / "c", BY_HAND[3:4]), index, workers=1)
    return index


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another index of the wiki that `small` is of."""
    folder = tmp_path_factory.mktemp("other")
    build_index(write_articles(folder / "a", BY_HAND), folder / "other.idx", workers=1, wiki="simplewiki")
    return folder / "other.idx"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TWEETCTX_INDEXES", str(tmp_path / "indexes"))
    return tmp_path / "indexes"


@pytest.fixture
def server() -> Iterator[DumpServer]:
    with serving(DumpServer()) as made:
        yield made


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["index", *map(str, arguments)])


def test_a_pack_gives_the_index_back(small: Path, tmp_path: Path) -> None:
    header = pack_index(small, tmp_path / "pack")
    assert unpack_index(tmp_path / "pack", tmp_path / "again") == header == read_header(tmp_path / "pack")
    assert contents(tmp_path / "again") == contents(small)
    assert open_index(tmp_path / "again").origin == open_index(small).origin  # the time of the build too


def test_an_index_has_one_pack(changed: Path, tmp_path: Path) -> None:
    pack_index(changed, tmp_path / "pack")
    unpack_index(tmp_path / "pack", tmp_path / "again")
    shutil.copytree(changed, tmp_path / "copy")
    for index in (changed, tmp_path / "again", tmp_path / "copy"):
        pack_index(index, tmp_path / "other")
        assert (tmp_path / "other").read_bytes() == (tmp_path / "pack").read_bytes()
    assert [hit.title for hit in open_index(tmp_path / "again").search("jersey")] == [
        hit.title for hit in open_index(changed).search("jersey")
    ]


def test_a_pack_replaces_a_pack_and_no_other_file(small: Path, changed: Path, tmp_path: Path) -> None:
    pack_index(small, tmp_path / "pack")
    pack_index(changed, tmp_path / "pack")
    assert read_header(tmp_path / "pack") == pack_index(changed, tmp_path / "other")
    for name, content in (("articles.jsonl", b'{"id": 1}\n'), ("short", b"\x04")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(IndexAccessError, match=f"{name}: found a file that is no pack"):
            pack_index(small, tmp_path / name)
        assert (tmp_path / name).read_bytes() == content
    (tmp_path / "empty").touch()
    pack_index(small, tmp_path / "empty")


def test_a_folder_is_no_name_of_a_pack(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (".", "./", "/", ""):
        with pytest.raises(IndexAccessError, match="found a folder; expected the name of a file"):
            pack_index(small, Path(name))


def test_an_index_of_another_wiki_stays(small: Path, changed: Path, tmp_path: Path) -> None:
    index = shutil.copytree(changed, tmp_path / "index")
    push_index(small, tmp_path / "site")
    message = f"{index}: found an index of a wiki without a name; expected one of simplewiki, or a new folder"
    for command, source in (("unpack", tmp_path / "site" / PACK), ("pull", tmp_path / "site")):
        assert str(run(command, source, "-o", index).exception) == message
    assert contents(index) == contents(changed)


@pytest.mark.parametrize("content", ["{}", "mine", '["tweetctx"]', '{"type": "sparse_index", "format": "terrier"}'])
def test_a_header_of_something_else_stays(small: Path, tmp_path: Path, content: str) -> None:
    (tmp_path / HEADER).write_text(content)
    with pytest.raises(IndexAccessError, match=f"{HEADER}: found a file that is no header of a packed index"):
        push_index(small, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [HEADER]
    assert (tmp_path / HEADER).read_text() == content


def test_the_header_says_what_it_is(small: Path, tmp_path: Path) -> None:
    header = pack_index(small, tmp_path / "pack")
    assert (header["type"], header["format"], header["version"]) == ("sparse_index", "tweetctx", VERSION)
    assert (header["wiki"], header["date"], header["counts"]["documents"]) == ("simplewiki", "2026-09-01", 1)
    assert header["licence"] == "CC BY-SA 4.0"
    assert header["attribution"].startswith("Text by the authors of Wikipedia (simplewiki, 2026-09-01);")
    assert [*header["files"]] == ["index.json", "segment-000001"]


def test_a_collection_that_is_no_wikipedia_has_no_licence(changed: Path, tmp_path: Path) -> None:
    assert "licence" not in pack_index(changed, tmp_path / "pack")


def test_a_pack_replaces_an_index_in_one_step(small: Path, other: Path, tmp_path: Path) -> None:
    index = shutil.copytree(other, tmp_path / "index")
    pack_index(small, tmp_path / "pack")
    before = open_index(index)
    unpack_index(tmp_path / "pack", index)
    assert before.search("jersey")
    assert [hit.title for hit in open_index(index).search("mill")] == ["Mill"]
    assert verify_index(index) == []
    pack_index(index, tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "pack").read_bytes()


def refused(pack: Path, index: Path) -> None:
    """A damaged pack is refused, and the index stays; or it is whole after all."""
    before = contents(index)
    with pytest.raises((IndexDamagedError, IndexVersionError)):
        unpack_index(pack, index)
    assert contents(index) == before


def flips(thorough: bool, size: int) -> list[int]:
    return [*range(size)] if thorough else [*range(0, size, 97), *range(40), *range(size - 40, size)]


def test_every_flipped_byte_is_found(small: Path, other: Path, tmp_path: Path, thorough: bool) -> None:
    pack, index = tmp_path / "pack", shutil.copytree(other, tmp_path / "index")
    pack_index(small, pack)
    whole = pack.read_bytes()
    for place in flips(thorough, len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 0x21
        pack.write_bytes(damaged)
        refused(pack, index)


def test_every_cut_and_what_is_appended_is_found(small: Path, other: Path, tmp_path: Path, thorough: bool) -> None:
    pack, index = tmp_path / "pack", shutil.copytree(other, tmp_path / "index")
    pack_index(small, pack)
    whole = pack.read_bytes()
    for end in flips(thorough, len(whole)):
        pack.write_bytes(whole[:end])
        refused(pack, index)
    for more in (b"x", whole, lz4.frame.compress(b"x"), b"0123456789" * 10):
        pack.write_bytes(whole + more)
        refused(pack, index)


@pytest.mark.parametrize("what", [b"", b"x", b"PK", lz4.frame.compress(b""), lz4.frame.compress(b"x" * 5000)])
def test_what_is_no_pack(tmp_path: Path, what: bytes) -> None:
    (tmp_path / "pack").write_bytes(what)
    with pytest.raises(IndexDamagedError, match=r"pack: damaged \(.*\), expected a whole pack of an index"):
        unpack_index(tmp_path / "pack", tmp_path / "index")
    assert not (tmp_path / "index").exists()
    with pytest.raises(IndexAccessError, match=r"gone: cannot be read \(No such file"):
        unpack_index(tmp_path / "gone", tmp_path / "index")


def test_a_pack_of_another_version(small: Path, tmp_path: Path) -> None:
    pack_index(small, tmp_path / "pack")
    content = lz4.frame.decompress((tmp_path / "pack").read_bytes())
    other = content.replace(f'"version": {VERSION},'.encode(), b'"version": 0,', 1)
    (tmp_path / "pack").write_bytes(lz4.frame.compress(other))
    with pytest.raises(
        IndexVersionError, match=f"found version 0 of the format, this tweetctx reads version {VERSION}"
    ):
        unpack_index(tmp_path / "pack", tmp_path / "index")


@pytest.mark.parametrize("name", ["../index.json", "/etc/passwd", "segment-000001/../../x", "removal-000001", "x"])
def test_a_pack_that_names_other_places(small: Path, tmp_path: Path, name: str) -> None:
    pack_index(small, tmp_path / "pack")
    content = bytearray(lz4.frame.decompress((tmp_path / "pack").read_bytes()))
    at = content.rindex(b"segment-000001\0")  # in the header of the member
    content[at : at + 100] = name.encode().ljust(100, b"\0")
    total = sum(content[at : at + 148]) + 8 * 32 + sum(content[at + 156 : at + 512])
    content[at + 148 : at + 156] = f"{total:06o}\0 ".encode()
    (tmp_path / "pack").write_bytes(lz4.frame.compress(bytes(content)))
    with pytest.raises(IndexDamagedError, match="segment-000001 is not where it is expected"):
        unpack_index(tmp_path / "pack", tmp_path / "index")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pack"]


def test_damage_of_an_index_is_not_packed(small: Path, tmp_path: Path) -> None:
    index = shutil.copytree(small, tmp_path / "index")
    segment = index / "segment-000001"
    content = bytearray(segment.read_bytes())
    content[100] ^= 1
    segment.write_bytes(content)
    with pytest.raises(IndexDamagedError, match="segment-000001: altered"):
        pack_index(index, tmp_path / "pack")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["index"]


def test_the_commands(small: Path, tmp_path: Path, home: Path) -> None:
    assert run("pack", small, "-o", tmp_path / "pack").exit_code == 0
    assert run("unpack", tmp_path / "pack", "-o", tmp_path / "index").exit_code == 0
    assert contents(tmp_path / "index") == contents(small)
    assert run("push", small, tmp_path / "site").exit_code == 0
    assert sorted(path.name for path in (tmp_path / "site").iterdir()) == [PACK, f"{PACK}.sha256", "pt_meta.json"]
    pulled = run("pull", tmp_path / "site")
    assert pulled.exit_code == 0
    assert pulled.stdout.startswith(f"{home / 'simplewiki.idx'}: simplewiki of 2026-09-01, 1 article")
    assert chosen_index() == str(home / "simplewiki.idx")
    assert run("pull", tmp_path / "site", "-o", tmp_path / "other").exit_code == 0
    assert contents(tmp_path / "other") == contents(small)


def test_a_pack_without_a_wiki_has_no_folder_of_its_own(changed: Path, tmp_path: Path) -> None:
    assert run("push", changed, tmp_path / "site").exit_code == 0
    error = run("pull", tmp_path / "site").exception
    expected = "names no wiki, and so no folder; expected a destination, `--output`"
    assert str(error) == f"{tmp_path / 'site' / PACK}: {expected}"


def test_no_folder_is_left_where_nothing_can_be_pushed(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        push_index(tmp_path / "nowhere", tmp_path / "new" / "site")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "{", '{"format": "tweetctx-index", "version": 7}'])
def test_an_index_that_cannot_be_read_is_replaced(small: Path, changed: Path, tmp_path: Path, text: str) -> None:
    push_index(small, tmp_path / "site")
    for command in ("pull", "unpack"):
        index = shutil.copytree(changed, tmp_path / command)
        (index / "index.json").write_text(text)
        source = tmp_path / "site" / (PACK if command == "unpack" else "")
        assert run(command, source, "-o", index).exit_code == 0
        assert len([*index.iterdir()]) == 2
        assert verify_index(index) == []


def test_a_place_with_something_else_is_refused_before_the_download(server: DumpServer, tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("my text")
    with pytest.raises(IndexAccessError, match="found a folder with other things in it"):
        pull_index(f"{server.url}/wiki/", tmp_path)
    assert server.seen == []


def serve_folder(server: DumpServer, folder: Path, prefix: str) -> None:
    server.files |= {f"{prefix}{path.name}": path.read_bytes() for path in folder.iterdir()}


@pytest.mark.thorough
def test_a_pack_from_a_server_is_continued(server: DumpServer, small: Path, tmp_path: Path, home: Path) -> None:
    push_index(small, tmp_path / "site")
    serve_folder(server, tmp_path / "site", "/wiki/")
    server.scripts[f"/wiki/{PACK}"] = [cut_after(300)]
    place, header = pull_index(f"{server.url}/wiki/")
    assert (place, header["wiki"]) == (home / "simplewiki.idx", "simplewiki")
    assert contents(place) == contents(small)
    assert server.asked(f"/wiki/{PACK}") == [None, "bytes=300-"]
    assert [*(home / "downloads").iterdir()] == []


def test_a_pack_without_a_sum_is_checked_by_its_own(server: DumpServer, small: Path, tmp_path: Path) -> None:
    pack_index(small, tmp_path / "pack")
    whole = (tmp_path / "pack").read_bytes()
    server.files["/a.tar.lz4"], server.files["/b.tar.lz4"] = whole, whole[:400] + b"!" + whole[401:]
    place, _ = pull_index(f"{server.url}/a.tar.lz4", tmp_path / "index")
    assert contents(place) == contents(small)
    with pytest.raises(IndexDamagedError):
        pull_index(f"{server.url}/b.tar.lz4", tmp_path / "index")
    assert contents(place) == contents(small)
    with pytest.raises(NotThereError):
        pull_index(f"{server.url}/c.tar.lz4", tmp_path / "index")


def test_a_data_set_of_the_hub(
    server: DumpServer, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    push_index(small, tmp_path / "site")
    serve_folder(server, tmp_path / "site", "/datasets/mills/simple.idx/resolve/main/")
    place, _ = pull_index("hf:mills/simple.idx", tmp_path / "index")
    assert contents(place) == contents(small)


@pytest.mark.parametrize("source", ["hf:", "hf:mills", "hf:a/b/c", "ftp://x.example/a", "hf:../x@"])
def test_what_is_no_address(source: str) -> None:
    with pytest.raises(ParameterError, match="source: found"):
        pull_index(source)


def test_pyterrier_loads_what_is_in_a_pack(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `Artifact.from_url` unpacks it; the entry point is that of pyproject.toml."""
    pt = pytest.importorskip("pyterrier")
    pack_index(small, tmp_path / "pack")
    with lz4.frame.open(tmp_path / "pack") as frame, tarfile.open(fileobj=frame, mode="r|") as archive:
        archive.extractall(tmp_path / "artifact", filter="data")
    ((name, value),) = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]["pyterrier.artifact"].items()
    points = {"pyterrier.artifact": [EntryPoint(name, value, "pyterrier.artifact")]}
    monkeypatch.setattr(pt.utils, "entry_points", lambda group: points.get(group, []))
    retriever = pt.Artifact.load(str(tmp_path / "artifact"))
    assert retriever.search("mill")["docno"].tolist() == ["1"]


@pytest.mark.thorough
def test_unpacking_that_is_killed(small: Path, other: Path, tmp_path: Path) -> None:
    """A hundred times: an index being replaced is the one before or the one after, and the next call ends it."""
    chance = random.Random(1)  # noqa: S311
    call, pack = "tweetctx.wikipedias.packs:unpack_index", tmp_path / "pack"
    pack_index(small, pack)
    before, documents = contents(other), open_index(other).size.documents
    ends: set[bool] = set()
    with victims() as killed:
        killed.warm(call, pack, tmp_path / "warm")
        seconds = killed.time(call, pack, shutil.copytree(other, tmp_path / "replaced"))
        for number in range(100):
            index = shutil.copytree(other, tmp_path / str(number))
            killed.kill(chance.uniform(0, seconds), call, pack, index)
            replaced = contents(index)["index.json"] != before["index.json"]
            ends.add(replaced)
            assert open_index(index).size.documents == (1 if replaced else documents)
            assert verify_index(index) == []
            unpack_index(pack, index)
            assert len(contents(index)) == len(contents(small))
            assert [hit.title for hit in open_index(index).search("mill")] == ["Mill"]
    assert False in ends


@pytest.mark.thorough
def test_pulling_that_is_killed(server: DumpServer, changed: Path, tmp_path: Path) -> None:
    """Thirty times: nothing, or the whole index, and what was downloaded is continued."""
    chance = random.Random(2)  # noqa: S311
    push_index(changed, tmp_path / "site")
    serve_folder(server, tmp_path / "site", "/wiki/")
    call = ("tweetctx.wikipedias.exchange:pull_index", f"{server.url}/wiki/")
    with victims() as killed:
        killed.warm(*call, tmp_path / "warm")
        seconds = killed.time(*call, tmp_path / "timed")
        for number in range(30):
            index = tmp_path / f"index{number}"
            server.scripts[f"/wiki/{PACK}"] = [cut_after(chance.randrange(1, 5000))]
            killed.kill(chance.uniform(0, 2 * seconds), *call, index)
            assert not (index / "index.json").exists() or verify_index(index) == []
            server.scripts.clear()
            pull_index(call[1], index)
            assert contents(index) == contents(tmp_path / "warm")
