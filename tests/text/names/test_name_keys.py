"""Names as keys: what is folded together, what is told apart, and which words of a text are taken for names."""

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.arrays.types import Ints
from tweetctx.text.names.kernels import all_spans
from tweetctx.text.names.keys import (
    Keys,
    NameRows,
    NameTokens,
    count_groups,
    count_keys,
    name_key,
    run_keys,
    title_keys,
    tokenize_names,
    word_hashes,
)

STOPS = word_hashes(["the", "in", "on", "at", "a", "an", "he", "she", "it", "is", "was"])


def span_keys(tokens: NameTokens) -> tuple[Keys, Ints, Ints]:
    """The keys of all spans of up to four tokens, as the linker finds them; first tokens, and those behind the last."""
    found: tuple[Keys, Ints, Ints] = all_spans(tokens.hashes, tokens.powers, tokens.letters, tokens.gaps, 4)
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Beyoncé", "BEYONCE"),
        ("Beyoncé's", "beyonce"),
        ("Charles’", "charles"),
        ("J. K. Rowling", "J.K. Rowling"),
        ("U.S.", "US"),
        ("U.S. Navy", "us navy"),
        ("Simon & Garfunkel", "Simon and Garfunkel"),
        ("O'Hare", "O’Hare"),
        ("Straße", "Strasse"),
        ("Coca-Cola", "coca cola"),
        ("Łódź", "Lodz"),
        ("Hartsfield–Jackson", "Hartsfield - Jackson"),
        ("Cafe\u0301", "Café"),
        ("ＮＡＳＡ", "NASA"),
        ("Paris, Texas", "Paris Texas"),
        ("St. Louis", "st louis"),
        ("Москва", "МОСКВА"),
    ],
)
def test_these_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other) != 0


@pytest.mark.parametrize(
    ("one", "other"),
    [("New York", "NewYork"), ("Sony", "So ny"), ("AT&T", "ATT"), ("Paris", "Pari"), ("ab c", "a bc"), ("II", "III")],
)
def test_these_are_two_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_text_without_letters_has_no_key() -> None:
    assert name_key("") == name_key("— ... #") == name_key("😀") == 0


def test_the_upper_bits_are_those_of_the_letters_alone() -> None:
    joined = name_key("occupywallstreet")
    assert joined & 255 == 0
    assert name_key("Occupy Wall Street") >> 8 == joined >> 8
    assert name_key("Occupy Wall Streets") >> 8 != joined >> 8


def test_the_key_of_a_span_is_that_of_its_text() -> None:
    rng = random.Random(7)  # noqa: S311
    letters = "abcdeéßłж日本ÅΩ19"
    for _ in range(200):
        words = ["".join(rng.choices(letters, k=rng.randint(1, 6))) for _ in range(rng.randint(1, 5))]
        text = " ".join(words)
        tokens = tokenize_names(text)
        keys, firsts, lasts = span_keys(tokens)
        count = len(tokens)
        spans = [(first, last) for first in range(count) for last in range(first + 1, min(first + 4, count) + 1)]
        assert list(zip(firsts.tolist(), lasts.tolist(), strict=True)) == spans
        for key, first, last in zip(keys.tolist(), firsts, lasts, strict=True):
            assert key == name_key(text[tokens.starts[first] : tokens.ends[last - 1]])


def test_spans_do_not_cross_the_end_of_a_sentence() -> None:
    tokens = tokenize_names("Paris. Texas wins")
    texts = {name_key("Paris"), name_key("Texas"), name_key("wins"), name_key("Texas wins")}
    assert set(span_keys(tokens)[0].tolist()) == texts


def test_rows_have_the_keys_of_their_texts_and_their_ends() -> None:
    texts = ["Barack Obama", "", "University of California, San Diego", "x\ny"]
    rows = NameRows.of(texts)
    assert rows.keys.tolist() == [name_key(text) for text in texts]
    keys, of = rows.parts()
    parts = {(name_key("Barack"), 0), (name_key("Obama"), 0), (name_key("x"), 3), (name_key("y"), 3)}
    assert parts <= set(zip(keys.tolist(), of.tolist(), strict=True))
    assert (name_key("San Diego"), 2) in set(zip(keys.tolist(), of.tolist(), strict=True))
    assert len(keys) == 2 * (1 + 4 + 1)


def names_in(text: str) -> list[str]:
    """The names that are found in a text, as it writes them."""
    tokens = tokenize_names(text)
    keys, first = run_keys(tokens, STOPS)
    found = []
    for key, begin in zip(keys.tolist(), first.tolist(), strict=True):
        last = next(last for last in range(begin + 1, len(tokens) + 1) if tokens.span(begin, last) == key)
        found.append(text[tokens.starts[begin] : tokens.ends[last - 1]])
    return found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("she met Barack Obama in March", ["Barack Obama", "Barack Obama in March", "March"]),
        ("London is large. In Berlin, rain", ["Berlin"]),  # one word that begins a sentence may be any word
        ("it was in Paris, Texas", ["Paris", "Texas", "Paris, Texas"]),
        ("the Bank of England said", ["Bank", "Bank of England", "England"]),
        ("all quiet", []),
        ("for NASA. IBM too", ["NASA", "IBM"]),
        ("after World War II ended", ["World War II"]),
    ],
)
def test_names_in_running_text(text: str, names: list[str]) -> None:
    assert sorted(names_in(text)) == sorted(names)


def test_titles_are_told_apart_exactly_but_for_their_first_letter() -> None:
    one, other, third, fourth = title_keys(["iPod", "IPod", "Ipod", "New_York"]).tolist()
    assert one == other != third
    assert fourth == title_keys(["New York"]).tolist()[0]


@given(
    st.lists(st.tuples(st.integers(0, 2**48), st.integers(0, 5) | st.integers(0, 2**18)), max_size=60),
    st.integers(1, 2**48),
)
def test_groups_of_each_key_are_counted(pairs: list[tuple[int, int]], modulus: int) -> None:
    pairs = [(group, key % modulus) for key, group in pairs]
    keys, counts = count_groups(
        np.array([key for _, key in pairs], np.uint64), np.array([group for group, _ in pairs], np.int64)
    )
    expected = Counter(key for _, key in set(pairs))
    assert len(keys) == len(expected)
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == expected


@given(st.lists(st.integers(0, 2**64 - 1), max_size=60), st.lists(st.integers(0, 40), max_size=30), st.integers(1, 20))
def test_occurrences_of_wanted_keys_are_counted(keys: list[int], wanted: list[int], modulus: int) -> None:
    keys = [key % modulus for key in keys]
    counts = count_keys(np.array(wanted, np.uint64), np.array(keys, np.uint64))
    assert counts.tolist() == [keys.count(key) for key in wanted]
