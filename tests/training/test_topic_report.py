"""The page about topics of a collection."""

import math
import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tweetctx.index.memory import MemoryEngine
from tweetctx.scoring.topics import TopicModel
from tweetctx.training.topic_report import topic_quality, write_topic_report

pytest.importorskip("gensim", reason="needs gensim")

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")

SEA = [f"sea{n}" for n in range(10)]
OVEN = [f"oven{n}" for n in range(10)]


@pytest.fixture(scope="module")
def engine() -> MemoryEngine:
    chance = random.Random(4)  # noqa: S311
    return MemoryEngine.from_documents([[chance.choices(OVEN if n % 3 else SEA, k=8), ["other"]] for n in range(60)])


@pytest.fixture(scope="module")
def model() -> TopicModel:
    """A topic of the sea, one of the oven, and one of half of each."""
    parameters = np.full((20, 3), 0.01, np.float32)
    parameters[:10, 0] = np.arange(20, 10, -1)
    parameters[10:, 1] = np.arange(20, 10, -1)
    parameters[[0, 1, 2, 3, 4, 10, 11, 12, 13, 14], 2] = 5.0
    return TopicModel([*SEA, *OVEN], parameters, 0.05, {"seed": 1, "documents": 60})


def test_u_mass_by_hand_and_shares(engine: MemoryEngine, model: TopicModel) -> None:
    found = topic_quality(model, engine)
    assert found.words[:2] == (tuple(SEA), tuple(OVEN))
    assert found.shares.sum() == pytest.approx(1.0)
    assert found.shares[1] > found.shares[0] > found.shares[2]
    texts = [{*row} for rows in engine.scan_articles() for row in (engine.term_stats(r).texts for r in rows)]
    scores = []
    for later, earlier in ((b, a) for a, b in combinations(SEA, 2)):
        both, one = (sum(words <= text for text in texts) for words in ({later, earlier}, {earlier}))
        scores.append(math.log(both / one))
    assert found.u_mass[0] == pytest.approx(sum(scores) / len(scores), rel=1e-6)
    assert found.c_v[2] < min(found.c_v[:2])


@pytest.mark.thorough
def test_the_page(engine: MemoryEngine, model: TopicModel, tmp_path: Path) -> None:
    write_topic_report(model, engine, tmp_path / "topics.md")
    text = (tmp_path / "topics.md").read_text("utf-8")
    assert text.startswith("# 3 topics of 60 articles\n")
    assert "| seed | 1 |" in text
    assert " ".join(SEA) in text
    for name in ("topics-coherence.svg", "topics-words.svg"):
        assert f"]({name})" in text
        assert "<svg" in (tmp_path / name).read_text("utf-8")


def test_a_sample_of_every_nth_article(engine: MemoryEngine, model: TopicModel) -> None:
    assert topic_quality(model, engine, sampled=20).articles == 20
