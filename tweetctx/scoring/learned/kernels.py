"""The features of a pool's sentences, compiled. Import this late: it loads numba.

The S sentences stand in H passages of U articles. A number that is not known is ABSENT.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.hash_kernels import hash_table, slot_of
from tweetctx.index.calendar import FIRST_YEAR, MONTHS
from tweetctx.runtime.compiled import njit
from tweetctx.scoring.learned.columns import ABSENT, Column

_UNLINKED: Final = 9.0  # the rank of an article that is not linked, and its place in the tweet
_LAM: Final = 0.4  # the weight of the collection, as in the first pass
_DAYS_OF_YEAR: Final = 365.25
_DAYS_OF_MONTH: Final = 30.44
_FARTHEST: Final = 3  # terms between a month and its year: "from 5 to 21 August 2016" has none


@njit(nogil=True)
def codes_of(values: Any, table: Any) -> Any:
    """The code of each value, 0 of one that has none. table: of codes by values."""
    found = np.zeros(len(values), np.int64)
    for number in range(len(values)):
        found[number] = max(table[1, slot_of(values[number], table)], 0)
    return found


@njit(nogil=True)
def day_number(year: Any, month: Any, day: Any) -> Any:
    """The days from the year 0 to a date, about."""
    return year * _DAYS_OF_YEAR + (month - 1) * _DAYS_OF_MONTH + day


@njit(nogil=True)
def article_columns(rows: Any, article_of: Any, found: Any, articles: Any, titles: Any, query: Any) -> None:
    """Fills what depends on the article of a sentence alone.

    article_of: the row of each sentence's article. found: probability, evidence, place in the tweet, ln(1 + articles
    that name it), ln(1 + characters) and whether it is a person, of each article, shape (U, 6). articles: whether its
    first paragraph is there, shape (U,). titles: the terms of each title, U rows. query: the keys of the tweet's terms,
    whether each is of its own words, and their idf.
    """
    keys, own, idf = query
    links, most, total = 0, 0.0, 0.0
    for article in range(len(found)):
        links += found[article, 1] > 0
        most, total = max(most, found[article, 1]), total + found[article, 1]
    values, offsets = titles
    columns = np.zeros((len(found), 4))
    for article in range(len(found)):
        begin, end = offsets[article], offsets[article + 1]
        for q in range(len(keys)):
            if holds(values, begin, end, keys[q]):
                columns[article, 1] += 1
                columns[article, 2] += own[q]
                columns[article, 3] += idf[q]
        columns[article, 0] = end - begin
    for s in range(len(rows)):
        row, article = rows[s], article_of[s]
        row[Column.likely], row[Column.named], row[Column.place] = found[article, :3]
        row[Column.known], row[Column.length], row[Column.person] = found[article, 3:]
        row[Column.named_rank] = _UNLINKED
        if found[article, 1] > 0:
            row[Column.named_rank] = (found[:, 1] > found[article, 1]).sum()
        row[Column.named_share] = found[article, 1] / total if total > 0 else 0.0
        row[Column.named_most], row[Column.links] = most, links
        terms = max(columns[article, 0], 1)
        row[Column.title_terms], row[Column.title_weight] = columns[article, 0], columns[article, 3]
        row[Column.title_share], row[Column.title_own_share] = columns[article, 1] / terms, columns[article, 2] / terms
        row[Column.opened] = articles[article]


@njit(nogil=True)
def holds(values: Any, begin: int, end: int, wanted: Any) -> bool:
    """Whether one of values[begin:end] is the wanted one."""
    there = False
    for at in range(begin, end):
        there = there or values[at] == wanted
    return there


@njit(nogil=True)
def named_terms(keys: Any, titles: Any, names: Any, name_of: Any) -> Any:
    """Whether each term of the query is in the title of an article or in a mention of it, shape (U, Q).

    titles: the terms of each title, U rows. names: those of the mentions. name_of: the row of each mention's article.
    """
    values, offsets = titles
    named = np.zeros((len(offsets) - 1, len(keys)), np.bool_)
    for article in range(len(named)):
        for q in range(len(keys)):
            named[article, q] = holds(values, offsets[article], offsets[article + 1], keys[q])
    values, offsets = names
    for name in range(len(name_of)):
        for q in range(len(keys)):
            if holds(values, offsets[name], offsets[name + 1], keys[q]):
                named[name_of[name], q] = True
    return named


@njit(nogil=True)
def word_columns(rows: Any, sentences: Any, article_of: Any, query: Any, weights: Any, named: Any) -> None:
    """Fills what a sentence shares with the tweet.

    sentences: their terms, S rows. query: see `article_columns`. weights: c(t,q) and p(t) of each term of the query.
    named: see `named_terms`; of these terms only `own_shared` and `covered` know.
    """
    keys, own, idf = query
    weight, p = weights
    values, offsets = sentences
    table = hash_table(len(keys))
    for q in range(len(keys)):
        place = slot_of(keys[q], table)
        table[0, place], table[1, place] = keys[q], q
    counts, total = np.zeros(len(keys)), (idf * own).sum()
    for s in range(len(rows)):
        row, article = rows[s], article_of[s]
        counts[:] = 0.0
        length = offsets[s + 1] - offsets[s]
        for at in range(offsets[s], offsets[s + 1]):
            q = table[1, slot_of(values[at], table)]
            if q >= 0:
                counts[q] += 1
        for q in range(len(keys)):
            if counts[q] == 0:
                continue
            row[Column.own_shared] += idf[q] * own[q]
            if named[article, q]:
                continue
            if own[q]:
                row[Column.likelihood] += weight[q] * np.log1p((1 - _LAM) * counts[q] / length / (_LAM * p[q]))
                row[Column.shared] += idf[q]
                row[Column.rarest] = max(row[Column.rarest], idf[q])
            else:
                row[Column.author_shared] += idf[q]
        row[Column.covered] = row[Column.own_shared] / max(total, 1e-9)
        row[Column.terms], row[Column.tweet_terms] = length, own.sum()


@njit(nogil=True)
def name_columns(rows: Any, sentences: Any, article_of: Any, names: Any, name_of: Any, evidence: Any) -> None:
    """Fills whether a sentence names linked articles: Σ evidence of the others that it names, and that of its own.

    names: the terms of titles and mentions, each a row. name_of: the row of the article. evidence: for it.
    """
    values, offsets = sentences
    words, ends = names
    for s in range(len(rows)):
        for name in range(len(name_of)):
            there = ends[name] < ends[name + 1]
            for at in range(ends[name], ends[name + 1]):
                there = there and holds(values, offsets[s], offsets[s + 1], words[at])
            if there and name_of[name] == article_of[s]:
                rows[s, Column.own_name] = max(rows[s, Column.own_name], evidence[name])
            elif there:
                rows[s, Column.other_names] += evidence[name]


@njit(nogil=True)
def date_columns(rows: Any, offsets: Any, codes: Any, date: Any) -> None:
    """Fills how far the dates of a sentence are from the tweet's.

    codes: of the terms of all sentences, see `Calendar`. date: year, month and day of the tweet; 0 where not known.
    `days` is signed, its size ln(1 + days); a day before a year counts as one of May, whose name is a stop word.
    """
    year, month, day = date
    today = day_number(year, month, day) if month > 0 else day_number(year, 7, 2)
    for s in range(len(rows)):
        row = rows[s]
        begin, end = offsets[s], offsets[s + 1]
        best, latest, row[Column.years_apart] = ABSENT * 1000, 0, ABSENT
        for at in range(begin, end):
            code = codes[at]
            if code >= FIRST_YEAR:
                row[Column.years] += 1
                latest = max(latest, code)
                if year > 0:
                    row[Column.years_apart] = min(row[Column.years_apart], abs(code - year))
            if year == 0 or code <= MONTHS:
                continue
            of_year, of_month, of_day = date_at(codes, begin, at, end)
            if of_year == year and of_month == month and code < FIRST_YEAR:
                row[Column.of_month] = 1
            if of_year > 0 and of_day > 0:
                distance = day_number(of_year, of_month, of_day) - today
                best = distance if abs(distance) < abs(best) else best
        row[Column.days_apart] = np.log1p(abs(best))
        row[Column.days] = row[Column.days_apart] if best >= 0 else -row[Column.days_apart]
        row[Column.of_year] = row[Column.years_apart] == 0
        row[Column.year_after] = latest - year if latest > 0 and year > 0 else -ABSENT


@njit(nogil=True)
def date_at(codes: Any, begin: int, at: int, end: int) -> Any:
    """The year, month and day of the date that a month, or a year without one, belongs to; 0 for what it lacks."""
    code, before = codes[at], codes[at - 1] if at > begin else 0
    if code >= FIRST_YEAR:
        further = codes[at - 2] if at - 1 > begin else 0
        alone = 0 < before < MONTHS and not MONTHS < further < FIRST_YEAR
        return (code, 5, before) if alone else (0, 0, 0)
    year, after = 0, codes[at + 1] if at + 1 < end else 0
    for place in range(min(at + _FARTHEST, end - 1), at, -1):
        if codes[place] >= FIRST_YEAR:
            year = codes[place]
    day = before if 0 < before < MONTHS else after
    return year, code - MONTHS, day if 0 < day < MONTHS else 0


@njit(nogil=True)
def passage_columns(rows: Any, hits: Any, article_of: Any, of_sentences: Any, of_passages: Any) -> None:
    """Fills the place of a sentence in its passage and article, and how it compares with the others there.

    hits: the passage of each sentence. of_sentences: how many sentences of the passage and of the article precede it.
    of_passages: how many sentences each has, and whether it has a heading.
    """
    (in_passage, positions), (sizes, heading) = of_sentences, of_passages
    passages, articles = np.full((len(heading), 2), ABSENT), np.full((article_of.max() + 1, 5), ABSENT)
    passages[:, 1] = articles[:, 3] = articles[:, 4] = 0.0
    likelihood = shared = 0.0
    for s in range(len(rows)):
        row, passage, article = rows[s], passages[hits[s]], articles[article_of[s]]
        passage[0] = min(passage[0], row[Column.days_apart])
        passage[1] = max(passage[1], row[Column.shared])
        article[0] = min(article[0], row[Column.days_apart])
        if positions[s] - in_passage[s] == 0:  # in the first passage
            article[1] = min(article[1], row[Column.days_apart])
            article[2] = min(article[2], row[Column.years_apart])
        article[3] = max(article[3], row[Column.likelihood])
        article[4] = max(article[4], row[Column.shared])
        likelihood, shared = max(likelihood, row[Column.likelihood]), max(shared, row[Column.shared])
    for s in range(len(rows)):
        row, passage, article = rows[s], passages[hits[s]], articles[article_of[s]]
        row[Column.passage_days], row[Column.article_days] = passage[0], article[0]
        row[Column.opening_days], row[Column.opening_years] = article[1], article[2]
        row[Column.likelihood_of_article] = article[3]
        row[Column.likelihood_behind] = row[Column.likelihood] - likelihood
        row[Column.shared_of_passage], row[Column.shared_of_article] = passage[1], article[4]
        row[Column.shared_behind_article] = row[Column.shared] - article[4]
        row[Column.shared_behind] = row[Column.shared] - shared
        row[Column.position] = np.log1p(positions[s])
        row[Column.in_passage] = np.log1p(in_passage[s])
        row[Column.passage_sentences] = np.log1p(sizes[hits[s]])
        row[Column.under_heading] = heading[hits[s]]


@njit(nogil=True)
def rank_columns(rows: Any, hits: Any, article_of: Any, passages: Any, article_of_hit: Any, found: Any) -> None:
    """Fills the ranks of a sentence's passage and article in what was retrieved.

    passages: the identifier of each passage. article_of_hit: the row of its article. found: by what it was retrieved,
    best first, each as the first of its columns, how many were wanted, and the identifiers and scores of passages.
    """
    of_hits, of_articles = np.empty((len(passages), 3)), np.empty((article_of.max() + 1, 2))
    for first, most, own, scores in found:
        of_hits[:, 0], of_hits[:, 1:] = np.log1p(most), 0.0
        of_articles[:, 0], of_articles[:, 1] = most, 0.0
        for hit in range(len(passages)):
            article = article_of_hit[hit]
            for rank in range(len(own)):
                if own[rank] == passages[hit]:
                    of_hits[hit, 0], of_hits[hit, 2] = np.log1p(rank), scores[rank]
                    of_hits[hit, 1] = scores[rank] / scores[0] if scores[0] > 0 else 0.0
                    if article < len(of_articles):
                        of_articles[article, 0] = min(of_articles[article, 0], rank)
                        of_articles[article, 1] += 1
                    break
        for s in range(len(rows)):
            rows[s, first : first + 3] = of_hits[hits[s]]
            rows[s, first + 3], rows[s, first + 4] = (
                np.log1p(of_articles[article_of[s], 0]),
                of_articles[article_of[s], 1],
            )
