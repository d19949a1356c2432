"""`tweetctx train`: word classes from an index, and the linker's model from tweets with links."""

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


def train_linker(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="TWEETS REFERENCES ...", help="Files of tweets, each with the entities they name behind it."
        ),
    ],
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    held_out: Annotated[
        int, typer.Option(min=0, help="How many of the last pairs of files are measured on, and not trained on.")
    ] = 0,
    folds: Annotated[int, typer.Option(min=2, help="How many parts the figures out of fold come from.")] = 5,
    rounds: Annotated[int, typer.Option(min=1, help="How many trees are fitted.")] = 150,
    seed: Annotated[int, typer.Option(help="What the random choices depend on.")] = 0,
) -> None:
    """Fits the linker's trees to tweets whose entities people linked, and prints how right they are out of fold."""
    from tweetctx.evaluation import linker_training as library
    from tweetctx.index import open_index
    from tweetctx.linking import parse_linker

    if len(files) % 2 or held_out >= len(files) // 2:
        raise typer.BadParameter("expected pairs of files, tweets and references, and one at least to train on")
    pairs = list(zip(files[::2], files[1::2], strict=True))
    engine = open_index(index_or_demonstration(index))
    sets = [library.read_examples(tweets, references, engine) for tweets, references in pairs]
    training = [example for examples in sets[: len(sets) - held_out] for example in examples]
    fitted = library.train_linker(training, folds=folds, seed=seed, rounds=rounds)
    model, probabilities = fitted.model, fitted.out_of_fold
    record: dict[str, object] = {"folds": folds, "seed": seed, "rounds": rounds, "linker": str(parse_linker("default"))}
    done = 0
    for number, ((tweets, _), examples) in enumerate(zip(pairs, sets, strict=True)):
        trained = number < len(sets) - held_out
        own = (
            probabilities[done : done + len(examples)]
            if trained
            else [model.probabilities(example.scored.features) for example in examples]
        )
        done += len(examples) * trained
        how = "out of fold" if trained else "held out"
        record[f"{tweets.name}, {how}"] = library.figures_record(library.evaluate_links(examples, own))
    model.write(destination, record)
    for name, value in record.items():
        print(f"{name}: {value}")
