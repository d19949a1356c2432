"""How far a summary is from its reference: the measure of informativeness of the INEX tweet contextualization track.

SanJuan, Moriceau, Tannier, Bellot and Mothe, "Overview of the INEX 2012 Tweet Contextualization Track". T is the
reference, S the summary, f_X(t) how often t stands in X, and f_X how many t there are in X, repetitions counted:

    Dis(T,S) = Σ_{t∈T} f_T(t)/f_T · (1 − min(ln P, ln Q)/max(ln P, ln Q)),  P = f_T(t)/f_T + 1,  Q = f_S(t)/f_S + 1

The t are words, pairs of neighbours, or pairs with up to two words between them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

Gram = TypeVar("Gram")

GRAMS = ("unigram", "bigram", "skip")
MAX_SKIP = 2  # words that may stand between the two of a skip bigram


def unigrams(terms: Sequence[str]) -> Counter[str]:
    """How often each term stands in a text."""
    return Counter(terms)


def bigrams(terms: Sequence[str]) -> Counter[tuple[str, str]]:
    """How often each pair of neighbouring terms stands in a text, in its order."""
    return Counter(pairwise(terms))


def skip_bigrams(terms: Sequence[str]) -> Counter[tuple[str, str]]:
    """How often each pair of terms stands in a text, in its order, with none, one or two terms between them."""
    return Counter(
        (first, second) for place, first in enumerate(terms) for second in terms[place + 1 : place + MAX_SKIP + 2]
    )


def dissimilarity(reference: Mapping[Gram, int], summary: Mapping[Gram, int]) -> float:
    """Dis(T,S) of the counts of a reference and a summary: 0 is best, 1 worst.

    Where f_S = 0, so is f_S(t)/f_S: an empty summary scores 1. An empty reference is an empty sum, 0.
    """
    f_T, f_S = sum(reference.values()), sum(summary.values())  # noqa: N806
    parts = []
    for t, f_T_t in reference.items():  # noqa: N806
        log_P = math.log(f_T_t / f_T + 1)  # noqa: N806
        log_Q = math.log(summary.get(t, 0) / f_S + 1) if f_S else 0.0  # noqa: N806
        parts.append(f_T_t * (1 - min(log_P, log_Q) / max(log_P, log_Q)))
    # Divided last, so that the worst is 1 and no rounding more.
    return math.fsum(parts) / f_T if parts else 0.0


def dissimilarities(reference: Sequence[str], summary: Sequence[str]) -> dict[str, float]:
    """Dis(T,S) over each of GRAMS, of the terms of a reference and of a summary in their order.

    A reference of one term has no pairs: over them it is 0, the empty sum.
    """
    return {
        "unigram": dissimilarity(unigrams(reference), unigrams(summary)),
        "bigram": dissimilarity(bigrams(reference), bigrams(summary)),
        "skip": dissimilarity(skip_bigrams(reference), skip_bigrams(summary)),
    }


def log_similarity(dissimilarity: float) -> float:
    """LogSim(T,S) = 1 − Dis(T,S), the measure as a similarity: 1 is best, 0 worst.

    As Σ_{t∈T} f_T(t)/f_T = 1, this is Σ_{t∈T} f_T(t)/f_T · min(ln P, ln Q)/max(ln P, ln Q): the share of the
    reference that the summary says, a term counting the less, the further its two frequencies are apart. Bellot et
    al. report informativeness as such a similarity for INEX 2013 and 2014; P and Q are here those of 2012, so that
    both values rank runs alike.
    """
    return 1 - dissimilarity
