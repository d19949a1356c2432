"""Numbers in names and behind them: a mention of the third is none of the second."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats
from tweetctx.linking.scored import LEAST_ASKED, ScoredMentions
from tweetctx.linking.spans import FormKind, MentionKind, Mentions, SpanRow
from tweetctx.text.names.numerals import Number, values_of

_LEAST_RENUMBERED: Final = 0.1  # of a name with its number, from which the name alone is not meant
_BETWEEN: Final = regex.compile(
    r"[\s,:–-]{1,3}(?:the\s|part\s|pt\.?\s|chapter\s|vol(?:ume|\.)?\s|no\.?\s)?", regex.IGNORECASE
)
_PLACE: Final = np.array([SpanRow.start, SpanRow.end, SpanRow.kind, SpanRow.plural])
_WORD: Final = regex.compile(r"[\p{L}\p{N}]+")
_MOST_BETWEEN: Final = 3  # words of a title between a mention and a number
_FARTHEST: Final = 60  # characters between them
_SCORE: Final = regex.compile(r"[-–:]\d")  # behind the first number of a result


def of_other_numbers(scored: ScoredMentions, probabilities: Floats, titles: list[str], numbers: list[Number]) -> Bools:
    """Whether each candidate is a thing of another number than its mention has, or than stands behind it.

    titles: of the candidates that are probable enough to be asked, empty for the others.
    """
    rows, excluded = scored.candidates.mentions, np.zeros(len(probabilities), np.bool_)
    forms = scored.mentions.spans[SpanRow.form, rows]
    renumbered = (forms == FormKind.RENUMBERED) & (probabilities >= _LEAST_RENUMBERED)
    probable = np.flatnonzero(probabilities >= LEAST_ASKED).tolist()
    mention_of = dict(zip(probable, rows[probable].tolist(), strict=True))
    asked_of = {mention: _asked(scored.mentions, mention, numbers) for mention in {*mention_of.values()}}
    lacking, any_renumbered = excluded.copy(), bool(renumbered.any())
    for row, mention in mention_of.items():
        asked = asked_of[mention]
        of_title = values_of(titles[row]) if asked or any_renumbered else frozenset()
        wanted = asked.asked_of(titles[row]) if isinstance(asked, _Ahead) else asked
        lacking[row] = not of_title
        excluded[row] = bool(wanted and of_title and not wanted & of_title)
    if any_renumbered:
        around = scored.overlapping(renumbered & ~excluded)
        excluded |= around & lacking & (forms != FormKind.RENUMBERED)
    return excluded


class _Ahead(NamedTuple):
    """A number that follows a mention, and the words in between: 3 and War for the mention `World` of World War III."""

    words: frozenset[str]
    value: int

    def asked_of(self, title: str) -> frozenset[int]:
        """The number, if the title has these words, so that it begins as the text goes on."""
        return frozenset({self.value} if self.words <= _words_of(title) else ())


def _words_of(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))


def _asked(mentions: Mentions, mention: int, numbers: list[Number]) -> frozenset[int] | _Ahead | None:
    """The numbers in a mention; if it has none, the one that follows it directly or a few words later, if any."""
    text, (start, end, kind, plural) = mentions.text, mentions.spans[_PLACE, mention].tolist()
    of_words = kind == MentionKind.WORDS and not plural
    near = not of_words or any(number.start < end and start < number.end for number in numbers)
    if near and (inside := values_of(text[start:end])):
        return inside
    behind = next((number for number in numbers if number.start >= end), None)
    if behind is None or behind.start - end > _FARTHEST or _SCORE.match(text, behind.end):
        return None
    # I, V and X are words and letters too
    if _BETWEEN.fullmatch(text, end, behind.start) and not (behind.roman and behind.end - behind.start == 1):
        return frozenset({behind.value})
    words = _words_of(text[end : behind.start])
    return _Ahead(words, behind.value) if 0 < len(words) <= _MOST_BETWEEN else None
