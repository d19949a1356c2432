"""People who only share a name with somebody in the tweet: Amy of Peter Winehouse, Brett Favre of Brett Lawrie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from tweetctx.arrays.types import Bools, Floats
from tweetctx.index.surface_forms import Subject
from tweetctx.linking.candidates import Candidates
from tweetctx.linking.columns import Column
from tweetctx.linking.features import Evidence
from tweetctx.linking.neighbours import before_names
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import MentionKind, Mentions, SpanRow
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.names.letters import CAPITAL, CAPITALS
from tweetctx.types import Hits, Query

_CAPITALIZED: Final = 0.7  # the share of words with a capital from which a capital says nothing
_LEAST_NAMED: Final = 0.35  # the probability from which the tweet names the word beside a namesake itself
_LEAST_RATE: Final = 0.8  # of the articles that have a word, those that write a name with a capital
_LEAST_GIVEN: Final = 0.1  # the share of people with a first name among what it names


def find_namesakes(mentions: Mentions, found: Evidence, query: Query, analyzer: Analyzer) -> Mapping[int, int]:
    """The candidates that are other people than the tweet names, by their rows, each with the token that tells so.

    The mention is a part of the person's name. Right before it, or behind a mere surname or first name, stands a word
    with a capital that is mostly a name in the collection, or a first name (*Bill*), and that the person's title and
    opening lack. It is no form of address, month or weekday, and is in capitals only if the mention is, too. The word
    behind may also be one that is nowhere in the collection.

    So are places and things, for one word with a capital and small letters right behind a first name that is mostly a
    name: *Karen McPherson* is not McPherson County.
    """
    features, spans = found.features, mentions.spans[:, found.candidates.mentions]
    of_part = (features[:, Column.of_person] > 0) & (features[:, Column.is_title] == 0)
    given = _given_shares(mentions, found)
    before = (of_part | _of_surname(mentions, found, given)) & (features[:, Column.capital_before] > 0)
    parts, wholes = (Column.is_surname, Column.is_given), (Column.is_name, Column.is_opening, Column.is_link)
    of_one = of_part & (features[:, parts] > 0).any(axis=1) & (features[:, wholes] == 0).all(axis=1)
    behind = of_one & (features[:, Column.capital_behind] > 0) & (features[:, Column.tweet_capitalized] < _CAPITALIZED)
    namesakes = dict[int, int]()
    cases = mentions.tokens.cases
    for which, tokens, unknown in ((before, spans[SpanRow.first] - 1, False), (behind, spans[SpanRow.last], True)):
        rows = np.flatnonzero(which)
        rows = rows[(cases[tokens[rows]] != CAPITALS) | (cases[spans[SpanRow.first, rows]] == CAPITALS)]
        own = tokens[rows].tolist()
        names = {token for token in {*own} if _is_name(token, mentions, found.candidates, unknown=unknown)}
        keys_of = {token: _keys_of_word(token, mentions, query, analyzer) for token in {*own}}
        for row, token in zip(rows.tolist(), own, strict=True):
            keys, is_name = keys_of[token], token in names or (of_part[row] and given[token] >= _LEAST_GIVEN)
            opening = _opening_terms(found.openings, int(found.candidates.articles[row]))
            if is_name and keys is not None and keys.isdisjoint(opening):
                namesakes[row] = token
    return namesakes


def _of_surname(mentions: Mentions, found: Evidence, given: Floats) -> Bools:
    """Whether each candidate is no person, and its mention one word right behind a first name; see `_given_shares`."""
    rows, tokens, spans = found.candidates.mentions, mentions.tokens, mentions.spans
    first = spans[SpanRow.first]
    of_one = (spans[SpanRow.last] == first + 1) & (spans[SpanRow.kind] == MentionKind.WORDS)
    beside = tokens.starts[first] == tokens.ends[first - 1] + 1  # and not St. John's Costco
    surname = of_one & beside & (tokens.cases[first] == CAPITAL) & (given[first - 1] >= _LEAST_GIVEN)
    return np.asarray(surname[rows] & (found.features[:, Column.subject] < Subject.PERSON))


def _given_shares(mentions: Mentions, found: Evidence) -> Floats:
    """The share of people with this first name among what each token of the tweet names, shape (tokens,)."""
    candidates, spans = found.candidates, mentions.spans
    rows, shares = candidates.mentions, np.zeros(len(mentions.tokens))
    alone = (spans[SpanRow.last] == spans[SpanRow.first] + 1) & (spans[SpanRow.kind] == MentionKind.WORDS)
    given = alone[rows] & (found.features[:, Column.is_given] > 0)
    np.add.at(shares, spans[SpanRow.first, rows[given]], candidates.commonness[candidates.senses[given]])
    return shares


def other_people(scored: ScoredMentions) -> frozenset[int]:
    """The namesakes that are other people, unless the name that tells so is itself probably named, as in a list."""
    if not scored.namesakes:
        return frozenset()
    first, last = (scored.mentions.spans[row].tolist() for row in (SpanRow.first, SpanRow.last))
    likely = scored.likely(_LEAST_NAMED)
    named = {token for one in likely for token in range(first[one.mention], last[one.mention])}
    return frozenset(row for row, token in scored.namesakes.items() if token not in named)


def _keys_of_word(token: int, mentions: Mentions, query: Query, analyzer: Analyzer) -> set[int] | None:
    """The keys of the terms of a token of the tweet; None if it is a stop word or stands before names, such as Mr."""
    if mentions.tokens.hashes[token] in before_names(analyzer.config.language):
        return None
    words = analyzer.words(mentions.text[mentions.tokens.starts[token] : mentions.tokens.ends[token]])
    terms = zip(query.terms, query.stats.keys.tolist(), strict=True)
    return {key for term, key in terms if term.term in words} if words else None


def _is_name(token: int, mentions: Mentions, candidates: Candidates, *, unknown: bool) -> bool:
    """Whether a token of the tweet is a word that nearly all articles write with a capital.

    unknown: whether a word that no article has is one.
    """
    spans, forms = mentions.spans, candidates.forms
    alone = (spans[SpanRow.first] == token) & (spans[SpanRow.last] == token + 1) & (mentions.shares == 1.0)
    of_words = (spans[SpanRow.kind] == MentionKind.WORDS) | (spans[SpanRow.joined] == 0)
    for mention in np.flatnonzero(alone & of_words & (spans[SpanRow.plural] == 0)).tolist():
        form = candidates.form_of[mention]
        names, small = int(forms.names[form]), int(forms.small[form])
        return (unknown and names == small == 0) or names + 0.5 >= _LEAST_RATE * (names + small + 1.0)
    return False


def _opening_terms(openings: Hits, article: int) -> Iterable[int]:
    """The keys of the terms in the title and the opening of an article."""
    for hit in np.flatnonzero(openings.articles == article).tolist():
        first, last = openings.offsets[hit], openings.offsets[hit + 1]
        texts = openings.terms.part(int(first), int(last)).values
        yield from openings.head_terms[hit].tolist()
        yield from texts.tolist()
