"""Dumps of MediaWiki, read as a user reads them."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard
from dump_samples import FOOTER, HEADER, page, pages, streams
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus import read_articles, wikitext
from tweetctx.corpus.dumps.redirects import Lines, LinesWriter, redirects_to
from tweetctx.errors import CorpusError
from tweetctx.types import Article, Section

here = pytest.mark.usefixtures("_no_processes")

COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": zstandard.ZstdCompressor().compress,
}


def article(number: int, title: str, url: str, *paragraphs: str, **more: Any) -> Article:
    sections = (Section("", paragraphs),) if paragraphs else ()
    return Article(str(number), title, f"https://mills.example/wiki/{url}", sections, revision=number + 9000, **more)


def mill(number: int) -> Article:
    return article(number, f"Mill {number}", f"Mill_{number}", f"Mill number {number} grinds.")


def read(path: Path, content: str | bytes, **options: Any) -> list[Article]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_articles([path], **options))


@here
@pytest.mark.parametrize("compression", COMPRESSIONS)
def test_a_dump_in_each_compression(tmp_path: Path, compression: str) -> None:
    content = (
        HEADER
        + page(1, "Mill & river", "A mill <b>grinds</b> & hums.\n\nIt is old.")
        + page(2, "Talk:Mill", "No article.", ns=1)
        + page(3, "Water mill", "#REDIRECT [[Mill & river]]", redirect="Mill & river")
        + page(4, "Café “Zur Mühle”?", "A café.")
        + FOOTER
    )
    assert read(tmp_path / "f", COMPRESSIONS[compression](content.encode())) == [
        article(1, "Mill & river", "Mill_%26_river", "A mill grinds & hums.", "It is old.", redirects=("Water mill",)),
        article(4, "Café “Zur Mühle”?", "Caf%C3%A9_%E2%80%9CZur_M%C3%BChle%E2%80%9D%3F", "A café."),
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 3])
def test_a_multistream_dump_in_order(tmp_path: Path, workers: int) -> None:
    parts = [pages(first, first + 10) for first in range(0, 120, 10)]
    articles = read(tmp_path / "f", b"".join(streams(*parts)), workers=workers)
    assert articles == [mill(number) for number in range(120)]


@here
def test_streams_that_end_inside_pages_are_read_as_one(tmp_path: Path) -> None:
    content = (HEADER + pages(0, 40) + FOOTER).encode()
    packed = b"".join(bz2.compress(content[at : at + 700]) for at in range(0, len(content), 700))
    assert read(tmp_path / "f", packed, workers=2) == [mill(number) for number in range(40)]


def test_redirects_in_other_streams_chains_sections_and_circles(tmp_path: Path) -> None:
    parts = [
        page(1, "A", redirect="Mill 7#Wheels") + page(2, "B", redirect="A") + page(3, "C", redirect="B"),
        pages(7, 8),
        page(10, "Mill 7", redirect="D") + page(11, "D", redirect="mill_7") + page(12, "E & F", redirect="Mill_7"),
        page(13, "Circle", redirect="Circle") + page(14, "Talk:X", redirect="Mill 7", ns=1),
    ]
    [found] = read(tmp_path / "f", b"".join(streams(*parts)), workers=2)
    assert found == article(7, "Mill 7", "Mill_7", "Mill number 7 grinds.", redirects=("A", "E & F", "B"))


@here
def test_lists_and_tables_are_left_out_unless_asked_for_and_headings_are_kept(tmp_path: Path) -> None:
    text = "A mill.\n\n== Kinds ==\n* Wind\n* Water\n\n{|\n| Stones || two\n|}\nBoth grind."
    content = HEADER + page(1, "Mill", text) + page(2, "Wheel", "{{disambiguation}}\nA wheel may be:") + FOOTER
    mill, wheel = read(tmp_path / "f", content)
    assert mill.sections == (Section("", ("A mill.",)), Section("Kinds", ("Both grind.",)))
    assert (mill.disambiguation, wheel.disambiguation) == (False, True)
    [more, _] = read(tmp_path / "f", content, lists=True, tables=True)
    assert [" ".join(line.split()) for line in more.sections[1].paragraphs] == [
        *["Wind", "Water", "Stones | two", "Both grind."]
    ]


@here
def test_redirects_from_another_part_of_the_dump(tmp_path: Path) -> None:
    (tmp_path / "1.xml").write_text(HEADER + pages(1, 2) + FOOTER)
    (tmp_path / "2.xml.bz2").write_bytes(b"".join(streams(page(2, "Old mill", redirect="Mill 1"), pages(3, 4))))
    first, third = read_articles([tmp_path])
    assert (first.redirects, third.redirects) == (("Old mill",), ())


@here
def test_a_dump_of_another_wiki_has_redirects_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "1").write_text(HEADER + page(2, "Old mill", redirect="Mill 1") + FOOTER)
    (tmp_path / "2").write_text(HEADER.replace("mills.example", "other.example") + pages(1, 2) + FOOTER)
    [found] = read_articles([tmp_path])
    assert found.redirects == ()
    assert found.url == "https://other.example/wiki/Mill_1"


@here
def test_a_dump_from_before_2012(tmp_path: Path) -> None:
    """Without <ns>, and without the title that a redirect leads to."""
    old = page(1, "Talk:Mill", "No article.", ns=None) + page(2, "Mill: a history", "Old.", ns=None)
    leading = page(3, "Milling", "#REDIRECT [[mill: a history#Now|there]]", ns=None, redirect="")
    content = HEADER + old + leading.replace('<redirect title="" />', "<redirect />") + FOOTER
    assert read(tmp_path / "f", content) == [
        article(2, "Mill: a history", "Mill:_a_history", "Old.", redirects=("Milling",))
    ]


@here
def test_the_last_of_several_revisions(tmp_path: Path) -> None:
    first = page(1, "Mill", "Young.").replace("</page>", "")
    content = HEADER + first + page(1, "Mill", "Old.").partition("</title>")[2].partition("\n")[2] + FOOTER
    assert content.count("<revision>") == 2
    assert [found.sections[0].paragraphs for found in read(tmp_path / "f", content)] == [("Old.",)]


@here
def test_what_is_no_wikitext_and_what_is_empty(tmp_path: Path) -> None:
    script = page(1, "Script", "x = 1").replace("<model>wikitext<", "<model>javascript<")
    empty = page(2, "Empty").replace('<text xml:space="preserve"></text>', '<text bytes="0" />')
    assert read(tmp_path / "f", HEADER + script + empty + FOOTER) == [article(2, "Empty", "Empty")]


@here
def test_numbers_stand_for_characters_and_nothing_else_is_expanded(tmp_path: Path) -> None:
    content = HEADER + page(1, "Mill", "X") + FOOTER
    content = content.replace("X</text>", "&#65;&#x42; &amp;#67; &#38;#68; &#9999999; &lol; fin</text>")
    [found] = read(tmp_path / "f", content)
    assert found.sections[0].paragraphs == ("AB C D \ufffd &lol; fin",)


@here
def test_a_header_that_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "f"
    assert read(path, "<mediawiki>" + pages(1, 2) + FOOTER)[0].url == ""
    assert read_articles([path]).language is None


@here
def test_the_language_is_known_before_reading(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text('{"id": 1, "title": "T", "text": ""}')
    (tmp_path / "c").write_text(HEADER.replace('xml:lang="en"', 'xml:lang="de-x-mills"') + FOOTER)
    corpus = read_articles([tmp_path])
    assert corpus.language == "de-x-mills"
    assert read_articles([tmp_path / "a"]).language is None
    (tmp_path / "d").write_bytes(b"\0")
    assert read_articles([tmp_path / "d"]).language is None


@here
def test_the_index_of_a_dump_is_no_article_and_right_or_wrong_changes_nothing(tmp_path: Path) -> None:
    parts = streams(pages(0, 10), pages(10, 20))
    for name, offset in (("right", len(parts[0])), ("wrong", 77)):
        folder = tmp_path / name
        folder.mkdir()
        lines = "".join(f"{offset}:{number}:Mill {number}\n" for number in range(10))
        (folder / "x-pages-articles-multistream-index.txt.bz2").write_bytes(bz2.compress(lines.encode()))
        (folder / "x-pages-articles-multistream.xml.bz2").write_bytes(b"".join(parts))
        assert list(read_articles([folder])) == [mill(number) for number in range(20)]


@here
def test_progress_ends_at_the_size_of_the_files(tmp_path: Path) -> None:
    (tmp_path / "1.bz2").write_bytes(b"".join(streams(pages(0, 10), pages(10, 20))))
    (tmp_path / "2.bz2").write_bytes(bz2.compress((HEADER + pages(0, 9) + FOOTER).encode()))
    corpus = read_articles([tmp_path])
    seen = [corpus.bytes_read for _ in corpus]
    assert seen == sorted(seen)
    assert corpus.bytes_read == corpus.bytes_total > seen[0]


@here
def test_reading_goes_on_behind_every_article(tmp_path: Path) -> None:
    redirect = page(90, "Old mill", redirect="Mill 5")
    broken = page(91, "Mill", "x").replace("<text ", "<test ")
    parts = [pages(0, 2) + broken, redirect + broken + broken, pages(2, 5), broken + pages(5, 6) + redirect]
    (tmp_path / "1.bz2").write_bytes(b"".join(streams(*parts)))
    (tmp_path / "2.xml").write_text(HEADER + "".join(parts) + broken + FOOTER)
    whole = read_articles([tmp_path], on_error="skip")
    told = [(found, json.loads(json.dumps(whole.position)), whole.skipped) for found in whole]
    assert [found.title for found, _, _ in told] == [f"Mill {number}" for number in range(6)] * 2
    assert whole.skipped == 9
    for number, (_, position, skipped) in enumerate(told, 1):
        rest = read_articles([tmp_path], on_error="skip", start=position)
        assert [(found, rest.position) for found in rest] == [(found, place) for found, place, _ in told[number:]]
        assert skipped + rest.skipped == 9


def test_reading_in_processes_goes_on_as_well(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_bytes(b"".join(streams(pages(0, 5), pages(5, 10))))
    corpus = read_articles([path], workers=2)
    articles = iter(corpus)
    for _ in range(8):
        next(articles)
    assert list(read_articles([path], start=corpus.position)) == [mill(8), mill(9)]


@here
def test_redirects_are_collected_once_where_there_is_a_place_for_them(tmp_path: Path) -> None:
    path, told = tmp_path / "dumps" / "f", list[tuple[int, int]]()
    path.parent.mkdir()
    path.write_bytes(b"".join(streams(pages(0, 3), page(9, "Old mill", redirect="Mill 1"))))
    size = path.stat().st_size

    def redirects(**options: Any) -> list[tuple[str, ...]]:
        told.clear()
        sources = [path.parent]
        corpus = read_articles(sources, scratch=tmp_path / "scratch", on_scan=lambda *n: told.append(n), **options)
        return [found.redirects for found in corpus]

    assert redirects() == [(), ("Old mill",), ()]
    assert told == sorted(told)
    assert told[-1] == (size, size)
    assert redirects() == [(), ("Old mill",), ()]
    assert told == []
    (path.parent / "g").write_text(HEADER + page(9, "Older mill", redirect="Mill 1") + FOOTER)
    assert redirects() == [(), ("Old mill", "Older mill"), ()]
    assert told[-1] == (size + (path.parent / "g").stat().st_size,) * 2


@here
def test_a_place_for_redirects_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(HEADER + pages(0, 3) + FOOTER)
    with pytest.raises(CorpusError, match=r"f/collected: cannot be written or read \(Not a directory\); expected room"):
        list(read_articles([path], scratch=path))


@here
@pytest.mark.parametrize("error", [ValueError("no\nsense"), RecursionError("deep"), MemoryError()])
def test_an_error_of_the_conversion_is_a_problem_of_its_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def convert(text: str, **options: Any) -> Any:
        if "number 1" in text:
            raise error
        return whole(text, **options)

    whole = wikitext.convert
    monkeypatch.setattr(wikitext, "convert", convert)
    (tmp_path / "f").write_text(HEADER + pages(0, 3) + FOOTER)
    corpus = read_articles([tmp_path / "f"], on_error="skip")
    assert list(corpus) == [mill(0), mill(2)]
    [problem] = corpus.problems
    assert "line 14, page 'Mill 1': found a text that cannot be converted (" in problem
    assert type(error).__name__ in problem
    assert "\n" not in problem


@given(
    st.lists(st.tuples(st.sampled_from("ABCDE"), st.sampled_from("ABCDE")), max_size=12),
)
def test_redirects_as_a_table_finds_them(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, str]]
) -> None:
    """A second implementation: what leads to a title, and what leads to that."""
    folder = tmp_path_factory.mktemp("redirects")
    writer = LinesWriter(folder)
    for title, target in pairs:
        writer.add("w", target, title)
    writer.finish()
    redirects = Lines(folder)
    for name in "ABCDE":
        first = {title for title, target in pairs if target == name}
        second = {title for title, target in pairs if target in first}
        found = redirects_to(redirects, "w", name)
        assert len(found) == len(set(found))
        assert set(found) == (first | second) - {name}
        assert redirects_to(redirects, "v", name) == ()


@pytest.mark.parametrize(
    "text",
    ["#REDIRECT [[Mill 7]]", "#redirect: [[mill 7#Wheels]]", "#WEITERLEITUNG [[Mill_7]]", "#перенаправление [[Mill 7]]",
     "#転送 [[Mill 7]]", " #REDIRECT[[:Mill 7|the mill]] {{R from move}}"],
)  # fmt: skip
@pytest.mark.parametrize("ns", [0, None])
def test_redirects_of_dumps_that_say_so_by_their_text_alone(tmp_path: Path, text: str, ns: int | None) -> None:
    (tmp_path / "a.xml").write_text(HEADER + pages(7, 8) + page(8, "Old mill", text, ns=ns) + FOOTER)
    [found] = read_articles([tmp_path / "a.xml"])
    assert found == article(7, "Mill 7", "Mill_7", "Mill number 7 grinds.", redirects=("Old mill",))
