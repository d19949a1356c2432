"""The features of a pool's sentences, compiled. Import this late: it loads numba.

The S sentences stand in H passages of U articles. A number that is not known is ABSENT.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.arrays.hash_kernels import filled_table, may_be_among, remainders_of, slot_of
from tweetctx.arrays.ragged_kernels import take_rows
from tweetctx.index.calendar import FIRST_YEAR, MONTHS
from tweetctx.index.calendar_kernels import (
    NEVER,
    codes_of,
    date_at,
    days_to_nearest,
    number_of_today,
    years_to_nearest,
)
from tweetctx.runtime.compiled import njit
from tweetctx.scoring.learned.columns import ABSENT, MENTIONED, Column
from tweetctx.scoring.learned.sign_kernels import may_be_named, worth_a_look

_KNOWN: Final = 6  # columns of what the linker found out about an article
_COVERED: Final = 0.2  # the part of the tweet that is in a sentence about it that names nothing linked
_UNKNOWN: Final = -1.0  # of an article that no surface form of the tweet leads to
_UNLINKED: Final = 9.0  # the rank of an article that is not linked, and its place in the tweet
FEATURES: Final = len(Column)


@njit(nogil=True)
def rows_worth_a_look(
    sentences: Any, places: Any, passages: Any, links: Any, query: Any, names: Any, found: Any, dates: Any
) -> Any:
    """The sentences that are worth a look, ascending, and their features, one row each.

    Of an article that the tweet does not name, only those that name something linked, or have a good part of the tweet.

    sentences: their terms, S rows. places: the row of the passage of each sentence, its article, and how many sentences
    of the passage and of the article precede it, shape (S,). passages: of each of the H passages the identifier and
    the terms of title and heading. links: the linked articles, their evidence, and the names of `NamedArticles` as
    arrays. query: see `article_columns`. names: the terms of the mentions and the article of each. found: what the
    first search and that by date found, see `rank_columns`. dates: the table of `calendar_of`, and the tweet's date.
    """
    hits, articles, in_passage, positions = places
    identifiers, heads = passages
    rows = np.zeros((len(hits), FEATURES))
    if not len(hits):
        return np.empty(0, np.int64), rows
    used, passage_of = runs_of(hits)
    of_passages = articles[first_of(passage_of, len(used))]
    first, article_of_passage = runs_of(of_passages)
    article_of, own = article_of_passage[passage_of], used[first_of(article_of_passage, len(first))]
    titles = take_rows(heads[0], heads[1], own)
    known = np.empty((len(first), _KNOWN))
    of_links(known, first, links)
    keys, in_body, idf = query
    opened = np.zeros(len(first), np.bool_)
    heading = np.zeros(len(used), np.bool_)
    for s in range(len(hits)):
        if positions[s] == in_passage[s]:
            opened[article_of[s]] = True
    for passage in range(len(used)):
        head, title = used[passage], own[article_of_passage[passage]]
        heading[passage] = heads[1][head + 1] - heads[1][head] > heads[1][title + 1] - heads[1][title]
    named_words, name_of, evidence = names_of(names, first, links[0], titles, known)
    in_titles, in_names = terms_in(keys, titles), terms_in(keys, named_words)
    article_columns(rows, article_of, known, opened, (titles[1], in_titles), (in_body, idf))
    named = named_terms(in_titles, in_names, name_of)
    borrowed = borrowed_terms((titles, in_titles), (named_words, in_names), name_of, known[:, 5] > 0)
    word_columns(rows, sentences, article_of, (keys, in_body, idf), named, (borrowed, *named_words))
    table, date = dates
    date_columns(rows, sentences[1], codes_of(sentences[0], table), date)
    passage_columns(rows, passage_of, article_of, (in_passage, positions), heading)
    looked_at = np.flatnonzero(worth_a_look(rows))
    rows, article_of, passage_of = rows[looked_at], article_of[looked_at], passage_of[looked_at]
    name_columns(rows, looked_at, sentences, article_of, named_words, name_of, evidence)
    about = (rows[:, Column.other_names] >= MENTIONED) | (rows[:, Column.covered] >= _COVERED)
    kept = np.flatnonzero(may_be_named(rows) | about)
    looked_at, rows, article_of, passage_of = looked_at[kept], rows[kept], article_of[kept], passage_of[kept]
    rank_columns(rows, passage_of, article_of, identifiers[used], article_of_passage, found)
    return looked_at, rows


@njit(nogil=True)
def runs_of(values: Any) -> Any:
    """The value of each run of equal ones, and the run of each value."""
    runs, run_of = np.empty(len(values), np.int64), np.empty(len(values), np.int64)
    count = 0
    for at in range(len(values)):
        if at == 0 or values[at] != values[at - 1]:
            runs[count] = values[at]
            count += 1
        run_of[at] = count - 1
    return runs[:count], run_of


@njit(nogil=True)
def first_of(run_of: Any, runs: int) -> Any:
    """Where each run begins."""
    first = np.empty(runs, np.int64)
    for at in range(len(run_of) - 1, -1, -1):
        first[run_of[at]] = at
    return first


@njit(nogil=True)
def of_links(known: Any, articles: Any, links: Any) -> None:
    """Fills what the linker found out about each article: see `article_columns`."""
    linked, evidence, named, probabilities, places, names, lengths, people = links
    known[:, :2] = 0.0
    known[:, 2] = _UNLINKED
    known[:, 3:] = _UNKNOWN
    for article in range(len(articles)):
        at = np.searchsorted(linked, articles[article])
        if at < len(linked) and linked[at] == articles[article]:
            known[article, :2] = evidence[at]
        at = np.searchsorted(named, articles[article])
        if at < len(named) and named[at] == articles[article]:
            known[article, 0], known[article, 2] = probabilities[at], places[at]
            known[article, 3], known[article, 4] = np.log1p(names[at]), np.log1p(lengths[at])
            known[article, 5] = people[at]


@njit(nogil=True)
def names_of(mentions: Any, articles: Any, linked: Any, titles: Any, known: Any) -> Any:
    """The names of the linked articles, titles and mentions: their terms, the row of the article and its evidence."""
    words, of = mentions
    values, offsets = np.empty(len(titles[0]) + len(words[0]), np.int64), np.zeros(len(linked) + len(of) + 1, np.int64)
    name_of, count = np.empty(len(linked) + len(of), np.int64), 0
    for name in range(len(linked) + len(of)):
        wanted = linked[name] if name < len(linked) else of[name - len(linked)]
        rows = np.flatnonzero(articles == wanted)
        if not len(rows):
            continue
        texts, ends = titles if name < len(linked) else words
        row = rows[0] if name < len(linked) else name - len(linked)
        size = ends[row + 1] - ends[row]
        values[offsets[count] : offsets[count] + size] = texts[ends[row] : ends[row + 1]]
        offsets[count + 1], name_of[count] = offsets[count] + size, rows[0]
        count += 1
    name_of = name_of[:count]
    return (values[: offsets[count]], offsets[: count + 1]), name_of, known[name_of, 1]


@njit(nogil=True)
def article_columns(rows: Any, article_of: Any, linked: Any, articles: Any, titles: Any, query: Any) -> None:
    """Fills what depends on the article of a sentence alone.

    article_of: the row of each sentence's article. linked: probability, evidence, place in the tweet, ln(1 + articles
    that name it), ln(1 + characters) and whether it is a person, of each article, shape (U, 6). articles: whether its
    first paragraph is there, shape (U,). titles: where the terms of each title begin, and which terms of the query it
    has, see `terms_in`. query: whether each term is of the tweet's own words, and their idf.
    """
    offsets, in_titles = titles
    of_words, idf = query
    columns = np.zeros((len(linked), 5))
    for article in range(len(linked)):
        for q in range(len(idf)):
            if in_titles[article, q]:
                columns[article, 1] += 1
                columns[article, 2] += of_words[q]
                columns[article, 3] += idf[q]
        columns[article, 0] = offsets[article + 1] - offsets[article]
        columns[article, 4] = (linked[:, 1] > linked[article, 1]).sum() if linked[article, 1] > 0 else _UNLINKED
    for s in range(len(rows)):
        row, article = rows[s], article_of[s]
        row[Column.likely], row[Column.named], row[Column.place] = linked[article, :3]
        row[Column.known], row[Column.length], row[Column.person] = linked[article, 3:]
        row[Column.named_rank] = columns[article, 4]
        terms = max(columns[article, 0], 1)
        row[Column.title_weight] = columns[article, 3]
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
def holds_all(values: Any, begin: int, end: int, wanted: Any, first: int, last: int) -> bool:
    """Whether all of wanted[first:last] are among values[begin:end]."""
    there = True
    for at in range(first, last):
        there = there and holds(values, begin, end, wanted[at])
    return there


@njit(nogil=True)
def terms_in(keys: Any, rows: Any) -> Any:
    """Whether each of some rows of terms has each term of the query, shape (rows, Q)."""
    values, offsets = rows
    there, remainders = np.zeros((len(offsets) - 1, len(keys)), np.bool_), remainders_of(keys)
    for row in range(len(there)):
        for at in range(offsets[row], offsets[row + 1]):
            if may_be_among(values[at], remainders):
                there[row] |= keys == values[at]
    return there


@njit(nogil=True)
def named_terms(in_titles: Any, in_names: Any, name_of: Any) -> Any:
    """Whether the title or a name of each article has each term of the query, shape (U, Q).

    in_titles, in_names: see `terms_in`. name_of: the row of each name's article.
    """
    named = in_titles.copy()
    for name in range(len(name_of)):
        named[name_of[name]] |= in_names[name]
    return named


@njit(nogil=True)
def borrowed_terms(titles: Any, names: Any, name_of: Any, people: Any) -> Any:
    """Finds titles of other articles that have only a part of a linked person's name: *Karl Miller* for *Bode Miller*.

    Returns the row of the name for each article and each term that its title has of it, else −1, shape (U, Q). titles,
    names: their terms, and which terms of the query they have, see `terms_in`. name_of: the row of each name's article.
    people: whether each article is about a person.
    """
    (values, offsets), in_titles = titles
    (words, ends), in_names = names
    borrowed = np.full(in_titles.shape, -1)
    linked = np.zeros(len(borrowed), np.bool_)
    linked[name_of] = True
    for article in range(len(borrowed)):
        if linked[article] or not in_titles[article].any():
            continue
        for name in np.flatnonzero(people[name_of]):
            if not holds_all(values, offsets[article], offsets[article + 1], words, ends[name], ends[name + 1]):
                borrowed[article][in_titles[article] & in_names[name]] = name
    return borrowed


@njit(nogil=True)
def word_columns(rows: Any, sentences: Any, article_of: Any, query: Any, named: Any, names: Any) -> None:
    """Fills what a sentence shares with the tweet.

    sentences: their terms, S rows. query: see `article_columns`. named: see `named_terms`; of these terms only
    `own_shared` and `covered` know. names: see `borrowed_terms`, and the terms of the names; a borrowed term counts
    only in a sentence that has the whole name.
    """
    keys, of_words, idf = query
    borrowed, words, ends = names
    values, offsets = sentences
    table = filled_table(keys, np.arange(len(keys)))
    remainders = remainders_of(keys)
    present, total = np.zeros(len(keys), np.bool_), (idf * of_words).sum()
    for s in range(len(rows)):
        row, article = rows[s], article_of[s]
        present[:] = False
        for at in range(offsets[s], offsets[s + 1]):
            if may_be_among(values[at], remainders):
                q = table[1, slot_of(values[at], table)]
                if q >= 0:
                    present[q] = True
        for q in range(len(keys)):
            if not present[q] or of_words[q] <= 0:
                continue
            name = borrowed[article, q]
            if name < 0 or holds_all(values, offsets[s], offsets[s + 1], words, ends[name], ends[name + 1]):
                row[Column.own_shared] += idf[q]
                row[Column.shared] += 0.0 if named[article, q] else idf[q]
        row[Column.covered] = row[Column.own_shared] / max(total, 1e-9)


@njit(nogil=True)
def name_columns(
    rows: Any, numbers: Any, sentences: Any, article_of: Any, names: Any, name_of: Any, evidence: Any
) -> None:
    """Fills whether a sentence names linked articles: Σ evidence of the others that it names, and that of its own.

    numbers: the sentence of each row. names: the terms of titles and mentions, each a row. name_of: the row of the
    article. evidence: for it.
    """
    values, offsets = sentences
    words, ends = names
    for s in range(len(rows)):
        begin, end = offsets[numbers[s]], offsets[numbers[s] + 1]
        for name in range(len(name_of)):
            first, last = ends[name], ends[name + 1]
            there = first < last and holds_all(values, begin, end, words, first, last)
            if there and name_of[name] == article_of[s]:
                rows[s, Column.own_name] = max(rows[s, Column.own_name], evidence[name])
            elif there:
                rows[s, Column.other_names] += evidence[name]


@njit(nogil=True)
def passage_columns(rows: Any, hits: Any, article_of: Any, of_sentences: Any, heading: Any) -> None:
    """Fills the place of a sentence in its passage and article, and how it compares with the others there.

    hits: the passage of each sentence. of_sentences: how many sentences of the passage and of the article precede it.
    heading: whether each passage has one.
    """
    in_passage, positions = of_sentences
    passages, articles = np.full(len(heading), ABSENT), np.full((article_of.max() + 1, 3), ABSENT)
    for s in range(len(rows)):
        row, article = rows[s], articles[article_of[s]]
        passages[hits[s]] = min(passages[hits[s]], row[Column.days_apart])
        article[0] = min(article[0], row[Column.days_apart])
        if positions[s] - in_passage[s] == 0:  # in the first passage
            article[1] = min(article[1], row[Column.days_apart])
            article[2] = min(article[2], row[Column.years_apart])
    for s in range(len(rows)):
        row, article = rows[s], articles[article_of[s]]
        row[Column.passage_days], row[Column.article_days] = passages[hits[s]], article[0]
        row[Column.opening_days], row[Column.opening_years] = article[1], article[2]
        row[Column.position] = np.log1p(positions[s])
        row[Column.in_passage] = np.log1p(in_passage[s])
        row[Column.under_heading] = heading[hits[s]]


@njit(nogil=True)
def rank_columns(rows: Any, hits: Any, article_of: Any, passages: Any, article_of_hit: Any, found: Any) -> None:
    """Fills the ranks of a sentence's passage and article in what was retrieved.

    passages: the identifier of each passage. article_of_hit: the row of its article. found: by what it was retrieved,
    best first, each as the first of its columns, how many were wanted, and the identifiers and scores of passages.
    """
    of_hits, of_articles = np.empty((len(passages), 2)), np.empty(article_of_hit.max() + 1)
    for first, most, own, scores in found:
        of_hits[:, 0], of_hits[:, 1], of_articles[:] = np.log1p(most), 0.0, most
        table = filled_table(own, np.arange(len(own)))
        for hit in range(len(passages)):
            article, rank = article_of_hit[hit], table[1, slot_of(passages[hit], table)]
            if rank >= 0:
                of_hits[hit, 0] = np.log1p(rank)
                of_hits[hit, 1] = scores[rank] / scores[0] if scores[0] > 0 else 0.0
                of_articles[article] = min(of_articles[article], rank)
        for s in range(len(rows)):
            rows[s, first : first + 2] = of_hits[hits[s]]
            rows[s, first + 2] = np.log1p(of_articles[article_of[s]])


@njit(nogil=True)
def date_columns(rows: Any, offsets: Any, codes: Any, date: Any) -> None:
    """Fills how far the dates of a sentence are from the tweet's.

    codes: of the terms of all sentences, see `calendar_of`. date: year, month and day of the tweet; 0 where not known.
    `days` is signed, its size ln(1 + days); a day before a year counts as one of May, whose name is a stop word.
    """
    year, month, _ = date
    today = number_of_today(date)
    for s in range(len(rows)):
        row, begin, end = rows[s], offsets[s], offsets[s + 1]
        while begin < end and codes[begin] == 0:  # most texts have no date at all
            begin += 1
        days = days_to_nearest(codes, begin, end, today) if year > 0 else NEVER
        row[Column.days_apart] = np.log1p(abs(days))
        row[Column.days] = row[Column.days_apart] if days >= 0 else -row[Column.days_apart]
        row[Column.years_apart] = abs(years_to_nearest(codes, begin, end, year, ABSENT)) if year > 0 else ABSENT
        row[Column.of_year] = row[Column.years_apart] == 0
        first, latest = 0, 0
        for at in range(begin, end):
            if codes[at] >= FIRST_YEAR:
                first = min(first, codes[at]) if first > 0 else codes[at]
                latest = max(latest, codes[at])
            elif codes[at] > MONTHS and month > 0:
                of_year, of_month, _ = date_at(codes, begin, at, end)
                if of_year == year and of_month == month:
                    row[Column.of_month] = 1
        row[Column.first_after] = first - year if first > 0 and year > 0 else -ABSENT
        row[Column.year_after] = latest - year if latest > 0 and year > 0 else -ABSENT
