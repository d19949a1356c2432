"""The parameters of hashtag segmentation; models/hashtags.toml has their values and where they come from."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from tweetctx.runtime.bundled import MODELS


class BreakingWeights(NamedTuple):
    """The parameters of `WordBreaker`; costs are in nats.

    title_share: the weight of a word's frequency in titles within its probability. tag_share: the weight of the list of
    Twitter's words. thin: the size of a collection, in words, at which its counts get half of the weight.

    pair_share: the weight of bigrams against single words, λ of Jelinek and Mercer.

    word: the cost of any word. one, two, three: further costs of known words of so many letters, which are mostly
    initials and scraps, unless they are on the list of Twitter's words.

    unknown, letter: the cost of an unknown word, and of each of its letters. long: the further cost of each letter
    beyond `length`. whole: the reduction of the cost of an unknown name that is the whole hashtag.

    inside: the cost of a break that the rules do not make, in a name where they make some. across: the cost of leaving
    out a break that the rules make.
    """

    title_share: float
    tag_share: float
    thin: float
    pair_share: float
    word: float
    one: float
    two: float
    three: float
    unknown: float
    letter: float
    long: float
    length: int
    whole: float
    inside: float
    across: float


@cache
def tuned_weights() -> BreakingWeights:
    """Returns the weights tuned on real hashtags."""
    return BreakingWeights(**tomllib.loads((MODELS / "hashtags.toml").read_text(encoding="utf-8"))["weights"])
