"""Reports on a linker's training: figures out of fold and across sets, by features, sources of names and tweets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tweetctx.arrays.types import Floats
from tweetctx.evaluation.tables import markdown_table
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.model import HAND_WEIGHTS
from tweetctx.linking.surface_linker import SurfaceLinker
from tweetctx.pipeline import Contextualizer
from tweetctx.presets import parse_preset
from tweetctx.runs.run_formats import as_bytes, jsonl_line
from tweetctx.training.examples import Example, LinkedSet
from tweetctx.training.groups import feature_groups
from tweetctx.training.link_scores import (
    Bin,
    LinkFigures,
    by_kind,
    by_source,
    choices_of,
    evaluate_links,
    judged,
    reliability,
)
from tweetctx.training.linker import Training, TrainingOptions, train_linker

if TYPE_CHECKING:
    from tweetctx.index.protocol import Engine

GROUPS: Final = feature_groups(
    FEATURES,
    {
        "first score": ("first_score", "first_inner"),
        "statistics of the form": ("prior", "length_behind"),
        "source of the name": ("is_title", "is_found"),
        "kind of article": ("of_person", "died"),
        "mention, its case and its neighbours": ("kind", "inner"),
        "groups of the words beside it": ("opens", "works"),
        "title and opening beside it": ("title_before", "continues"),
        "case of the tweet and in the collection": ("tweet_capitalized", "capitals_rate"),
        "retrieved passages": ("retrieved_rank", "retrieved_passages"),
        "words of the opening": ("shared_terms", "shared_margin"),
        "words of the title": ("title_terms", "title_share"),
        "passages that name it": ("named_by_passages", "named_share_of_passages"),
        "other mentions": ("elsewhere", "team_elsewhere"),
        "dates of opening and title": ("opening_days", "title_years"),
        "second stage": ("stacked_logit", "stacked_mass_inside"),
    },
)
_HEADER: Final = ("", "tweets", "F1", "recall", "precision", "first is right", "silent", "calibration error")
_SOURCES_HEADER: Final = ("source", "entities with it", "with it alone", "links by it", "right")
_Row = tuple[str, ...]


def write_report(sets: Sequence[LinkedSet], training: Training, options: TrainingOptions, path: Path) -> None:
    """Writes Markdown. training: on the examples of all sets together, one set after the other."""
    examples = [example for part in sets for example in part.examples]
    sections = [
        ("Held out", _HEADER, _held_out(sets, training, options)),
        ("Without a group of features", _HEADER, _ablation(sets[0], options)),
        ("Sources of names", _SOURCES_HEADER, _sources(examples, training.out_of_fold)),
        ("Kinds of tweets", _HEADER, _kinds(examples, training.out_of_fold)),
    ]
    blocks = [f"## {title}\n\n{markdown_table(header, rows)}\n" for title, header, rows in sections]
    path.write_text("\n".join(blocks), "utf-8")


def _row(name: str, examples: Sequence[Example], probabilities: Sequence[Floats]) -> _Row:
    return _cells(name, evaluate_links(choices_of(examples, probabilities)))


def _cells(name: str, figures: LinkFigures) -> _Row:
    of_links = (figures.precision, figures.first, figures.calibration_error)
    precision, first, error = (_shown(value, figures.tweets - figures.silent) for value in of_links)
    recall = (f"{value:.3f}" for value in (figures.f1, figures.recall))
    return name, str(figures.tweets), *recall, precision, first, str(figures.silent), error


def _shown(value: float, count: int) -> str:
    """A mean over `count` cases; a dash if there are none."""
    return f"{value:.3f}" if count else "–"


def _held_out(sets: Sequence[LinkedSet], training: Training, options: TrainingOptions) -> Iterator[_Row]:
    for part, probabilities in training.by_set(sets):
        yield _row(f"{part.name}, out of fold, trained on all sets", part.examples, probabilities)
    for part in sets:
        alone = train_linker(part.examples, options)
        yield _row(f"{part.name}, out of fold, trained on it alone", part.examples, alone.out_of_fold)
        for other in sets:
            if other is not part:
                probabilities = judged(alone.model, other.examples)
                yield _row(f"{other.name}, trained on {part.name}", other.examples, probabilities)
    for part in sets:
        yield _row(f"{part.name}, weights set by hand", part.examples, judged(HAND_WEIGHTS, part.examples))


def _ablation(part: LinkedSet, options: TrainingOptions) -> Iterator[_Row]:
    """Yields the figures out of fold on one set, trained on it alone."""
    yield _row("all features", part.examples, train_linker(part.examples, options).out_of_fold)
    for group, without in GROUPS.items():
        training = train_linker(part.examples, options, without)
        yield _row(f"without {group} ({len(without)})", part.examples, training.out_of_fold)


def _sources(examples: Sequence[Example], probabilities: Sequence[Floats]) -> Iterator[_Row]:
    for source, figures in by_source(examples, probabilities).items():
        right = _shown(figures.right, figures.links)
        yield source, f"{figures.entities:.3f}", f"{figures.alone:.3f}", str(figures.links), right


def _kinds(examples: Sequence[Example], probabilities: Sequence[Floats]) -> Iterator[_Row]:
    choices = choices_of(examples, probabilities)
    yield _cells("all", evaluate_links(choices))
    for kind, figures in by_kind([example.scored.mentions.text for example in examples], choices).items():
        yield _cells(kind, figures)


def reliability_curves(sets: Sequence[LinkedSet], training: Training) -> dict[str, list[Bin]]:
    """Returns by set the reliability out of fold of all links from a low probability on."""
    every = SurfaceLinker(threshold=0.02, relative=0.0)
    return {part.name: reliability(choices_of(part.examples, p, every)) for part, p in training.by_set(sets)}


def write_contexts(sets: Sequence[LinkedSet], training: Training, engine: Engine, folder: Path) -> None:
    """Writes the contexts of each set, every one by the model of its fold, as JSON Lines named after the set.

    training: on the examples of all sets together, one set after the other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    examples = [example for part in sets for example in part.examples]
    lines = [""] * len(examples)
    for fold in training.folds:
        contextualizer = Contextualizer(engine, parse_preset("default"), linker=SurfaceLinker(model=fold.model))
        for row in fold.held.tolist():
            context = contextualizer.contextualize(examples[row].post)
            lines[row] = jsonl_line(examples[row].id, context)
    remaining = iter(lines)
    for part in sets:
        text = "".join(next(remaining) for _ in part.examples)
        context_file(folder, part.name).write_bytes(as_bytes(text))


def context_file(folder: Path, name: str) -> Path:
    """Returns where the contexts of a set of this name are written."""
    return folder / f"{name}.jsonl"
