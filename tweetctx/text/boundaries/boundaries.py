"""What a language says of where its sentences end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# As character classes of `regex`: what may stand before the first word of a sentence and behind its last mark. What
# opens a quotation in one language closes it in the next: „so“, »so«, « so ».
_OPENING = r"""\p{Ps}\p{Pi}\p{Pf}"'¿¡"""
_CLOSING = r"""\p{Pe}\p{Pf}\p{Pi}"'"""
_QUOTATIONS = (("„", "“"), ("«", "»"), ("»", "«"), ("“", "”"), ("「", "」"), ("『", "』"))


def words(text: str) -> frozenset[str]:
    """The words of a text, as a table in the code is written."""
    return frozenset(text.split())


def _is_no_letter(word: str) -> bool:
    return len(word) > 2 or not word[:1].isalpha()


@dataclass(frozen=True, slots=True)
class Boundaries:
    """The words and marks that decide where a sentence ends.

    never_last, seldom_last: abbreviations without their last full stop, and without the spaces inside (z. B. is z.B).
    After the ones a sentence never ends; after the others it does before one of the openers, and only there.
    openers: words that open sentences. doubtful_openers: those of them that are surnames or initials too.
    marked_names: names that end in a mark of exclamation or interrogation.
    ordinals: whether a number with a full stop is an ordinal, as in "3. Oktober".
    ends: marks that end a sentence besides those that Unicode says do.
    opening, closing, quotations: the marks around a sentence, and those around a part of one, in pairs.
    spaces: whether abbreviations and guillemets may have spaces inside.
    stands_alone: whether a word that is in no table is one without its full stop.
    """

    never_last: frozenset[str]
    seldom_last: frozenset[str]
    openers: frozenset[str]
    doubtful_openers: frozenset[str] = frozenset()
    marked_names: frozenset[str] = frozenset()
    ordinals: bool = False
    ends: str = ""
    opening: str = _OPENING
    closing: str = _CLOSING
    quotations: tuple[tuple[str, str], ...] = _QUOTATIONS
    spaces: bool = True
    stands_alone: Callable[[str], bool] = _is_no_letter
