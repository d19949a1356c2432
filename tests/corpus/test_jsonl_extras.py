"""What our JSON Lines say besides id, url, title and text."""

import json
from pathlib import Path
from typing import Any

import pytest

from tweetctx.corpus import read_articles
from tweetctx.errors import CorpusError
from tweetctx.types import Article, Section, WikiLink

RECORD: dict[str, Any] = {
    "id": "1",
    "title": "Mill",
    "text": "A mill grinds.\nHistory.\nMills are old.\n\nIt turns.\nEnd",
}


def read(folder: Path, **extras: object) -> Article:
    (folder / "a.jsonl").write_text(json.dumps({**RECORD, **extras}))
    (article,) = read_articles([folder / "a.jsonl"])
    return article


def test_headings_are_those_named(tmp_path: Path) -> None:
    assert read(tmp_path, headings=[4, 5]).sections == (
        Section("", ("A mill grinds.", "History.", "Mills are old.")),
        Section("It turns.", ()),
        Section("End", ()),
    )
    assert read(tmp_path, headings=[]).sections == (
        Section("", ("A mill grinds.", "History.", "Mills are old.", "It turns.", "End")),
    )


def test_links_aliases_and_senses(tmp_path: Path) -> None:
    links = [["mill", "Windmill"], ["", "Stone "], ["x", " "]]
    article = read(tmp_path, links=links, aliases=["Grinder"], senses=["Mill", "Mill (coin)"])
    assert article.links == (WikiLink("mill", "Windmill"), WikiLink("", "Stone"))
    assert (article.aliases, article.senses) == (("Grinder",), ("Mill", "Mill (coin)"))
    assert (read(tmp_path).links, read(tmp_path).aliases, read(tmp_path).senses) == ((), (), ())


@pytest.mark.parametrize(
    "text",
    [
        'A <a href="Milling%20machine#A">mill</a> grinds <a href="https://x.org">corn</a>, <a href="corn">corn</a>.',
        'A &lt;a href=&quot;milling_machine&quot;&gt;mill&lt;/a&gt; grinds corn, &lt;a href="Corn"&gt;corn&lt;/a&gt;.',
    ],
)
def test_links_of_wikiextractor_are_taken_out_of_the_text(tmp_path: Path, text: str) -> None:
    article = read(tmp_path, text=text)
    assert article.sections == (Section("", ("A mill grinds corn, corn.",)),)
    assert article.links == (WikiLink("mill", "Milling machine"), WikiLink("corn", "Corn"))
    assert read(tmp_path, text=text, headings=[]).sections == (Section("", (text,)),)


def test_redirects_and_disambiguation(tmp_path: Path) -> None:
    article = read(tmp_path, redirects=["Mills ", "", "Grinder"], disambiguation=True)
    assert (article.redirects, article.disambiguation) == (("Mills", "Grinder"), True)
    assert (read(tmp_path).redirects, read(tmp_path).disambiguation) == ((), False)


@pytest.mark.parametrize(
    ("extras", "message"),
    [
        ({"headings": 3}, 'line 1: found "headings" that is a number; expected a list of line numbers'),
        ({"headings": [True]}, 'line 1: found "headings" that is a list; expected a list of line numbers'),
        ({"headings": [6]}, 'line 1: found "headings" with 6; expected the number of a line of the text, 0 to 5'),
        ({"headings": [-1]}, 'line 1: found "headings" with -1; expected the number of a line of the text, 0 to 5'),
        ({"redirects": "Mills"}, 'line 1: found "redirects" that is a string; expected a list of titles'),
        ({"aliases": 1}, 'line 1: found "aliases" that is a number; expected a list of titles'),
        ({"links": {}}, 'line 1: found "links" that is an object; expected a list of pairs, [text, title]'),
        ({"links": [["a"]]}, "line 1: found \"links\" with ['a']; expected a list of pairs, [text, title]"),
        ({"redirects": [1]}, 'line 1: found "redirects" that is a list; expected a list of titles'),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, extras: dict[str, object], message: str) -> None:
    with pytest.raises(CorpusError, match=r"a\.jsonl") as error:
        read(tmp_path, **extras)
    assert message in str(error.value)
