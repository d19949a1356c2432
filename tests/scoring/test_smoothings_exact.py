"""Query likelihood with every smoothing, prior and term weight against its second implementation in plain Python."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_models import PlainCollection
from properties import examples, one_in
from scoring_cases import (
    CLASSES,
    DOCUMENTS,
    EDGES,
    PRIORS,
    QUERIES,
    SEEDED,
    SMOOTHING,
    TERMS,
    Documents,
    agree,
    model,
    plain_scores,
    spec_of,
)

from tweetctx.scoring import Pool, parse_scorer

Classes = dict[str, int | str]

# Every model inside its range and at the ends of it.
POINTS: list[tuple[str, dict[str, Any]]] = [
    ("jm", {"lam": 0.0}),
    ("jm", {"lam": 1.0}),
    ("dir", {"mu": 0.0}),
    ("dir", {"mu": 100.0}),
    ("3mm", {"lam": 0.5, "gam": 0.3}),
    ("3mm", {"lam": 0.0, "gam": 0.0}),
    ("3mm", {"lam": 1.0, "gam": 0.0}),
    ("3mm", {"lam": 0.0, "gam": 1.0}),
    ("3mm", {"lam": 0.9, "gam": 0.1}),
    ("3mm", {"lam": 0.9, "gam": 0.1, "context": "window", "window": 3}),
    ("3mm", {"lam": 0.2, "gam": 0.6, "context": "window"}),
    ("2s", {"lam": 0.3, "mu": 50.0}),
    ("2s", {"lam": 0.0, "mu": 10.0, "context": "window"}),
    ("2s", {"lam": 0.0, "mu": 0.0}),
    ("2s", {"lam": 1.0, "mu": 5.0}),
    ("2s", {"lam": 0.3, "mu": 0.0, "context": "window", "window": 2}),
    ("2s-i", {"lam": 0.3, "mu": 50.0}),
    ("2s-i", {"lam": 0.0, "mu": 10.0, "context": "window"}),
    ("2s-i", {"lam": 1.0, "mu": 0.0}),
    ("2s-i", {"lam": 1.0, "mu": 5.0, "context": "window", "window": 100}),
    ("4mm", {"lam": 0.3, "gam": 0.3, "eta": 0.2}),
    ("4mm", {"lam": 0.0, "gam": 0.0, "eta": 1.0}),
    ("4mm", {"lam": 0.0, "gam": 1.0, "eta": 0.0, "window": 2}),
    ("4mm", {"lam": 0.25, "gam": 0.25, "eta": 0.5}),
    ("class", {"mu": 0.0}),
    ("class", {"mu": 20.0}),
]
NAMES = [spec_of(*point) for point in POINTS]


def check(documents: Documents, query: list[str], classes: Classes, name: str, parameters: dict[str, Any]) -> None:
    plain = PlainCollection(documents, classes)
    found = parse_scorer(spec_of(name, parameters)).score(query, Pool.from_documents(documents, classes=classes))
    agree(found, plain_scores(plain, plain.query(query), name, parameters))


@pytest.mark.parametrize("case", one_in(2, EDGES))
@pytest.mark.parametrize(("name", "parameters"), POINTS, ids=NAMES)
def test_edges(name: str, parameters: dict[str, Any], case: str) -> None:
    check(*EDGES[case], {"a": "x", "b": "x", "c": "y", "x": "y"}, name, parameters)


@pytest.mark.parametrize("seed", ["seed 0", "seed 1"])
@pytest.mark.parametrize(("name", "parameters"), POINTS, ids=NAMES)
def test_text(name: str, parameters: dict[str, Any], seed: str) -> None:
    check(*SEEDED[seed], {f"w{number}": number % 7 for number in range(150)}, name, parameters)


@pytest.mark.parametrize("name", SMOOTHING)
@given(st.data(), DOCUMENTS, QUERIES, CLASSES)
@examples(60)
def test_any_collection(
    name: str, data: st.DataObject, documents: Documents, query: list[str], classes: Classes
) -> None:
    check(documents, query, classes, name, data.draw(model(name)))


@pytest.mark.thorough
@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("prior_weight", [0.0, 0.7])
@pytest.mark.parametrize(
    ("name", "parameters"), [POINTS[number] for number in (3, 10, 14, 16, 20, 25)], ids=lambda value: str(value)
)
def test_every_prior_with_every_term_weight(
    name: str, parameters: dict[str, Any], prior_weight: float, prior: str, terms: str
) -> None:
    options = {"prior": prior, "prior_weight": prior_weight, "terms": terms}
    check(*SEEDED["seed 2"], {"w0": 1, "w3": 1}, name, {**parameters, **options})


@pytest.mark.parametrize("window", range(1, 8))
def test_windows_reach_n_neighbours_and_not_beyond_the_document(window: int) -> None:
    documents = [[[f"{d}{s}"] for s in range(6)] for d in "abc"]
    scores = parse_scorer(f"3mm(lam=0, gam=1, context=window, window={window})").score(
        ["b2"], Pool.from_documents(documents)
    )
    sizes = [min(5, place + window) - max(0, place - window) + 1 for place in range(6)]
    near = [math.log(1 / size) if abs(place - 2) <= window else -math.inf for place, size in enumerate(sizes)]
    assert scores.tolist() == pytest.approx([-math.inf] * 6 + near + [-math.inf] * 6, rel=1e-12)


@pytest.mark.parametrize("spec", ["jm(lam=0)", "dir(mu=0)", "3mm(lam=1, gam=0)", "2s(lam=0, mu=0)", "class(mu=0)"])
def test_a_probability_of_0_counts_unless_the_term_weighs_nothing(spec: str) -> None:
    """The term "a" is in every document, so that idf gives it no weight; ln p("b") is ln(1/2) in the first sentence."""
    pool = Pool.from_documents([[["b", "c"], ["a"]], [["a", "c"]]])
    name, _, parameters = spec.rstrip(")").partition("(")
    weighted = f"{name}({parameters}, terms=idf)"
    assert parse_scorer(spec).score(["a", "b"], pool).tolist() == [-math.inf] * 3
    expected = [math.log(2 / 1) * math.log(1 / 2), -math.inf, -math.inf]
    assert parse_scorer(weighted).score(["a", "b"], pool).tolist() == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("weights", [(0.2, 0.7, 0.1), (0.3, 0.6, 0.1), (0.6, 0.3, 0.1), (0.7, 0.2, 0.1)])
def test_weights_that_leave_nothing_to_the_collection(weights: tuple[float, float, float]) -> None:
    """Their sum is 1, though that of the nearest binary numbers is not."""
    lam, gam, eta = weights
    pool = Pool.from_documents([[["a", "b"], ["c", "c"]], [["d"]]])
    assert parse_scorer(f"4mm(lam={lam}, gam={gam}, eta={eta})").score(["d"], pool).tolist() == [
        -math.inf,
        -math.inf,
        0.0,
    ]
