"""Evaluations of contexts as tables, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tweetctx.evaluation.contexts import MEASURES, ContextEvaluation
from tweetctx.evaluation.significance import CONFIDENCE, RESAMPLES, Difference, compare

_FIELDS = ("difference", "low", "high", "t", "p")


@dataclass(frozen=True, slots=True)
class Comparison:
    """What a run has in each measure more (or, if negative, less) than another."""

    other: ContextEvaluation
    differences: dict[str, Difference]


def compare_contexts(ours: ContextEvaluation, theirs: ContextEvaluation, seed: int = 0) -> Comparison:
    """The differences `ours` − `theirs` by topic; both were measured against the same references."""
    return Comparison(
        theirs, {measure: compare(ours.values[measure], theirs.values[measure], seed=seed) for measure in MEASURES}
    )


def as_table(run: ContextEvaluation, comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """Aligned columns for people: means, differences, and with `by_topic` the values of every topic first."""
    runs = [run, *(comparison.other for comparison in comparisons)]
    parts = [_aligned(_topic_rows(runs))] if by_topic else []
    parts.append(_aligned(_mean_rows(runs)))
    for comparison in comparisons:
        head = (
            f"{run.run} − {comparison.other.run}: mean difference, {CONFIDENCE:.0%} interval of {RESAMPLES:,} "
            "bootstrap samples of the topics, two-sided paired t-test"
        )
        parts.append(f"{head}\n{_aligned(_difference_rows(comparison))}")
    return "\n\n".join(parts)


def as_csv(run: ContextEvaluation, comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """Comma-separated values with a header.

    A row for each run and measure: how many topics, the mean, and for a run compared with, what the first run has
    more (difference, low, high, t, p). With `by_topic` a row for each run and topic instead, a column a measure.
    What is not defined is empty.
    """
    runs = [run, *(comparison.other for comparison in comparisons)]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        _topic_rows(runs, exact=True) if by_topic else _summary_rows(run, comparisons)
    )
    return text.getvalue().rstrip("\n")


def as_json(run: ContextEvaluation, comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """One object, {"runs": [...]}; a run compared with has "difference": what the first run has more.

    What is not defined is null.
    """
    records = [_record(run, None, by_topic=by_topic)]
    records += [_record(comparison.other, comparison, by_topic=by_topic) for comparison in comparisons]
    return json.dumps({"runs": records}, ensure_ascii=False, indent=1, allow_nan=False)


def _record(run: ContextEvaluation, comparison: Comparison | None, *, by_topic: bool) -> dict[str, Any]:
    record: dict[str, Any] = {
        "run": run.run,
        "topics": len(run.topics),
        "missing": list(run.missing),
        "unjudged": list(run.unjudged),
        "empty_references": list(run.empty),
        "mean": {measure: _defined(run.mean(measure)) for measure in MEASURES},
    }
    if comparison:
        record["difference"] = {
            measure: {name: _defined(value) for name, value in asdict(difference).items()}
            for measure, difference in comparison.differences.items()
        }
    if by_topic:
        record["by_topic"] = [
            {"id": topic} | {measure: _defined(float(run.values[measure][place])) for measure in MEASURES}
            for place, topic in enumerate(run.topics)
        ]
    return record


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _topic_rows(runs: Iterable[ContextEvaluation], *, exact: bool = False) -> Iterator[list[str]]:
    yield ["run", "topic", *MEASURES]
    for run in runs:
        for place, topic in enumerate(run.topics):
            values = (float(run.values[measure][place]) for measure in MEASURES)
            yield [run.run, topic, *((_exact if exact else _rounded)(value) for value in values)]


def _mean_rows(runs: Sequence[ContextEvaluation]) -> Iterator[list[str]]:
    yield ["measure", "topics", *(run.run for run in runs), "what it is"]
    for measure, meaning in MEASURES.items():
        topics = "/".join(dict.fromkeys(str(run.count(measure)) for run in runs))
        if topics != "0":
            yield [measure, topics, *(_rounded(run.mean(measure)) for run in runs), meaning]


def _difference_rows(comparison: Comparison) -> Iterator[list[str]]:
    yield ["measure", "topics", "difference", "low", "high", "t", "p"]
    for measure, found in comparison.differences.items():
        if found.topics:
            signed = ("–" if math.isnan(value) else f"{value:+.4f}" for value in (found.mean, found.low, found.high))
            yield [measure, str(found.topics), *signed, _rounded(found.t, 2), _p(found.p)]


def _summary_rows(run: ContextEvaluation, comparisons: Sequence[Comparison]) -> Iterator[list[str]]:
    yield ["run", "measure", "topics", "mean", *_FIELDS]
    for measure in MEASURES:
        yield [run.run, measure, str(run.count(measure)), _exact(run.mean(measure)), *[""] * len(_FIELDS)]
    for comparison in comparisons:
        other = comparison.other
        for measure, found in comparison.differences.items():
            values = (other.mean(measure), found.mean, found.low, found.high, found.t, found.p)
            yield [other.run, measure, str(other.count(measure)), *map(_exact, values)]


def _exact(value: float) -> str:
    return "" if math.isnan(value) else repr(value)


def _rounded(value: float, digits: int = 4) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _p(value: float) -> str:
    return "<0.0001" if value < 1e-4 else _rounded(value)


def _aligned(rows: Iterable[list[str]]) -> str:
    """Columns two spaces apart: words to the left, numbers and their headers to the right."""
    table = list(rows)
    columns = list(zip(*table, strict=True))
    numeric = [all(cell == "–" or cell[:1] in "+-<0123456789" for cell in column[1:]) for column in columns]
    widths = [max(map(len, column)) for column in columns]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ).rstrip()
        for row in table
    )
