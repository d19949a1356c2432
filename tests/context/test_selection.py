"""Which sentences are taken, which are passed over and why, and in which order they are read."""

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from tweetctx.context import UNITS, ContextPolicy, Rejection, Selection
from tweetctx.context import select as select_sentences
from tweetctx.context.policy import Order
from tweetctx.errors import ParameterError
from tweetctx.types import ScoredSentence


def sentence(text: str, article: int = 0, number: int = 0, score: float = 0.0) -> ScoredSentence:
    return ScoredSentence(text, f"Title {article}", f"u:{article}", score, str(article), article, number, number)


def select(sentences: Sequence[ScoredSentence], limit: int, unit: str = "chars", order: Order = "article") -> Selection:
    return select_sentences(sentences, str.split, ContextPolicy(limit=limit, unit=unit, order=order))


def test_best_first_until_the_limit() -> None:
    first, second, third = (sentence(text, number=n) for n, text in enumerate(("one two", "three", "four")))
    assert select([first, second, third], 18) == Selection((first, second, third), ())  # 7 + 1 + 5 + 1 + 4
    assert select([first, second, third], 17) == Selection(
        (first, second), (Rejection(third, "does not fit into 17 chars"),)
    )


def test_what_does_not_fit_is_passed_over_for_the_next() -> None:
    long, short, longer = sentence("a" * 11), sentence("b", number=1), sentence("c" * 50, number=2)
    found = select([long, short, longer, sentence("d", number=3)], 10)
    assert found.text == "b d"
    assert found.rejected == (
        Rejection(long, "does not fit into 10 chars"),
        Rejection(longer, "does not fit into 10 chars"),
    )


def test_what_repeats_is_passed_over_for_the_next() -> None:
    first, same, other = sentence("a b c d e"), sentence("a b c d x", number=1), sentence("p q r", number=2)
    found = select([first, same, other], 100)
    assert found == Selection((first, other), (Rejection(same, "repeats 'a b c d e'"),))


def test_the_date_of_an_opening_is_told_once_if_the_sentences_must_be_readable() -> None:
    opening = sentence("Title One (born May 6, 1979) is an actor.")
    birth = sentence("Title was born on May 6, 1979 near Newark, Ohio.", number=1)
    policy = ContextPolicy(readable=True)
    found = select_sentences([opening, birth], str.split, policy)
    assert found == Selection((opening,), (Rejection(birth, f"repeats the date of {opening.text!r}"),))
    assert select_sentences([opening, birth], str.split, replace(policy, readable=False)).sentences == (opening, birth)
    elsewhere = sentence(birth.text, article=1)
    assert select_sentences([opening, elsewhere], str.split, policy).sentences == (opening, elsewhere)


def test_a_sentence_that_was_passed_over_hides_no_other() -> None:
    long, part = sentence("a b c d e f g"), sentence("a b c", number=1)
    assert select([long, part], 5).sentences == (part,)


def test_the_reason_names_the_sentence_that_is_repeated() -> None:
    sentences = [sentence("p q r"), sentence("a b c", number=1), sentence("a b c z", number=2)]
    assert [rejection.reason for rejection in select(sentences, 100).rejected] == ["repeats 'a b c'"]


FOX = ScoredSentence("the red fox is a mammal of the north", "Red fox", "u:1", 3.0, "1", 1, 0, 0)
WOLF = ScoredSentence("the red wolf is a mammal of the north", "Red wolf", "u:2", 2.0, "2", 2, 0, 20)


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (FOX, WOLF, True),
        (FOX, replace(WOLF, title="Mammal"), True),  # only the first names its title
        (replace(FOX, title="North"), replace(WOLF, title="Mammal"), False),  # each names both titles
        (replace(FOX, title="Sea"), replace(WOLF, title="Dog"), False),  # neither names any
        (FOX, replace(WOLF, article=1), False),
        (FOX, replace(WOLF, text="the red fox is a mammal of the far north"), False),
        (replace(FOX, title="Mammal (fox)"), replace(WOLF, title="Mammal (north)"), False),  # two editions
        (
            replace(FOX, title="North (1984 film)", text="north is a film of 1984 that is long and slow"),
            replace(WOLF, title="North (2016 film)", text="north is a film of 2016 that is long and slow"),
            True,
        ),
    ],
)
def test_a_sentence_about_another_title_repeats_nothing(
    first: ScoredSentence, second: ScoredSentence, shown: bool
) -> None:
    def terms(text: str) -> list[str]:
        return re.findall(r"\w+", text.lower())

    found = select_sentences([first, second], terms, ContextPolicy())
    assert found.sentences == ((first, second) if shown else (first,))
    assert len(select_sentences([second, first], terms, ContextPolicy()).sentences) == 1 + shown


# Best first: the articles in the order of their best sentences are 7, 2, 5.
BEST_FIRST = [
    sentence("seven-b", 7, 72, -1.0),
    sentence("two-a", 2, 21, -2.0),
    sentence("seven-c", 7, 79, -3.0),
    sentence("five", 5, 50, -4.0),
    sentence("two-b", 2, 29, -5.0),
    sentence("seven-a", 7, 70, -6.0),
]


def test_reading_order_by_article() -> None:
    assert select(BEST_FIRST, 100).text == "seven-a seven-b seven-c two-a two-b five"


def test_reading_order_by_score() -> None:
    assert select(BEST_FIRST, 100, order="score").text == "seven-b two-a seven-c five two-b seven-a"


def test_both_orders_read_the_same_sentences() -> None:
    for limit in range(60):
        by_article, by_score = (select(BEST_FIRST, limit, order=order) for order in ("article", "score"))
        assert sorted(by_article.text.split()) == sorted(by_score.text.split())
        assert by_article.rejected == by_score.rejected


@pytest.mark.parametrize("unit", UNITS)
def test_limit_0_has_no_room(unit: str) -> None:
    found = select(BEST_FIRST, 0, unit)
    assert found.sentences == ()
    assert found.text == ""
    assert [rejection.reason for rejection in found.rejected] == [f"does not fit into 0 {unit}"] * len(BEST_FIRST)


def test_no_sentences() -> None:
    assert select([], 500) == Selection((), ())


def test_the_default_is_500_chars_by_article() -> None:
    assert select_sentences([sentence("x" * 500)], str.split, ContextPolicy()).text == "x" * 500
    assert select_sentences([sentence("x" * 501)], str.split, ContextPolicy()).text == ""
    assert (
        select_sentences(BEST_FIRST, str.split, ContextPolicy()).text
        == select(BEST_FIRST, 500, "chars", "article").text
    )


@pytest.mark.parametrize(
    ("unit", "fits"),
    [("chars", 4), ("graphemes", 3), ("utf16", 6), ("bytes", 10), ("words", 2)],
)
def test_each_unit_has_its_own_length(unit: str, fits: int) -> None:
    text = "\U0001f44d\U0001f3fd x"  # a thumb with a skin tone, a space, a letter
    assert select([sentence(text)], fits, unit).text == text
    assert select([sentence(text)], fits - 1, unit).text == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": -1}, "limit: found -1, expected a whole number from 0"),
        ({"limit": float("nan")}, "limit: found nan, expected a whole number from 0"),
        ({"limit": float("inf")}, "limit: found inf, expected a whole number from 0"),
        ({"limit": 12.5}, "limit: found 12.5, expected a whole number from 0"),
        ({"limit": True}, "limit: found True, expected a whole number from 0"),
        ({"limit": "500"}, "limit: found '500', expected a whole number from 0"),
        ({"limit": None}, "limit: found None, expected a whole number from 0"),
        ({"unit": "lines"}, "unit: found lines, expected one of chars, graphemes, utf16, bytes, words"),
        ({"order": "date"}, "order: found date, expected one of article, score"),
    ],
)
def test_bad_arguments_are_told_the_choices(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        ContextPolicy(**arguments)  # type: ignore[arg-type]
    assert str(caught.value) == message


LETTERS = st.sampled_from(["a", "b", "c", "é", "e\u0301", "\U0001f600", "\U0001f469\u200d\U0001f467", "維", "\r\n"])
WORDS = st.lists(LETTERS, min_size=1, max_size=6).map("".join)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


@st.composite
def ranked_sentences(draw: st.DrawFn) -> list[ScoredSentence]:
    """Different sentences of a few articles, best first."""
    texts = draw(st.lists(TEXTS, max_size=12))
    numbers = draw(st.permutations(range(len(texts))))
    articles = draw(st.lists(st.integers(0, 3), min_size=len(texts), max_size=len(texts)))
    return [
        sentence(text, article, 100 * article + number, -rank)
        for rank, (text, article, number) in enumerate(zip(texts, articles, numbers, strict=True))
    ]


ORDERS: st.SearchStrategy[Order] = st.sampled_from(["article", "score"])


@given(ranked_sentences(), st.integers(0, 120), st.sampled_from(sorted(UNITS)), ORDERS)
def test_never_over_the_limit(sentences: list[ScoredSentence], limit: int, unit: str, order: Order) -> None:
    found = select(sentences, limit, unit, order)
    assert found.text == " ".join(taken.text for taken in found.sentences)
    assert UNITS[unit](found.text) <= limit


@given(ranked_sentences(), st.integers(0, 120), st.sampled_from(sorted(UNITS)), ORDERS)
def test_taken_or_passed_over_exactly_once(
    sentences: list[ScoredSentence], limit: int, unit: str, order: Order
) -> None:
    found = select(sentences, limit, unit, order)
    rejected = [rejection.sentence for rejection in found.rejected]
    assert sorted([*found.sentences, *rejected], key=lambda one: -one.score) == sentences
    assert rejected == [one for one in sentences if one in rejected]  # best first
    assert all(rejection.reason.startswith(("does not fit into ", "repeats ")) for rejection in found.rejected)


@given(ranked_sentences(), st.integers(0, 120))
def test_no_two_say_the_same(sentences: list[ScoredSentence], limit: int) -> None:
    """None of two sentences has at least four in five of its words in the other."""
    taken = [set(one.text.split()) for one in select(sentences, limit).sentences]
    pairs = [(a, b) for place, a in enumerate(taken) for b in taken[:place]]
    assert all(5 * len(a & b) < 4 * min(len(a), len(b)) if a and b else a != b for a, b in pairs)


@given(ranked_sentences(), st.integers(0, 120))
def test_reading_order(sentences: list[ScoredSentence], limit: int) -> None:
    by_score = select(sentences, limit, order="score").sentences
    assert list(by_score) == sorted(by_score, key=lambda one: -one.score)
    by_article = select(sentences, limit, order="article").sentences
    articles = list(dict.fromkeys(one.article for one in by_article))
    groups = [[one for one in by_article if one.article == article] for article in articles]
    assert [one for group in groups for one in group] == list(by_article)
    assert all(group == sorted(group, key=lambda one: one.number) for group in groups)
    best = [max(one.score for one in group) for group in groups]
    assert best == sorted(best, reverse=True)


@given(ranked_sentences(), st.integers(0, 120))
@examples(300)
def test_a_second_implementation_takes_the_same(sentences: list[ScoredSentence], limit: int) -> None:
    """Code points add up: those of the sentences, and a space before each but the first."""
    taken: list[ScoredSentence] = []
    room = limit + 1
    for one in sentences:
        mine = set(one.text.split())
        others = [set(other.text.split()) for other in taken]
        new = all(
            5 * len(mine & other) < 4 * min(len(mine), len(other)) if mine and other else mine != other
            for other in others
        )
        if len(one.text) + 1 <= room and new:
            taken.append(one)
            room -= len(one.text) + 1
    assert list(select(sentences, limit, order="score").sentences) == taken
