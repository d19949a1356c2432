"""Accounts and stock symbols as names of their own: `@account` and `$SYMBOL` in a table of other names."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index

ARTICLES = {
    "Paris": "Paris is the capital of France. Many like Paris, and Paris likes them.",
    "Paris Hilton": "Paris Hilton (born 1981) is an American media personality. Paris Hilton sings.",
    "Hilton Hotels & Resorts": "Hilton Hotels & Resorts is a chain of hotels. A Hilton is in Paris.",
    "Milwaukee Police Department": "The Milwaukee Police Department (MPD) is the police of Milwaukee.",
    "GameStop": "GameStop is an American company that sells games.",
    "Greater Middle East": "The Greater Middle East (GME) is a region. The GME is large.",
    "Game": "A game is played. A stop of a game is a pause.",
    "Kesha": "Kesha (formerly Ke$ha) is an American singer.",
}
ALIASES = [
    ("@ParisHilton", "Paris Hilton"),
    ("@MilwaukeePolice", "Milwaukee Police Department"),
    ("$GME", "GameStop"),
    ("GME", "Greater Middle East"),
    ("@paris", "Hilton Hotels & Resorts"),
]


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(open_index(titled_index(tmp_path_factory.mktemp("signed"), ARTICLES, aliases=ALIASES)))


def links(contextualizer: Contextualizer, tweet: str) -> dict[str, str]:
    return {link.text: link.title for link in contextualizer.link(tweet).links}


@pytest.mark.parametrize(
    "tweet",
    [
        "@ParisHilton sings",
        "Look, @parishilton!",
        "RT @PARISHILTON: hello",
        ".@ParisHilton is here",
        "Thanks to (@ParisHilton)",
        "I met @ParisHilton's sister",
    ],
)
def test_an_account_is_what_the_table_says_whatever_its_case(tweet: str, contextualizer: Contextualizer) -> None:
    (link,) = (link for link in contextualizer.link(tweet).links if link.text.lower() == "parishilton")
    assert link.title == "Paris Hilton"
    assert link.probability == pytest.approx(0.99)
    assert tweet[link.start - 1 : link.end].lower() == "@parishilton"
    assert "Paris" not in links(contextualizer, tweet).values()


@pytest.mark.parametrize("tweet", ["@Paris is full", "so full, @paris"])
def test_an_account_is_matched_before_any_splitting(tweet: str, contextualizer: Contextualizer) -> None:
    assert [*links(contextualizer, tweet).values()] == ["Hilton Hotels & Resorts"]


@pytest.mark.parametrize(
    "tweet", ["MilwaukeePolice", "#MilwaukeePolice2", "@MilwaukeePolice_", "@Milwaukee_Police", "$MilwaukeePolice"]
)
def test_other_names_do_not_match_an_account(tweet: str, contextualizer: Contextualizer) -> None:
    assert all(link.probability != pytest.approx(0.99) for link in contextualizer.link(tweet).links)


@pytest.mark.parametrize("tweet", ["I bought $GME today", "$gme to the moon", "$GME!", "Is ($GME) high?", "$GME $BA"])
def test_a_stock_symbol_is_what_the_table_says(tweet: str, contextualizer: Contextualizer) -> None:
    found = links(contextualizer, tweet)
    assert {text.upper(): title for text, title in found.items()}.get("GME") == "GameStop"
    assert "Greater Middle East" not in found.values()


@pytest.mark.parametrize("tweet", ["The GME is large", "#GME is a region", "the GME region"])
def test_the_letters_of_a_stock_symbol_are_another_name(tweet: str, contextualizer: Contextualizer) -> None:
    assert "GameStop" not in links(contextualizer, tweet).values()


def test_a_price_is_no_stock_symbol(contextualizer: Contextualizer) -> None:
    assert links(contextualizer, "It costs $5 and US$GMEX") == {}
