"""Matching models: sums over the terms that query and sentence share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.scoring.evidence import CONTEXTS, TermEvidence
from tweetctx.scoring.scorer import TermScorer
from tweetctx.specs import choice, domains, number, whole, written


@dataclass(frozen=True, slots=True)
class MatchingModel(TermScorer):
    """A scorer that is a model by itself."""

    name: ClassVar[str]

    def __str__(self) -> str:
        return f"{self.name}({written(self)})" if written(self) else self.name


@dataclass(frozen=True, slots=True)
class TfIsf(MatchingModel):
    """Σ ln(c(t,q)+1)·ln(c(t,s)+1)·ln((N+1)/(0.5+sf(t))), N sentences; Allan, Wade and Bolivar (2003).

    alpha: below 1, c(t,s) becomes alpha·c(t,s) + (1−alpha)·c(t,b), the tfmix of Fernández, Losada and Azzopardi
    (2011), 4.2.3. context, window: b is the article, or the sentence with its neighbours. idf: `sentence`, or `doc`,
    their idfdoc, with df and the number of documents in place of sf and N.
    """

    name: ClassVar[str] = "tfisf"
    alpha: float = number(1.0, 0.0, 1.0, option=True)
    context: str = choice("document", CONTEXTS, option=True)
    window: int = whole(1, 1, option=True)
    idf: str = choice("sentence", ("sentence", "doc"), option=True)

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """One term of the sum, shape (Q, S)."""
        stats, size = evidence.stats, evidence.pool.size
        tf = evidence.sentence.tf
        if self.alpha < 1.0:
            around = evidence.context(self.context, self.window).tf
            tf = self.alpha * tf + (1.0 - self.alpha) * around
        counts, total = (stats.df, size.documents) if self.idf == "doc" else (stats.sf, size.sentences)
        rarity = np.log((total + 1.0) / (0.5 + counts))
        scores: Floats = (np.log1p(weight) * rarity)[:, None] * np.log1p(tf)
        return scores


def inverse_sentence_frequency(evidence: TermEvidence) -> Floats:
    """ln((N−sf+0.5)/(sf+0.5)), N sentences, shape (Q, 1); below 0 for a term in more than half of them."""
    sf = evidence.stats.sf.astype(np.int64)
    return np.log((evidence.pool.size.sentences - sf + 0.5) / (sf + 0.5))[:, None]


def in_query(weight: Floats, k3: float) -> Floats:
    """(k3+1)·c(t,q)/(k3+c(t,q)), shape (Q, 1)."""
    saturated = np.divide(weight, k3 + weight, out=np.zeros_like(weight), where=weight > 0)
    return ((k3 + 1.0) * saturated)[:, None]


@dataclass(frozen=True, slots=True)
class Bm25(MatchingModel):
    """Σ isf(t) · (k1+1)·c(t,s)/(k1·((1−b)+b·|s|/avsl)+c(t,s)) · (k3+1)·c(t,q)/(k3+c(t,q)).

    Robertson and Walker; Fernández, Losada and Azzopardi (2011), 3.5. isf(t) = ln((N−sf+0.5)/(sf+0.5)), N sentences;
    avsl: the mean length of the collection's sentences. k1: the saturation of tf.
    b: the strength of length normalization. k3: the saturation of c(t,q).
    """

    name: ClassVar[str] = "bm25"
    k1: float = number(1.2)
    b: float = number(0.0, 0.0, 1.0)
    k3: float = number(0.0)

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """One term of the sum, shape (Q, S)."""
        tf, length = evidence.sentence
        norm = self.k1 * ((1.0 - self.b) + self.b * length / evidence.pool.size.mean_sentence_length)
        # With k1 = 0 a term that a sentence lacks would be 0/0; it adds nothing.
        saturated = np.divide((self.k1 + 1.0) * tf, norm + tf, out=np.zeros_like(tf), where=tf > 0)
        return inverse_sentence_frequency(evidence) * saturated * in_query(weight, self.k3)


@dataclass(frozen=True, slots=True)
class Bm25f(MatchingModel):
    """Σ over t ∈ q∩s of isf(t) · w/(k1+w) · (k3+1)·c(t,q)/(k3+c(t,q)), with sentence and context as two fields.

    w = alpha·c(t,s)/((1−b)+b·|s|/avsl) + (1−alpha)·c(t,b)/((1−b_context)+b_context·|b|/avcl).
    Robertson, Zaragoza and Taylor (2004); Fernández, Losada and Azzopardi (2011), 4.2.3. avcl: the mean length of the
    collection's documents, or of its windows. alpha: the weight of the sentence. b, b_context: length normalization.
    context, window: b is the article, or the sentence with its neighbours.
    """

    name: ClassVar[str] = "bm25f"
    k1: float = number(1.2)
    b: float = number(0.0, 0.0, 1.0)
    b_context: float = number(0.0, 0.0, 1.0)
    alpha: float = number(0.7, 0.0, 1.0)
    k3: float = number(0.0)
    context: str = choice("document", CONTEXTS, option=True)
    window: int = whole(1, 1, option=True)

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """One term of the sum, shape (Q, S)."""
        tf, length = evidence.sentence
        w = self.alpha * tf / ((1.0 - self.b) + self.b * length / evidence.pool.size.mean_sentence_length)
        if self.alpha < 1.0:
            around = evidence.context(self.context, self.window)
            relative = around.length / self._mean_context_length(evidence)
            w = w + (1.0 - self.alpha) * around.tf / ((1.0 - self.b_context) + self.b_context * relative)
        saturated = np.divide(w, self.k1 + w, out=np.zeros_like(w), where=(tf > 0) & (w > 0))
        return inverse_sentence_frequency(evidence) * saturated * in_query(weight, self.k3)

    def _mean_context_length(self, evidence: TermEvidence) -> float:
        if self.context == "document":
            return evidence.pool.size.mean_document_length
        return evidence.pool.engine.mean_window_length(self.window) or 1.0


@dataclass(frozen=True, slots=True)
class PoolBm25(MatchingModel):
    """A variant of BM25 in rank_bm25; statistics are those of the pool, not of the collection.

    variant: its class in rank_bm25. k1: the saturation of tf. b: the strength of length normalization.
    """

    variant: ClassVar[str]
    k1: float = number(1.5, low_open=True)
    b: float = number(0.75, 0.0, 1.0)

    def term_scores(self, evidence: TermEvidence, weight: Floats) -> Floats:
        """rank_bm25's score of each query term alone, times the term's weight, shape (Q, S)."""
        import rank_bm25  # late: only these models need it

        sentences = evidence.pool.sentences
        scores = np.zeros((len(weight), len(sentences)))
        with_terms = np.flatnonzero(sentences.lengths)
        if len(with_terms):
            corpus = [sentences[row].tolist() for row in with_terms.tolist()]
            parameters = {name: getattr(self, name) for name in domains(type(self))}
            model = getattr(rank_bm25, self.variant)(corpus, **parameters)
            for q, term in enumerate(evidence.stats.keys.tolist()):
                scores[q, with_terms] = weight[q] * model.get_scores([term])
        return scores


@dataclass(frozen=True, slots=True)
class Okapi(PoolBm25):
    """BM25Okapi. epsilon: the floor of idf, as a share of its mean."""

    name: ClassVar[str] = "okapi"
    variant: ClassVar[str] = "BM25Okapi"
    epsilon: float = number(0.25)


@dataclass(frozen=True, slots=True)
class Bm25L(PoolBm25):
    """BM25L, which discounts long sentences less. delta: added to the normalized tf of every match."""

    name: ClassVar[str] = "bm25l"
    variant: ClassVar[str] = "BM25L"
    delta: float = number(0.5)


@dataclass(frozen=True, slots=True)
class Bm25Plus(PoolBm25):
    """BM25Plus. delta: the least that a match adds."""

    name: ClassVar[str] = "bm25plus"
    variant: ClassVar[str] = "BM25Plus"
    delta: float = number(1.0)
