"""The figures of links, by hand."""

from pathlib import Path

import pytest

from tweetctx.training import linker_report
from tweetctx.training.link_scores import (
    Choice,
    LinkFigures,
    by_kind,
    calibration_error,
    draw_reliability,
    evaluate_links,
    reliability,
)

# Two links at 0.9 of which one is right, two at 0.35 of which none is, and a tweet without links.
CHOICES = [
    Choice(("Ada", "Paris"), (0.9, 0.35), frozenset({"Ada", "London"})),
    Choice(("Rome", "Oslo"), (0.9, 0.35), frozenset({"Turin"})),
    Choice((), (), frozenset({"Riga"})),
]


def test_figures_by_hand() -> None:
    found = evaluate_links(CHOICES)
    recall, precision = (1 / 2 + 0 + 0) / 3, (1 / 2 + 0) / 2
    assert (found.tweets, found.silent, found.first) == (3, 1, 1 / 2)
    assert (found.recall, found.precision) == pytest.approx((recall, precision))
    assert found.f1 == pytest.approx(2 * recall * precision / (recall + precision))


def test_nothing_linked() -> None:
    assert evaluate_links(CHOICES[2:]) == LinkFigures(1, 0.0, 0.0, 0.0, 0.0, 1, 0.0)


def test_a_report_has_dashes_where_nothing_is_linked() -> None:
    cells = linker_report._cells("all", evaluate_links(CHOICES[2:]))
    assert cells == ("all", "1", "0.000", "0.000", "–", "–", "1", "–")
    # Two of the tweets have links; their bins are off by 0.4 and 0.35.
    cells = linker_report._cells("all", evaluate_links(CHOICES))
    assert cells == ("all", "3", "0.200", "0.167", "0.250", "0.500", "1", "0.375")


def test_reliability_and_calibration_error_by_hand() -> None:
    low, high = reliability(CHOICES)
    assert low == pytest.approx((2, 0.35, 0))
    assert high == pytest.approx((2, 0.9, 0.5))
    assert calibration_error([low, high]) == pytest.approx((abs(1.8 - 1) + abs(0.7 - 0)) / 4)


def test_tweets_by_kind() -> None:
    texts = ["Ada in #Paris http://t.co/Ab", "ROME AND OSLO!", "@riga said nothing"]
    found = by_kind(texts, CHOICES)
    assert {kind: figures.tweets for kind, figures in found.items()} == {
        "with a hashtag": 1,
        "with a user name": 1,
        "without a capital letter": 1,
        "mostly in capitals": 2,
        "short (up to 60 characters)": 3,
    }
    assert found["with a hashtag"].recall == 1 / 2


def test_a_set_without_links_has_no_curve(tmp_path: Path) -> None:
    draw_reliability({"some": reliability(CHOICES), "none": reliability(CHOICES[2:])}, tmp_path / "r.svg")
    drawn = (tmp_path / "r.svg").read_text("utf-8")
    assert "some" in drawn
    assert "none" not in drawn.replace('"none"', "").replace(": none", "")
