"""Where sentences surely end, in whatever language: for readers, which must cut none in two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from tweetctx.text.case import CAPITALS, SMALL
from tweetctx.text.language import words
from tweetctx.text.languages import CODES, tables_of

MISSING = "\ue000-\ue007"  # the marks of what is missing, see `corpus.holes`
CLOSERS = r"[\"'”’»)\]」』]"
CAPITAL = rf"[\"'“‘«„¿¡「『]*[^\W\d_{SMALL}]"  # or a letter without case

# Cautious: what is no end for sure is none.
_END = re.compile(
    rf"""
    (?<![\w.'’-]) ([\w'’-]*+) [)\]”"’»%{MISSING}]* [.!?…] {CLOSERS}* \s+ (?= {CAPITAL} | [("“«\d{MISSING}] )
    | [。！？]{CLOSERS}*
    """,
    re.VERBOSE,
)
_WORD = re.compile(r"[^\W\d_]+")
_SHORT = re.compile(rf"[^\W_]?|[{CAPITALS}]\w{{,3}}|\d{{1,3}}")  # may be abbreviated, an initial, or an ordinal


def sentence_ends(line: str) -> Iterator[int]:
    """Yields where sentences of a line surely end, in whatever language: none at what may be an abbreviation."""
    for match in _END.finditer(line):
        word = match[1]
        if word is None:
            yield match.end()
        elif word not in _words("never_last"):
            seldom = word in _words("seldom_last")
            if (not seldom and not _SHORT.fullmatch(word)) or _opens(line, match.end(), surely=seldom):
                yield match.end()


def _opens(line: str, begin: int, *, surely: bool) -> bool:
    """Whether a word that opens sentences, in whatever language, begins there. surely: it is no name either."""
    following = _WORD.match(line, begin)
    if following is None or following[0] not in _words("openers"):
        return False
    return not surely or following[0] not in _words("doubtful_openers")


@cache
def _words(*kinds: str) -> frozenset[str]:
    """Words of all languages; abbreviations are without their full stop."""
    tables = [tables_of(code).get("boundaries", {}) for code in CODES]
    return frozenset().union(*(words(table.get(kind, "")) for table in tables for kind in kinds))
