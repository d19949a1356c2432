import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.corpus.first_paragraph import first_paragraph_first, tidy_first

REST = "a mill that grinds what farmers bring, as long as there is water in the river."


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        (["Ada Mill", f"is {REST}"], f"Ada Mill is {REST}"),
        (["Ada Mill (Greek: Ἄδα)", f"is {REST}"], f"Ada Mill (Greek: Ἄδα) is {REST}"),
        (["Ada Mill", f"( built in 1700) is {REST}"], f"Ada Mill (built in 1700) is {REST}"),
        (["Ada Mill (,;", f"built in 1700) is {REST}"], f"Ada Mill (built in 1700) is {REST}"),
        (['Ada Mill (; Latin: "Ada"', f",; ) is {REST}"], f'Ada Mill (Latin: "Ada") is {REST}'),
        (["Ada Mill is an old and", REST], f"Ada Mill is an old and {REST}"),
        (["Ada Mill,", f"also known as Ida Mill, is {REST}"], f"Ada Mill, also known as Ida Mill, is {REST}"),
    ],
)
def test_a_first_paragraph_broken_in_two_is_joined(broken: list[str], whole: str) -> None:
    assert first_paragraph_first([*broken, "Wheels"]) == [whole, "Wheels"]
    assert first_paragraph_first(["A caption", *broken, "Wheels"]) == [whole, "A caption", "Wheels"]


@pytest.mark.parametrize("remnant", ["(UTC+1)", "- Time zone:", '"', "-->", "↓", '"type": "Feature",', "The old mill"])
def test_remnants_stand_behind_the_first_paragraph(remnant: str) -> None:
    paragraph = f"Ada Mill is {REST}"
    assert first_paragraph_first([remnant, paragraph, "Wheels"]) == [paragraph, remnant, "Wheels"]


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["Ada Mill"],
        [f"Ada Mill is {REST}", "which is known to all, and so on, for as long as anyone remembers it here."],
        [f"Ada Mill is {REST[:-1]}:", "wheels, stones, a roof, and whatever else a mill needs to grind and to stand."],
        ['Ada said: "It grinds."', "and whatever else a mill needs to grind and to stand, in wind and in water."],
        ["The wheel turns at a speed of", "where the radius of the wheel is given in metres and the rest in seconds."],
        ["Ada Mill was built by", "Eve Miller, who had come from the city and wanted to see the river every day."],
        ["Ada Mill (built in 1700", "Eve (Miller) had come from the city and wanted to see the river every day."],
        ["Ada Mill", "grinds"],
        ["== Ada ==", f"is {REST}"],
        ["Ada Mill may mean:", f"Ada Mill is {REST}"],
        ['"Ada" is a song.', f"It tells of {REST}"],
    ],
)
def test_other_lines_stay_where_they_are(lines: list[str]) -> None:
    assert first_paragraph_first(lines) == lines


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("Ada (Latin and) is a mill.", "Ada is a mill."),
        ("Ada (Old Norse: or), is a mill.", "Ada, is a mill."),
        ("Ada (Latin and; Old Norse and) was a mill.", "Ada was a mill."),
        ("Ada (or) is a mill.", "Ada is a mill."),
        ("Ada (from), in the north, is a mill.", "Ada, in the north, is a mill."),
        ("Ada (formerly known as Ida or) is a mill.", "Ada (formerly known as Ida) is a mill."),
        ('Ada (Latin: "Ada" and) is a mill.', 'Ada (Latin: "Ada") is a mill.'),
        ("Ada (also Ida, from) is a mill.", "Ada (also Ida) is a mill."),
        ("Ada (ADA, often pronounced) is a mill.", "Ada (ADA) is a mill."),
        ("Ada (sometimes written as) is a mill.", "Ada is a mill."),
        ("Ada (] or) is a mill.", "Ada is a mill."),
        ("Ada (, is a mill.", "Ada is a mill."),
        ("Ada ( was a mill.", "Ada was a mill."),
        ("Ada( ; was a mill.", "Ada was a mill."),
        ("Ada (; (1900–1980) was a miller.", "Ada (1900–1980) was a miller."),
        ("Ada, ( , (1900–1980) was a miller.", "Ada (1900–1980) was a miller."),
        ("Ada (, also known as Ida, was a miller.", "Ada, also known as Ida, was a miller."),
        ("Ada lived in the U.S.. She was a miller..", "Ada lived in the U.S. She was a miller."),
        ("Ada (April 4, 1913April 30, 1983) was a miller.", "Ada (April 4, 1913 – April 30, 1983) was a miller."),
        ("Ada (3 May 18709 February 1960) was a miller.", "Ada (3 May 1870 – 9 February 1960) was a miller."),
        ("Ada (12 May 191213 June 1980) was a miller.", "Ada (12 May 1912 – 13 June 1980) was a miller."),
        ("Ada (born (1956-01-10) 10 January 1956) is a miller.", "Ada (born 10 January 1956) is a miller."),
        ("Ada (known as in the Cornish language) is a mill.", "Ada is a mill."),
        ("Ada (Cornish: (Kernewek) or (Bretonek)), by the sea, is a mill.", "Ada, by the sea, is a mill."),
        ("Ada Mills [a] were old mills [b] of it.", "Ada Mills were old mills [b] of it."),
        ("Ada Mill, also known as, is a mill.", "Ada Mill, is a mill."),
        (", also known as, is a mill.", ", is a mill."),
        ('Ada (#redirect, also called the "Old Mill") is a mill.', "Ada is a mill."),
        (
            "Ada lies at 32°48′N 60°24′W / 32.8°N 60.4°W / 32.8; -60.4 in the sea.",
            "Ada lies at 32°48′N 60°24′W in the sea.",
        ),
    ],
)
def test_what_extraction_left_goes_from_the_first_paragraph(text: str, tidy: str) -> None:
    assert tidy_first(tidy_brackets(text)) == tidy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(1900–1980) was a miller.",
        "In logic, the disjunction (or) is an operation.",
        "A disjunction (also called or) is an operation.",
        "An attosecond (as) is a unit of time.",
        "The mill (as it came to be known) was old.",
        "The mill (the place she comes from) is old.",
        "The mill (whose name is not pronounced) is old.",
        "The old (Western and) Eastern mills were built of wood.",
        "It is a mill. Its name (Latin and) is old.",
        "Ada (never closed, and she knew it.",
        "Ada (Latin and Greek) is a mill.",
        "The vowel [a] is long.",
        "The [a] is long.",
        "Ada [a] mill is old.",
        "Ada is known as, and called, a mill.",
        "Ada waited... She read pages 1..7, and .. So it goes..., she said.",
    ],
)
def test_good_text_stays_byte_by_byte(text: str) -> None:
    assert tidy_first(text) == text


BITS = st.sampled_from(
    [
        "(",
        ")",
        "(",
        ")",
        ",",
        ";",
        " ",
        " ",
        "Ada",
        "word",
        "or",
        "and",
        "from",
        "is",
        "known as",
        "1980",
        ".",
        "..",
        '"',
    ]
)


@given(st.lists(BITS, max_size=30).map("".join))
def test_words_and_numbers_are_never_lost(text: str) -> None:
    tidied = tidy_brackets(text)
    assert re.findall("word|1980", tidy_first(tidied)) == re.findall("word|1980", tidied)


@given(st.text(max_size=60))
def test_no_text_is_too_strange(text: str) -> None:
    assert len(tidy_first(text)) <= len(text)


def test_thousands_of_brackets_take_no_time() -> None:
    assert tidy_first("Ada" + " (;" * 20_000 + "is").endswith("is")


@given(
    st.lists(st.sampled_from(["Ada", "ida ", "(", ")", "is ", REST, "=", "x:", '"', "-"]).map(str.strip), max_size=6)
)
def test_no_line_is_lost(lines: list[str]) -> None:
    ordered = first_paragraph_first(lines)
    assert sorted("".join(ordered).replace(" ", "")) == sorted("".join(map(tidy_brackets, lines)).replace(" ", ""))
