"""Greetings, which name nothing."""

import pytest

from tweetctx.tweets.greetings import find_greetings, is_greeting, words_of_greetings


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Good morning everyone", [("Good morning", "")]),
        ("GOOD MORNING", [("GOOD MORNING", "")]),
        ("Happy birthday to my cousin", [("Happy birthday to", "")]),
        ("Merry Christmas, and a happy new year!", [("Merry Christmas", "Christmas"), ("happy new year", "new year")]),
        ("Happy Mothers Day", [("Happy Mothers Day", "Mothers Day")]),
        ("Happy Mother’s Day", [("Happy Mother’s Day", "Mother’s Day")]),
        ("Have a nice day. Thank you", [("Have a nice day", ""), ("Thank you", "")]),
        ("RIP Ada, rest in peace", [("RIP", ""), ("rest in peace", "")]),
        ("R.I.P. Ada", [("R.I.P", "")]),
        ("Good mornings are rare", []),
        ("She ripped it", []),
        ("Happy Gilmore is on", []),
        ("unhappy birthday", []),
        ("", []),
    ],
)
def test_greetings_are_found_with_what_they_wish(text: str, found: list[tuple[str, str]]) -> None:
    greetings = find_greetings(text, "en")
    assert [(text[one.start : one.end], text[one.said : one.end].strip()) for one in greetings] == found


@pytest.mark.parametrize(
    ("name", "says"),
    [("Merry", True), ("Merry Christmas", True), ("Christmas", False), ("Merry Christmas Mr", False), ("Carey", False)],
)
def test_a_span_of_a_greeting_says_nothing_but_what_it_wishes(name: str, says: bool) -> None:
    text = "So: Merry Christmas Mr Carey"
    (greeting,) = find_greetings(text, "en")
    start = text.index(name)
    assert greeting.says(start, start + len(name)) is says


def test_a_whole_greeting_names_nothing() -> None:
    assert is_greeting("Happy Birthday", "en")
    assert not is_greeting("Merry Christmas", "en")  # Christmas has a name
    assert not is_greeting("Good Morning America", "en")


def test_words_of_greetings_are_told_from_the_others() -> None:
    words = ["Good", "morning", "Merry", "Christmas", "Good", "luck", "in", "the", "morning"]
    assert words_of_greetings(words, "en") == ["Good", "morning", "Merry", "Good", "luck"]
    assert words_of_greetings([], "en") == words_of_greetings(["morning", "good"], "en") == []


def test_a_language_without_a_table_has_no_greetings() -> None:
    assert find_greetings("Good morning", "xx") == ()
