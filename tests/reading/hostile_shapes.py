"""Files made to be slow or large to read, by what reads them: each a function from a size to so many bytes.

Units have two different characters or more where a reader makes strings of them: CPython shares strings of one.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from packed_shapes import archive, parquet, zim

from tweetctx.corpus import read_articles
from tweetctx.corpus.names import AliasTable
from tweetctx.evaluation.collections import read_collection
from tweetctx.evaluation.experiments.configuration import read_experiment
from tweetctx.evaluation.references import read_references
from tweetctx.index.storage.manifest import MANIFEST, read_manifest
from tweetctx.linking.model import read_model
from tweetctx.runs.run_reader import read_run
from tweetctx.runs.trec import read_qrels, read_trec_run
from tweetctx.scoring.classes.files import read_classes
from tweetctx.tweets.topics import read_topics

Pattern = Callable[[int], bytes]
Reader = Callable[[Path], object]


def repeated(unit: str, before: str = "", after: str = "") -> Pattern:
    """A file of about so many bytes."""
    return lambda size: f"{before}{unit * ((size - len(before) - len(after)) // len(unit.encode()))}{after}".encode()


def counted(unit: str, before: str = "", after: str = "") -> Pattern:
    """The same with a number in each unit, so that none is like another."""
    length = len(unit.format("0000000"))

    def pattern(size: int) -> bytes:
        return f"{before}{''.join(unit.format(f'{n:07x}') for n in range(size // length))}{after}".encode()

    return pattern


def drained(read: Callable[[Path], Iterator[object]]) -> Reader:
    def reader(path: Path) -> None:
        for _ in read(path):
            pass

    return reader


def manifest(path: Path) -> None:
    path.rename(path.with_name(MANIFEST))
    try:
        read_manifest(path.parent)
    finally:
        path.with_name(MANIFEST).rename(path)


articles = drained(lambda path: iter(read_articles([path], on_error="skip")))
everything = drained(lambda path: iter(read_articles([path], on_error="skip", lists=True, tables=True)))
aliases = drained(lambda path: iter(AliasTable(path, on_error="skip")))
topics = drained(lambda path: iter(read_topics(path, on_error="skip")))
run, trec, qrels = drained(read_run), drained(read_trec_run), drained(read_qrels)

RECORD = '{"id": "1", "title": "T", '
TEXT = RECORD + '"text": "'
REFERENCE = '{"id": "1", "reference": "'
RUN = '{"id": "1", "text": "x", "sentences": ['
PAGE = "<mediawiki><page><title>A</title><ns>0</ns><id>1</id><revision><text>"
END = "</text></revision></page></mediawiki>"
HTML = '{"name": "A", "identifier": 1, "url": "u", "namespace": {"identifier": 0}, "article_body": {"html": "<p>'
CIRRUS = '{"index": {"_id": "1"}}\n{"title": "T", "namespace": 0, "text": "'
INEX = "<page><ID>1</ID><title>a</title>"

JSON_LINES = {
    "a list of lists": repeated("[],", RECORD + '"a": [', '1], "text": "x"}\n'),
    "a list of objects": repeated("{},", RECORD + '"a": [', '1], "text": "x"}\n'),
    "a list of strings": repeated('"ab",', RECORD + '"a": [', '1], "text": "x"}\n'),
    "a list of numbers": repeated("1234,", RECORD + '"a": [', '1], "text": "x"}\n'),
    "members": lambda size: (RECORD + "".join(f'"{n}": 1, ' for n in range(size // 10)) + "1}").encode(),
    "lists in lists": repeated("[", RECORD + '"a": '),
    "links": repeated('["a", "b"], ', RECORD + '"text": "x", "links": [', '["a", "b"]]}\n'),
    "long links": counted(f'["{"a" * 16}{{}}", "b"], ', RECORD + '"text": "x", "links": [', '["a", "b"]]}\n'),
    "other titles": counted(f'"{"a" * 16}{{}}", ', RECORD + '"text": "x", "redirects": [', '"a"]}\n'),
    "escapes": repeated("\\u00e9", TEXT, '"}\n'),
    "control characters": repeated("\\u0001ab", TEXT, '"}\n'),
    "text behind a wide sign": repeated("abc def. ", TEXT + "😀", '"}\n'),
    "words": repeated("ab ", TEXT, '"}\n'),
    "paragraphs": repeated("ab\\n", TEXT, '"}\n'),
    "headings": repeated("== a ==\\n", TEXT, '"}\n'),
    "open anchors": repeated('<a href=\\"x\\">', TEXT, '"}\n'),
    "anchors": counted('<a href=\\"{}\\">ab</a>', TEXT, '"}\n'),
    "brackets": repeated("ab()", TEXT, '"}\n'),
    "open brackets": repeated(" (", TEXT, '"}\n'),
    "notes": repeated("ab[1]", TEXT, '"}\n'),
    "double brackets": repeated("[[", TEXT, '"}\n'),
    "closed double brackets": repeated("[[ab]]c", TEXT, '"}\n'),
    "entities": repeated("&amp;", TEXT, '"}\n'),
    "entities between words": repeated("ab&amp;", TEXT, '"}\n'),
    "open tags": repeated("<", TEXT, '"}\n'),
    "tags": repeated("ab<b>", TEXT, '"}\n'),
    "records": repeated(TEXT + 'x"}\n'),
    "blank lines": repeated("\n", TEXT + 'x"}\n'),
    "broken lines": repeated("{\n", TEXT + 'x"}\n'),
}
OTHER_ARTICLES = {
    "Cirrus, words": repeated("ab ", CIRRUS, '"}\n'),
    "Cirrus, links": counted(
        f'"{"a" * 16}{{}}",',
        '{"index": {"_id": "1"}}\n{"title": "T", "namespace": 0, "text": "x", "outgoing_link": [',
        '"a"]}\n',
    ),
    "docs without an end": repeated('<doc id="1" url="u" title="t">\n'),
    "attributes of a doc": repeated('ab="bc" ', '<doc id="1" title="t" ', ">\nx\n</doc>"),
    "open attributes of a doc": repeated('a="', '<doc id="1" title="t" ', ">\nx\n</doc>"),
    "lines of a doc": repeated("xy\n", '<doc id="1" url="u" title="t">\n', "</doc>"),
    "INEX, elements": repeated("<p>xy</p>", INEX, "</page>"),
    "INEX, elements in a text": repeated("ab<t/>", INEX + "<p>", "</p></page>"),
    "INEX, open elements": repeated("<p>", INEX),
    "INEX, open sections": repeated("<s>", INEX),
    "INEX, comments": repeated("<!-- ", "<page>"),
    "INEX, entities": repeated("ab&amp;", INEX + "<p>", "</p></page>"),
    "INEX, spaces": repeated(" ", INEX + "<p>x", "y</p></page>"),
    "INEX, breaks": repeated("ab\n", INEX + "<p>x", "y</p></page>"),
    "INEX, attributes": counted("a{}='b' ", INEX + "<p ", ">y</p></page>"),
    "CSV, quotes": repeated('"', "id,text\n"),
    "CSV, cells": repeated("ab,", "id,text\n"),
    "CSV, names of columns": repeated(",ab", "id,text"),
    "CSV, a cell without an end": repeated("ab\n", 'id,text\n1,"'),
    "CSV, rows": repeated('1,"ab"\n', "id,text\n"),
    "open pages": repeated("<page>", "<mediawiki>"),
    "comments": repeated("<!--", "<mediawiki>"),
    "attributes": repeated('a="b" ', "<mediawiki><page ", "></page></mediawiki>"),
    "titles": repeated("<title>a</title>", "<mediawiki><page>", "</page></mediawiki>"),
    "a title": repeated("a", "<mediawiki><page><title>", PAGE[23:] + "x{{PAGENAME}}y" + END),
    "namespaces": repeated("<namespace key='1'>a</namespace>", "<mediawiki><siteinfo>", "</siteinfo>"),
}
WIKITEXT = {
    "words": repeated("ab ", PAGE, END),
    "words behind a wide sign": repeated("ab ", PAGE + "😀", END),
    "lines": repeated("ab\n", PAGE, END),
    "paragraphs": repeated("ab\n\n", PAGE, END),
    "items": repeated("*ab\n", PAGE, END),
    "linked items": counted("*[[{}]]\n", PAGE, END),
    "terms": repeated(";ab:cd\n", PAGE, END),
    "open templates": repeated("{{a|", PAGE, END),
    "templates": repeated("{{a}}", PAGE, END),
    "known templates": repeated("{{convert|1|km}}", PAGE, END),
    "templates in templates": repeated("{{nowrap|ab {{a}}", PAGE, END),
    "arguments": repeated("|ab", PAGE + "{{convert", "}}" + END),
    "named arguments": counted("|{}=ab", PAGE + "{{convert", "}}" + END),
    "arguments of a switch": repeated("|ab", PAGE + "{{#switch:x", "}}" + END),
    "open parameters": repeated("{{{a|", PAGE, END),
    "open conditions": repeated("{{#if:", PAGE, END),
    "names of the page": repeated("{{PAGENAME}}", PAGE, END),
    "open links": repeated("[[a|", PAGE, END),
    "links": repeated("[[ab]]", PAGE, END),
    "different links": counted("[[{}]]", PAGE, END),
    "links with a text": counted("[[{}|ab]] ", PAGE, END),
    "a link of lines": repeated("ab\n", PAGE + "[[", "]]" + END),
    "links of signs": repeated("[[a|========]]", PAGE + "{{x", END),
    "files": repeated("[[File:a|b ", PAGE, END),
    "outer links": repeated("[//ab]", PAGE, END),
    "open tables": repeated("{|\n", PAGE, END),
    "tables": repeated("\n{|\n|ab\n|}", PAGE, END),
    "rows": repeated("|-\n|ab\n", PAGE + "{|\n", "|}" + END),
    "cells": repeated("|ab\n", PAGE + "{|\n", "|}" + END),
    "cells on one line": repeated("ab||", PAGE + "{|\n|", "\n|}" + END),
    "cells of an open table": repeated("|ab\n", PAGE + "{|\n", END),
    "open comments": repeated("&lt;!--", PAGE, END),
    "comments": repeated("ab&lt;!---->", PAGE, END),
    "open references": repeated("&lt;ref>", PAGE, END),
    "references": repeated("ab&lt;ref/>", PAGE, END),
    "a passage of signs": repeated("=", PAGE + "&lt;nowiki>", "&lt;/nowiki>" + END),
    "passages of signs": repeated("&lt;nowiki>=======&lt;/nowiki>[[a]]", PAGE, END),
    "formulas": repeated("&lt;math>xy&lt;/math>", PAGE, END),
    "tags": repeated("ab&lt;b>", PAGE, END),
    "list tags": repeated("&lt;li>ab", PAGE, END),
    "raised": repeated("&lt;sup>1&lt;/sup>", PAGE, END),
    "entities": repeated("ab&amp;amp;", PAGE, END),
    "emphasis": repeated("'''", PAGE, END),
    "names in bold": repeated("'''ab''' ", PAGE, END),
    "open headings": repeated("==\n", PAGE, END),
    "headings": repeated("==ab==\n", PAGE, END),
    "brackets": repeated("({{age}}", PAGE, END),
    "parts of a bracket": repeated(";ab", PAGE + "({{age}}", ")" + END),
    "control characters": repeated("ab\x01", PAGE, END),
}
MARKUP = {
    "elements": repeated("<div>", HTML, '"}}\n'),
    "open comments": repeated("<!--", HTML, '"}}\n'),
    "open anchors": repeated("<a href=bc>", HTML, '"}}\n'),
    "anchors": counted("<a href={}>ab</a>", HTML, '"}}\n'),
    "tags without an end": repeated("<a ", HTML, '"}}\n'),
    "words": repeated("ab ", HTML, '"}}\n'),
    "words in bold": repeated("ab<b>", HTML, '"}}\n'),
    "paragraphs": repeated("<p>ab", HTML, '"}}\n'),
    "items": repeated("<li>ab", HTML, '"}}\n'),
    "cells": repeated("<td>ab", HTML, '"}}\n'),
    "classes": repeated("ab ", HTML + "<i class='", "'>x" + '"}}\n'),
    "attributes": repeated("ab=bc ", HTML + "<i ", ">x" + '"}}\n'),
    "raised": repeated("<sup>1</sup>", HTML, '"}}\n'),
    "apostrophes": repeated("ab''", HTML, '"}}\n'),
}
ENTERPRISE = '{"name": "A", "identifier": 1, "url": "u", "namespace": {"identifier": 0}, "article_body": {"wikitext": "'
PACKED = {
    "archive, words": archive(repeated("ab ", ENTERPRISE, '"}}\n')),
    "archive, lines": archive(repeated("ab\\n\\n", ENTERPRISE, '"}}\n')),
    "archive, open templates": archive(repeated("{{a|", ENTERPRISE, '"}}\n')),
    "archive, records": archive(repeated(ENTERPRISE + 'ab"}}\n')),
    "archive, HTML": archive(repeated("ab ", HTML, '"}}\n')),
}
LIBRARIES = {
    "Parquet, a text of words": parquet("ab ", 1),
    "Parquet, a text of lines": parquet("ab\n", 1),
    "Parquet, texts": parquet("ab ", 60),
    "Parquet, rows": parquet("ab ", 2_000),
    "Parquet, a text that rows share": parquet("ab ", 60, shared=True),
    "ZIM, a page of words": zim("ab "),
    "ZIM, a page of elements": zim("<p>ab"),
    "ZIM, pages": zim("ab ", 50),
    "ZIM, redirects": zim("ab ", redirect=40),
}
TOPICS = {
    "comments without an end": repeated("<!-- ", "<topics>"),
    "passages without an end": repeated("<![CDATA[", "<topics>"),
    "comments and passages": repeated("<!--<![CDATA[", "<topics>"),
    "a tag of attributes": counted('a{}="b" ', "<topics><topic ", "></topic></topics>"),
    "a tag without an end": repeated('a="b" ', "<topics><topic "),
    "tags without an end": repeated("<topic x", "<topics>"),
    "open topics": repeated('<topic id="1">', "<topics>"),
    "closed topics": repeated("</topic>", "<topics>"),
    "topics on one line": repeated('<topic id="1">x</topic>', "<topics>", "</topics>"),
    "a topic of elements": repeated("<a>xy</a>", '<topics><topic id="1">', "</topic></topics>"),
    "a deep topic": repeated("<a>", '<topics><topic id="1">', "</topic></topics>"),
    "open tops": repeated("<top><num>1", "<topics>"),
    "a declaration": repeated("]>]", "<!DOCTYPE a [", "<topics>"),
    "quotes": repeated("\"'", "<topics><topic "),
    "broken tweets": repeated('{"id": 1, "text": x},\n', "[\n", "]"),
    "broken tweets on one line": repeated('{"id": 1, "text": x}, ', "[", "]"),
    "tweets without an end": repeated('{"id": 1, "text": "x", "a": [', "["),
    "tweets without an end, aligned": repeated('{"id": 1, "text": "x", "a": [\n', "[\n"),
    "objects without an end": repeated('{"a":', "["),
    "lists in lists": repeated("[", '[{"id": 1, "text": "x"},\n'),
    "quotes without an end": repeated('{"id": 1, "text": "x}, ', "["),
    "a list of nothing": repeated("[],", '[{"id": 1, "a": [', "1]}]"),
    "a list of strings": repeated('"ab",', '[{"id": 1, "a": [', "1]}]"),
    "a string of escapes": repeated("\\u00e9", '[{"id": 1, "text": "', '"}]'),
    "members": repeated('"a":1,', "{\n", '"id":1,"text":"x"}'),
    "spaces": repeated(" ", "[", '{"id": 1, "text": "x"'),
    "broken lines": repeated('{"id": 1, "text": x}\n', '{"id": 0, "text": "x"}\n' * 2),
    "ids again": repeated('{"id": 1, "text": ""}\n', '{"id": 0, "text": "x"}\n' * 2),
    "a line of nothing": repeated("[],", '{"id": 0, "text": "x"}\n{"a": [', "1]}"),
    "lines of text": repeated("ab\n"),
    "blank lines": repeated("\n", "a\n", "a\n"),
    "a line of text": repeated("😀"),
    "a line of words": repeated("ab "),
    "CSV, cells": repeated("ab,", "id,text\n1,x\n"),
    "CSV, quotes": repeated('"', 'id,text\n1,"'),
    "TSV, cells": repeated("ab\t", "1\tx\n2\tx\n"),
}
MORE: dict[str, tuple[Reader, Pattern]] = {
    "other names": (aliases, repeated("ab\tcd\n")),
    "other names, cells": (aliases, repeated("\tab", "a\tb\n")),
    "word classes, cells": (read_classes, repeated("\tab", "a\t1")),
    "word classes, no number": (read_classes, repeated("1", "a\t")),
    "a run's sentences": (run, repeated("{},", RUN, "1]}\n")),
    "a run's line of text": (run, repeated("ab ", '{"id": "1", "sentences": [], "text": "', '"}\n')),
    "an INEX run's columns": (run, repeated("\tab", "1\tQ0\t1\t1\t1\tx\t", "\n")),
    "a TREC run's columns": (trec, repeated("ab ", "1 Q0 a 1 1 x ", "\n")),
    "qrels' columns": (qrels, repeated("ab ", "1 0 a 1 ", "\n")),
    "qrels' number": (qrels, repeated("1", "1 0 a ", "\n")),
    "a reference's entities": (read_references, repeated("[],", REFERENCE + 'x", "entities": [', "1]}\n")),
    "a reference's text": (read_references, repeated("ab ", REFERENCE, '"}\n')),
    "a collection": (read_collection, repeated("[],", "[", "1]")),
    "a model's lists": (read_model, repeated("[", '{"features": ')),
    "a model's numbers": (read_model, repeated("1234,", '{"features": [], "trees": {"feature": [', "1]}}")),
    "a manifest": (manifest, repeated("[],", '{"format": [', "1]}")),
}
# Longer ones of these are refused at once.
SHORT: dict[str, tuple[Reader, Pattern]] = {
    "an experiment's key": (read_experiment, repeated("a.", "", "a = 1")),
    "an experiment's list": (read_experiment, repeated("[", "a = ")),
    "an experiment's tables": (read_experiment, repeated("[[a]]\n")),
}


def named(kind: str, reader: Reader, patterns: dict[str, Pattern]) -> dict[str, tuple[Reader, Pattern]]:
    return {f"{kind}, {name}": (reader, pattern) for name, pattern in patterns.items()}


SHAPES: dict[str, tuple[Reader, Pattern]] = {
    **named("JSON Lines", articles, JSON_LINES),
    **named("articles", articles, OTHER_ARTICLES),
    **named("wikitext", articles, WIKITEXT),
    **named("wikitext with lists and tables", everything, WIKITEXT),
    **named("HTML", articles, MARKUP),
    **named("HTML with lists and tables", everything, MARKUP),
    **named("articles", articles, PACKED),
    **named("articles", articles, LIBRARIES),
    **named("topics", topics, TOPICS),
    **MORE,
    **SHORT,
}
