"""Links, redirects and senses in real pages, counted by hand in their wikitext and HTML."""

import bz2
import os
import tarfile
from pathlib import Path

import pytest

from tweetctx.corpus.dumps.pages import Block, Splitter, parse_page
from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.wikitext import Content, convert

DATA = Path(os.environ.get("TWEETCTX_DATA", ".")) / "wikipedia"
DUMP = DATA / "enwiki-pages-articles-sample.xml.bz2"
HTML = DATA / "enwiki-html-sample.tar.xz"
pytestmark = pytest.mark.skipif(not (DUMP.is_file() and HTML.is_file()), reason="needs the samples in TWEETCTX_DATA")

# Links: different pairs of text and title in paragraphs and indented sentences; not in lists, notes and boxes.
# Names: those in bold in the first sentence that are not the title. Senses: the first link of each entry.
WIKITEXT = {
    "Algorithms (journal)": (14, 0, 0),
    "Abstract (law)": (13, 0, 0),
    "Answer": (23, 0, 0),
    "Affirming the consequent": (15, 3, 0),
    "Actrius": (17, 1, 0),
    # "Asia Minor is an alternative name for Anatolia": a sense, for a reader, in a form that is not recognized.
    "Asia Minor (disambiguation)": (1, 0, 2),
    "Aa River": (1, 1, 20),
    "Argument (disambiguation)": (1, 0, 14),
    # "Augustine of Hippo or Augustine of Canterbury" is one entry, of which the first counts.
    "Austin (disambiguation)": (1, 0, 33),
}
# The last number: links to a redirect, by `mw-redirect` in the page.
PAGES = {
    "page-202-page-45.html": ("NWA World Heavyweight Champions", 8, 2),
    "page-203-page-554.html": ("25 metre pistol", 8, 1),
    "page-204-page-663.html": ("2007 Women's Six Nations Championship", 4, 1),
}
REDIRECTS_OF_PAGES = {
    "Georg Hackenschmidt",
    "Championship (professional wrestling)",
    "Mariya Grozdeva",
    "Royal Bank of Scotland",
}


@pytest.fixture(scope="module")
def pages() -> dict[str, Content]:
    blocks = Splitter().split([bz2.decompress(DUMP.read_bytes())])
    found = (parse_page(block.data, frozenset()) for block in blocks if isinstance(block, Block))
    # Long pages are left alone: they take seconds, and nobody counts their links.
    return {
        page.title: convert(page.text, title=page.title)
        for page in found
        if page and (page.redirect or page.title in WIKITEXT)
    }


def test_redirects(pages: dict[str, Content]) -> None:
    """`<redirect title=` stands in 100 of the 206 pages, one of which is no article's."""
    assert sum(page.redirect is not None for page in pages.values()) == 99
    assert {
        "AccessibleComputing": "Computer accessibility",
        "AfghanistanHistory": "History of Afghanistan",
    }.items() <= {title: page.redirect for title, page in pages.items()}.items()


@pytest.mark.parametrize("title", WIKITEXT)
def test_links_names_and_senses_in_wikitext(pages: dict[str, Content], title: str) -> None:
    page = pages[title]
    assert (len(page.links), len(page.aliases), len(page.senses)) == WIKITEXT[title]


def test_links_in_html() -> None:
    found = set()
    with tarfile.open(HTML) as archive:
        for member in archive:
            name = Path(member.name).name
            if name in PAGES and (file := archive.extractfile(member)):
                title, links, redirects = PAGES[name]
                content = convert_html(file.read().decode(), title=title)
                assert len(content.links) == links
                assert sum(link.title in REDIRECTS_OF_PAGES for link in content.links) == redirects
                found.add(name)
    assert found == {*PAGES}
