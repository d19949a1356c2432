"""Folds, features left out, and trees that find which sentence helps."""

from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from tweetctx.errors import ParameterError
from tweetctx.evaluation.graded import GradedTweet
from tweetctx.scoring import Pool
from tweetctx.scoring.learned.columns import FEATURES, Column
from tweetctx.training.sentence_report import GROUPS
from tweetctx.training.sentences import SentenceExample, SentenceOptions, fit, folds_of, train_sentences
from tweetctx.types import Query


def example(number: int, grades: tuple[int, ...] = (3, 0, 1, -1)) -> SentenceExample:
    """A tweet with a sentence of each grade; `likely` tells the helpful one."""
    rows = np.zeros((len(grades), len(FEATURES)), np.float32)
    rows[:, Column.likely] = [0.9 if grade > 1 else 0.2 for grade in grades]
    graded = GradedTweet(str(number), "", {}, (f"entity {number % 30}",), None, ())
    every = np.ones(len(grades), np.bool_)
    return SentenceExample(
        graded, Query(()), cast(Pool, None), np.arange(len(rows)), rows, rows, np.array(grades), every, ~every
    )


EXAMPLES = [example(number) for number in range(120)]


def test_tweets_of_one_entity_share_a_fold() -> None:
    fold = folds_of(EXAMPLES, SentenceOptions(folds=3))
    assert set(fold.tolist()) == {0, 1, 2}
    assert fold.reshape(4, 30).tolist() == [fold[:30].tolist()] * 4


@pytest.mark.parametrize("folds", [1, 121])
def test_folds_fit_the_number_of_tweets(folds: int) -> None:
    with pytest.raises(ParameterError, match=f"folds: found {folds}, expected a number from 2 to 120"):
        folds_of(EXAMPLES, SentenceOptions(folds=folds))


def test_what_happened_is_worth_more_than_who_it_happened_to() -> None:
    one = replace(example(1, (3, 2, 1, 0)), occasion=np.array([True, True, True, False]))
    assert one.worth.tolist() == [2.0, 1.0, 0.0, -0.3]
    assert example(1, (3, 2, 1, -1)).worth.tolist() == [1.0, 0.5, 0.0, 0.0]


def test_groups_of_features_are_all_of_them_once() -> None:
    assert sorted(name for group in GROUPS.values() for name in group) == sorted(FEATURES)


def test_graded_tweets_without_a_helpful_sentence_are_refused() -> None:
    with pytest.raises(ParameterError, match="found no helpful sentence in the pools of 1"):
        fit([example(1, (0, 1))], SentenceOptions())


@pytest.mark.thorough  # importing LightGBM takes seconds
def test_trees_find_which_sentence_helps_and_not_without_the_feature_that_tells() -> None:
    training = train_sentences(EXAMPLES, SentenceOptions(folds=2, fits=2))
    helpful, wrong, harmless, ungraded = np.mean(training.out_of_fold, axis=0).tolist()
    assert helpful > 0.9
    assert max(wrong, harmless, ungraded) < 0.1
    again = train_sentences(EXAMPLES, SentenceOptions(folds=2, fits=2))
    assert np.array_equal(training.out_of_fold, again.out_of_fold)
    blind = np.mean(train_sentences(EXAMPLES, SentenceOptions(folds=2, fits=2), ["likely"]).out_of_fold, axis=0)
    assert np.ptp(blind) < 1e-6
