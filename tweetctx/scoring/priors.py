"""Sentence priors as ln prior(s), each a function of a pool that returns shape (S,)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tweetctx.ragged import Floats
from tweetctx.scoring.pool import Pool

_ROW_BITS = 32


def uniform(pool: Pool) -> Floats:
    """0: all sentences are equally likely."""
    return np.zeros(len(pool))


def length(pool: Pool) -> Floats:
    """ln |s|; −inf for a sentence without terms."""
    with np.errstate(divide="ignore"):
        logarithm: Floats = np.log(pool.sentences.lengths)
    return logarithm


def importance(pool: Pool) -> Floats:
    """ln p(d|s) = Σ_t c(t,s)·ln(p(t|d)/p(t)), d the article (Fernández, Losada and Azzopardi 2011, section 3.3)."""
    documents = pool.documents
    keys, tf = np.unique((documents.row_of_value << _ROW_BITS) | documents.values, return_counts=True)
    sentence, term = pool.sentences.row_of_value, pool.sentences.values
    document = pool.document_of[sentence]
    # Each pair is looked up once: sentences repeat the words of their article.
    pairs, which = np.unique((document << _ROW_BITS) | term, return_inverse=True)
    p_d = tf[np.searchsorted(keys, pairs)][which] / documents.lengths[document]
    terms, place = np.unique(term, return_inverse=True)
    p = pool.size.probability(pool.engine.term_stats(terms).cf)
    ratio = np.log(p_d / p[place])
    prior: Floats = np.bincount(sentence, weights=ratio, minlength=len(pool)).astype(np.float64)
    return prior


PRIORS: dict[str, Callable[[Pool], Floats]] = {"uniform": uniform, "importance": importance, "length": length}
