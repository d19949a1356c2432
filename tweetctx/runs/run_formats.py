"""The formats of runs."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from itertools import count

from tweetctx.errors import RunError
from tweetctx.runs.settings import Format
from tweetctx.runs.trec import RunEntry, one_word, run_lines
from tweetctx.types import Context, written_score

# Characters that separate columns or, for some readers, lines.
BREAKS = "\t\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_TO_SPACES = str.maketrans(dict.fromkeys(BREAKS, " "))
SCORE_STEP = 1e-4  # survives being read as a 32-bit number, as trec_eval does, up to scores of 1,000


def strictly_decreasing(scores: Iterable[float]) -> list[float]:
    """Lowers scores in rank order where they do not decrease.

    A score below all before it is unchanged; any other is replaced by the one before it minus SCORE_STEP.
    """
    lowered: list[float] = []
    for score in scores:
        written, last = written_score(score), lowered[-1] if lowered else math.inf
        # The second of the two matters where numbers are so large that a step vanishes.
        lowered.append(written if written < last else min(last - SCORE_STEP, math.nextafter(last, -math.inf)))
    return lowered


def check_identifier(identifier: str, form: Format) -> None:
    """Raises RunError for a blank id, and for one that the format cannot hold; JSON Lines can hold any other."""
    if not identifier.strip():
        raise RunError(f"topic {identifier!r}: found a blank id; expected a unique one")
    if form == "trec" and identifier.split() != [identifier]:
        raise RunError(f"topic {identifier!r}: found white space in its id; expected one word in the TREC form")
    if form == "inex" and not set(BREAKS).isdisjoint(identifier):
        raise RunError(
            f"topic {identifier!r}: found a tab or line break in its id; "
            "expected an id that can be a column of the INEX form (the form jsonl takes any)"
        )


def inex_lines(identifier: str, context: Context, run_id: str) -> str:
    """Formats a context in the INEX format, one line per sentence in reading order; none for an empty context.

    `tweet-id Q0 page-file rank score run-id sentence`, tab-separated; the page-file is the article's id. INEX reads
    the sentences in the order of their ranks as the summary and breaks no ties, so ranks follow reading order and
    scores are made to decrease with them (`strictly_decreasing`).
    """
    scores = strictly_decreasing(sentence.score for sentence in context.sentences)
    return "".join(
        f"{identifier}\tQ0\t{_one_column(sentence.article_id)}\t{rank}\t{score!r}\t{run_id}\t"
        f"{_one_column(sentence.text)}\n"
        for rank, score, sentence in zip(count(1), scores, context.sentences, strict=False)
    )


def trec_lines(identifier: str, context: Context, run_id: str) -> str:
    """Formats a context in the TREC form: the passages that it quotes, each once, by their best sentence's score.

    `tweet-id Q0 passage-id rank score run-id`; for the ids see `Hits.passage_id`. Equal scores are lowered so that they
    decrease, as trec_eval would order them by id.
    """
    best: dict[str, float] = {}
    for sentence in context.sentences:
        best[sentence.passage_id] = max(sentence.score, best.get(sentence.passage_id, -math.inf))
    ranked = sorted(best.items(), key=lambda item: -item[1])
    scores = strictly_decreasing(score for _, score in ranked)
    entries = (RunEntry(identifier, one_word(name), score) for (name, _), score in zip(ranked, scores, strict=True))
    return "".join(run_lines(entries, run_id))


def jsonl_line(identifier: str, context: Context) -> str:
    """Formats a context as a line of JSON Lines, without `took_ms`, so that equal runs have equal bytes."""
    record = context.to_dict(identifier)
    del record["took_ms"]
    return json.dumps(record, ensure_ascii=False) + "\n"


def as_bytes(text: str) -> bytes:
    """Encodes text as UTF-8; half a surrogate pair, which a tweet may hold, becomes its JSON escape."""
    return text.encode("utf-8", "backslashreplace")


def _one_column(text: str) -> str:
    return text.translate(_TO_SPACES)
