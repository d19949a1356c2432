"""Model families: what is fixed and what is tuned, as a table of TOML describes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from tweetctx.errors import ScorerError
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.grids import (
    DEFAULT_GRIDS,
    PRIOR_WEIGHT,
    Parameter,
    Values,
    default_grid,
    parameters_of,
)
from tweetctx.presets import parse_preset
from tweetctx.scoring import PRESETS
from tweetctx.specs import Choice

CLASS_MODEL = "class"
LINKING_PRESET = "default"  # has parameters, unlike the other presets
GRID = "grid"  # asks for the default grid of a parameter that is not tuned otherwise


@dataclass(frozen=True, slots=True)
class ModelFamily:
    """A line of the tables: a model with what is fixed and what is tuned.

    label: `2s-i(context=window, prior=importance)`. fixed: values by parameter. grid: values to choose from by
    parameter, in the order in which they are searched; empty for a spec, which `model` then is. start: where a search
    of one parameter after the other begins. ablation: values that replace those chosen when the family is measured.
    held_out: whether the topics of a fold are measured with what is best on the others; otherwise with what is best
    on all.
    """

    label: str
    model: str
    fixed: Mapping[str, str | float] = field(default_factory=dict)
    grid: Mapping[str, Values] = field(default_factory=dict)
    start: Mapping[str, float] = field(default_factory=dict)
    ablation: Mapping[str, float] = field(default_factory=dict)
    held_out: bool = True

    def spec(self, values: Mapping[str, float]) -> str:
        """Returns the canonical spec with these values of the parameters tuned; ScorerError where they do not fit."""
        given = {**self.fixed, **values}
        return str(parse_preset(f"{self.model}({written(given)})" if given else self.model))

    @property
    def name(self) -> str:
        """The model without parameters."""
        return self.model.partition("(")[0]

    def option(self, name: str, default: str) -> str:
        """Returns a fixed word such as the prior, or its default."""
        return str(self.fixed.get(name, default))


def written(values: Mapping[str, str | float]) -> str:
    """Writes parameters as a spec has them."""
    return ", ".join(f"{name}={number(value)}" for name, value in values.items())


def number(value: str | float) -> str:
    """Writes a value as a spec has it: 100 for 100.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def spec_family(spec: str) -> ModelFamily:
    """Returns a spec or a preset as a family with nothing to tune; ScorerError if it is none."""
    canonical = str(parse_preset(spec))
    return ModelFamily(spec if spec in PRESETS else canonical, canonical)


def expand(table: Mapping[str, Any], grids: Mapping[str, Values], place: str) -> Iterator[ModelFamily]:
    """Yields the families that a table of TOML describes.

    `spec`: a spec or a list of them, taken as they are. `model`: a model's name; then words in lists give a line of
    the tables each, numbers in lists are tuned over, a number is fixed, and "grid" tunes over the default grid.
    Parameters of the model that are not named are tuned where there is a default grid (options are not, except the
    weight of a prior). grids: values that stand for the default grids. ExperimentError begins with the place.
    """
    if ("spec" in table) == ("model" in table):
        raise ExperimentError(f"{place}: found {', '.join(table) or 'nothing'}, expected one of model and spec")
    if "spec" in table:
        yield from _specs(table, place)
        return
    model = table["model"]
    known = _known(model, place)
    for name in table:
        if name != "model" and name not in known:
            raise ExperimentError(f"{place}.{name}: found a parameter that {model} does not have, expected one of "
                                  f"{', '.join(known)}")  # fmt: skip
    words = {
        name: _words(table[name], known[name], f"{place}.{name}")
        for name in table
        if name in known and isinstance(known[name].domain, Choice)
    }
    for chosen in product(*words.values()):
        yield _family(model, dict(zip(words, chosen, strict=True)), table, known, grids, place)


def _specs(table: Mapping[str, Any], place: str) -> Iterator[ModelFamily]:
    if len(table) > 1:
        raise ExperimentError(f"{place}: found {', '.join(table)}, expected spec alone; it has its parameters in it")
    for spec in table["spec"] if isinstance(table["spec"], list) else [table["spec"]]:
        try:
            yield spec_family(str(spec))
        except ScorerError as error:
            raise ExperimentError(f"{place}.spec: {error}") from None


def _known(model: Any, place: str) -> dict[str, Parameter]:
    try:
        if not isinstance(model, str) or "(" in model or (model in PRESETS and model != LINKING_PRESET):
            raise ScorerError(f"found {model!r}, expected a model's name (whole specs and presets go under spec)")
        return parameters_of(model)
    except ScorerError as error:
        raise ExperimentError(f"{place}.model: {error}") from None


def _words(value: Any, parameter: Parameter, place: str) -> list[str]:
    words = value if isinstance(value, list) else [value]
    _check_values(words, parameter, place)
    return words


def _family(
    model: str,
    words: dict[str, str],
    table: Mapping[str, Any],
    known: Mapping[str, Parameter],
    grids: Mapping[str, Values],
    place: str,
) -> ModelFamily:
    fixed: dict[str, str | float] = {}
    grid: dict[str, Values] = {}
    has_prior = words.get("prior", "uniform") != "uniform"
    for name, parameter in known.items():
        if isinstance(parameter.domain, Choice) or (name == PRIOR_WEIGHT and not has_prior):
            continue
        value = table.get(name, None if _is_option(name, parameter) else GRID)
        if value == GRID:
            value = _grid_of(model, name, grids, f"{place}.{name}" if name in table else None)
        if value is None:
            continue
        _check_values([*value] if isinstance(value, list | tuple) else [value], parameter, f"{place}.{name}")
        if isinstance(value, list | tuple):
            grid[name] = tuple(value)
        else:
            fixed[name] = value
    shown = [f"{name}={word}" for name, word in words.items() if word != known[name].default]
    shown += [f"{name}={number(value)}" for name, value in fixed.items()]
    shown += [f"{name}=tuned" for name in grid if _is_option(name, known[name])]
    start = {name: known[name].default for name in grid}
    return ModelFamily(f"{model}({', '.join(shown)})" if shown else model, model, {**words, **fixed}, grid, start)


def _is_option(name: str, parameter: Parameter) -> bool:
    """Whether a parameter is left alone unless a file names it."""
    return parameter.option and name != PRIOR_WEIGHT


def _grid_of(model: str, name: str, grids: Mapping[str, Values], place: str | None) -> Values | None:
    """Returns the grid of a parameter; None if there is none, which is an error of the place that asks for one."""
    values = grids.get(name) or default_grid(model, name)
    if values is None and place:
        names = ", ".join(DEFAULT_GRIDS)
        raise ExperimentError(f"{place}: found {GRID!r}, expected values; {names} have a default grid")
    return values


def _check_values(values: list[Any], parameter: Parameter, place: str) -> None:
    for value in values:
        if value not in parameter.domain:
            raise ExperimentError(f"{place}: found {value!r}, expected {parameter.domain}")
    if not values or len(set(values)) < len(values):
        raise ExperimentError(f"{place}: found {values!r}, expected different values, at least one")
