"""Scores a linker's links against those that people made."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats
from tweetctx.evaluation.contexts import entity_scores, harmonic_mean
from tweetctx.evaluation.drawing import clean, new_figure, save, style
from tweetctx.evaluation.scores import mean_of
from tweetctx.index.surface_forms import FormSource
from tweetctx.linking.model import LinkModel
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.surface_linker import SurfaceLinker
from tweetctx.training.examples import Example

_BINS: Final = 10


class Choice(NamedTuple):
    """The titles that a linker chooses for a tweet, most probable first, and the titles that people linked."""

    titles: tuple[str, ...]
    probabilities: tuple[float, ...]
    entities: frozenset[str]


@dataclass(frozen=True, slots=True)
class LinkFigures:
    """How well links agree with those made by hand.

    recall: the mean over tweets of the share of entities that are linked. precision: the mean over tweets with links of
    the share of articles that are right. f1: their harmonic mean. first: the share of tweets with links whose most
    probable one is right. silent: tweets without a link. calibration_error: see `calibration_error`.
    """

    tweets: int
    recall: float
    precision: float
    f1: float
    first: float
    silent: int
    calibration_error: float

    def record(self) -> dict[str, Any]:
        """Returns the figures as plain values, rounded."""
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in asdict(self).items()}


def judged(model: LinkModel, examples: Sequence[Example]) -> list[Floats]:
    """Returns by example the probability that a model gives to each candidate, (C,)."""
    return [model.judge(example.scored)[1] for example in examples]


def choices_of(
    examples: Sequence[Example], probabilities: Sequence[Floats], linker: SurfaceLinker | None = None
) -> list[Choice]:
    """Returns what a linker, by default the default one, chooses by given probabilities of the candidates."""
    linker = linker or SurfaceLinker()
    choices = []
    for example, values in zip(examples, probabilities, strict=True):
        scored = _settled(linker, example, values)
        chosen = linker.chosen(scored)
        titles = tuple(example.titles[candidate] for candidate in chosen)
        choices.append(Choice(titles, tuple(scored.probabilities[chosen].tolist()), example.entities))
    return choices


def _settled(linker: SurfaceLinker, example: Example, probabilities: Floats) -> ScoredMentions:
    """The candidates of an example with given probabilities, after what no model decides."""
    return linker.settled(replace(example.scored, probabilities=probabilities), example.language)


def evaluate_links(choices: Sequence[Choice]) -> LinkFigures:
    """Compares the links chosen with those made by hand."""
    scores = [entity_scores(choice.titles, [*choice.entities]) for choice in choices]
    recall, precision, first = (
        _mean([score[measure] for score in scores]) for measure in ("entity_recall", "entity_precision", "first")
    )
    silent = sum(not choice.titles for choice in choices)
    f1 = harmonic_mean(precision, recall)
    return LinkFigures(len(choices), recall, precision, f1, first, silent, calibration_error(reliability(choices)))


class Bin(NamedTuple):
    """The links whose probability is in one tenth: how many, their mean probability, and the share that is right."""

    links: int
    probability: float
    right: float


def reliability(choices: Sequence[Choice]) -> list[Bin]:
    """Returns the bins that have links, in ascending order."""
    probabilities = np.array([value for choice in choices for value in choice.probabilities])
    right: Bools = np.array([title in choice.entities for choice in choices for title in choice.titles], np.bool_)
    bins = np.minimum((probabilities * _BINS).astype(np.int64), _BINS - 1)
    members = (bins == index for index in range(_BINS))
    return [Bin(int(m.sum()), float(probabilities[m].mean()), float(right[m].mean())) for m in members if m.any()]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Returns the sum over bins of the share of the links in it times |mean probability − share right|."""
    gaps = sum(bin_.links * abs(bin_.probability - bin_.right) for bin_ in bins)
    return gaps / max(sum(bin_.links for bin_ in bins), 1)


class SourceFigures(NamedTuple):
    """The contribution of one source of names.

    entities: the share of all entities that have a candidate by it; alone: by it and no other. links: how many links
    it gives; right: the share of them that is right.
    """

    entities: float
    alone: float
    links: int
    right: float


def by_source(examples: Sequence[Example], probabilities: Sequence[Floats]) -> dict[str, SourceFigures]:
    """Returns the figures of each source of names."""
    linker = SurfaceLinker()
    known: list[int] = []  # of each entity: the union of the sources of its candidates
    links: dict[FormSource, list[float]] = {source: [] for source in FormSource}
    for example, values in zip(examples, probabilities, strict=True):
        candidates = example.scored.candidates
        sources = candidates.forms.sources[candidates.senses].tolist()
        unions = dict.fromkeys(example.entities, 0)
        for title, source in zip(example.titles, sources, strict=True):
            if title in unions:
                unions[title] |= int(source)
        known += unions.values()
        scored = _settled(linker, example, values)
        for candidate in linker.chosen(scored):
            for source in FormSource(int(sources[candidate])):
                links[source].append(float(example.titles[candidate] in example.entities))
    return {
        str(source.name).lower(): SourceFigures(
            _mean([float(bool(union & source)) for union in known]),
            _mean([float(union == source) for union in known]),
            len(links[source]),
            _mean(links[source]),
        )
        for source in FormSource
    }


def by_kind(texts: Sequence[str], choices: Sequence[Choice]) -> dict[str, LinkFigures]:
    """Returns the figures of tweets of some kinds, given their texts; a tweet may be of several."""
    figures = {}
    for kind, is_of in KINDS.items():
        chosen = [choice for text, choice in zip(texts, choices, strict=True) if is_of(text)]
        if chosen:
            figures[kind] = evaluate_links(chosen)
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


def draw_reliability(curves: dict[str, list[Bin]], path: Path) -> None:
    """Draws the share of links that is right by their mean probability, a curve a set; PNG or SVG."""
    figure = new_figure(4.2, 3.6)
    panel = figure.subplots()
    panel.plot([0, 1], [0, 1], color="#999999", linewidth=0.8)
    for index, (name, bins) in enumerate(curves.items()):
        if not bins:  # a set without links
            continue
        _, probabilities, right = zip(*bins, strict=True)
        panel.plot(probabilities, right, label=name, **style(index))
    panel.set(xlabel="probability of the link", ylabel="share that is right", xlim=(0, 1), ylim=(0, 1))
    panel.legend(frameon=False, fontsize=8)
    clean(panel)
    save(figure, path)


def _mean(values: Sequence[float]) -> float:
    """Returns the mean of the values that are defined; 0 if none is."""
    mean = mean_of(values)
    return 0.0 if math.isnan(mean) else mean
