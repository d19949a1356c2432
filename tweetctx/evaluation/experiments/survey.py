"""What a collection is like, as far as it decides on how models do."""

from __future__ import annotations

import numpy as np

from tweetctx.evaluation.experiments.questions import Question, QuestionObjective
from tweetctx.evaluation.libraries import load
from tweetctx.scoring import parse_scorer
from tweetctx.scoring.priors import importance

_LIKELIHOOD = "dir(mu=100)"


def survey(objective: QuestionObjective) -> dict[str, float]:
    """Means over the queries of a collection, by what they say.

    Of queries whose sentences are all relevant or all of one length, which say nothing of either, only the first
    three. importance: ln p(d|s), the prior; likelihood: the score of `dir(mu=100)`; spread: their standard deviation
    among the sentences of a query, in nats.
    """
    queries = objective.questions
    telling = [query for query in queries if not query.relevant.all() and np.ptp(query.pool.sentences.lengths)]
    found = {
        "queries": float(len(queries)),
        "sentences": float(np.mean([len(query.pool) for query in queries])),
        "query terms": float(np.mean([len(query.query.terms) for query in queries])),
    }
    for name, values in zip(_MEANS, zip(*map(_of_query, telling), strict=True), strict=False):
        found[name] = float(np.mean(values))
    return found


_MEANS = (
    "length of relevant sentences",
    "length of others",
    "rank correlation of importance with length",
    "spread of importance",
    "spread of likelihood",
)


def _of_query(query: Question) -> tuple[float, ...]:
    lengths, prior = query.pool.sentences.lengths, importance(query.pool)
    likelihood = parse_scorer(_LIKELIHOOD).score(query.query, query.pool)
    finite = likelihood[np.isfinite(likelihood)]
    correlation = load("scipy.stats").spearmanr(lengths, prior).statistic if np.ptp(prior) else 0.0
    means = lengths[query.relevant].mean(), lengths[~query.relevant].mean()
    return (*map(float, means), float(correlation), float(prior.std()), float(finite.std()))
