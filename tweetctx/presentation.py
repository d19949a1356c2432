"""Passages and explanations as text and as plain values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tweetctx.pipeline import Explanation
from tweetctx.types import Link, Passage, QueryTerm

_SHOWN_TERMS = 12  # of a score, in an explanation
_SHOWN_TEXT = 100  # characters of a passage, in an explanation


def passage_record(passage: Passage) -> dict[str, Any]:
    """A passage as plain values."""
    return {
        "score": passage.score,
        "title": passage.title,
        "heading": passage.heading,
        "url": passage.url,
        "text": passage.text,
    }


def passage_text(passage: Passage) -> str:
    """A passage with its score and source."""
    return f"{passage.score:9.4f}  {_place(passage)}  {passage.url}\n{passage.text}\n"


def link_text(link: Link) -> str:
    """A link with its probability."""
    return f"{link.probability:5.2f}  {link.text}  →  {link.title}  {link.url}".rstrip()


def _place(passage: Passage) -> str:
    return f"{passage.title} / {passage.heading}" if passage.heading else passage.title


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """What happened at each stage, as plain values."""
    return {
        "words": list(explanation.tweet.words),
        "terms": [
            {"term": term.term, "weight": term.weight, "cf": cf, "df": df}
            for term, cf, df in _counted_terms(explanation)
        ],
        "passages": [passage_record(passage) for passage in explanation.passages],
        "scored_sentences": explanation.pool,
        "chosen": [
            {"text": sentence.text, "score": sentence.score, "terms": dict(parts)}
            for sentence, parts in zip(explanation.context.sentences, explanation.scores, strict=True)
        ],
        "rejected": [
            {"text": rejection.sentence.text, "score": rejection.sentence.score, "reason": rejection.reason}
            for rejection in explanation.rejected
        ],
    }


def explanation_text(explanation: Explanation) -> str:
    """What happened at each stage, for people."""
    return "\n".join(_explanation_lines(explanation))


def _explanation_lines(explanation: Explanation) -> Iterator[str]:
    yield f"words       {' '.join(explanation.tweet.words)}"
    yield "\nquery term            weight         cf         df"
    for term, cf, df in _counted_terms(explanation):
        yield f"  {term.term:<18} {term.weight:>7g} {cf:>10} {df:>10}"
    yield f"\npassages    {len(explanation.passages)} retrieved, {explanation.pool} sentences scored"
    for passage in explanation.passages:
        yield f"  {passage.score:9.4f}  {_place(passage)}: {_shortened(passage.text)}"
    yield "\nchosen, in the order of reading"
    for sentence, parts in zip(explanation.context.sentences, explanation.scores, strict=True):
        yield f"  {sentence.score:9.4f}  [{sentence.title}] {sentence.text}"
        yield f"             {_sum(parts)}"
    yield "\nrejected, though better than the last one chosen"
    for rejection in explanation.rejected:
        yield f"  {rejection.sentence.score:9.4f}  [{rejection.sentence.title}] {rejection.sentence.text}"
        yield f"             {rejection.reason}"
    if not explanation.rejected:
        yield "  none"


def _counted_terms(explanation: Explanation) -> Iterator[tuple[QueryTerm, int, int]]:
    """The terms of the query, each with its cf and df."""
    query = explanation.context.query
    return zip(query.terms, query.stats.cf.tolist(), query.stats.df.tolist(), strict=True)


def _sum(parts: tuple[tuple[str, float], ...]) -> str:
    shown = "  ".join(f"{term} {value:+.3f}" for term, value in parts[:_SHOWN_TERMS])
    rest = parts[_SHOWN_TERMS:]
    return f"{shown}  and {len(rest)} more {sum(value for _, value in rest):+.3f}" if rest else shown


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN_TEXT else text[: _SHOWN_TEXT - 1].rstrip() + "…"


def as_json(record: dict[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(record, ensure_ascii=False)
