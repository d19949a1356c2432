"""Trains the linker on tweets whose entities people linked, with predictions out of fold."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import load
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.features import Matrix, first_scores
from tweetctx.linking.model import LinkModel
from tweetctx.linking.trees import Trees
from tweetctx.training.examples import Example, LinkedSet

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
    """A model fitted without the examples at the places `held`, and without any candidate that is their entity."""

    model: LinkModel
    held: Ints


@dataclass(frozen=True, slots=True)
class Training:
    """A model fitted on all examples, the models of the folds, and by example the probabilities out of fold, (C,)."""

    model: LinkModel
    folds: tuple[Fold, ...]
    out_of_fold: list[Floats]

    def by_set(self, sets: Sequence[LinkedSet]) -> Iterator[tuple[LinkedSet, list[Floats]]]:
        """Yields the predictions out of fold of each of the sets that the examples were taken from, in order."""
        predictions = iter(self.out_of_fold)
        for part in sets:
            yield part, [next(predictions) for _ in part.examples]


@dataclass(frozen=True, slots=True)
class TrainingOptions:
    """How a linker is trained.

    folds: into how many parts the examples are cut. seed: of random choices. rounds: how many trees are fitted.
    """

    folds: int = 5
    seed: int = 0
    rounds: int = 500


def train_linker(examples: Sequence[Example], options: TrainingOptions, without: Sequence[str] = ()) -> Training:
    """Fits trees to all examples, and to those of all folds but one.

    A tweet's fold depends on its most frequent entity. The logits of a fold are calibrated on those of the others.
    without: features that are left out.
    """
    fold = folds_of(examples, options)
    table = _Table.of(examples, without)
    parts = range(options.folds)
    trees = [table.fit(fold != part, _entities(examples, fold == part), options) for part in parts]
    row_fold = fold[table.example]
    logits = np.zeros(len(table.rows))
    for part, fitted in enumerate(trees):
        held = row_fold == part
        logits[held] = table.first[held] + fitted.logits(table.rows[held])
    models = [
        LinkModel(fitted, *fit_platt(logits[row_fold != part], table.labels[row_fold != part]))
        for part, fitted in enumerate(trees)
    ]
    whole = LinkModel(table.fit(fold >= 0, set(), options), *fit_platt(logits, table.labels))
    folds = tuple(Fold(model, np.flatnonzero(fold == part)) for part, model in enumerate(models))
    predictions = [models[fold[n]].probabilities(example.scored.features) for n, example in enumerate(examples)]
    return Training(whole, folds, predictions)


def folds_of(examples: Sequence[Example], options: TrainingOptions) -> Ints:
    """Returns the fold of each example, which the most frequent of its entities decides, shape (examples,).

    ParameterError for fewer folds than two, and for more than there are examples.
    """
    if options.folds < 2:
        raise ParameterError(f"folds: found {options.folds}, expected a number from 2")
    if options.folds > len(examples):
        raise ParameterError(f"folds: found {options.folds}, expected at most {len(examples)}, the number of tweets")
    counts = Counter(entity for example in examples for entity in example.entities)
    main = [max(sorted(example.entities), key=lambda entity: counts[entity]) for example in examples]
    return np.array([zlib.crc32(f"{options.seed} {entity}".encode()) % options.folds for entity in main], np.int64)


def _entities(examples: Sequence[Example], chosen: Bools) -> set[str]:
    return {entity for place in np.flatnonzero(chosen).tolist() for entity in examples[place].entities}


@dataclass(frozen=True, slots=True)
class _Table:
    """The candidates of all examples: features, logits of the first score, labels, titles, and the example of each."""

    rows: Matrix
    first: Floats
    labels: Bools
    titles: NDArray[np.object_]
    example: Ints

    @classmethod
    def of(cls, examples: Sequence[Example], without: Sequence[str]) -> _Table:
        names = [*FEATURES]
        rows = np.concatenate([np.empty((0, len(names)), np.float32), *(e.scored.features for e in examples)])
        first = first_scores(rows)
        rows[:, [names.index(name) for name in without]] = 0.0  # no tree splits a constant
        labels = np.concatenate([np.empty(0, np.bool_), *(example.labels for example in examples)])
        titles = np.array([title for example in examples for title in example.titles], np.object_)
        sizes = [len(example.titles) for example in examples]
        return cls(rows, first, labels, titles, np.repeat(np.arange(len(examples)), sizes))

    def fit(self, examples: Bools, excluded: set[str], options: TrainingOptions) -> Trees:
        """Fits boosted trees by LightGBM (Ke et al. 2017) that start from the logits of the first score.

        examples: whether each is trained on. excluded: titles whose candidates are left out.
        """
        lightgbm = load("lightgbm", "train")
        rows = examples[self.example] & np.array([title not in excluded for title in self.titles], np.bool_)
        if not rows.any():
            found = f"no candidates to fit trees to in {np.count_nonzero(examples)} of {len(examples)} tweets"
            raise ParameterError(f"tweets: found {found}, expected tweets of several entities")
        labels = self.labels[rows].astype(np.float64)
        data = lightgbm.Dataset(self.rows[rows], labels, init_score=self.first[rows])
        booster = lightgbm.train({**_TREES, "seed": options.seed}, data, options.rounds)
        return trees_of([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]])


def trees_of(structures: Sequence[dict[str, Any]]) -> Trees:
    """Returns LightGBM's nested nodes as arrays, each node before those below it."""
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
    """Returns the slope and intercept of the logistic regression of labels on logits, by Newton's method."""
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
