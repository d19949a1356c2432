"""Topics of a collection a second time: loops over strings, written from the formulas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from plain_models import PlainCollection, share

Parameters = Mapping[str, Sequence[float]]  # λ_wk of each term


def psi(x: float) -> float:
    """The digamma function, by its recurrence and its asymptotic series (Abramowitz and Stegun 1964, 6.3)."""
    below = 0.0
    while x < 30.0:
        below += 1.0 / x
        x += 1.0
    series = 1 / (12 * x**2) - 1 / (120 * x**4) + 1 / (252 * x**6) - 1 / (240 * x**8)
    return math.log(x) - 1 / (2 * x) - series - below


class PlainTopics:
    """K topics, given by λ."""

    def __init__(self, parameters: Parameters, alpha: float) -> None:
        self.parameters, self.alpha = parameters, alpha
        self.sums = [math.fsum(column) for column in zip(*parameters.values(), strict=True)]
        self.topics = range(len(self.sums))

    def phi(self, term: str) -> list[float]:
        """φ_kw of a term, by topic."""
        if term not in self.parameters:
            return [0.0] * len(self.sums)
        return [value / total for value, total in zip(self.parameters[term], self.sums, strict=True)]

    def theta(self, text: Sequence[str]) -> list[float]:
        """θ_dk: at most 100 steps from γ = 1, until γ changes by less than 0.0001 on average."""
        counts = Counter(term for term in text if term in self.parameters)
        weight = {
            term: [math.exp(psi(self.parameters[term][k]) - psi(self.sums[k])) for k in self.topics] for term in counts
        }
        gamma = [1.0 for _ in self.topics]
        for _ in range(100):
            share_of = [math.exp(psi(value) - psi(math.fsum(gamma))) for value in gamma]
            new = []
            for k in self.topics:
                parts = []
                for term, count in counts.items():
                    total = math.fsum(weight[term][j] * share_of[j] for j in self.topics)
                    parts.append(count * weight[term][k] * share_of[k] / (total + 2.0**-52))
                new.append(self.alpha + math.fsum(parts))
            change = math.fsum(abs(a - b) for a, b in zip(new, gamma, strict=True)) / len(gamma)
            gamma = new
            if change < 1e-4:
                break
        return [value / math.fsum(gamma) for value in gamma]

    def given(self, texts: Sequence[Sequence[str]]) -> Callable[[str, int], float]:
        """Σ_k φ_kw·θ_dk of a term and a text, given by its place."""
        theta = [self.theta(text) for text in texts]
        return lambda term, place: math.fsum(p * q for p, q in zip(self.phi(term), theta[place], strict=True))

    def lbdm(self, plain: PlainCollection, lam: float, mu: float) -> Callable[[str, int], float]:
        """p(t|θ) of a term and a sentence, given by its place; Wei and Croft (2006), eq. 6."""
        sentences = [terms for terms, _ in plain.sentences]
        of_topics = self.given(sentences)

        def p(term: str, place: int) -> float:
            length = len(sentences[place])
            words = (share(term, sentences[place]) * length + mu * plain.p(term)) / (length + mu)
            return lam * words + (1 - lam) * of_topics(term, place)

        return p
