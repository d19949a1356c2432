"""What a context may show."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, Literal

from tweetctx.context.units import UNITS
from tweetctx.errors import ParameterError
from tweetctx.specs import Parameters, choice, domains, flag, number, read_parameters, split_spec, whole, written

Order = Literal["article", "score"]
ORDERS = ("article", "score")


@dataclass(frozen=True, slots=True)
class ContextPolicy(Parameters):
    """What a context may show. It is written as its spec.

    limit, unit: the length of a context. order: the reading order, "score", or "article": articles by their best
    sentence, and the sentences of each in its order. min_terms, max_terms: how many distinct terms a sentence may have;
    with fewer it says too little, with more it is a list (DCU@INEX-2012). per_article: how many sentences an article
    may contribute, 0 for any number. min_score: the lowest score of a sentence that is shown. share: the same as a
    fraction of the best sentence's score, if that is above 0. readable: whether a sentence must be readable on its own:
    no fragment, and none that needs the one before it unless that is shown.
    """

    error: ClassVar[type[ParameterError]] = ParameterError
    limit: int = whole(500, 0, option=True)
    unit: str = choice("chars", UNITS, option=True)
    order: str = choice("article", ORDERS, option=True)
    min_terms: int = whole(5, 0)
    max_terms: int = whole(50, 1)
    per_article: int = whole(0, 0, option=True)
    min_score: float = number(-math.inf, -math.inf, option=True)
    share: float = number(0.0, 0.0, 1.0, option=True)
    readable: bool = flag(False, option=True)

    def __str__(self) -> str:
        return f"policy({written(self)})"


def parse_policy(spec: str) -> ContextPolicy:
    """The policy that a text describes; `parse_policy(str(policy)) == policy`. Raises ParameterError."""
    name, parameters = split_spec("policy", spec, ParameterError)
    if name != "policy":
        raise ParameterError(f"policy: found {name!r}, expected policy(parameter=value, ...)")
    return ContextPolicy(**read_parameters(name, parameters, domains(ContextPolicy), ParameterError))
