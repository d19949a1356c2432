"""Draws the results of an experiment: figures 1 to 5 of Fernández, Losada and Azzopardi (2011), and more."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from tweetctx.evaluation.drawing import COLOURS, clean, new_figure, style
from tweetctx.evaluation.errors import load
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.families import PRIOR_WEIGHT, ModelFamily
from tweetctx.evaluation.experiments.results import Outcome, ResultsFolder

Bars = dict[str, dict[str, float]]  # by group and by bar in it
Panels = dict[str, dict[str, list[tuple[float, float]]]]  # points by panel and by curve in it

_ROW, _GROUP, _AROUND = 0.17, 0.16, 1.25  # inches: a bar, the space between groups, the margins
_COLUMNS = 4
_LEAST = 0.05  # the least range of an axis, so that small differences look small
_LOGARITHMIC = ("mu", PRIOR_WEIGHT)
_LEGEND: dict[str, Any] = {"loc": "outside lower center", "frameon": False, "fontsize": 8}


def draw_figures(experiment: Experiment, outcomes: Sequence[Outcome], folder: ResultsFolder) -> None:
    """Draws the figures, except those without anything to compare."""
    panels = panels_of(experiment.families, outcomes)
    if panels:
        title = f"{experiment.task.names[0]}: the best {experiment.task.tune_by} with each value of a parameter"
        _draw_panels(panels, title, folder)
    for collection in outcomes[0].means:
        values = {o.label: o.means[collection][experiment.task.tune_by] for o in outcomes}
        for option, what in (("prior", "priors"), ("terms", "term weights")):
            bars = bars_of(experiment.families, values, option)
            if bars:
                title = f"{collection}: {experiment.task.tune_by} of models with different {what}"
                _draw_bars(bars, title, folder, f"{option}-{collection}")


def bars_of(families: Sequence[ModelFamily], values: Mapping[str, float], option: str) -> Bars:
    """Returns for each model the value with each word of an option, if it has several; other options at their default.

    Models of which the option is varied appear in the order of the file; bars as well.
    """
    other = "terms" if option == "prior" else "prior"
    bars: Bars = {}
    for family in families:
        if family.option(other, "uniform") == "uniform" and (family.grid or family.fixed):
            context = f", {family.fixed['context']}" if "context" in family.fixed else ""
            bars.setdefault(f"{family.model}{context}", {})[_bar(family, option)] = values[family.label]
    return {name: group for name, group in bars.items() if len(group) > 1}


def _bar(family: ModelFamily, option: str) -> str:
    word = family.option(option, "uniform")
    if option == "terms":
        return "w(t) = 1" if word == "uniform" else f"w(t) = {word}"
    weight = family.fixed.get(PRIOR_WEIGHT)
    return "no prior" if word == "uniform" else f"{word} prior, weight {'tuned' if weight is None else weight}"


def _draw_bars(bars: Bars, title: str, folder: ResultsFolder, name: str) -> None:
    labels = [*dict.fromkeys(bar for group in bars.values() for bar in group)]
    words = [*dict.fromkeys(bar.partition(",")[0] for bar in labels)]
    # Bars of one prior stand together, its fixed weight before the tuned one.
    names = sorted(labels, key=lambda bar: (words.index(bar.partition(",")[0]), bar.endswith("tuned")))
    figure = new_figure(7.5, sum(_ROW * len(group) + _GROUP for group in bars.values()) + _AROUND)
    panel = figure.subplots()
    y, ticks = 0.0, []
    for group in bars.values():
        ticks.append(y + (len(group) - 1) * _ROW / 2)
        for bar in (name for name in names if name in group):
            panel.barh(y, group[bar], height=_ROW * 0.92, color=COLOURS[names.index(bar) % len(COLOURS)])
            text = {"textcoords": "offset points", "va": "center", "fontsize": 6.5}
            panel.annotate(f"{group[bar]:.4f}", (group[bar], y), (3, 0), **text)
            y += _ROW
        y += _GROUP
    panel.set_yticks(ticks, [*bars])
    panel.set_ylim(y - _GROUP, -_ROW)
    values = [value for group in bars.values() for value in group.values()]
    panel.set_xlim(min(0.0, 1.1 * min(values)), _end(max(0.0, *values)))
    panel.set_title(title)
    clean(panel, "x")
    patch = load("matplotlib.patches").Patch
    handles = [patch(color=COLOURS[index % len(COLOURS)], label=bar) for index, bar in enumerate(names)]
    figure.legend(handles=handles, ncols=min(3, len(names)), **_LEGEND)
    folder.draw(figure, name)


def _end(largest: float) -> float:
    """The end of an axis of bars: a little beyond the longest, but not beyond 1 for measures whose most is 1."""
    return min(1.1 * largest, 1.0) if largest <= 1 else 1.1 * largest


def panels_of(families: Sequence[ModelFamily], outcomes: Sequence[Outcome]) -> Panels:
    """Returns a panel for each parameter and in it a curve for each model: the best with each value.

    The models are those with uniform term weights and, but for the weight of a prior, without a prior.
    """
    panels: Panels = {}
    for family, outcome in zip(families, outcomes, strict=True):
        prior = family.option("prior", "uniform")
        if family.option("terms", "uniform") != "uniform" or family.ablation or not family.held_out:
            continue
        shown = [str(v) for name, v in family.fixed.items() if name in ("context", "idf") and v != "sentence"]
        for reading in outcome.readings:
            if (reading.parameter == PRIOR_WEIGHT) == (prior != "uniform"):
                name = reading.parameter if prior == "uniform" else f"{PRIOR_WEIGHT}, {prior}"
                curve = panels.setdefault(name, {}).setdefault(", ".join([family.model, *shown]), [])
                curve.append((reading.setting, reading.value))
    return panels


def _draw_panels(panels: Panels, title: str, folder: ResultsFolder) -> None:
    labels = [*dict.fromkeys(label for curves in panels.values() for label in curves)]
    rows, columns = math.ceil(len(panels) / _COLUMNS), min(_COLUMNS, len(panels))
    figure = new_figure(3.4 * columns + 0.4, 2.9 * rows + 0.2 * math.ceil(len(labels) / _COLUMNS) + 0.5)
    grid = figure.subplots(rows, columns, squeeze=False)
    for panel in grid.flat[len(panels) :]:
        panel.set_visible(False)
    for panel, (name, curves) in zip(grid.flat, panels.items(), strict=False):
        for label, curve in curves.items():
            panel.plot(*zip(*sorted(curve), strict=True), **style(labels.index(label)))
        low, high = panel.get_ylim()
        if high - low < _LEAST:
            panel.set_ylim((low + high - _LEAST) / 2, (low + high + _LEAST) / 2)
        if panel.get_ylim()[1] > 1 >= max(value for curve in curves.values() for _, value in curve):
            panel.set_ylim(top=1)
        if name.partition(",")[0] in _LOGARITHMIC:
            panel.set_xscale("log")
        panel.set_xlabel(name)
        clean(panel)
    figure.suptitle(title, fontsize=11)
    line = load("matplotlib.lines").Line2D
    handles = [line([], [], label=label, **style(index)) for index, label in enumerate(labels)]
    figure.legend(handles=handles, ncols=columns, handlelength=3.5, **_LEGEND)
    folder.draw(figure, "sensitivity")
