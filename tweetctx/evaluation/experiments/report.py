"""What an experiment found, as tables for people and programs."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence

from tweetctx.evaluation.experiments.comparisons import ALPHA, Comparison, compare_with_baselines, read_values
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.figures import draw_figures
from tweetctx.evaluation.experiments.laboratory import Setting, labels_of
from tweetctx.evaluation.experiments.outcomes import Folder, Outcome, slug
from tweetctx.evaluation.experiments.prepared import prepare
from tweetctx.evaluation.experiments.presets import tuned_toml
from tweetctx.evaluation.experiments.survey import survey
from tweetctx.evaluation.rankings import MEASURES
from tweetctx.evaluation.trec import write_qrels
from tweetctx.ragged import Floats

SYMBOLS = "†‡§¶#*"  # for the first baselines; further ones have a number


def write_report(experiment: Experiment, outcomes: Sequence[Outcome], setting: Setting) -> None:
    """Writes tables, qrels, the specs that won, and figures."""
    folder = Folder(setting.folder)
    _write_collections(folder, setting)
    comparisons = [
        comparison
        for collection in outcomes[0].means
        for comparison in compare_with_baselines(
            collection, _values(folder, collection, outcomes), experiment.baselines
        )
    ]
    folder.write("results.csv", results_csv(experiment, outcomes, comparisons))
    folder.write("significance.csv", significance_csv(comparisons))
    folder.write("sensitivity.csv", sensitivity_csv(experiment, outcomes))
    folder.write("results.md", results_markdown(experiment, outcomes, comparisons))
    folder.write("tuned.toml", tuned_toml(experiment, outcomes))
    draw_figures(experiment, outcomes, folder)


def _write_collections(folder: Folder, setting: Setting) -> None:
    """Qrels, and what the collections are like."""
    measured = 0 if setting.folds else 1
    rows: list[list[object]] = []
    for collection, name in [*zip(setting.collections, setting.names, strict=True)][measured:]:
        prepared = prepare(collection, name, setting.analyzer)
        folder.replace(f"qrels/{name}.qrels", lambda draft, p=prepared: write_qrels(draft, labels_of(p.queries)))
        rows += [[name, what, repr(value)] for what, value in survey(prepared).items()]
    folder.write("collections.csv", _csv([["collection", "what", "mean"], *rows]))


def _values(folder: Folder, collection: str, outcomes: Sequence[Outcome]) -> Mapping[str, Floats]:
    by_query = folder.path / "by-query" / collection
    return {outcome.label: read_values(by_query / f"{slug(outcome.label)}.csv") for outcome in outcomes}


def results_csv(experiment: Experiment, outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]) -> str:
    """A row for each collection and model: what it is, how it was tuned, its measures, and what tests of the measure
    that was tuned by say of it beside each baseline.
    """  # noqa: D205
    found = {(c.collection, c.model, c.baseline): c for c in comparisons if c.measure == experiment.tune_by}
    templates = {template.label: template for template in experiment.templates}
    head = ["collection", "model", "name", "context", "prior", "terms", "spec", "search", "tried", "tuning"]
    head += MEASURES
    head += [f"{what} {baseline}" for baseline in experiment.baselines for what in ("difference from", "p", "p_holm")]
    rows: list[Sequence[object]] = [head]
    for collection in outcomes[0].means:
        for outcome in outcomes:
            template = templates[outcome.label]
            options = [template.option(*item) for item in (("context", ""), ("prior", "uniform"), ("terms", "uniform"))]
            row = [collection, outcome.label, template.model.partition("(")[0], *options, " | ".join(specs_of(outcome))]
            row += [outcome.search, str(outcome.tried), repr(outcome.tuned[0].value)]
            row += [repr(outcome.means[collection][measure]) for measure in MEASURES]
            for baseline in experiment.baselines:
                c = found.get((collection, outcome.label, baseline))
                row += [_exact(c.difference), _exact(c.p), _exact(c.p_holm)] if c else ["", "", ""]
            rows.append(row)
    return _csv(rows)


def specs_of(outcome: Outcome) -> list[str]:
    """The specs that were measured: one, or one for each fold, in their order."""
    return [tuned.spec for tuned in (outcome.tuned[1:] or outcome.tuned)]


def significance_csv(comparisons: Sequence[Comparison]) -> str:
    """A row for each collection, measure, model and baseline."""
    head = ["collection", "measure", "model", "baseline", "difference", "t", "p", "p_holm"]
    return _csv(
        [
            head,
            *(
                [c.collection, c.measure, c.model, c.baseline, *map(_exact, (c.difference, c.t, c.p, c.p_holm))]
                for c in comparisons
            ),
        ]
    )


def sensitivity_csv(experiment: Experiment, outcomes: Sequence[Outcome]) -> str:
    """A row for each model, parameter and value: the best value of the measure tuned by, on all that was tuned on."""
    head = ["model", "parameter", "value", experiment.tune_by]
    return _csv([head, *([o.label, r.parameter, repr(r.value), repr(r.measure)] for o in outcomes for r in o.readings)])


def results_markdown(experiment: Experiment, outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]) -> str:
    """A table for each collection, with a sign at each value that differs from a baseline's."""
    parts = [f"# {experiment.name}", _method(experiment), *([_legend(experiment)] if experiment.baselines else [])]
    for collection in outcomes[0].means:
        parts.append(f"## {collection}")
        parts.append(_table(collection, experiment, outcomes, comparisons))
    return "\n\n".join(parts) + "\n"


def _method(experiment: Experiment) -> str:
    where = (
        f"in {experiment.folds} folds of {experiment.tune.name}, each measured with what is best on the others"
        if experiment.folds
        else f"on {experiment.tune.name}"
    )
    return (
        f"Parameters were chosen by {experiment.tune_by} {where}: of all combinations of their grids, or, where there "
        f"are more than {experiment.exhaustive}, one after the other. Queries without a relevant sentence are left out."
    )


def _legend(experiment: Experiment) -> str:
    signs = ", ".join(f"{symbol(number)} {label}" for number, label in enumerate(experiment.baselines))
    return (
        f"A sign marks a value that differs, up or down, from that of a baseline ({signs}): two-tailed paired t-test, "
        f"p < {ALPHA} after Holm's correction for all comparisons in the column; in brackets, before it alone."
    )


def symbol(number: int) -> str:
    """The sign of a baseline."""
    return SYMBOLS[number] if number < len(SYMBOLS) else f"^{number + 1}"


def _table(
    collection: str, experiment: Experiment, outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]
) -> str:
    found = {(c.measure, c.model, c.baseline): c for c in comparisons if c.collection == collection}
    best = {m: max(outcome.means[collection][m] for outcome in outcomes) for m in MEASURES}
    lines = [f"| model | {' | '.join(MEASURES)} | chosen |", "|---|" + "---:|" * len(MEASURES) + "---|"]
    for outcome in outcomes:
        cells = []
        for measure in MEASURES:
            value = outcome.means[collection][measure]
            text = f"**{value:.4f}**" if value == best[measure] else f"{value:.4f}"
            marks = (
                _mark(symbol(number), found.get((measure, outcome.label, baseline)))
                for number, baseline in enumerate(experiment.baselines)
            )
            cells.append(text + "".join(marks))
        chosen = "; ".join(f"`{spec}`" for spec in dict.fromkeys(specs_of(outcome)))
        lines.append(f"| `{outcome.label}` | {' | '.join(cells)} | {chosen} |")
    return "\n".join(lines)


def _mark(sign: str, comparison: Comparison | None) -> str:
    if comparison is None or not comparison.p < ALPHA:
        return ""
    return sign if comparison.p_holm < ALPHA else f"({sign})"


def _exact(value: float) -> str:
    return "" if math.isnan(value) else repr(value)


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
