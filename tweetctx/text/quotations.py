"""Quotations of several sentences, of which those in the middle have no mark of their own."""

from __future__ import annotations

import regex

# Marks that pair with each other: straight ones, curly ones, guillemets, Asian brackets.
_FAMILIES = ('"', "“”„", "«»", "「」", "『』")
_ANY = regex.compile(f"[{''.join(_FAMILIES)}]")
# Languages disagree on which mark opens (“so”, „so“, »so«, « so »): what stands beside it decides.
_MARK = regex.compile(
    r"""
    (?P<opens> [„「『] | (?<![^\s(\[–—/"“„«'‘-]) ["“”«»] (?=[^\s.,;:!?)\]]) | (?<!\S)«(?=\s) )
    | (?P<closes> [」』] | (?<=[^\s(\[]) ["“”«»] (?![\p{L}\p{N}]) | (?<=\s)»(?![^\s\p{P}]) )
    """,
    regex.VERBOSE,
)
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
    if not _ANY.search(text, 0, begin):
        return False
    marks = [(match[0], match.start(), match.lastgroup == "opens") for match in _MARK.finditer(text)]
    for family in _FAMILIES:
        own = [(at, opens) for mark, at, opens in marks if mark in family]
        level, most = 0, 1 if family == '"' else len(own)  # straight marks do not nest
        for _, opens in (mark for mark in own if mark[0] < begin):
            level = min(level + 1, most) if opens else max(level - 1, 0)
        behind = [opens for at, opens in own if at >= begin]
        if level and (_closes(behind, most) or (not behind and own[0] == (0, True))):
            return True
    return False


def _closes(marks: list[bool], most: int) -> bool:
    """Whether what is open closes: True opens, False closes, up to so many levels."""
    level = 1
    for opens in marks:
        level += 1 if opens else -1
        if not level or level > most:
            break
    return not level
