"""`tweetctx train classes`: word classes from an index."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tweetctx.commands.shared import IndexOption, QuietOption, index_or_demonstration, progress_bar

if TYPE_CHECKING:
    from tweetctx.classes import TrainProgress


def train_classes(
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    classes: Annotated[int, typer.Option(min=1, help="How many classes to make.")] = 500,
    words: Annotated[int, typer.Option(min=1, help="How many of the most frequent words get one.")] = 10_000,
    quiet: QuietOption = False,
) -> None:
    """Finds classes of words that keep similar neighbours (Brown et al. 1992), for the model `class`."""
    from tweetctx import classes as library

    with progress_bar(quiet) as move:

        def on_progress(done: TrainProgress) -> None:
            if move:
                move(done.done, done.total, done.stage)

        place = index_or_demonstration(index)
        report = library.train_classes(place, destination, classes=classes, words=words, on_progress=on_progress)
    print(f"{destination}: {report.words} words in {report.classes} classes, from {report.bigrams} bigrams")
