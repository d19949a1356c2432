"""Abbreviations of who writes a post."""

from __future__ import annotations

import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.linking.organisations import expansions, initials
from tweetctx.tweets import Post

ARTICLES = {
    "Milwaukee Police Department": "The Milwaukee Police Department is the police of Milwaukee in Wisconsin.",
    "Minneapolis Police Department": "The Minneapolis Police Department (MPD) is the police of Minneapolis.",
    "Milwaukee": "Milwaukee is a city in Wisconsin. Many like Milwaukee.",
    "Multiple personality disorder": "Multiple personality disorder (MPD) is a disorder.",
    "Boston Fire Department": "The Boston Fire Department puts out fires in Boston.",
    "World Health Organization": "The World Health Organization looks after health.",
}


@pytest.fixture(scope="module")
def contextualizer(tmp_path_factory: pytest.TempPathFactory) -> Contextualizer:
    return Contextualizer(
        open_index(
            titled_index(
                tmp_path_factory.mktemp("organisations"), ARTICLES, redirects={"Minneapolis Police Department": ["MPD"]}
            )
        )
    )


@pytest.mark.parametrize(
    ("post", "title"),
    [
        (Post("MPD officers are out", "MilwaukeePolice"), "Milwaukee Police Department"),
        (Post("MPD officers are out", "MilwaukeePD"), "Milwaukee Police Department"),
        (Post("MPD officers are out", name="Milwaukee Police Department"), "Milwaukee Police Department"),
        (Post("MPD officers are out", "mke", "Milwaukee Police"), "Milwaukee Police Department"),
        (Post("Call #MPD", "Milwaukee_Police"), "Milwaukee Police Department"),
        (Post("BFD is on its way", "BostonFire"), "Boston Fire Department"),
        (Post("WHO says so", name="World Health Organization (WHO)"), "World Health Organization"),
        (Post("WHO says so", "WorldHealth"), "World Health Organization"),
    ],
)
def test_the_organisation_of_an_account_decides(post: Post, title: str, contextualizer: Contextualizer) -> None:
    links = {link.text: link.title for link in contextualizer.link(post).links}
    assert links[next(word for word in ("MPD", "BFD", "WHO") if word in post.text)] == title


@pytest.mark.parametrize(
    "post",
    [
        Post("MPD officers are out", "MemphisPolice"),
        Post("MPD officers are out", "MiamiPD"),
        Post("MPD officers are out", name="Madison Police Department"),
    ],
)
def test_another_organisation_of_the_same_letters_is_not_meant(post: Post, contextualizer: Contextualizer) -> None:
    assert "Minneapolis Police Department" not in [link.title for link in contextualizer.link(post).links]


def test_without_an_author_nothing_changes(contextualizer: Contextualizer) -> None:
    plain, of_another = (contextualizer.link(post) for post in ("MPD is out", Post("MPD is out", "x")))
    assert [link.title for link in plain.links] == [link.title for link in of_another.links]
    assert "Milwaukee Police Department" not in [link.title for link in plain.links]


@pytest.mark.parametrize(
    ("letters", "words", "names"),
    [
        ("MPD", ["Milwaukee", "Police"], ["Milwaukee Police Department", "Milwaukee Police District"]),
        ("MPD", ["Milwaukee", "PD"], ["Milwaukee Police Department"]),
        ("UH", ["University", "of", "Houston"], ["University of Houston"]),
        ("MPD", ["Milwaukee"], []),
        ("MPD", ["Boston", "Police"], []),
        ("MPX", ["Milwaukee", "Police"], []),
        ("CIA", [], []),
    ],
)
def test_what_letters_may_stand_for(letters: str, words: list[str], names: list[str]) -> None:
    assert [*expansions(letters, words)] == names


def test_initials() -> None:
    assert initials("Federal Bureau of Investigation") == "FBI"
    assert initials("") == ""
