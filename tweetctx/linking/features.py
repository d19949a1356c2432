"""What speaks for and against each candidate, as numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.protocol import Engine
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.mentions import Mentions
from tweetctx.ragged import Floats, Ints
from tweetctx.types import Hits, Query

VOTING: Final = 20  # passages retrieved that count
# Candidates below this logit are looked at no further: 3 of 4, and hardly one that people link.
WORTH_A_LOOK: Final = -6.0

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The C candidates that are worth a look, their features, shape (C, F), in the order of FEATURES, and openings."""

    candidates: Candidates
    features: Matrix
    openings: Hits


def gather_evidence(mentions: Mentions, candidates: Candidates, query: Query, hits: Hits, engine: Engine) -> Evidence:
    """Looks at all candidates by their forms, and at those that are worth it by their articles."""
    rows = form_features(mentions, candidates, hits)
    kept = np.flatnonzero(rows[:, Column.first_look] >= WORTH_A_LOOK)
    worthy, rows = candidates.take(kept), rows[kept]
    articles, row_of = np.unique(worthy.articles, return_inverse=True)
    openings = engine.openings(articles)
    idf = np.log(engine.size.documents / np.maximum(query.stats.df, 1))
    _add_article_features(rows, mentions, worthy.mentions, articles, row_of, openings, query.stats.keys, idf, hits)
    return Evidence(worthy, rows.astype(np.float32), openings)


def form_features(mentions: Mentions, candidates: Candidates, hits: Hits) -> Floats:
    """The features of all candidates by their forms and mentions, others 0, shape (C, F).

    hits: what the tweet's words retrieve, best first.
    """
    from tweetctx.linking import form_kernels as kernels

    forms, tokens, mention, form_of = candidates.forms, mentions.tokens, candidates.mentions, candidates.form_of
    rows = np.zeros((len(candidates), len(FEATURES)))
    senses = forms.offsets, forms.sources, forms.links, forms.uses, forms.names_of, forms.namesakes, forms.lengths
    own = candidates.priors, candidates.commonness
    kernels.sense_columns(rows, mention, candidates.senses, form_of, *own, *senses, forms.kinds)
    written = forms.names, forms.small, forms.capitals
    spelling = tokens.letters, tokens.cases, tokens.gaps
    kernels.mention_columns(rows, mention, form_of, *written, mentions.places, mentions.shares, *spelling)
    kernels.retrieved_columns(rows, mention, candidates.articles, hits.articles[:VOTING], _relative_scores(hits))
    kernels.first_look(rows, mention, mentions.starts, mentions.ends)
    return rows


def _add_article_features(
    rows: Floats,
    mentions: Mentions,
    mention: Ints,
    articles: Ints,
    row_of: Ints,
    openings: Hits,
    keys: Ints,
    idf: Floats,
    hits: Hits,
) -> None:
    """Fills the columns that articles speak for.

    mention, row_of: of each candidate, the row of its mention and of its article in `articles`, which ascend. openings:
    those of the articles. keys, idf: of the terms of the tweet.
    """
    from tweetctx.linking import article_kernels as kernels

    heads, found = openings.head_terms, hits.articles[:VOTING]
    table, title_offsets, titles, offsets, having = kernels.read_openings(
        articles, openings.articles, heads.offsets, heads.values, *_texts(openings)
    )
    named = table, title_offsets, titles
    kernels.word_columns(rows, mention, row_of, *named, offsets, having, keys, idf)
    kernels.vote_columns(rows, mention, row_of, *named, articles, found, _relative_scores(hits), *_texts(hits))
    related = kernels.relate(title_offsets, titles, offsets, having)
    kernels.coherence_columns(rows, mention, row_of, mentions.starts, mentions.ends, *related)


def _texts(hits: Hits) -> tuple[Ints, Ints]:
    """The terms of each passage: where they begin, and all of them."""
    return hits.terms.offsets[hits.offsets], hits.terms.values


def first_looks(rows: Matrix) -> Floats:
    """The logits of the first look, given features."""
    return rows[:, Column.first_look].astype(np.float64)


def _relative_scores(hits: Hits) -> Floats:
    """The scores of the passages that count, against the best."""
    scores: Floats = hits.scores[:VOTING] / max(float(hits.scores.max(initial=0.0)), 1e-9)
    return scores
