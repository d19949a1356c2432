"""The scores of all candidates of all queries at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from tweetctx.evaluation.experiments.prepared import Candidates, Prepared
from tweetctx.ragged import Floats
from tweetctx.scoring import Scorer
from tweetctx.scoring.evidence import Counts, TermEvidence
from tweetctx.scoring.matching import Bm25, Bm25f, TfIsf
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.priors import PRIORS
from tweetctx.scoring.query_likelihood import QueryLikelihood
from tweetctx.scoring.smoothing import Smoothing
from tweetctx.scoring.smoothing.word_class import ClassDirichlet
from tweetctx.types import TermStats

_REMEMBERED = 1 << 23  # numbers kept of what was computed before, 64 MB


class CellEvidence(TermEvidence):
    """Every pair of a query's term and one of its candidates as a term of its own in a sentence of its own.

    So N pairs are N terms and 1 sentence: counts have shape (N, 1), and a model's formula, which is one of terms and
    sentences, gives N numbers in one step. weight: c(t,q), shape (N,). candidate: whose pair it is, shape (N,).
    """

    def __init__(self, pool: Pool, queries: Sequence[Candidates]) -> None:
        self.parts = [TermEvidence(query.pool, query.query) for query in queries]
        sizes = [len(query.pool) for query in queries]
        self.pool = pool
        stats = [part.stats for part in self.parts]
        every = [one.take(np.repeat(np.arange(len(one)), size)) for one, size in zip(stats, sizes, strict=True)]
        keys, cf, df, sf = (_joined([getattr(one, name) for one in every]) for name in ("keys", "cf", "df", "sf"))
        self.stats = TermStats(keys, cf, df, sf, [text for one in every for text in one.texts])
        counts = [query.query.weights for query in queries]
        self.weight = _joined([np.repeat(weight, n) for weight, n in zip(counts, sizes, strict=True)])
        starts = np.cumsum([0, *sizes[:-1]])
        places = [start + np.arange(size) for start, size in zip(starts, sizes, strict=True)]
        self.candidate = _joined([np.tile(p, len(part.stats)) for p, part in zip(places, self.parts, strict=True)])
        self._windows: dict[int, Counts] = {}

    @cached_property
    def sentence(self) -> Counts:
        """c(t,s) and |s|, shape (N, 1)."""
        return self._flat(lambda part: part.sentence)

    @cached_property
    def document(self) -> Counts:
        """c(t,d) and |d|, shape (N, 1)."""
        return self._flat(lambda part: part.document)

    def window(self, n: int) -> Counts:
        """c(t,c_s) and |c_s|, shape (N, 1)."""
        if n not in self._windows:
            self._windows[n] = self._flat(lambda part: part.window(n))
        return self._windows[n]

    def _flat(self, counts_of: Callable[[TermEvidence], Counts]) -> Counts:
        counts = [counts_of(part) for part in self.parts]
        lengths = [np.broadcast_to(count.length, count.tf.shape).ravel() for count in counts]
        return Counts(_joined([count.tf.ravel() for count in counts])[:, None], _joined(lengths)[:, None])


def _joined(parts: Sequence[Any]) -> Any:
    return np.concatenate(parts)


@dataclass(frozen=True, slots=True)
class _Given(Smoothing):
    """Probabilities that were computed elsewhere."""

    name: ClassVar[str] = "given"
    p: Any = None

    def probability(self, evidence: TermEvidence) -> Floats:  # noqa: ARG002
        given: Floats = self.p
        return given


class BatchScorer:
    """Scores the candidates of all queries; what it gives is to the last bit what `scorer.score` gives one by one."""

    def __init__(self, prepared: Prepared) -> None:
        self._pool = prepared.pool
        self._queries = prepared.queries
        self._evidence = CellEvidence(prepared.pool, prepared.queries)
        self._numbers = np.concatenate([query.pool.numbers for query in prepared.queries])
        self._with_terms = prepared.pool.sentences.lengths[self._numbers] > 0
        self._sums: dict[Scorer, Floats] = {}
        self._class_p: dict[Smoothing, Floats] = {}
        self._priors: dict[str, Floats] = {}

    def scores(self, scorer: Scorer) -> Floats:
        """The score of each candidate, query by query, shape (K,)."""
        if isinstance(scorer, QueryLikelihood):
            scores = self._sum(replace(scorer, prior="uniform", prior_weight=1.0))
            if scorer.prior != "uniform" and scorer.prior_weight:
                scores = scores + scorer.prior_weight * self._prior(scorer.prior)
        elif isinstance(scorer, TfIsf | Bm25 | Bm25f):
            scores = self._sum(scorer)
        else:
            return np.concatenate([scorer.score(query.query, query.pool) for query in self._queries])
        return np.where(self._with_terms, scores, -np.inf)

    def _sum(self, scorer: QueryLikelihood | TfIsf | Bm25 | Bm25f) -> Floats:
        """The scores without a prior; they are remembered, as models that differ in the prior alone share them."""
        if scorer not in self._sums:
            while len(self._sums) > _REMEMBERED // len(self._numbers):
                del self._sums[next(iter(self._sums))]
            evidence = self._evidence
            cells = self._by_cells(scorer).term_scores(evidence, evidence.weight)[:, 0]
            # Like a sum over the terms of one query, this adds in their order.
            self._sums[scorer] = np.bincount(evidence.candidate, weights=cells, minlength=len(self._numbers)).astype(
                np.float64
            )
        return self._sums[scorer]

    def _by_cells(self, scorer: QueryLikelihood | TfIsf | Bm25 | Bm25f) -> QueryLikelihood | TfIsf | Bm25 | Bm25f:
        """The scorer itself; classes of words are counted in the sentences of a pool, hence query by query."""
        if not isinstance(scorer, QueryLikelihood) or not isinstance(scorer.smoothing, ClassDirichlet):
            return scorer
        smoothing = scorer.smoothing
        if smoothing not in self._class_p:
            parts = (smoothing.probability(part).ravel() for part in self._evidence.parts)
            self._class_p[smoothing] = np.concatenate([*parts])[:, None]
        return replace(scorer, smoothing=_Given(self._class_p[smoothing]))

    def _prior(self, name: str) -> Floats:
        if name not in self._priors:
            self._priors[name] = PRIORS[name](self._pool)[self._numbers]
        return self._priors[name]
