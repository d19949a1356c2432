"""Months and days of dates are no names."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index

ARTICLES = {
    "March": "March is the third month of the year. Spring begins in March.",
    "Mar, Perthshire": "Mar, Perthshire is a district of Scotland. Mar has hills. Many walk in Mar.",
    "Sun (newspaper)": "The Sun (Sun) is a newspaper. Many read the Sun.",
    "Theresa May": "Theresa May (born 1 October 1956) is a politician. Theresa May was prime minister.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(open_index(titled_index(tmp_path_factory.mktemp("dates"), ARTICLES)))


def linked(contextualizer: Contextualizer, tweet: str) -> set[str]:
    return {link.title for link in contextualizer.link(tweet).links}


@pytest.mark.parametrize(
    "tweet",
    [
        "School is closed on Mar 26 again",
        "School is closed on Mar. 26th again",
        "School is closed on 26 Mar again",
        "School is closed on the 26th of Mar again",
        "School is closed, Sun 5, again",
        "School is closed on 5 May again",
    ],
)
def test_the_month_of_a_date_is_no_name(contextualizer: Contextualizer, tweet: str) -> None:
    for linker in ("default(threshold=0.01)", "titles"):
        probable = Contextualizer(contextualizer.index, linker=linker)
        assert linked(probable, tweet) == set()


@pytest.mark.parametrize(
    ("tweet", "title"),
    [
        ("We walk in Mar, Perthshire 26 miles", "Mar, Perthshire"),
        ("Theresa May 26 votes", "Theresa May"),
        ("Theresa May spoke on 26 votes", "Theresa May"),
    ],
)
def test_other_names_beside_numbers_are_names(contextualizer: Contextualizer, tweet: str, title: str) -> None:
    probable = Contextualizer(contextualizer.index, linker="default(threshold=0.01)")
    assert title in linked(probable, tweet)
