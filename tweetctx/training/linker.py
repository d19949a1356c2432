"""Trains the linker on tweets whose entities people linked, with predictions out of fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.trees import Trees
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.errors import ParameterError, counted
from tweetctx.evaluation.errors import load
from tweetctx.linking.columns import FEATURES, STACKED
from tweetctx.linking.features import Matrix, first_scores
from tweetctx.linking.model import LinkModel, Stage, is_stacked, probabilities_of, stacked
from tweetctx.training.examples import Example, LinkedSet
from tweetctx.training.folds import folds_of_keys

_TREES: Final = {
    "objective": "binary",
    "learning_rate": 0.08,
    "max_bin": 63,
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
# Extremely randomized (Geurts, Ernst and Wehenkel 2006): each split tries one threshold of each feature.
_RANDOM_TREES: Final = {**_TREES, "learning_rate": 0.05, "extra_trees": True}
_RANDOM_ROUNDS: Final = 2  # times as many of them
_SECOND_TREES: Final = {**_TREES, "learning_rate": 0.05, "num_leaves": 8, "min_data_in_leaf": 100}
_STEPS: Final = 50  # of Newton's method
_SMALLEST_STEP: Final = 1e-9
_RIDGE: Final = 1e-9  # keeps the slope finite where the logits tell all labels apart

Fit = tuple[dict[str, Any], int]


@dataclass(frozen=True, slots=True)
class Fold:
    """A model for the examples at the indices `held`.

    Its trees are fitted without these examples and without any candidate that is their entity. Its calibration and its
    second stage learn from what the other examples get out of fold, so from trees that have seen the held ones.
    """

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

    folds: into how many parts the examples are cut. seed: of random choices. rounds: a third of the trees of a fit of
    the first stage; the other two have random thresholds. second_rounds: the trees of the second stage. fits: how many
    fits of the first stage with other random choices are averaged.
    """

    folds: int = 5
    seed: int = 0
    rounds: int = 150
    second_rounds: int = 100
    fits: int = 2


def train_linker(examples: Sequence[Example], options: TrainingOptions, without: Sequence[str] = ()) -> Training:
    """Fits both stages of trees to all examples, and to those of all folds but one.

    A tweet's fold depends on its most frequent entity. The logits of a fold are calibrated on those of the others. The
    second stage learns from what the first makes of tweets that it was not fitted to. without: features that are left
    out; all STACKED: so is the second stage.
    """
    fold = folds_of(examples, options)
    table = _Table.of(examples, without)
    first, logits = _first_stages(table, fold, options)
    if {*STACKED} <= {*without}:
        models = [LinkModel(stage) for stage in first]
    else:
        second = _second_stages(table.stacked(examples, logits, without), fold, logits, options)
        models = [*map(LinkModel, first, second)]
    folds = tuple(Fold(model, np.flatnonzero(fold == part)) for part, model in enumerate(models[:-1]))
    predictions = [models[fold[n]].judge(example.scored)[1] for n, example in enumerate(examples)]
    return Training(models[-1], folds, predictions)


def _first_stages(table: _Table, fold: Ints, options: TrainingOptions) -> tuple[list[Stage], Floats]:
    """The first stage of each fold, that of all examples behind them, and the calibrated logits out of fold, (C,)."""
    rounds = options.rounds
    fits = ((_TREES, rounds), (_RANDOM_TREES, _RANDOM_ROUNDS * rounds)) * options.fits
    trees = [table.fit(fold, part, table.first, fits, options.seed) for part in _held_out(options)]
    stages, logits = _calibrated(table, fold, trees, table.first)
    return stages, logits


def _second_stages(table: _Table, fold: Ints, logits: Floats, options: TrainingOptions) -> list[Stage]:
    """The second stage of each fold, and that of all examples behind them.

    table: with the columns STACKED. logits: by the first stages out of fold, (C,).
    """
    seen = table.take(is_stacked(logits))
    given = logits[is_stacked(logits)]
    fits = ((_SECOND_TREES, options.second_rounds),)
    trees = [seen.fit(fold, part, given, fits, options.seed) for part in _held_out(options)]
    return _calibrated(seen, fold, trees, given)[0]


def _held_out(options: TrainingOptions) -> list[int]:
    """The folds that are held out one after the other, and −1, which holds out none."""
    return [*range(options.folds), -1]


def _calibrated(table: _Table, fold: Ints, trees: Sequence[Trees], given: Floats) -> tuple[list[Stage], Floats]:
    """Stages of given trees, and their logits out of fold, each calibrated on those of the other folds.

    trees: of each fold, and of all examples behind them. given: the logits that they add to, (C,).
    """
    of_rows = fold[table.example]
    sums, calibrated, stages = given.copy(), np.empty(len(given)), list[Stage]()
    for part, fitted in enumerate(trees[:-1]):
        held = of_rows == part
        sums[held] += fitted.logits(table.rows[held])
    for part, fitted in enumerate(trees[:-1]):
        held = of_rows == part
        slope, intercept = fit_platt(sums[~held], table.labels[~held])
        calibrated[held] = slope * sums[held] + intercept
        stages.append(Stage(fitted, slope, intercept))
    return [*stages, Stage(trees[-1], *fit_platt(sums, table.labels))], calibrated


def folds_of(examples: Sequence[Example], options: TrainingOptions) -> Ints:
    """Returns the fold of each example, shape (examples,). Its most frequent entity decides, or its id if it has none.

    ParameterError for fewer folds than two, and for more than there are examples.
    """
    counts = Counter(entity for example in examples for entity in example.entities)
    keys = [max(sorted(one.entities), key=lambda entity: counts[entity], default=one.id) for one in examples]
    return folds_of_keys(keys, options.folds, options.seed)


@dataclass(frozen=True, slots=True)
class _Table:
    """The candidates of all examples, a row each.

    rows: features, (C, F). first: the first score, a logit. labels: whether it is right. titles: of its article.
    example: the index of its example. entities: those of each example.
    """

    rows: Matrix
    first: Floats
    labels: Bools
    titles: NDArray[np.object_]
    example: Ints
    entities: Sequence[frozenset[str]]

    @classmethod
    def of(cls, examples: Sequence[Example], without: Sequence[str]) -> _Table:
        names = [*FEATURES]
        rows = np.concatenate([np.empty((0, len(names)), np.float32), *(e.scored.features for e in examples)])
        first = first_scores(rows)
        rows[:, [names.index(name) for name in without]] = 0.0  # no tree splits a constant
        labels = np.concatenate([np.empty(0, np.bool_), *(example.labels for example in examples)])
        titles = np.array([title for example in examples for title in example.titles], np.object_)
        sizes = [len(example.titles) for example in examples]
        entities = [example.entities for example in examples]
        return cls(rows, first, labels, titles, np.repeat(np.arange(len(examples)), sizes), entities)

    def stacked(self, examples: Sequence[Example], logits: Floats, without: Sequence[str]) -> _Table:
        """The same with the columns STACKED, by the logits of the first stage, and without the others."""
        ends = np.cumsum([len(example.titles) for example in examples])[:-1]
        pairs = zip(examples, np.split(logits, ends), strict=True)
        rows = np.concatenate([stacked(example.scored, values) for example, values in pairs])
        others = {*FEATURES} - {*STACKED} | {*without}
        rows[:, [FEATURES.index(name) for name in others]] = 0.0
        return replace(self, rows=rows)

    def take(self, chosen: Bools) -> _Table:
        """Some of the candidates."""
        of_rows = self.rows[chosen], self.first[chosen], self.labels[chosen], self.titles[chosen], self.example[chosen]
        return _Table(*of_rows, self.entities)

    def fit(self, fold: Ints, part: int, given: Floats, fits: Sequence[Fit], seed: int) -> Trees:
        """Fits boosted trees by LightGBM (Ke et al. 2017) that start from given logits, and averages the fits.

        fold: of each example. part: that of the examples that are left out; candidates that are their entities are so
        too. fits: settings and the number of trees of each.
        """
        lightgbm = load("lightgbm", "train")
        held = {entity for index in np.flatnonzero(fold == part).tolist() for entity in self.entities[index]}
        rows = (fold != part)[self.example] & np.array([title not in held for title in self.titles], np.bool_)
        if not rows.any():
            found = (
                f"no candidates to fit trees to in {np.count_nonzero(fold != part)} of {counted(len(fold), 'tweet')}"
            )
            raise ParameterError(f"tweets: found {found}, expected tweets of several entities")
        labels = self.labels[rows].astype(np.float64)
        data = lightgbm.Dataset(self.rows[rows], labels, init_score=given[rows])
        boosters = [
            lightgbm.train({**settings, "seed": seed + number}, data, rounds)
            for number, (settings, rounds) in enumerate(fits)
        ]
        return mean_trees([booster.dump_model() for booster in boosters])


def mean_trees(models: Sequence[dict[str, Any]]) -> Trees:
    """The trees of several LightGBM models, scaled so that they add up to the mean of the models."""
    trees = trees_of([tree["tree_structure"] for model in models for tree in model["tree_info"]])
    return replace(trees, value=np.round(trees.value / len(models), 5).astype(np.float32))


def trees_of(structures: Sequence[dict[str, Any]]) -> Trees:
    """Returns LightGBM's nested nodes as arrays, each node before those below it."""
    nodes: list[list[float]] = []
    values: list[float] = []

    def add_node(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            values.append(node["leaf_value"])
            return -len(values)
        index = len(nodes)
        nodes.append([node["split_feature"], node["threshold"], 0, 0])
        nodes[index][2:] = add_node(node["left_child"]), add_node(node["right_child"])
        return index

    roots = [add_node(structure) for structure in structures]
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
    """Returns the slope and intercept of the logistic regression of labels on logits.

    Newton's method, whose steps are halved until the loss falls, as alone they diverge from overconfident logits.
    """
    rows = np.column_stack([logits, np.ones(len(logits))])

    def loss(weights: Floats) -> float:
        sums = rows @ weights
        return float(np.logaddexp(0, sums).sum() - sums[labels].sum() + _RIDGE / 2 * weights @ weights)

    weights = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        probabilities = probabilities_of(rows @ weights)
        gradient = rows.T @ (labels - probabilities) - _RIDGE * weights
        curvature = (rows * (probabilities * (1 - probabilities))[:, None]).T @ rows + _RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        before = loss(weights)
        while loss(weights + step) > before and np.abs(step).max() > _SMALLEST_STEP:
            step /= 2
        weights = weights + step
        if np.abs(step).max() < _SMALLEST_STEP:
            break
    return float(weights[0]), float(weights[1])
