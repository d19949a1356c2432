"""Features of candidates by their articles: openings, passages retrieved, and the other candidates, compiled.

Import this late: it loads numba. The C candidates have U different articles. The terms of their openings have the ids
0, 1, ... in the order in which they first occur.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from tweetctx.arrays.hash_kernels import hash_table, slot_of
from tweetctx.index.calendar_kernels import NEVER, codes_of, days_to_nearest, number_of_today, years_to_nearest
from tweetctx.index.surface_forms import Subject
from tweetctx.linking.columns import NO_YEAR, Column
from tweetctx.linking.form_kernels import ALONE, compare, fill_distance, fill_margin
from tweetctx.linking.neighbour_kernels import continued_columns, near_columns
from tweetctx.linking.spans import SpanRow
from tweetctx.runtime.compiled import njit

_TEAM: Final = int(Subject.TEAM)
_LEAST_VOTES: Final = 0.5  # of a mention, by passages
_LEAST_LIKELY: Final = 0.3  # of all other mentions together


class OpeningTerms(NamedTuple):
    """The terms of the openings of U articles.

    table: the hash table of their ids. title_offsets, titles: the different terms of each title, shape (U + 1,) and
    ids. offsets, having: the articles that have each term in their title or opening, ascending, as rows.
    """

    table: Any
    title_offsets: Any
    titles: Any
    offsets: Any
    having: Any


@njit(nogil=True)
def article_columns(
    rows: Any, pairs: Any, articles: Any, openings: Any, query: Any, passages: Any, spans: Any, tokens: Any
) -> None:
    """Fills all columns that depend on the articles.

    pairs: of each candidate, the row of its mention and of its article in `articles`, which ascend. openings: see
    `read_openings`. query: the terms of the tweet and their idf. passages: see `vote_columns`. spans: of the mentions.
    tokens: see `near_columns`.
    """
    keys, idf = query
    terms = read_openings(articles, *openings)
    word_columns(rows, pairs, terms, query)
    vote_columns(rows, pairs, terms, articles, *passages)
    query_ids = np.empty(len(keys), np.int64)
    for term in range(len(keys)):
        query_ids[term] = terms.table[1, slot_of(keys[term], terms.table)]
    near_columns(rows, pairs, spans, tokens, terms, query_ids, idf)
    likely = 1.0 / (1.0 + np.exp(-rows[:, Column.first_score]))
    continued_columns(rows, pairs, spans, tokens[0], likely, terms)
    coherence_columns(rows, pairs, spans[SpanRow.start], spans[SpanRow.end], relate(terms), likely)


@njit(nogil=True)
def read_openings(articles: Any, opened: Any, head_offsets: Any, heads: Any, text_offsets: Any, texts: Any) -> Any:
    """Gives ids to the terms of the openings.

    articles: ascending, shape (U,). opened: those that have an opening, ascending. head_offsets, heads, text_offsets,
    texts: the terms of these openings' titles and sentences.
    """
    most = len(heads) + len(texts)
    table, last = hash_table(most), np.full(most, -1)  # last: of each term, the last article that has it
    title_offsets, titles = np.zeros(len(articles) + 1, np.int64), np.empty(len(heads), np.int64)
    ids, rows, offsets = np.empty(most, np.int64), np.empty(most, np.int64), np.zeros(most + 1, np.int64)
    count = pairs = opening = 0
    for row in range(len(articles)):
        title_offsets[row + 1] = title_offsets[row]
        if opening == len(opened) or opened[opening] != articles[row]:
            continue
        words = head_offsets[opening + 1] - head_offsets[opening]
        for word in range(words + text_offsets[opening + 1] - text_offsets[opening]):
            in_title = word < words
            key = heads[head_offsets[opening] + word] if in_title else texts[text_offsets[opening] + word - words]
            slot = slot_of(key, table)
            if table[1, slot] < 0:
                table[0, slot], table[1, slot] = key, count
                count += 1
            term = table[1, slot]
            if last[term] != row:
                last[term] = row
                ids[pairs], rows[pairs] = term, row
                pairs += 1
                offsets[term + 1] += 1
                if in_title:
                    titles[title_offsets[row + 1]] = term
                    title_offsets[row + 1] += 1
        opening += 1
    having, filled = np.empty(pairs, np.int64), np.zeros(count, np.int64)
    for term in range(count):
        offsets[term + 1] += offsets[term]
    for pair in range(pairs):
        term = ids[pair]
        having[offsets[term] + filled[term]] = rows[pair]
        filled[term] += 1
    return OpeningTerms(table, title_offsets, titles[: title_offsets[-1]], offsets[: count + 1], having)


@njit(nogil=True)
def word_columns(rows: Any, pairs: Any, terms: Any, query: Any) -> None:
    """What openings and titles share with the tweet: Σ idf of the terms that a title lacks, its share, the rarest's.

    pairs, query: see `article_columns`. terms: OpeningTerms.
    """
    mentions, row_of = pairs
    table, title_offsets, titles, offsets, having = terms
    keys, idf = query
    articles = len(title_offsets) - 1
    total, expected, rarest, inside = np.zeros(articles), np.zeros(articles), np.zeros(articles), np.zeros(articles)
    for q in range(len(keys)):
        term = table[1, slot_of(keys[q], table)]
        titled = np.zeros(articles, np.bool_)
        for article in range(articles):
            for titled_term in range(title_offsets[article], title_offsets[article + 1]):
                titled[article] = titled[article] or titles[titled_term] == term
            if titled[article]:
                inside[article] += 1
            else:
                expected[article] += idf[q]
        if term >= 0:
            for article in having[offsets[term] : offsets[term + 1]]:
                if not titled[article]:
                    total[article] += idf[q]
                    rarest[article] = max(rarest[article], idf[q])
    for c in range(len(rows)):
        row, article = rows[c], row_of[c]
        words = title_offsets[article + 1] - title_offsets[article]
        row[Column.shared_terms] = total[article]
        row[Column.shared_part] = total[article] / max(expected[article], 1e-9)
        row[Column.shared_rarest] = rarest[article]
        row[Column.title_terms] = words
        row[Column.title_missing] = words - inside[article]
        row[Column.title_share] = inside[article] / max(words, 1)
    fill_margin(rows, mentions, Column.shared_terms, Column.shared_margin, ALONE)


@njit(nogil=True)
def vote_columns(
    rows: Any, pairs: Any, terms: Any, articles: Any, passage_articles: Any, scores: Any, text_offsets: Any, texts: Any
) -> None:
    """The passages of other articles that have all terms of a title: Σ score, the best, the share in the mention's.

    passage_articles, scores, text_offsets, texts: the article of each passage, its relative score and its terms.
    """
    mentions, row_of = pairs
    table, title_offsets, titles, _, _ = terms
    votes, best = np.zeros(len(articles)), np.zeros(len(articles))
    last = np.full(table.shape[1], -1)  # of each term, the last passage that has it
    for hit in range(len(passage_articles)):
        for key in texts[text_offsets[hit] : text_offsets[hit + 1]]:
            term = table[1, slot_of(key, table)]
            if term >= 0:
                last[term] = hit
        for row in range(len(articles)):
            named = title_offsets[row] < title_offsets[row + 1] and articles[row] != passage_articles[hit]
            for titled_term in range(title_offsets[row], title_offsets[row + 1]):
                named = named and last[titles[titled_term]] == hit
            if named:
                votes[row] += scores[hit]
                best[row] = max(best[row], scores[hit])
    for c in range(len(rows)):
        rows[c, Column.named_by_passages], rows[c, Column.named_by_best] = votes[row_of[c]], best[row_of[c]]
    most, _ = compare(rows, mentions, Column.named_by_passages)
    for c in range(len(rows)):
        rows[c, Column.named_share_of_passages] = rows[c, Column.named_by_passages] / max(most[c], _LEAST_VOTES)


@njit(nogil=True)
def relate(terms: Any) -> Any:
    """The similarity of the openings of U articles, and whether that of i has all terms of the title of j, both (U, U).

    The first is the cosine of term vectors of the weights ln((U + 1)/n), n the openings that have the term.
    """
    _, title_offsets, titles, offsets, having = terms
    size = len(title_offsets) - 1
    cosines, held, weights = np.zeros((size, size)), np.zeros((size, size), np.int64), np.zeros(size + 1)
    for count in range(1, size + 1):
        weights[count] = np.log((size + 1) / count) ** 2
    for term in range(len(offsets) - 1):
        begin, end = offsets[term], offsets[term + 1]
        for one in range(begin, end):
            for other in range(begin, end):
                cosines[having[one], having[other]] += weights[end - begin]
    for titled in range(size):
        for titled_term in range(title_offsets[titled], title_offsets[titled + 1]):
            for one in having[offsets[titles[titled_term]] : offsets[titles[titled_term] + 1]]:
                held[one, titled] += 1
    norms = np.empty(size)
    for one in range(size):
        norms[one] = np.sqrt(cosines[one, one]) + 1e-9
    holds = np.zeros((size, size), np.bool_)
    for one in range(size):
        for other in range(size):
            cosines[one, other] /= norms[one] * norms[other]
            words = title_offsets[other + 1] - title_offsets[other]
            holds[one, other] = words > 0 and held[one, other] == words
    return cosines, holds


@njit(nogil=True)
def coherence_columns(rows: Any, pairs: Any, starts: Any, ends: Any, relations: Any, likely: Any) -> None:
    """How well each candidate goes with those of mentions that do not overlap its own, weighted by their probabilities.

    pairs: of each candidate, the row of its mention, which ascend, and of its article in `relations`, what `relate`
    gives. starts, ends: of the mentions. likely: the probability of each candidate by its first score.
    """
    mentions, row_of = pairs
    cosines, holds = relations
    for c in range(len(rows)):
        row, article, start, end = rows[c], row_of[c], starts[mentions[c]], ends[mentions[c]]
        votes = voters = vote = voter = 0.0  # Σ over mentions of the best vote in each, and of the likeliest
        for other in range(len(rows)):
            if other > 0 and mentions[other] != mentions[other - 1]:
                votes, voters, vote, voter = votes + vote, voters + voter, 0.0, 0.0
            if starts[mentions[other]] < end and start < ends[mentions[other]]:
                continue
            other_article = row_of[other]
            voter = max(voter, likely[other])
            if other_article == article:
                row[Column.elsewhere] += 1
                row[Column.elsewhere_letters] = max(row[Column.elsewhere_letters], rows[other, Column.letters])
                continue
            if rows[other, Column.subject] == row[Column.subject]:
                row[Column.subject_elsewhere] = max(row[Column.subject_elsewhere], likely[other])
            if rows[other, Column.subject] == _TEAM:
                row[Column.team_elsewhere] = max(row[Column.team_elsewhere], likely[other])
            if holds[article, other_article]:
                row[Column.names_another] = max(row[Column.names_another], likely[other])
            if holds[other_article, article]:
                row[Column.named_by_another] = max(row[Column.named_by_another], likely[other])
            vote = max(vote, likely[other] * cosines[article, other_article])
            row[Column.related] = max(row[Column.related], vote)
        row[Column.related_mean] = (votes + vote) / max(voters + voter, _LEAST_LIKELY)
    fill_distance(rows, mentions, Column.related, Column.related_behind)


@njit(nogil=True)
def date_columns(rows: Any, row_of: Any, articles: Any, openings: Any, table: Any, date: Any) -> None:
    """Fills the distances from the tweet to the dates of openings and titles.

    To the nearest full date of an opening: ln(1 + days), and whether it is later. To the nearest year of opening and
    title: the years.

    row_of, articles, openings: see `article_columns`. table: see `calendar_of`. date: year, month and day of the tweet,
    0 where not known.
    """
    opened, head_offsets, heads, text_offsets, texts = openings
    year, month, _ = date
    of_titles, of_texts = codes_of(heads, table), codes_of(texts, table)
    days, years = np.full(len(articles), NEVER), np.full(len(articles), NO_YEAR)
    titled = years.copy()
    for row in range(len(articles)):
        at = np.searchsorted(opened, articles[row])
        if year == 0 or at == len(opened) or opened[at] != articles[row]:
            continue
        titled[row] = years_to_nearest(of_titles, head_offsets[at], head_offsets[at + 1], year, NO_YEAR)
        years[row] = abs(years_to_nearest(of_texts, text_offsets[at], text_offsets[at + 1], year, NO_YEAR))
        if month > 0:
            days[row] = days_to_nearest(of_texts, text_offsets[at], text_offsets[at + 1], number_of_today(date))
    for c in range(len(rows)):
        row = row_of[c]
        rows[c, Column.opening_days], rows[c, Column.opening_years] = np.log1p(abs(days[row])), years[row]
        rows[c, Column.opening_later] = 0 < days[row] < NEVER
        rows[c, Column.title_years] = titled[row]
