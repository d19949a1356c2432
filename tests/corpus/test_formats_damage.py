"""Damage to dumps of CirrusSearch, snapshots of Enterprise, ZIM and Parquet: where and what, and what "skip" keeps."""

import gzip
import importlib
import io
import json
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from format_samples import (
    ARTICLES,
    GATE,
    MILL,
    SIZE,
    cirrus_records,
    enterprise_record,
    ndjson,
    tar_gz,
    write_parquet,
    write_zim,
)

from tweetctx.corpus import conversion, read_articles
from tweetctx.errors import CorpusError

pytestmark = pytest.mark.usefixtures("_no_processes")

PAGE = 'an object {"title", "namespace", "text" or "source_text"} on one line'
ACTION = '{"index": {"_id": "..."}}'
RECORD = 'an object {"name", "identifier", "article_body": {"html" or "wikitext"}} on one line'


def check(path: Path, kept: Sequence[str], *messages: str) -> None:
    """Expect those titles, the messages where problems are skipped, and the first where they are not."""
    corpus = read_articles([path], on_error="skip")
    assert [article.title for article in corpus] == list(kept)
    assert list(corpus.problems) == [f"{path}{message}" for message in messages]
    assert corpus.skipped == len(messages)
    with pytest.raises(CorpusError) as caught:
        list(read_articles([path]))
    assert str(caught.value) == f"{path}{messages[0]}"


def check_end(path: Path, kept: Sequence[str], message: str) -> None:
    """Expect those titles and then one problem, which begins so."""
    corpus = read_articles([path], on_error="skip")
    assert [article.title for article in corpus] == list(kept)
    assert len(corpus.problems) == 1
    assert corpus.problems[0].startswith(f"{path}{message}")


def without(record: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key not in keys}


def test_broken_lines_of_a_cirrus_dump(tmp_path: Path) -> None:
    action, page = cirrus_records(MILL)
    plain = without(page, "source_text")
    pages: list[dict[str, Any]] = [
        without(page, "title"),
        page | {"namespace": "0"},
        page | {"namespace": 4},
        without(plain, "text"),
        plain | {"text": ["x"]},
        page | {"source_text": 5},
        page | {"redirect": [{"namespace": 0}]},
        page | {"redirect": ["x"]},
        page | {"template": "x"},
    ]
    lines = [json.dumps(line).encode() for each in pages for line in (action, each)]
    lines += [b"{", json.dumps(page).encode(), b'{"index": {}}', json.dumps(page).encode()]
    lines += [json.dumps(action).encode(), b'{"title": "\xff"}', json.dumps(page).encode()]
    lines += [json.dumps(line).encode() for line in (page, action, action, page)]
    path = tmp_path / "f"
    path.write_bytes(b"\n".join(lines))
    check(
        path,
        ["Tide mill"],
        f', line 2: found no "title"; expected {PAGE}',
        ', line 4: found "namespace" that is a string; expected a whole number',
        f', line 8: found no "text"; expected {PAGE}',
        ', line 10: found "text" that is a list; expected a string',
        ', line 12: found "source_text" that is a number; expected a string',
        ', line 14: found no "title"; expected an object {"namespace", "title"}',
        ', line 16: found "redirect" with \'x\'; expected an object {"namespace", "title"}',
        ', line 18: found "template" that is a string; expected a list',
        f", line 19: found no JSON (Expecting property name enclosed in double quotes, column 2); expected {ACTION}"
        f" or {PAGE}",
        f', line 21: found no "_id"; expected {ACTION}',
        ", line 24: found byte 0xff at column 12; expected text in UTF-8",
        f", line 26: found a page without an action before it; expected {ACTION}",
        f", line 27: found an action without a page after it; expected {PAGE}",
    )


def test_a_cirrus_dump_that_ends_after_an_action_or_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(ndjson([*cirrus_records(MILL), cirrus_records(MILL)[0]]))
    check_end(path, ["Tide mill"], f", line 3: found an action without a page after it; expected {PAGE}")
    path.write_bytes(ndjson([*cirrus_records(MILL), *cirrus_records(MILL)])[:-20])
    check_end(path, ["Tide mill"], ", line 4: found no JSON")


def test_a_page_that_is_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "MAX_WIKITEXT", 300)
    path = tmp_path / "f"
    path.write_bytes(ndjson([enterprise_record(article, form="wikitext") for article in ARTICLES]))
    length = len(enterprise_record(MILL, form="wikitext")["article_body"]["wikitext"])
    check(
        path,
        ["Größe & Maß", "Gate (disambiguation)"],
        f", line 1, page {MILL.title!r}: found a page of {length} characters; expected at most 300",
    )


def test_a_cirrus_dump_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "f"
    lines = [line for article in ARTICLES * 5 for line in cirrus_records(article)]
    data = gzip.compress(ndjson(lines[:20])) + gzip.compress(ndjson(lines[20:]))[:15]
    path.write_bytes(data)
    kept = [article.title for article in ARTICLES * 5][:10]
    check_end(path, kept, f": truncated, it ends at byte {len(data)}")


@pytest.mark.parametrize("form", ["html", "wikitext"])
def test_an_empty_article_of_a_snapshot_is_kept(form: str, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(ndjson([enterprise_record(MILL) | {"article_body": {form: ""}}]))
    (found,) = read_articles([tmp_path / "f"])
    assert (found.title, found.sections) == (MILL.title, ())


def test_broken_records_of_a_snapshot(tmp_path: Path) -> None:
    good = enterprise_record(MILL)
    records = [
        good,
        without(good | {"identifier": 9}, "name"),
        good | {"identifier": 1, "name": 5},
        good | {"identifier": None},
        good | {"identifier": 2, "article_body": {"html": None}},
        good | {"identifier": 3, "article_body": "<p>x</p>"},
        good | {"identifier": 4, "namespace": {"identifier": 14}},
        good | {"identifier": 5, "redirects": [{"url": "x"}]},
        good | {"identifier": 6, "redirects": ["x"]},
    ]
    lines = [json.dumps(record).encode() for record in records] + [b"[]", b'{"name": "\xc3"}']
    path = tmp_path / "f"
    path.write_bytes(tar_gz([("a.ndjson", b"\n".join(lines[:5])), ("b.ndjson", b"\n".join(lines[5:]))]))
    check(
        path,
        ["Tide mill"],
        f', a.ndjson, line 2: found no "name"; expected {RECORD}',
        ', a.ndjson, line 3: found "name" that is a number; expected a string',
        ', a.ndjson, line 4: found "identifier" that is null; expected a string or a number',
        f', a.ndjson, line 5: found no "article_body" with "html" or "wikitext"; expected {RECORD}',
        ', b.ndjson, line 1: found "article_body" that is a string; expected an object',
        ', b.ndjson, line 3: found no "name"; expected an object {"name"}',
        ", b.ndjson, line 4: found 'x' in a list of names; expected an object {\"name\"}",
        f", b.ndjson, line 5: found JSON that is a list; expected {RECORD}",
        ", b.ndjson, line 6: found byte 0xc3 at column 11; expected text in UTF-8",
    )


def test_the_latest_revision_of_an_article_is_read_once(tmp_path: Path) -> None:
    old = replace(MILL, title="Old name")
    first = [enterprise_record(old, version=5), enterprise_record(SIZE), enterprise_record(MILL, version=9)]
    second = [enterprise_record(GATE), enterprise_record(old, version=8), enterprise_record(MILL, version=9)]
    path = tmp_path / "f"
    path.write_bytes(tar_gz([("a", ndjson(first)), ("b", ndjson(second))]))
    corpus = read_articles([path])
    articles = iter(corpus)
    assert [next(articles), next(articles)] == [SIZE, replace(MILL, revision=9)]
    assert list(read_articles([path], start=corpus.position)) == list(articles) == [GATE]


def test_names_in_a_tar_lead_nowhere(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    names = ("../up.ndjson", "/tmp/root.ndjson", "x/" * 200 + "long.ndjson")  # noqa: S108
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            info = tarfile.TarInfo("../evil")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        for name, article in zip(names, ARTICLES, strict=True):
            data = ndjson([enterprise_record(article)])
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "f").write_bytes(buffer.getvalue())
    before = sorted(tmp_path.rglob("*"))
    assert list(read_articles([folder / "f"])) == list(ARTICLES)
    assert sorted(tmp_path.rglob("*")) == before
    assert not Path("/tmp/root.ndjson").exists()  # noqa: S108


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_tar_cut_short_or_altered(tmp_path: Path, form: int) -> None:
    members = [(f"{'x' * 90}{number}", ndjson([enterprise_record(a)])) for number, a in enumerate(ARTICLES)]
    whole = gzip.decompress(tar_gz(members, form=form))
    path = tmp_path / "f"
    second = whole.index(b"ustar", 512) - 257
    third = whole.index(b"ustar", second + 512) - 257
    path.write_bytes(whole[: third + 700])
    check_end(path, ["Tide mill", "Größe & Maß"], f": truncated, the tar ends at byte {third + 700}")
    path.write_bytes(whole[:second] + b"y" + whole[second + 1 :])
    check_end(path, ["Tide mill"], f": damaged, found a broken header (bad checksum) at byte {second} of the tar")
    path.write_bytes(gzip.compress(whole)[:-4])
    check_end(path, [article.title for article in ARTICLES], ": truncated, it ends at byte")


def test_a_tar_of_something_else(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(tar_gz([("readme", b"A text.")]))
    check_end(path, [], ": found a tar of other files, such as readme; expected a snapshot of Wikimedia Enterprise")


def test_a_zim_file_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_zim(path, ARTICLES)
    path.write_bytes(path.read_bytes()[:-9])
    check(path, [], ": damaged (Zim file(s) is of bad size or corrupted.); expected a whole ZIM file")


def test_a_zim_file_with_damaged_pages(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_zim(path, ARTICLES)
    data = bytearray(path.read_bytes())
    cluster = data.index(b"\x28\xb5\x2f\xfd")  # the first compressed one, of texts
    data[cluster : cluster + 4] = b"\0\0\0\0"
    path.write_bytes(data)
    corpus = read_articles([path], on_error="skip")
    assert list(corpus) == []
    assert corpus.skipped == 4
    assert corpus.problems[1].startswith(f"{path}, entry 3: found damage (")


@pytest.mark.parametrize("place", [0.2, 0.5, 0.8, 1])
def test_a_zim_file_with_a_changed_byte(place: float, tmp_path: Path) -> None:
    path = tmp_path / "f.zim"
    write_zim(path, ARTICLES)
    assert {article.title for article in read_articles([path])} == {article.title for article in ARTICLES}
    data = bytearray(path.read_bytes())
    checksum = data[-16:].hex()
    changed = 100 + int((len(data) - 117) * place) if place < 1 else len(data) - 1  # behind the header; of the checksum
    data[changed] ^= 1
    path.write_bytes(data)
    with pytest.raises(CorpusError) as caught:
        list(read_articles([path]))
    assert str(caught.value).startswith(f"{path}: ")
    if place < 1 and "damaged" not in str(caught.value):
        assert f"found other bytes than those of its checksum, {checksum}; expected" in str(caught.value)


def parquet(path: Path, **columns: Any) -> None:
    rows = {"id": ["1", "2"], "title": ["A", "B"], "text": ["One.", "Two."]} | columns
    pq.write_table(pa.table({name: values for name, values in rows.items() if values is not None}), path)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"text": None}, 'found no column "text" but id, title; expected id, title, text and, if known, url'),
        ({"title": [1, 2]}, 'found a column "title" of type int64; expected strings'),
        ({"id": [1.0, 2.0]}, 'found a column "id" of type double; expected strings or integers'),
        ({"url": [["x"], []]}, 'found a column "url" of type list<element: string>; expected strings'),
    ],
)
def test_other_columns(tmp_path: Path, columns: dict[str, Any], message: str) -> None:
    parquet(tmp_path / "f", **columns)
    check(tmp_path / "f", [], f": {message}")


def test_other_values(tmp_path: Path) -> None:
    parquet(tmp_path / "f", title=["A", None])
    check(tmp_path / "f", ["A"], ', row 2: found null in "title"; expected a value in each row')
    text = pa.array([b"One.", b"a\xffb"], pa.binary()).cast(pa.string(), safe=False)
    parquet(tmp_path / "f", text=text)
    check(tmp_path / "f", ["A"], ', row 2: found byte 0xff in "text"; expected text in UTF-8')


def test_other_types_of_strings_and_numbers(tmp_path: Path) -> None:
    parquet(
        tmp_path / "f",
        id=pa.array([1, 2], pa.int32()),
        title=pa.array(["A", "B"]).dictionary_encode(),
        text=pa.array(["One.\n\nTwo is it.", ""], pa.large_string()),
        url=[None, "u"],
    )
    first, second = read_articles([tmp_path / "f"])
    assert (first.id, first.title, first.url, first.sections[0].paragraphs) == ("1", "A", "", ("One.", "Two is it."))
    assert (second.id, second.title, second.url, second.sections) == ("2", "B", "u", ())


def test_parquet_cut_short_or_altered(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_parquet(path, ARTICLES)
    data = path.read_bytes()
    path.write_bytes(data[:-4])
    check_end(path, [], ": damaged (")
    place = data.index(b"GATE" if b"GATE" in data else b"PAR1") + 4
    path.write_bytes(data[:place] + bytes(60) + data[place + 60 :])
    check_end(path, [], ": damaged (")


@pytest.mark.parametrize(
    ("module", "magic", "message"),
    [
        (
            "libzim.reader",
            b"ZIM\x04",
            ': found a ZIM file; expected libzim to read it with: pip install ".[zim]" in a clone of the source',
        ),
        (
            "pyarrow.parquet",
            b"PAR1",
            ': found Parquet; expected pyarrow to read it with: pip install ".[wiki]" in a clone of the source',
        ),
    ],
)
def test_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, magic: bytes, message: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    (tmp_path / "f").write_bytes(magic + bytes(100))
    check(tmp_path / "f", [], message)


@pytest.mark.parametrize("form", ["wikitext", "html"])
def test_a_page_whose_conversion_fails_is_named_and_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    module = importlib.import_module(f"tweetctx.corpus.{form}")
    whole = module.convert

    def convert(markup: str, *, title: str, **options: Any) -> Any:
        if title == SIZE.title:
            raise IndexError("no\nsuch thing")
        return whole(markup, title=title, **options)

    monkeypatch.setattr(module, "convert", convert)
    path = tmp_path / "f"
    path.write_bytes(ndjson([enterprise_record(article, form=form) for article in ARTICLES]))
    found = "a text that cannot be converted (IndexError: no such thing)"
    message = f", line 2, page {SIZE.title!r}: found {found}; expected {form}"
    check(path, [MILL.title, GATE.title], message)
