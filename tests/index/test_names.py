"""What articles are called, and how much a query says of a name."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tweetctx import build_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.names import name_matches, names_of, written_small
from tweetctx.types import NO_STATS, Article, Section


def article(title: str, text: str = "A text about it that says enough to be no pointer to other pages.") -> Article:
    return Article("1", title, "", (Section("", (text,)),))


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Whitney Houston", [("Whitney Houston", False)]),
        ("Prince (musician)", [("Prince", True)]),
        ("Phoenix, Arizona", [("Phoenix, Arizona", False), ("Phoenix", True)]),
        ("Springfield, Ohio (album)", [("Springfield, Ohio", True), ("Springfield", True)]),
        ("(500) Days of Summer", [("(500) Days of Summer", False)]),
        ("Mercury (disambiguation)", []),
    ],
)
def test_names_by_the_conventions_for_titles(title: str, names: list[tuple[str, bool]]) -> None:
    assert list(names_of(article(title))) == names


@pytest.mark.parametrize("text", ["Mercury may refer to:", "Mercury could mean a planet or a metal."])
def test_a_page_that_points_elsewhere_has_no_names(text: str) -> None:
    assert list(names_of(article("Mercury", text))) == []


def test_a_long_text_is_no_pointer() -> None:
    text = "Mercury is a planet. " * 20 + "Its name may refer to a god."
    assert list(names_of(article("Mercury", text))) == [("Mercury", False)]


def test_redirects_are_names() -> None:
    named = Article("1", "New York City", "", (Section("", ("A large city.",)),), ("NYC", "York, New (city)"))
    assert list(names_of(named)) == [
        ("New York City", False),
        ("NYC", False),
        ("York, New", True),
        ("York", True),
    ]


def test_a_page_known_to_point_elsewhere_has_no_names() -> None:
    assert list(names_of(Article("1", "Mercury", "", (Section("", ("Planet. " * 90,)),), (), True))) == []


TITLES = ["Penn State", "Penn, Ohio", "Ohio", "State (polity)", "Whitney Houston", "Houston", "Ohio (disambiguation)"]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedIndex:
    folder = tmp_path_factory.mktemp("names")
    lines = (json.dumps({"id": str(n), "title": t, "text": f"{t} is described here."}) for n, t in enumerate(TITLES))
    (folder / "wiki.jsonl").write_text("\n".join(lines))
    build_index(folder / "wiki.jsonl", folder / "wiki.idx", workers=1)
    return EmbeddedIndex(folder / "wiki.idx")


def test_the_names_of_an_index(index: EmbeddedIndex) -> None:
    term = index.vocabulary.term
    names = [{term(int(number)) for number in row} for row in index.names.terms]
    assert names == [
        {"penn", "state"},
        {"penn", "ohio"},
        {"penn"},
        {"ohio"},
        {"state"},
        {"whitney", "houston"},
        {"houston"},
    ]
    assert index.names.articles.tolist() == [0, 1, 1, 2, 3, 4, 5]
    assert index.names.qualified.tolist() == [0, 0, 1, 0, 1, 0, 0]
    keys = index.names.keys.tolist()
    assert keys == sorted(set(keys))
    assert {term(key) for key in keys} == set.union(*names)
    for place, key in enumerate(keys):
        assert index.names.postings[place].tolist() == [row for row, name in enumerate(names) if term(key) in name]


def test_matches_by_hand(index: EmbeddedIndex) -> None:
    """Of seven articles, penn stands in two, ohio in three, state and houston in two; the query has no ohio."""
    query = index.query(["penn", "state", "houston"])
    rows, mass, coverage = name_matches(
        index.names, index.term_stats, index.size.documents, query.stats, np.array([1.0, 0.5, 0.25])
    )
    two = math.log(7 / 2)  # ln(N/df) of penn, state and houston
    three = math.log(7 / 3)  # of ohio
    one = math.log(7 / 1)  # of whitney
    assert [index.stats.df[term] for term in ("penn", "ohio", "state", "houston", "whitney")] == [2, 3, 2, 2, 1]
    expected = {
        0: (1.5 * two, 1.0),  # penn state
        1: (1.0 * two, two / (two + three)),  # penn of penn ohio
        2: (1.0 * two, 1.0),
        4: (0.5 * two, 1.0),
        5: (0.25 * two, two / (two + one)),  # houston of whitney houston
        6: (0.25 * two, 1.0),
    }
    assert rows.tolist() == [*expected]
    assert mass.tolist() == pytest.approx([said for said, _ in expected.values()])
    assert coverage.tolist() == pytest.approx([covered for _, covered in expected.values()])


def test_nothing_asked_nothing_named(index: EmbeddedIndex) -> None:
    rows, mass, coverage = name_matches(index.names, index.term_stats, index.size.documents, NO_STATS, np.empty(0))
    assert rows.tolist() == mass.tolist() == coverage.tolist() == []


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Globe", "A globe is round."),
        ("Globe", "Some globes are flat."),
        ("Globe", "The word (globe) is old; Globe is not."),
        ("Minimum wage", "A minimum wage is paid."),
        ("Bill (law)", "A bill is a draft."),
        ("Tea", "The team had tea."),
    ],
)
def test_common_nouns_are_written_small(title: str, text: str) -> None:
    assert written_small(title, text)


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Newark", "Newark is a city, and Newark is old."),
        ("Tea", "The team and its tease."),
        ("Arm", "An alarm, an army and charm."),
        ("Minimum Wage", "A film about a minimum wage."),
        ("osu!", "osu! is a game."),
        ("1984", "In 1984 it rained."),
        ("Globe", ""),
    ],
)
def test_proper_names_are_not(title: str, text: str) -> None:
    assert not written_small(title, text)


def test_openings_are_the_first_passages(index: EmbeddedIndex) -> None:
    openings = index.openings(np.array([2, 0]))
    assert (openings.passages.tolist(), openings.articles.tolist()) == ([2, 0], [2, 0])
    assert openings.scores.tolist() == [0.0, 0.0]


def test_an_article_without_passages_has_no_opening(tmp_path: Path) -> None:
    lines = [{"id": "a", "title": "A", "text": "== H =="}, {"id": "b", "title": "B", "text": "One.\nTwo."}]
    (tmp_path / "w.jsonl").write_text("\n".join(map(json.dumps, lines)))
    build_index(tmp_path / "w.jsonl", tmp_path / "i", workers=1)
    openings = EmbeddedIndex(tmp_path / "i").openings(np.array([0, 1]))
    assert (openings.passages.tolist(), openings.articles.tolist()) == ([0], [1])
    assert openings.passage(0).text == "One."
