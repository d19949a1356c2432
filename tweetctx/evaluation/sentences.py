"""How good rankings of sentences are: AP, R-precision, P@10 and reciprocal rank.

`evaluate_run` measures runs as trec_eval does, by ir_measures; `rank_measures` measures scores in memory, with ties
as tweetctx breaks them. Both leave out queries without a relevant sentence, as is usual for WikiQA.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.extra import load
from tweetctx.evaluation.trec import Judgement, RunEntry
from tweetctx.ragged import Floats

MEASURES = ("AP", "Rprec", "P@10", "RR")
CUTOFF = 10

# ir_measures knows many more. Of those it hands to other programs, and of cutoffs below 1, some end the process.
_MEASURE = re.compile(r"(?:AP|Rprec|RR|nDCG)|(?:AP|P|R|nDCG|Success)@[1-9][0-9]{0,5}")
_CHOICES = "AP, Rprec, RR, nDCG, or AP@k, P@k, R@k, nDCG@k, Success@k with k from 1 to 999999"


@dataclass(frozen=True, slots=True)
class RunEvaluation:
    """The measures of a run, for M measures and the Q queries of the qrels that have a relevant sentence.

    values: shape (Q, M). without_relevant: queries of the qrels that are left out. missing: of the Q queries those
    that the run lacks; they count as 0. unjudged: queries of the run that the qrels lack; they are left out.
    """

    measures: tuple[str, ...]
    queries: tuple[str, ...]
    values: Floats
    without_relevant: tuple[str, ...]
    missing: tuple[str, ...]
    unjudged: tuple[str, ...]

    @property
    def means(self) -> dict[str, float]:
        """The mean over the Q queries by measure: that of AP is MAP, that of RR is MRR."""
        return dict(zip(self.measures, self.values.mean(axis=0).tolist(), strict=True))


def evaluate_run(
    run: Iterable[RunEntry], qrels: Iterable[Judgement], measures: Sequence[str] = MEASURES
) -> RunEvaluation:
    """Measures a run against judgements, query by query.

    measures: names of ir_measures, `AP`, `Rprec`, `RR`, `P@10` and the like. Ranks are by score, as trec_eval finds
    them (see `trec`); a sentence that is not judged is not relevant.

    Raises EvaluationError where ir_measures is not installed, where no query has a relevant sentence, and where the
    run has none of the queries; ParameterError for a measure that is none.
    """
    names = _checked(measures)
    judged = _by_query((query, docno, relevance) for query, docno, relevance in qrels)
    scored = _by_query((entry.query, entry.docno, entry.score) for entry in run)
    relevant = {query: labels for query, labels in judged.items() if max(labels.values()) > 0}
    if not relevant:
        raise EvaluationError(f"qrels: found {len(judged)} queries without a relevant sentence, expected one with")
    ranked = {query: scores for query, scores in scored.items() if query in relevant}
    if not ranked:
        raise EvaluationError(f"run: found none of the queries of the qrels, expected such as {next(iter(relevant))}")
    return RunEvaluation(
        names,
        tuple(relevant),
        _values(ranked, relevant, names),
        tuple(query for query in judged if query not in relevant),
        tuple(query for query in relevant if query not in ranked),
        tuple(query for query in scored if query not in judged),
    )


def _checked(measures: Sequence[str]) -> tuple[str, ...]:
    for measure in measures:
        if not _MEASURE.fullmatch(measure):
            raise ParameterError(f"measures: found {measure!r}, expected {_CHOICES}")
    if not measures:
        raise ParameterError(f"measures: found none, expected {_CHOICES}")
    return tuple(dict.fromkeys(measures))


def _by_query(triples: Iterable[tuple[str, str, float]]) -> dict[str, dict[str, float]]:
    queries: dict[str, dict[str, float]] = {}
    for query, docno, value in triples:
        queries.setdefault(query, {})[docno] = value
    return queries


def _values(
    run: Mapping[str, Mapping[str, float]], qrels: Mapping[str, Mapping[str, float]], names: tuple[str, ...]
) -> Floats:
    ir_measures = load("ir_measures")
    row = {query: number for number, query in enumerate(qrels)}
    column = {ir_measures.parse_measure(name): number for number, name in enumerate(names)}
    values = np.zeros((len(row), len(names)))
    for query, measure, value in ir_measures.iter_calc(list(column), qrels, run):
        values[row[query], column[measure]] = value
    return values


class RankMeasures(NamedTuple):
    """The measures of one ranking; `ap` is average precision, `rr` the reciprocal rank of the first relevant one."""

    ap: float
    r_precision: float
    p_at_10: float
    rr: float


def rank_measures(scores: Floats, relevant: NDArray[np.bool_]) -> RankMeasures:
    """Measures of S sentences ranked by score, ties in their order; what trec_eval gives where no scores are equal.

    scores, relevant: shape (S,), all sentences of the query. P@10 divides by 10 however few sentences there are.
    ParameterError if none is relevant (such a query is left out), a score is no number, or the shapes differ.
    """
    if scores.shape != relevant.shape or scores.ndim != 1:
        raise ParameterError(f"relevant: found shape {relevant.shape}, expected that of scores, {scores.shape}")
    total = int(np.count_nonzero(relevant))
    if not total:
        raise ParameterError("relevant: found no relevant sentence, expected at least one")
    if np.isnan(scores).any():
        raise ParameterError("scores: found nan, expected numbers")
    ranks = np.flatnonzero(relevant[np.argsort(-scores, kind="stable")]) + 1  # of the relevant ones, from 1
    return RankMeasures(
        ap=float(np.mean(np.arange(1, total + 1) / ranks)),
        r_precision=np.count_nonzero(ranks <= total) / total,
        p_at_10=np.count_nonzero(ranks <= CUTOFF) / CUTOFF,
        rr=1.0 / int(ranks[0]),
    )
