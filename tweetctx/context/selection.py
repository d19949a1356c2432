"""From scored sentences to the ones that are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from tweetctx.context.duplicates import near_duplicates
from tweetctx.context.units import measure_of
from tweetctx.errors import ParameterError
from tweetctx.types import ScoredSentence

Order = Literal["article", "score"]


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A sentence that was not taken, and why."""

    sentence: ScoredSentence
    reason: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The sentences of a context in reading order, and those that were passed over, best first."""

    sentences: tuple[ScoredSentence, ...]
    passed_over: tuple[PassedOver, ...]

    @property
    def text(self) -> str:
        """The sentences joined by one space."""
        return join(self.sentences)


def check_selection(limit: int, unit: str, order: str) -> None:
    """ParameterError for an argument out of its range or choices."""
    measure_of(unit)
    if limit < 0:
        raise ParameterError(f"limit: found {limit}, expected a length from 0")
    if order not in get_args(Order):
        raise ParameterError(f"order: found {order!r}, expected one of {', '.join(get_args(Order))}")


def concatenate(
    sentences: Iterable[ScoredSentence],
    terms: Callable[[str], Iterable[str]],
    *,
    limit: int = 500,
    unit: str = "chars",
    order: Order = "article",
    per_article: int | None = None,
) -> Selection:
    """Takes the best sentences until the limit is reached.

    sentences: best first. terms: the words by which duplicates are found. A sentence that repeats one already taken,
    or does not fit, is passed over for the next one; the text is never longer than `limit` units.
    per_article: how many sentences of one article are taken at the most.
    order: of reading; by "score", or by "article": articles by their best sentence, the sentences of each as they
    stand in it.
    """
    check_selection(limit, unit, order)
    measure = measure_of(unit)
    taken: list[ScoredSentence] = []
    taken_terms: list[set[str]] = []
    passed_over: list[PassedOver] = []
    for sentence in sentences:
        if per_article and sum(other.article == sentence.article for other in taken) >= per_article:
            passed_over.append(PassedOver(sentence, f"{per_article} of its article are there"))
            continue
        if measure(join(reading_order([*taken, sentence], order))) > limit:
            passed_over.append(PassedOver(sentence, f"does not fit into {limit} {unit}"))
            continue
        own = set(terms(sentence.text))
        twin = next((i for i, other in enumerate(taken_terms) if near_duplicates(own, other)), None)
        if twin is not None:
            passed_over.append(PassedOver(sentence, f"repeats {taken[twin].text!r}"))
            continue
        taken.append(sentence)
        taken_terms.append(own)
    return Selection(tuple(reading_order(taken, order)), tuple(passed_over))


def reading_order(sentences: Sequence[ScoredSentence], order: Order) -> list[ScoredSentence]:
    """Sentences, given best first, in the order in which they are read."""
    if order == "score":
        return list(sentences)
    rank: dict[int, int] = {}
    for sentence in sentences:
        rank.setdefault(sentence.article, len(rank))
    return sorted(sentences, key=lambda sentence: (rank[sentence.article], sentence.number))


def join(sentences: Iterable[ScoredSentence]) -> str:
    """Sentences as one text."""
    return " ".join(sentence.text for sentence in sentences)
