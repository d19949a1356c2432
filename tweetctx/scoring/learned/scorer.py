"""Scores sentences by what each is expected to tell a reader of the tweet."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

import numpy as np

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.scoring.learned.columns import HALF, Column
from tweetctx.scoring.learned.editions import with_editions
from tweetctx.scoring.learned.features import SEARCHES, Matrix, sentence_features, signs, signs_of
from tweetctx.scoring.learned.model import SentenceModel, default_model
from tweetctx.scoring.learned.namesakes import (
    are_named_after_linked,
    are_namesakes,
    are_of_other_years,
    are_other_readings,
    are_written_small,
    have_scattered_titles,
    have_small_names,
)
from tweetctx.scoring.learned.reasons import strongest_reasons
from tweetctx.scoring.learned.strangers import are_strangers, share_only_date, tell_of_lives
from tweetctx.scoring.learned.trivia import (
    define_names,
    explain_common_words,
    is_known_to_all,
    only_shares_words,
    stands_apart,
    tells_of_private_life,
)
from tweetctx.scoring.linked import ranks_in_articles
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.scorer import NO_TERMS, Contribution
from tweetctx.scoring.searches import Searches
from tweetctx.specs import Parameters, number, written
from tweetctx.types import Query

_EVENT: Final = "(it tells what happened these days, in words of the tweet)"
_BEFORE: Final = "(sentences of its article that are worth more)"
_LATER: Final = "(it tells of years after the tweet's alone)"
_KNOWN: Final = "(everybody knows what it tells, and there is something else to tell)"
_WORDS: Final = "(its article only shares words with the tweet, and there is something else to tell)"
_APART: Final = "(it stands deep in its article and has nothing of the tweet but its subject)"
_TOO_LITTLE: Final = "(too little worth, or too little of the tweet, in an article that the tweet does not name)"

# What is left out of an article that may be meant, and why: functions of the query, the pool, and rows and features.
_EXCLUSIONS: Final[tuple[tuple[str, Callable[[Query, Pool, Ints, Matrix], Bools]], ...]] = (
    ("(its article only shares a name with what the tweet means)", are_namesakes),
    ("(what may name its article more probably names another)", are_other_readings),
    ("(the title of its article has another year than the tweet)", are_of_other_years),
    ("(it tells of a person's birth, family or schools, and the tweet does not)", tells_of_private_life),
    ("(its article is named after what the tweet means)", are_named_after_linked),
    ("(the words of its article's title are scattered in the tweet)", have_scattered_titles),
    ("(the tweet writes its article's title, a name, in small letters)", are_written_small),
    ("(it has only a date from the tweet)", share_only_date),
    ("(its article is about a person whom the tweet does not name)", are_strangers),
    ("(it tells of the life of a person whom the tweet does not name)", tell_of_lives),
    ("(it defines a name itself)", define_names),
)

# What is left out if there is something else to tell, and why: functions of the pool, and rows and features.
_SPARE: Final[tuple[tuple[str, Callable[[Pool, Ints, Matrix], Bools]], ...]] = (
    (_KNOWN, lambda pool, _rows, features: is_known_to_all(features, pool.size.documents)),
    (_WORDS, lambda _pool, _rows, features: only_shares_words(features)),
    (_KNOWN, explain_common_words),
)


@dataclass(frozen=True, slots=True)
class LearnedSentences(Parameters):
    """score(s) = worth(s) · decay^rank(s): what s is expected to tell a reader of the tweet, from 0, nothing, upwards.

    worth(s): the sum of regression trees over features of the sentence, its article and the tweet, see
    `learned.columns`: 1 for a sentence that a reader must be told, below 0 for one that is probably wrong, whose score
    it is. rank(s): how many sentences of its article are worth more.

    A sentence of an article that the tweet does not name is shown only if it has much of the tweet, or less and a date
    near the tweet's, and is worth `unlinked` at least, or `nameless` if the tweet names no article at all. If no
    article is linked, a sentence for which `tells_of_event` holds is worth at least `nameless`. If no linked article
    has a sentence left, the best one must be worth `alone`, or none is shown; if no article is linked, a sentence with
    less than half of the tweet must be worth `nameless` where the tweet writes the title of its article, a name, in
    small letters. These score −∞ as well:

    - a sentence without any sign that it is about the tweet,
    - one that a function in `_EXCLUSIONS` leaves out,
    - one whose years are all after the tweet's, see `tells_of_later`,
    - one deep in an article, see `stands_apart`,
    - if another sentence is worth `unlinked`, one that a function in `_SPARE` leaves out: what everybody knows, and
      what only shares words.

    unlinked, nameless, alone: as above. decay: the weight of each further sentence of an article. model: the trees; if
    None, those that come with tweetctx.
    """

    name: ClassVar[str] = "learned"
    unlinked: float = number(0.14, -1.0, 2.0)
    nameless: float = number(0.35, -1.0, 2.0)
    alone: float = number(0.2, -1.0, 2.0)
    decay: float = number(0.85, 0.0, 1.0)
    model: SentenceModel | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.name}({written(self)})"

    @property
    def searches(self) -> Searches:
        """The searches that find its pool."""
        return SEARCHES

    def score(self, query: Sequence[str] | Query, pool: Pool) -> Floats:
        """The score of each sentence, shape (S,)."""
        query = pool.query(query)
        return self.scores_of(query, pool, *_settled_features(query, pool))

    def scores_of(self, query: Query, pool: Pool, rows: Ints, features: Matrix, worth: Floats | None = None) -> Floats:
        """The score of each sentence, shape (S,). rows: those that are worth a look. features: theirs, (R, F).

        worth: what each of the rows is worth; if None, as the model says.
        """
        named, enough, later = signs_of(features)
        at_least = self._at_least(features)
        least = self.unlinked if named.any() else self.nameless
        meant = (named | enough) & ~later & ~stands_apart(features)
        left = np.flatnonzero(meant & (pool.sentences.lengths[rows] > 0))
        rows, features, named = rows[left], features[left], named[left]
        worth = np.maximum(self._model.worth(features) if worth is None else worth[left], at_least[left])
        shown = named | (worth >= least)
        doubtful = np.flatnonzero(shown & (worth < self.nameless) & (features[:, Column.covered] < HALF))
        if len(doubtful) and not (features[:, Column.named] > 0).any():
            shown[doubtful] = ~have_small_names(query, pool, rows[doubtful])
        rows, features, worth = rows[shown], features[shown], worth[shown]
        for _, excluded in _EXCLUSIONS:
            left_out = excluded(query, pool, rows, features)
            if left_out.any():
                rows, features, worth = rows[~left_out], features[~left_out], worth[~left_out]
        for _, spare in _SPARE:
            others = ~spare(pool, rows, features)
            if (worth[others] >= self.unlinked).any():  # there is something else to tell
                rows, features, worth = rows[others], features[others], worth[others]
        if (worth < self.alone).all() and not (features[:, Column.named] > 0).any():
            rows, worth = rows[:0], worth[:0]
        scores = np.full(len(pool), -np.inf)
        decay = self.decay ** ranks_in_articles(pool.articles[rows], worth)
        scores[rows] = np.where(worth > 0, worth * decay, worth)
        return scores

    def explain(self, query: Sequence[str] | Query, pool: Pool, sentence: int) -> list[Contribution]:
        """The strongest reasons for and against a sentence in words, and what all else adds to its score."""
        if not len(pool.sentences[sentence]):
            return NO_TERMS
        query = pool.query(query)
        rows, features = _settled_features(query, pool)
        worth = self._model.worth(features)
        scores = self.scores_of(query, pool, rows, features, worth)
        score = float(scores[sentence])
        if sentence not in rows:
            return [("(no sign that it is about the tweet)", score)]
        row = int(rows.searchsorted(sentence))
        if math.isinf(score):
            told = bool(np.isfinite(scores).any())
            return [(_why_left_out(query, pool, rows[[row]], features[[row]], told=told), score)]
        reasons = [*strongest_reasons(features[row], self._model.trees)]
        learned = float(worth[row])
        settled = max(learned, float(self._at_least(features)[row]))
        rest = learned - sum(weight for _, weight in reasons)
        further = [(_EVENT, settled - learned), (_BEFORE, score - settled)]
        return [*reasons, ("(all else)", rest), *((reason, weight) for reason, weight in further if weight)]

    def _at_least(self, features: Matrix) -> Floats:
        """The least that each sentence is worth, (R,): `nameless` if it tells of the event and nothing is linked."""
        linked = (features[:, Column.named] > 0).any()
        return np.where(signs().tells_of_event(features) & ~linked, self.nameless, -np.inf)

    @property
    def _model(self) -> SentenceModel:
        return self.model or default_model()


def _settled_features(query: Query, pool: Pool) -> tuple[Ints, Matrix]:
    """The sentences that are worth a look, and their features after what no model decides."""
    rows, features = sentence_features(query, pool)
    return rows, with_editions(query, pool, rows, features)


def _why_left_out(query: Query, pool: Pool, row: Ints, features: Matrix, *, told: bool) -> str:
    """What speaks against a sentence that scores −∞.

    row: where it stands in the pool. features: its own, (1, F). told: whether there is something else to tell.
    """
    _, _, later = signs_of(features)
    if later.any():
        return _LATER
    for reason, excluded in _EXCLUSIONS:
        if excluded(query, pool, row, features).any():
            return reason
    for reason, spare in _SPARE if told else ():
        if spare(pool, row, features).any():
            return reason
    return _APART if stands_apart(features).any() else _TOO_LITTLE
