"""How well a linker's links agree with those that people made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import regex

from tweetctx.evaluation.drawing import clean, new_figure, save, style
from tweetctx.evaluation.linker_examples import Example
from tweetctx.index.surface_forms import FormSource
from tweetctx.linking.named import SurfaceLinker
from tweetctx.ragged import Bools, Floats, Ints

_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """How well links agree with those made by hand.

    recall: the mean over tweets of the share of entities that are linked. precision: the mean over tweets with links of
    the share of articles that are right. f1: their harmonic mean. first: the share of tweets with links whose most
    probable one is right. silent: tweets without a link. calibration_error: Σ over ten bins of the share of links in
    it times |mean probability − share right|.
    """

    tweets: int
    recall: float
    precision: float
    f1: float
    first: float
    silent: int
    calibration_error: float


def evaluate_links(
    examples: Iterable[Example], probabilities: Iterable[Floats], linker: SurfaceLinker | None = None
) -> LinkFigures:
    """Compares the links that a linker chooses by given probabilities with those made by hand."""
    linker = linker or SurfaceLinker()
    recall, precision, first, silent, told, right = [], [], [], 0, [], []
    for example, own in zip(examples, probabilities, strict=True):
        chosen = chosen_of(example, own, linker)
        titles = {example.titles[candidate] for candidate in chosen}
        recall.append(len(titles & example.entities) / len(example.entities))
        silent += not chosen
        if chosen:
            precision.append(len(titles & example.entities) / len(titles))
            first.append(example.titles[chosen[0]] in example.entities)
        told += [float(own[candidate]) for candidate in chosen]
        right += [example.titles[candidate] in example.entities for candidate in chosen]
    p, r = _mean(precision), _mean(recall)
    error = calibration_error(np.array(told), np.array(right, np.bool_))
    return LinkFigures(len(recall), r, p, 2 * p * r / (p + r) if p + r else 0.0, _mean(first), silent, error)


def calibration_error(probabilities: Floats, right: Bools) -> float:
    """Σ over ten bins of the share of the links in it times |mean probability − share right|."""
    bins = np.minimum((probabilities * _BINS).astype(np.int64), _BINS - 1)
    gaps = (abs(float(probabilities[bins == b].sum() - right[bins == b].sum())) for b in range(_BINS))
    return sum(gaps) / max(len(probabilities), 1)


def figures_record(figures: LinkFigures) -> dict[str, Any]:
    """The figures as plain values, rounded."""
    return {name: round(value, 4) if isinstance(value, float) else value for name, value in asdict(figures).items()}


def chosen_of(example: Example, probabilities: Floats, linker: SurfaceLinker) -> list[int]:
    """The candidates that a linker chooses by given probabilities, most probable first."""
    return linker.chosen(replace(example.scored, probabilities=probabilities))


@dataclass(frozen=True, slots=True)
class SourceFigures:
    """What one source of names is worth.

    entities: the share of all entities that have a candidate by it; alone: by it and no other. links: how many links
    go by it; right: the share of them that is.
    """

    entities: float
    alone: float
    links: int
    right: float


def by_source(examples: Sequence[Example], probabilities: Sequence[Floats]) -> dict[str, SourceFigures]:
    """The figures of each source of names."""
    linker = SurfaceLinker()
    total = sum(len(example.entities) for example in examples)
    found = {source: [0, 0] for source in FormSource}
    links = {source: list[bool]() for source in FormSource}
    for example, own in zip(examples, probabilities, strict=True):
        candidates = example.scored.candidates
        sources = candidates.forms.sources[candidates.senses].astype(np.int64)
        told = dict.fromkeys(example.entities, 0)
        for title, source in zip(example.titles, sources.tolist(), strict=True):
            if title in told:
                told[title] |= source
        for candidate in chosen_of(example, own, linker):
            for source in FormSource(int(sources[candidate])):
                links[source].append(example.titles[candidate] in example.entities)
        for union in told.values():
            for source in FormSource(union):
                found[source][0] += 1
                found[source][1] += union == source
    return {
        str(source.name).lower(): SourceFigures(every / total, alone / total, len(links[source]), _mean(links[source]))
        for source, (every, alone) in found.items()
    }


def by_kind(examples: Sequence[Example], probabilities: Sequence[Floats]) -> dict[str, LinkFigures]:
    """The figures of tweets of some kinds; a tweet may be of several."""
    figures = {}
    for kind, is_of in KINDS.items():
        rows = [row for row, example in enumerate(examples) if is_of(example.scored.mentions.text)]
        if rows:
            figures[kind] = evaluate_links([examples[row] for row in rows], [probabilities[row] for row in rows])
    return figures


def _has(pattern: str) -> Callable[[str], bool]:
    return lambda text: regex.search(pattern, text) is not None


_PLAIN: Final = regex.compile(r"https?:\S*|[#@]\w+")
KINDS: Final[dict[str, Callable[[str], bool]]] = {
    "with a hashtag": _has(r"#\w"),
    "with a user name": _has(r"@\w"),
    "repeated (RT, via)": _has(r"\b(?:RT|MT|via) ?:? ?@\w"),
    "without a capital letter": lambda text: not _has(r"\p{Lu}")(_PLAIN.sub(" ", text)),
    "mostly in capitals": lambda text: not _has(r"\p{Ll}(?:.*\p{Ll}){9}")(_PLAIN.sub(" ", text)),
    "short (up to 60 characters)": lambda text: len(_PLAIN.sub("", text)) <= 60,
    "long": lambda text: len(_PLAIN.sub("", text)) > 60,
}


def reliability(
    examples: Sequence[Example], probabilities: Sequence[Floats], linker: SurfaceLinker
) -> list[tuple[int, float, float]]:
    """For each of ten bins with links: how many, their mean probability, and the share of them that is right."""
    told, right = [], []
    for example, own in zip(examples, probabilities, strict=True):
        for candidate in chosen_of(example, own, linker):
            told.append(float(own[candidate]))
            right.append(example.titles[candidate] in example.entities)
    p, hits = np.array(told), np.array(right, np.bool_)
    bins = np.minimum((p * _BINS).astype(np.int64), _BINS - 1)
    return [
        (int(here.sum()), float(p[here].mean()), float(hits[here].mean()))
        for b in range(_BINS)
        if (here := bins == b).any()
    ]


def draw_reliability(curves: dict[str, list[tuple[int, float, float]]], path: Path) -> None:
    """Draws the share of links that is right by their mean probability, a curve a set; PNG or SVG."""
    figure = new_figure(4.2, 3.6)
    panel = figure.subplots()
    panel.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    for number, (name, bins) in enumerate(curves.items()):
        _, told, right = zip(*bins, strict=True)
        panel.plot(told, right, label=name, **style(number))
    panel.set(xlabel="probability of the link", ylabel="share that is right", xlim=(0, 1), ylim=(0, 1))
    panel.legend(frameon=False, fontsize=8)
    clean(panel)
    save(figure, path)


def _mean(values: Sequence[float] | Ints) -> float:
    return float(np.mean(values)) if len(values) else 0.0
