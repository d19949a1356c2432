"""Numbers in names and beside them: a mention of the third is none of the second."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import regex

from tweetctx.arrays.types import Bools, Floats
from tweetctx.index.surface_forms import WHOLE
from tweetctx.linking.scored import LEAST_ASKED, ScoredMentions
from tweetctx.linking.spans import FormKind, MentionKind, Mentions, SpanRow
from tweetctx.text.names.numerals import Number, values_of

_LEAST_RENUMBERED: Final = 0.1  # of a name with its number, from which the name alone is not meant
_RESPELLED: Final = 2.5  # the factor of the odds of a title whose number is written in another way
_BETWEEN: Final = regex.compile(
    r"[\s,:–-]{1,3}(?:the\s|part\s|pt\.?\s|chapter\s|vol(?:ume|\.)?\s|no\.?\s)?", regex.IGNORECASE
)
_PLACE: Final = np.array([SpanRow.start, SpanRow.end, SpanRow.kind, SpanRow.plural])
_WORD: Final = regex.compile(r"[\p{L}\p{N}]+")
_MOST_BETWEEN: Final = 3  # words of a title between a mention and a number
_FARTHEST: Final = 60  # characters between them
_LEAST_YEAR: Final = 1000
_SCORE: Final = regex.compile(r"[-–:]\d")  # behind the first number of a result


def of_other_numbers(scored: ScoredMentions, probabilities: Floats, titles: list[str], numbers: list[Number]) -> Bools:
    """Whether each candidate is a thing of another number than its mention has, or than stands beside it.

    titles: of the candidates that are probable enough to be asked, empty for the others.
    """
    rows, excluded = scored.candidates.mentions, np.zeros(len(probabilities), np.bool_)
    forms = scored.mentions.spans[SpanRow.form, rows]
    renumbered = (forms == FormKind.RENUMBERED) & (probabilities >= _LEAST_RENUMBERED)
    probable = np.flatnonzero(probabilities >= LEAST_ASKED).tolist()
    mention_of = dict(zip(probable, rows[probable].tolist(), strict=True))
    asked_of = {mention: _asked(scored.mentions, mention, numbers) for mention in {*mention_of.values()}}
    before_of = {mention: _before(scored.mentions, mention, numbers) for mention in asked_of}
    lacking, any_renumbered = excluded.copy(), bool(renumbered.any())
    for row, mention in mention_of.items():
        asked, before = asked_of[mention], before_of[mention]
        of_title = values_of(titles[row]) if asked or any_renumbered else frozenset()
        wanted = asked.asked_of(titles[row]) if isinstance(asked, _Ahead) else asked
        lacking[row] = not of_title
        excluded[row] = bool(wanted and of_title and not wanted & of_title)
        excluded[row] |= before is not None and before.differs_from(titles[row])
    if any_renumbered:
        around = scored.overlapping(renumbered & ~excluded)
        excluded |= around & lacking & (forms != FormKind.RENUMBERED)
    return excluded


def with_respelled_titles(scored: ScoredMentions, probabilities: Floats) -> Floats:
    """The probabilities with higher odds for whole titles whose number the tweet writes in another way: Rocky 2.

    The words of the tweet find their articles less well than by the number that these have.
    """
    forms = scored.mentions.spans[SpanRow.form, scored.candidates.mentions]
    sources = scored.candidates.forms.sources[scored.candidates.senses].astype(np.int64)
    respelled = (forms == FormKind.RENUMBERED) & (sources & int(WHOLE) > 0) & (probabilities >= _LEAST_RENUMBERED)
    odds = _RESPELLED * probabilities
    return np.where(respelled, odds / (1.0 - probabilities + odds), probabilities)


class _Ahead(NamedTuple):
    """A number that follows a mention, and the words in between: 3 and War for the mention `World` of World War III."""

    words: frozenset[str]
    value: int

    def asked_of(self, title: str) -> frozenset[int]:
        """The number, if the title has these words, so that it begins as the text goes on."""
        return frozenset({self.value} if self.words <= _words_of(title) else ())


class _Before(NamedTuple):
    """A number before a mention, and the text behind it up to the end of the mention, in lower case.

    That is 2 and punic war for the mention `War` of 2nd Punic War.
    """

    value: int
    name: str

    def differs_from(self, title: str) -> bool:
        """Whether a title has another number before this text. Years are compared with years only."""
        place = title.lower().find(self.name)
        values = values_of(title[:place]) if place > 0 else frozenset()
        same_sense = (self.value >= _LEAST_YEAR) == (max(values, default=0) >= _LEAST_YEAR)
        return bool(values) and same_sense and self.value not in values


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


def _before(mentions: Mentions, mention: int, numbers: list[Number]) -> _Before | None:
    """The number before a mention, if only a space or words that may be of the same name stand between."""
    text, (start, end, kind, _) = mentions.text, mentions.spans[_PLACE, mention].tolist()
    number = next((number for number in reversed(numbers) if number.end < start), None)
    if kind != MentionKind.WORDS or number is None or start - number.end > _FARTHEST or text[number.end] not in " -":
        return None
    return _Before(number.value, text[number.end + 1 : end].lower())
