"""Folds, features left out, and trees that find which of two candidates is right."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tweetctx.errors import ParameterError
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.scored import ScoredMentions
from tweetctx.training.examples import Example, LinkedSet
from tweetctx.training.linker import TrainingOptions, folds_of, train_linker
from tweetctx.training.linker_report import GROUPS
from tweetctx.tweets import Post

TELLING = 3  # the feature that only right candidates have
CASE = 60


def example(number: int, *entities: str) -> Example:
    """A tweet with a right and a wrong candidate."""
    features = np.zeros((2, len(FEATURES)), np.float32)
    features[0, TELLING] = 1
    candidates = SimpleNamespace(mentions=np.array([0, 0]), articles=np.array([1, 2]))
    mentions = SimpleNamespace(starts=np.array([0]), ends=np.array([4]))
    scored = cast(ScoredMentions, SimpleNamespace(features=features, candidates=candidates, mentions=mentions))
    return Example(str(number), Post(""), scored, (entities[0], f"wrong {number}"), frozenset(entities))


EXAMPLES = [example(number, f"entity {number % CASE}") for number in range(4 * CASE)]


def test_tweets_of_one_entity_share_a_fold() -> None:
    fold = folds_of(EXAMPLES, TrainingOptions(folds=3))
    assert set(fold.tolist()) == {0, 1, 2}
    assert fold.reshape(4, CASE).tolist() == [fold[:CASE].tolist()] * 4
    assert folds_of(EXAMPLES, TrainingOptions(folds=3, seed=1)).tolist() != fold.tolist()


def test_the_most_frequent_entity_decides_the_fold() -> None:
    pairs = [example(number, f"rare {number}", "frequent") for number in range(20)]
    assert len(set(folds_of(pairs, TrainingOptions()).tolist())) == 1


def test_tweets_that_name_nothing_are_in_all_folds() -> None:
    nothing = [replace(example(number, "one"), entities=frozenset()) for number in range(40)]
    assert set(folds_of(nothing, TrainingOptions()).tolist()) == {0, 1, 2, 3, 4}


def test_there_are_at_least_two_folds() -> None:
    with pytest.raises(ParameterError, match="folds: found 1, expected a number from 2"):
        folds_of(EXAMPLES, TrainingOptions(folds=1))


def test_there_are_no_more_folds_than_tweets() -> None:
    most = len(EXAMPLES)
    assert len(folds_of(EXAMPLES, TrainingOptions(folds=most))) == most
    with pytest.raises(
        ParameterError, match=f"folds: found {most + 1}, expected a number from 2 to {most}, the number"
    ):
        folds_of(EXAMPLES, TrainingOptions(folds=most + 1))
    with pytest.raises(ParameterError, match="tweets: found 1, expected two or more"):
        folds_of(EXAMPLES[:1], TrainingOptions(folds=2))


def test_groups_of_features_are_all_of_them_once() -> None:
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(FEATURES)


@pytest.mark.thorough  # importing LightGBM takes seconds
def test_tweets_of_one_entity_cannot_be_held_out() -> None:
    pytest.importorskip("lightgbm")
    with pytest.raises(ParameterError, match="tweets: found no candidates to fit trees to in 0 of 3 tweets, expected"):
        train_linker([example(number, "Kelp") for number in range(3)], TrainingOptions(folds=2, rounds=5))


@pytest.mark.thorough  # importing LightGBM takes seconds
def test_trees_tell_right_from_wrong_on_entities_that_they_have_not_seen() -> None:
    pytest.importorskip("lightgbm")
    options = TrainingOptions(folds=3, rounds=20)
    training = train_linker(EXAMPLES, options)
    assert np.sort(np.concatenate([fold.held for fold in training.folds])).tolist() == list(range(len(EXAMPLES)))
    right, wrong = np.array(training.out_of_fold).T
    assert right.min() > 0.9 > 0.1 > wrong.max()
    blind = train_linker(EXAMPLES, options, [list(FEATURES)[TELLING]])
    right, wrong = np.array(blind.out_of_fold).T
    assert np.abs(right - wrong).max() < 1e-9
    sets = [LinkedSet("a", EXAMPLES[:50]), LinkedSet("b", EXAMPLES[50:])]
    parts = {part.name: predictions for part, predictions in training.by_set(sets)}
    assert np.array_equal(parts["a"] + parts["b"], training.out_of_fold)
