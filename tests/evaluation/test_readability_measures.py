"""Readability without a judge, by hand."""

import math

import pytest

from tweetctx.context.flaws import is_truncated
from tweetctx.context.openings import opens_dependent
from tweetctx.evaluation.readability import scores
from tweetctx.evaluation.tokenizer import tokenizer
from tweetctx.runs import RunSentence
from tweetctx.text.languages import find_language

ENGLISH = tokenizer()


def sentences(*pairs: tuple[str, str]) -> list[RunSentence]:
    """Sentences from articles and texts."""
    return [RunSentence(text, title, 0.0) for title, text in pairs]


CONTEXT = sentences(
    ("Houston", "She sang in Newark."),
    ("Houston", "She died in 2012."),
    ("Newark", "However, Newark is a city in"),
    ("Davis", "Davis spoke at the funeral."),
)


def test_openings_by_hand() -> None:
    # The first has nothing before it, the second its own article, the third another one.
    assert scores(CONTEXT, ENGLISH)["unresolved"] == 2 / 4


@pytest.mark.parametrize(
    "sentence",
    [
        "He sang.",
        "it’s a city.",
        '"They sang."',
        "(This is so.)",
        "However, he sang.",
        "In addition to that, he sang.",
        "The latter was sold.",
        "Its population is small.",
        "And so on.",
    ],
)
def test_openings_that_depend(sentence: str) -> None:
    assert opens_dependent(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["IT companies grew.", "He-Man is a hero.", "Hero is a film.", "In Newark it rained.", "The city is old.", "", "…"],
)
def test_openings_that_stand_alone(sentence: str) -> None:
    assert not opens_dependent(sentence)


@pytest.mark.parametrize("words", [*sorted(find_language("en").pronouns), *find_language("en").connectives])
def test_every_listed_opening_counts(words: str) -> None:
    assert opens_dependent(f"{words.capitalize()} went on.")


def test_redundancy_by_hand() -> None:
    context = sentences(
        ("a", "Houston sang in Newark."),  # houston sang newark
        ("b", "Singers sang."),  # singer sang: half in the first
        ("c", "Houston and Newark and Ohio and singers."),  # houston newark ohio singer: 2/4 in the first, 1/4 later
        ("d", "It is."),  # no terms
    )
    assert scores(context, ENGLISH)["redundancy"] == pytest.approx((1 / 2 + 2 / 4 + 0) / 3)
    assert scores(context[:1] * 2, ENGLISH)["redundancy"] == 1


def test_breaks_by_hand() -> None:
    assert scores(CONTEXT, ENGLISH)["topic_breaks"] == 2 / 3


def test_length_by_hand() -> None:
    assert scores(CONTEXT, ENGLISH)["sentence_words"] == (4 + 4 + 6 + 5) / 4


def test_truncation_by_hand() -> None:
    assert scores(CONTEXT, ENGLISH)["truncated"] == 1 / 4


@pytest.mark.parametrize("end", [".", "!", "?", '."', ".)", ".”", "。", ". ", "?!"])
def test_closed_sentences(end: str) -> None:
    assert not is_truncated(f"Houston sang in Newark{end}")


@pytest.mark.parametrize("end", ["", ",", ":", "…", "...", " . . .", ";", ' "', " (in 2012)"])
def test_truncated_sentences(end: str) -> None:
    assert is_truncated(f"Houston sang in Newark{end}")


def test_rules_are_those_of_the_language() -> None:
    """A danda closes a Hindi sentence; *her* is an English pronoun, and *here* in Danish."""
    hindi = sentences(("दिल्ली", "दिल्ली भारत की राजधानी है।"), ("आगरा", "आगरा एक नगर है।"))
    assert scores(hindi, tokenizer("hi"), "hi")["truncated"] == 0
    danish = sentences(("Hull", "Hull er en by."), ("Ada", "Her bor mange."))
    assert scores(danish, ENGLISH)["unresolved"] == 1 / 2
    assert scores(danish, tokenizer("da"), "da")["unresolved"] == 0


def test_what_is_not_defined_is_no_number() -> None:
    assert all(map(math.isnan, scores([], ENGLISH).values()))
    assert [name for name, value in scores(CONTEXT[:1], ENGLISH).items() if math.isnan(value)] == [
        "redundancy",
        "topic_breaks",
    ]
