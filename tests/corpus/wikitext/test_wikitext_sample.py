"""A real dump: nothing is left behind, and what mwparserfromhell finds in sentences is there."""

import bz2
import os
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from wikitext_debris import count_debris

from tweetctx.corpus.wikitext import Content, convert

mwparserfromhell = pytest.importorskip("mwparserfromhell", reason="no release for this Python")
DATA = os.environ.get("TWEETCTX_DATA")
SAMPLE = Path(DATA or ".") / "wikipedia" / "enwiki-pages-articles-sample.xml.bz2"
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not SAMPLE.is_file(), reason="needs the dump under TWEETCTX_DATA"),
]

# Pages whose wikitext mwparserfromhell reads in a second or two together.
COMPARED = range(60, 130)
NOT_TEXT = re.compile(
    r"<!--.*?-->|<ref[^<>]*/>|<ref.*?</ref>|<math.*?</math>|^\{\|.*?^\|\}|^[*#:;][^\n]*", re.DOTALL | re.MULTILINE
)
WORD = re.compile(r"[^\W\d_]+")


def read_pages() -> Iterator[tuple[str, str]]:
    with bz2.open(SAMPLE) as stream:
        for _, element in ET.iterparse(stream):  # noqa: S314
            if element.tag.endswith("page"):
                fields = {child.tag.rpartition("}")[2]: child.text or "" for child in element.iter()}
                yield fields["title"], fields["text"]


@pytest.fixture(scope="module")
def pages() -> list[tuple[str, str]]:
    return list(read_pages())


@pytest.fixture(scope="module")
def converted(pages: list[tuple[str, str]]) -> list[Content]:
    return [convert(text, title=title) for title, text in pages]


def paragraphs(page: Content) -> list[str]:
    return [text for section in page.sections for text in section.paragraphs]


def test_less_than_one_piece_of_debris_in_a_thousand_paragraphs(converted: list[Content]) -> None:
    texts = [text for page in converted for text in paragraphs(page)]
    assert len(texts) > 4000
    assert sum(count_debris(texts).values()) * 1000 < len(texts)


def test_every_page_is_a_redirect_or_says_something(pages: list[tuple[str, str]], converted: list[Content]) -> None:
    for (title, text), page in zip(pages, converted, strict=True):
        assert (page.redirect is not None) == text.lower().startswith("#redirect"), title
        assert bool(paragraphs(page)) == (page.redirect is None and title != "List of anthropologists"), title


def test_disambiguation_pages_are_told(pages: list[tuple[str, str]], converted: list[Content]) -> None:
    marked = {title for (title, _), page in zip(pages, converted, strict=True) if page.disambiguation}
    assert marked >= {title for title, _ in pages if title.endswith("(disambiguation)")}
    assert len(marked) < 12


def sentences_of(wikitext: str) -> Iterator[str]:
    """The long lines outside of lists, tables, templates and images, as mwparserfromhell reads them."""
    code = mwparserfromhell.parse(NOT_TEXT.sub("", wikitext))
    for link in code.filter_wikilinks(recursive=False):
        if ":" in str(link.title):
            code.remove(link)
    for line in code.strip_code(normalize=True, collapse=False).split("\n"):
        if len(line) > 80 and "thumb|" not in line:
            yield line


def test_the_words_that_mwparserfromhell_finds_in_sentences_are_there(
    pages: list[tuple[str, str]], converted: list[Content]
) -> None:
    lines = lost = 0
    for number in COMPARED:
        if converted[number].redirect is None and len(pages[number][1]) < 60_000:
            words = set(WORD.findall(" ".join(paragraphs(converted[number]))))
            for line in sentences_of(pages[number][1]):
                lines += 1
                lost += not words.issuperset(WORD.findall(line))
    assert lines > 200
    assert lost <= lines * 0.02
