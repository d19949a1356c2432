"""Writes the results of an experiment as tables for people and programs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass

from tweetctx.evaluation.collections import judgements
from tweetctx.evaluation.dissimilarity import GRAMS
from tweetctx.evaluation.experiments.configuration import Experiment
from tweetctx.evaluation.experiments.families import ModelFamily
from tweetctx.evaluation.experiments.figures import draw_figures
from tweetctx.evaluation.experiments.questions import QuestionTask
from tweetctx.evaluation.experiments.results import Outcome, ResultsFolder
from tweetctx.evaluation.experiments.search import count_shared
from tweetctx.evaluation.significance import ALPHA, CONFIDENCE, RESAMPLES, Difference, compare, holm
from tweetctx.evaluation.tables import csv_text, exact, markdown_table
from tweetctx.runs.trec import write_qrels
from tweetctx.specs import as_text

SYMBOLS = "†‡§¶#*"  # for the first baselines; further ones have a number
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Comparison:
    """A model compared with a baseline on one collection by one measure.

    difference: with the two-tailed paired t-test over the topics, and for the measure tuned by an interval of the
    difference from the first baseline. p_holm: p corrected for all comparisons on the collection by the measure, that
    of two baselines with each other counted once.
    """

    collection: str
    measure: str
    model: str
    baseline: str
    difference: Difference
    p_holm: float


def write_report(experiment: Experiment, outcomes: Sequence[Outcome], folder: ResultsFolder) -> None:
    """Writes tables, the specs that won, and figures."""
    if isinstance(experiment.task, QuestionTask):
        (folder.path / "qrels").mkdir(exist_ok=True)
        for name, collection in zip(experiment.task.names, experiment.task.collections, strict=True):
            if name in outcomes[0].means:
                write_qrels(folder.path / "qrels" / f"{name}.qrels", judgements(collection))
    comparisons = [
        comparison
        for name in outcomes[0].means
        for comparison in compare_with_baselines(experiment, name, outcomes, folder)
    ]
    folder.write("results.csv", csv_text(_result_rows(experiment, outcomes, comparisons)))
    tests = [
        [c.collection, c.measure, c.model, c.baseline, *map(exact, (*astuple(c.difference)[1:4], c.p_holm))]
        for c in comparisons
    ]
    head = ["collection", "measure", "model", "baseline", "difference", "t", "p", "p_holm"]
    folder.write("significance.csv", csv_text([head, *tests]))
    readings = [[o.label, r.parameter, as_text(r.setting), repr(r.value)] for o in outcomes for r in o.readings]
    head = ["model", "parameter", "value", experiment.task.tune_by]
    folder.write("sensitivity.csv", csv_text([head, *readings]))
    folder.write("results.md", results_markdown(experiment, outcomes, comparisons))
    folder.write("tuned.toml", tuned_toml(experiment, outcomes))
    draw_figures(experiment, outcomes, folder)


def compare_with_baselines(
    experiment: Experiment, collection: str, outcomes: Sequence[Outcome], folder: ResultsFolder
) -> Iterator[Comparison]:
    """Yields the comparisons of all models with each baseline on a collection, measure by measure."""
    values = {outcome.label: folder.values(collection, outcome.label) for outcome in outcomes}
    pairs = [(model, baseline) for baseline in experiment.baselines for model in values if model != baseline]
    for column, measure in enumerate(outcomes[0].means[collection]):
        tests = [
            compare(
                values[model][:, column],
                values[baseline][:, column],
                resamples=RESAMPLES * (measure == experiment.task.tune_by and baseline == experiment.baselines[0]),
            )
            for model, baseline in pairs
        ]
        # Of two baselines, each is compared with the other: that is one comparison.
        p_of = {frozenset(pair): test.p for pair, test in zip(pairs, tests, strict=True)}
        corrected = dict(zip(p_of, holm([*p_of.values()]), strict=True))
        for (model, baseline), test in zip(pairs, tests, strict=True):
            yield Comparison(collection, measure, model, baseline, test, corrected[frozenset((model, baseline))])


def _result_rows(
    experiment: Experiment, outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]
) -> Iterator[Sequence[object]]:
    """Yields a row for each collection and model, with its tuning, its measures and its tests by the measure tuned."""
    comparison_of = {
        (c.collection, c.model, c.baseline): c for c in comparisons if c.measure == experiment.task.tune_by
    }
    families = {family.label: family for family in experiment.families}
    head = ["collection", "model", "name", "context", "prior", "terms", "spec", "search", "tried", "tuning"]
    head += [*next(iter(outcomes[0].means.values()))]
    yield head + [f"{what} {b}" for b in experiment.baselines for what in ("difference from", "p", "p_holm")]
    for collection in outcomes[0].means:
        for outcome in outcomes:
            family = families[outcome.label]
            options = [family.option(*item) for item in (("context", ""), ("prior", "uniform"), ("terms", "uniform"))]
            row = [collection, outcome.label, family.name, *options, "; ".join(outcome.measured)]
            row += [outcome.search, str(outcome.tried), repr(outcome.tuned[0].value)]
            row += map(repr, outcome.means[collection].values())
            for baseline in experiment.baselines:
                c = comparison_of.get((collection, outcome.label, baseline))
                row += map(exact, (c.difference.mean, c.difference.p, c.p_holm)) if c else ["", "", ""]
            yield row


def results_markdown(experiment: Experiment, outcomes: Sequence[Outcome], comparisons: Sequence[Comparison]) -> str:
    """Formats a table a collection; symbols mark values that differ significantly from a baseline's."""
    blocks = [f"# {experiment.name}", _method(experiment), *([_legend(experiment)] if experiment.baselines else [])]
    for collection in outcomes[0].means:
        comparison_of = {(c.measure, c.model, c.baseline): c for c in comparisons if c.collection == collection}
        measures = [*outcomes[0].means[collection]]
        header = ["model", *measures, "difference", "chosen"]
        rows = _table(collection, experiment, outcomes, comparison_of)
        blocks += [f"## {collection}", markdown_table(header, rows, (0, len(header) - 1))]
    return "\n\n".join(blocks) + "\n"


def _method(experiment: Experiment) -> str:
    folds = experiment.split.folds
    where = f"in {folds} folds, each measured with what is best on the others" if folds else "on other topics"
    shared, topics = count_shared(experiment.task.labels, experiment.split)
    hint = " (`grouped = true` keeps them in one fold)" if folds and shared else ""
    return (
        f"Parameters were chosen by {experiment.task.tune_by} ({experiment.task.about}) {where}: of all combinations "
        f"of their grids, or, where there are more than {experiment.exhaustive:,}, one after the other. "
        f"Topics that share {experiment.task.label} with topics on which their parameters were chosen: {shared:,} of "
        f"{topics:,}{hint}."
    )


def _legend(experiment: Experiment) -> str:
    signs = ", ".join(f"{symbol(index)} {label}" for index, label in enumerate(experiment.baselines))
    return (
        f"A sign marks a value that differs, up or down, from that of a baseline ({signs}): two-tailed paired t-test, "
        f"p < {ALPHA} after Holm's correction for all comparisons in the column; in brackets, before it alone. The "
        f"difference is that of {experiment.task.tune_by} from `{experiment.baselines[0]}`, with the {CONFIDENCE:.0%} "
        f"interval of {RESAMPLES:,} bootstrap samples of the topics."
    )


def symbol(index: int) -> str:
    """Returns the sign of a baseline."""
    return SYMBOLS[index] if index < len(SYMBOLS) else f"^{index + 1}"


def _table(
    collection: str,
    experiment: Experiment,
    outcomes: Sequence[Outcome],
    comparison_of: Mapping[tuple[str, str, str], Comparison],
) -> Iterator[list[str]]:
    best = {
        measure: (min if measure in GRAMS else max)(outcome.means[collection][measure] for outcome in outcomes)
        for measure in outcomes[0].means[collection]
    }
    for outcome in outcomes:
        cells = [f"`{outcome.label}`"]
        for measure, value in outcome.means[collection].items():
            text = f"**{value:.4f}**" if value == best[measure] else f"{value:.4f}"
            tests = [comparison_of.get((measure, outcome.label, baseline)) for baseline in experiment.baselines]
            cells.append(text + "".join(_mark(symbol(index), test) for index, test in enumerate(tests)))
        first = experiment.baselines[0] if experiment.baselines else ""
        cells.append(_difference(comparison_of.get((experiment.task.tune_by, outcome.label, first))))
        cells.append("; ".join(f"`{spec}`" for spec in dict.fromkeys(outcome.measured)))
        yield cells


def _mark(sign: str, comparison: Comparison | None) -> str:
    if comparison is None or not comparison.difference.p < ALPHA:
        return ""
    return sign if comparison.p_holm < ALPHA else f"({sign})"


def _difference(comparison: Comparison | None) -> str:
    if comparison is None:
        return ""
    difference = comparison.difference
    return f"{difference.mean:+.4f} ({difference.low:+.4f} to {difference.high:+.4f})".replace("-", "−")


def tuned_toml(experiment: Experiment, outcomes: Sequence[Outcome]) -> str:
    """Formats a table for each model: the variant that is best on all topics tuned on.

    Variants differ in context, prior and term weights; of equals the first wins. Tables are named
    `<experiment>-<model>`, the best of all `<experiment>-best`. If only one model has parameters that are tuned, its
    table stands alone and is named as the experiment.
    """
    winners: dict[str, tuple[ModelFamily, Outcome]] = {}
    for family, outcome in zip(experiment.families, outcomes, strict=True):
        kept = winners.get(family.name)
        if not kept or outcome.tuned[0].value > kept[1].tuned[0].value:
            winners[family.name] = family, outcome
    tuned = {name: winner for name, winner in winners.items() if winner[0].grid}
    if len(tuned) == 1:
        named = {experiment.name: next(iter(tuned.values()))}
    else:
        named = {f"{experiment.name}-{name}": winner for name, winner in winners.items()}
        named[f"{experiment.name}-best"] = max(winners.values(), key=lambda winner: winner[1].tuned[0].value)
    return "\n\n".join("\n".join(_tuned(name, *winner, experiment)) for name, winner in named.items()) + "\n"


def _tuned(name: str, family: ModelFamily, outcome: Outcome, experiment: Experiment) -> Iterator[str]:
    how = f"{experiment.split.folds} folds, mean of the held-out parts" if experiment.split.folds else "held out"
    yield f"[{name if _BARE.fullmatch(name) else _text(name)}]"
    yield f"spec = {_text(outcome.tuned[0].spec)}"
    yield f"tuned_on = {_text(experiment.task.names[0])}"
    yield f"tuned_by = {_text(experiment.task.tune_by)} # {experiment.task.about}"
    yield f"value = {outcome.tuned[0].value!r}"
    measured = {name: _inline({m: repr(value) for m, value in means.items()}) for name, means in outcome.means.items()}
    yield f"measured = {_inline(measured)} # {how}"
    yield f"search = {_text(outcome.search)}"
    yield f"tried = {outcome.tried}"
    grid = {key: "[" + ", ".join(map(as_text, values)) + "]" for key, values in family.grid.items()}
    yield f"grid = {_inline(grid)}"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _inline(values: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_text(key)} = {value}" for key, value in values.items()) + " }" if values else "{}"
