"""Scores the contexts of a run against references, topic by topic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tweetctx.errors import counted
from tweetctx.evaluation import readability
from tweetctx.evaluation.dissimilarity import GRAMS, dissimilarities
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.references import Reference
from tweetctx.evaluation.scores import RunScores
from tweetctx.evaluation.tokenizer import Tokenizer, tokenizer

if TYPE_CHECKING:
    from tweetctx.runs import RunContext

ENTITY_MEASURES: Mapping[str, str] = {
    "entity_recall": "linked entities whose article is quoted, share",
    "entity_precision": "quoted articles that are linked, share, of contexts",
    "first": "contexts that begin with a linked article, share",
}
MEASURES: Mapping[str, str] = {
    "unigram": "dissimilarity of words (0 best)",
    "bigram": "dissimilarity of pairs of words (0 best)",
    "skip": "dissimilarity of pairs that may skip two words (0 best)",
    "logsim_unigram": "similarity of words, LogSim (1 best)",
    "logsim_bigram": "similarity of pairs of words (1 best)",
    "logsim_skip": "similarity of pairs that may skip two words (1 best)",
    **ENTITY_MEASURES,
    "silent": "topics without a context, share",
    "unresolved": "sentences that open with an unresolved word, share",
    "redundancy": "words of a sentence that an earlier one has, share",
    "truncated": "sentences without closing punctuation, share",
    "sentence_words": "words of a sentence, mean",
    "topic_breaks": "neighbouring sentences of different articles, share",
}
ENTITY_F1 = "entity_f1"
_ABOUT = {**MEASURES, ENTITY_F1: "harmonic mean of the means of entity recall and precision"}


def evaluate_contexts(
    run: str,
    contexts: Iterable[RunContext],
    references: Sequence[Reference],
    language: str = "en",
    *,
    judged_by: str = "references",
) -> RunScores:
    """Scores the contexts of a run, named `run`, by each of MEASURES.

    language: of the texts, for their terms (see `tweetctx.evaluation.tokenizer`) and for readability. A topic without a
    context is scored as an empty context: dissimilarity 1, no entity found; precision and readability are not defined.
    A topic whose reference has no terms is left out, as its dissimilarity is an empty sum; over pairs it is not defined
    for a reference of one term. Measures of entities are not defined for a run in the INEX form, which names pages and
    not titles, nor where a reference has no entities. judged_by: what errors call the references, such as the name of
    their file.

    Raises EvaluationError if an id occurs twice in the run, if no reference has terms, or if the run has a context
    for none of the references; ParameterError for an unknown language.
    """
    by_id, terms_of = _by_id(run, contexts), tokenizer(language)
    terms = {reference.id: terms_of(reference.text) for reference in references}
    judged = [reference for reference in references if terms[reference.id]]
    if not judged:
        raise EvaluationError(f"{judged_by}: found no reference with words, expected at least one")
    missing = tuple(reference.id for reference in judged if reference.id not in by_id)
    if len(missing) == len(judged):
        ids = f"{counted(len(judged), 'reference')}, such as {missing[0]!r}"
        raise EvaluationError(f"{run}: found contexts for none of {ids}; expected the same ids")
    rows = [score_context(by_id.get(one.id), one, terms[one.id], terms_of, language) for one in judged]
    values = {measure: np.array([row[measure] for row in rows]) for measure in MEASURES}
    if any(not sentence.titled for context in by_id.values() for sentence in context.sentences):
        for measure in ENTITY_MEASURES:
            values[measure].fill(math.nan)
    scores = RunScores(
        run,
        tuple(reference.id for reference in judged),
        values,
        missing,
        tuple(identifier for identifier in by_id if identifier not in terms),
        tuple(reference.id for reference in references if not terms[reference.id]),
        about=_ABOUT,
    )
    f1 = harmonic_mean(scores.mean("entity_precision"), scores.mean("entity_recall"))
    return replace(scores, overall={ENTITY_F1: f1})


def _by_id(run: str, contexts: Iterable[RunContext]) -> dict[str, RunContext]:
    by_id: dict[str, RunContext] = {}
    for context in contexts:
        if context.id in by_id:
            raise EvaluationError(f"{run}: found two contexts of {context.id!r}; expected one")
        by_id[context.id] = context
    return by_id


def score_context(
    context: RunContext | None, reference: Reference, terms: Sequence[str], terms_of: Tokenizer, language: str = "en"
) -> dict[str, float]:
    """Returns the value of each of MEASURES. terms: those of the reference; terms_of: the tokenizer."""
    sentences = context.sentences if context else ()
    values = dissimilarities(terms, terms_of(context.text) if context else [])
    if len(terms) < 2:  # no pairs: the empty sum would say that any context covers them all
        values |= dict.fromkeys(set(GRAMS) - {"unigram"}, math.nan)
    values |= {f"logsim_{gram}": 1 - values[gram] for gram in GRAMS}
    values |= entity_scores([sentence.title for sentence in sentences], reference.entities)
    return values | readability.scores(sentences, terms_of, language)


def entity_scores(titles: Sequence[str], entities: Sequence[str]) -> dict[str, float]:
    """Returns each of ENTITY_MEASURES and `silent`.

    titles: the article of each sentence of a context, in reading order. entities: the titles of the linked articles.
    Repetitions count once. All are NaN without entities, precision and `first` also for an empty context.
    """
    quoted, wanted = frozenset(titles), frozenset(entities)
    right = len(quoted & wanted)
    return {
        "entity_recall": right / len(wanted) if wanted else math.nan,
        "entity_precision": right / len(quoted) if quoted and wanted else math.nan,
        "first": float(titles[0] in wanted) if quoted and wanted else math.nan,
        "silent": float(not titles),
    }


def harmonic_mean(precision: float, recall: float) -> float:
    """Returns F1; 0 if both are 0, NaN if one of them is NaN."""
    return 2 * precision * recall / (precision + recall) if precision + recall else precision + recall
