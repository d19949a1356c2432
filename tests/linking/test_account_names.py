"""Names in user names, and what else an account or a person is called."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.linking.account_names import names_in_account

ARTICLES = {
    "Sky News": "Sky News is a British news channel. Many people watch Sky News for its pictures.",
    "Joey Barton": "Joey Barton (born 2 September 1982) is an English footballer who plays as a midfielder.",
    "BBC Radio 4": "BBC Radio 4 is a British radio station. BBC Radio 4 sends plays and news.",
    "Lidl": "Lidl is a German chain of shops. Lidl has shops in many countries.",
    "Justin's": "Justin's is an American brand of nut butter. The butter is sold in many shops.",
    "Philip Hughes": "Philip Hughes (1988–2014) was an Australian cricketer who played as a batsman.",
    "Prince Henry, Duke of Gloucester": "Prince Henry, Duke of Gloucester (1900–1974) was a British prince.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(open_index(titled_index(tmp_path_factory.mktemp("accounts"), ARTICLES)))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Sky News Break", {"Sky News", "News Break", "Sky News Break"}),
        ("Joey 7 Barton", {"Joey 7", "7 Barton", "Joey 7 Barton", "Joey Barton"}),
        ("George F Will", {"George F", "F Will", "George F Will", "George Will"}),
        ("Official Chip", {"Official Chip", "Chip"}),
        ("JLS Official", {"JLS Official", "JLS"}),
        ("The Real Team", {"The Real", "Real Team", "The Real Team", "Team"}),
        ("Speaker Boehner", {"Speaker Boehner", "Boehner"}),
        ("NASA", set()),
        ("QPRFC", {"QPR"}),
        ("NASAHQ", {"NASA"}),
        ("LFC", set()),
        ("Qprfc", set()),
        ("BBCTV Official", {"BBCTV Official", "BBCTV", "BBC"}),
        ("Official", set()),
        ("", set()),
    ],
)
def test_names_in_accounts(words: str, expected: set[str]) -> None:
    assert {" ".join(name) for name in names_in_account(words.split())} == expected


def test_a_long_user_name_has_short_names() -> None:
    names = [*names_in_account(["a", "b", "c", "d", "e", "f", "g", "h"])]
    assert max(map(len, names)) == 6
    assert len({*names}) == len(names)


@pytest.mark.parametrize(
    ("tweet", "title"),
    [
        ("pictures of the storm by @SkyNewsBreak", "Sky News"),
        ("what a tackle by @Joey7Barton", "Joey Barton"),
        ("the play on @BBCRadio4 was great", "BBC Radio 4"),
        ("cheap apples at @LidlUK today", "Lidl"),
        ("cheap apples at @official_lidl today", "Lidl"),
        ("#PhilHughes was a great batsman", "Philip Hughes"),
        ("Phil Hughes was a great batsman", "Philip Hughes"),
        ("Prince Henry opens a bridge", "Prince Henry, Duke of Gloucester"),
        ("I like the nut butter of Justin's", "Justin's"),
        ("I like Justins nut butter", "Justin's"),
    ],
)
def test_names_are_candidates(contextualizer: Contextualizer, tweet: str, title: str) -> None:
    _, mentions = contextualizer.explain_links(tweet, reasons=False)
    assert title in {one.title for mention in mentions for one in mention.candidates if one.probability > 0}


def test_a_name_without_its_possessive_is_another(contextualizer: Contextualizer) -> None:
    links = contextualizer.link("Justin likes nut butter").links
    assert "Justin's" not in {link.title for link in links}
