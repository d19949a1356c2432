"""A run against references, topic by topic."""

import math

import numpy as np
import pytest

from tweetctx.evaluation.contexts import MEASURES, entity_scores, evaluate_contexts, harmonic_mean
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.references import Reference
from tweetctx.runs import RunContext, RunSentence

REFERENCES = [
    Reference("1", "Houston sang the songs.", ("Whitney Houston", "Newark")),
    Reference("2", "Protesters in a park.", ("Occupy",)),
    Reference("3", "It is.", ("Nothing",)),
    Reference("4", "Newark Newark city"),
]


def context(identifier: str, *pairs: tuple[str, str]) -> RunContext:
    made = tuple(RunSentence(text, title, 1.0) for title, text in pairs)
    return RunContext(identifier, made, " ".join(text for _, text in pairs))


RUN = [
    context("4", ("Ohio", "A city in Newark.")),
    context("9", ("Ohio", "Somewhere else.")),
    context("1", ("Newark", "Songs were sung."), ("Newark", "Houston sang a song.")),
]


def test_measures_by_hand() -> None:
    found = evaluate_contexts("run", RUN, REFERENCES)
    assert (found.topics, found.missing, found.unjudged, found.left_out) == (("1", "2", "4"), ("2",), ("9",), ("3",))
    # 1: houston sang song against song sung houston sang song; 4: newark newark city against city newark.
    log = math.log
    first = 2 / 3 * (1 - log(1 / 5 + 1) / log(1 / 3 + 1)) + 1 / 3 * (1 - log(1 / 3 + 1) / log(2 / 5 + 1))
    last = 2 / 3 * (1 - log(1 / 2 + 1) / log(2 / 3 + 1)) + 1 / 3 * (1 - log(1 / 3 + 1) / log(1 / 2 + 1))
    assert found.values["unigram"] == pytest.approx([first, 1, last])
    assert found.values["logsim_unigram"] == pytest.approx([1 - first, 0, 1 - last])
    assert found.mean("unigram") == pytest.approx((first + 1 + last) / 3)
    # 4: newark newark, newark city against city newark: nothing shared.
    assert found.values["bigram"][2] == 1


def test_what_a_missing_context_is_worth() -> None:
    found = evaluate_contexts("run", RUN, REFERENCES)
    for gram in ("unigram", "bigram", "skip"):
        assert (found.values[gram][1], found.values[f"logsim_{gram}"][1]) == (1, 0)
    assert found.values["entity_recall"][1] == 0
    assert math.isnan(found.values["sentence_words"][1])
    assert found.count("sentence_words") == 2
    assert found.mean("sentence_words") == ((3 + 4) / 2 + 4) / 2


def test_one_word_has_no_pairs_to_cover() -> None:
    found = evaluate_contexts("run", RUN, [Reference("1", "Houston"), Reference("2", "Protesters"), REFERENCES[3]])
    assert found.values["unigram"][1] == 1
    for measure in ("bigram", "skip", "logsim_bigram", "logsim_skip"):
        assert np.isnan(found.values[measure]).tolist() == [True, True, False]
        assert found.mean(measure) == found.values[measure][2]


def test_entities() -> None:
    found = evaluate_contexts("run", RUN, REFERENCES)
    np.testing.assert_array_equal(found.values["entity_recall"], [1 / 2, 0, math.nan])
    np.testing.assert_array_equal(found.values["entity_precision"], [1, math.nan, math.nan])
    np.testing.assert_array_equal(found.values["first"], [1, math.nan, math.nan])
    np.testing.assert_array_equal(found.values["silent"], [0, 1, 0])
    # Recall is 1/4 over two topics, precision 1 over the one with a context: 2·1/4·1/(1/4 + 1).
    assert found.overall == {"entity_f1": 2 / 5}


def test_entities_of_one_context_by_hand() -> None:
    found = entity_scores(["Ohio", "Newark", "Ohio"], ["Newark", "Newark", "Rome", "Oslo"])
    assert found == {"entity_recall": 1 / 3, "entity_precision": 1 / 2, "first": 0, "silent": 0}
    assert entity_scores(["Rome"], ["Rome", "Oslo"])["first"] == 1
    silent = entity_scores([], ["Rome"])
    assert (silent["entity_recall"], silent["silent"]) == (0, 1)
    assert math.isnan(silent["entity_precision"])
    assert math.isnan(silent["first"])


def test_f1() -> None:
    assert harmonic_mean(0.5, 1) == 2 / 3
    assert harmonic_mean(0, 0) == 0
    assert math.isnan(harmonic_mean(math.nan, 0))


def test_a_measure_that_no_topic_defines_has_no_mean() -> None:
    found = evaluate_contexts("run", RUN, REFERENCES[3:])
    assert math.isnan(found.mean("entity_recall"))
    assert found.count("entity_recall") == 0
    assert math.isnan(found.means["entity_f1"])


def test_every_measure_has_a_value_for_every_topic() -> None:
    found = evaluate_contexts("run", RUN, REFERENCES)
    assert list(found.values) == list(MEASURES)
    assert all(values.shape == (3,) and values.dtype == np.float64 for values in found.values.values())


def test_the_order_of_a_run_does_not_matter() -> None:
    one, other = evaluate_contexts("run", RUN, REFERENCES), evaluate_contexts("run", RUN[::-1], REFERENCES)
    for measure in MEASURES:
        np.testing.assert_array_equal(one.values[measure], other.values[measure])


def test_what_cannot_be_compared() -> None:
    with pytest.raises(EvaluationError, match="run: found two contexts of '4'; expected one"):
        evaluate_contexts("run", [*RUN, RUN[0]], REFERENCES)
    with pytest.raises(EvaluationError, match="references: found no reference with words, expected"):
        evaluate_contexts("run", RUN, REFERENCES[2:3])
    with pytest.raises(EvaluationError, match="run: found contexts for none of 1 reference, such as '2'; expected"):
        evaluate_contexts("run", RUN, REFERENCES[1:2])
    with pytest.raises(EvaluationError, match="for none of 3 references"):
        evaluate_contexts("run", [], REFERENCES)


def test_pages_are_no_titles() -> None:
    references = [Reference("1", "a cat sleeps", ("Cat",)), Reference("2", "a dog barks", ("Dog",))]
    sentence = RunSentence("A cat sleeps.", "Cat", 1.0, titled=False)
    found = evaluate_contexts("x.run", [RunContext("1", (sentence,), sentence.text)], references)
    assert [found.count(name) for name in ("entity_recall", "entity_precision", "first")] == [0, 0, 0]
    assert found.mean("silent") == 1 / 2
