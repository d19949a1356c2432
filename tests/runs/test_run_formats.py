"""How contexts are written into a run, by hand."""

import json
import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tweetctx.errors import ParameterError, RunError, ScorerError
from tweetctx.presets import parse_preset
from tweetctx.runs import RUN_PRESETS, RunSettings
from tweetctx.runs.run_formats import as_bytes, check_identifier, inex_lines, jsonl_line, strictly_decreasing
from tweetctx.types import Context, Link, Query, QueryTerm, ScoredSentence


def sentence(text: str, score: float, article: int = 0) -> ScoredSentence:
    return ScoredSentence(text, f"Title {article}", f"u:{article}", score, f"{article}00", article, 0, 0)


def context(*sentences: ScoredSentence, tweet: str = "a tweet", links: tuple[Link, ...] = ()) -> Context:
    text = " ".join(one.text for one in sentences)
    return Context(tweet, Query((QueryTerm("tweet", 1.0),)), text, sentences, links, 12.345)


def test_inex_by_hand() -> None:
    found = context(sentence("Read first.", -2.5, 7), sentence("Better,\tread second.\nEnd", -1.25, 7))
    assert inex_lines("167", found, "mine") == (
        "167\tQ0\t700\t1\t-2.5\tmine\tRead first.\n167\tQ0\t700\t2\t-2.5001\tmine\tBetter, read second. End\n"
    )


def test_inex_has_no_line_for_an_empty_context() -> None:
    assert inex_lines("167", context(), "mine") == ""


@pytest.mark.parametrize(
    "separator", ["\t", "\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]
)
def test_nothing_breaks_a_line_or_column(separator: str) -> None:
    odd = replace(sentence(f"a{separator}b", -1.0), article_id=f"p{separator}q")
    lines = inex_lines("1", context(odd), "mine")
    assert lines == "1\tQ0\tp q\t1\t-1.0\tmine\ta b\n"
    assert lines.splitlines() == [lines.rstrip("\n")]


def test_jsonl_by_hand() -> None:
    links = (Link(4, 8, "“it”", 3, "It (novel)", "u:it", 0.123456),)
    line = jsonl_line("167", context(sentence("Zoë sang.", -2.5, 7), tweet="say\n“it”", links=links))
    assert line == (
        '{"id": "167", "tweet": "say\\n“it”", "query": [{"term": "tweet", "weight": 1.0}], "text": "Zoë sang.", '
        '"sentences": [{"text": "Zoë sang.", "title": "Title 7", "url": "u:7", "revision": null, "score": -2.5}], '
        '"links": [{"start": 4, "end": 8, "text": "“it”", "title": "It (novel)", "url": "u:it", '
        '"probability": 0.1235}], '
        '"attribution": "Source: Title 7 (u:7).", "reason": "", "confidence": null, '
        '"index": {"wiki": null, "date": null}}\n'
    )


def test_jsonl_has_a_record_for_an_empty_context() -> None:
    record = json.loads(jsonl_line("167", context()))
    assert (record["id"], record["text"], record["sentences"]) == ("167", "", [])


def test_half_a_surrogate_pair_is_written_and_read_back() -> None:
    written = as_bytes(jsonl_line("1", context(tweet="\ud83d and é")))
    assert "\\ud83d and é".encode() in written
    assert json.loads(written)["tweet"] == "\ud83d and é"


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([], []),
        ([-3.0], [-3.0]),
        ([-1.0, -2.0, -3.0], [-1.0, -2.0, -3.0]),
        ([-1.0, -1.0, -1.0], [-1.0, -1.0001, -1.0002]),
        ([-2.0, -1.0, -3.0], [-2.0, -2.0001, -3.0]),  # the third stays as it was
        ([-2.0, -1.0, -2.00005], [-2.0, -2.0001, -2.0002]),  # the third is no longer below
        ([4.0, 5.0, 3.99995], [4.0, 3.9999, 3.9998]),
    ],
)
def test_scores_are_lowered_only_where_they_must_be(scores: list[float], expected: list[float]) -> None:
    assert strictly_decreasing(scores) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, max_value=1e300), max_size=30))
def test_scores_decrease_and_never_rise(scores: list[float]) -> None:
    lowered = strictly_decreasing(scores)
    assert all(later < earlier for earlier, later in pairwise(lowered))
    assert all(new <= old for new, old in zip(lowered, scores, strict=True) if old > -1e300)
    assert strictly_decreasing(lowered) == lowered


def test_scores_without_a_bottom_are_finite_numbers() -> None:
    lowered = strictly_decreasing([-math.inf, -1.0, -math.inf])
    assert lowered[0] > lowered[1] > lowered[2] > -math.inf


@given(st.floats(-900, 900), st.integers(2, 20))
def test_lowered_scores_are_told_apart_in_32_bits(score: float, count: int) -> None:
    narrow = np.array(strictly_decreasing([score] * count), np.float32)
    assert (narrow[1:] < narrow[:-1]).all()


@pytest.mark.parametrize("form", ["inex", "jsonl"])
@pytest.mark.parametrize("identifier", ["", " ", "\t\n"])
def test_blank_ids_are_not_written(identifier: str, form: Any) -> None:
    with pytest.raises(RunError, match=r"^topic .*: found a blank id; expected a unique one"):
        check_identifier(identifier, form)


@pytest.mark.parametrize("identifier", ["a\tb", "a\nb", "a\u2028b"])
def test_ids_that_are_no_column(identifier: str) -> None:
    with pytest.raises(RunError, match=r"^topic .*: found .* its id; expected an id that can be a column"):
        check_identifier(identifier, "inex")
    check_identifier(identifier, "jsonl")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"limit": -1}, ParameterError, "limit: found -1, expected a whole number from 0"),
        ({"unit": "pages"}, ParameterError, "unit: found pages, expected one of chars, graphemes"),
        ({"passages": 0}, ParameterError, "passages: found 0, expected a whole number of passages from 1"),
        ({"lam": 1.0}, ParameterError, "lam: found 1.0"),
        ({"rules": "inex"}, ParameterError, "rules: found 'inex', expected 'default' or 'dcu'"),
        ({"order": "date"}, ParameterError, "order: found date, expected one of article, score"),
        ({"format": "tsv"}, ParameterError, "format: found 'tsv', expected one of inex, jsonl, trec"),
        ({"run_id": "a b"}, ParameterError, "run_id: found 'a b', expected a name without white space"),
        ({"run_id": ""}, ParameterError, "run_id: found '', expected a name without white space"),
        ({"scorer": "bm52"}, ScorerError, "scorer: found 'bm52', expected one of "),
    ],
)
def test_settings_are_checked(options: dict[str, str], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        RunSettings(**options)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_a_scorer_is_kept_in_full() -> None:
    assert RunSettings("dcu-185").scorer == RunSettings(" jm( lam=0.4 )").scorer == str(parse_preset("dcu-185"))


@pytest.mark.parametrize("number", ["185", "186", "187"])
def test_the_runs_of_dcu(number: str) -> None:
    settings = RunSettings(**RUN_PRESETS[f"dcu-{number}"])
    assert parse_preset(settings.scorer) == parse_preset(f"dcu-{number}")
    assert (settings.limit, settings.unit, settings.passages, settings.lam) == (500, "chars", 20, 0.4)
    assert (settings.rules, settings.run_id) == ("dcu", number)
