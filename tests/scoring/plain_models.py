"""Query likelihood, relevance models and the first pass a second time: loops over strings, written from the formulas.

The matching models are in plain_matching.py.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Document = Sequence[Sequence[str]]
PassageModel = Callable[[int, str], float]
SentenceModel = Callable[[str, int], float]  # p(t|θ) of a term and a sentence, given by its place

FIRST_PASS_LAM = 0.4


def share(term: str, text: Sequence[str]) -> float:
    """p(t|x); 0 in an empty text."""
    return text.count(term) / len(text) if text else 0.0


def rest(*weights: float) -> float:
    """1 − Σ weights, with the weights as the decimal numbers that they are written as."""
    return float(1 - sum(Fraction(repr(weight)) for weight in weights))


class PlainCollection:
    """Documents of sentences of terms; each document is an article of one passage."""

    def __init__(
        self,
        documents: Sequence[Document],
        classes: Mapping[str, int | str] | None = None,
        extras: Sequence[Sequence[str]] | None = None,
    ) -> None:
        """classes: of terms, for the model `class`. extras: the terms of each document that are in no sentence."""
        more = extras or [[] for _ in documents]
        self.documents = [
            [t for s in document for t in s] + list(e) for document, e in zip(documents, more, strict=True)
        ]
        self.sentences = [(list(s), number) for number, document in enumerate(documents) for s in document]
        self.cf = Counter(term for document in self.documents for term in document)
        self.df = Counter(term for document in self.documents for term in set(document))
        self.sf = Counter(term for sentence, _ in self.sentences for term in set(sentence))
        self.size = sum(self.cf.values())
        self.classes = {term: ("class", (classes or {}).get(term, ("alone", term))) for term in self.cf}

    def query(self, terms: Iterable[str]) -> dict[str, float]:
        """c(t,q) of the terms that the collection contains."""
        return {term: float(count) for term, count in Counter(terms).items() if self.cf[term]}

    def p(self, term: str) -> float:
        """p(t)."""
        return self.cf[term] / self.size

    def window(self, place: int, n: int) -> list[str]:
        """c_s: the terms of a sentence and of its n neighbours on either side in the document."""
        own = self.sentences[place][1]
        return [
            term
            for other, (sentence, document) in enumerate(self.sentences)
            if document == own and abs(other - place) <= n
            for term in sentence
        ]

    def around(self, place: int, context: str, window: int) -> list[str]:
        """b: the document that a sentence stands in, or its window."""
        return self.documents[self.sentences[place][1]] if context == "document" else self.window(place, window)

    # 4.1

    def passage_score(self, query: Mapping[str, float], document: int, lam: float) -> float:
        terms = self.documents[document]
        parts = []
        for term, weight in query.items():
            if term in terms:
                p_d = terms.count(term) / len(terms)
                parts.append(weight * math.log(1 + (1 - lam) * p_d / (lam * self.p(term))))
        return math.fsum(parts)

    def retrieved(self, query: Mapping[str, float]) -> list[int]:
        """The documents that share a term with the query, best first."""
        shares = [d for d, terms in enumerate(self.documents) if any(term in terms for term in query)]
        return sorted(shares, key=lambda d: (-self.passage_score(query, d, FIRST_PASS_LAM), d))

    # 4.2

    def jm(self, query: Mapping[str, float], lam: float, prior: str, prior_weight: float, terms: str) -> list[float]:
        return self.likelihood(query, self.smoothed("jm", lam=lam), prior, prior_weight, terms)

    def likelihood(
        self,
        query: Mapping[str, float],
        model: SentenceModel,
        prior: str = "uniform",
        prior_weight: float = 1.0,
        terms: str = "uniform",
    ) -> list[float]:
        """A probability of 0 gives −inf, unless the term weighs nothing."""
        scores = []
        for place, (sentence, document) in enumerate(self.sentences):
            if not sentence:
                scores.append(-math.inf)
                continue
            parts = []
            for term, count in query.items():
                weight = self._term_weight(term, terms) * count
                if weight:
                    p = model(term, place)
                    parts.append(weight * (math.log(p) if p else -math.inf))
            parts += [prior_weight * part for part in self._prior(sentence, document, prior)]
            scores.append(math.fsum(parts))
        return scores

    def smoothed(self, name: str, context: str = "document", window: int = 1, **weights: float) -> SentenceModel:
        """p(t|θ) by the name of the model; its parameters are the symbols of the formulas."""
        formula: Callable[..., float] = getattr(self, "_" + name.replace("-", ""))
        contexts: dict[int, Any] = {}

        def probability(term: str, place: int) -> float:
            if place not in contexts:
                contexts[place] = (self.around(place, context, window), self.window(place, window))
            b, near = contexts[place]
            sentence, document = self.sentences[place]
            texts = {"_3mm": (b,), "_2s": (b,), "_2si": (b,), "_4mm": (near, self.documents[document])}
            return formula(term, sentence, *texts.get(formula.__name__, ()), **weights)

        return probability

    def _jm(self, t: str, s: list[str], lam: float) -> float:
        return (1 - lam) * share(t, s) + lam * self.p(t)

    def _dir(self, t: str, s: list[str], mu: float) -> float:
        return (s.count(t) + mu * self.p(t)) / (len(s) + mu)

    def _3mm(self, t: str, s: list[str], b: list[str], lam: float, gam: float) -> float:
        return lam * share(t, s) + gam * share(t, b) + rest(lam, gam) * self.p(t)

    def _2s(self, t: str, s: list[str], b: list[str], lam: float, mu: float) -> float:
        return (1 - lam) * (s.count(t) + mu * share(t, b)) / (len(s) + mu) + lam * self.p(t)

    def _2si(self, t: str, s: list[str], b: list[str], lam: float, mu: float) -> float:
        beta = mu / (len(s) + mu)
        return (1 - beta) * ((1 - lam) * share(t, s) + lam * share(t, b)) + beta * self.p(t)

    def _4mm(self, t: str, s: list[str], near: list[str], d: list[str], lam: float, gam: float, eta: float) -> float:
        return lam * share(t, s) + gam * share(t, near) + eta * share(t, d) + rest(lam, gam, eta) * self.p(t)

    def _class(self, t: str, s: list[str], mu: float) -> float:
        alike = {word for word in self.cf if self.classes[word] == self.classes[t]}
        cf = sum(self.cf[word] for word in alike)
        inside = sum(word in alike for word in s)
        return self.cf[t] / cf * (inside + mu * cf / self.size) / (len(s) + mu)

    def _term_weight(self, term: str, terms: str) -> float:
        return {
            "uniform": 1.0,
            "idf": math.log(len(self.documents) / self.df[term]),
            "icf": math.log(self.size / self.cf[term]),
            # A term of titles and headings alone counts as in one sentence.
            "isf": math.log(len(self.sentences) / max(self.sf[term], 1)),
        }[terms]

    def _prior(self, sentence: list[str], document: int, prior: str) -> list[float]:
        if prior == "importance":
            whole = self.documents[document]
            return [math.log(whole.count(term) / len(whole) / self.p(term)) for term in sentence]
        return [math.log(len(sentence))] if prior == "length" else []

    # 4.4

    def word_model(
        self, query: Mapping[str, float], top: Sequence[int], lam: float, estimate: str, model: PassageModel
    ) -> Callable[[str], float]:
        """P(w|R) from the documents `top`; `model(j, w)` is p(w|D_j), j the place of the document in `top`."""

        def smoothed(j: int, word: str) -> float:
            return (1 - lam) * model(j, word) + lam * self.p(word)

        places = range(len(top))
        if estimate == "rm1":
            likelihood = [math.prod(math.pow(smoothed(j, q), count) for q, count in query.items()) for j in places]

            def joint(word: str) -> float:
                return math.fsum(smoothed(j, word) * likelihood[j] for j in places)
        else:

            def joint(word: str) -> float:
                sums = {q: math.fsum(smoothed(j, word) * smoothed(j, q) for j in places) for q in query}
                return math.prod(math.pow(sums[q], count) for q, count in query.items())

        total = math.fsum(joint(word) for word in self.words(top))
        cache: dict[str, float] = {}

        def probability(word: str) -> float:
            if word not in cache:
                cache[word] = joint(word) / total
            return cache[word]

        return probability

    def words(self, documents: Sequence[int]) -> list[str]:
        """The different words of some documents."""
        return sorted({word for document in documents for word in self.documents[document]})

    def counted(self, top: Sequence[int]) -> PassageModel:
        """p(w|D) = c(w,D)/|D|."""
        counts = [Counter(self.documents[document]) for document in top]
        return lambda j, word: counts[j][word] / len(self.documents[top[j]])

    def relevance(
        self,
        query: Mapping[str, float],
        passages: int,
        lam: float,
        estimate: str,
        rank: str,
        topical: PassageModel | None = None,
    ) -> list[float]:
        """rlm, and trlm where `topical` gives p(w|D_j)."""
        top = self.retrieved(query)[:passages]
        if not top:
            return [0.0 if sentence else -math.inf for sentence, _ in self.sentences]
        of_word = self.word_model(query, top, lam, estimate, topical or self.counted(top))
        words = self.words(top)
        scores = []
        for sentence, _ in self.sentences:
            if not sentence:
                scores.append(-math.inf)
            elif rank == "kl":
                parts = []
                for word in words:
                    theta = (1 - lam) * sentence.count(word) / len(sentence) + lam * self.p(word)
                    parts.append(-of_word(word) * math.log(of_word(word) / theta))
                scores.append(math.fsum(parts))
            else:
                total = math.fsum(math.log(of_word(word)) for word in sentence)
                scores.append(total if rank == "product" else total / len(sentence))
        return scores


def topics(theta: Sequence[Sequence[float]], phi: Sequence[Sequence[float]], words: Sequence[str]) -> PassageModel:
    """p(w|D_j) = Σ_k φ_kw·θ_jk; 0 for a word that φ has no column for. `words` names the columns of φ."""
    column = {word: number for number, word in enumerate(words)}

    def probability(j: int, word: str) -> float:
        if word not in column:
            return 0.0
        return math.fsum(row[column[word]] * theta[j][k] for k, row in enumerate(phi))

    return probability
