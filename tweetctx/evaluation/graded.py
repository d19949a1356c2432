"""Contexts compared with sentences that people graded for each tweet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tweetctx.errors import InputError
from tweetctx.evaluation.contexts import harmonic_mean
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.scores import mean_of
from tweetctx.reading.lines import read_text_file
from tweetctx.reading.records import Record, TextId, validated_line

WRONG, HARMLESS, USEFUL, NEEDED = range(4)  # the grades
_GAIN: Final = {NEEDED: 3, USEFUL: 1}
_SPACE: Final = re.compile(r"\s+")

Sentence = tuple[str, str]  # the title of its article, and its text as `sentence_key` writes it


@dataclass(frozen=True, slots=True)
class GradedTweet:
    """A tweet with sentences that people graded.

    grades: 3 for a sentence that the context must have, 2 useful, 1 harmless, 0 wrong. entities: titles of the articles
    on what the tweet names, most important first. event: that of the article that tells the occasion; None without one.
    ideal: the sentences of the best context.
    """

    id: str
    tweet: str
    grades: dict[Sentence, int]
    entities: tuple[str, ...]
    event: str | None
    ideal: tuple[Sentence, ...]

    @property
    def gain(self) -> int:
        """The gain of the ideal context; a sentence of it that nobody graded counts as useful."""
        return sum(_GAIN.get(self.grades.get(sentence, USEFUL), 0) for sentence in self.ideal)


class _Ideal(Record):
    title: str
    text: str


class _Line(Record):
    id: TextId
    tweet: str
    graded: list[tuple[str, str, int]]
    entities: list[str] | None = None
    event: str | None = None
    ideal: list[_Ideal] | None = None


def sentence_key(title: str, text: str) -> Sentence:
    """A sentence as graded: without the title in brackets that selection may put before it, and with single spaces."""
    text = text.strip()
    if text.startswith(f"[{title}"):
        text = re.sub(r"^\[[^\]]*\]\s?(?=\S)", "", text)
    return title, _SPACE.sub(" ", text).strip(" ,")


def read_graded(path: Path) -> list[GradedTweet]:
    """Reads JSON Lines of tweets with graded sentences.

    A line: `{"id", "tweet", "graded": [[title, text, grade], ...], "entities": [title, ...], "event": title or null,
    "ideal": [{"title", "text"}, ...]}`. Raises EvaluationError, which names the line, for anything else, for an id
    that occurs twice, and for a file without tweets.
    """
    tweets: dict[str, GradedTweet] = {}
    for line_number, line in read_text_file(path, EvaluationError):
        try:
            tweet = _graded(line)
            if tweet.id in tweets:
                raise InputError(f"the id {tweet.id!r} again", "each id once")
        except InputError as error:
            raise EvaluationError(error.at(line_number).message(path)) from None
        tweets[tweet.id] = tweet
    if not tweets:
        raise EvaluationError(f"{path}: found no tweets, expected JSON Lines of tweets with graded sentences")
    return [*tweets.values()]


def _graded(line: str) -> GradedTweet:
    record = validated_line(_Line, line, "a tweet with graded sentences")
    grades = {sentence_key(title, text): grade for title, text, grade in record.graded}
    if other := [grade for grade in grades.values() if grade not in range(4)]:
        raise InputError(f"the grade {other[0]}", "one from 0 to 3")
    ideal = tuple(sentence_key(sentence.title, sentence.text) for sentence in record.ideal or ())
    return GradedTweet(record.id, record.tweet, grades, tuple(record.entities or ()), record.event, ideal)


@dataclass(frozen=True, slots=True)
class GradedScores:
    """The scores of one context.

    precision: the share of its characters, in sentences that are graded, in those of grade 2 or 3. recall: their gain,
    3 for a sentence of grade 3 and 1 of grade 2, as a fraction of the ideal context's, at most 1. f: the harmonic mean.
    All three are 1 for an empty context where nothing helps, and 0 for another. trivia, wrong: the shares of the
    characters of grade 1 and 0. event: whether a helpful sentence of the article on the occasion is quoted. first:
    whether the article of the most important entity is. Both are None where there is none.
    """

    precision: float
    recall: float
    f: float
    trivia: float
    wrong: float
    event: bool | None
    first: bool | None
    silent: bool


def grade_context(sentences: Sequence[tuple[str, str]], graded: GradedTweet) -> GradedScores:
    """Scores the sentences of a context, each a title and a text."""
    grades = [graded.grades.get(sentence_key(title, text)) for title, text in sentences]
    known = [(len(text), grade) for (_, text), grade in zip(sentences, grades, strict=True) if grade is not None]
    total = sum(length for length, _ in known)
    shares = [sum(length for length, grade in known if grade == one) / max(total, 1) for one in range(4)]
    titles = {title for title, _ in sentences}
    helpful = {title for (title, _), grade in zip(sentences, grades, strict=True) if (grade or 0) >= USEFUL}
    precision, recall = shares[USEFUL] + shares[NEEDED], 0.0
    if graded.ideal:
        recall = min(1.0, sum(_GAIN.get(grade, 0) for _, grade in known) / max(graded.gain, 1))
    else:
        precision = recall = float(not sentences)
    f = harmonic_mean(precision, recall)
    event = graded.event in helpful if graded.event else None
    first = graded.entities[0] in titles if graded.entities else None
    return GradedScores(precision, recall, f, shares[HARMLESS], shares[WRONG], event, first, not sentences)


@dataclass(frozen=True, slots=True)
class GradedFigures:
    """The mean scores of several contexts, NaN for a score that none of them has; `silent` counts the empty ones."""

    tweets: int
    precision: float
    recall: float
    f: float
    trivia: float
    wrong: float
    event: float
    first: float
    silent: int

    @classmethod
    def of(cls, scores: Sequence[GradedScores]) -> GradedFigures:
        """The figures of some contexts."""
        names = ("precision", "recall", "f", "trivia", "wrong", "event", "first")
        values = {name: [getattr(one, name) for one in scores] for name in names}
        means = {name: mean_of(value for value in of if value is not None) for name, of in values.items()}
        return cls(tweets=len(scores), silent=sum(one.silent for one in scores), **means)
