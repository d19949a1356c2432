"""People who only share a name with somebody in the tweet: Amy of Peter Winehouse, Brett Favre of Brett Lawrie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np

from tweetctx.linking.candidates import Candidates
from tweetctx.linking.columns import Column
from tweetctx.linking.features import Evidence
from tweetctx.linking.neighbours import before_names
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import MentionKind, Mentions, SpanRow
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.names.letters import CAPITALS
from tweetctx.types import Hits, Query

_CAPITALIZED: Final = 0.7  # the share of words with a capital from which a capital says nothing
_LEAST_NAMED: Final = 0.35  # the probability from which the tweet names the word beside a namesake itself
_SPAN: Final = [SpanRow.first, SpanRow.last]
_KIND: Final = [SpanRow.kind, SpanRow.joined, SpanRow.plural]
# Which people a mention may be of, and what of their names it is; the last three are more than a first or last name.
_FACTS: Final = [
    *(Column.of_person, Column.is_title, Column.capital_before, Column.capital_behind),
    *(Column.is_surname, Column.is_given, Column.is_name, Column.is_opening, Column.is_link),
]
_LEAST_RATE: Final = 0.8  # of the articles that have a word, those that write a name with a capital


def find_namesakes(mentions: Mentions, found: Evidence, query: Query, analyzer: Analyzer) -> Mapping[int, int]:
    """The candidates that are other people than the tweet names, by their rows, each with the token that tells so.

    The mention is a part of the person's name. Right before it, or behind a mere surname or first name, stands a word
    with a capital that is mostly a name in the collection, and that the person's title and opening lack. It is no form
    of address, month or weekday, and is in capitals only if the mention is, too. The word behind may also be one that
    is nowhere in the collection.
    """
    features, candidates, cases = found.features, found.candidates, mentions.tokens.cases
    keys_of, namesakes = dict[tuple[int, bool], set[int] | None](), dict[int, int]()
    for row, (of_person, is_title, before, behind, surname, given, *whole) in enumerate(features[:, _FACTS].tolist()):
        if not of_person or is_title or not (before or behind):
            continue
        first, last = mentions.spans[_SPAN, candidates.mentions[row]].tolist()
        tokens = [(first - 1, False)] if before else []
        if behind and features[row, Column.tweet_capitalized] < _CAPITALIZED and (surname or given) and not any(whole):
            tokens.append((last, True))
        for token, unknown in tokens:
            if cases[token] == CAPITALS and cases[first] != CAPITALS:
                continue
            if (token, unknown) not in keys_of:
                keys_of[token, unknown] = _keys_of_name(token, mentions, candidates, query, analyzer, unknown=unknown)
            keys = keys_of[token, unknown]
            if keys is not None and keys.isdisjoint(_opening_terms(found.openings, int(candidates.articles[row]))):
                namesakes[row] = token
    return namesakes


def other_people(scored: ScoredMentions) -> frozenset[int]:
    """The namesakes that are other people, unless the name that tells so is itself probably named, as in a list."""
    if not scored.namesakes:
        return frozenset()
    first, last = (scored.mentions.spans[row].tolist() for row in (SpanRow.first, SpanRow.last))
    likely = scored.likely(_LEAST_NAMED)
    named = {token for one in likely for token in range(first[one.mention], last[one.mention])}
    return frozenset(row for row, token in scored.namesakes.items() if token not in named)


def _keys_of_name(
    token: int, mentions: Mentions, candidates: Candidates, query: Query, analyzer: Analyzer, *, unknown: bool
) -> set[int] | None:
    """The keys of the term of a token of the tweet; None if it is a stop word or no name, such as Mr.

    unknown: whether a word that no article has is a name.
    """
    address = before_names(analyzer.config.language)
    if mentions.tokens.hashes[token] in address or not _is_name(token, mentions, candidates, unknown=unknown):
        return None
    words = analyzer.words(mentions.text[mentions.tokens.starts[token] : mentions.tokens.ends[token]])
    terms = zip(query.terms, query.stats.keys.tolist(), strict=True)
    return {key for term, key in terms if term.term in words} if words else None


def _is_name(token: int, mentions: Mentions, candidates: Candidates, *, unknown: bool) -> bool:
    """Whether a token of the tweet is a word that nearly all articles write with a capital."""
    spans, forms = mentions.spans, candidates.forms
    alone = np.flatnonzero((spans[SpanRow.first] == token) & (spans[SpanRow.last] == token + 1))
    for mention in alone[mentions.shares[alone] == 1.0].tolist():
        kind, joined, plural = spans[_KIND, mention].tolist()
        if plural or (joined and kind != MentionKind.WORDS):
            continue
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
