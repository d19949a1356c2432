"""The specs that won, each with where it comes from, as TOML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.outcomes import Outcome
from tweetctx.evaluation.experiments.templates import Template, number

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def tuned_toml(experiment: Experiment, outcomes: Sequence[Outcome]) -> str:
    """A table for each model, named `<experiment>-<model>`: the variant that is best on all that was tuned on.

    The variants are those of context, prior and term weights. The best of all models is `<experiment>-best`.
    """
    winners = _winners(experiment, outcomes)
    best = max(winners.values(), key=lambda outcome: outcome.tuned[0].value)
    templates = {template.label: template for template in experiment.templates}
    tables = [
        "\n".join(_table(f"{experiment.name}-{name}", outcome, templates[outcome.label], experiment))
        for name, outcome in [*winners.items(), ("best", best)]
    ]
    return "\n\n".join(tables) + "\n"


def _winners(experiment: Experiment, outcomes: Sequence[Outcome]) -> dict[str, Outcome]:
    """The best variant of each model that was tuned; of equals the first."""
    found: dict[str, Outcome] = {}
    for template, outcome in zip(experiment.templates, outcomes, strict=True):
        name = template.model.partition("(")[0]
        if name not in found or outcome.tuned[0].value > found[name].tuned[0].value:
            found[name] = outcome
    return found


def _table(name: str, outcome: Outcome, template: Template, experiment: Experiment) -> Iterator[str]:
    how = f"{experiment.folds} folds, mean of the held-out parts" if experiment.folds else "held out"
    yield f"[{name if _BARE.fullmatch(name) else _text(name)}]"
    yield f"spec = {_text(outcome.spec_on_all())}"
    yield f"tuned_on = {_text(experiment.tune.name)}"
    yield f"analyzer = {_text(experiment.analyzer)}"
    yield f"tuned_by = {_text(experiment.tune_by)}"
    yield f"value = {outcome.tuned[0].value!r}"
    yield f"measured = {_inline({c: repr(means[experiment.tune_by]) for c, means in outcome.means.items()})} # {how}"
    yield f"search = {_text(outcome.search)}"
    grid = {key: "[" + ", ".join(map(number, values)) + "]" for key, values in template.grid.items()}
    yield f"grid = {_inline(grid)}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _inline(values: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_text(key)} = {value}" for key, value in values.items()) + " }" if values else "{}"
