"""Articles that share no more than their name with the tweet, or tell of another year."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
import regex

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.scoring.learned.columns import LIKELY, MENTIONED, NEAR, Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.pool import Pool
from tweetctx.text.analyzer import Analyzer
from tweetctx.text.languages import tables_of
from tweetctx.text.titles import unqualified
from tweetctx.types import Query

_OTHER: Final = 2  # years that the title of another edition is away at least
_YEAR: Final = regex.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_LIKELIER: Final = 0.5  # the probability from which on a mention rather means what is linked than another thing
_SURE: Final = 0.75  # the probability from which on a link leaves no room for another reading


def are_of_other_years(query: Query, pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether the title of the article of each sentence names years that are far from the tweet's alone, shape (R,).

    *2004 Ryder Cup* is not the one of a tweet of 2014. Linked articles do not count, nor years in qualifiers or in the
    tweet, nor any if the tweet looks back, *20 years ago*. rows, features: see `are_namesakes`.
    """
    apart = np.zeros(len(rows), np.bool_)
    year, terms = query.written[0], {term.term for term in query.terms}
    asked = np.flatnonzero(features[:, Column.named] == 0)
    if not year or not len(asked) or not terms.isdisjoint(_looking_back(pool.engine.analyzer)):
        return apart
    titles = [source.title for source in items_at(pool.candidates.sources, pool.hits[rows[asked]])]
    years = [{*_YEAR.findall(unqualified(title))} for title in titles]
    apart[asked] = [
        bool(own) and own.isdisjoint(terms) and min(abs(int(one) - year) for one in own) > _OTHER for own in years
    ]
    return apart


def are_namesakes(pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence only shares the name of its article with a tweet that means something else, shape (R,).

    *Whitney Houston* does not mean the album of that name if the singer is surely linked, nor *AARON* the brother of
    Moses if it rather means Aaron Hernandez. An article whose title has a
    qualifier and that is not linked is a namesake of what the tweet means, unless the sentence names what is linked:
    *#BringBackOurGirls* does not mean *Girls (TV series)*. A sentence that shares another word, or has a date near the
    tweet's, may be meant. rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    links = pool.links.links
    linked = {unqualified(link.title).lower() for link in links if link.probability >= _SURE}
    linked |= {link.text.lower() for link in links if link.probability >= _LIKELIER}
    namesakes = np.zeros(len(rows), np.bool_)
    other = (features[:, Column.named] == 0) & (features[:, Column.shared] == 0)
    asked = np.flatnonzero(other & (features[:, Column.days_apart] >= NEAR))
    if not len(asked):
        return namesakes
    hits = pool.hits[rows[asked]]
    _, first, article_of = np.unique(pool.articles[rows[asked]], return_index=True, return_inverse=True)
    titles = [source.title for source in items_at(pool.candidates.sources, hits[first])]
    names = [unqualified(title) for title in titles]
    same = np.array([name.lower() in linked for name in names])
    qualified = np.array([name != title for name, title in zip(names, titles, strict=True)])
    alone = (features[asked, Column.likely] >= LIKELY) & (features[asked, Column.other_names] < MENTIONED)
    namesakes[asked] = same[article_of] | (qualified[article_of] & alone)
    return namesakes


@cache
def _looking_back(analyzer: Analyzer) -> frozenset[str]:
    """The terms of tweets that may mean another year than theirs."""
    return frozenset(analyzer.terms(tables_of(analyzer.config.language).get("looking_back", {}).get("words", "")))
