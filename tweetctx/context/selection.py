"""From scored sentences to the ones that are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tweetctx.context.duplicates import near_duplicates
from tweetctx.context.flaws import begins_with_title, flaw_of
from tweetctx.context.openings import opens_dependent
from tweetctx.context.policy import ContextPolicy
from tweetctx.context.units import measure_of
from tweetctx.types import ScoredSentence

Place = tuple[int, int]  # of a sentence: its article and its number


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


def select(
    sentences: Iterable[ScoredSentence],
    terms: Callable[[str], Iterable[str]],
    policy: ContextPolicy,
    language: str = "en",
) -> Selection:
    """Takes the best sentences until the limit is reached.

    sentences: best first. terms: the words by which duplicates are found. A sentence that repeats one already taken,
    or does not fit, is passed over for the next one; the text is never longer than the policy's limit. A sentence
    below the policy's share of the best score ends the selection.
    With `policy.readable`, debris is passed over (`flaws`), and a sentence that opens with a pronoun or a connective
    (`openings`) is taken when the one before it in its article is there, behind which it then stands; where nothing
    of the article is there, it may in the end fill what room is left, with the title in brackets before it. Both go by
    the words of the language.
    """
    draft = _Draft(terms, policy)
    passed_over: list[PassedOver] = []
    waiting: dict[Place, ScoredSentence] = {}
    for sentence in sentences:
        if policy.share and sentence.score < policy.share * draft.best:
            break
        flaw = flaw_of(sentence.text, sentence.title, language) if policy.readable else None
        if flaw:
            passed_over.append(PassedOver(sentence, flaw))
        elif policy.readable and depends(sentence, language) and not draft.resolves(sentence):
            waiting[sentence.article, sentence.number] = sentence
        else:
            passed_over += draft.offer(sentence, waiting)
    for sentence in waiting.values():
        passed_over += draft.offer_alone(sentence)
    passed_over.sort(key=lambda passed: -passed.sentence.score)
    return Selection(tuple(reading_order(draft.taken, policy.order)), tuple(passed_over))


def depends(sentence: ScoredSentence, language: str = "en") -> bool:
    """Whether a sentence opens with a word for something that was said before, which is not its article's title."""
    return opens_dependent(sentence.text, language) and not begins_with_title(sentence.text, sentence.title)


class _Draft:
    """The sentences taken so far, in the order in which they were."""

    def __init__(self, terms: Callable[[str], Iterable[str]], policy: ContextPolicy) -> None:
        self.taken: list[ScoredSentence] = []
        self._terms, self._policy = terms, policy
        self._measure = measure_of(policy.unit)
        self._taken_terms: list[set[str]] = []

    @property
    def best(self) -> float:
        """The best score taken; 0 if there is none."""
        return max((sentence.score for sentence in self.taken), default=0.0)

    def resolves(self, sentence: ScoredSentence) -> bool:
        """Whether a sentence would stand right behind the one that is before it in its article."""
        before = self.taken if self._policy.order == "article" else self.taken[-1:]
        return any((other.article, other.number + 1) == (sentence.article, sentence.number) for other in before)

    def offer(self, sentence: ScoredSentence, waiting: dict[Place, ScoredSentence]) -> Iterator[PassedOver]:
        """Takes a sentence and those that waited for it, if nothing speaks against them; yields what is not taken."""
        following: ScoredSentence | None = sentence
        while following:
            reason = self._no_room_for(following)
            own = set() if reason else set(self._terms(following.text))
            reason = reason or self._repeated(own)
            if reason:
                yield PassedOver(following, reason)
                return
            self.taken.append(following)
            self._taken_terms.append(own)
            following = waiting.pop((following.article, following.number + 1), None)

    def offer_alone(self, sentence: ScoredSentence) -> Iterator[PassedOver]:
        """Takes a sentence whose beginning nothing explains with its title before it, if it is alone of its article."""
        if any(other.article == sentence.article for other in self.taken):
            yield PassedOver(sentence, "refers to a sentence that is not there")
        else:
            yield from self.offer(replace(sentence, text=f"[{sentence.title}] {sentence.text}"), {})

    def _no_room_for(self, sentence: ScoredSentence) -> str | None:
        most = self._policy.per_article
        if most and sum(other.article == sentence.article for other in self.taken) >= most:
            return f"{most} of its article are there"
        if self._measure(join(reading_order([*self.taken, sentence], self._policy.order))) > self._policy.limit:
            return f"does not fit into {self._policy.limit} {self._policy.unit}"
        return None

    def _repeated(self, own: set[str]) -> str | None:
        twin = next((i for i, other in enumerate(self._taken_terms) if near_duplicates(own, other)), None)
        return None if twin is None else f"repeats {self.taken[twin].text!r}"


def reading_order(sentences: Sequence[ScoredSentence], order: str) -> list[ScoredSentence]:
    """Sentences in the order in which they are read; by score, that is the order in which they are given."""
    if order == "score":
        return list(sentences)
    rank: dict[int, int] = {}
    for sentence in sorted(sentences, key=lambda sentence: -sentence.score):
        rank.setdefault(sentence.article, len(rank))
    return sorted(sentences, key=lambda sentence: (rank[sentence.article], sentence.number))


def join(sentences: Iterable[ScoredSentence]) -> str:
    """Sentences as one text."""
    return " ".join(sentence.text for sentence in sentences)
