"""Corpora, runs, references and settings made to be slow or large to read: time and memory grow with their bytes."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hostile import assert_linear, peak_memory

from tweetctx.corpus import read_articles
from tweetctx.corpus.headings import MAX_LINES
from tweetctx.corpus.names import AliasTable
from tweetctx.errors import InputError, TweetctxError
from tweetctx.evaluation.collections import read_collection
from tweetctx.evaluation.experiments.configuration import read_experiment
from tweetctx.evaluation.references import read_references
from tweetctx.index.storage.manifest import MANIFEST, read_manifest
from tweetctx.reading.objects import memory_of, parse_json
from tweetctx.runs.reader import read_run
from tweetctx.runs.trec import read_trec_run

Pattern = Callable[[int], bytes]

pytestmark = pytest.mark.usefixtures("_no_processes")


def repeated(unit: str, before: str = "", after: str = "") -> Pattern:
    """A file of about so many bytes."""
    return lambda size: f"{before}{unit * ((size - len(before) - len(after)) // len(unit.encode()))}{after}".encode()


def articles(path: Path) -> None:
    for _ in read_articles([path], on_error="skip"):
        pass


def aliases(path: Path) -> None:
    for _ in AliasTable(path, on_error="skip"):
        pass


def run(path: Path) -> None:
    for _ in read_run(path):
        pass


def trec(path: Path) -> None:
    for _ in read_trec_run(path):
        pass


def manifest(path: Path) -> None:
    path.rename(path.with_name(MANIFEST))
    try:
        read_manifest(path.parent)
    finally:
        path.with_name(MANIFEST).rename(path)


RECORD = '{"id": "1", "title": "T", '
TEXT = RECORD + '"text": "'
REFERENCE = '{"id": "1", "reference": "'
RUN = '{"id": "1", "text": "x", "sentences": ['
PAGE = "<mediawiki><page><title>A</title><ns>0</ns><id>1</id><revision><text>"
END = "</text></revision></page></mediawiki>"
HTML = '{"name": "A", "identifier": 1, "url": "u", "namespace": {"identifier": 0}, "article_body": {"html": "<p>'

# By name: what reads the file, and the file.
PATTERNS: dict[str, tuple[Callable[[Path], object], Pattern]] = {
    "a list of lists": (articles, repeated("[],", RECORD + '"a": [', '1], "text": "x"}\n')),
    "a list of objects": (articles, repeated("{},", RECORD + '"a": [', '1], "text": "x"}\n')),
    "a list of strings": (articles, repeated('"ab",', RECORD + '"a": [', '1], "text": "x"}\n')),
    "a list of numbers": (articles, repeated("1234,", RECORD + '"a": [', '1], "text": "x"}\n')),
    "members": (articles, lambda size: (RECORD + "".join(f'"{n}": 1, ' for n in range(size // 10)) + "1}").encode()),
    "lists in lists": (articles, repeated("[", RECORD + '"a": ')),
    "links": (articles, repeated('["a", "b"], ', RECORD + '"text": "x", "links": [', '["a", "b"]]}\n')),
    "escapes": (articles, repeated("\\u00e9", TEXT, '"}\n')),
    "text behind a wide sign": (articles, repeated("abc def. ", TEXT + "😀", '"}\n')),
    "paragraphs": (articles, repeated("a\\n", TEXT, '"}\n')),
    "headings": (articles, repeated("== a ==\\n", TEXT, '"}\n')),
    "anchors": (articles, repeated('<a href=\\"x\\">', TEXT, '"}\n')),
    "brackets": (articles, repeated("()", TEXT, '"}\n')),
    "open brackets": (articles, repeated(" (", TEXT, '"}\n')),
    "double brackets": (articles, repeated("[[", TEXT, '"}\n')),
    "entities": (articles, repeated("&amp;", TEXT, '"}\n')),
    "tags": (articles, repeated("<", TEXT, '"}\n')),
    "records": (articles, repeated(TEXT + 'x"}\n')),
    "blank lines": (articles, repeated("\n", TEXT + 'x"}\n')),
    "broken lines": (articles, repeated("{\n", TEXT + 'x"}\n')),
    "docs without an end": (articles, repeated('<doc id="1" url="u" title="t">\n')),
    "attributes of a doc": (articles, repeated('a="b" ', '<doc id="1" title="t" ', ">\nx\n</doc>")),
    "lines of a doc": (articles, repeated("x\n", '<doc id="1" url="u" title="t">\n', "</doc>")),
    "INEX, elements": (articles, repeated("<p>x</p>", "<page><ID>1</ID><title>a</title>", "</page>")),
    "INEX, open elements": (articles, repeated("<p>", "<page><ID>1</ID><title>a</title>")),
    "INEX, comments": (articles, repeated("<!-- ", "<page>")),
    "INEX, entities": (articles, repeated("&amp;", "<page><ID>1</ID><title>a</title><p>", "</p></page>")),
    "CSV, quotes": (articles, repeated('"', "id,text\n")),
    "CSV, cells": (articles, repeated(",", "id,text\n")),
    "CSV, a cell without an end": (articles, repeated("a\n", 'id,text\n1,"')),
    "CSV, rows": (articles, repeated('1,"a"\n', "id,text\n")),
    "open pages": (articles, repeated("<page>", "<mediawiki>")),
    "comments": (articles, repeated("<!--", "<mediawiki>")),
    "attributes": (articles, repeated('a="b" ', "<mediawiki><page ", "></page></mediawiki>")),
    "titles": (articles, repeated("<title>a</title>", "<mediawiki><page>", "</page></mediawiki>")),
    "namespaces": (articles, repeated("<namespace key='1'>a</namespace>", "<mediawiki><siteinfo>", "</siteinfo>")),
    "wikitext, templates": (articles, repeated("{{a|", PAGE, END)),
    "wikitext, links": (articles, repeated("[[a|", PAGE, END)),
    "wikitext, tables": (articles, repeated("{|\n", PAGE, END)),
    "wikitext, comments": (articles, repeated("&lt;!--", PAGE, END)),
    "wikitext, references": (articles, repeated("&lt;ref>", PAGE, END)),
    "wikitext, emphasis": (articles, repeated("'''", PAGE, END)),
    "wikitext, headings": (articles, repeated("==\n", PAGE, END)),
    "wikitext, brackets": (articles, repeated("({{age}}", PAGE, END)),
    "wikitext, conditions": (articles, repeated("{{#if:", PAGE, END)),
    "HTML, elements": (articles, repeated("<div>", HTML, '"}}\n')),
    "HTML, comments": (articles, repeated("<!--", HTML, '"}}\n')),
    "HTML, anchors": (articles, repeated("<a href=x>", HTML, '"}}\n')),
    "HTML, tags without an end": (articles, repeated("<a ", HTML, '"}}\n')),
    "other names": (aliases, repeated("a\tb\n")),
    "other names, cells": (aliases, repeated("\t", "a\tb\n")),
    "a run's sentences": (run, repeated("{},", RUN, "1]}\n")),
    "a run's line of text": (run, repeated("a", '{"id": "1", "sentences": [], "text": "', '"}\n')),
    "an INEX run's columns": (run, repeated("\t", "1\tQ0\t1\t1\t1\tx\t", "\n")),
    "a TREC run's columns": (trec, repeated("a ", "1 Q0 a 1 1 x ", "\n")),
    "a reference's entities": (
        read_references,
        repeated("[],", REFERENCE + 'x", "entities": [', "1]}\n"),
    ),
    "a reference's text": (read_references, repeated("a ", REFERENCE, '"}\n')),
    "a collection": (read_collection, repeated("[],", "[", "1]")),
    "an experiment's key": (read_experiment, repeated("a.", "", "a = 1")),
    "an experiment's list": (read_experiment, repeated("[", "a = ")),
    "an experiment's tables": (read_experiment, repeated("[[a]]\n")),
    "a manifest": (manifest, repeated("[],", '{"format": [', "1]}")),
}
SMALL = {"an experiment's key", "an experiment's list", "an experiment's tables"}  # longer ones are refused at once


def read(reader: Callable[[Path], object], path: Path) -> None:
    with suppress(TweetctxError):
        reader(path)


@pytest.mark.parametrize("name", PATTERNS)
def test_time_grows_with_the_bytes(tmp_path: Path, name: str) -> None:
    """From sizes on at which lines of JSON are looked at before they are parsed."""
    reader, pattern = PATTERNS[name]
    size = 8_000 if name in SMALL else 140_000 if b'": [' in pattern(1000) or name == "members" else 40_000
    for bytes_ in (size, 8 * size):
        (tmp_path / f"{bytes_}").write_bytes(pattern(bytes_))
    assert_linear(lambda bytes_: read(reader, tmp_path / f"{bytes_}"), size)


# What a page is made of takes more than its text; a page of at most some MB is held at a time, by a process that has
# 2 GB. The memory of these grows with the page, and not faster.
PAGES = {name for name in PATTERNS if name.startswith(("wikitext", "HTML"))}


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in PATTERNS if name not in PAGES | SMALL])
def test_memory_is_eight_bytes_a_byte_at_most(tmp_path: Path, name: str) -> None:
    """Besides 7 MB, for an article of many short paragraphs and what is decoded at once."""
    reader, pattern = PATTERNS[name]
    size = 1 << 20
    path = tmp_path / "f"
    path.write_bytes(pattern(4096))
    read(reader, path)  # modules are imported
    path.write_bytes(pattern(size))
    assert peak_memory(lambda: read(reader, path)) < 8 * size + 7_000_000


@pytest.mark.thorough
@pytest.mark.parametrize("name", sorted(PAGES))
def test_memory_of_a_page_grows_with_it(tmp_path: Path, name: str) -> None:
    reader, pattern = PATTERNS[name]
    path = tmp_path / "f"
    read(reader, path)
    taken = []
    for size in (100_000, 800_000):
        path.write_bytes(pattern(size))
        taken.append(peak_memory(lambda: read(reader, path)))
    assert taken[1] < 10 * taken[0]
    assert taken[1] < 64 * 800_000


def test_lines_of_usual_records_are_not_refused() -> None:
    """A list of many links with their titles, and prose full of the signs of JSON."""
    links = [[f"The {n}th of May", f"May {n}, 1900"] for n in range(20_000)]
    record = {"id": "1", "title": "T", "text": "[1], {2}, \"three\": 'four'. " * 20_000, "links": links}
    assert parse_json(json.dumps(record), "") == record
    assert parse_json(json.dumps(links), "") == links


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
