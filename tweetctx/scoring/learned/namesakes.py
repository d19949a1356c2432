"""Articles whose titles differ by a qualifier alone from those of linked articles."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.scoring.learned.columns import NEAR, Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.pool import Pool
from tweetctx.text.titles import unqualified

_SURE: Final = 0.75  # the probability from which on a link leaves no room for another reading


def are_namesakes(pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence is about a namesake of a sure link, and shares only the name with the tweet, shape (R,).

    *Whitney Houston* does not mean the album of that name. A sentence that shares another word, or has a date near the
    tweet's, may be meant. rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    linked = {unqualified(link.title) for link in pool.links.links if link.probability >= _SURE}
    namesakes = np.zeros(len(rows), np.bool_)
    other = (features[:, Column.named] == 0) & (features[:, Column.shared] == 0)
    asked = np.flatnonzero(other & (features[:, Column.days_apart] >= NEAR))
    if not linked or not len(asked):
        return namesakes
    hits = pool.hits[rows[asked]]
    _, first, article_of = np.unique(pool.articles[rows[asked]], return_index=True, return_inverse=True)
    sources = items_at(pool.candidates.sources, hits[first])
    namesakes[asked] = np.array([unqualified(source.title) in linked for source in sources])[article_of]
    return namesakes
