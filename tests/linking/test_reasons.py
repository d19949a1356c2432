"""What features say to people."""

import numpy as np
import pytest

from tweetctx.arrays.trees import Trees
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.model import LinkModel, Stage
from tweetctx.linking.reasons import reasons_of


def stump(feature: str, threshold: float) -> LinkModel:
    """One tree: −1 up to the threshold of a feature, 1 above."""
    whole = np.array([0], np.int32)
    trees = Trees(
        roots=whole,
        feature=np.array([Column[feature]], np.int16),
        threshold=np.array([threshold], np.float32),
        left=np.array([-1], np.int32),
        right=np.array([-2], np.int32),
        value=np.array([-1.0, 1.0], np.float32),
    )
    return LinkModel(Stage(trees))


def told(feature: str, **values: float) -> str:
    row = np.zeros(len(FEATURES), np.float32)
    for name, value in values.items():
        row[Column[name]] = value
    reasons = [reason for reason in reasons_of(row, stump(feature, 0.5)) if reason.feature == feature]
    (reason,) = reasons
    assert reason.weight == (1.0 if values.get(feature, 0.0) > 0.5 else -1.0)
    assert reason.value == pytest.approx(values.get(feature, 0.0))
    return reason.text


def test_counts_and_shares_are_written_as_such() -> None:
    known = told("prior", prior=7.0, links=float(np.log1p(2114)), uses=float(np.log1p(3)))
    assert known == "well known by this name: 2,114 links with it lead here, the article itself has it 3 times"
    little = told("prior", links=float(np.log1p(1)), uses=float(np.log1p(1)))
    assert little == "little known by this name: 1 link with it leads here, the article itself has it 1 time"
    assert told("links_share", links_share=0.526) == "53% of the links with this text lead to it"
    assert told("length", length=float(np.log(12345))) == "characters of the article: 12,345"
    assert told("senses", senses=4.0) == "articles that go by this name: 4"


def test_flags_read_either_way() -> None:
    assert told("is_title", is_title=1.0) == "the name is its title"
    assert told("is_title") == "the name is not its title"


@pytest.mark.parametrize("feature", [name for name in FEATURES if name != "first_score"])
@pytest.mark.parametrize("value", [0.0, 1.0, 30.0])
def test_every_feature_has_words(feature: str, value: float) -> None:
    text = told(feature, **{feature: value})
    assert text
    assert "{" not in text
