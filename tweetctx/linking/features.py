"""The features of candidates: the evidence for and against each, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Floats, Ints
from tweetctx.index.protocol import Engine
from tweetctx.index.subjects import subject_of
from tweetctx.index.surface_forms import Subject
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.columns import Column
from tweetctx.linking.found import first_sentences
from tweetctx.linking.lives import LIVING, year_of_death
from tweetctx.linking.neighbours import neighbours
from tweetctx.linking.spans import FormKind, Mentions, SpanRow
from tweetctx.runtime.compiled import late
from tweetctx.text.names.keys import code_points
from tweetctx.types import Hits, Query

VOTING: Final = 20  # passages retrieved that count
# Candidates below this logit are looked at no further: 3 of 4, and hardly one that people link.
LEAST_FIRST_SCORE: Final = -6.0

_of_articles: Final = late("tweetctx.linking.article_kernels")
_of_forms: Final = late("tweetctx.linking.form_kernels")
# Numpy compares with whole numbers in a tenth of the time that members of an enum take.
_SIGNED, _OWN = int(FormKind.SIGNED), int(FormKind.OWN)
_OF_OPENINGS: Final = np.array([Column.is_found, Column.of_person, Column.subject])  # say which openings are read

Matrix = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The C candidates left after the first score, their features (C, F) in the order of FEATURES, and openings."""

    candidates: Candidates
    features: Matrix
    openings: Hits


def gather_evidence(mentions: Mentions, candidates: Candidates, query: Query, hits: Hits, engine: Engine) -> Evidence:
    """Scores all candidates by their forms, and computes all features of those that score high enough."""
    voting = passages_of(hits)
    language = engine.analyzer.config.language
    rows = form_features(mentions, candidates, voting, language)
    kinds = mentions.spans[SpanRow.form, candidates.mentions]
    signed = (kinds == _SIGNED) | (kinds == _OWN)
    kept = np.flatnonzero((rows[:, Column.first_score] >= LEAST_FIRST_SCORE) | signed)
    worthy, rows = candidates.take(kept), rows[kept]
    own_articles = worthy.articles
    articles = distinct(own_articles)
    openings = engine.openings(articles)
    heads = openings.head_terms
    opened = openings.articles, heads.offsets, heads.values, *_texts(openings)
    idf = np.log(engine.size.documents / np.maximum(query.stats.df, 1)) * query.shares
    row_of = np.searchsorted(articles, own_articles)
    passages, tokens = (*voting, *_texts(hits)), (mentions.tokens.gaps, _terms_of(mentions, query, engine))
    of_query = query.stats.keys, idf
    pairs = worthy.mentions, row_of
    _of_articles().article_columns(rows, pairs, articles, opened, of_query, passages, mentions.spans, tokens)
    _of_articles().date_columns(rows, row_of, articles, opened, engine.calendar, query.written)
    _read_openings(rows, own_articles.tolist(), openings, query, language)
    return Evidence(worthy, rows.astype(np.float32), openings)


def _read_openings(rows: Floats, articles: Sequence[int], openings: Hits, query: Query, language: str) -> None:
    """Reads in first sentences when people died and, for articles known only by their words, what they are about.

    articles: of each candidate.
    """
    facts = rows[:, _OF_OPENINGS].tolist()
    asked = [
        row
        for row, (found, of_person, subject) in enumerate(facts)
        if of_person or subject >= Subject.PERSON or (found and subject == Subject.OTHER)
    ]
    sentences = first_sentences(openings, [articles[row] for row in asked])  # read at once
    year = query.day.year if query.day else None
    rows[:, Column.died] = LIVING
    for row in asked:
        found, of_person, subject = facts[row]
        sentence = sentences.get(articles[row], "")
        if found and subject == Subject.OTHER:
            rows[row, Column.subject] = subject = subject_of(sentence, language)
        if of_person or subject >= Subject.PERSON:
            rows[row, Column.died] = year_of_death(sentence, year)


def _terms_of(mentions: Mentions, query: Query, engine: Engine) -> Ints:
    """The row in the query of the term of each token of the tweet; −1 for none."""
    text, tokens = mentions.text, mentions.tokens
    row_of = {term.term: row for row, term in enumerate(query.terms)}
    spans = zip(tokens.starts.tolist(), tokens.ends.tolist(), strict=True)
    terms = (engine.analyzer.term(text[start:end].lower()) for start, end in spans)
    return np.array([row_of.get(term or "", -1) for term in terms], np.int64)


def form_features(mentions: Mentions, candidates: Candidates, passages: tuple[Ints, Floats], language: str) -> Floats:
    """The features of all candidates that depend on form and mention, shape (C, F); the others are 0.

    passages: see `passages_of`. language: of the tweet.
    """
    forms, tokens = candidates.forms, mentions.tokens
    spaced = code_points(mentions.text + "\n")[tokens.ends] == ord(" ")
    rows: Floats = _of_forms().form_columns(
        (candidates.mentions, candidates.senses, candidates.articles),
        (candidates.form_of, candidates.priors, candidates.commonness),
        ((forms.names, forms.small, forms.capitals), forms.of_senses),
        (mentions.spans, mentions.shares),
        (tokens.hashes, tokens.letters, tokens.cases, tokens.gaps, spaced),
        passages,
        neighbours(language),
    )
    return rows


def _texts(hits: Hits) -> tuple[Ints, Ints]:
    """The terms of each passage: where they begin, and all of them."""
    return hits.terms.offsets[hits.offsets], hits.terms.values


def first_scores(rows: Matrix) -> Floats:
    """The logits of the first score, given features."""
    return rows[:, Column.first_score].astype(np.float64)


def passages_of(hits: Hits) -> tuple[Ints, Floats]:
    """The articles of the passages that count, and their scores against the best. hits: best first."""
    scores: Floats = hits.scores[:VOTING] / hits.scores.max(initial=1e-9)
    return hits.articles[:VOTING], scores
