import pytest

from tweetctx.corpus import is_heading
from tweetctx.corpus.headings import build_sections, is_bare_heading
from tweetctx.corpus.html import convert as convert_html
from tweetctx.corpus.wikitext import convert as convert_wikitext
from tweetctx.types import Section


@pytest.mark.parametrize(
    "line",
    [
        "History.",
        "Etymology and terminology.",
        "1888–1909.",
        "Late 1960s – early 1970s.",
        '"The Long Winter" (1964–66).',
        "See also.",
        "U.S. and St. Louis branches.",
        "Harbour vs. river.",
        "Free will and determinism.",
        "May 2010.",
        "Will Turner.",
        "How it works.",
        "What the mills produce.",
        "Reasons not to be a miller.",
        "Negotiations with the guild and the end of the strike.",
    ],
)
def test_a_noun_phrase_with_a_full_stop_is_a_heading(line: str) -> None:
    assert is_heading(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        ".",
        "History",
        "History..",
        "And so on...",
        "where the sum converges.",
        "The mill is old.",
        "He died in 1990.",
        "Beer is available in over 80 markets.",
        "It received good reviews.",
        "She tutored children.",
        "The mill. Its owners.",
        "Oystercatchers may live to 35 years.",
        "In June 2015, the guild moved north.",
        "The road passes through the village.",
        "See Coins of Lower Canada.",
        "Bremer supplies the brakes.",
        "One two three four five six seven eight nine ten eleven.",
        "A" * 80 + ".",
    ],
)
def test_a_sentence_or_anything_else_is_none(line: str) -> None:
    assert not is_heading(line)


def test_the_limits_are_ten_words_and_eighty_characters() -> None:
    assert is_heading("Mills " * 9 + "rivers.")
    assert not is_heading("Mills " * 10 + "rivers.")
    assert is_heading("A" * 79 + ".")


def test_an_articles_last_line_is_a_heading_only_when_very_short() -> None:
    assert is_heading("External links.", last=True)
    assert is_heading("Credits adapted from notes.")
    assert not is_heading("Credits adapted from notes.", last=True)


def test_sections_keep_every_line_in_its_place() -> None:
    lines = [
        "Mills.",
        " Mills are there to grind. ",
        "\t",
        "History.",
        "Early mills.",
        "They were slow.",
        "== Today ==",
        "Few.",
    ]
    assert build_sections(lines) == (
        Section("", ("Mills.", "Mills are there to grind.")),
        Section("History", ()),
        Section("Early mills", ("They were slow.",)),
        Section("Today", ()),
        Section("Few", ()),
    )


def test_equal_signs_make_a_heading_even_of_the_first_line_and_of_a_sentence() -> None:
    assert build_sections(["======It is so.======", "x"]) == (Section("It is so.", ("x",)),)


@pytest.mark.parametrize("line", ["= One =", "======= Seven =======", "== Uneven ===", "== Open", "====", "a == b"])
def test_other_equal_signs_make_none(line: str) -> None:
    assert build_sections([line]) == (Section("", (line,)),)


def test_no_lines_make_no_sections() -> None:
    assert build_sections(["", "  "]) == ()


PROSE = "A mill grinds what farmers bring, as long as there is water in the river or wind."


def test_a_bare_heading_stands_in_front_of_prose() -> None:
    assert is_bare_heading("Water mills", PROSE)
    assert not is_bare_heading("Water mills", "Wind mills")
    assert not is_bare_heading("Water mills", PROSE[:-1])
    assert not is_bare_heading("Water mills", "They grind.")


@pytest.mark.parametrize("line", ["There are kinds:", "Water mills.", "A mill is a machine", "mills", "Mill (1)", ""])
def test_what_is_no_bare_heading(line: str) -> None:
    assert not is_bare_heading(line, PROSE)


def test_bare_headings_only_if_asked_for_and_not_first() -> None:
    lines = ["Mills", PROSE, "Kinds", PROSE, "Many stones.", "Parts", "wheel"]
    assert build_sections(lines) == (
        Section("", (PROSE, "Mills", "Kinds", PROSE)),
        Section("Many stones", ("Parts", "wheel")),
    )
    assert build_sections(lines, bare=True) == (
        Section("", (PROSE, "Mills")),
        Section("Kinds", (PROSE, "Many stones.", "Parts", "wheel")),
    )


@pytest.mark.parametrize(
    "first", ["A mill is a kind of machine", "There are many:", "Mills!", "== Mills ==", "The Old Mill at Little Water"]
)
def test_only_a_caption_is_moved_behind_the_first_paragraph(first: str) -> None:
    assert build_sections(["The old mill", PROSE])[0].paragraphs == (PROSE, "The old mill")
    captions = ["Stones", "Wheel", "Miller"]
    assert build_sections([*captions, PROSE])[0].paragraphs == (PROSE, *captions)
    split = f"( built in 1700) {PROSE}"
    assert build_sections([*captions, split])[0].paragraphs == (f"Miller (built in 1700) {PROSE}", *captions[:2])
    assert build_sections(["The old mill", "Its parts:"])[0].paragraphs == ("The old mill", "Its parts:")
    assert build_sections([first, PROSE])[-1].paragraphs[-1] == PROSE


def test_brackets_with_holes_are_tidied_and_lines_of_nothing_else_vanish() -> None:
    lines = ["Chen Zhili (; born 1942) is a politician ().", "()", "== History (; ) ==", "She spoke to f()."]
    assert build_sections(lines) == (
        Section("", ("Chen Zhili (born 1942) is a politician.",)),
        Section("History", ("She spoke to f().",)),
    )


@pytest.mark.parametrize(
    "heading",
    [
        "Citations.",
        "References",
        "== Works cited ==",
        "Notes and references.",
        "EXTERNAL LINKS.",
        "Einzelnachweise",
        "Notes et références",
        "Referenser",
        "Примечания",
        "参考文献",
        "المراجع",
    ],
)
def test_references_are_left_out_to_the_next_heading(heading: str) -> None:
    lines = [
        "The mill is old, and it stands in Greenport.",
        heading,
        "History 68.4 (2002):817+. Student Resources in Context. Web. 14 Nov. 2014.",
        "The miller is proud of it.",
        "== Today ==",
        "It is still there.",
    ]
    assert build_sections(lines) == (
        Section("", (lines[0],)),
        Section(heading.strip("= .").strip(), ()),
        Section("Today", ("It is still there.",)),
    )


def test_of_notes_and_sources_prose_stays() -> None:
    prose = "The mill has few sources: most of its books burned with it."
    citations = [
        "Hill, E. (1990). Mills of the north. Greenport: Dale",
        'Eve Hill, "Mills", Greenport University Press, 1990',
        "Mills. ISBN 978-0-00-000000-0",
        "https://mill.example/book",
        "^ Some say that it is older.",
        "a. ^ Some say that it is older.",
        "† The mill is that of Eve.",
        "Mills, pp. 12–14",
    ]
    for heading in ("== Sources ==", "== Bibliography ==", "== Notes ==", "== Quellen =="):
        _, section = build_sections(["The mill is old, and it stands in Greenport.", heading, prose, *citations])
        assert section.paragraphs == (prose,)
    assert build_sections(["The mill is old.", "== History ==", *citations])[1].paragraphs == tuple(citations)


@pytest.mark.parametrize(
    ("language", "heading", "kept"),
    [
        ("fr", "Citations", True),
        ("en", "Citations", False),
        ("simple", "Citations", False),
        (None, "Citations", False),
        ("fr", "Notes et références", False),
        ("fr", "References", False),  # as copied from the English Wikipedia
        ("de", "References", False),
        ("de", "Weblinks", False),
        ("zh", "出典", True),  # where a saying comes from
        ("ja", "出典", False),
        ("cy", "Einzelnachweise", False),  # a language that lists none
        ("es", "Comentarios", True),
    ],
)
def test_headings_of_references_are_those_of_the_language(language: str | None, heading: str, kept: bool) -> None:
    lines = ["The mill is old.", f"== {heading} ==", "It is said that it grinds."]
    assert build_sections(lines, language=language)[1].paragraphs == (tuple(lines[2:]) if kept else ())
    if language:
        for convert in (convert_wikitext, convert_html):
            page = f"{lines[0]}\n{lines[1]}\n{lines[2]}"
            if convert is convert_html:
                page = f"<p>{lines[0]}</p><h2>{heading}</h2><p>{lines[2]}</p>"
            assert convert(page, title="Mill", language=language).sections[1].paragraphs == (
                tuple(lines[2:]) if kept else ()
            )


def test_an_author_among_references_is_no_heading() -> None:
    lines = ["The mill is old, and it stands in Greenport.", "References.", "Hill, Eve R.", "Greenport, Dale Press."]
    assert build_sections([*lines, "Today.", "It is still there."]) == (
        Section("", (lines[0],)),
        Section("References", ()),
        Section("Today", ("It is still there.",)),
    )


def test_a_sentence_with_the_word_is_no_heading_of_references() -> None:
    assert build_sections(["The mill is old.", "References are few."])[0].paragraphs[1:] == ("References are few.",)
