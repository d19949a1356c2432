"""`tweetctx evaluate contexts`: the measures of INEX."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.commands.shared import TableFormat

if TYPE_CHECKING:
    from tweetctx.evaluation.contexts import ContextEvaluation

_NAMED = 5  # ids in a message


def evaluate_contexts(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Contexts, as `tweetctx batch` writes them.")],
    references: Annotated[
        Path, typer.Argument(metavar="REFERENCES", help="Reference texts as JSON Lines, or a pool of judged passages.")
    ],
    against: Annotated[
        list[Path] | None, typer.Option(help="A run to compare with; give the option again for another.")
    ] = None,
    by_topic: Annotated[bool, typer.Option("--by-topic", help="Show the values of every topic.")] = False,
    output: Annotated[TableFormat, typer.Option("--format", help="How values are printed.")] = TableFormat.table,
    figure: Annotated[Path | None, typer.Option(help="Draw dissimilarities into this file, .png or .svg.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the bootstrap samples.")] = 0,
) -> None:
    """Measures contexts against references as INEX does: dissimilarity, and what shows of readability."""
    from tweetctx.evaluation import context_report
    from tweetctx.evaluation.context_figures import check_figure, draw_contexts

    if figure:
        check_figure(figure)
    runs = _evaluations([run, *(against or [])], references)
    comparisons = [context_report.compare_contexts(runs[0], other, seed) for other in runs[1:]]
    for evaluation in runs:
        _report_gaps(evaluation)
    if figure:
        draw_contexts(runs, figure)
    writers = {"table": context_report.as_table, "csv": context_report.as_csv, "json": context_report.as_json}
    print(writers[output.value](runs[0], comparisons, by_topic=by_topic))


def _evaluations(paths: list[Path], references: Path) -> list[ContextEvaluation]:
    from tweetctx.evaluation.contexts import evaluate_contexts
    from tweetctx.evaluation.references import read_references
    from tweetctx.runs import read_run

    wanted = read_references(references)
    distinct = len({path.stem for path in paths}) == len(paths)
    return [evaluate_contexts(path.stem if distinct else str(path), read_run(path), wanted) for path in paths]


def _report_gaps(evaluation: ContextEvaluation) -> None:
    """Says on stderr which contexts and references have no counterpart."""
    gaps = (
        (evaluation.missing, f"no context for {{}} of {len(evaluation.topics)} references, which scores worst"),
        (evaluation.unjudged, "no reference for {} of its contexts, left out"),
        (evaluation.empty, "no terms in {} of the references, left out"),
    )
    for ids, what in gaps:
        if ids:
            named = ", ".join(ids[:_NAMED]) + (", …" if len(ids) > _NAMED else "")
            print(f"tweetctx: {evaluation.run}: {what.format(len(ids))}: {named}", file=sys.stderr)
