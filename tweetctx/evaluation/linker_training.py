"""Training of the linker from tweets whose entities people linked, with figures out of fold."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import load
from tweetctx.evaluation.references import read_references
from tweetctx.linking.features import FEATURES
from tweetctx.linking.model import LinkModel
from tweetctx.linking.named import ScoredMentions, SurfaceLinker
from tweetctx.linking.trees import Trees
from tweetctx.pipeline import query_of
from tweetctx.ragged import Bools, Floats, Ints
from tweetctx.tweets import WordBreaker, normalize
from tweetctx.tweets.topics import read_topics

if TYPE_CHECKING:
    from tweetctx.index.protocol import Engine

ROUNDS: Final = 150
_TREES: Final = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "num_threads": 1,
    "deterministic": True,
    "force_col_wise": True,
    "verbose": -1,
}
_BINS: Final = 10
_STEPS: Final = 50  # of Newton's method


@dataclass(frozen=True, slots=True)
class Example:
    """A tweet that was linked by hand: what it may name, the title of each candidate's article, and what is right."""

    scored: ScoredMentions
    titles: tuple[str, ...]
    entities: frozenset[str]

    @property
    def labels(self) -> Bools:
        """Whether each candidate's article is one of those linked, shape (C,)."""
        return np.array([title in self.entities for title in self.titles], np.bool_)


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


def read_examples(tweets: Path, references: Path, engine: Engine) -> list[Example]:
    """The tweets of a file that its references have entities for, with features but without probabilities."""
    linked = {reference.id: frozenset(reference.entities) for reference in read_references(references)}
    linker, words = SurfaceLinker(), WordBreaker(engine.words)
    examples = []
    for topic in read_topics(tweets):
        entities = linked.get(topic.id)
        if entities:
            tweet = normalize(topic.text, words=words)
            query = query_of(tweet, engine)
            scored = linker.candidates(tweet, query, engine.retrieve(query), engine)
            examples.append(Example(scored, _titles(scored, engine), entities))
    if not examples:
        raise ParameterError(f"{references}: found no entities of the tweets in {tweets}, expected titles of articles")
    return examples


def _titles(scored: ScoredMentions, engine: Engine) -> tuple[str, ...]:
    articles = scored.candidates.articles
    openings = engine.openings(np.unique(articles))
    title = {int(article): openings.sources[hit].title for hit, article in enumerate(openings.articles)}
    return tuple(title.get(article, "") for article in articles.tolist())


@dataclass(frozen=True, slots=True)
class Training:
    """A model fitted on all examples, and what models of their folds say of the candidates of each example.

    The article of a candidate decides its fold, so that a candidate is judged by trees that have not seen its article.
    """

    model: LinkModel
    out_of_fold: list[Floats]


def train_linker(examples: Sequence[Example], *, folds: int = 5, seed: int = 0, rounds: int = ROUNDS) -> Training:
    """Fits trees, and calibrates them by predictions out of fold."""
    rows, labels, titles = _stacked(examples)
    logits = _out_of_fold(rows, labels, titles, folds, seed, rounds)
    slope, intercept = fit_platt(logits, labels)
    model = LinkModel(fit_trees(rows, labels, seed, rounds), slope, intercept)
    probabilities = 1.0 / (1.0 + np.exp(-(slope * logits + intercept)))
    ends = np.cumsum([len(example.titles) for example in examples])
    return Training(model, np.split(probabilities, ends[:-1]))


def evaluate_links(
    examples: Iterable[Example], probabilities: Iterable[Floats], linker: SurfaceLinker | None = None
) -> LinkFigures:
    """Compares the links that a linker chooses by given probabilities with those made by hand."""
    linker = linker or SurfaceLinker()
    recall, precision, first, silent, told, right = [], [], [], 0, [], []
    for example, own in zip(examples, probabilities, strict=True):
        chosen = linker.chosen(replace(example.scored, probabilities=own))
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


def fit_trees(rows: NDArray[np.float32], labels: Bools, seed: int, rounds: int) -> Trees:
    """Boosted trees by LightGBM (Ke et al. 2017), as arrays."""
    lightgbm = load("lightgbm", "train")
    data = lightgbm.Dataset(rows, labels.astype(np.float64))
    booster = lightgbm.train({**_TREES, "seed": seed}, data, rounds)
    return trees_of([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]])


def trees_of(structures: Sequence[dict[str, Any]]) -> Trees:
    """LightGBM's nested nodes as arrays, each node before those below it."""
    nodes: list[list[float]] = []
    values: list[float] = []

    def place(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            values.append(node["leaf_value"])
            return -len(values)
        number = len(nodes)
        nodes.append([node["split_feature"], node["threshold"], 0, 0])
        nodes[number][2:] = place(node["left_child"]), place(node["right_child"])
        return number

    roots = [place(structure) for structure in structures]
    columns = np.array(nodes, np.float64).reshape(-1, 4).T
    feature, threshold, left, right = columns
    return Trees(
        np.array(roots, np.int32),
        feature.astype(np.int16),
        np.round(threshold, 6).astype(np.float32),
        left.astype(np.int32),
        right.astype(np.int32),
        np.round(values, 6).astype(np.float32),
    )


def fit_platt(logits: Floats, labels: Bools) -> tuple[float, float]:
    """The slope and intercept of the logistic regression of labels on logits, by Newton's method."""
    rows = np.column_stack([logits, np.ones(len(logits))])
    weights = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        probabilities = 1.0 / (1.0 + np.exp(-rows @ weights))
        gradient = rows.T @ (labels - probabilities)
        curvature = (rows * (probabilities * (1 - probabilities))[:, None]).T @ rows + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        weights = weights + step
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])


def _out_of_fold(
    rows: NDArray[np.float32], labels: Bools, titles: Sequence[str], folds: int, seed: int, rounds: int
) -> Floats:
    """The logit of each row by trees that were fitted without the rows of its fold, which its title decides."""
    if folds < 2:
        raise ParameterError(f"folds: found {folds}, expected a number from 2")
    fold = np.array([zlib.crc32(f"{seed} {title}".encode()) % folds for title in titles], np.int64)
    logits = np.zeros(len(rows))
    for part in range(folds):
        held = fold == part
        logits[held] = fit_trees(rows[~held], labels[~held], seed, rounds).logits(rows[held])
    return logits


def _stacked(examples: Sequence[Example]) -> tuple[NDArray[np.float32], Bools, list[str]]:
    rows = np.concatenate([np.empty((0, len(FEATURES)), np.float32), *(e.scored.features for e in examples)])
    labels = np.concatenate([np.empty(0, np.bool_), *(example.labels for example in examples)])
    return rows, labels, [title for example in examples for title in example.titles]


def _mean(values: Sequence[float] | Ints) -> float:
    return float(np.mean(values)) if len(values) else 0.0
