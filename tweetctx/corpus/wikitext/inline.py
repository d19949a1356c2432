"""Inline markup of paragraphs: HTML tags, external links, bold and italics, entities."""

from __future__ import annotations

import re

from tweetctx.corpus.brackets import tidy_brackets
from tweetctx.corpus.cleaning import clean, decode_entities
from tweetctx.corpus.elements import without_unwanted
from tweetctx.corpus.exponents import LOWER, LOWERED, RAISE, RAISED, set_levels
from tweetctx.corpus.holes import MARKS, SHOWN, remove_holes
from tweetctx.corpus.struck import without_struck
from tweetctx.corpus.variants import choose_variants
from tweetctx.text.case import SMALL

# A space after a digit, nothing elsewhere: "1{{frac|1|4}}" is one and a quarter, not eleven quarters.
GAP = "\ue001"

# Keeps apostrophes on both sides of markup from making one run; it does not show.
BREAK = "\u200b"

# Around a block quotation; each stands on a line of its own in the end.
QUOTED, UNQUOTED = "\ufdd8", "\ufdd9"

_TAG = re.compile(r"<(/?[A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*>|<(?i:/?ref)(?![\w])[^<>\n]*>?")
_BREAKING = "p div center ul ol dl h1 h2 h3 h4 h5 h6 hr"
_PLAIN = """
a abbr b bdi bdo big cite code data del dfn em embed font i img includeonly ins kbd mark noinclude nowiki onlyinclude
pre rb rp rt rtc ruby s samp small span strike strong table tbody thead tfoot col colgroup time tt u var wbr
math chem ce ref references gallery section
"""
_TAGS = {
    **dict.fromkeys(_BREAKING.split(), "\n\n"),
    **dict.fromkeys(("li", "dd", "dt"), "\n* "),
    **dict.fromkeys(("br", "td", "th"), " "),
    **dict.fromkeys(("tr", "caption"), "\n"),
    **dict.fromkeys(_PLAIN.split(), BREAK),
}
_LEVELS = {"sup": RAISE, "/sup": RAISED, "sub": LOWER, "/sub": LOWERED}
_QUOTATIONS = {"blockquote": QUOTED, "/blockquote": UNQUOTED, "poem": QUOTED, "/poem": UNQUOTED, "q": "“", "/q": "”"}
_SHOWN = {**_TAGS, **{f"/{name}": shown for name, shown in _TAGS.items()}, **_LEVELS, **_QUOTATIONS}
_QUOTATION_MARK = re.compile(f"[{QUOTED}{UNQUOTED}]")
_EXTERNAL = re.compile(
    r"\[(?:(?:https?|ftp|irc|news|mailto):|(?=//))[^\s\[\]<>]*+[ \t]*((?:[^\[\]\n]|\[[^\[\]\n]*\])*+)\]"
)
_MAGIC_WORD = re.compile(rf"__[^\W\d{SMALL}]{{3,40}}__")
_EMPHASIS = re.compile(r"'{2,}")
# Invisible characters: soft hyphens, zero-width joiners, marks of direction.
_INVISIBLE = "\xad\u200b\u200e\u200f\u2060\ufeff"
_FRACTION_SLASH = re.compile(rf"(?<=[\w)]){BREAK}*⁄{BREAK}*(?=[\w(])")
_MIXED_NUMBER = re.compile(rf"(?<=[0-9]){BREAK}+(?=[0-9]+{BREAK}*⁄)")
_AFTER_DIGIT = re.compile(rf"(?<=\d){GAP}")
# Where something before a sign was dropped. A space before a semicolon is right in French.
_GAP = re.compile(r" +,(?=[ )]|$)|\( +(?=[\w\"“‘'†°−-])|(?<=[\w\"”’'†°%$.]) +\)|(?<=[\w)\"”]) +\.(?=$| (?!\.))")


def resolve_tags(text: str) -> str:
    """Replaces HTML tags, external links and magic words in a page by their text."""
    if "<" in text:
        text = _TAG.sub(_show_tag, without_unwanted(without_struck(text)))
    if QUOTED in text or UNQUOTED in text:
        text = _QUOTATION_MARK.sub(r"\n\n\g<0>\n\n", text)
    text = _EXTERNAL.sub(_show_external, text)
    return _MAGIC_WORD.sub("", text) if "__" in text else text


def _show_external(link: re.Match[str]) -> str:
    """The label of an external link; without one, MediaWiki shows a number."""
    return f"{BREAK}{link[1]}{BREAK}" if link[1] else SHOWN


def _show_tag(tag: re.Match[str]) -> str:
    return _SHOWN.get(tag[1].lower(), tag[0]) if tag[1] else ""


def finish(line: str) -> str:
    """Finishes a paragraph or heading on one line: removes emphasis, decodes entities, closes gaps."""
    if "''" in line:
        line = remove_emphasis(line)
    if "-{" in line:
        line = choose_variants(line)
    line = decode_entities(line)
    if not line.isprintable():  # it has marks, or white space other than spaces: few lines have
        line = _without_marks(line).replace("\n", " ")
    elif "⁄" in line:
        line = _FRACTION_SLASH.sub("/", line)
    if "  " in line or line != line.strip():
        line = " ".join(line.split())
    # Looked for first, in a thirtieth of the time.
    if " ," in line or " ." in line or ("(" in line and "( " in line) or (")" in line and " )" in line):
        line = _GAP.sub(lambda match: match[0].strip(), line)
    return tidy_brackets(line)


def _without_marks(line: str) -> str:
    """A line without control and invisible characters, and with what the marks of the steps before stand for."""
    line = clean(line)
    if "⁄" in line:
        line = _FRACTION_SLASH.sub("/", _MIXED_NUMBER.sub(" ", line))
    for sign in _INVISIBLE:
        if sign in line:
            line = line.replace(sign, "")
    if GAP in line:
        line = _AFTER_DIGIT.sub(" ", line).replace(GAP, "")
    if line.isascii():
        return line
    line = " ".join(line.split())
    if RAISE in line or LOWER in line or RAISED in line or LOWERED in line:
        line = " ".join(set_levels(line).split())  # a level may be empty
    if any(mark in line for mark in MARKS):
        line = remove_holes(line)
    return line


def remove_emphasis(line: str) -> str:
    """Removes the apostrophes of bold and italics from a line, paired as by MediaWiki.

    An apostrophe before emphasis, as in `l'''amour''`, is recognized by an odd number of runs.
    """
    if "'''" not in line:
        return line.replace("''", "")
    runs = [len(run) for run in _EMPHASIS.findall(line)]
    bold = sum(run > 2 for run in runs)
    italic = sum(run == 2 or run > 4 for run in runs)
    spare = _spare_apostrophe(line) if bold % 2 and italic % 2 else -1
    return _EMPHASIS.sub(lambda match: "'" if match.start() == spare else _shown(len(match[0])), line)


def _shown(run: int) -> str:
    """The apostrophes of a run that are text: 2, 3 and 5 are markup, as are 3 of 4 and 5 of more."""
    return "'" * (1 if run == 4 else max(0, run - 5))


def _spare_apostrophe(line: str) -> int:
    """The position of the run of three whose first apostrophe is text: after a single letter, or else a word."""
    starts = [match.start() for match in _EMPHASIS.finditer(line) if len(match[0]) == 3]
    words = [start for start in starts if start and line[start - 1] != " "]
    letters = [start for start in words if start == 1 or line[start - 2] == " "]
    return next(iter(letters or words or starts), -1)
