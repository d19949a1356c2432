"""Abbreviations in brackets behind a name: they mean what the name means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
import regex

from tweetctx.linking.scored import ScoredMentions

_SURE: Final = 0.85  # the probability of what an abbreviation means whatever stands before it
_BRACKETED: Final = regex.compile(r"(?<=\w)\s*\(\s*(\p{Lu}{3,8})\s*\)")


def without_other_abbreviations(scored: ScoredMentions, least: float) -> ScoredMentions:
    """The same with probability 0 for what an abbreviation in brackets means that the name before it does not.

    The letters of the abbreviation occur in the name in this order, as by Schwartz and Hearst (2003), who also ask that
    the first begins a word; it need not here: airports have such codes. So NHL may stand for Nashville Predators, but
    what is nearly sure stays: `Nashville Predators (NHL)`.

    least: the probability from which a candidate may be linked.
    """
    mentions, articles = scored.mentions, scored.candidates.articles
    bracketed = [*_BRACKETED.finditer(mentions.text)]
    if not bracketed:
        return scored
    starts, ends = (places[scored.candidates.mentions] for places in (mentions.starts, mentions.ends))
    probabilities = scored.probabilities.copy()
    for match in bracketed:
        named = np.flatnonzero((ends == match.start()) & (scored.probabilities >= least))
        if len(named):
            article = articles[named[scored.probabilities[named].argmax()]]
            start = starts[named[articles[named] == article]].min()  # of the longest mention
            if _in_order(match[1], mentions.text[start : match.start()].upper()):
                inside = (starts >= match.start(1)) & (ends <= match.end(1)) & (scored.probabilities < _SURE)
                probabilities[inside & (articles != article)] = 0.0
    return replace(scored, probabilities=probabilities)


def _in_order(letters: str, name: str) -> bool:
    """Whether a name has some letters in this order."""
    rest = iter(name)
    return all(letter in rest for letter in letters)
