"""Collections, queries and models for the tests of scoring, and the comparison with the second implementation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st
from numpy.typing import NDArray
from plain_matching import MATCHING
from plain_models import PlainCollection

Documents = list[list[list[str]]]
Parameters = dict[str, Any]

PRIORS = ("uniform", "importance", "length")
TERMS = ("uniform", "idf", "icf", "isf")

EDGES: dict[str, tuple[Documents, list[str]]] = {
    "no documents": ([], ["a"]),
    "one empty document": ([[]], ["a"]),
    "one empty sentence": ([[[]]], ["a"]),
    "one word": ([[["a"]]], ["a"]),
    "a document of one sentence": ([[["a", "b", "a"]]], ["b", "a"]),
    "words seen once": ([[["a", "b"], ["c"]], [["d"]]], ["a", "d"]),
    "empty sentences": ([[[], ["a", "b"], []], [[], ["b"]]], ["a"]),
    "empty documents": ([[], [["a", "b"]], [], [["b", "c"], ["b"]], []], ["b", "c"]),
    "unknown words alone": ([[["a", "b"], []], [["c"]]], ["x", "y"]),
    "unknown words among others": ([[["a", "b"], ["c"]], [["c", "d"]]], ["x", "c", "y"]),
    "no query": ([[["a", "b"], []], [["c"]]], []),
    "a repeated query term": ([[["a", "b"], ["c"]], [["c", "d"]]], ["c", "a", "c", "c"]),
    "a query term outside the R passages": ([[["a", "a", "a"]], [["b", "c", "c", "c", "c"]]], ["a", "b"]),
    "a query term in every document": ([[["a"], ["b"]], [["a", "c"]]], ["a"]),
}


def seeded_collection(seed: int, documents: int) -> tuple[Documents, list[str]]:
    """Text with the frequencies of text: a few words everywhere, many once; empty sentences and documents too."""
    rng = random.Random(seed)  # noqa: S311
    words = [f"w{number}" for number in range(200)]
    weights = [1 / (number + 1) for number in range(200)]
    collection = [
        [rng.choices(words, weights, k=rng.choice([0, 1, 5, 9, 14, 22])) for _ in range(rng.randrange(9))]
        for _ in range(documents)
    ]
    known = [word for document in collection for sentence in document for word in sentence]
    return collection, [*rng.choices(known, k=5), "unknown", *rng.choices(words, weights, k=2)]


SEEDED = {f"seed {seed}": seeded_collection(seed, documents=25) for seed in range(4)}


def agree(found: NDArray[np.float64], expected: Sequence[float]) -> None:
    assert found.dtype == np.float64
    assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-11)


WORDS = st.sampled_from("aaaaabbbccdefgh")
DOCUMENTS = st.lists(st.lists(st.lists(WORDS, max_size=6), max_size=4), max_size=7)
QUERIES = st.lists(st.one_of(WORDS, st.sampled_from(["?", "!"])), max_size=6)
CLASSES = st.dictionaries(st.one_of(WORDS, st.just("?")), st.one_of(st.integers(0, 2), st.sampled_from("xy")))

UNIT = st.one_of(st.floats(1e-6, 1.0 - 1e-6), st.sampled_from([0.0, 0.4, 1.0]))
AMOUNT = st.one_of(st.floats(1e-3, 1e5), st.sampled_from([0.0, 1.0, 100.0]))
PRIOR_WEIGHTS = st.one_of(st.floats(1e-3, 50.0), st.sampled_from([0.0, 1.0]))
WINDOWS = st.integers(1, 7)


def shares(*names: str) -> st.SearchStrategy[Parameters]:
    """Numbers from 0 to 1 with three decimals, whose sum is at most 1, and often 1."""

    def cut(ends: list[int]) -> Parameters:
        places = [0, *sorted(ends)]
        return {name: (places[i + 1] - places[i]) / 1000 for i, name in enumerate(names)}

    return st.lists(
        st.one_of(st.integers(0, 1000), st.sampled_from([0, 1000])), min_size=len(names), max_size=len(names)
    ).map(cut)


def some(**given: st.SearchStrategy[Any]) -> st.SearchStrategy[Parameters]:
    return st.fixed_dictionaries({}, optional=given)


def both(first: st.SearchStrategy[Parameters], second: st.SearchStrategy[Parameters]) -> st.SearchStrategy[Parameters]:
    return st.builds(lambda one, other: {**one, **other}, first, second)


AROUND = some(context=st.sampled_from(["document", "window"]), window=WINDOWS)
SMOOTHING: dict[str, st.SearchStrategy[Parameters]] = {
    "jm": st.fixed_dictionaries({"lam": UNIT}),
    "dir": st.fixed_dictionaries({"mu": AMOUNT}),
    "3mm": both(shares("lam", "gam"), AROUND),
    "2s": both(st.fixed_dictionaries({"lam": UNIT, "mu": AMOUNT}), AROUND),
    "2s-i": both(st.fixed_dictionaries({"lam": UNIT, "mu": AMOUNT}), AROUND),
    "4mm": both(shares("lam", "gam", "eta"), some(window=WINDOWS)),
    "class": st.fixed_dictionaries({"mu": AMOUNT}),
}
OPTIONS = some(prior=st.sampled_from(PRIORS), prior_weight=PRIOR_WEIGHTS, terms=st.sampled_from(TERMS))
MATCHING_MODELS: dict[str, st.SearchStrategy[Parameters]] = {
    "tfisf": both(AROUND, some(alpha=UNIT, idf=st.sampled_from(["sentence", "doc"]))),
    "bm25": some(k1=AMOUNT, b=UNIT, k3=AMOUNT),
    "bm25f": both(AROUND, some(k1=AMOUNT, b=UNIT, b_context=UNIT, alpha=UNIT, k3=AMOUNT)),
}
POOL_MODELS: dict[str, st.SearchStrategy[Parameters]] = {
    "okapi": some(k1=st.floats(0.01, 20.0), b=UNIT, epsilon=st.floats(0.0, 3.0)),
    "bm25l": some(k1=st.floats(0.01, 20.0), b=UNIT, delta=st.floats(0.0, 3.0)),
    "bm25plus": some(k1=st.floats(0.01, 20.0), b=UNIT, delta=st.floats(0.0, 3.0)),
}


def model(name: str) -> st.SearchStrategy[Parameters]:
    """The parameters of a model, with the options that it takes."""
    if name in SMOOTHING:
        return both(SMOOTHING[name], OPTIONS)
    return {**MATCHING_MODELS, **POOL_MODELS}[name]


def spec_of(name: str, parameters: Mapping[str, Any]) -> str:
    return f"{name}({', '.join(f'{key}={value}' for key, value in parameters.items())})"


COLLECTION_MODELS = (*SMOOTHING, *MATCHING_MODELS)
ALL_MODELS = (*COLLECTION_MODELS, *POOL_MODELS)
COLLECTION_SPECS = st.sampled_from(COLLECTION_MODELS).flatmap(lambda name: model(name).map(lambda p: spec_of(name, p)))
ALL_SPECS = st.sampled_from(ALL_MODELS).flatmap(lambda name: model(name).map(lambda p: spec_of(name, p)))


def plain_scores(
    plain: PlainCollection, query: Mapping[str, float], name: str, parameters: Mapping[str, Any]
) -> list[float]:
    """The scores of all sentences by the second implementation."""
    if name in MATCHING:
        return MATCHING[name](plain, query, **parameters)
    options = {key: value for key, value in parameters.items() if key in ("prior", "prior_weight", "terms")}
    smoothing = {key: value for key, value in parameters.items() if key not in options}
    return plain.likelihood(query, plain.smoothed(name, **smoothing), **options)
