"""Formats the scores of runs as tables, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from tweetctx.evaluation.scores import Comparison, RunScores
from tweetctx.evaluation.significance import CONFIDENCE, RESAMPLES


def as_table(runs: Sequence[RunScores], comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """Formats aligned columns for people: means, differences, and with `by_topic` the values of every topic first."""
    blocks = [*([_aligned(_topic_rows(runs, _rounded))] if by_topic else []), _aligned(_mean_rows(runs))]
    several = len(comparisons) > 1
    corrected = f", corrected by Holm for {len(comparisons)} comparisons (p_holm)" if several else ""
    for comparison in comparisons:
        head = (
            f"{comparison.run.run} − {comparison.other.run}: mean difference, {CONFIDENCE:.0%} interval of "
            f"{RESAMPLES:,} bootstrap samples of the topics, two-sided paired t-test{corrected}"
        )
        blocks.append(f"{head}\n{_aligned(_difference_rows(comparison, several=several))}")
    return "\n\n".join(blocks)


def as_csv(runs: Sequence[RunScores], comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """Formats comma-separated values with a header.

    A row for each run and measure: the number of topics and the mean. A row for each comparison and measure has also
    by how much the run `other` exceeds this one (difference, low, high, t, p), and p corrected by Holm for all
    comparisons (p_holm). With `by_topic` a row for each run and topic instead, a column a measure. What is not defined
    is empty.
    """
    return csv_text(_topic_rows(runs, exact) if by_topic else _summary_rows(runs, comparisons)).rstrip("\n")


def as_json(runs: Sequence[RunScores], comparisons: Sequence[Comparison], *, by_topic: bool) -> str:
    """Formats one object, {"runs": [...], "comparisons": [...]}.

    Each comparison has "run", "other" and "difference", by how much `run` exceeds `other`; so has a run that the first
    one is compared with. What is not defined is null.
    """
    with_first = {id(comparison.other): comparison for comparison in comparisons if comparison.run is runs[0]}
    records = [_record(run, with_first.get(id(run)), by_topic=by_topic) for run in runs]
    compared = [
        {"run": comparison.run.run, "other": comparison.other.run, "difference": _differences(comparison)}
        for comparison in comparisons
    ]
    whole = {"runs": records} | ({"comparisons": compared} if compared else {})
    return json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False)


FORMATS = {"table": as_table, "csv": as_csv, "json": as_json}


def _record(run: RunScores, comparison: Comparison | None, *, by_topic: bool) -> dict[str, Any]:
    record: dict[str, Any] = {"run": run.run, "topics": len(run.topics)}
    record |= {name: list(getattr(run, name)) for name in ("missing", "unjudged", "left_out")}
    record["mean"] = {measure: _defined(value) for measure, value in run.means.items()}
    if comparison:
        record["difference"] = _differences(comparison)
    if by_topic:
        record["by_topic"] = [
            {"id": topic} | {measure: _defined(float(values[column])) for measure, values in run.values.items()}
            for column, topic in enumerate(run.topics)
        ]
    return record


def _differences(comparison: Comparison) -> dict[str, dict[str, float | None]]:
    return {
        measure: {
            name: _defined(value)
            for name, value in (asdict(difference) | {"p_holm": comparison.p_holm[measure]}).items()
        }
        for measure, difference in comparison.differences.items()
    }


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _topic_rows(runs: Sequence[RunScores], write: Callable[[float], str]) -> Iterator[list[str]]:
    yield ["run", "topic", *runs[0].values]
    for run in runs:
        for topic, *values in zip(run.topics, *(column.tolist() for column in run.values.values()), strict=True):
            yield [run.run, topic, *map(write, values)]


def _mean_rows(runs: Sequence[RunScores]) -> Iterator[list[str]]:
    about = runs[0].about
    yield ["measure", "topics", *(run.run for run in runs), *(["what it is"] if about else [])]
    for measure in runs[0].means:
        counts = [run.count(measure) for run in runs]
        means = [run.means[measure] for run in runs]
        if any(counts) and not all(map(math.isnan, means)):
            topics = "/".join(map(str, counts if len({*counts}) > 1 else counts[:1]))
            yield [measure, topics, *map(_rounded, means), *([about[measure]] if about else [])]


def _difference_rows(comparison: Comparison, *, several: bool) -> Iterator[list[str]]:
    yield ["measure", "topics", "difference", "low", "high", "t", "p", *(["p_holm"] if several else [])]
    for measure, diff in comparison.differences.items():
        if diff.topics:
            signed = (f"{value:+.4f}" for value in (diff.mean, diff.low, diff.high))
            tests = [diff.p, *([comparison.p_holm[measure]] if several else [])]
            yield [measure, str(diff.topics), *signed, _rounded(diff.t, 2), *map(_probability, tests)]


def _probability(p: float) -> str:
    return "<0.0001" if p < 1e-4 else _rounded(p)


def _summary_rows(runs: Sequence[RunScores], comparisons: Sequence[Comparison]) -> Iterator[list[str]]:
    yield ["run", "measure", "topics", "mean", "other", "difference", "low", "high", "t", "p", "p_holm"]
    compared = {id(comparison.other) for comparison in comparisons}
    for run in runs:
        if id(run) not in compared:
            yield from ([run.run, name, str(run.count(name)), exact(run.means[name]), *[""] * 7] for name in run.means)
    for comparison in comparisons:
        run = comparison.other
        for measure, mean in run.means.items():
            diff = comparison.differences.get(measure)
            values = (diff.mean, diff.low, diff.high, diff.t, diff.p) if diff else (math.nan,) * 5
            columns = [*values, comparison.p_holm.get(measure, math.nan)]
            head = [run.run, measure, str(run.count(measure)), exact(mean), comparison.run.run]
            yield [*head, *map(exact, columns)]


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Formats rows as comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int] = (0,)) -> str:
    """Formats a table of Markdown; the columns at `words` to the left, the others, which have numbers, to the right.

    A vertical bar in a cell, as in the spec of a preset, is escaped, since it would begin another cell, also in code.
    """
    rule = "|".join("---" if column in words else "---:" for column in range(len(header)))
    return "\n".join([_markdown_row(header), f"|{rule}|", *map(_markdown_row, rows)])


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def exact(value: float) -> str:
    """Returns a number with all its digits; nothing for NaN."""
    return "" if math.isnan(value) else repr(value)


def _rounded(value: float, digits: int = 4) -> str:
    return "–" if math.isnan(value) else f"{value:.{digits}f}"


def _aligned(rows: Iterable[list[str]]) -> str:
    """Formats columns two spaces apart: words to the left, numbers and their headers to the right."""
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
