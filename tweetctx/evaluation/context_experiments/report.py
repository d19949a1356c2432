"""What an experiment on contexts found, as tables, as TOML and as a picture."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from tweetctx.evaluation.context_experiments.findings import ON_ALL, TUNED, ContextExperimentReport
from tweetctx.evaluation.context_experiments.laboratory import MEASURES
from tweetctx.evaluation.drawing import clean, new_figure
from tweetctx.evaluation.experiments.outcomes import Folder
from tweetctx.evaluation.experiments.templates import number
from tweetctx.evaluation.significance import CONFIDENCE, RESAMPLES, Difference, compare
from tweetctx.ragged import Floats

_COLUMNS = 4  # of panels
_HEADS = {"unigram": "unigram", "bigram": "bigram", "skip": "skip", "entity_recall": "entity share"}


def write_report(report: ContextExperimentReport, folder: Folder) -> None:
    """Writes tables, the spec that won, and a picture of how much each parameter matters."""
    folder.write("results.md", results_markdown(report))
    folder.write("results.csv", _csv(_result_rows(report)))
    folder.write("folds.csv", _csv(_fold_rows(report)))
    folder.write("sensitivity.csv", _csv(_sensitivity_rows(report)))
    folder.write("by-tweet.csv", _csv(_tweet_rows(report)))
    folder.write("tuned.toml", tuned_toml(report))
    _draw_sensitivity(report, folder)


def results_markdown(report: ContextExperimentReport) -> str:
    """A table of all models, what was taken out, and what each fold chose."""
    experiment = report.experiment
    method = (
        f"{len(report.topics)} tweets in {experiment.folds} folds (seed {experiment.seed}), contexts of "
        f"{experiment.limit} {experiment.unit}. The tweets of a fold are measured with the parameters that are best on "
        f"the others by `{_criterion(report)}`; {report.tried} specs were tried. Parts are taken out of what each fold "
        f"chose, without choosing again. Intervals of {CONFIDENCE:.0%} are of {RESAMPLES:,} bootstrap samples of the "
        "tweets; differences are to the held-out model, in bold where the interval has no 0."
    )
    folds = [*_fold_rows(report)]
    return "\n\n".join(
        [
            f"# {experiment.name}",
            method,
            _markdown([["model", *_HEADS.values(), "difference of what was tuned by"], *_mean_rows(report)]),
            f"The spec that is best on all tweets: `{report.spec}`",
            _markdown([[*map(str, row)] for row in folds]) + "\n",
        ]
    )


def _criterion(report: ContextExperimentReport) -> str:
    return f"{number(report.experiment.weight)} · entity share − unigram dissimilarity"


def _mean_rows(report: ContextExperimentReport) -> Iterator[list[str]]:
    for model, values in report.values.items():
        cells = [_interval(compare(column, np.zeros_like(column))) for column in values.T]
        difference = compare(report.worth[model], report.worth[TUNED])
        apart = difference.low > 0 or difference.high < 0
        shown = "" if model == TUNED else f"{difference.mean:+.3f} ({difference.low:+.3f} to {difference.high:+.3f})"
        yield [
            f"`{model}`" if model in report.experiment.baselines else model,
            *cells,
            f"**{shown}**" if apart else shown,
        ]


def _interval(found: Difference) -> str:
    return f"{found.mean:.3f} ({found.low:.3f} to {found.high:.3f})"


def _result_rows(report: ContextExperimentReport) -> Iterator[Sequence[object]]:
    """A row for each model and measure, and for what was tuned by."""
    yield ["model", "measure", "mean", "low", "high", "difference", "difference low", "difference high"]
    for model in report.values:
        columns = {measure: (report.values[model][:, m], report.values[TUNED][:, m]) for m, measure in _measures()}
        columns["criterion"] = report.worth[model], report.worth[TUNED]
        for measure, (values, tuned) in columns.items():
            own, difference = compare(values, np.zeros_like(values)), compare(values, tuned)
            yield [model, measure, *(repr(v) for d in (own, difference) for v in (d.mean, d.low, d.high))]


def _measures() -> list[tuple[int, str]]:
    return [*enumerate(MEASURES)]


def _fold_rows(report: ContextExperimentReport) -> Iterator[Sequence[object]]:
    """A row for each parameter: the values to choose from, and what was chosen on all tweets and for each fold."""
    parts = [report.on_all, *report.chosen]
    yield ["parameter", "values", "all", *(f"fold {n}" for n in range(1, len(parts)))]
    for name, values in report.experiment.template.grid.items():
        yield [name, " ".join(map(number, values)), *(number(best.point[name]) for best in parts)]
    yield ["criterion where chosen", "", *(f"{best.worth:.4f}" for best in parts)]
    held = [float(report.worth[TUNED][report.fold == n].mean()) for n in range(len(report.chosen))]
    yield ["criterion held out", "", "", *(f"{value:.4f}" for value in held)]


def _sensitivity_rows(report: ContextExperimentReport) -> Iterator[Sequence[object]]:
    yield ["parameter", "value", "criterion"]
    yield from ([reading.parameter, number(reading.value), repr(reading.measure)] for reading in report.readings)


def _tweet_rows(report: ContextExperimentReport) -> Iterator[Sequence[object]]:
    yield ["tweet", "fold", "model", *MEASURES]
    for tweet, (topic, fold) in enumerate(zip(report.topics, report.fold.tolist(), strict=True)):
        for model, values in report.values.items():
            yield [topic, fold + 1, model, *map(repr, values[tweet].tolist())]


def tuned_toml(report: ContextExperimentReport) -> str:
    """The spec that is best on all tweets, with where it comes from."""
    experiment = report.experiment
    measured = {measure: _exact(report.values[TUNED][:, m]) for m, measure in _measures()}
    seen = {measure: _exact(report.values[ON_ALL][:, m]) for m, measure in _measures()}
    lines = [
        f"[{json.dumps(experiment.name)}]",
        f"spec = {json.dumps(report.spec)}",
        f"tuned_on = {json.dumps(experiment.tweets.name.partition('.')[0])}",
        f"tuned_by = {json.dumps(_criterion(report), ensure_ascii=False)}",
        f"value = {report.on_all.worth!r}",
        f"measured = {_inline(measured)} # {experiment.folds} folds, held out",
        f"on_all = {_inline(seen)} # not held out",
        f"tried = {report.tried}",
    ]
    grid = {name: f"[{', '.join(map(number, values))}]" for name, values in experiment.template.grid.items()}
    return "\n".join([*lines, f"grid = {_inline(grid)}"]) + "\n"


def _exact(values: Floats) -> str:
    return repr(float(values.mean()))


def _inline(values: dict[str, str]) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in values.items()) + " }"


def _draw_sensitivity(report: ContextExperimentReport, folder: Folder) -> None:
    """A panel for each parameter: what the spec that is best on all tweets is worth with its other values."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for reading in report.readings:
        curves.setdefault(reading.parameter, []).append((reading.value, reading.measure))
    rows = math.ceil(len(curves) / _COLUMNS)
    figure = new_figure(3.0 * _COLUMNS, 2.3 * rows + 0.5)
    panels = figure.subplots(rows, _COLUMNS, squeeze=False, sharey=True)
    for panel in panels.flat[len(curves) :]:
        panel.set_visible(False)
    for panel, (name, curve) in zip(panels.flat, curves.items(), strict=False):
        panel.plot(*zip(*sorted(curve), strict=True), marker="o", markersize=4)
        panel.axvline(report.on_all.point[name], color="black", linewidth=0.8, linestyle=":")
        panel.set_xlabel(name)
        clean(panel)
    figure.suptitle(_criterion(report), fontsize=11)
    folder.draw(figure, "sensitivity")


def _markdown(rows: Iterable[Sequence[str]]) -> str:
    head, *rest = rows
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rest]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
