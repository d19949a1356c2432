"""Every reader on files made to be slow or large to read: time and memory grow with their bytes."""

import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

import pytest
from hostile import assert_linear, peak_memory
from hostile_shapes import LIBRARIES, SHAPES, SHORT, Pattern, Reader

from tweetctx.corpus import read_articles
from tweetctx.corpus.chunks import MAX_LINE
from tweetctx.corpus.conversion import MAX_TITLE, MAX_WIKITEXT
from tweetctx.corpus.headings import MAX_LINES
from tweetctx.corpus.wikitext import convert
from tweetctx.errors import InputError, TweetctxError
from tweetctx.reading.objects import memory_of, parse_json
from tweetctx.tweets.topics.json_document import MAX_VALUE

pytestmark = pytest.mark.usefixtures("_no_processes")

QUICK = (
    "JSON Lines, entities between words",
    "articles, INEX, spaces",
    "articles, comments",
    "wikitext, open references",
    "wikitext, open comments",
    "HTML, open comments",
    "topics, passages without an end",
)
BOUND = 8  # bytes of memory a byte of the file, ...
SIZE = 1 << 20  # of a file
FLOOR = 9_000_000  # ... besides these, for what lists of paragraphs, links and words of a line take at most
# CPython holds a text with a character outside of the basic plane at four bytes a character.
WIDE = {name: 15 for name in SHAPES if name.endswith("wide sign")}


def read(reader: Reader, path: Path) -> None:
    with suppress(TweetctxError):
        reader(path)


def check_time(folder: Path, name: str) -> None:
    """From a size on at which lines of JSON are looked at before they are parsed, or are too long for a tweet."""
    reader, pattern = SHAPES[name]
    size = 8_000 if name in SHORT else 140_000 if b'": [' in pattern(1000) or name.endswith("members") else 30_000
    check_linear(folder, reader, pattern, size if name != "topics, a line of nothing" else 2 * MAX_VALUE)


def check_linear(folder: Path, reader: Reader, pattern: Pattern, size: int) -> None:
    """At three sizes."""
    for bytes_ in (size, 3 * size, 9 * size):
        (folder / f"{bytes_}").write_bytes(pattern(bytes_))
    assert_linear(lambda bytes_: read(reader, folder / f"{bytes_}"), size)


def check_memory(folder: Path, reader: Reader, pattern: Pattern, bound: int = BOUND) -> None:
    """With a quarter of the file and of what is allowed, else with all of it, as some readers hold blocks of a size.

    The least of some measurements, as other threads of the process only add to it.
    """
    path = folder / "f"
    path.write_bytes(pattern(4096))
    read(reader, path)  # modules are imported
    for part in (4, 1, 1):
        path.write_bytes(pattern(SIZE // part))
        if peak_memory(lambda: read(reader, path)) < (bound * SIZE + FLOOR) // part:
            return
    raise AssertionError(f"more than {bound} bytes of memory a byte of the file")


@pytest.mark.parametrize("name", QUICK)
def test_time_grows_with_the_bytes(tmp_path: Path, name: str) -> None:
    check_time(tmp_path, name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(SHAPES.keys() - {*QUICK}))
def test_time_grows_with_the_bytes_of_every_shape(tmp_path: Path, name: str) -> None:
    check_time(tmp_path, name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(SHAPES.keys() - SHORT.keys()))
def test_memory_is_eight_bytes_a_byte_at_most(tmp_path: Path, name: str) -> None:
    check_memory(tmp_path, *SHAPES[name], WIDE.get(name, BOUND))


def grown(name: str, paths: list[Path]) -> int:
    """The bytes by which this process grows at most while it reads the last of some files, after the others."""

    def size_of(what: str) -> int:
        line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(what))
        return 1024 * int(line.split()[1])

    reader, _ = SHAPES[name]
    for path in paths[:-1]:
        read(reader, path)
    Path("/proc/self/clear_refs").write_text("5")  # what follows counts for the peak
    before = size_of("VmRSS")
    read(reader, paths[-1])
    return size_of("VmHWM") - before


@pytest.mark.thorough
@pytest.mark.skipif(not os.access("/proc/self/clear_refs", os.W_OK), reason="only Linux tells how large a process was")
@pytest.mark.parametrize("name", [f"articles, {name}" for name in LIBRARIES])
def test_libraries_hold_eight_bytes_a_byte_at_most(tmp_path: Path, name: str) -> None:
    """Memory that Python does not count, of a new process, at two sizes."""
    (tmp_path / "small").write_bytes(SHAPES[name][1](4096))
    for size in (1 << 22, 1 << 24):
        (tmp_path / "f").write_bytes(SHAPES[name][1](size))
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            assert pool.submit(grown, name, [tmp_path / "small", tmp_path / "f"]).result() < BOUND * size + FLOOR


def rescan(path: Path) -> None:
    """Looks for the end of a comment from each beginning on, as readers must not."""
    assert not re.findall("<!--.*?-->", path.read_text(), re.DOTALL)


def copy(path: Path) -> None:
    """Copies what it has read so far at each line."""
    lines: list[str] = []
    for line in path.read_text().splitlines():
        lines = [*lines, line]


def keep_words(path: Path) -> list[str]:
    return path.read_text().split()


def keep_beginnings(path: Path) -> list[str]:
    text = path.read_text()
    return [text[:end] for end in range(0, len(text), 4096)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("reader", "shape", "size"),
    [
        (rescan, "articles, comments", 2_000),
        pytest.param(copy, "topics, lines of text", 10_000, marks=pytest.mark.thorough),
    ],
)
def test_quadratic_time_is_found(tmp_path: Path, reader: Reader, shape: str, size: int) -> None:
    with pytest.raises(AssertionError):
        check_linear(tmp_path, reader, SHAPES[shape][1], size)


@pytest.mark.thorough
@pytest.mark.parametrize("reader", [keep_words, keep_beginnings])
def test_too_much_memory_is_found(tmp_path: Path, reader: Reader) -> None:
    with pytest.raises(AssertionError):
        check_memory(tmp_path, reader, SHAPES["topics, a line of words"][1])


def page(text: str, title: str = "A") -> str:
    return (
        f"<mediawiki><page><title>{title}</title><ns>0</ns><id>1</id><revision><text>{text}</text></revision></page>"
        "</mediawiki>"
    )


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("content", "found"),
    [
        (page("ab " * (MAX_WIKITEXT // 3 + 1)), f"a page of {MAX_WIKITEXT // 3 * 3 + 3} characters; expected at most"),
        (page("a", "b" * (MAX_TITLE + 1)), f"a title of {MAX_TITLE + 1} characters; expected at most"),
        (page("".join(f"[[{n}]]\n\n" for n in range(32_769))), "more than 32768 links; expected the text of one"),
        ("<page><ID>1</ID><p " + "a='b' " * 40_000 + "/>", "a tag or comment of more than 131072 bytes"),
        ("id,text\n1," + "," * 5000, "line 2: found more than 4096 cells; expected a row"),
        ('<doc id="1" title="a" ' + 'b="c" ' * 20_000 + ">", "a <doc> with 120023 characters of attributes"),
    ],
    ids=["page", "title", "links", "tag", "cells", "attributes"],
)
def test_what_no_article_has_is_a_problem(tmp_path: Path, content: str, found: str) -> None:
    path = tmp_path / "f"
    path.write_text(content)
    with pytest.raises(TweetctxError, match=re.escape(found)):
        list(read_articles([path]))


def test_commas_in_quotes_are_no_cells(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text('id,text\n1,"' + "a, " * 5000 + "\n" + 'b, "", ' * 5000 + '"\n2,x\n')
    assert [article.id for article in read_articles([path])] == ["1", "2"]


def paragraphs(text: str, *, tables: bool = False) -> Iterator[str]:
    for section in convert(text, title="A", tables=tables).sections:
        yield from section.paragraphs


@pytest.mark.parametrize("before", [0, 20_000, 32_000, 32_760, 65_530, 100_000])
def test_long_pages_read_as_short_ones(before: int) -> None:
    """Markup that goes over lines at all places of a chunk, behind lines of so many characters."""
    part = (
        "Ada ({{circa|1980\n}}) is a<ref\nname=x>{{y|\n|z}}</ref> <span\nclass=x>[[miller|woman]]</span>.\n\n"
        "{|\n|-\n| A || [[b]]\n|}\n<table\nid=x><tr><td>B</table>\n\n{{Infobox\n| a = {{b|c}}\n}}\n"
    )
    lines = "x" * 99 + "\n\n"
    whole = [*paragraphs(part, tables=True)]
    assert whole == ["Ada (c. 1980) is a woman.", "A | b", "B"]
    found = [
        *paragraphs(lines * (before // len(lines)) + "y" * (before % len(lines)) + "\n\n" + part * 300, tables=True)
    ]
    assert [line for line in found if line[0] not in "xy"] == whole * 300


def test_long_lines_become_several_paragraphs() -> None:
    found = [*paragraphs("ab " * MAX_LINE)]
    assert " ".join(found) == " ".join(["ab"] * MAX_LINE)
    assert max(map(len, found)) <= 2 * MAX_LINE


def test_lines_of_usual_records_are_not_refused() -> None:
    """A list of many links with their titles, and prose full of the signs of JSON."""
    links = [[f"The {n}th of May", f"May {n}, 1900"] for n in range(20_000)]
    record = {"id": "1", "title": "T", "text": "[1], {2}, \"three\": 'four'. " * 20_000, "links": links}
    assert parse_json(json.dumps(record), "") == record
    assert parse_json(json.dumps(links), "") == links


@pytest.mark.thorough
@pytest.mark.parametrize("value", [[[]] * 50_000, ["ab"] * 50_000, {str(n): 1 for n in range(50_000)}, [12] * 50_000])
def test_lines_of_nothing_are_refused(value: object) -> None:
    line = json.dumps(value)
    with pytest.raises(InputError, match="characters of very short values"):
        parse_json(line, "a record")
    assert memory_of(line) >= peak_memory(lambda: json.loads(line))


def test_too_many_paragraphs_are_no_article(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text(json.dumps({"id": "1", "title": "T", "text": "a\n" * (MAX_LINES - 1)}) + "\n")
    assert [len(article.sections[0].paragraphs) for article in read_articles([path])] == [MAX_LINES - 1]
    path.write_text(json.dumps({"id": "1", "title": "T", "text": "a\n" * (MAX_LINES + 1)}) + "\n")
    with pytest.raises(TweetctxError, match=r"f, line 1: found more than 65536 paragraphs and headings; expected the"):
        list(read_articles([path]))
    path.write_bytes(SHAPES["articles, Parquet, a text of lines"][1](3 * MAX_LINES + 6))
    with pytest.raises(TweetctxError, match=r"f, row 1: found more than 65536 paragraphs and headings; expected the"):
        list(read_articles([path]))
