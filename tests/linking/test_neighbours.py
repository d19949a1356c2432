"""Words beside a mention, by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from tweetctx.index.surface_forms import Subject
from tweetctx.linking import form_kernels, neighbour_kernels
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.lives import LIVING, year_of_death
from tweetctx.linking.neighbours import GROUPS, neighbours
from tweetctx.linking.spans import SpanRow
from tweetctx.text.names.keys import tokenize_names


def filled(text: str, spans: Sequence[tuple[int, int]], subjects: Sequence[Subject]) -> NDArray[np.float64]:
    """The columns of candidates with these subjects for each span [first, last) of tokens of a text, span by span."""
    tokens = tokenize_names(text)
    mentions = np.repeat(np.arange(len(spans)), len(subjects))
    rows = np.zeros((len(mentions), len(FEATURES)))
    rows[:, Column.subject] = [*subjects] * len(spans)
    table = np.zeros((len(SpanRow), len(spans)), np.int64)
    table[SpanRow.first], table[SpanRow.last] = np.transpose(spans)
    neighbour_kernels.neighbour_columns(rows, mentions, table, tokens.hashes, tokens.gaps, neighbours("en"))
    return rows


def columns(text: str, first: int, last: int, *subjects: Subject) -> list[dict[str, float]]:
    """The columns of candidates with some subjects for the tokens [first, last) of a text."""
    rows, mentions = filled(text, [(first, last)], subjects), np.zeros(len(subjects), np.int64)
    form_kernels.fill_distance(rows, mentions, Column.fits, Column.fits_behind)
    return [dict(zip(FEATURES, row.tolist(), strict=True)) for row in rows]


def test_a_preposition_of_place_fits_a_place() -> None:
    place, team = columns("a fire in Leeds today", 3, 4, Subject.PLACE, Subject.TEAM)
    assert place["word_before"] == GROUPS.index("place") + 1
    assert (place["fits"], team["fits"]) == (1.0, -1.0)
    assert (place["fits_behind"], team["fits_behind"]) == (0.0, 2.0)


def test_what_plays_is_a_team() -> None:
    place, team = columns("Leeds v Fulham", 0, 1, Subject.PLACE, Subject.TEAM)
    assert (place["opens"], place["contests"]) == (1.0, 1.0)
    assert (place["fits"], team["fits"]) == (-1.0, 1.0)


def opposed(
    text: str, *spans: tuple[int, int], among: tuple[Subject, ...] = (Subject.PLACE, Subject.TEAM)
) -> list[float]:
    """The column `opposed` of candidates of each of these kinds for each span of tokens, span by span."""
    values: list[float] = filled(text, spans, among)[:, Column.opposed].tolist()
    return values


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Norwich v Wigan on TV", (0, 1), (2, 3)),
        ("Barcelona beat Valencia", (0, 1), (2, 3)),
        ("Arsenal 2-0 Chelsea", (0, 1), (3, 4)),
        ("Real Madrid beat Sevilla", (0, 2), (3, 4)),
        ("United 2 Wigan 1", (0, 1), (2, 3)),
        ("norwich beat 2-0 wigan", (0, 1), (4, 5)),
        ("Norwich lose to Wigan", (0, 1), (3, 4)),
        ("Norwich knocked out by Wigan", (0, 1), (4, 5)),
        ("Norwich win game 7 at home against Wigan", (0, 1), (7, 8)),
        ("Norwich over Wigan", (0, 1), (2, 3)),
        ("Norwich 110, Wigan 95", (0, 1), (2, 3)),
    ],
)
def test_two_that_may_be_teams_are_opposed(text: str, first: tuple[int, int], second: tuple[int, int]) -> None:
    assert opposed(text, first, second) == [-1.0, 1.0, -1.0, 1.0]


@pytest.mark.parametrize(
    ("text", "second"),
    [
        ("Norwich and Wigan", (2, 3)),  # no contest
        ("Norwich v the Wigan", (3, 4)),  # another word between
        ("Norwich v. Wigan! Norwich! 2 Wigan", (5, 6)),  # the second is farther, behind the end of a sentence
        ("Norwich 1 2 3 4 Wigan", (5, 6)),  # too far
        ("Norwich to Wigan", (2, 3)),  # nothing that tells of a contest
        ("Norwich out at home in Wigan", (5, 6)),
    ],
)
def test_others_are_not_opposed(text: str, second: tuple[int, int]) -> None:
    assert opposed(text, (0, 1), second) == [0.0] * 4


def test_words_of_an_outcome_are_of_a_contest_between_opponents_alone() -> None:
    rows = filled("Leeds top Hull", [(0, 1), (2, 3)], (Subject.PLACE, Subject.TEAM))
    assert rows[:, Column.contests].tolist() == [1.0] * 4
    assert rows[:, Column.fits].tolist() == [-1.0, 1.0] * 2
    (place,) = columns("Leeds top Hull", 0, 1, Subject.PLACE)
    assert (place["contests"], place["fits"]) == (0.0, 0.0)


def test_who_cannot_be_a_team_opposes_nobody() -> None:
    assert opposed("Kerber beat Williams", (0, 1), (2, 3), among=(Subject.ATHLETE, Subject.PLACE)) == [0.0] * 4


def test_a_name_in_brackets_opens_and_closes() -> None:
    (row,) = columns("CAIRO (AP) Police open fire", 1, 2, Subject.BODY)
    assert (row["opens"], row["closes"]) == (1.0, 1.0)
    (row,) = columns("Police open fire", 0, 1, Subject.BODY)
    assert (row["opens"], row["closes"]) == (1.0, 0.0)


def test_no_word_stands_beside_a_mention_over_the_end_of_a_sentence() -> None:
    (row,) = columns("We live in. Leeds! Beat that", 3, 4, Subject.PLACE)
    assert (row["opens"], row["word_before"], row["word_behind"], row["fits"]) == (1.0, 0.0, 0.0, 0.0)


def test_the_next_but_one_counts_half() -> None:
    person, place = columns("Darwin is dead", 0, 1, Subject.PERSON, Subject.PLACE)
    assert (person["fits"], place["fits"], person["lives"]) == (0.5, -0.5, 1.0)


@pytest.mark.parametrize(
    ("sentence", "year"),
    [
        ("Charles Darwin (12 February 1809 – 19 April 1882) was a naturalist.", 1882.0),
        ("Abraham Lincoln (1809–1865) was a president.", 1865.0),
        ("Elvis Presley (January 8, 1935 – August 16, 1977) was a singer.", 1977.0),
        ("Angela Merkel (born 17 July 1954) is a politician.", LIVING),
        ("Berlin is a city.", LIVING),
    ],
)
def test_years_of_death(sentence: str, year: float) -> None:
    assert year_of_death(sentence, None) == year
    assert year_of_death(sentence, 1800) == LIVING  # who died after the tweet was living
