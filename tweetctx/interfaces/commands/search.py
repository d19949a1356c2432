"""`tweetctx search`: the passages for a query, or a run for a file of topics."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import Annotated, Literal

import typer

from tweetctx.interfaces.commands.shared import (
    NOTHING_FOUND,
    STANDARD_INPUT,
    IndexOption,
    LamOption,
    complain,
    index_for_few,
    index_or_demonstration,
    print_json,
    report_partial,
    require_files,
    show,
)

SearchFormat = Literal["text", "json", "trec"]


def search(
    query: Annotated[str | None, typer.Argument(metavar="QUERY", help="What to search for.")] = None,
    index: IndexOption = None,
    k: Annotated[int, typer.Option("--passages", "-k", min=1, help="How many paragraphs are shown.")] = 20,
    lam: LamOption = 0.4,
    exact: Annotated[
        bool,
        typer.Option("--exact", help="Rank by query likelihood alone, fragments and all, as research runs do."),
    ] = False,
    topics: Annotated[
        Path | None, typer.Option(help="A file of tweets to search for, in place of a query; `-` is standard input.")
    ] = None,
    run_id: Annotated[str, typer.Option(help="The name of the run, for TREC.")] = "tweetctx",
    output: Annotated[SearchFormat, typer.Option("--format", help="How passages are printed.")] = "text",
) -> None:
    """Prints the best passages for a query: titles and openings of articles first, and no fragments.

    With --topics and --format trec it prints a run that trec_eval reads, by the ids of passages. The exit code is 3 if
    nothing is found; standard error has the reason.
    """
    if (query is None) == (topics is None):
        found = "neither" if query is None else "both"
        raise typer.BadParameter(f"found {found}, expected a query or --topics", param_hint="QUERY")
    if (topics is None) == (output == "trec"):
        raise typer.BadParameter("expected --topics and --format trec together", param_hint="--format")
    if topics is not None:
        _print_run(topics, index, k, lam, run_id)
    else:
        _print_passages(str(query), index, k, lam, output, exact=exact)


def _print_passages(query: str, index: str | None, k: int, lam: float, output: SearchFormat, *, exact: bool) -> None:
    from tweetctx.index import open_index
    from tweetctx.index.readable import readable_passages
    from tweetctx.interfaces import presentation

    opened = open_index(index_for_few(index)).session()
    passages = opened.search(query, k, lam) if exact else readable_passages(opened, query, k, lam)
    if opened.partial:
        report_partial(f"query {query!r}")
    for passage in passages:
        if output == "json":
            print_json(presentation.passage_record(passage))
        else:
            show(presentation.passage_text(passage))
    if not passages:
        known = "none of its words is in the index" if opened.analyzer.terms(query) else "it has no words to search for"
        complain(f"query {query!r}: nothing found: {known}")
        raise typer.Exit(NOTHING_FOUND)


def _print_run(topics: Path, index: str | None, k: int, lam: float, run_id: str) -> None:
    from tweetctx.runs import retrieve_topics
    from tweetctx.runs.trec import write_run

    require_files(topics)
    source = STANDARD_INPUT if str(topics) == "-" else topics
    place = index_or_demonstration(index)
    entries = retrieve_topics(
        source, index=place, k=k, lam=lam, on_partial=lambda name: report_partial(f"topic {name}")
    )
    first = next(entries, None)
    if first is None:
        complain(f"{source}: nothing found for any topic")
        raise typer.Exit(NOTHING_FOUND)
    write_run(sys.stdout, chain([first], entries), run_id)
