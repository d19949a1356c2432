"""How much a measure depends on each parameter, as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tweetctx.evaluation.drawing import clean, new_figure, style
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.grids import PRIOR_WEIGHT
from tweetctx.evaluation.experiments.outcomes import Folder, Outcome
from tweetctx.evaluation.experiments.templates import Template
from tweetctx.evaluation.libraries import load

Curve = list[tuple[float, float]]

_LOGARITHMIC = ("mu", PRIOR_WEIGHT)
_COLUMNS = 4
_LEAST = 0.05  # that a panel shows, so that what hardly matters looks so
_SYMBOLS = {"lam": "λ (lam)", "gam": "γ (gam)", "eta": "η (eta)", "mu": "μ (mu)", "alpha": "α (alpha)", "k1": "$k_1$"}


def draw_sensitivity(experiment: Experiment, outcomes: Sequence[Outcome], folder: Folder) -> None:
    """A panel for each parameter, a curve for each model: the best with each value, on all that was tuned on.

    The models are those with uniform term weights and, but for the weight of a prior, without a prior.
    """
    panels = panels_of(experiment.templates, outcomes)
    if not panels:
        return
    labels = [*dict.fromkeys(label for curves in panels.values() for label in curves)]
    rows = math.ceil(len(panels) / _COLUMNS)
    columns = min(_COLUMNS, len(panels))
    legend = 0.2 * math.ceil(len(labels) / _COLUMNS)
    figure = new_figure(3.4 * columns + 0.4, 2.9 * rows + legend + 0.5)
    grid = figure.subplots(rows, columns, squeeze=False)
    for panel in grid.flat[len(panels) :]:
        panel.set_visible(False)
    for panel, (name, curves) in zip(grid.flat, panels.items(), strict=False):
        _draw_panel(panel, name, curves, labels, experiment.tune_by)
    figure.suptitle(
        f"{experiment.tune.name}: the best {experiment.tune_by} with each value of a parameter", fontsize=11
    )
    figure.legend(
        handles=[_handle(number, label) for number, label in enumerate(labels)],
        loc="outside lower center",
        ncols=columns,
        frameon=False,
        fontsize=8,
        handlelength=3.5,
    )
    folder.draw(figure, "sensitivity")


def panels_of(templates: Sequence[Template], outcomes: Sequence[Outcome]) -> dict[str, dict[str, Curve]]:
    """The curves of each panel by model."""
    panels: dict[str, dict[str, Curve]] = {}
    for template, outcome in zip(templates, outcomes, strict=True):
        prior = template.option("prior", "uniform")
        if template.option("terms", "uniform") != "uniform":
            continue
        for reading in outcome.readings:
            if (reading.parameter == PRIOR_WEIGHT) == (prior != "uniform"):
                name = reading.parameter if prior == "uniform" else f"{PRIOR_WEIGHT}, {prior}"
                curve = panels.setdefault(name, {}).setdefault(_label(template), [])
                curve.append((reading.value, reading.measure))
    return panels


def _label(template: Template) -> str:
    shown = [str(value) for name, value in template.fixed.items() if name in ("context", "idf") and value != "sentence"]
    return ", ".join([template.model, *shown])


def _draw_panel(panel: Any, name: str, curves: dict[str, Curve], labels: Sequence[str], measure: str) -> None:
    for label, curve in curves.items():
        x, y = zip(*sorted(curve), strict=True)
        panel.plot(x, y, **style(labels.index(label)))
    low, high = panel.get_ylim()
    if high - low < _LEAST:
        panel.set_ylim((low + high - _LEAST) / 2, (low + high + _LEAST) / 2)
    parameter = name.partition(",")[0]
    if parameter in _LOGARITHMIC:
        panel.set_xscale("log")
    panel.set_xlabel(f"weight of the {name.partition(', ')[2]} prior" if "," in name else _SYMBOLS.get(name, name))
    panel.set_ylabel(measure)
    clean(panel)


def _handle(number: int, label: str) -> Any:
    return load("matplotlib.lines").Line2D([], [], label=label, **style(number))
