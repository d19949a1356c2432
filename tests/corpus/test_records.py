"""An article written as a line of our JSON Lines is read back as the same article."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tweetctx.corpus import read_articles
from tweetctx.corpus.jsonl import record_of
from tweetctx.types import Article, Section, WikiLink

# All that has ever been taken for the end of a line, and white space of many kinds.
BREAKS = "\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029"
SPACES = " \t\u00a0\u2003\u3000\ufeff"
CHARACTERS = st.one_of(st.sampled_from(BREAKS + SPACES + "=.ab\x00\x7f"), st.characters())
ANY_TEXT = st.text(CHARACTERS, max_size=12)


def plain(text: str) -> str:
    """What is left of a text on its way through: no control characters, no surrogates, no space around it."""
    kept = ""
    for character in text:
        code = ord(character)
        if code < 0x20 or 0x7F <= code <= 0x9F:
            kept += " "
        elif 0xD800 <= code <= 0xDFFF:
            kept += "\ufffd"
        else:
            kept += character
    return kept.strip()


def normal(article: Article) -> Article:
    """The article that comes back: empty paragraphs and redirects go, and so does an empty first section."""
    sections = [
        Section(plain(section.heading), tuple(filter(None, map(plain, section.paragraphs))))
        for section in article.sections
    ]
    return Article(
        plain(article.id),
        plain(article.title),
        plain(article.url),
        tuple(section for section in sections if section.heading or section.paragraphs),
        tuple(filter(None, map(plain, article.redirects))),
        article.disambiguation,
        tuple(WikiLink(plain(text), plain(title)) for text, title in article.links if plain(title)),
        tuple(filter(None, map(plain, article.aliases))),
        tuple(filter(None, map(plain, article.senses))),
    )


def articles(text: st.SearchStrategy[str]) -> st.SearchStrategy[Article]:
    sections = st.lists(st.builds(Section, text, st.lists(text, max_size=4).map(tuple)), max_size=4).map(tuple)
    names = st.lists(text, max_size=3).map(tuple)
    links = st.lists(st.builds(WikiLink, text, text), max_size=3).map(tuple)
    return st.builds(Article, text, text, text, sections, names, st.booleans(), links, names, names)


def read_back(folder: Path, *written: Article) -> list[Article]:
    file = folder / "a.jsonl"
    file.write_bytes(b"".join(map(record_of, written)))
    return list(read_articles([file]))


def article(*sections: Section) -> Article:
    return Article("1", "Mill", "https://example.org/mill", sections)


@given(st.lists(articles(ANY_TEXT), min_size=1, max_size=3))
@example([article(Section("", ("Mills.", "They turn.")), Section("", ("One more.",)))])
@example([article(Section("== Late ==", ()), Section("Early.", ("He died in 1990.", "=== x ===")))])
def test_any_article_comes_back_in_its_normal_form(
    tmp_path_factory: pytest.TempPathFactory, written: list[Article]
) -> None:
    folder = tmp_path_factory.mktemp("records")
    expected = [normal(one) for one in written]
    assert read_back(folder, *written) == expected
    assert read_back(folder, *expected) == expected


@pytest.mark.parametrize(
    "sections",
    [
        (),
        (Section("", ("A mill grinds.",)),),
        (Section("History", ()),),
        (Section("History", ()), Section("Today", ()), Section("Notes", ("One.",))),
        (Section("", ("History.", "== Today ==")), Section("He died in 1990.", ("Notes.",))),
        (Section("Early  life", ("A\u2028line", "and\u00a0more")),),
        (Section("A", ("a",)), Section("A", ("b",))),
        (Section("A", ("a",)), Section("", ("b",)), Section("", ("c",))),
    ],
    ids=str,
)
def test_sections_come_back_as_they_were(tmp_path: Path, sections: tuple[Section, ...]) -> None:
    assert read_back(tmp_path, article(*sections)) == [article(*sections)]


def test_a_record_by_hand() -> None:
    sections = (Section("", ("A “mill”\ngrinds.", " ")), Section(" History ", ("Mills are old.",)), Section("End", ()))
    expected: dict[str, Any] = {
        "id": "1",
        "url": "https://example.org/mill",
        "title": "Mill",
        "text": "A “mill” grinds.\nHistory\nMills are old.\nEnd",
        "headings": [1, 3],
    }
    line = record_of(article(*sections))
    assert json.loads(line) == expected
    assert "“mill”".encode() in line
    assert (line.count(b"\n"), line[-1:]) == (1, b"\n")


def test_redirects_and_disambiguation_are_said_only_where_there_are_some() -> None:
    said = json.loads(record_of(Article("1", "Mill", "", (), ("Mills", "Grinder"), disambiguation=True)))
    assert (said["redirects"], said["disambiguation"]) == (["Mills", "Grinder"], True)
    assert set(json.loads(record_of(article()))) == {"id", "url", "title", "text", "headings"}


def test_the_language_is_that_of_the_first_record(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    assert json.loads(record_of(article(), "de"))["language"] == "de"
    file.write_bytes(b"\n" + record_of(article(), "de") + record_of(article(), "fr"))
    assert read_articles([file]).language == "de"
    assert list(read_articles([file])) == [article()] * 2


@pytest.mark.parametrize("first", [b'{"language": 3}', b"{", b'{"id": "1"}', b'{\xff"language": "de"}'])
def test_no_language_where_the_first_record_names_none(tmp_path: Path, first: bytes) -> None:
    (tmp_path / "a.jsonl").write_bytes(first + b'\n{"language": "de"}\n')
    assert read_articles([tmp_path / "a.jsonl"]).language is None
