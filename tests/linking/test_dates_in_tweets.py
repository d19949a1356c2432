"""Months and days of dates are no names."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.index import Engine

ARTICLES = {
    "March": "March is the third month of the year. Spring begins in March.",
    "Mar, Perthshire": "Mar, Perthshire is a district of Scotland. Mar has hills. Many walk in Mar.",
    "Sun (newspaper)": "The Sun (Sun) is a newspaper. Many read the Sun.",
    "The Sundays": "The Sundays were a band. Many heard the Sundays.",
    "Theresa May": "Theresa May (born 1 October 1956) is a politician. Theresa May was prime minister.",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(titled_index(tmp_path_factory.mktemp("dates"), ARTICLES))


def linked(index: Engine, tweet: str, linker: str = "default(threshold=0.01)") -> set[str]:
    return {link.title for link in Contextualizer(index, linker=linker).link(tweet).links}


@pytest.mark.parametrize(
    "tweet",
    [
        "School is closed on Mar 26 again",
        "School is closed on Mar. 26th again",
        "School is closed on 26 Mar again",
        "School is closed on the 26th of Mar again",
        "School is closed, Sun 5, again",
        "School is closed on 5 May again",
        "School is closed on Sundays again",
        "School is closed on sundays again",
    ],
)
def test_the_month_of_a_date_is_no_name(index: Engine, tweet: str) -> None:
    for linker in ("default(threshold=0.01)", "titles"):
        assert linked(index, tweet, linker) == set()


@pytest.mark.parametrize(
    ("tweet", "title"),
    [
        ("We walk in Mar, Perthshire 26 miles", "Mar, Perthshire"),
        ("Theresa May 26 votes", "Theresa May"),
        ("We heard The Sundays again", "The Sundays"),
        ("Theresa May spoke on 26 votes", "Theresa May"),
    ],
)
def test_other_names_beside_numbers_are_names(index: Engine, tweet: str, title: str) -> None:
    assert title in linked(index, tweet)
