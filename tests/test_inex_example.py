"""docs/inex.md says what happens: its commands are run in their order, and print what stands there."""

import html
import math
import re
from pathlib import Path

import pytest
from console_pages import Step, prepare_checkout, read_steps, run_steps, updated

from tweetctx.corpus import read_articles
from tweetctx.evaluation.references import read_references
from tweetctx.runs import RUN_PRESETS
from tweetctx.tweets.topics import Topic, read_topics
from tweetctx.types import Article

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "inex.md"
COLLECTION = ROOT / "tests" / "inex_collection"
FLOAT = re.compile(r"(-?\d+\.\d+)")
LAST_DIGITS = 1e-9  # in which logarithms may differ from machine to machine


def agree(found: str, expected: str) -> bool:
    """Whether two outputs are the same but for the last digits of their numbers."""
    ours, theirs = FLOAT.split(found), FLOAT.split(expected)
    return ours[::2] == theirs[::2] and all(
        math.isclose(float(one), float(other), rel_tol=LAST_DIGITS)
        for one, other in zip(ours[1::2], theirs[1::2], strict=True)
    )


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout as the page needs it, whose `tweetctx` is the one that is tested."""
    prepare_checkout(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    return list(read_steps(PAGE.read_text("utf-8")))


@pytest.fixture(scope="module")
def articles() -> dict[str, Article]:
    return {article.id: article for article in read_articles([COLLECTION / "pages"])}


@pytest.mark.thorough
def test_the_commands_of_the_page_print_what_it_says(steps: list[Step], checkout: Path) -> None:
    printed = run_steps(steps, checkout)
    assert len(printed) == len(steps)
    for step, found in zip(steps, printed, strict=True):
        assert agree(found, step.output), f"{PAGE.name}, line {step.line}: {step.command}\nprints\n{found}"


def test_the_page_runs_every_preset(steps: list[Step]) -> None:
    commands = " ".join(step.command for step in steps)
    assert [preset for preset in RUN_PRESETS if f"--preset {preset}" not in commands] == []


def test_commands_are_read_with_their_outputs() -> None:
    page = "$ no\n```console\n$ a b\none\n\n$ c\n```\nText.\n```sh\n$ no\n```\n```console\n$ d\ntwo\n```\n"
    assert list(read_steps(page)) == [Step(3, "a b", "one\n\n"), Step(6, "c", ""), Step(13, "d", "two\n")]


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        ("x -1.50000000000001\t2\n", "x -1.5\t2\n", True),
        ("x 1.5001", "x 1.5", False),
        ("x 1.5", "x -1.5", False),
        ("8 topics", "7 topics", False),
        ("x 1.5", "y 1.5", False),
        ("x 1.5 2.5", "x 1.5", False),
        ("x  1.5", "x 1.5", False),
    ],
)
def test_outputs_differ_in_last_digits_alone(found: str, expected: str, same: bool) -> None:
    assert agree(found, expected) == same


def test_there_is_a_page_a_file_named_by_its_id(articles: dict[str, Article]) -> None:
    assert sorted(path.stem for path in (COLLECTION / "pages").iterdir()) == list(articles)
    assert all(article.sections for article in articles.values())


def test_entities_are_encoded_twice_in_places(articles: dict[str, Article]) -> None:
    assert "&amp;amp;" in (COLLECTION / "pages" / "117.xml").read_text("utf-8")
    assert articles["117"].title == "AT&T"
    texts = [paragraph for article in articles.values() for part in article.sections for paragraph in part.paragraphs]
    assert [text for text in texts if html.unescape(text) != text] == []


def test_the_topics_are_the_same_in_both_forms() -> None:
    of_json = [Topic(topic.id, topic.text) for topic in read_topics(COLLECTION / "topics.json")]
    assert list(read_topics(COLLECTION / "topics.xml")) == of_json


def test_judged_passages_stand_on_their_pages(articles: dict[str, Article]) -> None:
    topics = {topic.id for topic in read_topics(COLLECTION / "topics.xml")}
    for line in (COLLECTION / "pool.tsv").read_text("utf-8").splitlines():
        topic, _, page, *_, passage = line.split("\t")
        assert topic in topics
        assert any(passage in text for part in articles[page].sections for text in part.paragraphs), passage


def test_both_kinds_of_references_say_the_same(articles: dict[str, Article]) -> None:
    pooled = {reference.id: reference.text for reference in read_references(COLLECTION / "pool.tsv")}
    assert {topic for topic, text in pooled.items() if not text} == {"170276831612936193"}
    written = read_references(COLLECTION / "refs.jsonl")
    assert {reference.id: reference.text for reference in written} == {
        key: pooled[key] for key in pooled if pooled[key]
    }
    titles = {article.title for article in articles.values()}
    assert all(reference.entities and titles.issuperset(reference.entities) for reference in written)


def test_a_page_is_brought_up_to_date() -> None:
    page = "A.\n```console\n$ a\nold\n$ b\n$ c\nsame\n```\nB.\n"
    assert updated(page, ["new\nlines\n", "", "same\n"]) == page.replace("old", "new\nlines")
