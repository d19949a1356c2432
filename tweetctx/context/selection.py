"""Selects the sentences that a context shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tweetctx.context.duplicates import near_duplicates, repeats_first_date
from tweetctx.context.flaws import begins_with_title, flaw_of
from tweetctx.context.openings import lacks_subject, opens_dependent, opens_generic, personal_pronoun
from tweetctx.context.policy import ContextPolicy
from tweetctx.context.units import UNITS
from tweetctx.index.subjects import tells_of_person
from tweetctx.text.titles import unqualified
from tweetctx.types import ScoredSentence

SentenceId = tuple[int, int]  # of a sentence: its article and its number


@dataclass(frozen=True, slots=True)
class Rejection:
    """A sentence that was not selected; `reason` completes "the sentence ..."."""

    sentence: ScoredSentence
    reason: str


@dataclass(frozen=True, slots=True)
class Selection:
    """The sentences of a context in reading order, and those rejected, best first."""

    sentences: tuple[ScoredSentence, ...]
    rejected: tuple[Rejection, ...]

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
    """Selects the best sentences that fit the policy's limit.

    sentences: best first. terms: the terms by which duplicates are found. language: of the sentences.
    A sentence that repeats a selected one or does not fit is rejected, and the next one is tried. Sentences of two
    articles are no duplicates if one names its title where the other does not. The selection ends at the first sentence
    whose score is below `policy.share` times the best selected score, if that is above 0.
    With `policy.readable`, fragments are rejected (see `flaws`), and what repeats a date of the opening (see
    `repeats_first_date`). A sentence that opens with a pronoun or a connective (see `openings`) is selected only if the
    one before it in its article is, and is placed right after it, or if it opens with *he* or *she* and the definition
    of a person, of whom its article is, is selected. If no sentence of its article is selected, it may
    fill the remaining space at the end, with the title in brackets before it. A sentence whose subject is missing also
    gets the title; so does one that calls it "the film", or *he* behind a date, if no sentence of its article precedes
    it, and one that opens with *he* behind one that opens with somebody else.
    """
    selected = _Selected(terms, policy, language)
    rejected: list[Rejection] = []
    waiting: dict[SentenceId, ScoredSentence] = {}
    for candidate in sentences:
        titled = policy.readable and (lacks_subject(candidate.text, language) or _opens_generic(candidate, language))
        sentence = _titled(candidate) if titled else candidate
        if selected.best > 0 and sentence.score < policy.share * selected.best:
            break
        flaw = flaw_of(sentence.text, sentence.title, language, quoted=sentence.quoted) if policy.readable else None
        if flaw:
            rejected.append(Rejection(sentence, flaw))
        elif policy.readable and depends(sentence, language) and not selected.resolves(sentence):
            waiting[sentence.article, sentence.number] = sentence
        else:
            rejected += selected.offer(sentence, waiting)
    for sentence in waiting.values():
        rejected += selected.offer_alone(sentence)
    rejected.sort(key=lambda rejection: -rejection.sentence.score)
    chosen = selected.ordered()
    if policy.readable:
        _drop_repeated_titles(chosen, language)
    return Selection(tuple(chosen), tuple(rejected))


def depends(sentence: ScoredSentence, language: str = "en") -> bool:
    """Whether a sentence opens with a pronoun or a connective that is not the title of its article."""
    return opens_dependent(sentence.text, language) and not begins_with_title(sentence.text, sentence.title)


def _titled(sentence: ScoredSentence) -> ScoredSentence:
    """A sentence with the title of its article before it."""
    space = "" if sentence.text.startswith(",") else " "
    return replace(sentence, text=f"[{sentence.title}]{space}{sentence.text}")


def _opens_generic(sentence: ScoredSentence, language: str) -> bool:
    return opens_generic(sentence.text, sentence.title, language)


def _drop_repeated_titles(sentences: list[ScoredSentence], language: str) -> None:
    """Removes the title before a sentence that calls its subject "the film" where one of its article precedes it."""
    for row, (before, sentence) in enumerate(pairwise(sentences), 1):
        plain = replace(sentence, text=sentence.text.removeprefix(f"[{sentence.title}] "))
        if sentence.article == before.article and _opens_generic(plain, language):
            sentences[row] = plain


def _follows(sentence: ScoredSentence, before: ScoredSentence, language: str) -> bool:
    """Whether the sentence before tells who *he* or *she* is, by which a sentence opens.

    It does if it directly precedes the sentence in the article, or if it opens with the person of the article.
    """
    if before.article != sentence.article:
        return False
    return (
        before.number + 1 == sentence.number
        or personal_pronoun(before.text, language) != ""
        or begins_with_title(before.text, before.title)
        or _defines_person(before, language)
    )


def _defines_person(sentence: ScoredSentence, language: str) -> bool:
    return tells_of_person(unqualified(sentence.title), sentence.text, language)


class _Selected:
    """The sentences selected so far, in the order of selection."""

    def __init__(self, terms: Callable[[str], Iterable[str]], policy: ContextPolicy, language: str) -> None:
        self.taken: list[ScoredSentence] = []
        self._terms, self._policy, self._language = terms, policy, language
        self._personal: set[SentenceId] = set()  # those that open with "he" and may be far from what precedes them
        self._measure = UNITS[policy.unit]
        self._taken_terms: list[set[str]] = []

    @property
    def best(self) -> float:
        """The best selected score; 0 if there is none."""
        return max((sentence.score for sentence in self.taken), default=0.0)

    def resolves(self, sentence: ScoredSentence) -> bool:
        """Whether a reader can tell whom or what the pronoun of a sentence means.

        That is so if it would be placed right after the one that precedes it in its article. In the order of articles,
        it is also so if it opens with *he* or *she* and no connective, no sentence of its article before it with the
        other pronoun, and the definition of the person is there.
        """
        before = self.taken if self._policy.order == "article" else self.taken[-1:]
        if any((other.article, other.number + 1) == (sentence.article, sentence.number) for other in before):
            return True
        pronoun = personal_pronoun(sentence.text, self._language)
        rest = sentence.text.partition(" ")[2]  # "later won a prize" goes on from the sentence before, too
        if not pronoun or self._policy.order == "score" or opens_dependent(rest, self._language):
            return False
        others = [other for other in self.taken if other.article == sentence.article and other.number < sentence.number]
        defined = any(_defines_person(other, self._language) for other in others) and all(
            personal_pronoun(other.text, self._language) in ("", pronoun) for other in others
        )
        if defined:
            self._personal.add((sentence.article, sentence.number))
        return defined

    def ordered(self, *others: ScoredSentence) -> list[ScoredSentence]:
        """The sentences and some others as they are read, with the title before *he* where that is not clear."""
        ordered = reading_order([*self.taken, *others], self._policy.order)
        if not self._personal:
            return ordered
        return ordered[:1] + [
            _titled(sentence)
            if (sentence.article, sentence.number) in self._personal and not _follows(sentence, before, self._language)
            else sentence
            for before, sentence in pairwise(ordered)
        ]

    def offer(self, sentence: ScoredSentence, waiting: dict[SentenceId, ScoredSentence]) -> Iterator[Rejection]:
        """Selects a sentence and those waiting for it, unless there is a reason to reject them; yields rejections."""
        reason = self._no_room_for(sentence)
        new_terms = set() if reason else set(self._terms(sentence.text))
        reason = reason or self._repeated(sentence, new_terms)
        if reason:
            yield Rejection(sentence, reason)
            return
        self.taken.append(sentence)
        self._taken_terms.append(new_terms)
        for key, other in list(waiting.items()):
            if key[0] == sentence.article and key in waiting and self.resolves(other):
                yield from self.offer(waiting.pop(key), waiting)

    def offer_alone(self, sentence: ScoredSentence) -> Iterator[Rejection]:
        """Selects an unresolved sentence, with its title before it, if no other sentence of its article is selected."""
        if any(other.article == sentence.article for other in self.taken):
            yield Rejection(sentence, "refers to a sentence that is not there")
        else:
            yield from self.offer(_titled(sentence), {})

    def _no_room_for(self, sentence: ScoredSentence) -> str | None:
        most = self._policy.per_article
        if most and sum(other.article == sentence.article for other in self.taken) >= most:
            return f"comes from an article of which {most} are there"
        if self._measure(join(self.ordered(sentence))) > self._policy.limit:
            return f"does not fit into {self._policy.limit} {self._policy.unit}"
        return None

    def _repeated(self, sentence: ScoredSentence, new_terms: set[str]) -> str | None:
        for other, terms in zip(self.taken, self._taken_terms, strict=True):
            if near_duplicates(new_terms, terms) and not self._of_other_subjects(sentence, other, new_terms ^ terms):
                return f"repeats {other.text!r}"
            one_article = other.article == sentence.article
            if self._policy.readable and one_article and repeats_first_date(sentence.text, other.text):
                return f"repeats the date of {other.text!r}"
        return None

    def _of_other_subjects(self, one: ScoredSentence, other: ScoredSentence, unshared: set[str]) -> bool:
        """Whether two sentences are of different articles, and one names its title by a term that the other lacks.

        The definitions of two football clubs differ in little else. unshared: the terms that only one of them has. Of
        what qualifies a title, only numbers count: "(racing driver)" may be in one of two editions of an article.
        """
        if one.article == other.article:
            return False
        names = {term for of in (one, other) for term in self._terms(unqualified(of.title))}
        numbers = {term for of in (one, other) for term in self._terms(of.title) if term.isdigit()}
        return not unshared.isdisjoint(names | numbers)


def reading_order(sentences: Sequence[ScoredSentence], order: str) -> list[ScoredSentence]:
    """Orders sentences for reading: by article and position, or as given if `order` is "score"."""
    if order == "score":
        return list(sentences)
    rank: dict[int, int] = {}
    for sentence in sorted(sentences, key=lambda sentence: -sentence.score):
        rank.setdefault(sentence.article, len(rank))
    return sorted(sentences, key=lambda sentence: (rank[sentence.article], sentence.number))


def join(sentences: Iterable[ScoredSentence]) -> str:
    """Joins sentences by spaces."""
    return " ".join(sentence.text for sentence in sentences)
