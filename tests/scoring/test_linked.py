"""The project's own model: by hand, as a sum, and what it asks of a context."""

import json
import math

import index_contents
import numpy as np
import pytest

from tweetctx import build_index, parse_scorer
from tweetctx.index import Engine, open_index
from tweetctx.presets import parse_preset
from tweetctx.scoring import Pool
from tweetctx.scoring.linked import LinkedArticles
from tweetctx.types import Links

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
    links = Links((), None, np.array([1]), np.array([4.5]))
    return Pool.from_hits(index, index_contents.every_hit(index), links)


def test_a_score_by_hand(index: Engine, pool: Pool) -> None:
    scores = LinkedArticles(lam=0.4, likelihood=0.2, lead=2).score(["houston"], pool).tolist()
    p = index.stats.cf["houston"] / index.stats.collection_length
    # "She sang for many years.": second sentence of an article without a link, without a word of the query.
    assert scores[1] == pytest.approx(-2 * math.log1p(1))
    # "Houston is a city in Texas." has houston, citi, texa.
    assert scores[3] == pytest.approx(4.5 + 0.2 * math.log1p(0.6 * (1 / 3) / (0.4 * p)))
    # "Its airport is large and busy." comes second in the linked article.
    assert scores[4] == pytest.approx(4.5 - 2 * math.log1p(1))


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
    scores = parse_scorer("linked(likelihood=1, lead=2, lam=0.5)").score(["a"], pool)
    gain = [math.log1p((1 / 2) / (2 / 4)), math.log1p(1 / (2 / 4)) - 2 * math.log(2), -math.inf, 0.0]
    assert scores.tolist() == pytest.approx(gain)


def test_empty_queries_and_sentences() -> None:
    pool = Pool.from_documents([[["a"], []]])
    scorer = LinkedArticles()
    assert scorer.score(["zz"], pool).tolist() == [0.0, -math.inf]
    assert scorer.explain(["a"], pool, 1) == [("(no terms)", -math.inf)]


@pytest.mark.parametrize("name", ["default", "dcu-186", "jm(lam=0.3)"])
def test_a_preset_is_its_text(name: str) -> None:
    preset = parse_preset(name)
    assert parse_preset(str(preset)) == preset
