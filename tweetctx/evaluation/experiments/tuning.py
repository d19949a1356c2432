"""The search for the best values of a model's parameters."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from tweetctx.evaluation.experiments.grids import Values, parameters_of
from tweetctx.evaluation.experiments.templates import Template

Point = Mapping[str, float]
# What a point is worth; None if its values do not go together, as weights that add to more than 1.
Worth = Callable[[Point], float | None]

_SAME = 1e-12  # values that differ by less differ by rounding
_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Best:
    """The best point and what it is worth."""

    point: Point
    worth: float


def search(template: Template, worth: Worth, exhaustive: int, start: Point | None = None) -> Best:
    """The best point of a template's grid; of equals the first, in the order of the grid.

    All combinations are tried, unless there are more than `exhaustive`: then the parameters are chosen one by one,
    in their order and from `start` on, by default the model's defaults, again and again until nothing changes.
    """
    blocks = blocks_of(template, exhaustive)
    if len(blocks) < 2:
        return _best(template.grid, {}, worth)
    known = parameters_of(template.model)
    best = Best(start or {name: known[name].default for name in template.grid}, -math.inf)
    for _ in range(_ROUNDS):
        before = best.point
        for block in blocks:
            best = _best({name: template.grid[name] for name in block}, best.point, worth)
        if best.point == before:
            break
    return best


def blocks_of(template: Template, exhaustive: int) -> list[tuple[str, ...]]:
    """The parameters that are chosen together, in the order in which they are chosen."""
    names = tuple(template.grid)
    if math.prod(map(len, template.grid.values())) <= exhaustive:
        return [names] if names else []
    return [(name,) for name in names]


def how_searched(template: Template, exhaustive: int) -> str:
    """How a model's parameters are chosen, in words."""
    blocks = blocks_of(template, exhaustive)
    if not blocks:
        return "nothing to tune"
    return "all combinations" if len(blocks) == 1 else "one parameter after the other"


def points(grid: Mapping[str, Values]) -> Iterator[dict[str, float]]:
    """All combinations; the last parameter changes fastest."""
    for values in product(*grid.values()):
        yield dict(zip(grid, values, strict=True))


def _best(grid: Mapping[str, Values], rest: Point, worth: Worth) -> Best:
    best = Best(rest, -math.inf)
    for values in points(grid):
        point = {**rest, **values}
        value = worth(point)
        if value is not None and value > best.worth + _SAME:
            best = Best(point, value)
    return best
