"""Tuning and measuring models on prepared collections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from tweetctx.errors import ScorerError
from tweetctx.evaluation.collections import SentenceCollection
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.experiments.batch import BatchScorer
from tweetctx.evaluation.experiments.outcomes import Folder, Outcome, Reading, Tuned, slug
from tweetctx.evaluation.experiments.prepared import Candidates, Prepared, prepare
from tweetctx.evaluation.experiments.templates import Template
from tweetctx.evaluation.experiments.tuning import Point, how_searched, search
from tweetctx.evaluation.rankings import MEASURES, RankedLabels
from tweetctx.evaluation.sentences import evaluate_run
from tweetctx.evaluation.trec import Judgement, RunEntry, ranking, read_run, write_run
from tweetctx.ragged import Floats, Ints
from tweetctx.scoring import Scorer, parse_scorer

_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Setting:
    """What all models of an experiment share, as plain values, so that processes can be given it.

    collections: that to tune on, then those to measure on; names: of each, for files. folds: 0, or into how many
    parts the first is cut. classes: a file of word classes for each collection, or None.
    """

    collections: tuple[SentenceCollection, ...]
    names: tuple[str, ...]
    folds: int
    seed: int | None
    tune_by: str
    analyzer: str
    classes: tuple[Path | None, ...]
    exhaustive: int
    folder: Path


class Laboratory:
    """Tunes and measures models, one after the other; what it finds goes into the folder."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._folder = Folder(setting.folder)

    @cached_property
    def _prepared(self) -> list[Prepared]:
        setting = self._setting
        return [
            prepare(collection, name, setting.analyzer, classes)
            for collection, name, classes in zip(setting.collections, setting.names, setting.classes, strict=True)
        ]

    @cached_property
    def _bench(self) -> _Bench:
        setting, prepared = self._setting, self._prepared[0]
        folds = fold_of(len(prepared.queries), setting.folds, setting.seed)
        return _Bench(prepared, folds, [*MEASURES].index(setting.tune_by))

    def run(self, template: Template, fingerprint: str) -> Outcome:
        """Tunes a model, measures it, and keeps the outcome."""
        setting = self._setting
        objective = _Objective(template, self._bench)
        tuned = []
        for part, name in enumerate(self._bench.parts):
            best = search(template, lambda point, part=part: objective(point, part), setting.exhaustive)  # type: ignore[misc]
            if best.worth < 0:
                raise ExperimentError(f"{template.label}: found no values in its grid that go together")
            tuned.append(Tuned(name, template.spec(best.point), best.worth))
        means: dict[str, dict[str, float]] = {}
        files: dict[str, str] = {}
        for prepared in self._prepared if setting.folds else self._prepared[1:]:
            means[prepared.name], written = self._measure(template.label, prepared, tuned)
            files |= {name: self._folder.checksum(name) for name in written}
        readings = tuple(objective.readings())
        tried, how = len(objective), how_searched(template, setting.exhaustive)
        outcome = Outcome(fingerprint, template.label, tuple(tuned), tried, how, means, files, readings)
        self._folder.save(outcome)
        return outcome

    def _measure(self, label: str, prepared: Prepared, tuned: Sequence[Tuned]) -> tuple[dict[str, float], list[str]]:
        """Writes the run of a model and its values by query; means of ir_measures, and the names of the files."""
        scorers = [parse_scorer(item.spec) for item in tuned]
        folds = self._bench.folds if self._setting.folds else np.zeros(len(prepared.queries), np.int64) - 1
        chosen = [scorers[fold + 1] for fold in folds.tolist()]
        run, table = (
            f"{kind}/{prepared.name}/{slug(label)}{end}" for kind, end in (("runs", ".run"), ("by-query", ".csv"))
        )
        entries, own = _ranked(prepared.queries, chosen)
        self._folder.replace(run, lambda draft: write_run(draft, entries, slug(label)))
        found = evaluate_run(run, read_run(self._folder.path / run), labels_of(prepared.queries), [*MEASURES.values()])
        values = np.stack([*found.values.values()], axis=1)
        if not np.allclose(values, own, rtol=0, atol=_SAME):
            raise ExperimentError(f"{self._folder.path / run}: found measures that differ from those in memory")
        rows = [",".join(["query", *MEASURES])]
        rows += [
            ",".join([_csv(query), *map(repr, values)])
            for query, values in zip(found.topics, values.tolist(), strict=True)
        ]
        self._folder.write(table, "\n".join(rows) + "\n")
        return dict(zip(MEASURES, values.mean(axis=0).tolist(), strict=True)), [run, table]


def _csv(text: str) -> str:
    quoted = text.replace('"', '""')
    return f'"{quoted}"' if set(text) & set(',"') else text


def _ranked(queries: Sequence[Candidates], scorers: Sequence[Scorer]) -> tuple[list[RunEntry], Floats]:
    """The rankings of queries, each by its scorer, as a run and as measures by query, shape (Q, 4)."""
    entries, found = [], []
    for query, scorer in zip(queries, scorers, strict=True):
        scores = scorer.score(query.query, query.pool)
        entries += list(ranking(query.id, query.ids, scores, ranks_as_scores=True))
        found.append(scores)
    return entries, RankedLabels([query.relevant for query in queries]).measures(np.concatenate(found))


def labels_of(queries: Sequence[Candidates]) -> Iterator[Judgement]:
    """The judgements of queries."""
    for query in queries:
        for identifier, relevant in zip(query.ids, query.relevant.tolist(), strict=True):
            yield Judgement(query.id, identifier, int(relevant))


def fold_of(queries: int, folds: int, seed: int | None) -> Ints:
    """The fold of each query, from 0: in turn, in their order or, with a seed, in an order drawn with it."""
    order = np.arange(queries) if seed is None else np.random.default_rng(seed).permutation(queries)
    fold = np.empty(queries, np.int64)
    fold[order] = np.arange(queries) % max(folds, 1)
    return fold


class _Bench:
    """The queries tuned on and their parts: all of them, and for each fold those of the others."""

    def __init__(self, prepared: Prepared, folds: Ints, measure: int) -> None:
        self.folds = folds
        self.scorer = BatchScorer(prepared)
        self._labels = RankedLabels([query.relevant for query in prepared.queries])
        self._measure = measure
        numbers = sorted(set(folds.tolist())) if folds.max(initial=0) else []
        self._members = [np.ones(len(folds), bool), *(folds != number for number in numbers)]
        self.parts = ["all", *(f"without fold {number + 1}" for number in numbers)]

    def values(self, scorer: Scorer) -> list[float]:
        """The mean over the queries of each part."""
        values = self._labels.measures(self.scorer.scores(scorer))[:, self._measure]
        return [float(values[members].mean()) for members in self._members]


class _Objective:
    """What points of a template are worth, each computed once."""

    def __init__(self, template: Template, bench: _Bench) -> None:
        self._template = template
        self._bench = bench
        self._known: dict[tuple[float, ...], list[float] | None] = {}

    def __len__(self) -> int:
        return sum(values is not None for values in self._known.values())

    def __call__(self, point: Point, part: int) -> float | None:
        key = tuple(point[name] for name in self._template.grid)
        if key not in self._known:
            self._known[key] = self._values(point)
        values = self._known[key]
        return values[part] if values else None

    def _values(self, point: Point) -> list[float] | None:
        try:
            spec = self._template.spec(point)
        except ScorerError:  # each value is in its range: it is their sum that is not
            return None
        return self._bench.values(parse_scorer(spec))

    def readings(self) -> Iterator[Reading]:
        """For each value of each parameter the best of what was tried with it, on all that was tuned on."""
        tried = {key: values[0] for key, values in self._known.items() if values}
        for place, (name, choices) in enumerate(self._template.grid.items()):
            for choice in choices if len(choices) > 1 else ():
                worths = [worth for key, worth in tried.items() if key[place] == choice]
                if worths:
                    yield Reading(name, choice, max(worths))
