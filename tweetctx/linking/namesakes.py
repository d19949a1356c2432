"""Recognizes people who only share a surname with somebody in the tweet: Amy, where it names Peter Winehouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from tweetctx.linking.candidates import Candidates
from tweetctx.linking.columns import Column
from tweetctx.linking.features import Evidence
from tweetctx.linking.mentions import MentionKind, Mentions, SpanRow
from tweetctx.text.analyzer import Analyzer
from tweetctx.types import Hits, Query

_LEAST_RATE: Final = 0.8  # of the articles that have a word, those that write a name with a capital


def find_namesakes(mentions: Mentions, found: Evidence, query: Query, analyzer: Analyzer) -> frozenset[int]:
    """The candidates that are people with another first name than the tweet has before the mention, by their rows.

    The mention is a part of the person's name. Right before it stands a word with a capital that is mostly a name in
    the collection, and that the person's title and opening lack.
    """
    features, candidates = found.features, found.candidates
    of_part = (features[:, Column.of_person] > 0) & (features[:, Column.is_title] == 0)
    rows = np.flatnonzero(of_part & (features[:, Column.capital_before] > 0))
    before = mentions.spans[SpanRow.first, candidates.mentions[rows]] - 1
    namesakes = set[int]()
    for token in {*before.tolist()}:
        keys = _keys_of_name(token, mentions, candidates, query, analyzer)
        if keys is not None:
            for row in rows[before == token].tolist():
                if keys.isdisjoint(_opening_terms(found.openings, int(candidates.articles[row]))):
                    namesakes.add(row)
    return frozenset(namesakes)


def _keys_of_name(
    token: int, mentions: Mentions, candidates: Candidates, query: Query, analyzer: Analyzer
) -> set[int] | None:
    """The keys of the term of a token of the tweet; None if it is no name, or a stop word."""
    if not _is_name(token, mentions, candidates):
        return None
    words = analyzer.words(mentions.text[mentions.tokens.starts[token] : mentions.tokens.ends[token]])
    terms = zip(query.terms, query.stats.keys.tolist(), strict=True)
    return {key for term, key in terms if term.term in words} if words else None


def _is_name(token: int, mentions: Mentions, candidates: Candidates) -> bool:
    """Whether a token of the tweet is a word that nearly all articles write with a capital."""
    spans, forms = mentions.spans, candidates.forms
    alone = (spans[SpanRow.first] == token) & (spans[SpanRow.last] == token + 1) & (mentions.shares == 1.0)
    of_words = (spans[SpanRow.kind] == MentionKind.WORDS) | (spans[SpanRow.joined] == 0)
    for mention in np.flatnonzero(alone & of_words & (spans[SpanRow.plural] == 0)).tolist():
        form = candidates.form_of[mention]
        return bool(forms.names[form] + 0.5 >= _LEAST_RATE * (forms.names[form] + forms.small[form] + 1.0))
    return False


def _opening_terms(openings: Hits, article: int) -> Iterable[int]:
    """The keys of the terms in the title and the opening of an article."""
    for hit in np.flatnonzero(openings.articles == article).tolist():
        first, last = openings.offsets[hit], openings.offsets[hit + 1]
        texts = openings.terms.part(int(first), int(last)).values
        yield from openings.head_terms[hit].tolist()
        yield from texts.tolist()
