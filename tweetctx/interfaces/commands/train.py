"""`tweetctx train`: word classes and topics from an index, and the linker's model from tweets with links."""

from __future__ import annotations

import math
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tweetctx.errors import counted
from tweetctx.interfaces.commands.progress import progress_bar
from tweetctx.interfaces.commands.shared import (
    CONTINUES,
    ForceOption,
    IndexOption,
    QuietOption,
    hinting,
    index_or_demonstration,
    made_for_now,
    require_writable,
)

if TYPE_CHECKING:
    from tweetctx.scoring.classes import TrainProgress
    from tweetctx.scoring.topics import TopicProgress

LinkedArgument = Annotated[
    list[Path],
    typer.Argument(metavar="TWEETS REFERENCES", help="Pairs of files: tweets, then the entities that they name."),
]
FoldsOption = Annotated[
    int,
    typer.Option(min=2, help="Into how many parts the tweets are divided; each is measured by a model of the others."),
]


def train_classes(
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    classes: Annotated[int, typer.Option(min=1, help="How many classes to make.")] = 500,
    words: Annotated[int, typer.Option(min=1, help="How many of the most frequent words get one.")] = 10_000,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> None:
    """Finds classes of words that keep similar neighbours (Brown et al. 1992), for the model `class`."""
    from tweetctx.scoring import classes as library

    require_writable(destination, force=force)
    with progress_bar(quiet) as move:

        def on_progress(done: TrainProgress) -> None:
            if move:
                move(done.done, done.total, done.stage)

        location = index_or_demonstration(index)
        report = library.train_classes(location, destination, classes=classes, words=words, on_progress=on_progress)
    print(
        f"{destination}: {counted(report.words, 'word')} in {counted(report.classes, 'class', 'classes')}, "
        f"from {counted(report.bigrams, 'bigram')}"
    )


def train_topics(
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    topics: Annotated[int, typer.Option("--topics", "-K", min=1, help="How many topics.")] = 200,
    words: Annotated[int, typer.Option(min=1, help="How many words the topics have, those of most articles.")] = 50_000,
    passes: Annotated[int, typer.Option(min=1, help="How often all articles are read.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="What the random numbers depend on.")] = 1,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; by default one a processor.")] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Markdown: coherence and top words, with pictures beside it.")
    ] = None,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> None:
    """Fits topics to all articles by LDA (Hoffman, Blei and Bach 2010), for `lbdm` and `trlm(topics=FILE)`.

    The same command continues an interrupted training after its last pass. The same seed gives the same file.
    """
    from tweetctx.scoring import topics as library

    settings = library.TopicSettings(topics, words, passes, seed)
    pictures: list[Path] = []
    if report:
        from tweetctx.training.topic_report import check_report, pictures_of

        check_report()
        pictures = pictures_of(report)
    require_writable(destination, report, *pictures, force=force)
    location = index_or_demonstration(index)
    with hinting(CONTINUES), progress_bar(quiet) as move:

        def on_progress(done: TopicProgress) -> None:
            if move:
                move(done.done, done.total, f"pass {done.number} of {passes}")

        model = library.train_topics(location, destination, settings, workers=workers, on_progress=on_progress)
    if report:
        from tweetctx.index import open_index
        from tweetctx.training.topic_report import write_topic_report

        with closing(open_index(location)) as opened:
            write_topic_report(model, opened, report)
    print(
        f"{destination}: {counted(model.topics, 'topic')} of {counted(len(model.terms), 'word')}, "
        f"from {counted(int(model.origin['documents']), 'article')}"
    )


def train_phrases(
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    scoring: Annotated[
        Literal["frequency", "npmi", "default"],
        typer.Option(help="The rule: frequency as in DCU's runs, or a score of gensim's Phrases."),
    ] = "frequency",
    limit: Annotated[int, typer.Option(min=1, help="How many phrases, the best first.")] = 100_000,
    least: Annotated[int, typer.Option(min=1, help="How often one occurs at least.")] = 5,
    force: ForceOption = False,
) -> None:
    """Finds two-word phrases, which `index build --analyzer dcu --phrases FILE` takes as terms.

    The index must have the analyzer dcu, too.
    """
    from tweetctx.training.phrases import PhraseSettings
    from tweetctx.training.phrases import train_phrases as train

    require_writable(destination, force=force)
    count = train(index_or_demonstration(index), destination, PhraseSettings(scoring, limit, least))
    print(f"{destination}: {counted(count, 'phrase')} by {scoring}")


def train_linker(
    files: LinkedArgument,
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    folds: FoldsOption = 5,
    rounds: Annotated[
        int, typer.Option(min=1, help="How many times each fit of the first stage adds three trees.")
    ] = 150,
    second_rounds: Annotated[int, typer.Option(min=1, help="How many trees the second stage has.")] = 100,
    fits: Annotated[int, typer.Option(min=1, help="How many fits of the first stage are averaged.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="What the random choices depend on.")] = 0,
    report: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Markdown: what each part is worth, sources of names, kinds of tweets."),
    ] = None,
    figure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The reliability of the probabilities, as PNG or SVG.")
    ] = None,
    contexts: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Where to write the contexts by models that have not seen the tweets, a file for each pair.",
        ),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Trains the linker on tweets whose names people linked to articles, and prints how often it is right.

    The figures are those of cross-validation: each tweet is linked by a model that has not seen it.
    """
    from dataclasses import asdict

    from tweetctx.evaluation.drawing import check_figure
    from tweetctx.index import open_index
    from tweetctx.linking import parse_linker
    from tweetctx.training.examples import check_names, read_sets
    from tweetctx.training.link_scores import choices_of, draw_reliability, evaluate_links
    from tweetctx.training.linker import TrainingOptions
    from tweetctx.training.linker import train_linker as train
    from tweetctx.training.linker_report import context_file, reliability_curves, write_contexts, write_report

    pairs = linked_pairs(files)
    if figure:
        check_figure(figure)
    names = check_names(tweets for tweets, _ in pairs)
    written = [context_file(contexts, name) for name in names] if contexts else []
    with made_for_now(contexts):
        require_writable(destination, report, figure, *written, read=files, force=force)
    engine = open_index(index_or_demonstration(index))
    sets = [*read_sets(pairs, engine)]
    options = TrainingOptions(folds, seed, rounds, second_rounds, fits)
    training = train([example for part in sets for example in part.examples], options)
    record: dict[str, object] = {**asdict(options), "linker": str(parse_linker("default"))}
    for part, probabilities in training.by_set(sets):
        figures = evaluate_links(choices_of(part.examples, probabilities))
        record[f"{part.name}, out of fold"] = figures.record()
    training.model.write(destination, record)
    print_record(record)
    if figure:
        draw_reliability(reliability_curves(sets, training), figure)
    if report:
        write_report(sets, training, options, report)
    if contexts:
        write_contexts(sets, training, engine, contexts)


def linked_pairs(files: list[Path]) -> list[tuple[Path, Path]]:
    """The files of tweets, each with that of its references; wrong usage if one is left alone."""
    if len(files) % 2:
        raise typer.BadParameter("expected pairs of files, tweets and references")
    return [*zip(files[::2], files[1::2], strict=True)]


def train_sentences(
    graded: Annotated[Path, typer.Argument(metavar="GRADED", help="Tweets with graded sentences, JSON Lines.")],
    destination: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    index: IndexOption = None,
    folds: FoldsOption = 5,
    rounds: Annotated[int, typer.Option(min=1, help="How many trees a fit has.")] = 60,
    fits: Annotated[int, typer.Option(min=1, help="How many fits are averaged.")] = 4,
    seed: Annotated[int, typer.Option(min=0, help="What the random choices depend on.")] = 0,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Markdown: what each lowest score and each part is worth.")
    ] = None,
    force: ForceOption = False,
) -> None:
    """Trains the model that chooses sentences, on sentences that people graded, and prints how good its contexts are.

    The figures are those of cross-validation: each context is made by a model that has not seen the tweet.
    """
    from dataclasses import asdict

    from tweetctx.evaluation.graded import read_graded
    from tweetctx.pipeline import Contextualizer
    from tweetctx.training.sentence_report import write_report
    from tweetctx.training.sentences import SentenceOptions, candidate_recall, grade_all, read_examples
    from tweetctx.training.sentences import train_sentences as train

    tweets = read_graded(graded)
    require_writable(destination, report, read=[graded], force=force)
    with Contextualizer.open(index_or_demonstration(index)) as contextualizer:
        examples = [*read_examples(tweets, contextualizer)]
        options = SentenceOptions(folds, seed, rounds, fits)
        training = train(examples, options)
        figures = asdict(grade_all(examples, training.out_of_fold, contextualizer))
        defined = {name: round(value, 4) for name, value in figures.items() if not math.isnan(value)}
        record: dict[str, object] = {**asdict(options), "candidates": round(candidate_recall(examples), 4)}
        record[f"{graded.stem}, out of fold"] = defined
        training.model.write(destination, record)
        print_record(record)
        if report:
            write_report(examples, training, options, contextualizer, report)


def print_record(record: dict[str, object]) -> None:
    """Prints what a command was told and found, a line each."""
    for name, value in record.items():
        if isinstance(value, dict):
            value = ", ".join(f"{part.replace('_', ' ')} {figure}" for part, figure in value.items())
        print(f"{name}: {value}")
