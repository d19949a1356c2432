"""Whole files of each format, read as a user reads them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from corpus_samples import COMPRESSIONS, FORMATS

from tweetctx.corpus import read_articles
from tweetctx.types import Article, Section

MILL = Article(
    "1",
    "Mill & river",
    "http://mills.example/1",
    (
        Section("", ("A mill grinds.",)),
        Section("History", ("Mills are old.",)),
        Section("Today", ("Few are left.",)),
    ),
)


def weir(url: str = "") -> Article:
    return Article("2", "Weir", url, (Section("", ("A weir is a low dam.",)),))


def expected(name: str) -> list[Article]:
    articles = [MILL, weir("https://en.wikipedia.org/wiki?curid=2" if name == "inex" else "")]
    return [replace(article, revision=9) for article in articles] if name == "json" else articles


def read(path: Path, content: str | bytes) -> list[Article]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(read_articles([path]))


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_known_in_each_compression(tmp_path: Path, name: str, compression: str) -> None:
    data = COMPRESSIONS[compression](FORMATS[name].encode())
    assert read(tmp_path / "file", data) == expected(name)


@pytest.mark.parametrize("name", FORMATS)
def test_byte_order_mark_blank_lines_and_crlf_do_not_matter(tmp_path: Path, name: str) -> None:
    content = "\ufeff\n \n" + FORMATS[name].replace("\n", "\r\n") + "\r\n\r\n"
    assert read(tmp_path / "file", content) == expected(name)


def test_crlf_inside_a_text_ends_a_paragraph(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", json.dumps({"id": "1", "title": "T", "text": "One.\r\n\r\nTwo is it.\r\n"}))
    assert article.sections == (Section("", ("One.", "Two is it.")),)


def test_control_characters_become_spaces_and_lone_surrogates_replacements(tmp_path: Path) -> None:
    line = r'{"id": "\ud800", "title": "a\tb\nc", "url": null, "text": "x\u0000y\tz\u0085\ud83d\ude00 \udc00"}'
    [article] = read(tmp_path / "f", line)
    assert article == Article("\ufffd", "a b c", "", (Section("", ("x y z \U0001f600 \ufffd",)),))


def test_an_id_may_be_a_number_and_text_may_be_empty(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", '{"id": 12, "title": "T", "text": ""}')
    assert article == Article("12", "T", "", ())


def test_a_doc_without_the_title_again_loses_nothing(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", '<doc id="1" url="u" title="T">\nOther.\n</doc>')
    assert article == Article("1", "T", "u", (Section("", ("Other.",)),))


def test_attributes_of_a_doc_may_be_more_and_hold_bare_quotation_marks(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", '<doc id="1" revid="2" url="u" title=""Mill" (a song) &lt;3">\n</doc>')
    assert article == Article("1", '"Mill" (a song) <3', "u", ())


def test_a_doc_entity_in_the_text_is_decoded(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", '<doc id="1" title="T">\nT\n\na &lt; b is so\n</doc>')
    assert article.sections == (Section("", ("a < b is so",)),)


@pytest.mark.parametrize(
    ("encoded", "decoded"),
    [
        ("AT&amp;T", "AT&T"),
        ("R&amp;amp;D", "R&D"),
        ("a &amp;lt; b", "a < b"),
        ("&amp;#8211; &amp;#x2013;", "– –"),
        ("q&amp;copy=2", "q&copy=2"),
        ("&amp;nosuch;", "&nosuch;"),
        ("&amp;#0;x&amp;#1;", "\ufffdx"),
        (f"&amp;#{'9' * 5000};", f"&#{'9' * 5000};"),
    ],
)
def test_inex_entities_are_decoded_once_more(tmp_path: Path, encoded: str, decoded: str) -> None:
    [article] = read(tmp_path / "f", f"<page><ID>x</ID><title>{encoded}</title></page>")
    assert article == Article("x", decoded, "", ())


def test_inex_sections_nest_and_loose_text_is_kept(tmp_path: Path) -> None:
    [article] = read(
        tmp_path / "f",
        "<page><ID>x</ID><title>T</title><a><p>Lead.</p> and <t>more</t></a>"
        "<s><h>One</h><p>1</p><s><h>Inner <t>one</t></h><p>1.1</p></s><p>1 again</p>"
        "<s><p>no heading</p></s></s><s><h>Two</h></s><p>after</p>tail</page>",
    )
    assert article.sections == (
        Section("", ("Lead.", "and more")),
        Section("One", ("1",)),
        Section("Inner one", ("1.1",)),
        Section("One", ("1 again",)),
        Section("", ("no heading",)),
        Section("Two", ()),
        Section("", ("after", "tail")),
    )


def test_inex_may_name_an_external_dtd_and_its_own_encoding(tmp_path: Path) -> None:
    content = (
        '<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE page SYSTEM "page.dtd">'
        "<page><ID>x</ID><title>Caf\xe9 &ndash; bar</title></page>"
    )
    [article] = read(tmp_path / "f", content.encode("latin-1"))
    assert article.title == "Café – bar"


@pytest.mark.thorough
def test_deep_nesting_is_read(tmp_path: Path) -> None:
    depth = 50_000
    content = "<page><ID>x</ID><title>T</title>" + "<s>" * depth + "<p>deep</p>" + "</s>" * depth + "</page>"
    [article] = read(tmp_path / "f", content)
    assert article.sections == (Section("", ("deep",)),)


def test_json_lines_have_no_brackets_with_holes(tmp_path: Path) -> None:
    line = '{"id": 1, "title": "T ()", "text": "Chen (; born 1942) is (\\n()\\nx ( )."}'
    [article] = read(tmp_path / "f", line)
    assert article == Article("1", "T ()", "", (Section("", ("Chen (born 1942) is (", "x.")),))


def test_a_record_that_names_its_headings_is_an_article_as_it_is(tmp_path: Path) -> None:
    line = '{"id": 1, "title": "T ()", "text": "Chen (; born 1942) is (\\n()\\nx ( ).", "headings": []}'
    [article] = read(tmp_path / "f", line)
    assert article == Article("1", "T ()", "", (Section("", ("Chen (; born 1942) is (", "()", "x ( ).")),))


def test_wikiextractors_docs_have_no_brackets_with_holes(tmp_path: Path) -> None:
    [article] = read(tmp_path / "f", '<doc id="1" title="T">\nT\n\nChen (; born 1942) is it.\n</doc>')
    assert article == Article("1", "T", "", (Section("", ("Chen (born 1942) is it.",)),))
