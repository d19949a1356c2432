"""What an experiment found, as pictures: the figures 1 to 5 of Fernández, Losada and Azzopardi (2011), and more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tweetctx.evaluation.drawing import COLOURS, clean, new_figure
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.grids import PRIOR_WEIGHT
from tweetctx.evaluation.experiments.length_figure import draw_length_corrections
from tweetctx.evaluation.experiments.outcomes import Folder, Outcome
from tweetctx.evaluation.experiments.sensitivity_figure import draw_sensitivity
from tweetctx.evaluation.experiments.templates import Template
from tweetctx.evaluation.libraries import load

Bars = dict[str, dict[str, float]]  # by group and by bar in it

_ROW, _GROUP, _AROUND = 0.17, 0.16, 1.25  # inches: a bar, the space between groups, what is around
_WIDTH = 7.5


def draw_figures(experiment: Experiment, outcomes: Sequence[Outcome], folder: Folder) -> None:
    """Draws what there is to draw: figures that would have nothing to compare are left out."""
    draw_length_corrections(experiment.length_figure, folder)
    draw_sensitivity(experiment, outcomes, folder)
    for collection in outcomes[0].means:
        values = {o.label: o.means[collection][experiment.tune_by] for o in outcomes}
        for option, what in (("prior", "priors"), ("terms", "term weights")):
            bars = bars_of(experiment.templates, values, option)
            if bars:
                title = f"{collection}: models with different {what}"
                name = f"{option}-{collection}"
                _draw_bars(bars, experiment.tune_by, title, folder, name)
        pairs = _length_pairs(experiment.templates, values)
        if pairs:
            _draw_pairs(pairs, experiment.tune_by, collection, folder)


def bars_of(templates: Sequence[Template], values: Mapping[str, float], option: str) -> Bars:
    """For each model the value with each word of an option, where there are several; other options at their default.

    Models of which the option is varied appear in the order of the file; bars as well.
    """
    other = "terms" if option == "prior" else "prior"
    bars: Bars = {}
    for template in templates:
        if template.option(other, "uniform") == "uniform" and template.grid.keys() | template.fixed.keys():
            group = bars.setdefault(_base(template), {})
            group[_bar(template, option)] = values[template.label]
    return {name: group for name, group in bars.items() if len(group) > 1}


def _base(template: Template) -> str:
    """A model with its context, without prior and term weights."""
    context = f", {template.fixed['context']}" if "context" in template.fixed else ""
    return f"{template.model}{context}"


def _bar(template: Template, option: str) -> str:
    word = template.option(option, "uniform")
    if option == "terms":
        return "w(t) = 1" if word == "uniform" else f"w(t) = {word}"
    if word == "uniform":
        return "no prior"
    weight = template.fixed.get(PRIOR_WEIGHT)
    return f"{word} prior, weight {'tuned' if weight is None else weight}"


def _draw_bars(bars: Bars, measure: str, title: str, folder: Folder, name: str) -> None:
    names = _in_order([bar for group in bars.values() for bar in group])
    height = sum(_ROW * len(group) + _GROUP for group in bars.values()) + _AROUND
    figure = new_figure(_WIDTH, height)
    panel = figure.subplots()
    place, ticks = 0.0, []
    for group in bars.values():
        ticks.append(place + (len(group) - 1) * _ROW / 2)
        for bar in (name for name in names if name in group):
            colour = COLOURS[names.index(bar) % len(COLOURS)]
            panel.barh(place, group[bar], height=_ROW * 0.92, color=colour)
            panel.annotate(f"{group[bar]:.4f}", (group[bar], place), (3, 0), textcoords="offset points",
                           va="center", fontsize=6.5)  # fmt: skip
            place += _ROW
        place += _GROUP
    panel.set_yticks(ticks, [*bars])
    panel.set_ylim(place - _GROUP, -_ROW)
    panel.set_xlim(0, 1.1 * max(value for group in bars.values() for value in group.values()))
    panel.set_xlabel(measure)
    panel.set_title(title)
    clean(panel, "x")
    handles = [_patch(COLOURS[number % len(COLOURS)], bar) for number, bar in enumerate(names)]
    figure.legend(handles=handles, loc="outside lower center", ncols=min(3, len(names)), frameon=False, fontsize=8)
    folder.draw(figure, name)


def _in_order(names: Sequence[str]) -> list[str]:
    """Each once, those of one prior together, its fixed weight before the tuned one."""
    words = [*dict.fromkeys(name.partition(",")[0] for name in names)]
    return sorted(dict.fromkeys(names), key=lambda name: (words.index(name.partition(",")[0]), name.endswith("tuned")))


def _patch(colour: str, label: str) -> Any:
    """A coloured square for a legend."""
    return load("matplotlib.patches").Patch(color=colour, label=label)


def _length_pairs(templates: Iterable[Template], values: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """For each model its value without a prior and with that of length, of weight 1 if that is there."""
    bars = bars_of([*templates], values, "prior")
    pairs = {}
    for name, group in bars.items():
        with_length = [value for bar, value in group.items() if bar.startswith("length")]
        if with_length and "no prior" in group:
            pairs[name] = (group["no prior"], group.get("length prior, weight 1", with_length[0]))
    return pairs


def _draw_pairs(pairs: Mapping[str, tuple[float, float]], measure: str, collection: str, folder: Folder) -> None:
    figure = new_figure(_WIDTH, 0.3 * len(pairs) + _AROUND)
    panel = figure.subplots()
    for row, (without, with_length) in enumerate(pairs.values()):
        panel.plot([without, with_length], [row, row], color="#999999", linewidth=1.5, zorder=1)
        panel.plot(without, row, "o", color=COLOURS[0], label="no prior" if not row else None)
        panel.plot(with_length, row, "D", color=COLOURS[5], label="length prior" if not row else None)
        text = f"{with_length - without:+.4f}".replace("-", "−")
        panel.annotate(text, (max(without, with_length), row), (9, 0), textcoords="offset points", va="center",
                       fontsize=7.5)  # fmt: skip
    low, high = (limit(value for pair in pairs.values() for value in pair) for limit in (min, max))
    panel.set_xlim(low - 0.08 * (high - low) - 0.002, high + 0.2 * (high - low) + 0.004)
    panel.set_yticks(range(len(pairs)), [*pairs])
    panel.set_ylim(len(pairs) - 0.5, -0.5)
    panel.set_xlabel(f"{measure} (the axis does not begin at 0)")
    panel.set_title(f"{collection}: the length prior against none")
    clean(panel, "x")
    figure.legend(loc="outside lower center", ncols=2, frameon=False, fontsize=8)
    folder.draw(figure, f"length-prior-{collection}")
