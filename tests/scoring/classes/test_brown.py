import math
import random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from plain_clustering import Text, bigrams, information, steps

from tweetctx.errors import ParameterError
from tweetctx.scoring.classes import Merge, brown_classes, kernels

ROUNDING = 1e-9


def check(text: Text, words: int, classes: int) -> list[int]:
    """Follows a clustering step by step beside the direct computation; returns the classes."""
    made: list[Merge] = []
    found = brown_classes(bigrams(text, words), classes, made.append)
    assert [merge.word for merge in made] == list(range(classes, words))
    class_of = {word: word for word in range(words)}
    pairs = [(merge.first, merge.second) for merge in made]
    for merge, (possible, after) in zip(made, steps(text, words, classes, pairs), strict=True):
        least = min(possible.values())
        assert len(possible) == (classes + 1) * classes // 2
        assert merge.loss == pytest.approx(possible[merge.first, merge.second], rel=0, abs=ROUNDING)
        assert merge.loss == pytest.approx(least, rel=0, abs=ROUNDING)
        equal = [pair for pair, loss in possible.items() if loss <= least + 1e-11]
        assert (merge.first, merge.second) == min(equal)
        class_of = after
    heads = sorted(set(class_of.values()))
    assert len(heads) == min(classes, words)
    assert found.tolist() == [heads.index(class_of[word]) for word in range(words)]
    return [int(number) for number in found]


@st.composite
def texts(draw: st.DrawFn) -> tuple[list[list[int]], int, int]:
    words = draw(st.integers(1, 8))
    text = draw(st.lists(st.lists(st.integers(0, words - 1), max_size=8), max_size=12))
    return text, words, draw(st.integers(1, words))


@given(texts())
@example(([], 3, 2))
@example(([[0, 0, 0]], 1, 1))
@example(([[0, 1], [1, 0]], 2, 1))
@example(([[3, 3, 3, 2]], 4, 2))
def test_every_merge_loses_least(case: tuple[list[list[int]], int, int]) -> None:
    check(*case)


@pytest.mark.parametrize("classes", [1, 2, 4, 7, 11])
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in (2, 3))])
def test_every_merge_of_a_longer_text_loses_least(seed: int, classes: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    frequency = [1 / rank for rank in range(1, 17)]
    check([chance.choices(range(16), frequency, k=chance.randint(1, 9)) for _ in range(60)], 16, classes)


def test_large_counts_are_computed_like_small_ones() -> None:
    chance = random.Random(4)  # noqa: S311
    text = [chance.choices(range(7), k=6) for _ in range(20)]
    small = bigrams(text, 7)
    large = type(small)(small.left, small.right, small.counts * kernels.TABLE, 7)
    made: dict[str, list[Merge]] = {"small": [], "large": []}
    found = [
        brown_classes(counts, 3, made[name].append).tolist() for name, counts in (("small", small), ("large", large))
    ]
    assert found[0] == found[1]
    for few, many in zip(made["small"], made["large"], strict=True):
        assert (few.first, few.second) == (many.first, many.second)
        assert many.loss == pytest.approx(few.loss, rel=0, abs=ROUNDING)


DAYS, CITIES, THINGS = ["monday", "friday", "sunday"], ["paris", "oslo", "rome"], ["rain", "snow"]


def test_days_and_cities() -> None:
    # Cities are followed by things, things by days, days by cities: each word as often as the others of its kind.
    names = ["paris", "monday", "rain", "oslo", "friday", "snow", "rome", "sunday"]
    spoken = [[city, thing, day, city] for city in CITIES for thing in THINGS for day in DAYS]
    text = [[names.index(word) for word in sentence] for sentence in spoken]
    found = check(text, len(names), 3)
    assert {name: found[number] for number, name in enumerate(names)} == {
        **dict.fromkeys(CITIES, 0),
        **dict.fromkeys(DAYS, 1),
        **dict.fromkeys(THINGS, 2),
    }


def test_a_loss_by_hand() -> None:
    # "a b" and "b a" once each: I = 2 · 1/2 · ln((1/2) / (1/2 · 1/2)) = ln 2; one class knows nothing of the next.
    made: list[Merge] = []
    assert brown_classes(bigrams([[0, 1], [1, 0]], 2), 1, made.append).tolist() == [0, 0]
    assert made == [Merge(1, 0, 1, made[0].loss)]
    assert made[0].loss == pytest.approx(math.log(2), rel=0, abs=1e-15)


def test_equal_losses_go_to_the_most_frequent_words() -> None:
    # Five words in a ring: whichever way it is turned it is the same, so no merge is the only one to lose least.
    made: list[Merge] = []
    brown_classes(bigrams([[0, 1, 2, 3, 4, 0]], 5), 4, made.append)
    possible, _ = next(steps([[0, 1, 2, 3, 4, 0]], 5, 4, [(0, 1)]))
    ties = [pair for pair, loss in possible.items() if loss == pytest.approx(min(possible.values()), abs=1e-12)]
    assert len(ties) > 1
    assert [(merge.first, merge.second) for merge in made] == [min(ties)]


def test_words_without_bigrams_are_all_alike() -> None:
    assert check([], 5, 2) == [0, 0, 0, 0, 1]  # the two most frequent of three merge, three times


@pytest.mark.parametrize("classes", [4, 5, 1000])
def test_with_enough_classes_every_word_is_one(classes: int) -> None:
    made: list[Merge] = []
    assert brown_classes(bigrams([[0, 1, 2, 3, 1]], 4), classes, made.append).tolist() == [0, 1, 2, 3]
    assert made == []


def test_one_class_has_all_words_and_no_information() -> None:
    text = [[0, 1, 2, 0, 3], [3, 2, 2, 1]]
    assert check(text, 4, 1) == [0, 0, 0, 0]
    assert information(text, dict.fromkeys(range(4), 0)) == 0


def test_no_words() -> None:
    assert brown_classes(bigrams([], 0), 3).tolist() == []


def test_the_order_of_the_bigrams_does_not_matter() -> None:
    chance = np.random.default_rng(5)
    text = [chance.integers(0, 30, 10).tolist() for _ in range(100)]
    given_once = bigrams(text, 30)
    expected = brown_classes(given_once, 6).tolist()
    assert brown_classes(given_once, 6).tolist() == expected
    order = chance.permutation(len(given_once.counts))
    shuffled = type(given_once)(given_once.left[order], given_once.right[order], given_once.counts[order], 30)
    assert brown_classes(shuffled, 6).tolist() == expected


@pytest.mark.parametrize("classes", [0, -1])
def test_less_than_one_class_is_refused(classes: int) -> None:
    with pytest.raises(ParameterError, match=f"classes: found {classes}, expected a number from 1"):
        brown_classes(bigrams([[0, 1]], 2), classes)
