"""The dissimilarity of a summary from its reference: INEX's measure of informativeness for tweet contextualization.

SanJuan, Moriceau, Tannier, Bellot and Mothe, "Overview of the INEX 2012 Tweet Contextualization Track". T is the
reference, S the summary, f_X(t) how often t stands in X, and f_X how many t there are in X, repetitions counted:

    Dis(T,S) = Σ_{t∈T} f_T(t)/f_T · (1 − min(ln P, ln Q)/max(ln P, ln Q)),  P = f_T(t)/f_T + 1,  Q = f_S(t)/f_S + 1

A term t is a word, a pair of neighbours, or a pair with up to two words between them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

GRAMS = ("unigram", "bigram", "skip")
MAX_SKIP = 2  # words that may stand between the two of a skip bigram


def counted_grams(terms: Sequence[str]) -> dict[str, Counter[Any]]:
    """Counts, for each of GRAMS, the terms of a text and its pairs of terms in their order."""
    skip = ((first, second) for index, first in enumerate(terms) for second in terms[index + 1 : index + MAX_SKIP + 2])
    return {"unigram": Counter(terms), "bigram": Counter(pairwise(terms)), "skip": Counter(skip)}


def dissimilarity(reference: Mapping[Any, int], summary: Mapping[Any, int]) -> float:
    """Returns Dis(T,S) of the counts of a reference and a summary: 0 is best, 1 worst.

    Where f_S = 0, so is f_S(t)/f_S: an empty summary scores 1. An empty reference is an empty sum, 0.
    """
    f_T, f_S = sum(reference.values()), sum(summary.values())  # noqa: N806
    summands = []
    for t, f_T_t in reference.items():  # noqa: N806
        log_P = math.log(f_T_t / f_T + 1)  # noqa: N806
        log_Q = math.log(summary.get(t, 0) / f_S + 1) if f_S else 0.0  # noqa: N806
        summands.append(f_T_t * (1 - min(log_P, log_Q) / max(log_P, log_Q)))
    # Divided last, so that the worst value is exactly 1.
    return math.fsum(summands) / f_T if summands else 0.0


def dissimilarities(reference: Sequence[str], summary: Sequence[str]) -> dict[str, float]:
    """Returns Dis(T,S) over each of GRAMS, of the terms of a reference and of a summary in their order.

    A reference of one term has no pairs: over them it is 0, the empty sum. LogSim(T,S) = 1 − Dis(T,S) is the measure
    as a similarity, as Bellot et al. report it for INEX 2013 and 2014: the share of the reference that the summary
    covers, where a term counts less the more its two frequencies differ. P and Q are those of 2012.
    """
    of_reference, of_summary = counted_grams(reference), counted_grams(summary)
    return {gram: dissimilarity(of_reference[gram], of_summary[gram]) for gram in GRAMS}
