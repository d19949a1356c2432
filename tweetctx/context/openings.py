"""Words at the beginning of a sentence that refer to a sentence before it."""

from __future__ import annotations

import regex

_PRONOUNS = "he she it they him her them his hers its their theirs this that these those such both"
_CONNECTIVES = """
accordingly additionally afterwards also and besides but consequently conversely furthermore hence however instead
likewise meanwhile moreover nevertheless nonetheless nor or otherwise similarly so subsequently then thereafter
therefore thus yet
"""
_PHRASES = """
after that, after this, as a result, as such, at that time, at the same time, because of that, because of this,
by contrast, by then, due to this, for example, for instance, for that reason, for this reason, in addition,
in contrast, in fact, in other words, in particular, in spite of this, in this, in turn, on the contrary,
on the other hand, since then, that is, the former, the latter, the same
"""

PRONOUNS = tuple(_PRONOUNS.split())
CONNECTIVES = (*_CONNECTIVES.split(), *(phrase.strip() for phrase in _PHRASES.split(",")))
_OPENINGS = (f"(?i:{words[0]}){words[1:]}" for words in (*PRONOUNS, *CONNECTIVES))  # It, but not IT
_OPENING = regex.compile(rf"\W*(?:{'|'.join(_OPENINGS)})\b(?!-)")  # nor He-Man


def opens_dependent(sentence: str) -> bool:
    """Whether a sentence opens with a pronoun or a connective."""
    return _OPENING.match(sentence) is not None
