"""The contexts of a run, measured topic by topic against references."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tweetctx.evaluation import readability
from tweetctx.evaluation.dissimilarity import GRAMS, dissimilarities, log_similarity
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.references import Reference
from tweetctx.ragged import Floats
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig

if TYPE_CHECKING:
    from tweetctx.runs import RunContext

MEASURES: Mapping[str, str] = {
    "unigram": "dissimilarity of words (0 best)",
    "bigram": "dissimilarity of pairs of words (0 best)",
    "skip": "dissimilarity of pairs that may skip two words (0 best)",
    "logsim_unigram": "similarity of words, LogSim (1 best)",
    "logsim_bigram": "similarity of pairs of words (1 best)",
    "logsim_skip": "similarity of pairs that may skip two words (1 best)",
    "entity_recall": "linked entities whose article is quoted, share",
    "unresolved": "sentences that open with an unresolved word, share",
    "redundancy": "words of a sentence that an earlier one has, share",
    "truncated": "sentences without closing punctuation, share",
    "verbless": "sentences in which no word looks like a verb, share",
    "sentence_words": "words of a sentence, mean",
    "topic_breaks": "neighbouring sentences of different articles, share",
}


@dataclass(frozen=True, slots=True)
class ContextEvaluation:
    """What a run is worth, by topic.

    run: its name. topics: the ids of the references, in their order, without those whose reference is empty. values:
    for each of MEASURES an array of shape (topics,), NaN where the measure is not defined. missing: the topics that
    the run has no context for. unjudged: the ids of the run that have no reference. empty: the ids left out because
    their reference has no terms.
    """

    run: str
    topics: tuple[str, ...]
    values: Mapping[str, Floats]
    missing: tuple[str, ...]
    unjudged: tuple[str, ...]
    empty: tuple[str, ...]

    def mean(self, measure: str) -> float:
        """The mean of a measure over the topics where it is defined; NaN if there are none."""
        defined = self.values[measure][~np.isnan(self.values[measure])]
        return math.fsum(defined) / len(defined) if len(defined) else math.nan

    def count(self, measure: str) -> int:
        """How many topics a measure is defined for."""
        return int(np.count_nonzero(~np.isnan(self.values[measure])))


def evaluate_contexts(run: str, contexts: Iterable[RunContext], references: Sequence[Reference]) -> ContextEvaluation:
    """Measures the contexts of a run, named `run`, against references.

    Terms are lowercased words without stop words, stemmed: those of the `english` analyzer. A topic without a context
    is scored as an empty context: dissimilarity 1, no entity found, its readability not defined. A topic whose
    reference has no terms tells no run from another, its dissimilarity being the empty sum, and is left out. Which
    entities are quoted is not defined for a run in the INEX form, which has pages in the place of titles.

    Raises EvaluationError if an id stands twice in the run, if no reference has terms, or if the run has a context
    for none of the references.
    """
    found = _by_id(run, contexts)
    analyzer = Analyzer(AnalyzerConfig.named("english"))
    terms = {reference.id: analyzer.words(reference.text) for reference in references}
    judged = [reference for reference in references if terms[reference.id]]
    if not judged:
        raise EvaluationError(f"{run}: found no reference with terms to compare with; expected at least one")
    missing = tuple(reference.id for reference in judged if reference.id not in found)
    if len(missing) == len(judged):
        raise EvaluationError(f"{run}: found contexts for none of {len(judged)} references; expected the same ids")
    values = [_measure(found.get(reference.id), reference, terms[reference.id], analyzer) for reference in judged]
    columns = {measure: np.array([row[measure] for row in values]) for measure in MEASURES}
    if any(not sentence.titled for context in found.values() for sentence in context.sentences):
        columns["entity_recall"].fill(math.nan)  # a run in the INEX form names pages, not titles
    return ContextEvaluation(
        run,
        tuple(reference.id for reference in judged),
        columns,
        missing,
        tuple(identifier for identifier in found if identifier not in terms),
        tuple(reference.id for reference in references if not terms[reference.id]),
    )


def _by_id(run: str, contexts: Iterable[RunContext]) -> dict[str, RunContext]:
    found: dict[str, RunContext] = {}
    for context in contexts:
        if context.id in found:
            raise EvaluationError(f"{run}: found two contexts of {context.id!r}; expected one")
        found[context.id] = context
    return found


def _measure(
    context: RunContext | None, reference: Reference, terms: Sequence[str], analyzer: Analyzer
) -> dict[str, float]:
    sentences = context.sentences if context else ()
    dissimilar = dissimilarities(terms, analyzer.words(context.text) if context else [])
    values = dict(dissimilar)
    values |= {f"logsim_{gram}": log_similarity(dissimilar[gram]) for gram in GRAMS}
    values |= {name: measure(sentences) for name, measure in readability.measures(analyzer).items()}
    values["entity_recall"] = entity_recall({sentence.title for sentence in sentences}, reference.entities)
    return values


def entity_recall(quoted: Iterable[str], entities: Sequence[str]) -> float:
    """The share of distinct entities whose article is among the titles quoted; NaN if there are no entities."""
    wanted = frozenset(entities)
    return len(wanted.intersection(quoted)) / len(wanted) if wanted else math.nan
