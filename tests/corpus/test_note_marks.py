"""Marks of notes go, and what editors insert into quotations stays: in plain text, and in wikitext."""

import pytest

from tweetctx.corpus.cleaning import clean_leftovers
from tweetctx.corpus.headings import build_sections
from tweetctx.corpus.note_marks import without_note_marks
from tweetctx.corpus.notes import without_notes
from tweetctx.corpus.wikitext import convert

BOTH = [
    ("The mill grinds corn.[3] It is old.", "The mill grinds corn. It is old."),
    ("The mill grinds corn,[12][13] and it is old.[a]", "The mill grinds corn, and it is old."),
    ("The mill (built in 1900)[2] grinds corn.", "The mill (built in 1900) grinds corn."),
    ("The mill grinds corn. [4] It is old.", "The mill grinds corn. It is old."),
    ("It is “the oldest”[7] mill [citation needed] of the valley.", "It is “the oldest” mill of the valley."),
    ('The law "provide[s] an independent inquiry" and the court "act[ed]".', None),
    ("The law provide[s] an independent inquiry.", None),
    ('They shall "read [...] it and call[] on him to plead".', None),
    ("They said “[t]he mill[s] and the formul[a] of it” in 1900.", None),
    ("Sie schrieb „von dem Mann[e] und der Frau“ im Jahr 1900.", None),
    ("Il écrit « les moulin[s] et le cas[e] » en 1900.", None),
    ("The pollutant benzo[a]pyrene is in 19[3]0 lists.", None),
    ("The vowel [a] and [e] are long, x[3] = f(1).", None),
]
PLAIN = [
    ("The mill grinds corn[3] and it is old[a] in summer[b].", "The mill grinds corn and it is old in summer."),
    ("Some of them[c] are old.", None),  # without a note before it
    ("Watermill[] is a mill.", "Watermill is a mill."),
    (
        "The Old Mill (AVE) [a] is a mill (1900) [1] of the valley.",
        "The Old Mill (AVE) is a mill (1900) of the valley.",
    ),
    ("The vowel (open) [a] is long.", None),
    (
        "Some cases[1]\nThe mill[a]\nIt is[b] old",
        "Some cases\nThe mill\nIt is[b] old",
    ),  # two letters before the bracket
    ('"One\nThe mill[a] "turn[a] it"', '"One\nThe mill "turn[a] it"'),  # a quotation ends with its paragraph
]
CODE = [
    "The first is word[1] of the list.",
    "The type int[] is a list of numbers.",
    "It has text[0] and array[10] then.",
]


@pytest.mark.parametrize(("text", "expected"), BOTH)
def test_wikitext_and_plain_text_agree(text: str, expected: str | None) -> None:
    expected = text if expected is None else expected
    assert clean_leftovers(text) == expected
    assert [p for section in convert(text, title="A").sections for p in section.paragraphs] == [expected]


@pytest.mark.parametrize(("text", "expected"), PLAIN)
def test_plain_text_has_lost_its_notes(text: str, expected: str | None) -> None:
    cleaned = clean_leftovers(text)
    assert cleaned == (text if expected is None else expected)
    assert clean_leftovers(cleaned) == cleaned


@pytest.mark.parametrize("text", CODE)
def test_code_in_wikitext_stays(text: str) -> None:
    assert without_note_marks(text, extracted=False) == text
    assert convert(f"<code>{text}</code>", title="A").sections[0].paragraphs == (text,)


@pytest.mark.parametrize("heading", ["See also", "Siehe auch", "Voir aussi", "См. также", "Véase también", "Zie ook"])
def test_words_that_lead_nowhere_are_a_heading(heading: str) -> None:
    prose = "The mill is one of many that stand in the valley of the river, and it is old."
    sections = build_sections([prose, heading, prose], bare=True)
    assert [section.heading for section in sections] == ["", heading]
    assert without_notes(f"{heading} Mill. {prose}") == prose
    assert without_notes(f"{heading}: Mill") == ""
