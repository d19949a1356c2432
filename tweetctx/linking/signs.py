"""Signs that end names and titles: Google+, C#."""

from __future__ import annotations

from typing import Final

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats
from tweetctx.linking.scored import LEAST_ASKED, ScoredMentions

_SIGN: Final = regex.compile(r"(?:[+＋]{1,2}|#)(?![\p{L}\p{N}])")  # at the end of a name: Google+, C++, C#


def with_signs(scored: ScoredMentions, probabilities: Floats, titles: list[str]) -> Floats:
    """The probabilities where a sign ends a name or a title: Google+, C#.

    If a sign stands behind a name, candidates whose title has another one are not meant. If a title is the name with
    the sign, it is meant as surely as the name is one of anything, and the others are not. If no sign stands there, a
    title that is the name with a sign loses its probability to one that is the name alone.
    """
    mentions, text = scored.mentions, scored.mentions.text
    if not _SIGN.search("\n".join([text, *titles])):
        return probabilities
    rows, changed = scored.candidates.mentions, probabilities.copy()
    for mention in np.unique(rows[probabilities >= LEAST_ASKED]).tolist():
        name, sign = text[mentions.starts[mention] : mentions.ends[mention]], _SIGN.match(text, mentions.ends[mention])
        own = np.flatnonzero(rows == mention)
        right, others = _by_sign(name.lower(), sign[0] if sign else "", [titles[row].lower() for row in own.tolist()])
        changed[own[right]] = probabilities[own[right | others]].max(initial=0.0)
        changed[own[others]] = 0.0
    return changed


def _by_sign(name: str, sign: str, titles: list[str]) -> tuple[Bools, Bools]:
    """Which of some titles are meant by a name and the sign behind it, if any, and which are not; see `with_signs`."""
    right = np.array([title == name + sign for title in titles], np.bool_)
    if sign:
        signed = np.array([_SIGN.search(title) is not None for title in titles], np.bool_)
        return right, ~right & (signed | right.any())
    signed = np.array([_SIGN.fullmatch(title.removeprefix(name)) is not None for title in titles], np.bool_)
    differ = bool(right.any() and signed.any())
    return right & differ, signed & differ
