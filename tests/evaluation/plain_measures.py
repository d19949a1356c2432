"""A second implementation of the measures of INEX, from the formula, with lists in place of counts."""

import math
from collections.abc import Sequence


def plain_dissimilarity(reference: Sequence[object], summary: Sequence[object]) -> float:
    """Dis(T,S) as the mean over all occurrences in T, which is the formula's sum with its weights f_T(t)/f_T."""
    parts = []
    for gram in reference:
        in_reference = math.log1p(reference.count(gram) / len(reference))
        in_summary = math.log1p(summary.count(gram) / len(summary)) if summary else 0.0
        parts.append(1 - (in_summary / in_reference if in_summary < in_reference else in_reference / in_summary))
    return math.fsum(parts) / len(parts) if parts else 0.0


def plain_grams(terms: Sequence[str]) -> dict[str, list[object]]:
    """All occurrences of words, pairs of neighbours, and pairs at most three places apart."""
    places = range(len(terms))
    return {
        "unigram": list(terms),
        "bigram": [(terms[i], terms[j]) for i in places for j in places if j - i == 1],
        "skip": [(terms[i], terms[j]) for i in places for j in places if 1 <= j - i <= 3],
    }
