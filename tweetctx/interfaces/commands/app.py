"""All commands, each of which parses, makes one call of the library, and prints."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from copy import copy
from typing import Annotated, Any

import typer

from tweetctx import __version__
from tweetctx.interfaces.commands import context, corpus, index, packs, train, update
from tweetctx.interfaces.commands.batch import batch
from tweetctx.interfaces.commands.bot import bot
from tweetctx.interfaces.commands.evaluate import (
    evaluate_compare,
    evaluate_contexts,
    evaluate_links,
    evaluate_sentences,
)
from tweetctx.interfaces.commands.experiment import experiment
from tweetctx.interfaces.commands.get import get, indexes
from tweetctx.interfaces.commands.mcp import mcp
from tweetctx.interfaces.commands.parsing import Command, Group, TextCommand
from tweetctx.interfaces.commands.search import search
from tweetctx.interfaces.commands.serve import serve
from tweetctx.interfaces.commands.warm import warm


class CommandLine(typer.Typer):
    """All commands. Typer is given only the one, or the group, that is named: reading the options of all takes long."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Runs the command that the program's arguments name."""
        line, named = copy(self), sys.argv[1:2]
        commands = [one for one in self.registered_commands if getattr(one.callback, "__name__", "") in named]
        groups = [one for one in self.registered_groups if one.name in named]
        if commands or groups:
            line.registered_commands, line.registered_groups = commands, groups
        return typer.Typer.__call__(line, *arguments, **options)


app = CommandLine(
    cls=Group,
    help="Finds the context that a tweet takes for granted, in Wikipedia.",
    epilog="Exit codes: 0 success, 1 an error, as a file that is missing or cannot be read, 2 wrong usage, as a value "
    "out of its choices, 3 nothing found, 130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
corpus_app = typer.Typer(
    cls=Group, help="Gets a Wikipedia, and turns one as published into JSON Lines.", no_args_is_help=True
)
index_app = typer.Typer(cls=Group, help="Builds, changes and inspects indexes.", no_args_is_help=True)
train_app = typer.Typer(
    cls=Group, help="Learns from an index, and from tweets that people linked or graded.", no_args_is_help=True
)
evaluate_app = typer.Typer(cls=Group, help="Measures contexts, rankings of sentences, and links.", no_args_is_help=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"tweetctx {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", help="Show the version and end.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    pass


def _add(
    group: typer.Typer, command: Callable[..., None], name: str | None = None, kind: type[Command] = Command
) -> None:
    """Adds a command; its help is the docstring with each paragraph on one line, which the terminal wraps.

    Brackets are escaped, as they are rich's markup.
    """
    paragraphs = (inspect.getdoc(command) or "").replace("[", r"\[").split("\n\n")
    options: dict[str, Any] = {"help": "\n\n".join(paragraph.replace("\n", " ") for paragraph in paragraphs)}
    group.command(name, cls=kind, **options)(command)


for text_command in (context.context, context.normalize, context.link, search):
    _add(app, text_command, kind=TextCommand)
for command in (get, indexes, batch, experiment, serve, mcp, bot, warm):
    _add(app, command)
_add(corpus_app, corpus.corpus_list, "list")
_add(corpus_app, corpus.corpus_download, "download")
_add(corpus_app, corpus.corpus_convert, "convert")
_add(corpus_app, corpus.corpus_accounts, "accounts")
_add(index_app, index.index_build, "build")
_add(index_app, index.index_add, "add")
_add(index_app, index.index_remove, "remove")
_add(index_app, index.index_compact, "compact")
_add(index_app, index.index_info, "info")
_add(index_app, index.index_verify, "verify")
_add(index_app, update.index_update, "update")
_add(index_app, packs.index_pack, "pack")
_add(index_app, packs.index_unpack, "unpack")
_add(index_app, packs.index_push, "push")
_add(index_app, packs.index_pull, "pull")
_add(train_app, train.train_classes, "classes")
_add(train_app, train.train_linker, "linker")
_add(train_app, train.train_sentences, "sentences")
_add(train_app, train.train_topics, "topics")
_add(train_app, train.train_phrases, "phrases")
_add(evaluate_app, evaluate_contexts, "contexts")
_add(evaluate_app, evaluate_sentences, "sentences")
_add(evaluate_app, evaluate_links, "links")
_add(evaluate_app, evaluate_compare, "compare")
app.add_typer(corpus_app, name="corpus")
app.add_typer(index_app, name="index")
app.add_typer(train_app, name="train")
app.add_typer(evaluate_app, name="evaluate")
