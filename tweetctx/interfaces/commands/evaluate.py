"""`tweetctx evaluate`: measures contexts, rankings of sentences, and links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tweetctx.errors import ParameterError, TweetctxError
from tweetctx.interfaces.commands.shared import (
    ForceOption,
    IndexOption,
    complain,
    index_or_demonstration,
    require_files,
    require_writable,
)
from tweetctx.interfaces.commands.train import LinkedArgument, linked_pairs, print_record

if TYPE_CHECKING:
    from tweetctx.evaluation.scores import RunScores

_NAMED = 5  # ids in a message

AgainstOption = Annotated[
    list[Path] | None, typer.Option(help="A run to compare with; give the option again for another.")
]
ByTopicOption = Annotated[bool, typer.Option("--by-topic", help="Show the values of every topic.")]
FormatOption = Annotated[Literal["table", "csv", "json"], typer.Option("--format", help="How values are printed.")]
SeedOption = Annotated[int, typer.Option(min=0, help="What the random samples of the intervals depend on.")]
MeasuresOption = Annotated[
    str, typer.Option(help="Names of ir_measures, separated by commas: AP, Rprec, RR, nDCG, P@k, R@k and others.")
]
_MEASURES = "AP,Rprec,P@10,RR"


def evaluate_contexts(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Contexts, as `tweetctx batch` writes them.")],
    references: Annotated[
        Path, typer.Argument(metavar="REFERENCES", help="Reference texts as JSON Lines, or a pool of judged passages.")
    ],
    against: AgainstOption = None,
    by_topic: ByTopicOption = False,
    output: FormatOption = "table",
    figure: Annotated[Path | None, typer.Option(help="Draw dissimilarities into this file, .png or .svg.")] = None,
    language: Annotated[str, typer.Option(help="The language of the contexts and references.")] = "en",
    seed: SeedOption = 0,
    force: ForceOption = False,
) -> None:
    """Scores contexts against references: INEX's dissimilarity, linked entities, and readability."""
    from tweetctx.evaluation.context_figures import draw_contexts
    from tweetctx.evaluation.drawing import check_figure

    if figure:
        check_figure(figure)
        require_writable(figure, read=[run, references, *(against or [])], force=force)
    runs = _context_scores([run, *(against or [])], references, language)
    if figure:
        draw_contexts(runs, figure)
    _print(runs, output, seed, by_topic=by_topic)


def evaluate_sentences(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A TREC run: query Q0 sentence rank score tag.")],
    qrels: Annotated[Path, typer.Argument(metavar="QRELS", help="TREC qrels: query 0 sentence relevance.")],
    measures: MeasuresOption = _MEASURES,
    against: AgainstOption = None,
    by_topic: ByTopicOption = False,
    output: FormatOption = "table",
    seed: SeedOption = 0,
) -> None:
    """Scores a ranking of sentences as trec_eval does; queries without a relevant sentence are left out.

    A query that the run lacks scores 0, as by `trec_eval -c`.
    """
    _print(_ranking_scores([run, *(against or [])], qrels, measures), output, seed, by_topic=by_topic)


def evaluate_links(
    files: LinkedArgument,
    index: IndexOption = None,
    model: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A linker of `train linker`; by default, that of tweetctx.")
    ] = None,
) -> None:
    """Links tweets whose names people linked to articles, and prints how often the linker is right.

    Dated tweets are also linked as if they had no date. Figures of tweets from which the linker learned flatter it.
    """
    from tweetctx.index import open_index
    from tweetctx.linking.model import default_model, read_model
    from tweetctx.training.examples import check_names, read_sets
    from tweetctx.training.link_scores import choices_of, evaluate_links, judged

    pairs = linked_pairs(files)
    require_files(*files, model)
    check_names(tweets for tweets, _ in pairs)
    try:
        judge = read_model(model) if model else default_model()
    except ParameterError as error:  # of the file, not of the command
        raise TweetctxError(str(error)) from error
    for part in read_sets(pairs, open_index(index_or_demonstration(index))):
        figures = evaluate_links(choices_of(part.examples, judged(judge, part.examples)))
        print_record({part.name: figures.record()})


def evaluate_compare(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN", help="Two or more of one kind; each is compared with each.")
    ],
    references: Annotated[
        Path | None, typer.Option(help="What contexts are measured with, as in `evaluate contexts`.")
    ] = None,
    qrels: Annotated[
        Path | None, typer.Option(help="What rankings are measured with, as in `evaluate sentences`.")
    ] = None,
    measures: MeasuresOption = _MEASURES,
    by_topic: ByTopicOption = False,
    output: FormatOption = "table",
    language: Annotated[str, typer.Option(help="The language of the contexts and references.")] = "en",
    seed: SeedOption = 0,
) -> None:
    """Compares each run with each other: mean difference, confidence interval and paired t-test.

    With three runs or more, p is also given as Holm's method corrects it for the number of comparisons.
    """
    if len(runs) < 2:
        raise typer.BadParameter(f"found {runs[0]} alone, expected two runs or more", param_hint="RUN")
    if references and not qrels:
        _print(_context_scores(runs, references, language), output, seed, by_topic=by_topic, all_pairs=True)
    elif qrels and not references:
        _print(_ranking_scores(runs, qrels, measures), output, seed, by_topic=by_topic, all_pairs=True)
    else:
        found = "both" if qrels else "neither"
        raise typer.BadParameter(
            f"found {found}, expected --references for contexts or --qrels for rankings",
            param_hint="--references, --qrels",
        )


def _context_scores(paths: list[Path], references: Path, language: str) -> list[RunScores]:
    from tweetctx.evaluation.contexts import evaluate_contexts
    from tweetctx.evaluation.references import read_references
    from tweetctx.runs import read_run

    require_files(paths[0], references, *paths[1:])
    wanted = read_references(references)
    named = str(references)
    return _scores(paths, lambda path: evaluate_contexts(str(path), read_run(path), wanted, language, judged_by=named))


def _ranking_scores(paths: list[Path], qrels: Path, measures: str) -> list[RunScores]:
    from tweetctx.evaluation.sentences import evaluate_run
    from tweetctx.runs.trec import read_qrels, read_trec_run

    require_files(paths[0], qrels, *paths[1:])
    names = [name.strip() for name in measures.split(",")]
    judged = list(read_qrels(qrels))
    return _scores(
        paths, lambda path: evaluate_run(str(path), read_trec_run(path), judged, names, judged_by=str(qrels))
    )


def _scores(paths: list[Path], score: Callable[[Path], RunScores]) -> list[RunScores]:
    """Scores runs. A run is called by the name of its file without suffixes, or by its path if that name is not unique.

    Errors always name the path.
    """
    from tweetctx.reading.compression import SUFFIXES

    scored = [score(path) for path in paths]
    names = [Path(path.stem).stem if path.suffix.lower() in SUFFIXES else path.stem for path in paths]
    if len({*names}) < len(names):
        return scored
    return [replace(one, run=name) for one, name in zip(scored, names, strict=True)]


def _print(runs: list[RunScores], output: str, seed: int, *, by_topic: bool, all_pairs: bool = False) -> None:
    from tweetctx.evaluation.scores import compare_runs
    from tweetctx.evaluation.tables import FORMATS

    comparisons = compare_runs(runs, seed, all_pairs=all_pairs)
    for run in runs:
        _report_gaps(run)
    print(FORMATS[output](runs, comparisons, by_topic=by_topic))


def _report_gaps(run: RunScores) -> None:
    """Reports on stderr which topics have no counterpart."""
    gaps = (
        (run.missing, f"topics missing of {len(run.topics)}, which score worst"),
        (run.unjudged, "topics that are not judged, left out"),
        (run.left_out, "topics to which nothing is relevant, left out"),
    )
    for ids, what in gaps:
        if ids:
            named = ", ".join(ids[:_NAMED]) + (", …" if len(ids) > _NAMED else "")
            complain(f"{run.run}: {what}: {len(ids)} ({named})")
