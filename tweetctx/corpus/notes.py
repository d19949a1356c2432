"""Notes by which a page leads to others, "Main article: …", "For other uses, see …": no text of an article.

The languages' files list how they begin. Those of all languages are known in every source, as one may copy another's.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

from tweetctx.corpus.ends import sentence_ends
from tweetctx.text.languages import CODES, tables_of

_BEFORE = r"[\s'\"“«(\[→►»›:*•–—-]*"  # marks of emphasis, brackets, arrows


def begins_note(line: str) -> bool:
    """Whether a line begins with a note, in whatever language."""
    return _pattern().match(line) is not None


def without_notes(line: str) -> str:
    """Removes notes from the beginning of a paragraph, each to the end of its sentence.

    >>> without_notes("Main article: Watermill"), without_notes("For other mills, see Mill. It is old.")
    ('', 'It is old.')
    """
    while match := _pattern().match(line):
        end = next((end for end in sentence_ends(line) if end > match.end()), len(line))
        line = line[end:].lstrip()
    return line


def without_beginning(line: str) -> str:
    """Removes the first sentence of a paragraph that begins with a finite verb: its subject is missing.

    >>> without_beginning("is heavy. Lead is soft."), without_beginning("Lead is soft.")
    ('Lead is soft.', 'Lead is soft.')
    """
    if line[:1].islower() and line.partition(" ")[0] in _verbs():
        return line[next(sentence_ends(line), len(line)) :]
    return line


@cache
def _verbs() -> frozenset[str]:
    return frozenset(chain.from_iterable(tables_of(code).get("notes", {}).get("verbs", "").split() for code in CODES))


@cache
def _pattern() -> re.Pattern[str]:
    tables = [table for code in CODES if (table := tables_of(code).get("notes"))]
    labels = [label.strip() for table in tables for label in table.get("labels", "").replace("\n", " ").split(",")]
    longest_first = sorted({re.escape(label) for label in labels if label}, key=len, reverse=True)
    sentences = "|".join(pattern.replace("\n", "") for table in tables if (pattern := table.get("sentences", "")))
    return re.compile(rf"{_BEFORE}(?:(?:{'|'.join(longest_first)})['\"”»]*\s?[:：]|{sentences})", re.IGNORECASE)
