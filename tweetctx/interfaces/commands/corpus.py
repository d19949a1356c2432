"""`tweetctx corpus`: downloads a Wikipedia, and converts one to JSON Lines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.completion import complete_wikis
from tweetctx.interfaces.commands.progress import Pace, progress_bar, reading_bar
from tweetctx.interfaces.commands.shared import (
    CONTINUES,
    ChecksumsOption,
    ContactOption,
    MirrorOption,
    OnErrorOption,
    QuietOption,
    SourcesArgument,
    WorkersOption,
    complain,
    hinting,
    input_files,
    report_problems,
)

if TYPE_CHECKING:
    from tweetctx.wikipedias.downloads import DownloadProgress


def corpus_list() -> None:
    """Prints the names of Wikipedias that can be downloaded."""
    from tweetctx.wikipedias.downloads import KNOWN

    for wiki in KNOWN:
        print(f"{wiki.name:<12} {wiki.language}")
    complain("any other Wikipedia goes by its language's code and wiki, such as skwiki")


def corpus_download(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A Wikipedia, such as simplewiki or enwiki.", autocompletion=complete_wikis
        ),
    ],
    date: Annotated[str, typer.Option(help="The day of a dump, as YYYYMMDD, or latest.")] = "latest",
    folder: Annotated[Path, typer.Option("--output", "-o", metavar="FOLDER", help="Where the files go.")] = Path(),
    mirror: MirrorOption = None,
    contact: ContactOption = None,
    checksums: ChecksumsOption = None,
    least_rate: Annotated[
        int, typer.Option(min=0, metavar="BYTES", help="Bytes a second; a slower connection is given up.")
    ] = 1000,
    quiet: QuietOption = False,
) -> None:
    """Downloads a Wikipedia; the same command continues an interrupted download."""
    from tweetctx.wikipedias.downloads import MIRROR, Patience, download_dump
    from tweetctx.wikipedias.downloads.dumps import trusted_server

    url = mirror or MIRROR
    with hinting(CONTINUES), progress_bar(quiet, "{task.fields[rate]}", rate="") as move:
        paces: dict[str, Pace] = {}

        def on_progress(done: DownloadProgress) -> None:
            pace = paces.setdefault(done.file, Pace())
            rate = "checking" if done.checking else f"{pace(done.bytes) / 1e6:.1f} MB/s"
            if move:
                move(done.bytes, done.total, done.file, rate=rate)

        dump = download_dump(
            name,
            date,
            folder=folder,
            url=url,
            checksums=trusted_server(url, checksums),
            least_rate=least_rate,
            contact=contact,
            patience=Patience(tell=complain),
            on_progress=on_progress,
        )
    for file in dump.files:
        print(
            f"{file.path}: {counted(file.bytes, 'byte')}, checked" + (", was there already" if file.was_there else "")
        )


def corpus_convert(
    sources: SourcesArgument,
    destination: Annotated[
        Path,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write: .jsonl, .jsonl.zst, .gz, .xz, .bz2."),
    ],
    on_error: OnErrorOption = "stop",
    workers: WorkersOption = None,
    lists: Annotated[bool, typer.Option("--lists", help="Keep the items of lists.")] = False,
    tables: Annotated[bool, typer.Option("--tables", help="Keep the text of tables.")] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew; replace an existing file.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Converts a Wikipedia to JSON Lines; the same command continues an interrupted conversion."""
    from tweetctx.corpus import convert_corpus

    with hinting(CONTINUES), input_files(sources) as files, reading_bar(quiet) as show:
        made = convert_corpus(
            files,
            destination,
            on_error=on_error,
            workers=workers,
            lists=lists,
            tables=tables,
            restart=restart,
            on_progress=show,
        )
    report_problems(made.problem_kinds)
    before = f" ({made.continued:,} of them before it was continued)" if made.continued else ""
    print(
        f"{destination}: {counted(made.articles, 'article')}{before}, {counted(made.bytes, 'byte')}, "
        f"{made.skipped:,} skipped"
    )


def corpus_accounts(
    dump: Annotated[
        Path, typer.Argument(metavar="WIKIDATA-DUMP", help="latest-all.json.bz2 or .gz of Wikidata, or plain.")
    ],
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="TABLE", help="The table to write, as .tsv.")],
    language: Annotated[
        str, typer.Option("--language", metavar="CODE", help="The Wikipedia whose titles are wanted, as en or enwiki.")
    ] = "en",
    on_error: OnErrorOption = "stop",
    restart: Annotated[bool, typer.Option("--restart", help="Begin anew; replace an existing file.")] = False,
    quiet: QuietOption = False,
) -> None:
    """Makes a table of accounts on X and their articles from Wikidata's dump, for `index build --aliases`.

    The same command continues an interrupted run.
    """
    from tweetctx.corpus.accounts import write_accounts

    with hinting(CONTINUES), reading_bar(quiet, "accounts") as show:
        made = write_accounts(
            dump, destination, language=language, on_error=on_error, restart=restart, on_progress=show
        )
    report_problems(made.problem_kinds)
    before = f" ({made.continued:,} of them before it was continued)" if made.continued else ""
    without = f"{counted(made.without_article, 'account')} without an article in {language}"
    print(f"{destination}: {counted(made.accounts, 'account')}{before}, {without}, {made.skipped:,} skipped")
