"""Scores rankings of sentences as trec_eval does: AP, R-precision, P@10, reciprocal rank and others of ir_measures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.errors import ParameterError, counted
from tweetctx.evaluation.errors import EvaluationError, load
from tweetctx.evaluation.scores import RunScores
from tweetctx.runs.trec import MOST_RELEVANCE, Judgement, RunEntry

MEASURES = ("AP", "Rprec", "P@10", "RR")

# ir_measures has many more; some that other programs compute, and some cutoffs below 1, end the process.
_MEASURE = re.compile(r"(?:AP|Rprec|RR|nDCG)|(?:AP|P|R|nDCG|Success)@[1-9][0-9]{0,5}")
_CHOICES = "AP, Rprec, RR, nDCG, or AP@k, P@k, R@k, nDCG@k, Success@k with k from 1 to 999999"

_ByQuery = dict[str, dict[str, float]]


def evaluate_run(
    run: str,
    entries: Iterable[RunEntry],
    qrels: Iterable[Judgement],
    measures: Sequence[str] = MEASURES,
    *,
    judged_by: str = "qrels",
) -> RunScores:
    """Scores a run, named `run`, against judgements, query by query.

    measures: names of ir_measures, `AP`, `Rprec`, `RR`, `P@10` and the like; the mean of AP is MAP, that of RR MRR.
    Ranks are by score, as trec_eval finds them (see `trec`); a sentence that is not judged is not relevant. Queries
    without a relevant sentence are left out, as is usual for WikiQA; those that the run lacks score 0. judged_by: what
    errors call the judgements, such as the name of their file.

    Raises EvaluationError where ir_measures is not installed, where nothing is judged, where no query has a relevant
    sentence, where the run has none of the queries, and where a sentence occurs twice for a query, a score is NaN or a
    relevance by amount above MOST_RELEVANCE; ParameterError for an unknown measure.
    """
    names = _checked(measures)
    judged, scored = _by_query(judged_by, qrels), _by_query(run, entries)
    if not judged:
        raise EvaluationError(f"{judged_by}: found no judgements, expected one at least")
    for query, labels in judged.items():
        for docno, label in labels.items():
            if abs(label) > MOST_RELEVANCE:
                found = f"the relevance {label} of {docno} for the query {query}"
                raise EvaluationError(f"{judged_by}: found {found}, expected at most {MOST_RELEVANCE} either way")
    relevant = {query: labels for query, labels in judged.items() if max(labels.values()) > 0}
    if not relevant:
        found = f"no relevant sentence for {counted(len(judged), 'query', 'queries')}"
        raise EvaluationError(f"{judged_by}: found {found}, expected at least one")
    ranked = {query: scores for query, scores in scored.items() if query in relevant}
    if not ranked:
        raise EvaluationError(
            f"{run}: found none of the queries of the qrels, expected some, such as {next(iter(relevant))}"
        )
    return RunScores(
        run,
        tuple(relevant),
        dict(zip(names, _values(ranked, relevant, names).T, strict=True)),
        tuple(query for query in relevant if query not in ranked),
        tuple(query for query in scored if query not in judged),
        tuple(query for query in judged if query not in relevant),
    )


def _checked(measures: Sequence[str]) -> tuple[str, ...]:
    for measure in measures:
        if not _MEASURE.fullmatch(measure):
            raise ParameterError(f"measures: found {measure!r}, expected {_CHOICES}")
    if not measures:
        raise ParameterError(f"measures: found none, expected {_CHOICES}")
    return tuple(dict.fromkeys(measures))


def _by_query(file: str, entries: Iterable[tuple[str, str, float]]) -> _ByQuery:
    queries: _ByQuery = {}
    for query, docno, value in entries:
        if docno in queries.setdefault(query, {}):
            raise EvaluationError(f"{file}: found {docno} a second time for the query {query}, expected it once")
        if math.isnan(value):
            raise EvaluationError(f"{file}: found nan as the score of {docno} for the query {query}, expected a number")
        queries[query][docno] = value
    return queries


def _values(run: _ByQuery, qrels: Mapping[str, Mapping[str, float]], names: tuple[str, ...]) -> Floats:
    """Returns the values of Q queries of the qrels by M measures, shape (Q, M)."""
    ir_measures = load("ir_measures")
    row = {query: index for index, query in enumerate(qrels)}
    column = {ir_measures.parse_measure(name): index for index, name in enumerate(names)}
    values = np.zeros((len(row), len(names)))
    for query, measure, value in ir_measures.iter_calc(list(column), qrels, run):
        values[row[query], column[measure]] = value
    return values
