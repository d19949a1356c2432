"""Numbers in names: equal however they are written, wherever in the name, and never equal to another number."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.text.names.numerals import find_numbers, spellings

# Each title with its number written in another way.
PAIRS = [
    ("Twelve Herons", "12 Herons"),
    ("12 Winters a Baker", "Twelve Winters a Baker"),
    ("Seven Weavers", "7 Weavers"),
    ("The Three Coopers", "The 3 Coopers"),
    ("Two and a Half Goats", "2 and a Half Goats"),
    ("First Miller", "1st Miller"),
    ("Fifth Statute", "5th Statute"),
    ("3rd Duchy", "Third Duchy"),
    ("21st Meadow Owl", "Twenty-First Meadow Owl"),
    ("Twenty One Otters", "21 Otters"),
    ("Thirty-Two Lamps", "32 Lamps"),
    ("Fourth of Thistle", "4th of Thistle"),
    ("Eleventh Ferry", "11th Ferry"),
    ("12th Ferry", "Twelfth Ferry"),
    ("Twenty-Third Gate", "23rd Gate"),
    ("II Lancers", "2nd Lancers"),
    ("Second Marble War", "2nd Marble War"),
    ("Third Marble War", "III Marble War"),
    ("Over the Ridge in Eighty Steps", "Over the Ridge in 80 Steps"),
    ("Snow Rose and the Nine Wrens", "Snow Rose and the 9 Wrens"),
    ("Orlan War II Museum", "Orlan War 2 Museum"),
    ("Edvard II of Orlan", "Edvard the 2nd of Orlan"),
    ("Four Ferrets Two Foxes", "4 Ferrets 2 Foxes"),
    ("2 Quick 2 Quiet", "Two Quick Two Quiet"),
    ("Zero Dusk Thirty", "0 Dusk 30"),
    ("Circle of Eight", "Circle of 8"),
    ("Boulder II", "Boulder 2"),
    ("Hundred Acre 9", "Hundred Acre Nine"),
    ("Ostrava's Ninth", "Ostrava's 9th"),
    ("Catcher 22", "Catcher Twenty-Two"),
    ("Harold XIV", "Harold the fourteenth"),
]
ARTICLES = {title: f"{title} is a film of 1987. {title} ran for a year." for title, _ in PAIRS} | {
    "Weavers": "Weavers is a film of 1950. Weavers weave.",
    "One Compass": "One Compass is a band. One Compass sang.",
    "Ash City": "Ash City is a city. Ash City is old.",
    "2 BC": "2 BC was a year. In 2 BC nothing happened.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(open_index(titled_index(tmp_path_factory.mktemp("numbers"), ARTICLES)))


def titles(contextualizer: Contextualizer, tweet: str) -> list[str]:
    return [link.title for link in contextualizer.link(tweet).links]


@pytest.mark.parametrize(("title", "written"), PAIRS)
def test_a_title_is_found_by_its_number_in_any_form(title: str, written: str, contextualizer: Contextualizer) -> None:
    for name in (title, written):
        tweet = f"Tonight we saw {name}"
        assert [(link.title, link.text) for link in contextualizer.link(tweet).links] == [(title, name)]


@pytest.mark.parametrize(
    ("tweet", "wrong"),
    [
        ("the 1st Marble War", {"Second Marble War", "Third Marble War"}),
        ("the 4th Marble War", {"Second Marble War", "Third Marble War"}),
        ("Fourth Marble War", {"Second Marble War", "Third Marble War"}),
        ("the 2nd Marble War", {"Third Marble War"}),
        ("the 3rd Marble War", {"Second Marble War"}),
        ("8 Weavers", {"Seven Weavers"}),
        ("13 Herons", {"Twelve Herons"}),
        ("the 6th Statute", {"Fifth Statute"}),
        ("22nd Meadow Owl", {"21st Meadow Owl"}),
        ("13th Ferry", {"Eleventh Ferry", "12th Ferry"}),
        ("Orlan War 3 Museum", {"Orlan War II Museum"}),
        ("Edvard the 3rd of Orlan", {"Edvard II of Orlan"}),
        ("Circle of 9", {"Circle of Eight"}),
    ],
)
def test_a_name_with_another_number_is_another_thing(
    tweet: str, wrong: set[str], contextualizer: Contextualizer
) -> None:
    assert wrong.isdisjoint(titles(contextualizer, tweet))


@pytest.mark.parametrize(
    "tweet",
    [
        "first time at the mill",
        "two millers and a half",
        "3 herons by the lake",
        "for 2 days",
        "my 2 cents",
        "we lost 2-1 compass or not",
        "at 9:12 Herons slept",
        "it costs $7 Weavers say",
        "First Compass",  # cardinals are no ordinals: not One Compass
        "two B.C. papers",
    ],
)
def test_a_number_beside_other_words_makes_no_name(tweet: str, contextualizer: Contextualizer) -> None:
    assert {*titles(contextualizer, tweet)} <= {"Weavers"}


@pytest.mark.parametrize(
    ("text", "leading", "expected"),
    [
        ("2nd", True, ("II", "2nd", "second")),
        ("first", True, ("1st", "first")),
        ("7", True, ("7", "seven")),
        ("II", True, ("2", "two", "2nd", "second")),
        ("eleventh", False, ("XI", "11", "eleven", "11th", "eleventh")),
        ("22nd", False, ("XXII", "22", "twenty-two", "22nd", "twenty-second")),
        ("2014", True, ("2014",)),
    ],
)
def test_spellings_of_a_number(text: str, leading: bool, expected: tuple[str, ...]) -> None:
    (number,) = find_numbers(text)
    assert spellings(number, leading=leading) == expected
