"""The inline templates that the Wikipedias of nine languages use most, and what a sentence with each says.

A row of docs/templates.md is a template and what it shows, written by hand: nothing for references and marks of doubt;
*left out* for what depends on the day of reading or cannot be known, with which the sentence is left out.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from plain_wikitext import paragraphs
from properties import one_in

from tweetctx.corpus.wikitext.templates.registry import LANGUAGES

PAGE = Path(__file__).parents[3] / "docs" / "templates.md"
_SECTION = re.compile(r"^## \w+ \(`(\w+)`\)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_ROW = re.compile(r"^\| `(.*)` \| (.*?) ?\|$", re.MULTILINE)
CASES = [
    (language, *(cell.replace("\\|", "|") for cell in row))
    for language, rows in _SECTION.findall(PAGE.read_text(encoding="utf-8"))
    for row in _ROW.findall(rows)
]


def test_every_language_has_a_hundred_templates() -> None:
    counts = Counter(case[0] for case in CASES)
    assert sorted(counts) == sorted(LANGUAGES)
    assert min(counts.values()) >= 100


@pytest.mark.parametrize("case", one_in(3, CASES))
def test_a_sentence_with_a_template(case: tuple[str, str, str]) -> None:
    language, wikitext, shown = case
    [found] = paragraphs(f"Ada went to 7 mills. It x {wikitext} there. She sang at 8 houses.", language=language)
    if shown == "*left out*":
        assert found == "Ada went to 7 mills. She sang at 8 houses."
    else:
        said = " ".join(f"It x {shown} there.".split())
        assert found == f"Ada went to 7 mills. {said} She sang at 8 houses."
