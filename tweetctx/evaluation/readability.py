"""Measures of the readability of a context that need no human judge.

INEX's judges marked passages for syntax, unresolved anaphora, redundancy and breaks of structure. These measures look
for the same flaws by rules of the texts' language. They find less than a reader does, but treat all runs alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from tweetctx.context.flaws import is_truncated
from tweetctx.context.openings import opens_dependent
from tweetctx.evaluation.scores import mean_of

if TYPE_CHECKING:
    from tweetctx.evaluation.tokenizer import Tokenizer
    from tweetctx.runs import RunSentence


def scores(sentences: Sequence[RunSentence], terms_of: Tokenizer, language: str = "en") -> dict[str, float]:
    """Returns the measures of one context by name, given its sentences in reading order; undefined ones are NaN.

    unresolved: the share of sentences that open with a pronoun or connective of the language (see
    `tweetctx.context.openings`) although the sentence before them is from another article.
    redundancy: the mean, over the sentences after the first, of the largest share of their terms in an earlier one. A
    term counts once; a sentence without terms repeats nothing.
    truncated: the share of sentences whose last character is not a sentence-final mark of the language (an ellipsis
    is none). Closing quotation marks and brackets may follow it.
    sentence_words: the mean number of words, separated by white space.
    topic_breaks: the share of neighbouring sentences from different articles.
    """
    before = [None, *(sentence.title for sentence in sentences)]
    terms = [frozenset(terms_of(sentence.text)) for sentence in sentences]
    return {
        "unresolved": mean_of(
            opens_dependent(sentence.text, language) and sentence.title != title
            for title, sentence in zip(before, sentences, strict=False)
        ),
        "redundancy": mean_of(
            max(len(current & earlier) for earlier in terms[:index]) / max(len(current), 1)
            for index, current in enumerate(terms)
            if index
        ),
        "truncated": mean_of(is_truncated(sentence.text, language) for sentence in sentences),
        "sentence_words": mean_of(len(sentence.text.split()) for sentence in sentences),
        "topic_breaks": mean_of(left.title != right.title for left, right in pairwise(sentences)),
    }
