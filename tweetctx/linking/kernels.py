"""The inner loops over mentions and candidates, compiled. Import this late: it loads numba."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.compiled import njit
from tweetctx.text.names.letters import CAPITAL, NO_CASE, SMALL

_SHORT_WORD: Final = 3  # letters of a word that may be an article or preposition inside a name
DIFFERENT: Final = 5  # the case of a span whose tokens are written in different ways


@njit(nogil=True)
def span_columns(first: Any, last: Any, letters: Any, cases: Any, gaps: Any, words: Any) -> Any:
    """What the tokens of each of M spans say, shape (8, M).

    words: of each token how often it is written small, and the shares that write it as a name, and in capitals, shape
    (3, T). Rows: letters; the least and the largest of the first, the least of the others, where short words inside a
    longer name do not count; how the span is written; whether a capitalized token of its sentence stands before it;
    and behind it.
    """
    columns = np.zeros((8, len(first)))
    for span in range(len(first)):
        long = False
        for token in range(first[span], last[span]):
            columns[0, span] += letters[token]
            long = long or letters[token] > _SHORT_WORD
        columns[1, span] = columns[3, span] = columns[4, span] = np.inf
        for token in range(first[span], last[span]):
            columns[2, span] = max(columns[2, span], words[0, token])
            if letters[token] > _SHORT_WORD or not long:
                columns[1, span] = min(columns[1, span], words[0, token])
                columns[3, span] = min(columns[3, span], words[1, token])
                columns[4, span] = min(columns[4, span], words[2, token])
        columns[5, span] = _case(cases[first[span] : last[span]])
        before, behind = first[span] - 1, last[span]
        if before >= 0:
            columns[6, span] = cases[before] >= CAPITAL and gaps[first[span]] == 0
        if behind < len(cases):
            columns[7, span] = cases[behind] >= CAPITAL and gaps[behind] == 0
    return columns


@njit(nogil=True)
def _case(cases: Any) -> Any:
    """How some tokens are written: those in small letters and without case count if there are no others."""
    found = np.int64(cases[0])
    for token in range(1, len(cases)):
        case = np.int64(cases[token])
        if case in (found, NO_CASE) or (case == SMALL and found != NO_CASE):
            continue
        if found in (NO_CASE, SMALL):
            found = case
        else:
            return DIFFERENT
    return found


@njit(nogil=True)
def around(starts: Any, ends: Any, values: Any, floor: float) -> Any:
    """For each span the largest value of the larger spans that it lies in, and of those inside it, shape (2, M)."""
    largest = np.full((2, len(starts)), floor)
    for span in range(len(starts)):
        for other in range(len(starts)):
            smaller = ends[span] - starts[span] < ends[other] - starts[other]
            if smaller and starts[other] <= starts[span] and ends[span] <= ends[other]:
                largest[0, span] = max(largest[0, span], values[other])
                largest[1, other] = max(largest[1, other], values[span])
    return largest


@njit(nogil=True)
def largest(groups: Any, values: Any, count: int, floor: float) -> Any:
    """The largest value of each of `count` groups, `floor` for one without values."""
    result = np.full(count, floor)
    for row in range(len(values)):
        result[groups[row]] = max(result[groups[row]], values[row])
    return result


@njit(nogil=True)
def margins(groups: Any, values: Any, most: float) -> Any:
    """How far each value is above the best other one of its group, at most `most`; groups ascend."""
    result = np.full(len(values), most)
    begin = 0
    while begin < len(values):
        end = begin
        while end < len(values) and groups[end] == groups[begin]:
            end += 1
        for row in range(begin, end):
            for other in range(begin, end):
                if other != row:
                    result[row] = min(result[row], values[row] - values[other])
            result[row] = max(result[row], -most)
        begin = end
    return result


@njit(nogil=True)
def relatedness(offsets: Any, terms: Any, order: Any, head_offsets: Any, heads: Any) -> Any:
    """How alike the openings of U articles are, and whose title stands in whose opening, both of shape (U, U).

    The cosine of term vectors of the weights ln((U + 1)/n), n the openings that have the term; and whether opening i
    has all terms of title j. offsets: where the terms of each article begin. order: of all terms, ascending, stable.
    head_offsets, heads: the different terms of each title, which are among those of the article, too.
    """
    size = len(offsets) - 1
    cosines, held = np.zeros((size, size)), np.zeros((size, size), np.int64)
    row_of = np.empty(len(terms), np.int64)
    for row in range(size):
        row_of[offsets[row] : offsets[row + 1]] = row
    titled = np.empty(len(heads), np.int64)
    for row in range(size):
        titled[head_offsets[row] : head_offsets[row + 1]] = row
    head_order = np.argsort(heads)
    head = 0
    having = np.empty(size, np.int64)
    begin = 0
    while begin < len(order):
        term = terms[order[begin]]
        end = begin
        count = 0
        while end < len(order) and terms[order[end]] == term:
            row = row_of[order[end]]
            if count == 0 or having[count - 1] != row:
                having[count] = row
                count += 1
            end += 1
        weight = np.log((size + 1) / count) ** 2
        for one in having[:count]:
            for other in having[:count]:
                cosines[one, other] += weight
        while head < len(heads) and heads[head_order[head]] == term:
            for one in having[:count]:
                held[one, titled[head_order[head]]] += 1
            head += 1
        begin = end
    norms = np.sqrt(np.diag(cosines)) + 1e-9
    holds = np.zeros((size, size), np.bool_)
    for one in range(size):
        for other in range(size):
            cosines[one, other] /= norms[one] * norms[other]
            wanted = head_offsets[other + 1] - head_offsets[other]
            holds[one, other] = wanted > 0 and held[one, other] == wanted
    return cosines, holds


@njit(nogil=True)
def coherence(
    articles: Any, mentions: Any, starts: Any, ends: Any, likely: Any, letters: Any, cosines: Any, holds: Any
) -> Any:
    """What the candidates of other mentions, which do not overlap, say for each of C candidates, shape (6, C).

    Rows: how many are the same article, and the most letters of their mentions; the likeliest whose title stands in its
    opening; the likeliest in whose opening its title stands; the best cosine of openings times how likely the other is;
    and the mean of the best of each mention, weighed by how likely mentions are. articles: rows of `cosines` and
    `holds`. mentions: ascending. starts, ends, letters: of candidates. likely: between 0 and 1.
    """
    columns = np.zeros((6, len(articles)))
    for row in range(len(articles)):
        votes = voters = 0.0
        vote = voter = 0.0
        for other in range(len(articles)):
            if other > 0 and mentions[other] != mentions[other - 1]:
                votes, voters, vote, voter = votes + vote, voters + voter, 0.0, 0.0
            if starts[other] < ends[row] and starts[row] < ends[other]:
                continue
            voter = max(voter, likely[other])
            if articles[other] == articles[row]:
                columns[0, row] += 1
                columns[1, row] = max(columns[1, row], letters[other])
                continue
            if holds[articles[row], articles[other]]:
                columns[2, row] = max(columns[2, row], likely[other])
            if holds[articles[other], articles[row]]:
                columns[3, row] = max(columns[3, row], likely[other])
            vote = max(vote, likely[other] * cosines[articles[row], articles[other]])
            columns[4, row] = max(columns[4, row], vote)
        columns[5, row] = (votes + vote) / max(voters + voter, 0.3)
    return columns


@njit(nogil=True)
def title_votes(
    offsets: Any, terms: Any, hit_articles: Any, scores: Any, articles: Any, head_offsets: Any, heads: Any
) -> Any:
    """The passages of other articles that have all terms of a title: the sum and the largest of their scores.

    offsets: where the terms of each passage begin. Shape (2, U).
    """
    votes = np.zeros((2, len(articles)))
    for hit in range(len(hit_articles)):
        own = np.sort(terms[offsets[hit] : offsets[hit + 1]])
        for row in range(len(articles)):
            begin, end = head_offsets[row], head_offsets[row + 1]
            if articles[row] == hit_articles[hit] or begin == end:
                continue
            there = True
            for term in heads[begin:end]:
                place = np.searchsorted(own, term)
                if place == len(own) or own[place] != term:
                    there = False
                    break
            if there:
                votes[0, row] += scores[hit]
                votes[1, row] = max(votes[1, row], scores[hit])
    return votes
