"""The first look at candidates: a logistic regression on what their forms say, with weights set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from tweetctx.linking.form_features import NO_PRIOR
from tweetctx.linking.mentions import MentionKind
from tweetctx.ragged import Floats
from tweetctx.text.names.letters import CAPITAL, CAPITALS, MIXED, SMALL

# Candidates below this logit are looked at no further: 3 of 4, and hardly one that people link.
WORTH_A_LOOK: Final = -6.0
_INTERCEPT: Final = -8.0
_WEIGHTS: Final = {
    "prior": 0.6,
    "commonness": 1.2,
    "named_share": 2.2,
    "name_rate": 0.7,
    "written_small": -0.12,
    "of_common": -2.0,
    "of_disambiguation": -5.5,
    "of_qualified": -0.6,
    "length": -0.1,
    "is_surname": 0.3,
    "is_part": 0.15,
    "inside_likely": -0.6,
    "plural": -0.7,
    "retrieved_score": 4.5,
}


def first_look(columns: Mapping[str, Floats]) -> Floats:
    """The logit of each candidate, shape (C,). columns: of `form_features`.

    The weights are those of a regression on the tweets that the trees learn from, rounded.
    """
    case, kind, prior = columns["case"], columns["kind"], columns["prior"]
    small, word = case == SMALL, kind == MentionKind.WORDS
    outer = np.where(columns["outer"] > NO_PRIOR, (columns["outer"] - prior).clip(-3.0, 6.0), 0.0)
    logits: Floats = (
        _INTERCEPT
        + sum(weight * columns[name] for name, weight in _WEIGHTS.items())
        - 0.25 * np.minimum(columns["behind_best"], 6.0)
        + 0.4 * outer
        + 2.8 * (case == CAPITAL)
        + 3.5 * (case == CAPITALS)
        + 3.4 * (case >= MIXED)
        + np.where(word, 0.85, 3.1) * small
        - 1.8 * (columns["share_of_hashtag"] < 1.0)
        + 0.3 * np.minimum(columns["words"] - 1.0, 3.0)
        - 1.0 * (columns["letters"] <= 2.0)
        - 1.3 * (columns["retrieved_score"] > 0.0)
    )
    return logits
