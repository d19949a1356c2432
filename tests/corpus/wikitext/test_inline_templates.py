"""The inline templates that the Wikipedias of nine languages use most, and what a sentence with each says.

A line of `inline_templates/LANGUAGE.tsv` is a template and what it shows, written by hand: nothing for references and
marks of doubt; HOLE for what depends on the day of reading or cannot be known, with which the sentence is left out.
"""

from pathlib import Path

import pytest
from plain_wikitext import paragraphs

from tweetctx.corpus.wikitext.templates.registry import LANGUAGES

TABLES = Path(__file__).parent / "inline_templates"
CASES = [
    (table.stem, *line.split("\t"))
    for table in sorted(TABLES.glob("*.tsv"))
    for line in table.read_text(encoding="utf-8").splitlines()
]


def test_every_language_has_a_table() -> None:
    assert sorted(LANGUAGES) == sorted(table.stem for table in TABLES.glob("*.tsv"))


@pytest.mark.parametrize(("language", "wikitext", "shown"), CASES)
def test_a_sentence_with_a_template(language: str, wikitext: str, shown: str) -> None:
    [found] = paragraphs(f"Ada went to 7 mills. It x {wikitext} there. She sang at 8 houses.", language=language)
    if shown == "HOLE":
        assert found == "Ada went to 7 mills. She sang at 8 houses."
    else:
        said = " ".join(f"It x {shown} there.".split())
        assert found == f"Ada went to 7 mills. {said} She sang at 8 houses."
