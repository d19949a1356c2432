"""Relevance models: P(w|R), estimated from the best passages, and scores of sentences by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Floats, Ints
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.scoring.topics.passages import Counted, PassageModel, sums_of_products
from tweetctx.specs import Parameters, choice, number, whole, written
from tweetctx.types import Query

# P(w|D) of words, shape (R, W), P(q|D) of query terms, shape (R, Q), and c(q), shape (Q,), give the logarithm of an
# estimate of P(w|R) that is not normalized, shape (W,).
Estimate = Callable[[Floats, Floats, Floats], Floats]


def rm1(p_w: Floats, p_q: Floats, weight: Floats) -> Floats:
    """Σ_j P(w|D_j)·Π_i P(q_i|D_j): words and query are drawn from one passage (Lavrenko and Croft 2001, method 1)."""
    likelihood = (np.log(p_q) * weight).sum(axis=1)
    scores: Floats = np.log(sums_of_products(np.exp(likelihood - likelihood.max())[:, None], p_w)[0])
    return scores


def rm2(p_w: Floats, p_q: Floats, weight: Floats) -> Floats:
    """Π_i Σ_j P(w|D_j)·P(q_i|D_j): each query term may come from another passage (method 2; DCU, eq. 2)."""
    scores: Floats = (weight[:, None] * np.log(sums_of_products(p_q, p_w))).sum(axis=0)
    return scores


ESTIMATES: dict[str, Estimate] = {"rm1": rm1, "rm2": rm2}


def log_rm1(log_p_w: Floats, log_p_q: Floats, weight: Floats) -> Floats:
    """`rm1` of logarithms, of probabilities too small for a float."""
    likelihood = (log_p_q * weight).sum(axis=1)
    scores: Floats = np.logaddexp.reduce(likelihood[:, None] + log_p_w)
    return scores


def log_rm2(log_p_w: Floats, log_p_q: Floats, weight: Floats) -> Floats:
    """`rm2` of logarithms."""
    sums = [np.logaddexp.reduce(column[:, None] + log_p_w) for column in log_p_q.T]
    scores: Floats = (weight[:, None] * np.array(sums)).sum(axis=0)
    return scores


LOG_ESTIMATES: dict[str, Estimate] = {"rm1": log_rm1, "rm2": log_rm2}
SMALLEST_LAM: Final = 1e-100  # below it, the products of estimates underflow


@dataclass(frozen=True, slots=True)
class WordModel:
    """P(w|R) of W words.

    words: their keys, ascending. texts: the words themselves. log_p: ln P(w|R). p: p(w) in the collection. inside:
    whether a word occurs in the R passages; over these words P(w|R) sums to 1. Each has W items. lam: the weight of
    p(w) in p(w|θ_s).
    """

    words: Ints
    texts: Sequence[str]
    log_p: Floats
    p: Floats
    inside: NDArray[np.bool_]
    lam: float


class ProductRank:
    """Σ_{w ∈ s} c(w,s)·ln P(w|R): the sentence as words drawn from the relevance model (DCU, eq. 3)."""

    def score(self, model: WordModel, sentences: Ragged) -> Floats:
        """The score of each sentence, given by the indexes of its words in the model, shape (S,)."""
        return _sums(sentences.row_of_value, model.log_p[sentences.values], len(sentences))

    def parts(self, model: WordModel, tf: Floats) -> Floats:
        """The contribution of each word to the score of a sentence in which it occurs tf times, shape (W,)."""
        return tf * model.log_p


class MeanRank(ProductRank):
    """The same divided by |s|, so that length is no disadvantage."""

    def score(self, model: WordModel, sentences: Ragged) -> Floats:
        """The score of each sentence, shape (S,)."""
        return super().score(model, sentences) / np.maximum(sentences.lengths, 1)

    def parts(self, model: WordModel, tf: Floats) -> Floats:
        """What each word adds, shape (W,)."""
        return super().parts(model, tf) / max(float(tf.sum()), 1.0)


class DivergenceRank:
    """−Σ_w P(w|R)·ln(P(w|R)/p(w|θ_s)) over the words of the R passages, θ_s = (1−lam)·p(w|s) + lam·p(w)."""

    def score(self, model: WordModel, sentences: Ragged) -> Floats:
        """The score of each sentence, shape (S,): that of a sentence without any of the words, and what its own add."""
        words = len(model.words)
        cells, tf = np.unique(sentences.row_of_value * words + sentences.values, return_counts=True)
        sentence, word = np.divmod(cells, max(words, 1))
        seen = (1.0 - model.lam) * tf / sentences.lengths[sentence]
        ratio = _logs(seen) - np.log(model.lam) - np.log(model.p[word])  # ln(seen / background), which may be > 1e308
        gain = np.where(model.inside[word], np.exp(model.log_p[word]) * np.logaddexp(0.0, ratio), 0.0)
        nothing = float(self.parts(model, np.zeros(words)).sum())
        return _sums(sentence, gain, len(sentences)) + nothing

    def parts(self, model: WordModel, tf: Floats) -> Floats:
        """What each word adds, shape (W,)."""
        log_theta = _log_mixture((1.0 - model.lam) * tf / max(tf.sum(), 1.0), model.lam, model.p)
        return np.where(model.inside, np.exp(model.log_p) * (log_theta - model.log_p), 0.0)


def _logs(values: Floats) -> Floats:
    """Natural logarithms; −inf of 0."""
    with np.errstate(divide="ignore"):
        logs: Floats = np.log(values)
    return logs


def _log_mixture(seen: Floats, lam: float, p: Floats) -> Floats:
    """ln(seen + lam·p), also where lam·p is too small for a float."""
    logs: Floats = np.logaddexp(_logs(seen), np.log(lam) + np.log(p))
    return logs


def _sums(rows: Ints, values: Floats, count: int) -> Floats:
    """The sum of the values of each row, shape (count,); also where no row has a value."""
    return np.bincount(rows, weights=values, minlength=count).astype(np.float64)


RANKS: dict[str, ProductRank | DivergenceRank] = {"product": ProductRank(), "mean": MeanRank(), "kl": DivergenceRank()}


@dataclass(frozen=True, slots=True)
class RelevanceModel(Parameters):
    """P(w|R) from the best R passages of the query, P(w|D) = (1−lam)·p(w|D) + lam·p(w); DCU@INEX-2012, eqs. 2 to 5.

    passage_model: gives p(w|D); counts for `rlm`, topics for `trlm`. R: how many passages. lam: the weight of the
    collection. estimate: a key of ESTIMATES. rank: a key of RANKS. If no passage shares a term with the query, all
    sentences score 0.
    """

    passage_model: PassageModel = field(default_factory=Counted)
    R: int = whole(20, 1)
    lam: float = number(0.4, 0.0, 1.0, low_open=True)
    estimate: str = choice("rm1", ESTIMATES)
    rank: str = choice("kl", RANKS)

    def __str__(self) -> str:
        return f"{self.passage_model.name}({written(self, self.passage_model)})"

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        model, sentences = self.word_model(pool.query(query), pool), pool.sentences
        scores = np.zeros(len(pool))
        if model:
            words = Ragged(np.searchsorted(model.words, sentences.values), sentences.offsets)
            scores = RANKS[self.rank].score(model, words)
        return np.where(sentences.lengths > 0, scores, -np.inf)

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The contribution of each word to the score of a sentence, largest first."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        model = self.word_model(pool.query(query), pool)
        if model is None:
            return []
        tf = np.bincount(np.searchsorted(model.words, pool.sentences[sentence]), minlength=len(model.words))
        contributions = RANKS[self.rank].parts(model, tf.astype(np.float64))
        order = [int(word) for word in np.argsort(-np.abs(contributions), kind="stable") if contributions[word]]
        return [(model.texts[word], float(contributions[word])) for word in order]

    def word_model(self, query: Query, pool: Pool) -> WordModel | None:
        """P(w|R) of every word in the passages or the pool; None if no passage shares a term with the query."""
        passages = pool.best_passages(query, self.R)
        if not len(passages):
            return None
        words = distinct(np.concatenate([passages.values, pool.sentences.values]))
        stats = pool.engine.term_stats(words)
        p = pool.size.probability(stats.cf)
        passage_words = np.searchsorted(words, passages.values)
        p_d = self.passage_model.probability(Ragged(passage_words, passages.offsets), stats.texts, pool.topics_of)
        inside = np.zeros(len(words), np.bool_)
        inside[passage_words] = True
        p_q = pool.size.probability(query.stats.cf)
        query_words = np.searchsorted(words, query.stats.keys).clip(max=len(words) - 1)
        in_words = words[query_words] == query.stats.keys  # another query term is smoothed by the collection alone
        if self.lam < SMALLEST_LAM:
            logs = _log_mixture((1.0 - self.lam) * p_d, self.lam, p)
            of_query = np.where(in_words, logs[:, query_words], np.log(self.lam) + np.log(p_q))
            log_p = LOG_ESTIMATES[self.estimate](logs, of_query, query.weights)
        else:
            p_w = (1.0 - self.lam) * p_d + self.lam * p
            of_query = np.where(in_words, p_w[:, query_words], self.lam * p_q)
            log_p = ESTIMATES[self.estimate](p_w, of_query, query.weights)
        return WordModel(words, stats.texts, log_p - np.logaddexp.reduce(log_p[inside]), p, inside, self.lam)
