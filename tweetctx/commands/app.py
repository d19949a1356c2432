"""All commands, each of which parses, makes one call of the library, and prints."""

from __future__ import annotations

import typer

from tweetctx.commands import context, corpus, index, train
from tweetctx.commands.batch import batch
from tweetctx.commands.evaluate import evaluate_contexts, evaluate_sentences
from tweetctx.commands.experiment import experiment
from tweetctx.commands.mcp import mcp
from tweetctx.commands.serve import serve
from tweetctx.commands.warm import warm

app = typer.Typer(
    help="Finds the context that a tweet takes for granted, in Wikipedia.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
corpus_app = typer.Typer(help="Gets a Wikipedia, and turns one as published into JSON Lines.", no_args_is_help=True)
index_app = typer.Typer(help="Builds, changes and inspects indexes.", no_args_is_help=True)
train_app = typer.Typer(help="Learns from an index, and from tweets that were linked by hand.", no_args_is_help=True)
evaluate_app = typer.Typer(help="Measures runs.", no_args_is_help=True)

app.command()(context.context)
app.command()(context.normalize)
app.command()(context.link)
app.command()(context.search)
app.command()(batch)
app.command()(experiment)
app.command()(serve)
app.command()(mcp)
app.command()(warm)
corpus_app.command("list")(corpus.corpus_list)
corpus_app.command("download")(corpus.corpus_download)
corpus_app.command("convert")(corpus.corpus_convert)
index_app.command("build")(index.index_build)
index_app.command("add")(index.index_add)
index_app.command("remove")(index.index_remove)
index_app.command("compact")(index.index_compact)
index_app.command("info")(index.index_info)
index_app.command("verify")(index.index_verify)
train_app.command("classes")(train.train_classes)
train_app.command("linker")(train.train_linker)
evaluate_app.command("contexts")(evaluate_contexts)
evaluate_app.command("sentences")(evaluate_sentences)
app.add_typer(corpus_app, name="corpus")
app.add_typer(index_app, name="index")
app.add_typer(train_app, name="train")
app.add_typer(evaluate_app, name="evaluate")
