"""Training of the linker from tweets whose entities people linked, with predictions out of fold."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import load
from tweetctx.evaluation.linker_examples import Example
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.features import Matrix, first_looks
from tweetctx.linking.model import LinkModel
from tweetctx.linking.trees import Trees
from tweetctx.ragged import Bools, Floats, Ints

ROUNDS: Final = 250
_TREES: Final = {
    "objective": "binary",
    "learning_rate": 0.03,
    "num_leaves": 31,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_col_wise": True,
    "verbose": -1,
}
_STEPS: Final = 50  # of Newton's method


@dataclass(frozen=True, slots=True)
class Fold:
    """A model fitted without some examples and without every candidate that is an entity of theirs.

    held: their places.
    """

    model: LinkModel
    held: Ints


@dataclass(frozen=True, slots=True)
class Training:
    """A model fitted on all examples, those of the folds, and what the latter say of the candidates of each example."""

    model: LinkModel
    folds: tuple[Fold, ...]
    out_of_fold: list[Floats]

    def by_set(self, sizes: Sequence[int]) -> Iterator[tuple[int, list[Floats]]]:
        """The predictions out of fold by sets of these sizes, which the examples are made of: place and predictions."""
        begin = 0
        for place, size in enumerate(sizes):
            yield place, self.out_of_fold[begin : begin + size]
            begin += size


def train_linker(
    examples: Sequence[Example], *, folds: int = 5, seed: int = 0, rounds: int = ROUNDS, without: Sequence[str] = ()
) -> Training:
    """Fits trees to all examples, and to those of all folds but one.

    The most frequent of its entities decides a tweet's fold. The logits of a fold are calibrated by those of the
    others. without: features that are left out.
    """
    fold = folds_of(examples, folds, seed)
    table = _Table.of(examples, without)
    trees = [table.fit(fold != part, _entities(examples, fold == part), seed, rounds) for part in range(folds)]
    row_fold = fold[table.example]
    logits = np.zeros(len(table.rows))
    for part, fitted in enumerate(trees):
        held = row_fold == part
        logits[held] = table.first[held] + fitted.logits(table.rows[held])
    models = [
        LinkModel(fitted, *fit_platt(logits[row_fold != part], table.labels[row_fold != part]))
        for part, fitted in enumerate(trees)
    ]
    whole = LinkModel(table.fit(fold >= 0, set(), seed, rounds), *fit_platt(logits, table.labels))
    parts = tuple(Fold(model, np.flatnonzero(fold == part)) for part, model in enumerate(models))
    told = [models[fold[n]].probabilities(example.scored.features) for n, example in enumerate(examples)]
    return Training(whole, parts, told)


def folds_of(examples: Sequence[Example], folds: int, seed: int) -> Ints:
    """The fold of each example, which the most frequent of its entities decides, shape (examples,)."""
    if folds < 2:
        raise ParameterError(f"folds: found {folds}, expected a number from 2")
    counts = Counter(entity for example in examples for entity in example.entities)
    main = [max(sorted(example.entities), key=lambda entity: counts[entity]) for example in examples]
    return np.array([zlib.crc32(f"{seed} {entity}".encode()) % folds for entity in main], np.int64)


def _entities(examples: Sequence[Example], chosen: Bools) -> set[str]:
    return {entity for place in np.flatnonzero(chosen).tolist() for entity in examples[place].entities}


@dataclass(frozen=True, slots=True)
class _Table:
    """The candidates of all examples: features, logits of the first look, labels, titles, and the example of each."""

    rows: Matrix
    first: Floats
    labels: Bools
    titles: NDArray[np.object_]
    example: Ints

    @classmethod
    def of(cls, examples: Sequence[Example], without: Sequence[str]) -> _Table:
        names = [*FEATURES]
        rows = np.concatenate([np.empty((0, len(names)), np.float32), *(e.scored.features for e in examples)])
        first = first_looks(rows)
        rows[:, [names.index(name) for name in without]] = 0.0  # no tree splits a constant
        labels = np.concatenate([np.empty(0, np.bool_), *(example.labels for example in examples)])
        titles = np.array([title for example in examples for title in example.titles], np.object_)
        sizes = [len(example.titles) for example in examples]
        return cls(rows, first, labels, titles, np.repeat(np.arange(len(examples)), sizes))

    def fit(self, examples: Bools, entities: set[str], seed: int, rounds: int) -> Trees:
        """Trees of some examples, without the candidates that are among some entities."""
        told = examples[self.example] & np.array([title not in entities for title in self.titles], np.bool_)
        return fit_trees(self.rows[told], self.labels[told], self.first[told], seed, rounds)


def fit_trees(rows: Matrix, labels: Bools, start: Floats, seed: int, rounds: int) -> Trees:
    """Boosted trees by LightGBM (Ke et al. 2017), as arrays; they begin at the logits of the first look."""
    lightgbm = load("lightgbm", "train")
    data = lightgbm.Dataset(rows, labels.astype(np.float64), init_score=start)
    booster = lightgbm.train({**_TREES, "seed": seed}, data, rounds)
    return trees_of([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]])


def trees_of(structures: Sequence[dict[str, Any]]) -> Trees:
    """LightGBM's nested nodes as arrays, each node before those below it."""
    nodes: list[list[float]] = []
    values: list[float] = []

    def place(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            values.append(node["leaf_value"])
            return -len(values)
        number = len(nodes)
        nodes.append([node["split_feature"], node["threshold"], 0, 0])
        nodes[number][2:] = place(node["left_child"]), place(node["right_child"])
        return number

    roots = [place(structure) for structure in structures]
    columns = np.array(nodes, np.float64).reshape(-1, 4).T
    feature, threshold, left, right = columns
    return Trees(
        np.array(roots, np.int32),
        feature.astype(np.int16),
        np.round(threshold, 6).astype(np.float32),
        left.astype(np.int32),
        right.astype(np.int32),
        np.round(values, 6).astype(np.float32),
    )


def fit_platt(logits: Floats, labels: Bools) -> tuple[float, float]:
    """The slope and intercept of the logistic regression of labels on logits, by Newton's method."""
    rows = np.column_stack([logits, np.ones(len(logits))])
    weights = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        probabilities = 1.0 / (1.0 + np.exp(-rows @ weights))
        gradient = rows.T @ (labels - probabilities)
        curvature = (rows * (probabilities * (1 - probabilities))[:, None]).T @ rows + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])
