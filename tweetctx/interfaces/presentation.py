"""Passages and explanations as text and as plain values."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from tweetctx.errors import counted
from tweetctx.linking import ExplainedMention
from tweetctx.pipeline import Explanation
from tweetctx.tweets.records import Tweet
from tweetctx.types import LICENCE_NAME, Context, Links, Passage, QueryTerm, written_score
from tweetctx.wikipedias.indexes import DEMONSTRATION

_SHOWN_TERMS = 12  # of a score, in an explanation
_SHOWN_TEXT = 100  # characters of a passage, in an explanation
_PREFIX = re.compile(r" *(?:[-+\d.]+ {2}|\w+ {3,}|[+−] )?")  # of a line, under which its next lines do not begin


def passage_record(passage: Passage) -> dict[str, Any]:
    """A passage as plain values."""
    return {
        "score": passage.score,
        "title": passage.title,
        "heading": passage.heading,
        "url": passage.url,
        "text": passage.text,
    }


def sources_line(context: Context) -> str:
    """The titles of the quoted articles, and the licence of their text."""
    titles = "; ".join(dict.fromkeys(title for title, _ in context.sources))
    licence = f" Text from Wikipedia, {LICENCE_NAME}." if context.from_wikipedia else ""
    demonstration = " Text of the demonstration corpus, CC0." if context.origin.wiki == DEMONSTRATION else ""
    return f"Sources: {titles}.{licence}{demonstration}"


def passage_text(passage: Passage) -> str:
    """A passage with its score and source."""
    return f"{passage.score:9.4f}  {_full_title(passage)}  {passage.url}\n{passage.text}\n"


def link_lines(links: Links, mentions: Iterable[ExplainedMention]) -> Iterator[str]:
    """Links with their probabilities and other candidates. mentions: the explained mentions, if any."""
    named = {(mention.start, mention.end): mention for mention in mentions if not mention.unlinked}
    for link in links.links:
        yield f"{link.probability:5.2f}  {link.text}  →  {link.title}  {link.url}".rstrip()
        mention = named.get((link.start, link.end))
        for candidate in mention.candidates[1:] if mention else ():
            yield f"       {candidate.probability:5.2f}  {candidate.title}"


def mention_lines(mention: ExplainedMention) -> Iterator[str]:
    """A mention for people: whether it is linked, its candidates with their probabilities, and the reasons."""
    yield f"  {mention.text}  {f'not linked: {mention.unlinked}' if mention.unlinked else 'linked'}"
    for candidate in mention.candidates:
        yield f"    {candidate.probability:5.2f}  {candidate.title}"
        for reason in candidate.reasons:
            sign = "+" if reason.weight > 0 else "−"
            yield f"           {sign} {reason.text} ({reason.weight:+.1f})"


def wrapped(lines: Iterable[str], width: int | None) -> str:
    """Joins lines; those longer than `width` are wrapped and aligned with their text."""
    if width is None:
        return "\n".join(lines)
    return "\n".join(part for line in lines for part in _wrapped(line, width) or [""])


def _wrapped(line: str, width: int) -> list[str]:
    prefix = _PREFIX.match(line)
    indent = " " * min(prefix.end() if prefix else 0, width // 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _full_title(passage: Passage) -> str:
    return f"{passage.title} / {passage.heading}" if passage.heading else passage.title


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """An explanation as plain values."""
    return {
        "words": list(explanation.tweet.words),
        "author": explanation.tweet.author,
        "created_at": str(explanation.tweet.created_at) if explanation.tweet.created_at else None,
        "terms": [
            {"term": term.term, "weight": term.weight, "cf": cf, "df": df}
            for term, cf, df in _counted_terms(explanation)
        ],
        "mentions": list(map(asdict, explanation.mentions)),
        "passages": [passage_record(passage) for passage in explanation.passages],
        "scored_sentences": explanation.pool,
        "chosen": [
            {
                "text": sentence.text,
                "score": written_score(sentence.score),
                "terms": {term: written_score(score) for term, score in term_scores},
            }
            for sentence, term_scores in zip(explanation.context.sentences, explanation.scores, strict=True)
        ],
        "rejected": [
            {
                "text": rejection.sentence.text,
                "score": written_score(rejection.sentence.score),
                "reason": rejection.reason,
            }
            for rejection in explanation.rejected
        ],
        "took_ms": {stage: round(seconds * 1e3, 3) for stage, seconds in explanation.times.items()},
    }


def explanation_text(explanation: Explanation, width: int | None = None) -> str:
    """An explanation as text. width: the columns of a terminal."""
    return wrapped(_explanation_lines(explanation), width)


def _explanation_lines(explanation: Explanation) -> Iterator[str]:
    yield f"words       {' '.join(explanation.tweet.words)}"
    yield from _origin(explanation.tweet)
    yield ""
    yield "query term            weight         cf         df"
    for term, cf, df in _counted_terms(explanation):
        yield f"  {term.term:<18} {term.weight:>7g} {cf:>10} {df:>10}"
    if explanation.mentions:
        yield ""
        yield "mentions, the probabilities of their candidates, and the strongest evidence for (+) and against (−) each"
    for mention in explanation.mentions:
        yield from mention_lines(mention)
    yield ""
    shown = len(explanation.passages)
    best = f"; the best {shown}" if shown < explanation.retrieved else ""
    yield f"passages    {explanation.retrieved} retrieved, {counted(explanation.pool, 'sentence')} scored{best}"
    for passage in explanation.passages:
        yield f"  {passage.score:9.4f}  {_full_title(passage)}: {_shortened(passage.text)}"
    yield ""
    yield "chosen, in the order of reading"
    for sentence, term_scores in zip(explanation.context.sentences, explanation.scores, strict=True):
        yield f"  {sentence.score:9.4f}  [{sentence.title}] {sentence.text}"
        if term_scores:  # a model of one's own may explain nothing
            yield f"             {_sum(term_scores)}"
    yield ""
    yield "rejected, although scored above the last one chosen"
    for rejection in explanation.rejected:
        yield f"  {rejection.sentence.score:9.4f}  [{rejection.sentence.title}] {rejection.sentence.text}"
        yield f"             {rejection.reason}"
    if not explanation.rejected:
        yield "  none"
    yield ""
    yield "took        " + ", ".join(f"{stage} {seconds * 1e3:.1f} ms" for stage, seconds in explanation.times.items())


def _origin(tweet: Tweet) -> Iterator[str]:
    """The author and date of a tweet, as far as known."""
    if tweet.author:
        yield f"author      {tweet.author}"
    if tweet.created_at:
        yield f"date        {tweet.created_at}"


def _counted_terms(explanation: Explanation) -> Iterator[tuple[QueryTerm, int, int]]:
    """The terms of the query, each with its cf and df."""
    query = explanation.context.query
    return zip(query.terms, query.stats.cf.tolist(), query.stats.df.tolist(), strict=True)


def _sum(term_scores: tuple[tuple[str, float], ...]) -> str:
    shown = "  ".join(f"{term} {value:+.3f}" for term, value in term_scores[:_SHOWN_TERMS])
    rest = term_scores[_SHOWN_TERMS:]
    return f"{shown}  and {len(rest)} more {sum(value for _, value in rest):+.3f}" if rest else shown


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN_TEXT else text[: _SHOWN_TEXT - 1].rstrip() + "…"


def as_json(record: dict[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(record, ensure_ascii=False)
