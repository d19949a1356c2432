"""A build that is interrupted and begun again ends with the bytes of one that was not."""

import bz2
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from plain_collection import BY_HAND, contents, contents_of_other_sources, numbered, random_articles, write_articles

import tweetctx.index.building.building as build
from tweetctx.errors import CorpusError, IndexAccessError
from tweetctx.index import add_articles, build_index
from tweetctx.index.building import changes, segment_buffer
from tweetctx.index.building.building import BuildReport
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.files import BUFFER, JOURNAL, Change
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.durable import write_json
from tweetctx.types import Section

ARTICLES = numbered([*random_articles(41, 70, words=90), *BY_HAND, *random_articles(42, 30, words=300)])


class Stop(BaseException):
    """Not an Exception, like KeyboardInterrupt."""


@pytest.fixture(autouse=True)
def _many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are small, and after each the build can go on."""
    monkeypatch.setattr(build, "BATCH_CHARACTERS", 2_000)
    monkeypatch.setattr(build, "KEEP_SECONDS", -1.0)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return write_articles(tmp_path / "wiki.jsonl", ARTICLES)


def stop_at(articles: int, stage: str = "reading") -> Callable[[ReadingProgress], None]:
    def on_progress(progress: ReadingProgress) -> None:
        if progress.phase == stage and progress.articles >= articles:
            raise Stop

    return on_progress


def interrupted(source: Path, index: Path, articles: int, **options: Any) -> None:
    with pytest.raises(Stop):
        build_index(source, index, workers=1, on_progress=stop_at(articles), **options)


def unbroken(source: Path, index: Path, **options: Any) -> tuple[BuildReport, dict[str, bytes]]:
    report = build_index(source, index, workers=1, **options)
    assert report.continued == 0
    return report, contents(index)


@pytest.mark.thorough
@pytest.mark.parametrize("analyzer", ["english", "dcu"])
@pytest.mark.parametrize("places", [[1], [108], [20, 60, 61, 100]])
def test_a_build_goes_on_where_it_was_interrupted(
    tmp_path: Path, source: Path, places: list[int], analyzer: str
) -> None:
    expected, files = unbroken(source, tmp_path / "whole.idx", analyzer=analyzer)
    index = tmp_path / "i.idx"
    for place in places:
        interrupted(source, index, place, analyzer=analyzer)
    read: list[int] = []
    report = build_index(
        source, index, analyzer=analyzer, workers=1, on_progress=lambda step: read.append(step.articles)
    )
    assert report.continued > 0 or places == [1]
    assert report.continued < places[-1]  # what is noted was read whole
    assert min(read) >= report.continued
    assert contents(index) == files
    assert [report.articles, report.sentences, report.terms] == [expected.articles, expected.sentences, expected.terms]
    assert EmbeddedIndex(index).verify() == []


@pytest.mark.thorough
@pytest.mark.parametrize("step", ["write_segment", "_publish", "publish"])
def test_interrupted_while_it_writes(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    _, files = unbroken(source, tmp_path / "whole.idx")
    index = tmp_path / "i.idx"

    def stop(*_: object, **__: object) -> None:
        raise Stop

    with monkeypatch.context() as patch:
        patch.setattr(Change if step == "publish" else changes, step, stop)
        with pytest.raises(Stop):
            build_index(source, index, workers=1)
    assert [path.name for path in index.iterdir()] == [BUFFER]
    report = build_index(source, index, workers=1)
    assert report.continued == len(ARTICLES)  # nothing is read again
    assert contents(index) == files


@pytest.mark.thorough
def test_interrupted_while_it_notes_its_place(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the files and the journal that names them: the place before counts."""
    _, files = unbroken(source, tmp_path / "whole.idx")
    index = tmp_path / "i.idx"
    real = write_json
    for fatal in (1, 5, 6, 7):
        noted = 0

        def write(path: Path, value: object) -> None:
            nonlocal noted
            noted += 1
            if noted == fatal:  # noqa: B023
                raise Stop
            real(path, value)

        monkeypatch.setattr(segment_buffer, "write_json", write)
        with pytest.raises(Stop):
            build_index(source, index, workers=1)
    monkeypatch.undo()
    assert build_index(source, index, workers=1).continued > 0
    assert contents(index) == files


@pytest.mark.thorough
def test_the_old_index_answers_meanwhile(tmp_path: Path, source: Path) -> None:
    index = tmp_path / "i.idx"
    build_index(write_articles(tmp_path / "old.jsonl", BY_HAND), index, workers=1)
    before = contents(index)
    interrupted(source, index, 50)
    left = contents(index)
    assert {name: left[name] for name in before} == before
    assert EmbeddedIndex(index).article(0) == BY_HAND[0]
    assert EmbeddedIndex(index).verify() == []
    assert build_index(source, index, workers=1).continued > 0
    assert EmbeddedIndex(index).article(0) == ARTICLES[0]
    assert not (index / BUFFER).exists()


@pytest.mark.thorough
def test_a_change_forgets_the_buffer(tmp_path: Path, source: Path) -> None:
    index = tmp_path / "i.idx"
    old = write_articles(tmp_path / "old.jsonl", BY_HAND)
    build_index(old, index, workers=1)
    interrupted(source, index, 50)
    add_articles(old, index, workers=1)
    assert not (index / BUFFER).exists()
    assert build_index(source, index, workers=1).continued == 0


def change_the_end(source: Path) -> None:
    with source.open("a") as file:
        file.write(json.dumps({"id": "new", "title": "New", "text": "A new article is here."}) + "\n")


def change_a_letter(source: Path) -> None:
    text = source.read_text()
    source.write_text(text.replace("e", "a", 1))
    os.utime(source, ns=(0, 0))  # of the same size, but of another time


@pytest.mark.thorough
@pytest.mark.parametrize("change", [change_the_end, change_a_letter])
@pytest.mark.parametrize("in_folder", [False, True])
def test_changed_sources_begin_anew(
    tmp_path: Path, source: Path, change: Callable[[Path], None], in_folder: bool
) -> None:
    given = source
    if in_folder:
        given = tmp_path / "deep"
        (given / "er").mkdir(parents=True)
        source = source.rename(given / "er" / "wiki.jsonl")
        write_articles(given / "more.jsonl", BY_HAND)
    index = tmp_path / "i.idx"
    interrupted(given, index, 60)
    change(source)
    _, files = unbroken(given, tmp_path / "whole.idx")
    assert build_index(given, index, workers=1).continued == 0
    assert contents(index) == files


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({}, {"restart": True}),
        ({}, {"analyzer": "plain"}),
        ({"analyzer": "dcu"}, {}),
        ({}, {"language": "de"}),
        ({}, {"lists": True}),
        ({"tables": True}, {}),
    ],
)
def test_other_parameters_begin_anew(tmp_path: Path, source: Path, first: dict[str, Any], then: dict[str, Any]) -> None:
    interrupted(source, tmp_path / "i.idx", 60, **first)
    _, files = unbroken(source, tmp_path / "whole.idx", **{k: v for k, v in then.items() if k != "restart"})
    assert build_index(source, tmp_path / "i.idx", workers=1, **then).continued == 0
    assert contents(tmp_path / "i.idx") == files


@pytest.mark.thorough
def test_workers_and_memory_may_change(tmp_path: Path, source: Path) -> None:
    _, files = unbroken(source, tmp_path / "whole.idx")
    interrupted(source, tmp_path / "i.idx", 60)
    report = build_index(source, tmp_path / "i.idx", workers=2, memory=64)
    assert report.continued > 0
    assert contents(tmp_path / "i.idx") == files


@pytest.mark.thorough
def test_a_broken_record_can_be_mended_or_skipped(tmp_path: Path) -> None:
    """The build stops at it; what was read before need not be read again."""
    source = write_articles(tmp_path / "wiki.jsonl", ARTICLES)
    lines = source.read_text().splitlines()
    broken = ["{", *lines[:80], "{broken", *lines[80:]]
    source.write_text("\n".join(broken))
    index = tmp_path / "i.idx"
    interrupted(source, index, 60, on_error="skip")
    with pytest.raises(CorpusError, match="line 82: found no JSON"):
        build_index(source, index, workers=1)
    report = build_index(source, index, workers=1, on_error="skip")
    assert report.continued > 0
    assert report.skipped == 2  # the one that was passed over before the interruption as well
    write_articles(source, ARTICLES)
    unbroken(source, tmp_path / "whole.idx")
    assert contents_of_other_sources(index) == contents_of_other_sources(tmp_path / "whole.idx")


def test_an_interruption_before_the_first_place_leaves_nothing(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "KEEP_SECONDS", 1000.0)
    interrupted(source, tmp_path / "i.idx", 100)
    assert not (tmp_path / "i.idx").exists()


def test_a_full_disk_and_then_room(
    tmp_path: Path, source: Path, small_disk: Callable[[int], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "KEEP_SECONDS", -1.0)
    index = tmp_path / "i.idx"
    with small_disk(9_000), pytest.raises(IndexAccessError, match=r"i\.idx: cannot be written"):
        build_index(source, index, workers=1)
    report = build_index(source, index, workers=1)
    assert report.continued > 0
    _, files = unbroken(source, tmp_path / "whole.idx")
    assert contents(index) == files


# killed


BUILD = """
import sys
from pathlib import Path
import tweetctx.index.building.building as build
if __name__ == "__main__":
    build.BATCH_CHARACTERS, build.KEEP_SECONDS = 700, -1.0
    build.build_index([Path(sys.argv[1])], Path(sys.argv[2]), workers=int(sys.argv[3]), on_error="skip")
"""


def kill_while_it_reads(source: Path, index: Path, workers: int, articles: int) -> None:
    """Kills all processes of a build when its journal has come to an article, a moment later."""
    with subprocess.Popen(
        [sys.executable, "-c", BUILD, source, index, str(workers)], start_new_session=True
    ) as process:
        while process.poll() is None:
            with suppress(OSError, ValueError):
                if json.loads((index / BUFFER / JOURNAL).read_text())["articles"] >= articles:
                    break
        time.sleep(random.Random(articles).uniform(0, 0.02))  # noqa: S311
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


HEADER = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<siteinfo><base>https://mills.example/wiki/Main_Page</base><namespaces><namespace key="0" case="first-letter" />
<namespace key="1" case="first-letter">Talk</namespace></namespaces></siteinfo>
"""


def page(number: int, title: str, text: str, space: int = 0, redirect: str = "") -> str:
    leads = f'<redirect title="{redirect}" />' if redirect else ""
    return (
        f"<page><title>{title}</title><ns>{space}</ns><id>{number}</id>{leads}<revision><id>{number}</id>"
        f"<model>wikitext</model><text>{text}</text></revision></page>\n"
    )


def mill_dump(path: Path) -> Path:
    """A dump in many streams, of articles, redirects and pages of other kinds."""
    chance = random.Random(5)  # noqa: S311
    texts = ["\n\n".join(section_text(article.sections)) for article in random_articles(43, 80)]
    parts = []
    for begin in range(0, len(texts), 4):
        pages = [page(10 + n, f"Mill {n}", texts[n]) for n in range(begin, begin + 4)]
        pages.append(page(1000 + begin, f"Old mill {begin}", "#REDIRECT", redirect=f"Mill {begin}"))
        pages.append(page(2000 + begin, f"Talk:Mill {begin}", "Is it?", space=1))
        chance.shuffle(pages)
        parts.append("".join(pages))
    path.write_bytes(b"".join(bz2.compress(part.encode()) for part in (HEADER, *parts, "</mediawiki>\n")))
    return path


def section_text(sections: tuple[Section, ...]) -> list[str]:
    return [text for section in sections for text in (f"== {section.heading or 'Text'} ==", *section.paragraphs)]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["lines", "dump"])
def test_a_killed_build_goes_on(tmp_path: Path, source: Path, kind: str) -> None:
    if kind == "dump":
        source = mill_dump(tmp_path / "mills-pages-articles-multistream.xml.bz2")
    workers = 2 if kind == "dump" else 1
    _, files = unbroken(source, tmp_path / "whole.idx")
    index = tmp_path / "i.idx"
    for articles in (20, 55) if kind == "lines" else (40,):  # a dump's processes take long to start
        kill_while_it_reads(source, index, workers, articles)
    report = build_index(source, index, workers=workers)
    assert report.continued >= 40
    assert contents(index) == files
