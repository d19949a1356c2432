"""The project's own model: by hand, as a sum, and what it asks of a context."""

import json
import math
from pathlib import Path

import index_contents
import numpy as np
import pytest

from tweetctx import Contextualizer, build_index, parse_scorer
from tweetctx.index import Engine, open_index
from tweetctx.presets import parse_preset
from tweetctx.scoring import Pool
from tweetctx.scoring.linked import LinkedArticles
from tweetctx.types import Link, Links, Query, QueryTerm

ARTICLES = {
    "Whitney Houston": "Whitney Houston was an American singer. She sang for many years.\nHouston came from Newark.",
    "Houston, Texas": "Houston is a city in Texas.\nIts airport is large and busy.",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("linked")
    lines = (json.dumps({"id": title, "title": title, "text": text}) for title, text in ARTICLES.items())
    (folder / "wiki.jsonl").write_text("\n".join(lines))
    build_index(folder / "wiki.jsonl", folder / "wiki.idx", workers=1)
    return open_index(folder / "wiki.idx")


@pytest.fixture
def pool(index: Engine) -> Pool:
    links = Links((), None, np.array([0, 1]), np.array([0.5, 0.8]))
    return Pool.from_hits(index, index_contents.every_hit(index), links)


def test_scores_by_hand(pool: Pool) -> None:
    """By position alone: the sentences of each article in their order, each worth half of the one before."""
    scores = LinkedArticles(decay=0.5, likelihood=0, lead=2).score(["houston"], pool).tolist()
    assert scores == pytest.approx([0.5, 0.25, 0.125, 0.8, 0.4])


def test_the_words_of_the_tweet_change_the_order_behind_the_first_sentence(index: Engine, pool: Pool) -> None:
    # "Houston came from Newark." has newark once among its 3 terms, and 2 sentences before it; the one before it has 1.
    p = index.stats.cf["newark"] / index.stats.collection_length
    gain = math.log1p(0.6 * (1 / 3) / (0.4 * p))
    just_enough = math.log(3 / 2) / gain
    for likelihood, order in ((just_enough * 1.01, [0.5, 0.125, 0.25]), (just_enough * 0.99, [0.5, 0.25, 0.125])):
        scores = LinkedArticles(decay=0.5, lam=0.4, likelihood=likelihood, lead=1).score(["newark"], pool).tolist()
        assert scores == pytest.approx([*order, 0.8, 0.4])


def test_words_of_the_title_and_behind_the_tweet_change_nothing(pool: Pool) -> None:
    scorer = LinkedArticles(decay=0.5, likelihood=100)
    behind = Query((QueryTerm("newark", 1.0, in_body=False),))
    for query in (["houston"], [], pool.query(behind)):
        assert scorer.score(query, pool).tolist() == pytest.approx([0.5, 0.25, 0.125, 0.8, 0.4])


def test_a_year_of_the_tweet_counts(index: Engine, pool: Pool) -> None:
    years = index.term_stats(["newark"])  # stands in for a year, which this collection has none of
    for year, order in ((0.41, [0.5, 0.125, 0.25]), (0.4, [0.5, 0.25, 0.125])):  # ln(3/2) = 0.405
        scores = LinkedArticles(decay=0.5, year=year).score(Query((), years=years), pool).tolist()
        assert scores == pytest.approx([*order, 0.8, 0.4])


def test_explanations_sum_to_scores(pool: Pool) -> None:
    for scorer in (LinkedArticles(), LinkedArticles(likelihood=3, lead=0)):
        scores = scorer.score(["houston", "sing", "newark"], pool)
        sums = [
            sum(value for _, value in scorer.explain(["houston", "sing", "newark"], pool, row))
            for row in range(len(pool))
        ]
        assert scores.tolist() == pytest.approx(sums)


def test_documents_in_memory_have_no_links() -> None:
    pool = Pool.from_documents([[["a", "b"], ["a"], []], [["c"]]])
    # df(a) = df(c) = 1 of 2 documents, so each has half of what the query tells.
    assert parse_scorer("linked(coverage=0.8)").score(["a", "c"], pool).tolist() == [0.4, 0.4, -math.inf, 0.4]


def test_what_a_sentence_has_by_chance_tells_nothing() -> None:
    # ln(60/20) nats single out 20 of 60 sentences. b is in 6, c in 7.
    pool = Pool.from_documents([[["b"]] * 5, [["c"]] * 6, [["a"]] * 48, [["b", "c"]]])
    scorer = parse_scorer("linked(coverage=0.5)")
    assert math.log(60 / 6) > 2 * math.log(60 / 20) > math.log(60 / 7)
    assert scorer.score(["b"], pool)[0] == 0.5
    assert scorer.score(["c"], pool)[5] == 0.0
    assert scorer.score(["b", "c"], pool)[-1] == 0.5


def test_empty_queries_and_sentences() -> None:
    pool = Pool.from_documents([[["a"], []]])
    scorer = LinkedArticles()
    assert scorer.score(["zz"], pool).tolist() == [0.0, -math.inf]
    assert scorer.explain(["a"], pool, 1) == [("(no terms)", -math.inf)]


@pytest.mark.parametrize("name", ["default", "dcu-186", "jm(lam=0.3)"])
def test_a_preset_is_its_text(name: str) -> None:
    preset = parse_preset(name)
    assert parse_preset(str(preset)) == preset


def test_words_of_the_mention_change_nothing(index: Engine) -> None:
    link = Link(0, 6, "Newark", 0, "Whitney Houston", "", 0.5)
    links = Links((link,), None, np.array([0, 1]), np.array([0.5, 0.8]))
    pool = Pool.from_hits(index, index_contents.every_hit(index), links)
    scores = LinkedArticles(decay=0.5, likelihood=100).score(["newark"], pool).tolist()
    assert scores == pytest.approx([0.5, 0.25, 0.125, 0.8, 0.4])


BATTLE = (
    "Aleppo is a city in Syria. Its citadel is old.\n"
    "In 1822 an earthquake shook many houses there. The army besieged many quarters of Aleppo during 2012. "
    "The last rebels left many quarters of Aleppo during 2016."
)


def test_the_date_of_a_tweet_brings_the_sentence_on_its_year(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps({"id": "1", "title": "Aleppo", "text": BATTLE}))
    build_index(tmp_path / "a.jsonl", tmp_path / "i", workers=1)
    contextualizer = Contextualizer.open(tmp_path / "i", "titles | linked(year=3) | policy(min_terms=2)")
    for date, second in (("2012-08-01", "The army"), ("2016-12-13", "The last rebels"), ("1999-01-01", "Its citadel")):
        for text, given in (("Aleppo today", date), (f"Aleppo today — A B (@ab) {date}", None)):
            context = contextualizer.contextualize(text, date=given, limit=90)
            opening, other = context.sentences
            assert (opening.text, other.text.startswith(second)) == ("Aleppo is a city in Syria.", True)
