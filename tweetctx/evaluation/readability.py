"""What can be measured of the readability of a context without a judge.

INEX had people mark passages for syntax, for unresolved anaphora, for redundancy and for breaks of structure. These
measures look for the same flaws by rules. They see less than a reader does, but the same in every run.
Each takes the sentences of one context in reading order and is NaN where it is not defined.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tweetctx.context.flaws import is_truncated
from tweetctx.context.openings import opens_dependent
from tweetctx.evaluation.verbs import looks_verbal

if TYPE_CHECKING:
    from tweetctx.runs import RunSentence
    from tweetctx.text.analyzer import Analyzer


def unresolved_openings(sentences: Sequence[RunSentence]) -> float:
    """The share of sentences that open with a pronoun or connective that nothing before them resolves.

    The words are PRONOUNS and CONNECTIVES of `tweetctx.context.openings`. One counts as resolved if the previous
    sentence of the context comes from the same article.
    """
    before = [None, *(sentence.title for sentence in sentences)]
    return _share(
        opens_dependent(sentence.text) and sentence.title != title
        for title, sentence in zip(before, sentences, strict=False)
    )


def redundancy(sentences: Sequence[RunSentence], analyzer: Analyzer) -> float:
    """The mean, over the sentences after the first, of the largest share of their words found in an earlier one.

    A sentence's words are its distinct terms (no stop words, stemmed); one without any repeats nothing. Not defined
    for fewer than two sentences.
    """
    words = [frozenset(analyzer.words(sentence.text)) for sentence in sentences]
    return _mean(
        max(len(own & earlier) for earlier in words[:place]) / max(len(own), 1)
        for place, own in enumerate(words)
        if place
    )


def truncated(sentences: Sequence[RunSentence]) -> float:
    """The share of sentences that are cut off: the last character is no `.`, `!` or `?`.

    Closing quotation marks and brackets may follow it. An ellipsis says itself that something is missing.
    """
    return _share(is_truncated(sentence.text) for sentence in sentences)


def verbless(sentences: Sequence[RunSentence]) -> float:
    """The share of sentences in which no word looks like a verb, by the rules of `tweetctx.evaluation.verbs`."""
    return _share(not looks_verbal(sentence.text) for sentence in sentences)


def sentence_words(sentences: Sequence[RunSentence], analyzer: Analyzer) -> float:
    """The mean length of a sentence in words, stop words counted."""
    return _mean(len(analyzer.tokens(sentence.text)) for sentence in sentences)


def topic_breaks(sentences: Sequence[RunSentence]) -> float:
    """The share of neighbouring sentences that come from different articles; not defined for fewer than two."""
    return _share(left.title != right.title for left, right in pairwise(sentences))


def measures(analyzer: Analyzer) -> dict[str, Callable[[Sequence[RunSentence]], float]]:
    """Every measure of this module by its name, as a function of the sentences of a context."""
    return {
        "unresolved": unresolved_openings,
        "redundancy": lambda sentences: redundancy(sentences, analyzer),
        "truncated": truncated,
        "verbless": verbless,
        "sentence_words": lambda sentences: sentence_words(sentences, analyzer),
        "topic_breaks": topic_breaks,
    }


def _share(flags: Iterable[bool]) -> float:
    return _mean(map(float, flags))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return math.fsum(found) / len(found) if found else math.nan
