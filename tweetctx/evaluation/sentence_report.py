"""Evaluations of sentence rankings as tables, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from tweetctx.evaluation.sentences import RunEvaluation

ALL = "all"  # trec_eval's name for the line of means


def as_table(evaluation: RunEvaluation, *, by_query: bool) -> str:
    """Aligned columns for people, four digits; the last line has the means and, below it, how many queries."""
    rows = [["query", *evaluation.measures]]
    rows += [[name, *(f"{value:.4f}" for value in values)] for name, values in _rows(evaluation, by_query=by_query)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]
    return "\n".join([*lines, f"{len(evaluation.queries)} queries"])


def as_csv(evaluation: RunEvaluation, *, by_query: bool) -> str:
    """Comma-separated values, all digits, with a header; the row `all` has the means."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["query", *evaluation.measures])
    writer.writerows([name, *map(repr, values)] for name, values in _rows(evaluation, by_query=by_query))
    return text.getvalue().rstrip("\n")


def as_json(evaluation: RunEvaluation, *, by_query: bool) -> str:
    """One object: how many queries, which are left out or missing, the means, and with `by_query` every query's."""
    record: dict[str, Any] = {
        "queries": len(evaluation.queries),
        "without_relevant": list(evaluation.without_relevant),
        "missing": list(evaluation.missing),
        "unjudged": list(evaluation.unjudged),
        "mean": evaluation.means,
    }
    if by_query:
        record["by_query"] = [
            {"query": query} | dict(zip(evaluation.measures, values, strict=True))
            for query, values in zip(evaluation.queries, evaluation.values.tolist(), strict=True)
        ]
    return json.dumps(record, ensure_ascii=False, indent=1, allow_nan=False)


def _rows(evaluation: RunEvaluation, *, by_query: bool) -> Iterator[tuple[str, list[float]]]:
    if by_query:
        yield from zip(evaluation.queries, evaluation.values.tolist(), strict=True)
    yield ALL, list(evaluation.means.values())
