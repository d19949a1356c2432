"""Answers that fit: by hand, and on a property."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx import Contextualizer
from tweetctx.context.units import UNITS, Unit
from tweetctx.interfaces.bots import Room, Span, discord_markdown, links, titles, with_urls
from tweetctx.interfaces.bots.answers import NOTHING, explain

TWEET = "The funeral of #WhitneyHouston begins at noon in Newark"
URL = "https://en.wikipedia.org/wiki/Na%C3%AFve_art"
ANSWER = (Span("It is 👍🏽 *art*.\n\nSource: "), Span("Naïve art", URL), Span(" · "), Span("B", "http://b.example"))
TEXT = "It is 👍🏽 *art*.\n\nSource: Naïve art · B"


@pytest.fixture(scope="module")
def contextualizer(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


def test_titles_and_urls() -> None:
    assert titles(ANSWER) == TEXT
    assert with_urls(ANSWER) == f"It is 👍🏽 *art*.\n\nSource: Naïve art {URL} · B http://b.example"
    assert with_urls(ANSWER, 3) == "It is 👍🏽 *art*.\n\nSource: Naïve art --- · B ---"


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("Airplane!", "Airplane%21"),
        ("Warner_Bros.", "Warner_Bros%2E"),
        ("M*A*S*H*", "M*A*S*H%2A"),
        ("Who%27s_Afraid_of_Virginia_Woolf%3F", "Who%27s_Afraid_of_Virginia_Woolf%3F"),
        ("The_Bodyguard_(album)", "The_Bodyguard_(album)"),
        (":)", ":%29"),
        ("C-", "C-"),
    ],
)
def test_all_of_an_address_is_found_in_a_text(title: str, found: str) -> None:
    answer = (Span("A", f"https://en.wikipedia.org/wiki/{title}"),)
    assert with_urls(answer) == f"A https://en.wikipedia.org/wiki/{found}"
    assert with_urls(answer, 23) == f"A {'-' * 23}"


@pytest.mark.parametrize(
    ("unit", "first", "second"),
    [  # "It is " 6, the thumb, " *art*." 7, two line feeds, "Source: " 8; then the title; then " · "
        ("graphemes", (24, 33), (36, 37)),
        ("chars", (25, 34), (37, 38)),  # the thumb is two code points
        ("utf16", (27, 36), (39, 40)),  # each of them two units
        ("bytes", (31, 41), (45, 46)),  # each of them four bytes; ï and · are two
    ],
)
def test_places_of_links_in_every_unit(unit: Unit, first: tuple[int, int], second: tuple[int, int]) -> None:
    assert links(ANSWER, unit) == [(*first, URL), (*second, "http://b.example")]


def test_discord_takes_no_text_for_markup() -> None:
    answer = (Span("- a_b* `c` [d]\n# e"), Span("f|g", "http://h.example"))
    assert discord_markdown(answer) == "\\- a\\_b\\* \\`c\\` \\[d\\]\n\\# e[f\\|g](<http://h.example>)"


def test_room_counts_what_the_platform_counts() -> None:
    assert Room(37, "graphemes").excess(ANSWER) == 0
    assert Room(30, "utf16").excess(ANSWER) == 10
    assert Room(100, "chars", lambda answer: with_urls(answer, 23)).excess(ANSWER) == 38 + 2 * 24 - 100


@given(st.integers(0, 700), st.sampled_from(sorted(UNITS)))
def test_an_answer_fits_or_says_nothing(contextualizer: Contextualizer, limit: int, unit: Unit) -> None:
    room = Room(limit, unit)
    answer = explain(contextualizer, TWEET, room)
    assert answer == (Span(NOTHING),) or UNITS[unit](titles(answer)) <= limit
    if limit >= 400 and unit != "words":
        assert titles(answer).startswith("Whitney Houston was")


def test_an_answer_uses_the_room_that_it_has(contextualizer: Contextualizer) -> None:
    wide, narrow = (titles(explain(contextualizer, TWEET, Room(room))) for room in (4000, 250))
    assert 250 < len(wide) < 4000
    assert 150 < len(narrow) <= 250
    small = explain(contextualizer, TWEET, Room(60))  # no sentence is so short
    assert titles(small).startswith("Source: Whitney Houston")
    assert explain(contextualizer, TWEET, Room(10)) == (Span(NOTHING),)


def test_of_what_nothing_is_known_it_says_so(contextualizer: Contextualizer) -> None:
    assert explain(contextualizer, "xqzv wqrtz", Room(500)) == (Span(NOTHING),)
    assert explain(contextualizer, "", Room(500)) == (Span(NOTHING),)


def test_addresses_that_are_none_of_the_web_are_no_links(contextualizer: Contextualizer) -> None:
    assert links(explain(contextualizer, TWEET, Room(500)), "chars") == []
