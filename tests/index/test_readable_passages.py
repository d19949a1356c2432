"""Search for people: titles and openings first, no fragments."""

import json
from pathlib import Path

import pytest

from tweetctx import build_index, open_index
from tweetctx.errors import ParameterError
from tweetctx.index import Engine
from tweetctx.index.first_pass import DEFAULT_LAM
from tweetctx.index.readable import is_fragment, readable_passages

ARTICLES = {
    "Moon": "The Moon is the only natural satellite of the Earth, and a large one beside it. "
    "It goes around the Earth in about a month, and always shows it the same side of its grey and dusty surface.\n"
    "Its distance from the Earth is about thirty times the diameter of the Earth.",
    "Keith Moon": "Keith Moon was an English drummer who played in the band The Who for many years.\n—Keith Moon",
    "Blood moon": "A blood moon is a phase in which all of its visible side is lit.\nList of moons\nmoon and moon.",
    "Tides": "The tides rise and fall because the moon pulls the water of the oceans, as the Sun does.\nmoon pulls.",
    "Moon landing": "A moon landing is the arrival of a spacecraft on the surface of the moon, with people.\n"
    "information of Moon landings.",
    "Apollo": "The landing on the moon was watched on television by people in nearly all countries of the world.",
    "月": "月は地球の周りを回っている唯一の自然の衛星であり、太陽の光を受けて輝く。",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("readable")
    lines = [
        json.dumps({"id": str(number), "url": f"u:{number}", "title": title, "text": text})
        for number, (title, text) in enumerate(ARTICLES.items())
    ]
    (folder / "a.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    build_index(folder / "a.jsonl", folder / "a.idx", workers=1)
    return open_index(folder / "a.idx")


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("moon", "Moon"),
        ("the Moon!", "Moon"),
        ("moon landing", "Moon landing"),
        ("blood moon", "Blood moon"),
        ("keith moon", "Keith Moon"),
    ],
)
def test_the_opening_of_what_is_named_is_first(query: str, title: str, index: Engine) -> None:
    found = readable_passages(index, query, 5, DEFAULT_LAM)
    assert found[0].title == title
    assert ARTICLES[title].startswith(found[0].text.strip()[:40])
    assert [passage.score for passage in found] == sorted((passage.score for passage in found), reverse=True)
    assert not [passage.text for passage in found if is_fragment(passage.text)]
    numbers = [passage.number for passage in found]
    assert len(set(numbers)) == len(numbers)


def test_exact_search_has_fragments_and_stays_as_it_is(index: Engine) -> None:
    exact = index.search("moon", k=10)
    assert {"—Keith Moon", "information of Moon landings."} <= {passage.text.strip() for passage in exact}
    hits = index.retrieve(index.query(index.analyzer.terms("moon")), 10)
    assert [(p.number, p.score) for p in exact] == list(zip(hits.passages.tolist(), hits.scores.tolist(), strict=True))


def test_a_long_text_is_no_title_but_its_passages_say_something_too(index: Engine) -> None:
    words = (
        "the moon pulls water, its landing was watched on television, a list by an English drummer, Earth, visible side"
    )
    found = readable_passages(index, words, 5, DEFAULT_LAM)
    exact = [passage.number for passage in index.search(words, k=50)]
    assert len(found) == 5
    assert {passage.number for passage in found} <= {*exact}
    assert not [passage.text for passage in found if is_fragment(passage.text)]


def test_fragments_alone_are_better_than_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "1", "url": "u", "title": "A", "text": "Zebra list"}) + "\n")
    build_index(tmp_path / "a.jsonl", tmp_path / "a.idx", workers=1)
    assert [p.text.strip() for p in readable_passages(open_index(tmp_path / "a.idx"), "zebra", 3, 0.4)] == [
        "Zebra list"
    ]


@pytest.mark.parametrize("query", ["", "the of", "qqqzz", "!!", "a" * 5000, "x " * 3000])
def test_queries_of_which_the_index_knows_nothing(query: str, index: Engine) -> None:
    assert readable_passages(index, query, 5, DEFAULT_LAM) == []


def test_wrong_parameters(index: Engine) -> None:
    with pytest.raises(ParameterError, match="query: found"):
        readable_passages(index, ["moon"], 5, 0.4)  # type: ignore[arg-type]
    for k, lam in ((0, 0.4), (5, 0.0), (5, 1.0)):
        with pytest.raises(ParameterError):
            readable_passages(index, "moon", k, lam)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("—Keith Moon", True),
        ("information of Moon landings.", True),
        ("Setlist:", True),
        ("and so it went on for many years until the very end of it.", True),
        ("A list of all moons that have ever been seen from here", True),
        ("* Moon, which is a satellite of the Earth, and others besides.", True),
        ("", True),
        ("The Moon is the only natural satellite of the Earth.", False),
        ("iPhone is a name of telephones that are made by Apple.", False),
        ("2012 was a leap year that began on a Sunday, as calendars say.", False),
        ("“Moon” is a song by a band that nobody here remembers today.", False),
        ("月は地球の周りを回っている唯一の自然の衛星である。", False),
        ("القمر هو التابع الطبيعي الوحيد للأرض وهو أكبر الأقمار نسبة.", False),
        ("月。", True),
    ],
)
def test_fragments(text: str, fragment: bool) -> None:
    assert is_fragment(text) == fragment
