"""What an index says of itself, and the revisions of its articles."""

import gzip
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plain_collection import BY_HAND, contents, write_articles

from tweetctx import __version__
from tweetctx.corpus.jsonl import record_of
from tweetctx.errors import IndexDamagedError, ParameterError
from tweetctx.index import add_articles, build_index, compact_index, index_info, open_index, remove_articles
from tweetctx.index.building.segment_buffer import SegmentBuffer
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.manifest import MANIFEST
from tweetctx.types import Article, Section, Source

DAY = "2026-09-01"


def articles(revisions: Sequence[int], wiki: str = "en") -> list[Article]:
    return [
        Article(
            str(number),
            f"Mill {number}",
            f"https://{wiki}.wikipedia.org/wiki/Mill_{number}",
            (Section("", (f"Mill number {number} grinds. It is a mill.",)),),
            revision=revision,
        )
        for number, revision in enumerate(revisions)
    ]


def write(path: Path, what: Sequence[Article]) -> Path:
    """JSON Lines with the revisions."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(map(record_of, what)))
    return path


def revisions(index: Path) -> dict[str, int]:
    opened = EmbeddedIndex(index)
    removed = {number for segment in opened.segments for number in segment.removed.tolist()}
    assert len(opened.segments) == 1 or not removed
    numbers = range(sum(segment.forward.articles for segment in opened.segments))
    made = [opened.article(number) for number in numbers if number not in removed]
    return {article.id: article.revision for article in made}


@pytest.mark.parametrize(
    ("name", "wiki", "day"),
    [
        ("enwiki-20260901-pages-articles-multistream1.xml-p1p41242.bz2.jsonl", "enwiki", DAY),
        ("zh_min_nanwiki-20260901-cirrussearch-content.jsonl", "zh_min_nanwiki", DAY),
        ("dewiki-NS0-20260901-ENTERPRISE-HTML.json", "dewiki", DAY),
        ("wikipedia_de_all_maxi_2026-09.jsonl", "dewiki", DAY),
        ("20260901.simple/train-00000-of-00001.jsonl", "simplewiki", DAY),
        ("simplewiki-20260931-pages.jsonl", "enwiki", None),  # no day; the url of the first article tells the wiki
        ("articles.jsonl", "enwiki", None),
    ],
)
def test_wiki_and_day_by_the_name_of_a_file(tmp_path: Path, name: str, wiki: str, day: str | None) -> None:
    build_index(write(tmp_path / name, articles([5])), tmp_path / "index", workers=1)
    info = index_info(tmp_path / "index")
    assert (info["wiki"], info["date"]) == (wiki, day)


def test_what_is_given_counts_and_of_several_files_the_oldest_day(tmp_path: Path) -> None:
    files = [write(tmp_path / name, articles([5])) for name in ("dewiki-20260901-a.jsonl", "enwiki-20260803-b.jsonl")]
    build_index(files, tmp_path / "index", workers=1)
    assert open_index(tmp_path / "index").origin.to_dict() == {"wiki": "dewiki+enwiki", "date": "2026-08-03"}
    build_index(files, tmp_path / "index", workers=1, wiki="mills", date="2026-01-02")
    assert open_index(tmp_path / "index").origin.to_dict() == {"wiki": "mills", "date": "2026-01-02"}
    with pytest.raises(ParameterError, match="date: found 'May', expected the day of a dump as YYYY-MM-DD"):
        build_index(files, tmp_path / "index", date="May")


@pytest.mark.parametrize("option", ["wiki", "date"])
def test_what_names_no_wiki_or_day_leaves_the_index(tmp_path: Path, option: str) -> None:
    source = write(tmp_path / "a.jsonl", articles([5]))
    build_index(source, tmp_path / "index", workers=1)
    before = open_index(tmp_path / "index").identity
    options: Any = {option: 5}
    with pytest.raises(ParameterError, match=f"{option}: found 5, expected the "):
        build_index(source, tmp_path / "index", workers=1, **options)
    assert open_index(tmp_path / "index").identity == before


def test_a_time_is_of_a_day(tmp_path: Path) -> None:
    source = write(tmp_path / "a.jsonl", articles([5]))
    build_index(source, tmp_path / "index", workers=1, date=datetime(2026, 9, 1, 12, tzinfo=UTC))
    assert open_index(tmp_path / "index").origin.to_dict()["date"] == "2026-09-01"


def test_a_collection_that_is_no_wikipedia(tmp_path: Path) -> None:
    build_index(write_articles(tmp_path / "source", BY_HAND), tmp_path / "index", workers=1)
    origin = open_index(tmp_path / "index").origin
    assert origin.to_dict() == {"wiki": None, "date": None}
    assert str(origin) == "an unnamed wiki"


def test_sources_with_their_digests_version_and_time(tmp_path: Path) -> None:
    file, packed = write(tmp_path / "a.jsonl", articles([5])), tmp_path / "folder" / "b.jsonl.gz"
    packed.parent.mkdir()
    packed.write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    table = tmp_path / "names.tsv"
    table.write_text("alias\ttitle\nThe mill\tMill 0\n")
    before = datetime.now(UTC).replace(microsecond=0)
    build_index([file, tmp_path / "folder"], tmp_path / "index", workers=1, aliases=table)
    origin = open_index(tmp_path / "index").origin
    assert origin.made_by == __version__
    assert origin.built is not None
    assert before <= origin.built <= datetime.now(UTC)
    of_packed = hashlib.sha256(packed.read_bytes()).hexdigest()
    assert [(source.name, source.bytes, source.sha256) for source in origin.sources] == [
        ("a.jsonl", file.stat().st_size, hashlib.sha256(file.read_bytes()).hexdigest()),
        ("folder", packed.stat().st_size, hashlib.sha256(f"{of_packed}  b.jsonl.gz\n".encode()).hexdigest()),
        ("names.tsv", table.stat().st_size, hashlib.sha256(table.read_bytes()).hexdigest()),
    ]


def test_the_same_articles_make_the_same_bytes_at_another_time(tmp_path: Path) -> None:
    source = write(tmp_path / "enwiki-20260901-a.jsonl", articles(range(1, 30)))
    for name in ("one", "two"):
        build_index(source, tmp_path / name, workers=1)
    os.utime(tmp_path / "two" / MANIFEST, (0, 86_400))
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    built = open_index(tmp_path / "two").origin.built
    assert built == datetime(1970, 1, 2, tzinfo=UTC)


def test_revisions_take_four_bytes_an_article_and_none_without(tmp_path: Path) -> None:
    build_index(write(tmp_path / "with.jsonl", articles([4_294_967_295, 0, 7])), tmp_path / "with", workers=1)
    build_index(write(tmp_path / "bare.jsonl", articles([0, 0, 0])), tmp_path / "bare", workers=1)
    assert revisions(tmp_path / "with") == {"0": 4_294_967_295, "1": 0, "2": 7}
    assert revisions(tmp_path / "bare") == {"0": 0, "1": 0, "2": 0}
    for name, count in (("with", 3), ("bare", 0)):
        (segment,) = (tmp_path / name).glob("segment-*")
        entry = ArrayFile(segment).entries["revisions"]
        assert (entry.dtype, entry.length) == ("<u4", count)


@pytest.mark.parametrize("value", [-1, 1 << 32, 1.5, True, None, "twelve", "", "-3", [3]])
def test_what_is_no_revision_is_none(tmp_path: Path, value: object) -> None:
    record = {"id": "1", "url": "", "title": "T", "text": "A mill grinds.", "revision": value}
    (tmp_path / "a.jsonl").write_text(json.dumps(record))
    build_index(tmp_path / "a.jsonl", tmp_path / "index", workers=1)
    assert revisions(tmp_path / "index") == {"1": 0}


def test_revisions_and_origin_through_changes(tmp_path: Path) -> None:
    index, old = tmp_path / "index", articles([11, 12, 13, 14])
    build_index(write(tmp_path / "enwiki-20260901-a.jsonl", old), index, workers=1)
    add_articles(write(tmp_path / "more.jsonl", [replace(old[1], revision=22), *articles([0] * 4 + [25])[4:]]), index)
    remove_articles(index, ["0"])
    origin = open_index(index).origin
    assert (origin.wiki, origin.date) == ("enwiki", date(2026, 9, 1))
    assert [source.name for source in origin.sources] == ["enwiki-20260901-a.jsonl", "more.jsonl"]
    compact_index(index)
    assert revisions(index) == {"2": 13, "3": 14, "1": 22, "4": 25}
    assert open_index(index).origin.sources == origin.sources


def test_a_manifest_has_room_for_many_additions(tmp_path: Path) -> None:
    index = tmp_path / "index"
    build_index(write(tmp_path / "a.jsonl", articles([1])), index, workers=1)
    files = [write(tmp_path / f"{number:03}.jsonl", articles([number])) for number in range(1, 121)]
    add_articles(files, index)
    origin = open_index(index).origin
    assert (len(origin.sources), origin.omitted) == (100, 21)
    assert [source.name for source in origin.sources[48:52]] == ["048.jsonl", "049.jsonl", "071.jsonl", "072.jsonl"]
    assert index_info(index)["sources_omitted"] == 21


def test_revisions_of_another_number_of_articles_are_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SegmentBuffer, "revisions", lambda _: np.array([1, 2], np.uint32))
    with pytest.raises(IndexDamagedError, match="the array revisions has 2 entries, expected 3 or none"):
        build_index(write(tmp_path / "a.jsonl", articles([1, 2, 3])), tmp_path / "index", workers=1)


@pytest.mark.parametrize(
    ("url", "permalink"),
    [
        ("https://en.wikipedia.org/wiki/Mill", "https://en.wikipedia.org/w/index.php?oldid=9"),
        ("http://de.m.wikipedia.org/wiki/A/B?x=/wiki/", "http://de.m.wikipedia.org/w/index.php?oldid=9"),
        ("https://fr.wiktionary.org/wiki/moulin", "https://fr.wiktionary.org/w/index.php?oldid=9"),
        ("https://mills.example/wiki/Mill", "https://mills.example/wiki/Mill"),
        ("https://en.wikipedia.org.evil.example/wiki/Mill", "https://en.wikipedia.org.evil.example/wiki/Mill"),
        ("javascript:alert(1)//en.wikipedia.org/wiki/", "javascript:alert(1)//en.wikipedia.org/wiki/"),
        ("", ""),
    ],
)
def test_the_address_of_a_revision(url: str, permalink: str) -> None:
    assert Source("1", "Mill", url, 9).permalink == permalink
    assert Source("1", "Mill", url).permalink == url
