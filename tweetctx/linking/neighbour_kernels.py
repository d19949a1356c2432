"""Features of candidates by the words beside their mentions, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import Column
from tweetctx.linking.neighbours import FITTING, GROUPS, TELLS
from tweetctx.linking.spans import SpanRow
from tweetctx.runtime.compiled import njit
from tweetctx.text.names.letters import BREAK

_NEAR: Final = 2  # tokens on either side of a mention
_CONTEST, _LIFE = GROUPS.index("contest") + 1, GROUPS.index("life") + 1
_NUMBER: Final = GROUPS.index("number") + 1
_TEAM, _WORK = GROUPS.index("team") + 1, GROUPS.index("work") + 1
_MOST_BETWEEN: Final = 3  # words that tell of a contest between two teams: v, beat, 2-0, beat 2-0
_OF_TEAM: Final = int(Subject.TEAM)
# Whether a word of each group fits what stands beside it, by its Subject: 1 for yes, -1 for no, 0 if it tells nothing.
_FITS: Final = np.zeros((len(GROUPS) + 1, len(Subject)))
for _number, _group in enumerate(GROUPS, 1):
    for _subject in Subject:
        if _group in FITTING and _subject != Subject.OTHER:
            _FITS[_number, _subject] = 1 if _subject in FITTING[_group] else -1


@njit(nogil=True)
def neighbour_columns(rows: Any, mentions: Any, spans: Any, hashes: Any, gaps: Any, words: Any) -> None:
    """The groups of the words beside each mention, whether they fit it, and how many words of some the tweet has.

    hashes, gaps: of the tokens of the tweet. words: see `neighbours`.
    """
    known, groups, between = words
    group_of, between_of = np.zeros(len(hashes) + 1, np.int64), np.zeros(len(hashes) + 1, np.int64)
    for token in range(len(hashes)):
        nearest = np.searchsorted(known, hashes[token])
        if nearest < len(known) and known[nearest] == hashes[token]:
            group_of[token], between_of[token] = groups[nearest], between[nearest]
    opposed_columns(rows, mentions, spans, gaps, group_of, between_of)
    contests = lives = works = 0
    for group in group_of:
        contests += group in (_CONTEST, _TEAM)
        lives += group == _LIFE
        works += group == _WORK
    for c in range(len(rows)):
        row, first, last = rows[c], spans[SpanRow.first, mentions[c]], spans[SpanRow.last, mentions[c]]
        row[Column.opens] = first == 0 or gaps[first] == BREAK
        before = 0 if row[Column.opens] else group_of[first - 1]
        row[Column.closes] = last == len(hashes) or gaps[last] == BREAK
        behind = 0 if row[Column.closes] else group_of[last]
        row[Column.word_before], row[Column.word_behind] = before, behind
        subject = np.int64(row[Column.subject])
        row[Column.fits] = _FITS[before, subject] + _FITS[behind, subject]
        if first > 1 and not row[Column.opens] and gaps[first - 1] != BREAK:
            row[Column.fits] += _FITS[group_of[first - 2], subject] / 2
        if last + 1 < len(hashes) and gaps[last] != BREAK and gaps[last + 1] != BREAK:
            row[Column.fits] += _FITS[group_of[last + 1], subject] / 2
        row[Column.contests], row[Column.lives], row[Column.works] = contests, lives, works


@njit(nogil=True)
def opposed_columns(rows: Any, mentions: Any, spans: Any, gaps: Any, group_of: Any, between_of: Any) -> None:
    """Whether each candidate is a team (1) or not (−1) where its mention and another are opposed; 0 elsewhere.

    Two are opposed if both may be teams, and only words of a contest or its outcome and small numbers stand between:
    `Norwich v Wigan`, `Arsenal 2-0 Chelsea`, `Leeds lose to Hull`. Those words count as words of a contest from then
    on. group_of, between_of: of the tokens of the tweet, see `neighbours`.
    """
    tokens = len(gaps)
    of_team = np.zeros(spans.shape[1], np.bool_)  # whether a mention may be a team
    begins, ends = np.zeros(tokens + 1, np.bool_), np.zeros(tokens + 1, np.bool_)  # whether such a mention does there
    for c in range(len(rows)):
        if rows[c, Column.subject] == _OF_TEAM:
            of_team[mentions[c]] = True
            begins[spans[SpanRow.first, mentions[c]]] = ends[spans[SpanRow.last, mentions[c]]] = True
    before, behind = np.zeros(tokens + 1, np.bool_), np.zeros(tokens + 1, np.bool_)  # whether one is opposed to that
    for end in range(tokens):
        at, told = end, 0
        while ends[end] and at < tokens and gaps[at] != BREAK and between_of[at]:
            told += between_of[at] == TELLS
            at += 1
            if told > _MOST_BETWEEN:
                break
            if told and at < tokens and gaps[at] != BREAK and begins[at]:
                behind[end] = before[at] = True
                for token in range(end, at):
                    group_of[token] = group_of[token] if group_of[token] == _NUMBER else _CONTEST
    for c in range(len(rows)):
        first, last = spans[SpanRow.first, mentions[c]], spans[SpanRow.last, mentions[c]]
        if of_team[mentions[c]] and (before[first] or behind[last]):
            rows[c, Column.opposed] = 1 if rows[c, Column.subject] == _OF_TEAM else -1


@njit(nogil=True)
def near_columns(rows: Any, pairs: Any, spans: Any, tokens: Any, openings: Any, query_ids: Any, idf: Any) -> None:
    """Whether a title goes on beside the mention, and Σ idf of the words near it that the opening has besides.

    pairs: the rows of the mention and the article of each candidate. tokens: the gap before each token of the tweet,
    and the row in the query of its term. openings: their terms, OpeningTerms. query_ids, idf: of the terms of the
    query.
    """
    mentions, row_of = pairs
    _, title_offsets, titles, offsets, having = openings
    gaps, terms = tokens
    for c in range(len(rows)):
        row, article = rows[c], row_of[c]
        first, last = spans[SpanRow.first, mentions[c]], spans[SpanRow.last, mentions[c]]
        title = titles[title_offsets[article] : title_offsets[article + 1]]
        for side in (Column.title_before, Column.title_behind):
            for step in range(_NEAR):
                token = first - 1 - step if side == Column.title_before else last + step
                if token < 0 or token >= len(gaps):
                    break
                if gaps[token + 1 if side == Column.title_before else token] == BREAK:
                    break
                term = terms[token]
                if term < 0 or query_ids[term] < 0:
                    continue
                term_id = query_ids[term]
                if np.any(title == term_id):
                    row[side] = max(row[side], 1.0 / (1 + step))
                    continue
                rows_with = having[offsets[term_id] : offsets[term_id + 1]]
                nearest = np.searchsorted(rows_with, article)
                if nearest < len(rows_with) and rows_with[nearest] == article:
                    row[Column.near_shared] += idf[term]


@njit(nogil=True)
def continued_columns(rows: Any, pairs: Any, spans: Any, gaps: Any, likely: Any, openings: Any) -> None:
    """How likely the mention right behind names what the title contains, as in `Austin, Texas`, and the converse.

    gaps: before the tokens of the tweet. likely: the probability of each candidate by its first score. The others: see
    `near_columns`.
    """
    mentions, row_of = pairs
    _, title_offsets, titles, _, _ = openings
    for c in range(len(rows)):
        behind = spans[SpanRow.last, mentions[c]]
        if behind == len(gaps) or gaps[behind] == BREAK:
            continue
        title = titles[title_offsets[row_of[c]] : title_offsets[row_of[c] + 1]]
        for other in range(len(rows)):
            if spans[SpanRow.first, mentions[other]] != behind or row_of[other] == row_of[c]:
                continue
            other_title = titles[title_offsets[row_of[other]] : title_offsets[row_of[other] + 1]]
            if 0 < len(other_title) < len(title) and _contains(title, other_title):
                rows[c, Column.continued] = max(rows[c, Column.continued], likely[other])
                rows[other, Column.continues] = max(rows[other, Column.continues], likely[c])


@njit(nogil=True)
def _contains(title: Any, terms: Any) -> bool:
    count = 0
    for term in terms:
        count += 1 if np.any(title == term) else 0
    return count == len(terms)
