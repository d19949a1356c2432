"""Quotations of several sentences, of which those in the middle have no mark of their own."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

import regex

# Marks that pair with each other: straight ones, curly ones, guillemets, Asian brackets.
_FAMILIES = ('"', "“”„", "«»", "「」", "『』")
_MARK = re.compile(f"[{''.join(_FAMILIES)}]")
_BEFORE_OPENING = frozenset("([–—/\"“„«'‘-")
_BEHIND_CLOSING = frozenset(".,;:!?)]")
# A quotation that shows its own marks, and who said it, below one.
_MARKED = regex.compile(r""""[^"]++"|“[^“”]++”|„[^„“”]++[“”]|[«»][^«»]++[«»]|「[^「」]++」|『[^『』]++』""")
_ATTRIBUTION = regex.compile(r"[—–―~-].*[^.!?…]")
_SINGLE = str.maketrans("“”", "‘’")


def as_quotation(text: str) -> str:
    """A paragraph of a block quotation in quotation marks, unless it has them or says whose it is.

    Curly marks inside of it become single ones, as is usual for a quotation in a quotation.

    >>> as_quotation("Mills are old."), as_quotation('"Mills are old."'), as_quotation("—Ada, 1980")
    ('“Mills are old.”', '"Mills are old."', '—Ada, 1980')
    """
    return text if _MARKED.fullmatch(text) or _ATTRIBUTION.fullmatch(text) else f"“{text.translate(_SINGLE)}”"


def begins_quoted(text: str, begin: int) -> bool:
    """Whether what begins at an offset of a paragraph stands in a quotation that opens before it and closes behind it.

    A paragraph that begins with a mark that is never closed is quoted to its end, as those of a long quotation are but
    for the last one. Otherwise a mark without its other half says nothing.

    >>> text = 'She said: "Mills are old. They burn. We run." It was so.'
    >>> begins_quoted(text, text.index("They")), begins_quoted(text, text.index("It"))
    (True, False)
    """
    if not _MARK.search(text, 0, begin):
        return False
    marks = [*_MARK.finditer(text)]
    for family in _FAMILIES:
        own = [(mark.start(), opens) for mark in marks if mark[0] in family and (opens := _opens(mark)) is not None]
        if own and _is_open(own, begin, nested=family != '"'):
            return True
    return False


def _is_open(marks: Sequence[tuple[int, bool]], begin: int, *, nested: bool) -> bool:
    """Whether a quotation is open at an offset and closes later. marks: where each one is, and whether it opens."""
    before = bisect_left(marks, (begin,))
    level = 0
    for _, opens in marks[:before]:
        level = (level + 1 if nested else 1) if opens else max(level - 1, 0)
    if not level or before == len(marks):
        return level > 0 and marks[0] == (0, True)
    left = 1
    for _, opens in marks[before:]:
        left += 1 if opens else -1
        if not left or not nested:
            break
    return not left


def _opens(match: re.Match[str]) -> bool | None:
    """Whether a mark opens or closes a quotation; None where it may do neither.

    Languages disagree on which one opens (“so”, „so“, »so«, « so »): what stands beside it decides.
    """
    mark, text, at = match[0], match.string, match.start()
    before, behind = text[at - 1 : at] or " ", text[at + 1 : at + 2] or " "
    if mark in "„「『":
        return True
    if mark in "」』":
        return False
    outside = before.isspace()
    if (outside or before in _BEFORE_OPENING) and not (behind.isspace() or behind in _BEHIND_CLOSING):
        return True
    if mark == "«" and outside:
        return True
    ends = not behind.isalnum() and before not in "(["
    return False if ends and (not outside or mark == "»") else None
