"""The dissimilarity of INEX: by hand, against a second implementation, and what always holds."""

import json
import math
import os
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_measures import plain_dissimilarity, plain_grams

from tweetctx.evaluation.dissimilarity import GRAMS, counted_grams, dissimilarities, dissimilarity
from tweetctx.evaluation.tokenizer import tokenizer

DATA = os.environ.get("TWEETCTX_DATA")
TERMS = st.lists(st.sampled_from("abcdefg"), max_size=25)
SOME = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=25)
EXACT = 1e-12


def ratio(p: float, q: float) -> float:
    """min/max of the logarithms of two frequencies plus one."""
    return min(math.log(p + 1), math.log(q + 1)) / max(math.log(p + 1), math.log(q + 1))


def test_words_by_hand() -> None:
    # T has a twice in four words, S once in two; b once in four, S once in two; c is missing; d is not asked for.
    expected = 2 / 4 * (1 - ratio(2 / 4, 1 / 3)) + 1 / 4 * (1 - ratio(1 / 4, 1 / 3)) + 1 / 4 * 1
    assert dissimilarity(Counter("abac"), Counter("abd")) == pytest.approx(expected, abs=EXACT)


def test_words_by_hand_as_logarithms() -> None:
    # One word of two found, once in one.
    expected = 1 / 2 * (1 - math.log(3 / 2) / math.log(2)) + 1 / 2
    assert dissimilarities(["a", "b"], ["a"])["unigram"] == pytest.approx(expected, abs=EXACT)


def test_pairs_by_hand() -> None:
    # T: ab bc; S: ab bd; the one pair found is half of both.
    assert dissimilarities(list("abc"), list("abd"))["bigram"] == pytest.approx(1 / 2, abs=EXACT)


def test_pairs_that_skip_by_hand() -> None:
    # T: ab ac ad bc bd cd; S: ad. Its one pair is 1/6 of T and all of S.
    expected = 5 / 6 + 1 / 6 * (1 - math.log(7 / 6) / math.log(2))
    assert dissimilarities(list("abcd"), ["a", "d"])["skip"] == pytest.approx(expected, abs=EXACT)


def test_pairs_skip_at_most_two_words() -> None:
    assert counted_grams(list("abcde"))["skip"] == Counter(
        [tuple(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "be", "cd", "ce", "de")]  # not ae
    )
    assert counted_grams(list("aaa"))["skip"] == {("a", "a"): 3}
    assert counted_grams(list("abab"))["bigram"] == {("a", "b"): 2, ("b", "a"): 1}


@pytest.mark.parametrize("terms", [[], ["a"]])
def test_fewer_than_two_words_have_no_pairs(terms: list[str]) -> None:
    assert not counted_grams(terms)["bigram"]
    assert not counted_grams(terms)["skip"]
    assert dissimilarities(terms, ["a", "b"])["bigram"] == 0


def test_log_similarity_is_the_sum_of_the_ratios() -> None:
    found = 1 - dissimilarities(list("abac"), list("abd"))["unigram"]
    assert found == pytest.approx(2 / 4 * ratio(2 / 4, 1 / 3) + 1 / 4 * ratio(1 / 4, 1 / 3), abs=EXACT)


@given(TERMS, TERMS)
def test_agrees_with_a_second_implementation(reference: list[str], summary: list[str]) -> None:
    ours, plain = dissimilarities(reference, summary), (plain_grams(reference), plain_grams(summary))
    assert tuple(ours) == GRAMS
    for gram in GRAMS:
        assert ours[gram] == pytest.approx(plain_dissimilarity(plain[0][gram], plain[1][gram]), rel=0, abs=1e-9)


@given(SOME)
def test_a_text_does_not_differ_from_itself(terms: list[str]) -> None:
    assert dissimilarities(terms, terms) == dict.fromkeys(GRAMS, 0)


@given(TERMS, TERMS)
def test_lies_between_nought_and_one(reference: list[str], summary: list[str]) -> None:
    assert all(0 <= value <= 1 for value in dissimilarities(reference, summary).values())


@given(st.lists(st.sampled_from("abcdefg"), min_size=2, max_size=25))
def test_nothing_and_nothing_of_it_are_worst(reference: list[str]) -> None:
    for summary in ([], ["x", "y", "z"]):
        assert dissimilarities(reference, summary) == dict.fromkeys(GRAMS, 1)


@given(SOME, SOME, st.randoms(use_true_random=False))
def test_the_order_of_words_matters_to_pairs_alone(
    reference: list[str], summary: list[str], shuffler: random.Random
) -> None:
    shuffled = shuffler.sample(summary, len(summary))
    ours, theirs = dissimilarities(reference, summary), dissimilarities(reference, shuffled)
    assert ours["unigram"] == pytest.approx(theirs["unigram"], abs=EXACT)


def test_the_order_of_words_matters_to_pairs() -> None:
    assert dissimilarities(["a", "b"], ["b", "a"]) == {"unigram": 0, "bigram": 1, "skip": 1}


@pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA is not set")
def test_agrees_with_a_second_implementation_on_real_references() -> None:
    lines = (Path(DATA or "") / "tweets" / "tweeki-dev.refs.jsonl").read_text("utf-8").splitlines()
    texts = [tokenizer()(json.loads(line)["reference"]) for line in lines]
    assert len(texts) > 100
    for reference, summary in pairwise(texts):
        grams = plain_grams(reference), plain_grams(summary)
        for gram, value in dissimilarities(reference, summary).items():
            assert value == pytest.approx(plain_dissimilarity(grams[0][gram], grams[1][gram]), rel=0, abs=1e-9)
