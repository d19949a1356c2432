"""`tweetctx evaluate sentences`: a run of sentences against qrels."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.commands.shared import TableFormat

if TYPE_CHECKING:
    from tweetctx.evaluation.sentences import RunEvaluation

_NAMED = 5  # ids in a message


def evaluate_sentences(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A TREC run: query Q0 sentence rank score tag.")],
    qrels: Annotated[Path, typer.Argument(metavar="QRELS", help="TREC qrels: query 0 sentence relevance.")],
    measures: Annotated[
        str, typer.Option(help="Names of ir_measures, separated by commas: AP, Rprec, RR, nDCG, P@k, R@k and others.")
    ] = "AP,Rprec,P@10,RR",
    by_query: Annotated[bool, typer.Option("--by-query", help="Show the values of every query.")] = False,
    output: Annotated[TableFormat, typer.Option("--format", help="How values are printed.")] = TableFormat.table,
) -> None:
    """Measures a ranking of sentences as trec_eval does; queries without a relevant sentence are left out."""
    from tweetctx.evaluation import sentence_report
    from tweetctx.evaluation.sentences import evaluate_run
    from tweetctx.evaluation.trec import read_qrels, read_run

    names = [name.strip() for name in measures.split(",")]
    evaluation = evaluate_run(read_run(run), read_qrels(qrels), names)
    _report_gaps(evaluation)
    writers = {"table": sentence_report.as_table, "csv": sentence_report.as_csv, "json": sentence_report.as_json}
    print(writers[output.value](evaluation, by_query=by_query))


def _report_gaps(evaluation: RunEvaluation) -> None:
    """Says on stderr which queries are left out or missing."""
    gaps = (
        (evaluation.without_relevant, "queries without a relevant sentence, left out"),
        (evaluation.missing, f"of {len(evaluation.queries)} queries are not in the run, scored 0"),
        (evaluation.unjudged, "queries of the run without judgements, left out"),
    )
    for ids, what in gaps:
        if ids:
            named = ", ".join(ids[:_NAMED]) + (", …" if len(ids) > _NAMED else "")
            print(f"tweetctx: {len(ids)} {what}: {named}", file=sys.stderr)
