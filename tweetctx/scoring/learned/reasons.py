"""Says in words what speaks for and against a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from tweetctx.arrays.trees import Trees
from tweetctx.linking.reasons import Text, strongest, text_for
from tweetctx.scoring.learned.columns import ABSENT, FEATURES
from tweetctx.scoring.learned.features import SEARCHES, Matrix
from tweetctx.scoring.scorer import Contribution

# Above ln(1 + rank) of whatever a search finds.
_ABOVE_RANKS: Final = {name: math.log1p(getattr(SEARCHES, name) - 0.5) for name in ("first", "dated")}

# By feature, with {} for its value.
_TEXTS: Final[dict[str, Text]] = {
    "likely": (
        0.0,
        "the tweet may name its article, with a probability of {:.2f}",
        "the tweet does not name its article",
    ),
    "named": (0.0, "its article is linked, with an evidence of {:.2f}", "its article is not linked"),
    "named_rank": (8.5, "its article is not linked", "linked articles with more evidence: {:.0f}"),
    "place": (8.5, "nothing in the tweet names its article", "the tweet names its article behind {:.0%} of its text"),
    "known": (-0.5, "articles that name its article: {n}", "how known its article is was not looked up"),
    "length": (-0.5, "characters of its article: {n}", "the length of its article was not looked up"),
    "person": (0.5, "its article is about a person", "its article is not known to be about a person"),
    "title_share": "the tweet has {:.0%} of the words of the title",
    "title_own_share": "the tweet's own text has {:.0%} of the words of the title",
    "title_weight": (0.0, "the tweet has words of the title, of weight {:.1f}", "the tweet has no word of the title"),
    "position": (0.0, "sentences before it in its article: {n}", "it opens its article"),
    "in_passage": (0.0, "sentences before it in its paragraph: {n}", "it opens its paragraph"),
    "under_heading": (0.5, "it stands under a heading", "it stands before the first heading"),
    "opened": (0.5, "the beginning of its article is there, too", "the beginning of its article is not there"),
    "shared": (0.0, "it shares words with the tweet, of weight {:.1f}", "it shares no word with the tweet but names"),
    "own_shared": "names and words of the tweet in it: weight {:.1f}",
    "covered": "it has {:.0%} of the tweet, names and all",
    "other_names": (0.0, "it names something else that the tweet names", "it names nothing else of the tweet"),
    "own_name": (0.0, "it names the subject of its article", "it does not name the subject of its article"),
    "days": "{date}",
    "days_apart": "{date}",
    "passage_days": "nearest date in its paragraph: {date}",
    "article_days": "nearest date in its article: {date}",
    "opening_days": "nearest date at the beginning of its article: {date}",
    "of_month": (0.5, "it has the month of the tweet", "it does not have the month of the tweet"),
    "of_year": (0.5, "it has the year of the tweet", "it does not have the year of the tweet"),
    "years_apart": (ABSENT - 1, "it has no year", "years between the tweet and it: {:.0f}"),
    "opening_years": (
        ABSENT - 1,
        "its article begins without a year",
        "years between the tweet and its article: {:.0f}",
    ),
    "first_after": (1 - ABSENT, "its first year minus that of the tweet: {:.0f}", "it has no year"),
    "year_after": (1 - ABSENT, "its last year minus that of the tweet: {:.0f}", "it has no year"),
    "first_rank": (
        _ABOVE_RANKS["first"],
        "the tweet's words do not find its paragraph",
        "paragraphs that the tweet's words find before its own: {n}",
    ),
    "first_share": (
        0.0,
        "its paragraph scores {:.0%} of the best for the tweet",
        "the tweet's words do not find its paragraph",
    ),
    "first_article": (
        _ABOVE_RANKS["first"],
        "the tweet's words do not find its article",
        "paragraphs that the tweet's words find before any of its article: {n}",
    ),
    "dated_rank": (
        _ABOVE_RANKS["dated"],
        "names and date do not find its paragraph",
        "paragraphs that names and date find before its own: {n}",
    ),
    "dated_share": (
        0.0,
        "its paragraph scores {:.0%} of the best for names and date",
        "names and date do not find its paragraph",
    ),
    "dated_article": (
        _ABOVE_RANKS["dated"],
        "names and date do not find its article",
        "paragraphs that names and date find before any of its article: {n}",
    ),
}


def strongest_reasons(row: Matrix, trees: Trees) -> Iterator[Contribution]:
    """The strongest reasons for and against a sentence, and what each adds. row: its features, (F,)."""
    for column, share in strongest(trees.contributions(row)):
        value = float(row[column])
        text = text_for(value, _TEXTS[FEATURES[column]])
        yield text.format(value, n=f"{math.expm1(abs(value)):,.0f}", date=_days(value)), share


def _days(value: float) -> str:
    """The days between two dates, from a feature of the size ln(1 + days)."""
    days = round(math.expm1(min(abs(value), 20.0)))
    if days > 90_000:
        return "no date"
    return "a day of the tweet's" if days <= 1 else f"{days:,} days " + ("before the tweet" if value < 0 else "away")
