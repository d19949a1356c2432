"""Text in tags that must not be quoted: struck-out text, and readings above words."""

from __future__ import annotations

import re

from tweetctx.corpus.holes import LOST
from tweetctx.text.language import words

STRUCK = words("s del strike")  # what an editor took back
READINGS = words("rp rt rtc")  # of <ruby>: how a word is spoken

# To the closing tag. If that is missing, to the next tag of its kind, the end of the ruby, or the end of the line.
_ELEMENT = re.compile(
    rf"""
    <({"|".join(sorted(STRUCK | READINGS))})(?:\s[^<>\n]*+)?>
    (?: ((?:[^<]++|<(?!/?\1[\s>]|r[bpt]>|/ruby>))*+)</\1\s*> | ([^\n]*?)(?=<\1[\s>]|<r[bpt]>|</ruby>|\n|\Z) )
    """,
    re.IGNORECASE | re.VERBOSE,
)
_END = re.compile(r"[.!?…。！？]['\"”’»)]*\s*\Z")


def without_struck(text: str) -> str:
    """Removes readings, and marks struck-out text as lost, so that its sentence is left out.

    >>> without_struck("<ruby>漢字<rp>(</rp><rt>kanji</rt><rp>)</rp></ruby> are signs.")
    '<ruby>漢字</ruby> are signs.'
    """
    return _ELEMENT.sub(_show, text)


def _show(match: re.Match[str]) -> str:
    return "" if match[1].lower() in READINGS else lost_for(match[2] or match[3] or "")


def lost_for(struck: str) -> str:
    """The mark for struck-out text. Whole sentences become a sentence of their own, so that the others stay."""
    if not struck.strip():
        return ""
    begin = f"{LOST}\n\n" if "\n\n" in struck else ""
    return f"{begin}{LOST}." if _END.search(struck) else f"{begin}{LOST}"
