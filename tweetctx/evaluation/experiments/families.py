"""Model families, with fixed and tuned parameters, as a table of TOML describes them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from tweetctx.errors import ScorerError
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.linking.linker import NoLinks
from tweetctx.presets import parse_preset, topics_file
from tweetctx.scoring.presets import PRESETS, preset
from tweetctx.scoring.smoothing import TopicDirichlet
from tweetctx.scoring.topics.passages import Topical
from tweetctx.specs import Choice, Domain, Parameters, as_text, domains

Values = tuple[float, ...]

CLASS_MODEL = "class"
LINKING_PRESET = "default"  # has parameters, unlike the other presets
_WITH_TOPICS = (TopicDirichlet.name, Topical.name)
GRID = "grid"  # asks for the default grid of a parameter that is not tuned otherwise
PRIOR_WEIGHT = "prior_weight"  # an option that is tuned all the same, where there is a prior


def _tenths(first: int, last: int) -> Values:
    return tuple(step / 10 for step in range(first, last + 1))


# The grids of Fernández, Losada and Azzopardi (2011), who gave priors the weight 1. Smaller weights are for priors that
# are sums over all terms of a sentence and so outweigh a short query.
DEFAULT_GRIDS: dict[str, Values] = {
    "lam": _tenths(1, 9),
    "gam": _tenths(1, 9),
    "eta": _tenths(1, 9),
    "mu": (1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000),
    "k1": _tenths(10, 20),
    "b": _tenths(0, 10),
    "b_context": _tenths(0, 10),
    "k3": (0,),
    "alpha": _tenths(0, 10),
    PRIOR_WEIGHT: (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
}

# Three weights in steps of a tenth would be 84 combinations; these are 17, the finest where weights are small.
_COARSE: Values = (0.1, 0.2, 0.4, 0.6)
MODEL_GRIDS: dict[str, dict[str, Values]] = {"4mm": {"lam": _COARSE, "gam": _COARSE, "eta": _COARSE}}


@dataclass(frozen=True, slots=True)
class ModelFamily:
    """A row of the tables: a model with its fixed and tuned parameters.

    label: `2s-i(context=window, prior=importance)`. fixed: values by parameter. grid: values to choose from by
    parameter, in the order in which they are searched; empty for a spec, which `model` then is. start: where a search
    of one parameter after the other begins, in the grid. ablation: values that replace those chosen when the family is
    measured.
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
        given = ", ".join(f"{name}={as_text(value)}" for name, value in {**self.fixed, **values}.items())
        return str(parse_preset(f"{self.model}({given})" if given else self.model))

    def points(self) -> Iterator[dict[str, float]]:
        """Yields the combinations of the grid's values that are allowed, in its order."""
        for values in product(*self.grid.values()):  # the last parameter changes fastest
            point = dict(zip(self.grid, values, strict=True))
            if self.allows(point):
                yield point

    def allows(self, values: Mapping[str, float]) -> bool:
        """Whether values of the parameters tuned, each in its range, are allowed together."""
        try:
            self.spec(values)
        except ScorerError:
            return False
        return True

    def starting_near(self, values: Mapping[str, float]) -> ModelFamily:
        """Returns the family with the allowed point of its grid that is nearest to some values as its start.

        Nearest by the places in the lists of values, summed. ExperimentError if the grid has no allowed point.
        """
        places = {
            name: choices.index(min(choices, key=lambda choice: abs(choice - values[name])))
            for name, choices in self.grid.items()
        }
        start = {name: choices[places[name]] for name, choices in self.grid.items()}
        if not self.allows(start):
            start = min(
                self.points(),
                key=lambda point: sum(abs(self.grid[name].index(point[name]) - places[name]) for name in point),
                default={},
            )
        if not start and self.grid:
            raise ExperimentError(f"{self.label}: found no values in its grid that go together")
        return replace(self, start=start)

    @property
    def name(self) -> str:
        """The model without parameters."""
        return self.model.partition("(")[0]

    def option(self, name: str, default: str) -> str:
        """Returns a fixed word such as the prior, or its default."""
        return str(self.fixed.get(name, default))


def takes_topics(family: ModelFamily) -> bool:
    """Whether a model takes the topics of the collection that the experiment gives."""
    if family.name not in _WITH_TOPICS:
        return False
    scorer: Any = parse_preset(family.spec(family.start)).scorer
    return not topics_file(scorer) and (family.name == TopicDirichlet.name or scorer.passage_model.of_collection)


def own_topics(family: ModelFamily) -> str:
    """The file of topics that a model names itself; empty without one."""
    return topics_file(parse_preset(family.spec(family.start)).scorer) if family.name in _WITH_TOPICS else ""


@dataclass(frozen=True, slots=True)
class _Parameter:
    """A parameter of a model: its domain, its default, and whether it keeps that unless a file names it."""

    domain: Domain
    default: Any
    option: bool


def expand(table: Mapping[str, Any], grids: Mapping[str, Values], location: str) -> Iterator[ModelFamily]:
    """Yields the families that a table of TOML describes.

    `spec`: a spec or a list of them, taken as they are. `model`: a model's name; then words in lists give a line of
    the tables each, numbers in lists are tuned over, a number is fixed, and "grid" tunes over the default grid.
    Parameters of the model that are not named are tuned where there is a default grid (options are not, except the
    weight of a prior). grids: values that replace the default grids. ExperimentError begins with the location.
    """
    if ("spec" in table) == ("model" in table):
        raise ExperimentError(f"{location}: found {', '.join(table) or 'nothing'}, expected one of model and spec")
    if "spec" in table:
        yield from _specs(table, location)
        return
    model = table["model"]
    known = _parameters(model, location)
    for name in table.keys() - {"model"} - known.keys():
        problem = f"found a parameter that {model} does not have, expected one of {', '.join(known)}"
        raise ExperimentError(f"{location}.{name}: {problem}")
    words, numbers = {}, {}
    for name, parameter in known.items():
        values = table.get(name, None if parameter.option else GRID)
        if values == GRID and not isinstance(parameter.domain, Choice):
            values = _grid_of(model, name, grids, f"{location}.{name}" if name in table else None)
        if values is None or (isinstance(parameter.domain, Choice) and name not in table):
            continue
        choices = [*values] if isinstance(values, list | tuple) else [values]
        _check_values(choices, parameter, f"{location}.{name}")
        if isinstance(parameter.domain, Choice):
            words[name] = choices
        else:
            numbers[name] = values
    words = {name: words[name] for name in table if name in words}  # labels and tables follow the order of the file
    for chosen in product(*words.values()):
        try:
            yield _family(model, dict(zip(words, chosen, strict=True)), numbers, known)
        except ExperimentError as error:
            raise ExperimentError(f"{location}: {error}") from None


def _specs(table: Mapping[str, Any], location: str) -> Iterator[ModelFamily]:
    if len(table) > 1:
        raise ExperimentError(
            f"{location}: found {', '.join(table)}, expected spec alone, which has the parameters in it"
        )
    for spec in table["spec"] if isinstance(table["spec"], list) else [table["spec"]]:
        try:
            canonical = str(parse_preset(str(spec)))
        except ScorerError as error:
            raise ExperimentError(f"{location}.spec: {error}") from None
        yield ModelFamily(spec if spec in PRESETS else canonical, canonical)


def _parameters(model: Any, location: str) -> dict[str, _Parameter]:
    """Returns a model's parameters by name: those of the scorer's components and, where it links, of the others."""
    try:
        if not isinstance(model, str) or "(" in model or (preset(model) and model != LINKING_PRESET):
            raise ScorerError(f"found {model!r}, expected a model's name (whole specs and presets go under spec)")
        parsed: Any = parse_preset(model)
    except ScorerError as error:
        raise ExperimentError(f"{location}.model: {error}") from None
    scorer = parsed.scorer
    smoothing = [getattr(scorer, field.name) for field in dataclasses.fields(scorer)]
    components = [*(value for value in smoothing if isinstance(value, Parameters)), scorer]
    parameters: dict[str, _Parameter] = {}
    for component in components if parsed.linker == NoLinks() else [*components, parsed.linker, parsed.policy]:
        fields = {field.name: field for field in dataclasses.fields(component)}
        for name, domain in domains(type(component)).items():
            option = fields[name].metadata["option"] and name != PRIOR_WEIGHT
            parameters[name] = _Parameter(domain, getattr(component, name), option)
    return parameters


def _family(
    model: str, words: Mapping[str, str], numbers: Mapping[str, Any], known: Mapping[str, _Parameter]
) -> ModelFamily:
    """Returns a model family. words: the choice for each option. numbers: a fixed value or a grid, by parameter."""
    if words.get("prior", "uniform") == "uniform":
        numbers = {name: value for name, value in numbers.items() if name != PRIOR_WEIGHT}
    grid = {name: tuple(value) for name, value in numbers.items() if isinstance(value, list | tuple)}
    fixed = {name: value for name, value in numbers.items() if name not in grid}
    shown = [f"{name}={word}" for name, word in words.items() if word != known[name].default]
    shown += [f"{name}={as_text(value)}" for name, value in fixed.items()]
    shown += [f"{name}=tuned" for name in grid if known[name].option]
    family = ModelFamily(f"{model}({', '.join(shown)})" if shown else model, model, {**words, **fixed}, grid)
    return family.starting_near({name: known[name].default for name in grid})


def _grid_of(model: str, name: str, grids: Mapping[str, Values], location: str | None) -> Values | None:
    """Returns the grid of a parameter; without one, None, or an error if the file asks for it at `location`."""
    values = grids.get(name) or MODEL_GRIDS.get(model, {}).get(name, DEFAULT_GRIDS.get(name))
    if values is None and location:
        names = ", ".join(DEFAULT_GRIDS)
        raise ExperimentError(f"{location}: found {GRID!r}, expected values; {names} have a default grid")
    return values


def _check_values(values: list[Any], parameter: _Parameter, location: str) -> None:
    for value in values:
        if value not in parameter.domain:
            raise ExperimentError(f"{location}: found {value!r}, expected {parameter.domain}")
    if not values or len(set(values)) < len(values):
        raise ExperimentError(f"{location}: found {values!r}, expected different values, at least one")
