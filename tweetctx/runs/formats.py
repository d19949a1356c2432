"""How a topic and its context are written into a run."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import count

from tweetctx.errors import RunError
from tweetctx.presentation import as_json
from tweetctx.runs.settings import Format
from tweetctx.types import Context, ScoredSentence

# What separates columns or, to some reader, lines.
BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_TO_SPACES = str.maketrans(dict.fromkeys(BREAKS, " "))
SCORE_STEP = 1e-4  # survives being read as a 32-bit number, as trec_eval does, up to scores of 1,000
_LEAST = -1e300  # for −inf, below which nothing can decrease


def strictly_decreasing(scores: Iterable[float]) -> list[float]:
    """Scores in rank order, lowered where they must be so that each is below the one before it.

    A score that is below all before it stays as the model gave it; any other becomes the one before it less
    SCORE_STEP. Scores that decrease already, as in `order="score"`, come out as they went in.
    """
    lowered: list[float] = []
    for score in scores:
        own, last = max(score, _LEAST), lowered[-1] if lowered else math.inf
        # The second of the two matters where numbers are so large that a step vanishes.
        lowered.append(own if own < last else min(last - SCORE_STEP, math.nextafter(last, -math.inf)))
    return lowered


def check_identifier(identifier: str, form: Format) -> None:
    """RunError for a topic whose id is blank, or cannot be a column of the INEX form; JSON Lines takes any other."""
    if not identifier.strip():
        raise RunError(f"topic {identifier!r}: found a blank id; expected one that can be told from others")
    if form == "inex" and not set(BREAKS).isdisjoint(identifier):
        raise RunError(
            f"topic {identifier!r}: found a tab or line break in its id; "
            "expected an id that can be a column of the INEX form (the form jsonl takes any)"
        )


def inex_lines(identifier: str, context: Context, page_of: Callable[[ScoredSentence], str], run_id: str) -> str:
    """A context in the INEX form, a line a sentence, ranked in reading order; no lines if it has no sentences.

    `tweet-id Q0 page-file rank score run-id sentence`, tab-separated. INEX reads the sentences in the order of their
    ranks as the summary, and breaks no ties: so ranks are the order of reading, and the scores are made to decrease
    with them (`strictly_decreasing`). page_of: the id of the article of a sentence.
    """
    scores = strictly_decreasing(sentence.score for sentence in context.sentences)
    return "".join(
        f"{identifier}\tQ0\t{_one_column(page_of(sentence))}\t{rank}\t{score!r}\t{run_id}\t"
        f"{_one_column(sentence.text)}\n"
        for rank, score, sentence in zip(count(1), scores, context.sentences, strict=False)
    )


def jsonl_line(identifier: str, context: Context) -> str:
    """A context as a line of JSON Lines, without `took_ms`: the same run is the same bytes on any day and machine."""
    record = context.to_dict(identifier)
    del record["took_ms"]
    return as_json(record) + "\n"


def as_bytes(text: str) -> bytes:
    """UTF-8. Half a surrogate pair, which a tweet may hold, is written as the escape that JSON has for it."""
    return text.encode("utf-8", "backslashreplace")


def _one_column(text: str) -> str:
    return text.translate(_TO_SPACES)
