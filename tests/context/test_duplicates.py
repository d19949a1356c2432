"""Pairs of sentences that say the same, and pairs that do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.context.duplicates import content_terms, near_duplicates, repeats_first_date
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

ENGLISH = Analyzer(AnalyzerConfig.named("english"))
FUNERAL = "The funeral of Whitney Houston was held on 18 February 2012 at New Hope Baptist Church in Newark."

SAME = {
    "itself": (FUNERAL, FUNERAL),
    "case": (FUNERAL, FUNERAL.upper()),
    "punctuation": (
        FUNERAL,
        "“The funeral of Whitney Houston” was held, on 18 February 2012, at New Hope... (in Newark)",
    ),
    "other forms of words": ("Protesters camped in Zuccotti Park.", "A protester is camping in Zuccotti Park"),
    "word order": ("Davis signed Houston to Arista in 1983.", "In 1983, Houston was signed to Arista by Davis."),
    "one word changed": (FUNERAL, FUNERAL.replace("held", "celebrated")),
    "both negated": ("Houston never lived in Hull or Leeds.", "Houston did not live in Hull or Leeds."),
    "No. is no negation": ("The song reached No. 5 in Canada.", "In Canada the song reached number 5."),
    "contained in a longer one": (
        "Whitney Houston died in Beverly Hills.",
        "On 11 February 2012 Whitney Houston died at the Beverly Hilton hotel in Beverly Hills, California.",
    ),
}
DIFFERENT = {
    "born elsewhere": (
        "Barack Obama was born in Honolulu, Hawaii, on 4 August 1961.",
        "Whitney Houston was born in Newark, New Jersey, on 9 August 1963.",
    ),
    "two candidates": (
        "Obama won about 51 percent of the popular vote.",
        "Romney won about 47 percent of the popular vote.",
    ),
    "two years of a festival": (
        "The festival in Austin drew 5,000 visitors in 1990.",
        "The festival in Austin drew 30,000 visitors in 2013.",
    ),
    "same person, other fact": (
        "Houston sang as a child in the choir of New Hope Baptist Church in Newark.",
        "Houston married the singer Bobby Brown on 18 July 1992.",
    ),
    "another year": (
        "Barack Obama won the presidential election in 2008.",
        "Barack Obama won the presidential election in 2012.",
    ),
    "another number, in words": (
        "Whitney Houston won two Grammy Awards in 1994.",
        "Whitney Houston won six Grammy Awards in 1994.",
    ),
    "found guilty and not": (
        "The jury in Newark found Davis guilty of fraud.",
        "The jury in Newark did not find Davis guilty of fraud.",
    ),
    "by a contraction": ("The singer won the award in Newark.", "The singer didn’t win the award in Newark."),
    "nothing shared": ("It rained in Spain.", "Protesters camped near Wall Street."),
}


def repeats(one: str, other: str) -> bool:
    return near_duplicates(content_terms(ENGLISH, one), content_terms(ENGLISH, other))


@pytest.mark.parametrize(("one", "other"), SAME.values(), ids=SAME)
def test_they_say_the_same(one: str, other: str) -> None:
    assert repeats(one, other)
    assert repeats(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_they_say_different_things(one: str, other: str) -> None:
    assert not repeats(one, other)
    assert not repeats(other, one)


@pytest.mark.parametrize(
    ("shared", "mine", "others", "expected"),
    [
        (4, 1, 1, True),  # 4/5
        (3, 1, 1, False),  # 3/4
        (8, 2, 20, True),  # 8/10, however long the other one is
        (7, 3, 3, False),  # 7/10
        (1, 0, 30, True),  # contained
        (0, 5, 5, False),
    ],
)
def test_one_word_in_five_may_differ(shared: int, mine: int, others: int, expected: bool) -> None:
    common = {f"c{number}" for number in range(shared)}
    one = common | {f"m{number}" for number in range(mine)}
    other = common | {f"o{number}" for number in range(others)}
    assert near_duplicates(one, other) is expected
    assert near_duplicates(other, one) is expected


def test_without_terms() -> None:
    assert near_duplicates(set(), set())
    assert not near_duplicates(set(), {"a"})
    assert not near_duplicates({"a"}, set())


TERMS = st.frozensets(st.sampled_from("abcdefghijkl"))


@given(TERMS, TERMS)
def test_symmetric(one: frozenset[str], other: frozenset[str]) -> None:
    assert near_duplicates(one, other) == near_duplicates(other, one)


@given(TERMS, TERMS)
def test_of_itself_and_of_its_own_superset(one: frozenset[str], more: frozenset[str]) -> None:
    assert near_duplicates(one, one)
    assert near_duplicates(one, one | more) or not one


@given(TERMS, TERMS)
def test_what_shares_nothing_repeats_nothing(one: frozenset[str], other: frozenset[str]) -> None:
    if one - other:
        assert not near_duplicates(one - other, other)


@pytest.mark.parametrize(
    ("language", "a", "b", "same"),
    [
        ("de", "Sie gewann zwei Titel in Wien", "Sie gewann drei Titel in Wien", False),
        ("de", "Sie gewann zwei Titel in Wien", "In Wien gewann sie 2 Titel", True),
        ("fr", "Elle gagne deux titres à Vienne", "Elle gagne trois titres à Vienne", False),
        ("es", "Ganó once títulos en Viena", "Ganó doce títulos en Viena", False),
        ("ru", "Она выиграла два титула в Вене", "Она выиграла три титула в Вене", False),
        ("de", "Das Gericht befand ihn für schuldig", "Das Gericht befand ihn für nicht schuldig", False),
        ("fr", "Le tribunal l'a jugé coupable", "Le tribunal ne l'a pas jugé coupable", False),
        ("es", "El jurado lo halló culpable", "El jurado no lo halló culpable", False),
        ("ru", "Суд признал его виновным", "Суд не признал его виновным", False),
        ("hi", "अदालत ने उसे दोषी पाया", "अदालत ने उसे दोषी नहीं पाया", False),
        ("pl", "Ten kot pije mleko w domu", "Kot pije mleko w domu", True),
    ],
)
def test_numbers_and_negations_tell_sentences_apart_in_their_language(
    language: str, a: str, b: str, same: bool
) -> None:
    analyzer = Analyzer(AnalyzerConfig.named(None, language))
    assert near_duplicates(content_terms(analyzer, a), content_terms(analyzer, b)) is same


@pytest.mark.parametrize(
    ("text", "opening", "expected"),
    [
        ("Hart was born on July 6, 1979 in Ohio.", "Kevin Hart (born July 6, 1979) is an actor.", True),
        ("Am 6. Juli 1979 kam Hart zur Welt.", "Kevin Hart (* 6. Juli 1979 in Ohio) ist ein Schauspieler.", True),
        ("Hart was born on July 6, 1979.", "Hart (July 6, 1979 – May 2, 2011) was an actor.", True),
        ("Hart died on May 2, 2011 in a fire.", "Hart (July 6, 1979 – May 2, 2011) was an actor.", False),
        ("On July 6, 2011, Hart won a prize.", "Kevin Hart (born July 6, 1979) is an actor.", False),
        ("Hart, born on July 6, 1979, has 12 prizes.", "Kevin Hart (born July 6, 1979) is an actor.", False),
        ("Hart was released in 2011.", "Hart (2011) is a film.", False),
        ("Two people were shot on June 3, 2016.", "On June 3, 2016, a man attacked a club.", False),
        ("Hart has no numbers.", "Kevin Hart (born July 6, 1979) is an actor.", False),
    ],
)
def test_the_date_with_which_an_article_opens_is_told_once(text: str, opening: str, expected: bool) -> None:
    assert repeats_first_date(text, opening) is expected
