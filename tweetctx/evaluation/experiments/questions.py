"""Tuning on labelled sentences: the objective ranks the sentences of each question."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from pydantic import ValidationInfo, field_validator

from tweetctx.arrays.types import Bools, Floats
from tweetctx.errors import ClassesError, TopicModelError, counted
from tweetctx.evaluation.collections import (
    Format,
    LabelledQuery,
    SentenceCollection,
    candidates,
    judgements,
    pool_of,
    read_collection,
)
from tweetctx.evaluation.collections.collection_files import ONLY_NOVELTY, is_novelty
from tweetctx.evaluation.collections.novelty import Field
from tweetctx.evaluation.errors import ExperimentError
from tweetctx.evaluation.rankings import MEASURES, RankedLabels
from tweetctx.evaluation.sentences import evaluate_run
from tweetctx.reading.records import ClosedRecord, ExistingPath, FileWord, flaw
from tweetctx.runs.trec import ranking, read_trec_run, write_run
from tweetctx.runtime.checksums import checksum
from tweetctx.scoring import Pool, Scorer, parse_scorer
from tweetctx.scoring.classes import TermClasses, classes_of_index, read_classes, write_classes
from tweetctx.scoring.matching import Bm25, Bm25f, TfIsf
from tweetctx.scoring.query_likelihood import PRIORS, QueryLikelihood
from tweetctx.scoring.relevance import RelevanceModel
from tweetctx.scoring.stacked import StackedEvidence
from tweetctx.scoring.topics import TopicSettings, read_topics, topics_of_index, write_topics
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig, check_analyzer
from tweetctx.types import Query

DEFAULT_TOPICS, TOPIC_PASSES = 50, 20  # of a collection's own text, which is small
CLASS_WORDS = 10_000  # of the most frequent words of a collection get a class
_SAME = 1e-9


class Source(ClosedRecord):
    """The path of a collection, and its name in files; the other keys are the arguments of `read_collection`."""

    path: ExistingPath
    format: Format | None = None
    field: Field | None = None
    qrels: ExistingPath | None = None
    name: FileWord | None = None

    @field_validator("field", "qrels")
    @classmethod
    def _check_used(cls, value: Any, info: ValidationInfo) -> Any:
        """Refuses `field` and `qrels` for all collections but those of the Novelty tracks."""
        if value is not None and "path" in info.data and not is_novelty(info.data["path"], info.data.get("format")):
            raise flaw(f"{str(value)!r} for {info.data['path']}", ONLY_NOVELTY)
        return value

    @property
    def label(self) -> str:
        """The name, by default the file's up to a dot."""
        return self.name or self.path.name.partition(".")[0]

    def read(self) -> SentenceCollection:
        """Reads the collection; ExperimentError if no query has a relevant sentence."""
        collection = read_collection(self.path, self.format, field=self.field, qrels=self.qrels)
        if not any(query.relevant for query in collection.queries):
            raise ExperimentError(f"{self.path}: found no query with a relevant sentence, expected at least one")
        return collection


@dataclass(frozen=True, slots=True)
class Question:
    """A query with its candidates: as a pool, their ids, and whether each is relevant, shape (S,)."""

    id: str
    query: Query
    pool: Pool
    ids: tuple[str, ...]
    relevant: Bools


class QuestionObjective:
    """The questions of a collection that have a relevant sentence; others cannot distinguish rankings."""

    measures: tuple[str, ...] = tuple(MEASURES)

    def __init__(
        self,
        collection: SentenceCollection,
        name: str,
        tune_by: str,
        analyzer: str,
        classes: Path | None = None,
        topics: Path | None = None,
    ) -> None:
        self.name, self.tune_by, self._collection = name, tune_by, collection
        analyze = Analyzer(AnalyzerConfig.named(analyzer))
        known, model = read_classes(classes) if classes else None, read_topics(topics) if topics else None
        for file, made in ((classes, known), (topics, model)):
            if file and made:
                check_analyzer(file, made.origin.get("analyzer"), analyzer)
        self.pool = replace(pool_of(collection, analyze, known.of if known else None), topics=model)
        judged = [query for query in collection.queries if query.relevant]
        self.questions = []
        for query in judged:
            ids, relevant = zip(*candidates(collection, query), strict=True)
            terms, pool = self.pool.engine.query(analyze.terms(query.text)), self.pool.of_documents(query.documents)
            self.questions.append(Question(query.id, terms, pool, ids, np.array(relevant)))
        self.topics = tuple(query.id for query in judged)
        self.labels = documents_of_queries(collection)
        self._candidates = self.pool.of_documents([row for query in judged for row in query.documents])
        self._ranked = RankedLabels([question.relevant for question in self.questions])
        self._sizes = np.array([len(question.pool) for question in self.questions])
        self._priors: dict[str, Floats] = {}
        self._pools: dict[int, list[Pool]] = {}

    def values(self, spec: str) -> Floats:
        """Returns the measures of the rankings by a spec, shape (T, 4); equal scores keep the collection's order."""
        return self._ranked.measures(self.scores(parse_scorer(spec)))

    def scores(self, scorer: Scorer) -> Floats:
        """Returns the score of every candidate, question by question, equal to `scorer.score` of each question."""
        if not isinstance(scorer, QueryLikelihood | TfIsf | Bm25 | Bm25f):
            pools = (
                self._retrieved(scorer.R) if isinstance(scorer, RelevanceModel) else [q.pool for q in self.questions]
            )
            return np.concatenate([scorer.score(q.query, p) for q, p in zip(self.questions, pools, strict=True)])
        evidence, weight = self._stacked
        cells = scorer.term_scores(evidence, weight)[:, 0]
        # bincount adds in the order of a question's terms, as `scorer.score` does, so that the sums are equal.
        scores = np.bincount(evidence.candidate, weights=cells, minlength=len(self._candidates)).astype(np.float64)
        if isinstance(scorer, QueryLikelihood) and scorer.prior != "uniform" and scorer.prior_weight:
            if scorer.prior not in self._priors:
                self._priors[scorer.prior] = PRIORS[scorer.prior](self._candidates)
            scores += scorer.prior_weight * self._priors[scorer.prior]
        return np.where(self._candidates.sentences.lengths > 0, scores, -np.inf)

    def _retrieved(self, passages: int) -> list[Pool]:
        """The pool of each question with the best documents of the whole collection as passages."""
        if passages not in self._pools:
            retrieve = self.pool.engine.retrieve
            self._pools[passages] = [replace(q.pool, retrieved=retrieve(q.query, passages)) for q in self.questions]
        return self._pools[passages]

    @cached_property
    def _stacked(self) -> tuple[StackedEvidence, Floats]:
        """The evidence of all questions, and the weight of each of its pairs."""
        sizes, queries = self._sizes, [one.query for one in self.questions]
        starts = np.cumsum(sizes) - sizes
        weight = np.concatenate([np.repeat(q.weights, size) for q, size in zip(queries, sizes, strict=True)])
        candidate = np.concatenate(
            [np.tile(np.arange(s, s + n), len(q.terms)) for q, s, n in zip(queries, starts, sizes, strict=True)]
        )
        every = self.pool.engine.term_stats([term.term for query in queries for term in query.terms])
        repeats = np.repeat(sizes, [len(query.terms) for query in queries])
        return StackedEvidence(
            self._candidates, every.take(np.repeat(np.arange(len(every)), repeats)), candidate
        ), weight

    def measure(self, specs: Sequence[str], run: Path, tag: str) -> Floats:
        """Ranks each question by its spec, writes a TREC run and returns its measures by ir_measures, shape (T, 4).

        Raises ExperimentError if the measures computed in memory, which tuning uses, differ.
        """
        by_spec = {spec: np.split(self.scores(parse_scorer(spec)), np.cumsum(self._sizes)[:-1]) for spec in set(specs)}
        scores = [by_spec[spec][index] for index, spec in enumerate(specs)]
        entries = (
            entry
            for question, question_scores in zip(self.questions, scores, strict=True)
            for entry in ranking(question.id, question.ids, question_scores, ranks_as_scores=True)
        )
        run.parent.mkdir(parents=True, exist_ok=True)
        write_run(run, entries, tag)
        measured = evaluate_run(self.name, read_trec_run(run), judgements(self._collection), [*MEASURES.values()])
        values = np.stack([*measured.values.values()], axis=1)
        if not np.allclose(values, self._ranked.measures(np.concatenate(scores)), rtol=0, atol=_SAME):
            raise ExperimentError(f"{run}: found measures that differ from those in memory, expected the same")
        return values


@dataclass(frozen=True)
class QuestionTask:
    """Collections of labelled sentences: models are tuned on the first and measured on the others.

    classes: a number of word classes to find in each collection, or a file of them. own_classes: the files of the
    classes found, by collection. topics, own_topics: the same of topics.
    """

    sources: tuple[Source, ...]
    tune_by: str
    analyzer: str
    classes: int | Path
    own_classes: tuple[Path, ...] = ()
    topics: int | Path = DEFAULT_TOPICS
    own_topics: tuple[Path, ...] = ()
    label: ClassVar[str] = "a document"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the collections."""
        return tuple(source.label for source in self.sources)

    @property
    def labels(self) -> list[list[list[str]]]:
        """The documents of the queries of each collection."""
        return [documents_of_queries(collection) for collection in self.collections]

    @property
    def about(self) -> str:
        """The analyzer, and which queries count."""
        return f"analyzer {self.analyzer}; queries without a relevant sentence are left out"

    @cached_property
    def collections(self) -> tuple[SentenceCollection, ...]:
        """The collections, read on first use; ExperimentError if one shares a question with the first."""
        tuned, *held_out = (source.read() for source in self.sources)
        known = set(_questions(tuned))
        for source, collection in zip(self.sources[1:], held_out, strict=True):
            asked = _questions(collection)
            shared = [query.id for one, query in asked.items() if one in known]
            if shared:
                of = counted(len(asked), "query", "queries")
                found = f"{len(shared):,} of {of} that {self.sources[0].path} has too"
                raise ExperimentError(f"{source.path}: found {found}, such as {shared[0]}; expected others, or `folds`")
        return (tuned, *held_out)

    def objectives(self) -> list[QuestionObjective]:
        """Analyzes the collections."""
        classes, topics = (
            (given,) * len(self.sources) if isinstance(given, Path) else files
            for given, files in ((self.classes, self.own_classes), (self.topics, self.own_topics))
        )
        return [
            QuestionObjective(collection, name, self.tune_by, self.analyzer, own_classes, own_topics)
            for collection, name, own_classes, own_topics in zip_longest(self.collections, self.names, classes, topics)
        ]

    def description(self) -> dict[str, Any]:
        """Returns everything that results depend on: checksums of the texts, and the settings."""
        made = {
            name: given if isinstance(given, int) else checksum(given.read_bytes())
            for name, given in (("classes", self.classes), ("topics", self.topics))
        }
        digests = dict(zip(self.names, map(digest_of, self.collections), strict=True))
        return {"collections": digests, "tune_by": self.tune_by, "analyzer": self.analyzer, **made}

    def with_classes(self, folder: Path) -> QuestionTask:
        """Finds word classes in each collection, unless the folder has them or the task names a file."""
        if isinstance(self.classes, Path):
            return self
        files = tuple(folder / "classes" / f"{name}.tsv" for name in self.names)
        for file, collection in zip(files, self.collections, strict=True):
            origin = {"analyzer": self.analyzer, "collection": digest_of(collection), "classes": str(self.classes)}
            with suppress(ClassesError):  # the file is missing or incomplete
                if read_classes(file).origin == origin:
                    continue
            pool = pool_of(collection, Analyzer(AnalyzerConfig.named(self.analyzer)))
            classes = classes_of_index(pool.engine, classes=self.classes, words=max(CLASS_WORDS, self.classes))
            file.parent.mkdir(parents=True, exist_ok=True)
            write_classes(TermClasses(classes.of, origin), file)
        return replace(self, own_classes=files)

    def with_topics(self, folder: Path) -> QuestionTask:
        """Fits topics to each collection, unless the folder has them or the task names a file."""
        if isinstance(self.topics, Path):
            return self
        settings = TopicSettings(topics=self.topics, passes=TOPIC_PASSES)
        files = tuple(folder / "topics" / f"{name}.npz" for name in self.names)
        for file, collection in zip(files, self.collections, strict=True):
            origin = {"collection": digest_of(collection), "analyzer": self.analyzer, **asdict(settings)}
            with suppress(TopicModelError):  # the file is missing or incomplete
                if read_topics(file).origin == origin:
                    continue
            pool = pool_of(collection, Analyzer(AnalyzerConfig.named(self.analyzer)))
            model = topics_of_index(pool.engine, settings, workers=1)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_topics(replace(model, origin=origin), file)
        return replace(self, own_topics=files)


def documents_of_queries(collection: SentenceCollection) -> list[list[str]]:
    """Returns the ids of the documents of each query that has a relevant sentence."""
    ids = collection.document_ids
    return [[ids[row] for row in query.documents] for query in collection.queries if query.relevant]


def _questions(collection: SentenceCollection) -> dict[tuple[Any, ...], LabelledQuery]:
    """Returns the queries that have a relevant sentence by what they ask: their text and their candidates."""
    return {
        (query.text, *(collection.documents[row] for row in query.documents)): query
        for query in collection.queries
        if query.relevant
    }


def digest_of(collection: SentenceCollection) -> str:
    """Returns a checksum of a collection's texts, ids and labels."""
    queries = [(query.id, query.text, query.documents, sorted(query.relevant)) for query in collection.queries]
    content = (collection.document_ids, collection.documents, collection.own_sentence_ids, queries)
    return checksum(json.dumps(content).encode())
