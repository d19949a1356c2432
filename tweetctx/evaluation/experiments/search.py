"""Splits topics into folds, and searches for the best values of a family's parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from tweetctx.arrays.types import Bools, Ints
from tweetctx.evaluation.experiments.families import ModelFamily, Values

Point = Mapping[str, float]
# The objective at a point, larger is better; None for values that are not allowed together: weights above 1 in sum.
Objective = Callable[[Point], float | None]

_SAME = 1e-12  # values that differ by less are equal
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Split:
    """How topics are split.

    folds: the number of folds, each measured with the values that are best on the others; 0 if other topics are held
    out. seed: of the order in which topics are dealt to folds; None for the given order. grouped: whether topics that
    share a label, directly or through others, stay in one fold.
    """

    folds: int = 0
    seed: int | None = None
    grouped: bool = False

    def fold_of(self, labels: Sequence[Iterable[str]]) -> Ints:
        """Returns the fold of each topic, from 0, given its labels; shape (topics,).

        Topics are dealt out in turn. Groups are dealt out largest first, each to the fold with the fewest topics.
        """
        topics = np.arange(len(labels))
        order = topics if self.seed is None else np.random.default_rng(self.seed).permutation(topics)
        fold = np.zeros(len(labels), np.int64)
        if not self.grouped or not self.folds:
            fold[order] = topics % max(self.folds, 1)
            return fold
        sizes = np.zeros(self.folds, np.int64)
        for members in sorted(_groups(order.tolist(), labels), key=len, reverse=True):
            chosen = int(sizes.argmin())
            fold[members] = chosen
            sizes[chosen] += len(members)
        return fold

    def tuning_sets(self, fold: Ints) -> dict[str, Bools]:
        """Returns by name which topics to tune on: all of them, and with folds, those outside each fold."""
        everything = {"all": np.ones(len(fold), bool)}
        return everything | {f"without fold {held_out + 1}": fold != held_out for held_out in range(self.folds)}


def count_shared(labels: Sequence[Sequence[Iterable[str]]], split: Split) -> tuple[int, int]:
    """Returns how many topics have a label of topics on which their parameters were chosen, and of how many.

    labels: of each topic, for the set tuned on and for each that is held out.
    """
    tuned, *held_out = labels
    if not split.folds:
        known = {label for topic in tuned for label in topic}
        measured = [topic for topics in held_out for topic in topics]
        return sum(not known.isdisjoint(topic) for topic in measured), len(measured)
    fold = split.fold_of(tuned).tolist()
    folds: dict[str, set[int]] = {}
    for topic, part in zip(tuned, fold, strict=True):
        for label in topic:
            folds.setdefault(label, set()).add(part)
    return sum(any(len(folds[label]) > 1 for label in topic) for topic in tuned), len(tuned)


def _groups(order: Sequence[int], labels: Sequence[Iterable[str]]) -> list[list[int]]:
    """Returns the connected components of topics that share labels, in the order of their last topics."""
    group_of: dict[str, list[int]] = {}
    groups: dict[int, list[int]] = {}
    for topic in order:
        merged = [topic]
        for group in {id(group_of[label]): group_of[label] for label in labels[topic] if label in group_of}.values():
            merged += group
            del groups[id(group)]
        groups[id(merged)] = merged
        for member in merged:
            group_of.update(dict.fromkeys(labels[member], merged))
    return list(groups.values())


class Best(NamedTuple):
    """The best point and its value."""

    point: Point
    value: float


def search(family: ModelFamily, objective: Objective, exhaustive: int) -> Best:
    """Returns the best point of a family's grid; of equals the first, in the order of the grid.

    All combinations are tried, unless there are more than `exhaustive`: then coordinate ascent tries one parameter
    after the other, in their order and from the family's start on, until a round changes nothing.
    """
    if tries_all(family, exhaustive):
        return _best(family.grid, {}, objective)
    best = Best(family.start, -math.inf)
    for _ in range(_ROUNDS):
        before = best.point
        for name, values in family.grid.items():
            best = _best({name: values}, best.point, objective)
        if best.point == before:
            break
    return best


def tries_all(family: ModelFamily, exhaustive: int) -> bool:
    """Whether all combinations of a family's values are tried."""
    return len(family.grid) < 2 or math.prod(map(len, family.grid.values())) <= exhaustive


def how_searched(family: ModelFamily, exhaustive: int) -> str:
    """Says how a family's parameters are chosen."""
    if not family.grid:
        return "nothing to tune"
    return "all combinations" if tries_all(family, exhaustive) else "one parameter after the other"


def _best(grid: Mapping[str, Values], rest: Point, objective: Objective) -> Best:
    best = Best(rest, -math.inf)
    for values in product(*grid.values()):  # the last parameter changes fastest
        point = {**rest, **dict(zip(grid, values, strict=True))}
        value = objective(point)
        if value is not None and value > best.value + _SAME:
            best = Best(point, value)
    return best
