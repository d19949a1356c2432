"""The search for the best values of a model family's parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from tweetctx.evaluation.experiments.families import ModelFamily
from tweetctx.evaluation.experiments.grids import Values

Point = Mapping[str, float]
# The objective at a point, larger is better; None if its values do not go together, as weights that exceed 1 in sum.
Objective = Callable[[Point], float | None]

_SAME = 1e-12  # values that differ by less differ by rounding
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Best:
    """The best point and its value."""

    point: Point
    value: float


def search(family: ModelFamily, objective: Objective, exhaustive: int) -> Best:
    """Returns the best point of a family's grid; of equals the first, in the order of the grid.

    All combinations are tried, unless there are more than `exhaustive`: then coordinate ascent tries one parameter
    after the other, in their order and from the family's start on, until a round changes nothing.
    """
    blocks = blocks_of(family, exhaustive)
    if len(blocks) < 2:
        return _best(family.grid, {}, objective)
    best = Best(family.start, -math.inf)
    for _ in range(_ROUNDS):
        before = best.point
        for block in blocks:
            best = _best({name: family.grid[name] for name in block}, best.point, objective)
        if best.point == before:
            break
    return best


def blocks_of(family: ModelFamily, exhaustive: int) -> list[tuple[str, ...]]:
    """Returns the parameters that are chosen together, in the order in which they are chosen."""
    names = tuple(family.grid)
    if math.prod(map(len, family.grid.values())) <= exhaustive:
        return [names] if names else []
    return [(name,) for name in names]


def how_searched(family: ModelFamily, exhaustive: int) -> str:
    """Says how a family's parameters are chosen."""
    blocks = blocks_of(family, exhaustive)
    if not blocks:
        return "nothing to tune"
    return "all combinations" if len(blocks) == 1 else "one parameter after the other"


def points(grid: Mapping[str, Values]) -> Iterator[dict[str, float]]:
    """Yields all combinations; the last parameter changes fastest."""
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _best(grid: Mapping[str, Values], rest: Point, objective: Objective) -> Best:
    best = Best(rest, -math.inf)
    for values in points(grid):
        point = {**rest, **values}
        value = objective(point)
        if value is not None and value > best.value + _SAME:
            best = Best(point, value)
    return best
