"""The date of a tweet in the linker: dates of openings against it, and articles that the words find with it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.arrays.types import Floats
from tweetctx.index.calendar import calendar_of
from tweetctx.index.memory import MemoryEngine
from tweetctx.index.protocol import Engine
from tweetctx.index.queries import query_of
from tweetctx.linking.article_kernels import date_columns
from tweetctx.linking.columns import FEATURES, NO_YEAR, Column
from tweetctx.tweets import normalize

FLOODS = "The 2011 floods lasted from 4 to 9 August 2011 and cost much; the dam was built on 2 March 1990."
ARTICLES = {
    "2011 Ashford floods": FLOODS,
    "Flood": "A flood is much water where there is none as a rule.",
    "Ashford": "Ashford is a town of 1900.",
    "Floods of Oakham": "The floods of Oakham were on 7 May 1952.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(titled_index(tmp_path_factory.mktemp("dates"), ARTICLES))


def columns(title: str, opening: str, date: tuple[int, int, int]) -> list[float]:
    """The columns of dates of a candidate, given the terms of its title and its opening."""
    words = [title.split(), opening.split()]
    engine = MemoryEngine.from_documents([words])
    heads, texts = (engine.term_stats(row).keys.astype(np.int64) for row in words)
    rows: Floats = np.zeros((2, len(FEATURES)))
    openings = np.array([5]), np.array([0, len(heads)]), heads, np.array([0, len(texts)]), texts
    table = calendar_of(engine.analyzer, engine.term_stats)
    date_columns(rows, np.array([1, 0]), np.array([3, 5]), openings, table, date)
    missing = [math.log1p(99_000), 0.0, NO_YEAR, NO_YEAR]
    first = int(Column.opening_days)
    assert rows[1, first : first + 4].tolist() == missing  # article 3 has no opening
    return [float(value) for value in rows[0, first : first + 4]]


@pytest.mark.parametrize(
    ("title", "opening", "date", "expected"),
    [
        ("2011 riots", "from 6 to 11 august 2011", (2011, 8, 9), [math.log1p(2), 1.0, 0.0, 0.0]),
        ("riots", "on 6 august 2011", (2011, 8, 9), [math.log1p(3), 0.0, 0.0, NO_YEAR]),
        ("2010 riots", "in 2009 or 2013", (2011, 8, 9), [math.log1p(99_000), 0.0, 2.0, -1.0]),
        ("2010 riots", "on 6 august 2011", (2011, 0, 0), [math.log1p(99_000), 0.0, 0.0, -1.0]),
        ("2011 riots", "on 6 august 2011", (0, 0, 0), [math.log1p(99_000), 0.0, NO_YEAR, NO_YEAR]),
    ],
)
def test_dates_of_openings(title: str, opening: str, date: tuple[int, int, int], expected: list[float]) -> None:
    assert columns(title, opening, date) == pytest.approx(expected)


def test_a_dated_query_has_month_and_year_once(engine: Engine) -> None:
    tweet = normalize("Floods in Ashford, the worst since 1990", date="2011-08-05")
    query = query_of(tweet, engine)
    assert [term.term for term in query.dated.terms] == [*(term.term for term in query.terms), "2011", "august"]
    assert query.dated.stats.texts == [*query.stats.texts, "2011", "august"]
    assert query.written == (2011, 8, 5)
    assert query.dated.dated.terms == query.dated.terms
    undated = query_of(normalize("Floods in Ashford"), engine)
    assert undated.dated is undated
    assert undated.written == (0, 0, 0)


def test_the_first_search_of_the_default_preset_is_by_date_too(engine: Engine) -> None:
    for preset, by_date in (("default", True), ("dcu-185", False)):
        contextualizer = Contextualizer(engine, preset)
        floods = (contextualizer.pool("Floods everywhere", date=date) for date in ("2011-08-05", "1952-05-07"))
        found = [pool.searches["first"] for _, pool in floods]
        titles = [hits.sources[0].title for hits in found]
        assert (titles == ["2011 Ashford floods", "Floods of Oakham"]) == by_date
        assert (found[0].scores.tolist() == found[1].scores.tolist()) != by_date


def test_what_happened_is_found_by_its_date(engine: Engine) -> None:
    for date, title in {"2011-08-05": "2011 Ashford floods", "1952-05-08": "Floods of Oakham"}.items():
        explained = Contextualizer(engine).explain("More rain and floods", date=date)
        candidates = {candidate.title for mention in explained.mentions for candidate in mention.candidates}
        assert title in candidates
