"""Features of candidates by form, mention and passages retrieved, and the first score, compiled.

Import this late: it loads numba. Each function fills some columns of a matrix with a row for each candidate. The rows
of a mention follow each other.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tweetctx.index.surface_forms import SUBJECT_BITS, ArticleKind, FormSource
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.neighbour_kernels import neighbour_columns
from tweetctx.linking.spans import MentionKind, SpanRow
from tweetctx.runtime.compiled import njit
from tweetctx.text.names.letters import CAPITAL, CAPITALS, MIXED, NO_CASE, SMALL

NOT_RETRIEVED: Final = 60.0  # the rank of an article without a passage among those retrieved
ALONE: Final = 20.0  # the margin of a candidate without a rival
_NO_PRIOR: Final = -5.0  # of a mention without candidates
_NO_LOGIT: Final = -12.0
_LIKELY: Final = 3.5  # the prior of a candidate that makes a span worth a name
_SHORT_WORD: Final = 3  # letters of a word that may be an article or preposition inside a name
_DIFFERENT: Final = 5  # the case of a span whose tokens are written in different ways
_WORDS: Final = int(MentionKind.WORDS)
# A flag of each sense and its column.
_SOURCES: Final = tuple(
    (int(source), int(Column[f"is_{source.name}".lower()]))
    for source in FormSource
    if f"is_{source.name}".lower() in FEATURES
)
_KINDS: Final = tuple((int(kind), int(Column[f"of_{kind.name}".lower()])) for kind in ArticleKind)
# The first score is a logistic regression with the weights of a fit on the tweets that the trees learn from, rounded.
_INTERCEPT: Final = -8.0
_WEIGHTS: Final = (
    (int(Column.prior), 0.6),
    (int(Column.commonness), 1.2),
    (int(Column.named_share), 2.2),
    (int(Column.name_rate), 0.7),
    (int(Column.written_small), -0.12),
    (int(Column.of_common), -2.0),
    (int(Column.of_disambiguation), -5.5),
    (int(Column.of_qualified), -0.6),
    (int(Column.length), -0.1),
    (int(Column.is_surname), 0.3),
    (int(Column.is_place), -1.0),
    (int(Column.fits), 0.3),
    (int(Column.fits_behind), -0.3),
    (int(Column.opposed), 1.5),  # by hand: too few of these tweets name two teams
    (int(Column.is_part), 0.15),
    (int(Column.inside_likely), -0.6),
    (int(Column.plural), -0.7),
    (int(Column.retrieved_score), 4.5),
)


@njit(nogil=True)
def form_columns(
    pairs: Any, candidates: Any, forms: Any, mentions: Any, tokens: Any, passages: Any, groups: Any
) -> Any:
    """The features of C candidates by their forms, mentions and passages, and the first score, shape (C, F).

    pairs: the mention, sense and article of each. The others are arrays of Candidates, SurfaceForms, Mentions and
    NameTokens, in their order, whether a space follows each token, the articles and relative scores of the passages,
    and the words in groups.
    """
    mention, senses, articles = pairs
    form_of, priors, commonness = candidates
    written, of_senses = forms
    spans, shares = mentions
    rows = np.zeros((len(mention), len(FEATURES)))
    sense_columns(rows, mention, senses, form_of, priors, commonness, of_senses)
    hashes, letters, cases, gaps, spaced = tokens
    neighbour_columns(rows, mention, spans, hashes, gaps, groups)
    mention_columns(rows, mention, form_of, written, spans, shares, (letters, cases, gaps, spaced))
    fill_distance(rows, mention, Column.fits, Column.fits_behind)
    retrieved_columns(rows, mention, articles, *passages)
    first_score(rows, mention, spans[SpanRow.start], spans[SpanRow.end])
    return rows


@njit(nogil=True)
def sense_columns(
    rows: Any, mentions: Any, senses: Any, form_of: Any, priors: Any, commonness: Any, of_senses: Any
) -> None:
    """The features of each candidate as a sense of its form. of_senses: `SurfaceForms.of_senses`."""
    offsets, sources, links, uses, names_of, namesakes, lengths, kinds = of_senses
    named = np.empty(len(names_of))  # by each article with the title
    for sense in range(len(named)):
        named[sense] = names_of[sense] / max(namesakes[sense], 1)
    for c in range(len(rows)):
        row, sense, form = rows[c], senses[c], form_of[mentions[c]]
        begin, end = offsets[form], offsets[form + 1]
        all_links = all_uses = all_named = 0.0
        for other in range(begin, end):
            all_links += links[other]
            all_uses += uses[other]
            all_named += named[other]
        row[Column.prior] = priors[sense]
        row[Column.senses] = end - begin
        row[Column.commonness] = commonness[sense]
        row[Column.links] = np.log1p(links[sense])
        row[Column.links_share] = links[sense] / (all_links + 1.0)
        row[Column.uses] = np.log1p(uses[sense])
        row[Column.uses_share] = uses[sense] / (all_uses + 1.0)
        row[Column.uses_rate] = uses[sense] / (lengths[sense] / 1000 + 1)
        row[Column.named] = np.log1p(named[sense])
        row[Column.named_share] = named[sense] / (all_named + 1.0)
        row[Column.namesakes] = min(namesakes[sense], 20)
        row[Column.length] = np.log(max(lengths[sense], 1))
        for flag, column in _SOURCES:
            row[column] = (sources[sense] & flag) > 0
        for flag, column in _KINDS:
            row[column] = (kinds[sense] & flag) > 0
        row[Column.subject] = kinds[sense] >> SUBJECT_BITS
    fill_margin(rows, mentions, Column.prior, Column.margin, ALONE)
    fill_distance(rows, mentions, Column.prior, Column.behind_best)
    fill_distance(rows, mentions, Column.named, Column.named_behind)
    fill_distance(rows, mentions, Column.length, Column.length_behind)


@njit(nogil=True)
def mention_columns(rows: Any, mentions: Any, form_of: Any, written: Any, spans: Any, shares: Any, tokens: Any) -> None:
    """The features of the mention of each candidate. rows: with the columns of `neighbour_columns`.

    written: in how many articles each form is written as a name, small and in capitals. spans, shares: of Mentions.
    tokens: the letters, cases and gaps of those of the tweet, and whether a space follows each.
    """
    names, small, capitals = written
    letters, cases, gaps, spaced = tokens
    starts, ends, firsts, lasts = spans[SpanRow.start], spans[SpanRow.end], spans[SpanRow.first], spans[SpanRow.last]
    joined, plural = spans[SpanRow.joined], spans[SpanRow.plural]
    likely = np.full(len(starts), _NO_PRIOR)
    for c in range(len(rows)):
        likely[mentions[c]] = max(likely[mentions[c]], rows[c, Column.prior])
    outer, inner = around(distinct(mentions), starts, ends, likely, _NO_PRIOR)
    # Of each token: ln(1 + articles that write it small), and the shares that write it as a name, and in capitals.
    written_small, name_rates, capitals_rates = np.zeros(len(letters)), np.ones(len(letters)), np.ones(len(letters))
    for mention in range(len(starts)):
        token, form = firsts[mention], form_of[mention]
        of_words = spans[SpanRow.kind, mention] == _WORDS or not joined[mention]
        if lasts[mention] - token == 1 and of_words and not plural[mention] and shares[mention] == 1.0:
            written_small[token] = np.log1p(small[form])
            name_rates[token] = (names[form] + 0.5) / (names[form] + small[form] + 1.0)
            capitals_rates[token] = (capitals[form] + 0.5) / (capitals[form] + small[form] + names[form] + 1.0)
    cased = capitalized = in_capitals = 0
    for case in cases:
        cased += case != NO_CASE
        capitalized += case >= CAPITAL
        in_capitals += case == CAPITALS
    for c in range(len(rows)):
        row, mention = rows[c], mentions[c]
        first, last = firsts[mention], lasts[mention]
        row[Column.kind] = spans[SpanRow.kind, mention]
        row[Column.share_of_hashtag] = shares[mention]
        row[Column.speaker] = spans[SpanRow.speaker, mention]
        row[Column.plural] = plural[mention]
        row[Column.words] = last - first
        row[Column.case] = case_of(cases[first:last], row[Column.opens] > 0 and spaced[first])
        row[Column.capital_before] = first > 0 and cases[first - 1] >= CAPITAL and gaps[first] == 0
        row[Column.capital_behind] = last < len(cases) and cases[last] >= CAPITAL and gaps[last] == 0
        row[Column.inside_likely] = outer[mention] > _LIKELY
        row[Column.outer] = outer[mention]
        row[Column.inner] = inner[mention]
        row[Column.tweet_capitalized] = capitalized / max(cased, 1)
        row[Column.tweet_in_capitals] = in_capitals / max(cased, 1)
        row[Column.written_as_name] = np.log1p(names[form_of[mention]])
        row[Column.named_rate] = row[Column.named] - row[Column.written_as_name]
        long = False
        for token in range(first, last):
            row[Column.letters] += letters[token]
            row[Column.written_small_most] = max(row[Column.written_small_most], written_small[token])
            long = long or letters[token] > _SHORT_WORD
        row[Column.written_small] = row[Column.name_rate] = row[Column.capitals_rate] = np.inf
        for token in range(first, last):
            if letters[token] > _SHORT_WORD or not long:  # short words inside a longer name do not count
                row[Column.written_small] = min(row[Column.written_small], written_small[token])
                row[Column.name_rate] = min(row[Column.name_rate], name_rates[token])
                row[Column.capitals_rate] = min(row[Column.capitals_rate], capitals_rates[token])


@njit(nogil=True)
def retrieved_columns(rows: Any, mentions: Any, articles: Any, passage_articles: Any, scores: Any) -> None:
    """The rank of each article's first passage among those retrieved, its score, and how many it has.

    articles: of the candidates. passage_articles, scores: the articles of the passages, best first, and their relative
    scores.
    """
    for c in range(len(rows)):
        row = rows[c]
        row[Column.retrieved_rank] = NOT_RETRIEVED
        for hit in range(len(passage_articles)):
            if passage_articles[hit] == articles[c]:
                row[Column.retrieved_rank] = min(row[Column.retrieved_rank], hit)
                row[Column.retrieved_score] = max(row[Column.retrieved_score], scores[hit])
                row[Column.retrieved_passages] += 1
    fill_margin(rows, mentions, Column.retrieved_score, Column.retrieved_margin, 1.0)


@njit(nogil=True)
def first_score(rows: Any, mentions: Any, starts: Any, ends: Any) -> None:
    """The logit of each candidate by a logistic regression on the columns above, and its margin over its rivals."""
    for c in range(len(rows)):
        row = rows[c]
        weighted = 0.0
        for column, weight in _WEIGHTS:
            weighted += weight * row[column]
        outer = 0.0
        if row[Column.outer] > _NO_PRIOR:
            outer = min(max(row[Column.outer] - row[Column.prior], -3.0), 6.0)
        case, score = row[Column.case], row[Column.retrieved_score]
        row[Column.first_score] = (
            _INTERCEPT
            + weighted
            - 0.25 * min(row[Column.behind_best], 6.0)
            + 0.4 * outer
            + 2.8 * (case == CAPITAL)
            + 3.5 * (case == CAPITALS)
            + 3.4 * (case >= MIXED)
            + (0.85 if row[Column.kind] == _WORDS else 3.1) * (case == SMALL)
            - 1.8 * (row[Column.share_of_hashtag] < 1.0)
            + 0.3 * min(row[Column.words] - 1.0, 3.0)
            - 1.0 * (row[Column.letters] <= 2.0)
            - 1.3 * (score > 0.0)
        )
    best = np.full(len(starts), _NO_LOGIT)
    for c in range(len(rows)):
        best[mentions[c]] = max(best[mentions[c]], rows[c, Column.first_score])
    outside, inside = around(distinct(mentions), starts, ends, best, _NO_LOGIT)
    for c in range(len(rows)):
        rows[c, Column.first_outer], rows[c, Column.first_inner] = outside[mentions[c]], inside[mentions[c]]
    fill_margin(rows, mentions, Column.first_score, Column.first_margin, ALONE)


@njit(nogil=True)
def case_of(cases: Any, opens: bool) -> Any:
    """How a span of tokens is written. opens: whether its first word begins a sentence, which capitalizes it."""
    if opens and len(cases) > 1 and cases[0] == CAPITAL and _case(cases[1:]) == SMALL:
        return np.int64(SMALL)
    return _case(cases)


@njit(nogil=True)
def _case(cases: Any) -> Any:
    """How some tokens are written: those in small letters and without case count if there are no others."""
    so_far = np.int64(cases[0])
    for token in range(1, len(cases)):
        case = np.int64(cases[token])
        if case in (so_far, NO_CASE) or (case == SMALL and so_far != NO_CASE):
            continue
        if so_far in (NO_CASE, SMALL):
            so_far = case
        else:
            return _DIFFERENT
    return so_far


@njit(nogil=True)
def distinct(ascending: Any) -> Any:
    """The distinct numbers of an ascending array."""
    kept, count = np.empty(len(ascending), np.int64), 0
    for row in range(len(ascending)):
        if row == 0 or ascending[row] != ascending[row - 1]:
            kept[count] = ascending[row]
            count += 1
    return kept[:count]


@njit(nogil=True)
def around(compared: Any, starts: Any, ends: Any, values: Any, floor: float) -> Any:
    """The largest value of the larger spans that each lies in, and of those inside it, `floor` without, both (M,).

    compared: spans; the others have no value.
    """
    outer, inner = np.full(len(starts), floor), np.full(len(starts), floor)
    for span in compared:
        for other in compared:
            smaller = ends[span] - starts[span] < ends[other] - starts[other]
            if smaller and starts[other] <= starts[span] and ends[span] <= ends[other]:
                outer[span] = max(outer[span], values[other])
                inner[other] = max(inner[other], values[span])
    return outer, inner


@njit(nogil=True)
def compare(rows: Any, mentions: Any, column: int) -> Any:
    """The largest value of a column in each candidate's mention, and the largest of its rivals there, both (C,)."""
    best, rival = np.full(len(rows), -np.inf), np.full(len(rows), -np.inf)
    for c in range(len(rows)):
        for step in (-1, 1):
            other = c
            while 0 <= other < len(rows) and mentions[other] == mentions[c]:
                best[c] = max(best[c], rows[other, column])
                if other != c:
                    rival[c] = max(rival[c], rows[other, column])
                other += step
    return best, rival


@njit(nogil=True)
def fill_margin(rows: Any, mentions: Any, column: int, target: int, most: float) -> None:
    """Sets a target column to how far a column is above the best rival's, at most `most` either way."""
    _, rival = compare(rows, mentions, column)
    for c in range(len(rows)):
        rows[c, target] = max(min(rows[c, column] - rival[c], most), -most)


@njit(nogil=True)
def fill_distance(rows: Any, mentions: Any, column: int, target: int) -> None:
    """Sets a target column to how far a column is below the largest of the mention's candidates."""
    best, _ = compare(rows, mentions, column)
    for c in range(len(rows)):
        rows[c, target] = best[c] - rows[c, column]
