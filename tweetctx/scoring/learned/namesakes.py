"""Articles that share no more than their name with the tweet."""

from __future__ import annotations

from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.scoring.learned.columns import LIKELY, MENTIONED, NEAR, Column
from tweetctx.scoring.learned.features import Matrix
from tweetctx.scoring.pool import Pool
from tweetctx.text.titles import unqualified

_SURE: Final = 0.75  # the probability from which on a link leaves no room for another reading


def are_namesakes(pool: Pool, rows: Ints, features: Matrix) -> Bools:
    """Whether each sentence only shares the name of its article with a tweet that means something else, shape (R,).

    *Whitney Houston* does not mean the album of that name if the singer is surely linked. An article whose title has a
    qualifier and that is not linked is a namesake of what the tweet means, unless the sentence names what is linked:
    *#BringBackOurGirls* does not mean *Girls (TV series)*. A sentence that shares another word, or has a date near the
    tweet's, may be meant. rows: where the sentences stand in the pool. features: theirs, (R, F).
    """
    linked = {unqualified(link.title).lower() for link in pool.links.links if link.probability >= _SURE}
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
