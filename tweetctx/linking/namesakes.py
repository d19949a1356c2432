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
# Numpy takes whole numbers in a tenth of the time that members of an enum take.
_WORDS: Final = int(MentionKind.WORDS)
_SPAN: Final = np.array([SpanRow.first, SpanRow.last])
_WORD: Final = np.array([SpanRow.first, SpanRow.last, SpanRow.kind])
_KIND: Final = np.array([SpanRow.kind, SpanRow.joined, SpanRow.plural])
# What a mention may be of, and what of a person's name it is; the last three are more than a first or last name.
_FACTS: Final = np.array(
    [
        *(Column.subject, Column.of_person, Column.is_title, Column.capital_before, Column.capital_behind),
        *(Column.is_surname, Column.is_given, Column.is_name, Column.is_opening, Column.is_link),
    ]
)
_LEAST_RATE: Final = 0.8  # of the articles that have a word, those that write a name with a capital
_PARTS_OF_NAMES: Final = np.array([Column.is_surname, Column.is_given])
_LEAST_GIVEN: Final = 0.1  # the share of people with a first name among what it names


def find_namesakes(mentions: Mentions, found: Evidence, query: Query, analyzer: Analyzer) -> Mapping[int, int]:
    """The candidates that are other people than the tweet names, by their rows, each with the token that tells so.

    The mention is a part of the person's name. Right before it, or behind a mere surname or first name, stands a word
    with a capital that is mostly a name in the collection, or a first name (*Bill*), and that the person's title and
    opening lack. It is no form of address, month or weekday, and is in capitals only if the mention is, too. The word
    behind may also be one that is nowhere in the collection.

    Places and things count too if the mention is one word, with a capital and small letters, right behind a first name
    that is mostly a name: *Karen McPherson* is not McPherson County.
    """
    features, candidates, cases = found.features, found.candidates, mentions.tokens.cases
    given = _given_shares(mentions, found)
    surnames = _behind_first_names(mentions, given)
    keys_of, namesakes = dict[tuple[int, bool, bool], set[int] | None](), dict[int, int]()
    rows = zip(candidates.mentions.tolist(), features[:, _FACTS].tolist(), strict=True)
    for row, (mention, (subject, of_person, is_title, before, behind, is_last, is_first, *whole)) in enumerate(rows):
        of_part = of_person and not is_title
        if not (before or behind) or not (of_part or (mention in surnames and subject < Subject.PERSON)):
            continue
        first, last = mentions.spans[_SPAN, mention].tolist()
        tokens = [(first - 1, False)] if before else []
        capitalized = features[row, Column.tweet_capitalized] >= _CAPITALIZED
        if of_part and behind and not capitalized and (is_last or is_first) and not any(whole):
            tokens.append((last, True))
        for token, unknown in tokens:
            if cases[token] == CAPITALS and cases[first] != CAPITALS:
                continue
            first_name = bool(of_part and given[token] >= _LEAST_GIVEN)
            if (key := (token, first_name, unknown)) not in keys_of:
                is_name = first_name or _is_name(token, mentions, candidates, unknown=unknown)
                keys_of[key] = _keys_of_word(token, mentions, query, analyzer) if is_name else None
            keys = keys_of[key]
            if keys is not None and keys.isdisjoint(_opening_terms(found.openings, int(candidates.articles[row]))):
                namesakes[row] = token
    return namesakes


def _given_shares(mentions: Mentions, found: Evidence) -> Floats:
    """The share of people with this first name among what each token of the tweet names, shape (tokens,)."""
    candidates, spans = found.candidates, mentions.spans
    given = (found.features[:, Column.is_given] > 0) & _are_words(mentions)[candidates.mentions]
    shares = np.zeros(len(mentions.tokens))
    np.add.at(shares, spans[SpanRow.first, candidates.mentions[given]], candidates.commonness[candidates.senses[given]])
    return shares


def _behind_first_names(mentions: Mentions, given: Floats) -> frozenset[int]:
    """The mentions of one word with a capital and small letters right behind a first name. given: as above."""
    if not (given >= _LEAST_GIVEN).any():
        return frozenset()
    tokens, first = mentions.tokens, mentions.spans[SpanRow.first]
    capital = _are_words(mentions) & (tokens.cases[first] == CAPITAL)
    beside = tokens.starts[first] == tokens.ends[first - 1] + 1  # and not St. John's Costco
    return frozenset(np.flatnonzero(capital & beside & (given[first - 1] >= _LEAST_GIVEN)).tolist())


def _are_words(mentions: Mentions) -> Bools:
    """Whether each mention is a single word, shape (M,)."""
    first, last, kind = mentions.spans[_WORD]
    return np.asarray((last == first + 1) & (kind == _WORDS))


def other_people(scored: ScoredMentions) -> frozenset[int]:
    """The namesakes that are other people, unless the name that tells so is itself probably named, as in a list.

    A surname or first name beside the name of something of unknown kind makes no list: *Ramadan Mubarak*.
    """
    if not scored.namesakes:
        return frozenset()
    first, last = (scored.mentions.spans[row].tolist() for row in (SpanRow.first, SpanRow.last))
    subjects = scored.features[:, Column.subject]
    of_people = np.asarray(scored.features[:, _PARTS_OF_NAMES].any(axis=1))
    kinds = dict[int, float]()  # of what is named, by token
    for one in scored.likely(_LEAST_NAMED):
        for token in range(first[one.mention], last[one.mention]):
            kinds[token] = max(kinds.get(token, 0.0), float(subjects[one.row]))
    return frozenset(
        row
        for row, token in scored.namesakes.items()
        if token not in kinds or (kinds[token] == Subject.OTHER and of_people[row])
    )


def _keys_of_word(token: int, mentions: Mentions, query: Query, analyzer: Analyzer) -> set[int] | None:
    """The keys of the terms of a word of the tweet; None for a stop word or one before names, as Mr."""
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
    alone = np.flatnonzero((spans[SpanRow.first] == token) & (spans[SpanRow.last] == token + 1))
    for mention in alone[mentions.shares[alone] == 1.0].tolist():
        kind, joined, plural = spans[_KIND, mention].tolist()
        if plural or (joined and kind != _WORDS):
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
