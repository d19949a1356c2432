"""The values that parameters are tuned over, and how a model's parameters are found."""

from __future__ import annotations

import dataclasses
from typing import Any

from tweetctx.linking.linker import NoLinks
from tweetctx.presets import parse_preset
from tweetctx.specs import Domain, Parameters, domains

Values = tuple[float, ...]


def _steps(first: int, last: int) -> Values:
    """Tenths from `first` to `last`, so that 0.3 is 0.3."""
    return tuple(step / 10 for step in range(first, last + 1))


# Those of Fernández, Losada and Azzopardi (2011). They weighed priors by 1; what lies below is for priors that are
# sums over all terms of a sentence and so outweigh a short query.
DEFAULT_GRIDS: dict[str, Values] = {
    "lam": _steps(1, 9),
    "gam": _steps(1, 9),
    "eta": _steps(1, 9),
    "mu": (1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000),
    "k1": _steps(10, 20),
    "b": _steps(0, 10),
    "b_context": _steps(0, 10),
    "k3": (0,),
    "alpha": _steps(0, 10),
    "prior_weight": (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
}

# Three weights in steps of a tenth would be 84 combinations; these are 17, the finest where weights are small.
_COARSE: Values = (0.1, 0.2, 0.4, 0.6)
MODEL_GRIDS: dict[str, dict[str, Values]] = {"4mm": {"lam": _COARSE, "gam": _COARSE, "eta": _COARSE}}

# An option that is tuned all the same, where there is a prior.
PRIOR_WEIGHT = "prior_weight"


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a model: what it may be, its default, and whether it is an option, which specs leave out."""

    domain: Domain
    default: Any
    option: bool


def parameters_of(model: str) -> dict[str, Parameter]:
    """The parameters of a model by name; ScorerError if there is no such model."""
    preset: Any = parse_preset(model)
    linking = [] if preset.linker == NoLinks() else [preset.linker, preset.policy]
    found: dict[str, Parameter] = {}
    for part in [*_parts(preset.scorer), *linking]:
        fields = {field.name: field for field in dataclasses.fields(part)}
        for name, domain in domains(type(part)).items():
            found[name] = Parameter(domain, getattr(part, name), fields[name].metadata["option"])
    return found


def _parts(scorer: Any) -> list[Any]:
    """A scorer's parts that have parameters of their own, and the scorer."""
    values = (getattr(scorer, field.name) for field in dataclasses.fields(scorer))
    return [*(value for value in values if isinstance(value, Parameters)), scorer]


def default_grid(model: str, name: str) -> Values | None:
    """The values that a parameter of a model is tuned over where a file says nothing of it; None for no tuning."""
    return MODEL_GRIDS.get(model, {}).get(name, DEFAULT_GRIDS.get(name))
