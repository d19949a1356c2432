"""Trains the model of sentences on sentences that people graded for tweets, with predictions out of fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.context.flaws import flaw_of
from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import load
from tweetctx.evaluation.graded import (
    NEEDED,
    USEFUL,
    WRONG,
    GradedFigures,
    GradedTweet,
    grade_context,
    sentence_key,
)
from tweetctx.pipeline import Contextualizer
from tweetctx.scoring import Pool
from tweetctx.scoring.learned.columns import FEATURES
from tweetctx.scoring.learned.editions import with_editions
from tweetctx.scoring.learned.features import Matrix, sentence_features
from tweetctx.scoring.learned.model import SentenceModel
from tweetctx.scoring.learned.scorer import LearnedSentences
from tweetctx.training.folds import folds_of_keys
from tweetctx.training.linker import mean_trees
from tweetctx.types import Query

_TREES: Final = {
    "objective": "regression",
    "learning_rate": 0.1,
    "num_leaves": 8,
    "max_depth": 5,
    "min_data_in_leaf": 20,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 10.0,
    "num_threads": 1,
    "deterministic": True,
    "force_col_wise": True,
    "verbose": -1,
}
# What a sentence of each grade is worth, chosen out of fold: a useful one half of one that a context must have, and the
# loss by a wrong one keeps sentences out that are as likely wrong as useful.
WORTH: Final = {NEEDED: 1.0, USEFUL: 0.5, WRONG: -0.3}
_OCCASION: Final = 2.0  # how many times as much a helpful sentence is worth that tells what happened
UNGRADED: Final = -1
_UNGRADED_WEIGHT: Final = 0.3  # of a sentence that nobody graded: most are worth nothing


@dataclass(frozen=True, slots=True)
class SentenceOptions:
    """How the model is trained.

    folds: into how many parts the tweets are cut. seed: of random choices. rounds: how many trees a fit has. fits: how
    many fits with other random choices are averaged.
    """

    folds: int = 5
    seed: int = 0
    rounds: int = 60
    fits: int = 4


@dataclass(frozen=True, slots=True)
class SentenceExample:
    """A graded tweet with its pool, and those R of its sentences that are worth a look.

    query: the tweet's. sentences: which these are, ascending, shape (R,). rows: their features, (R, F). settled: these
    after what no model decides, (R, F). grades: UNGRADED without one, (R,). trainable: whether each is whole, so that a
    context could show it, shape (R,). occasion: whether each is of the article that tells what happened, shape (R,).
    """

    graded: GradedTweet
    query: Query
    pool: Pool
    sentences: Ints
    rows: Matrix
    settled: Matrix
    grades: Ints
    trainable: Bools
    occasion: Bools

    @property
    def worth(self) -> Floats:
        """What each sentence is worth to a reader, by its grade; one on what happened more, shape (R,)."""
        worth = np.zeros(len(self.grades))
        for grade, value in WORTH.items():
            worth[self.grades == grade] = value
        return np.where(self.occasion & (self.grades >= USEFUL), _OCCASION * worth, worth)


@dataclass(frozen=True, slots=True)
class SentenceTraining:
    """A model of all examples, those of the folds, the fold of each example, and the worth of sentences out of fold."""

    model: SentenceModel
    folds: tuple[SentenceModel, ...]
    fold_of: Ints
    out_of_fold: list[Floats]


def read_examples(tweets: Sequence[GradedTweet], contextualizer: Contextualizer) -> Iterator[SentenceExample]:
    """Yields the graded tweets with the pools that a contextualizer makes of them."""
    language = contextualizer.index.analyzer.config.language
    for graded in tweets:
        query, pool = contextualizer.pool(graded.tweet)
        looked_at, rows = sentence_features(query, pool)
        sentences = [pool.scored(row, 0.0, quoted=pool.begins_quoted(row)) for row in looked_at.tolist()]
        keys = [sentence_key(sentence.title, sentence.text) for sentence in sentences]
        grades = np.array([graded.grades.get(key, UNGRADED) for key in keys], np.int64)
        whole = [
            flaw_of(sentence.text, sentence.title, language, quoted=sentence.quoted) is None for sentence in sentences
        ]
        occasion = [sentence.title == graded.event for sentence in sentences]
        facts = np.array(whole, np.bool_), np.array(occasion, np.bool_)
        settled = with_editions(query, pool, looked_at, rows)
        yield SentenceExample(graded, query, pool, looked_at, rows, settled, grades, *facts)


def train_sentences(
    examples: Sequence[SentenceExample], options: SentenceOptions, without: Sequence[str] = ()
) -> SentenceTraining:
    """Fits trees to all examples, and to those of all folds but one. without: features that are left out.

    Tweets with the same most important entity are in the same fold.
    """
    fold_of = folds_of(examples, options)
    everything = fit(examples, options, without)
    others = (
        [one for one, fold in zip(examples, fold_of, strict=True) if fold != part] for part in range(options.folds)
    )
    models = [fit(training, options, without) for training in others]
    worth = [models[fold].worth(_without(one.settled, without)) for one, fold in zip(examples, fold_of, strict=True)]
    return SentenceTraining(everything, tuple(models), fold_of, worth)


def folds_of(examples: Sequence[SentenceExample], options: SentenceOptions) -> Ints:
    """Returns the fold of each example. ParameterError for fewer folds than two, or more than there are examples."""
    keys = [(one.graded.entities or (one.graded.id,))[0] for one in examples]
    return folds_of_keys(keys, options.folds, options.seed)


def fit(examples: Sequence[SentenceExample], options: SentenceOptions, without: Sequence[str] = ()) -> SentenceModel:
    """Fits boosted regression trees by LightGBM (Ke et al. 2017), several times, and averages them.

    The trees learn from the features before `with_editions`, `rows`, and judge those after it, `settled`.
    """
    lightgbm = load("lightgbm", "train")
    grades = np.concatenate([np.empty(0, np.int64), *(one.grades[one.trainable] for one in examples)])
    if not (grades >= USEFUL).any():
        raise ParameterError(f"tweets: found no helpful sentence in the pools of {len(examples)}, expected some")
    rows = np.concatenate([one.rows[one.trainable] for one in examples])
    worth = np.concatenate([one.worth[one.trainable] for one in examples])
    data = lightgbm.Dataset(_without(rows, without), worth, weight=np.where(grades < 0, _UNGRADED_WEIGHT, 1.0))
    boosters = [
        lightgbm.train({**_TREES, "seed": options.seed + index}, data, options.rounds) for index in range(options.fits)
    ]
    return SentenceModel(mean_trees([booster.dump_model() for booster in boosters]))


def _without(rows: Matrix, names: Sequence[str]) -> Matrix:
    """The features with some set to 0, which no tree splits."""
    if not names:
        return rows
    rows = rows.copy()
    rows[:, [FEATURES.index(name) for name in names]] = 0.0
    return rows


def grade_all(
    examples: Sequence[SentenceExample],
    worth: Sequence[Floats],
    contextualizer: Contextualizer,
    min_score: float | None = None,
) -> GradedFigures:
    """Returns the figures of the contexts that are selected by what the sentences worth a look are worth."""
    graded = []
    for example, values in zip(examples, worth, strict=True):
        scores = LearnedSentences().scores_of(example.query, example.pool, example.sentences, example.settled, values)
        selection = contextualizer.select(example.pool, scores, min_score=min_score)
        graded.append(grade_context([(one.title, one.text) for one in selection.sentences], example.graded))
    return GradedFigures.of(graded)


def candidate_recall(examples: Sequence[SentenceExample]) -> float:
    """Returns the share of the sentences of the ideal contexts that are in the pools."""
    recalled = total = 0
    for example in examples:
        pool, wanted = example.pool, {*example.graded.ideal}
        titles = [source.title for source in items_at(pool.candidates.sources, np.arange(len(pool.candidates)))]
        texts = items_at(pool.candidates.texts, pool.rows)
        keys = (sentence_key(titles[hit], text) for hit, text in zip(pool.hits.tolist(), texts, strict=True))
        recalled += len(wanted.intersection(keys))
        total += len(wanted)
    return recalled / max(total, 1)
