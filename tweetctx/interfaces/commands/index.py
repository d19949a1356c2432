"""`tweetctx index`: building and inspecting indexes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.progress import reading_bar
from tweetctx.interfaces.commands.shared import (
    CONTINUES,
    ListsOption,
    OnErrorOption,
    PlainFormat,
    QuietOption,
    SourcesArgument,
    TablesOption,
    WorkersOption,
    complain,
    hinting,
    input_files,
    print_json,
    report_problems,
)

if TYPE_CHECKING:
    from tweetctx.index.building.aliases import AliasReport


MemoryOption = Annotated[
    int, typer.Option(min=64, metavar="MB", help="Megabytes that are held at a time, besides the vocabulary.")
]
DEFAULT_MEGABYTES = 512
IndexArgument = Annotated[
    str, typer.Argument(metavar="INDEX", help="The folder of an index, or the URI of one in a cluster.")
]
DefaultIndexArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="INDEX", help="The folder of an index, or the URI of one in a cluster; without one, the default."
    ),
]


def index_build(
    sources: SourcesArgument,
    destination: Annotated[
        str, typer.Option("--output", "-o", help="The folder to make, or opensearch://HOST:PORT/NAME for a cluster.")
    ],
    analyzer: Annotated[
        Literal["english", "plain", "dcu"] | None,
        typer.Option(help="The analyzer of the text; by default the one for the language."),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            help="The code of its Wikipedia (de, fr, ...); by default the one that the source names, else en."
        ),
    ] = None,
    spacy_model: Annotated[str | None, typer.Option(help="A trained spaCy pipeline that finds the sentences.")] = None,
    workers: WorkersOption = None,
    memory: MemoryOption = DEFAULT_MEGABYTES,
    on_error: OnErrorOption = "stop",
    lists: ListsOption = False,
    tables: TablesOption = False,
    aliases: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A table of other names: alias, title and, if known, count, with tabs."),
    ] = None,
    wiki: Annotated[
        str | None,
        typer.Option(help="The name of the Wikipedia, as enwiki; by default as the names of the files tell."),
    ] = None,
    date: Annotated[
        str | None, typer.Option(help="The day of its dump, as YYYY-MM-DD; by default as the names of the files tell.")
    ] = None,
    phrases: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The phrases of the analyzer dcu; by default the most frequent bigrams."),
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew, not where a build broke off.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing index.")] = False,
    shards: Annotated[int | None, typer.Option(min=1, help="Shards of an index in a cluster; by default 3.")] = None,
    replicas: Annotated[
        int | None, typer.Option(min=0, help="Copies of each shard besides the first; by default 1.")
    ] = None,
    quiet: QuietOption = False,
) -> None:
    """Builds an index of a Wikipedia, or of articles in other formats.

    Reads dumps (pages-articles, CirrusSearch, Enterprise HTML, ZIM), WikiExtractor's output, Parquet, INEX XML and JSON
    Lines, plain or compressed.

    `ir_datasets:ID` is a document collection of ir_datasets.

    The same command continues an interrupted build.
    """
    from tweetctx.index import build_index

    with hinting(CONTINUES), input_files(sources) as files, reading_bar(quiet) as show:
        report = build_index(
            files,
            destination,
            analyzer=analyzer,
            language=language,
            spacy_model=spacy_model,
            workers=workers,
            memory=memory,
            on_error=on_error,
            lists=lists,
            tables=tables,
            aliases=aliases,
            wiki=wiki,
            date=date,
            phrases=phrases,
            restart=restart,
            replace=force,
            shards=shards,
            replicas=replicas,
            on_progress=show,
        )
    report_problems(report.problem_kinds)
    continued = f", {report.continued:,} of them read before" if report.continued else ""
    print(
        f"{destination}: {counted(report.articles, 'article')}{continued}, {counted(report.passages, 'passage')}, "
        f"{counted(report.sentences, 'sentence')}, {counted(report.terms, 'term')}, {report.skipped:,} skipped"
        f"{_repeated(report.repeated)}"
    )
    if report.aliases:
        print(f"{aliases}: {_names_taken(report.aliases)}")
    if not report.articles:
        complain(f"warning: {destination} is empty: no article was found in the sources")


def index_add(
    index: IndexArgument,
    sources: SourcesArgument,
    workers: WorkersOption = None,
    memory: MemoryOption = DEFAULT_MEGABYTES,
    spacy_model: Annotated[str | None, typer.Option(help="The spaCy pipeline that the index was built with.")] = None,
    on_error: OnErrorOption = "stop",
    lists: ListsOption = False,
    tables: TablesOption = False,
    quiet: QuietOption = False,
) -> None:
    """Adds articles to an index; an article whose id exists replaces the old one."""
    from tweetctx.index import add_articles

    with input_files(sources) as files, reading_bar(quiet) as show:
        report = add_articles(
            files,
            index,
            workers=workers,
            memory=memory,
            spacy_model=spacy_model,
            on_error=on_error,
            lists=lists,
            tables=tables,
            on_progress=show,
        )
    report_problems(report.problem_kinds)
    print(
        f"{index}: {counted(report.added, 'article')} added, {report.replaced:,} of them replaced one with the same "
        f"id, {report.skipped:,} skipped{_repeated(report.repeated)}"
    )


def _repeated(count: int) -> str:
    return f", {count} left out for a later one with the same id" if count else ""


def _names_taken(table: AliasReport) -> str:
    if not table.unknown:
        return counted(table.names, "name")
    some = ", ".join(map(repr, table.titles))
    return f"{counted(table.names, 'name')}, {table.unknown} of them of titles that no article has, such as {some}"


def index_remove(
    index: IndexArgument,
    identifiers: Annotated[list[str], typer.Argument(metavar="ID", help="The ids of articles.")],
) -> None:
    """Removes articles from an index."""
    from tweetctx.index import remove_articles

    print(f"{index}: {counted(remove_articles(index, identifiers), 'article')} removed")


def index_compact(index: IndexArgument, memory: MemoryOption = DEFAULT_MEGABYTES) -> None:
    """Merges all segments of an index into one, without removed articles."""
    from tweetctx.index import compact_index

    print(f"{index}: {counted(compact_index(index, memory=memory), 'article')}")


def index_info(
    index: DefaultIndexArgument = None,
    output: Annotated[PlainFormat, typer.Option("--format", help="How it is printed.")] = "text",
) -> None:
    """Prints the counts of an index and how it was made."""
    from tweetctx.index import index_info
    from tweetctx.wikipedias.indexes import index_to_open

    info = index_info(index_to_open(index))
    if output == "json":
        print_json(info)
    else:
        print("\n".join(_lines_of(info)))


def _lines_of(info: dict[str, Any]) -> Iterator[str]:
    """A line for each thing that is known of an index, and for each of its sources."""
    for name, value in info.items():
        if name != "sources":
            yield f"{name:<18} {'unknown' if value is None else value}"
            continue
        for source in value:
            yield f"{'source':<18} {source['name']}, {source['bytes']:,} bytes, SHA-256 {source['sha256'] or 'unknown'}"


def index_verify(
    index: DefaultIndexArgument = None,
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="SOURCE", help="What an index in a cluster was built from, to compare with."),
    ] = None,
) -> None:
    """Checks all files of an index against their checksums.

    In a cluster, it counts the documents and checks a sample of them.
    """
    from tweetctx.index import verify_index
    from tweetctx.wikipedias.indexes import index_to_open

    location = index_to_open(index)
    damage = verify_index(location, sources or ())
    for line in damage:
        complain(f"error: {line}")
    if damage:
        raise typer.Exit(1)
    what = "the documents counted and sampled" if "://" in location else "all files"
    print(f"{location}: {what} are as they were written")
