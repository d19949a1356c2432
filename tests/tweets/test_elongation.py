"""Words that are written long."""

import pytest

from tweetctx.tweets.elongation import shortened

COUNTS = {"cool": 2234, "col": 679, "so": 65365, "soo": 176, "god": 19542, "good": 21610, "goal": 7789, "al": 18116}
COUNTS |= {"all": 147221, "feel": 3724, "whitney": 861, "mann": 919, "man": 27535, "aaa": 40}


def count_of(word: str) -> int:
    return COUNTS.get(word.lower(), 0)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("coooool", "cool"),
        ("COOOL", "COOL"),
        ("sooooo", "sooooo"),  # of two letters, as hmmm
        ("Sooo good", "Sooo good"),
        ("goooood morning", "good morning"),
        ("goooaaal", "goal"),
        ("I feeeel it alllll", "I feel it alllll"),
        ("maaaannnn", "man"),
        ("Whitneyyyy sings", "Whitney sings"),
        ("Whitneyy sings", "Whitney sings"),
        ("unknooown", "unknown"),
        ("aaabc", "abc"),
        ("XXXVIII", "XXXVIII"),
    ],
)
def test_a_long_word_is_the_one_that_is_meant(text: str, short: str) -> None:
    assert shortened(text, count_of) == short


def test_letters_that_are_left_out_leave_a_blank_each() -> None:
    assert shortened("coooool feeel", count_of, "·") == "coo···l fee·l"


def test_without_a_collection_one_letter_stays() -> None:
    assert shortened("coooool") == "col"
