"""The command line: every command parses, makes one call of the library, and prints."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tweetctx.errors import TweetctxError, TweetError

if TYPE_CHECKING:
    from tweetctx.index import BuildProgress
    from tweetctx.pipeline import Contextualizer

INTERRUPTED = 130  # what shells report after Ctrl-C

app = typer.Typer(
    help="Finds the context that a tweet takes for granted, in Wikipedia.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
index_app = typer.Typer(help="Builds and inspects indexes.", no_args_is_help=True)
app.add_typer(index_app, name="index")


class Format(StrEnum):
    """How contexts are printed."""

    text = "text"
    json = "json"
    markdown = "markdown"


class PlainFormat(StrEnum):
    """How anything else is printed."""

    text = "text"
    json = "json"


class RulesName(StrEnum):
    """How tweets are normalized."""

    default = "default"
    dcu = "dcu"


class OrderName(StrEnum):
    """In which order sentences are read."""

    article = "article"
    score = "score"


class UnitName(StrEnum):
    """What a limit counts."""

    chars = "chars"
    graphemes = "graphemes"
    utf16 = "utf16"
    bytes = "bytes"
    words = "words"


class AnalyzerChoice(StrEnum):
    """What decides on the terms of a text."""

    english = "english"
    plain = "plain"
    dcu = "dcu"


class OnErrorName(StrEnum):
    """What happens at a broken record."""

    stop = "stop"
    skip = "skip"


TweetArgument = Annotated[
    str | None, typer.Argument(metavar="TWEET", help="The tweet; `-` or none reads standard input, a tweet a line.")
]
IndexOption = Annotated[
    str | None,
    typer.Option("--index", envvar="TWEETCTX_INDEX", help="The index; without one, the demonstration corpus."),
]
IndexArgument = Annotated[Path, typer.Argument(metavar="INDEX", help="The folder of an index.")]
LamOption = Annotated[float, typer.Option("--lam", help="What the collection weighs in retrieval, between 0 and 1.")]
RulesOption = Annotated[RulesName, typer.Option("--rules", help="How tweets are normalized: dcu is DCU's three rules.")]
QuietOption = Annotated[bool, typer.Option("--quiet", help="Show no progress bar.")]


@app.command()
def context(
    tweet: TweetArgument = None,
    index: IndexOption = None,
    scorer: Annotated[str, typer.Option(help="A sentence model: a preset, or a spec as `jm(lam=0.4)`.")] = "default",
    limit: Annotated[int, typer.Option(min=0, help="The most that a context may have, in units.")] = 500,
    unit: Annotated[UnitName, typer.Option(help="What the limit counts.")] = UnitName.chars,
    passages: Annotated[int, typer.Option(min=1, help="How many paragraphs are retrieved.")] = 20,
    lam: LamOption = 0.4,
    rules: RulesOption = RulesName.default,
    order: Annotated[OrderName, typer.Option(help="The order of reading.")] = OrderName.article,
    output: Annotated[Format, typer.Option("--format", help="How contexts are printed.")] = Format.text,
    explain: Annotated[bool, typer.Option("--explain", help="Show what happened at each stage.")] = False,
) -> None:
    """Prints the context of a tweet."""
    from tweetctx.pipeline import Contextualizer

    contextualizer = Contextualizer.open(
        _index(index), scorer, passages=passages, lam=lam, rules=rules.value, order=order.value
    )
    for number, text in _tweets(tweet):
        _print_context(contextualizer, number, text, {"limit": limit, "unit": unit.value}, output, explain)


def _print_context(
    contextualizer: Contextualizer, number: str, tweet: str, length: dict[str, Any], output: Format, explain: bool
) -> None:
    from tweetctx import presentation

    explanation = contextualizer.explain(tweet, **length) if explain else None
    found = explanation.context if explanation else contextualizer.contextualize(tweet, **length)
    stats = contextualizer.index.stats
    if not found.sentences:
        print(f"tweetctx: tweet {number}: {contextualizer.why_nothing(found)}", file=sys.stderr)
    elif output is Format.json:
        record = presentation.context_record(found, number)
        if explanation:
            record["explain"] = presentation.explanation_record(explanation, stats)
        print(presentation.as_json(record))
    else:
        print(presentation.context_markdown(found) if output is Format.markdown else found.text)
    if explanation and not (found.sentences and output is Format.json):
        text = presentation.explanation_text(explanation, stats)
        # Of a tweet without a context, an explanation is a diagnostic.
        print(f"\n{text}", file=sys.stdout if found.sentences else sys.stderr)


@app.command()
def normalize(tweet: TweetArgument = None, rules: RulesOption = RulesName.default) -> None:
    """Prints the words of a tweet's query on one line."""
    from tweetctx.tweets import normalize

    for _, text in _tweets(tweet):
        print(" ".join(normalize(text, rules=rules.value).words))


@app.command()
def search(
    query: Annotated[str, typer.Argument(help="What to search for.")],
    index: IndexOption = None,
    k: Annotated[int, typer.Option("--passages", "-k", min=1, help="How many paragraphs are shown.")] = 20,
    lam: LamOption = 0.4,
    output: Annotated[PlainFormat, typer.Option("--format", help="How they are printed.")] = PlainFormat.text,
) -> None:
    """Prints the passages that fit a query best."""
    from tweetctx import presentation
    from tweetctx.index import open_index

    for passage in open_index(_index(index)).search(query, k, lam):
        if output is PlainFormat.json:
            print(presentation.as_json(presentation.passage_record(passage)))
        else:
            print(presentation.passage_text(passage))


@index_app.command("build")
def index_build(
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE...", help="Files or folders of articles.")],
    destination: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    analyzer: Annotated[AnalyzerChoice, typer.Option(help="What makes terms of text.")] = AnalyzerChoice.english,
    spacy_model: Annotated[str | None, typer.Option(help="A trained spaCy pipeline that finds the sentences.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")] = None,
    on_error: Annotated[OnErrorName, typer.Option(help="What to do at a broken record.")] = OnErrorName.stop,
    quiet: QuietOption = False,
) -> None:
    """Builds an index of Wikipedia: JSON Lines, WikiExtractor's output or INEX XML, plain or compressed."""
    from tweetctx.index import build_index

    with _progress(quiet) as on_progress:
        report = build_index(
            [*sources],
            destination,
            analyzer=analyzer.value,
            spacy_model=spacy_model,
            workers=workers,
            on_error=on_error.value,
            on_progress=on_progress,
        )
    for problem in report.problems:
        print(f"tweetctx: skipped: {problem}", file=sys.stderr)
    print(
        f"{destination}: {report.articles} articles, {report.passages} passages, {report.sentences} sentences, "
        f"{report.terms} terms, {report.skipped} skipped"
    )


@index_app.command("info")
def index_info(
    index: IndexArgument,
    output: Annotated[PlainFormat, typer.Option("--format", help="How it is printed.")] = PlainFormat.text,
) -> None:
    """Prints what an index holds and how it was made."""
    from tweetctx import presentation
    from tweetctx.index.embedded import EmbeddedIndex

    info = EmbeddedIndex(index).info()
    if output is PlainFormat.json:
        print(presentation.as_json(info))
    else:
        for name, value in info.items():
            print(f"{name:<18} {value}")


@index_app.command("verify")
def index_verify(index: IndexArgument) -> None:
    """Reads all files of an index and compares them with their checksums."""
    from tweetctx.index.embedded import EmbeddedIndex

    damage = EmbeddedIndex(index).verify()
    for line in damage:
        print(f"tweetctx: error: {line}", file=sys.stderr)
    if damage:
        raise typer.Exit(1)
    print(f"{index}: all files are as they were written")


def _index(name: str | None) -> str:
    if name:
        return name
    from tweetctx.demonstration import demonstration_index

    return str(demonstration_index())


def _tweets(argument: str | None) -> Iterator[tuple[str, str]]:
    """Numbered tweets: the argument, or the lines of standard input."""
    if argument is not None and argument != "-":
        yield "1", argument
        return
    if argument is None and sys.stdin.isatty():
        raise typer.BadParameter("expected a tweet, or tweets on standard input", param_hint="TWEET")
    for number, line in enumerate(sys.stdin.buffer, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise TweetError(f"standard input, line {number}: expected UTF-8 ({error})") from error
        yield str(number), text.rstrip("\r\n")


@contextmanager
def _progress(quiet: bool) -> Iterator[Any]:
    """A progress bar on stderr where that is a terminal, as a function that moves it; else None."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[articles]} articles"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("reading", articles=0)

        def move(progress: BuildProgress) -> None:
            bar.update(
                task,
                description=progress.stage,
                articles=progress.articles,
                completed=progress.bytes_read,
                total=progress.bytes_total,
            )

        yield move


def main() -> None:
    """Runs the command line; errors become a line on stderr and exit code 1, wrong usage 2."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app(prog_name="tweetctx")
    except (TweetctxError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            # Whoever read our output has gone; Python would complain when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        print(f"tweetctx: error: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print("tweetctx: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
