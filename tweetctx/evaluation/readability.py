"""What can be measured of the readability of a context without a judge.

INEX's judges marked passages for syntax, unresolved anaphora, redundancy and breaks of structure. These measures look
for the same flaws by rules. They see less than a reader does, but the same in every run. Each takes the sentences of
one context in reading order and is NaN where it is not defined.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tweetctx.context.flaws import is_truncated
from tweetctx.context.openings import opens_dependent

if TYPE_CHECKING:
    from tweetctx.evaluation.tokenizer import Tokenizer
    from tweetctx.runs import RunSentence


def scores(sentences: Sequence[RunSentence], terms_of: Tokenizer) -> dict[str, float]:
    """Returns every measure of this module by its name."""
    return {
        "unresolved": unresolved_openings(sentences),
        "redundancy": redundancy(sentences, terms_of),
        "truncated": truncated(sentences),
        "sentence_words": sentence_words(sentences),
        "topic_breaks": topic_breaks(sentences),
    }


def unresolved_openings(sentences: Sequence[RunSentence]) -> float:
    """Returns the share of sentences that open with a pronoun or connective that nothing before them resolves.

    The words are those of `tweetctx.context.openings`. One counts as resolved if the previous sentence of the context
    comes from the same article.
    """
    before = [None, *(sentence.title for sentence in sentences)]
    return _share(
        opens_dependent(sentence.text) and sentence.title != title
        for title, sentence in zip(before, sentences, strict=False)
    )


def redundancy(sentences: Sequence[RunSentence], terms_of: Tokenizer) -> float:
    """Returns the mean, over the sentences after the first, of the largest share of their terms in an earlier one.

    A term counts once; a sentence without terms repeats nothing. Not defined for fewer than two sentences.
    """
    terms = [frozenset(terms_of(sentence.text)) for sentence in sentences]
    return _mean(
        max(len(own & earlier) for earlier in terms[:place]) / max(len(own), 1)
        for place, own in enumerate(terms)
        if place
    )


def truncated(sentences: Sequence[RunSentence]) -> float:
    """Returns the share of sentences that are cut off: the last character is no `.`, `!` or `?`.

    Closing quotation marks and brackets may follow it. An ellipsis says itself that something is missing.
    """
    return _share(is_truncated(sentence.text) for sentence in sentences)


def sentence_words(sentences: Sequence[RunSentence]) -> float:
    """Returns the mean length of a sentence in words, which white space separates."""
    return _mean(len(sentence.text.split()) for sentence in sentences)


def topic_breaks(sentences: Sequence[RunSentence]) -> float:
    """Returns the share of neighbouring sentences from different articles; not defined for fewer than two."""
    return _share(left.title != right.title for left, right in pairwise(sentences))


def _share(flags: Iterable[bool]) -> float:
    return _mean(map(float, flags))


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return math.fsum(found) / len(found) if found else math.nan
