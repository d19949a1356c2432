"""What shows that a sentence is debris: a piece of a list, of a table or of a page's own apparatus, or cut off."""

from __future__ import annotations

import regex

FEWEST_WORDS = 3

_CLOSED = regex.compile(r"(?<!\.\.|\. )[.!?。！？][\"'”’»)\]]*$")
_SMALL = regex.compile(r"\W*\p{Ll}++(?![\p{L}\p{N}!])")
_MARKUP = regex.compile(r"\{\{|\}\}|\[\[|\]\]|<\/?\w+|\|")
_WORD = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}]|[^\s\p{Han}\p{Hiragana}\p{Katakana}]+"
)  # or a sign that can be one
_APPARATUS = regex.compile(
    r"\W*(?:See also\b|See the\b|Main articles?\b|Further information\b|References?:|External links?\b|Notes?:|Source:"
    r"|For (?:other|more)\b.*\bsee\b|This (?:article|page|list|section|category|template|disambiguation)\b"
    r"|(?:Below|The following|This) (?:is|are) (?:a |the )?(?:full |complete )?(?:lists?|tables?)\b)"
)


def is_truncated(sentence: str) -> bool:
    """Whether a sentence lacks its closing punctuation, or ends with an ellipsis."""
    return _CLOSED.search(sentence.rstrip()) is None


def flaw_of(sentence: str) -> str | None:
    """What is wrong with a sentence in a few words; None for one that looks whole."""
    if is_truncated(sentence):
        return "does not end as a sentence"
    if _SMALL.match(sentence):
        return "does not begin as a sentence"
    if sentence.count("(") != sentence.count(")"):
        return "has a bracket without its other half"
    if _MARKUP.search(sentence):
        return "has marks of a page's source"
    if _APPARATUS.match(sentence):
        return "speaks of its page"
    if len(_WORD.findall(sentence)) < FEWEST_WORDS:
        return f"has fewer than {FEWEST_WORDS} words"
    return None
