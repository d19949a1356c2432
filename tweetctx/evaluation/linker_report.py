"""A report on a linker's training: figures out of fold and across sets, by features, sources of names and tweets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tweetctx.evaluation.linker_examples import Example
from tweetctx.evaluation.linker_figures import LinkFigures, by_kind, by_source, evaluate_links, reliability
from tweetctx.evaluation.linker_training import Training, train_linker
from tweetctx.linking.columns import FEATURES
from tweetctx.linking.model import HAND_WEIGHTS, LinkModel
from tweetctx.linking.named import SurfaceLinker
from tweetctx.pipeline import Contextualizer
from tweetctx.presets import parse_preset
from tweetctx.ragged import Floats
from tweetctx.runs.formats import as_bytes, jsonl_line

if TYPE_CHECKING:
    from tweetctx.index.protocol import Engine

GROUPS: Final = {
    "first look": ("first_look", "first_inner"),
    "statistics of the form": ("prior", "length_behind"),
    "source of the name": ("is_title", "is_link"),
    "kind of article": ("of_person", "of_qualified"),
    "mention, its case and its neighbours": ("kind", "inner"),
    "case of the tweet and in the collection": ("tweet_capitalized", "capitals_rate"),
    "retrieved passages": ("retrieved_rank", "retrieved_passages"),
    "words of the opening": ("shared_terms", "shared_margin"),
    "words of the title": ("title_terms", "title_share"),
    "passages that name it": ("named_by_passages", "named_share_of_passages"),
    "other mentions": ("elsewhere", "related_behind"),
}


@dataclass(frozen=True, slots=True)
class LinkedSet:
    """Tweets whose entities people linked, under a name."""

    name: str
    examples: list[Example]


def features_of(group: str) -> list[str]:
    """The features of one of the GROUPS, which gives the first and the last of them."""
    names = [*FEATURES]
    first, last = GROUPS[group]
    return names[names.index(first) : names.index(last) + 1]


def write_report(
    sets: Sequence[LinkedSet], training: Training, path: Path, *, folds: int, seed: int, rounds: int
) -> None:
    """Writes Markdown. training: on the examples of all sets together, one set after the other."""
    everything = [example for part in sets for example in part.examples]
    sections = [
        ("Held out", _table(_HEADER, _held_out(sets, training, folds, seed, rounds))),
        ("Without a group of features", _table(_HEADER, _ablation(sets[0], folds, seed, rounds))),
        ("Sources of names", _table(_SOURCES_HEADER, _sources(everything, training.out_of_fold))),
        ("Kinds of tweets", _table(_HEADER, _kinds(everything, training.out_of_fold))),
    ]
    path.write_text("\n".join(f"## {title}\n\n{table}\n" for title, table in sections), "utf-8")


_HEADER: Final = ("", "tweets", "F1", "recall", "precision", "first is right", "silent", "calibration error")
_SOURCES_HEADER: Final = ("source", "entities with it", "with it alone", "links by it", "right")
_Row = tuple[str, ...]


def _table(header: Sequence[str], rows: Iterator[_Row]) -> str:
    rule = ["---", *("---:" for _ in header[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in [header, rule, *rows])


def _row(name: str, figures: LinkFigures) -> _Row:
    values = (figures.f1, figures.recall, figures.precision, figures.first)
    cells = (f"{value:.3f}" for value in values)
    return name, str(figures.tweets), *cells, str(figures.silent), f"{figures.calibration_error:.3f}"


def _told(model: LinkModel, examples: Sequence[Example]) -> list[Floats]:
    return [model.probabilities(example.scored.features) for example in examples]


def _held_out(sets: Sequence[LinkedSet], training: Training, folds: int, seed: int, rounds: int) -> Iterator[_Row]:
    for place, told in training.by_set(_sizes(sets)):
        part = sets[place]
        yield _row(f"{part.name}, out of fold, trained on all sets", evaluate_links(part.examples, told))
    for part in sets:
        alone = train_linker(part.examples, folds=folds, seed=seed, rounds=rounds)
        yield _row(f"{part.name}, out of fold, trained on it alone", evaluate_links(part.examples, alone.out_of_fold))
        for other in sets:
            if other is not part:
                figures = evaluate_links(other.examples, _told(alone.model, other.examples))
                yield _row(f"{other.name}, trained on {part.name}", figures)
    for part in sets:
        yield _row(
            f"{part.name}, weights set by hand", evaluate_links(part.examples, _told(HAND_WEIGHTS, part.examples))
        )


def _ablation(part: LinkedSet, folds: int, seed: int, rounds: int) -> Iterator[_Row]:
    """Out of fold on one set, trained on it alone."""
    whole = train_linker(part.examples, folds=folds, seed=seed, rounds=rounds)
    yield _row("all features", evaluate_links(part.examples, whole.out_of_fold))
    for group in GROUPS:
        without = features_of(group)
        told = train_linker(part.examples, folds=folds, seed=seed, rounds=rounds, without=without).out_of_fold
        yield _row(f"without {group} ({len(without)})", evaluate_links(part.examples, told))


def _sources(examples: Sequence[Example], told: Sequence[Floats]) -> Iterator[_Row]:
    for source, figures in by_source(examples, told).items():
        shares = (f"{value:.3f}" for value in (figures.entities, figures.alone))
        yield source, *shares, str(figures.links), f"{figures.right:.3f}"


def _kinds(examples: Sequence[Example], told: Sequence[Floats]) -> Iterator[_Row]:
    yield _row("all", evaluate_links(examples, told))
    for kind, figures in by_kind(examples, told).items():
        yield _row(kind, figures)


def _sizes(sets: Sequence[LinkedSet]) -> list[int]:
    return [len(part.examples) for part in sets]


def reliability_curves(sets: Sequence[LinkedSet], training: Training) -> dict[str, list[tuple[int, float, float]]]:
    """The reliability out of fold of links from a low probability on, by set."""
    every = SurfaceLinker(threshold=0.02, relative=0.0)
    return {
        sets[place].name: reliability(sets[place].examples, told, every)
        for place, told in training.by_set(_sizes(sets))
    }


def write_contexts(sets: Sequence[LinkedSet], training: Training, engine: Engine, folder: Path) -> None:
    """Writes the contexts of each set, every one by the model of its fold, as JSON Lines named after the set.

    training: on the examples of all sets together, one set after the other.
    """
    folder.mkdir(parents=True, exist_ok=True)
    examples = [example for part in sets for example in part.examples]
    lines = [""] * len(examples)
    for fold in training.folds:
        contextualizer = Contextualizer(engine, parse_preset("default"), linker=SurfaceLinker(model=fold.model))
        for place in fold.held.tolist():
            context = contextualizer.contextualize(examples[place].scored.mentions.text)
            lines[place] = jsonl_line(examples[place].id, context)
    begin = 0
    for part in sets:
        own = lines[begin : begin + len(part.examples)]
        begin += len(own)
        (folder / f"{part.name}.jsonl").write_bytes(as_bytes("".join(own)))
