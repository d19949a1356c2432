"""Compiled loops over candidates, by hand and by a second, plain implementation."""

import numpy as np
import pytest

from tweetctx.linking import kernels


def test_the_largest_around_and_inside() -> None:
    # Spans 0-4, 0-8, 5-8 and 10-12; only the second is larger than others that lie in it.
    starts, ends = np.array([0, 0, 5, 10]), np.array([4, 8, 8, 12])
    outer, inner = kernels.around(starts, ends, np.array([1.0, 2.0, 3.0, 9.0]), -5.0)
    assert outer.tolist() == [2.0, -5.0, 2.0, -5.0]
    assert inner.tolist() == [-5.0, 3.0, -5.0, -5.0]


def test_margins_are_against_the_best_other() -> None:
    groups = np.array([0, 0, 0, 2])
    assert kernels.margins(groups, np.array([5.0, 3.0, 4.0, 7.0]), 20.0).tolist() == [1.0, -2.0, -1.0, 20.0]
    assert kernels.margins(groups, np.array([5.0, 0.0, 0.0, 0.0]), 1.0).tolist() == [1.0, -1.0, -1.0, 1.0]


def test_titles_in_openings() -> None:
    # Article 0 has terms 1 2 3 and title 1; article 1 has 1 2 4 and title 2 4; article 2 has nothing.
    offsets, terms = np.array([0, 4, 7, 7]), np.array([1, 2, 3, 3, 1, 2, 4])
    heads, head_offsets = np.array([1, 2, 4]), np.array([0, 1, 3, 3])
    cosines, holds = kernels.relatedness(offsets, terms, np.argsort(terms, kind="stable"), head_offsets, heads)
    assert holds.tolist() == [[True, False, False], [True, True, False], [False, False, False]]
    common, alone = np.log(4 / 2) ** 2, np.log(4 / 1) ** 2
    assert cosines[0, 1] == cosines[1, 0] == pytest.approx(2 * common / (2 * common + alone))
    assert cosines[0, 0] == pytest.approx(1.0)
    assert cosines[2].tolist() == [0.0, 0.0, 0.0]


def test_other_mentions_speak() -> None:
    rng = np.random.default_rng(7)
    size, articles = 12, 5
    mentions = np.sort(rng.integers(0, 6, size))
    rows = rng.integers(0, articles, size)
    starts = np.array([0, 0, 6, 10, 14, 18])[mentions]
    ends = np.array([5, 9, 9, 13, 17, 20])[mentions]
    likely, letters = rng.random(size), rng.integers(1, 9, size).astype(float)
    cosines, holds = rng.random((articles, articles)), rng.random((articles, articles)) < 0.3
    found = kernels.coherence(rows, mentions, starts, ends, likely, letters, cosines, holds)
    for one in range(size):
        free = [o for o in range(size) if starts[o] >= ends[one] or ends[o] <= starts[one]]
        same = [o for o in free if rows[o] == rows[one]]
        others = [o for o in free if rows[o] != rows[one]]
        votes = {o: likely[o] * cosines[rows[one], rows[o]] for o in others}
        best = [max([votes[o] for o in others if mentions[o] == m], default=0.0) for m in range(6)]
        weight = sum(max([likely[o] for o in free if mentions[o] == m], default=0.0) for m in range(6))
        assert found[:, one].tolist() == pytest.approx(
            [
                len(same),
                max([letters[o] for o in same], default=0.0),
                max([likely[o] for o in others if holds[rows[one], rows[o]]], default=0.0),
                max([likely[o] for o in others if holds[rows[o], rows[one]]], default=0.0),
                max(votes.values(), default=0.0),
                sum(best) / max(weight, 0.3),
            ]
        )


def test_passages_that_name_an_article() -> None:
    # Two passages, of articles 7 and 9, with terms 3 1 and 1 2; titles 1, then 1 2, then nothing.
    votes, best = kernels.title_votes(
        np.array([0, 2, 4]),
        np.array([3, 1, 1, 2]),
        np.array([7, 9]),
        np.array([1.0, 0.5]),
        np.array([7, 8, 9]),
        np.array([0, 1, 3, 3]),
        np.array([1, 1, 2]),
    )
    assert votes.tolist() == [0.5, 0.5, 0.0]  # a passage does not speak for its own article
    assert best.tolist() == [0.5, 0.5, 0.0]
