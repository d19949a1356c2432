"""Marks links in text while a page is converted to paragraphs.

A link is written as OPEN title BAR text CLOSE, with three noncharacters of Unicode, which no text may contain. A link
thus stays with its text through templates, lists and tables, and is known if the text is kept.
"""

from __future__ import annotations

import html
import re
from urllib.parse import unquote

from tweetctx.corpus.exponents import LOWER, LOWERED, RAISE, RAISED
from tweetctx.corpus.holes import HOLE, SHOWN
from tweetctx.corpus.wikitext.inline import BREAK, QUOTED, UNQUOTED, finish
from tweetctx.corpus.wikitext.namespaces import FILES, HIDDEN, NAMESPACES, PROJECTS, is_language, may_be_language
from tweetctx.types import WikiLink

OPEN, BAR, CLOSE, BOLD = "\ufdd0", "\ufdd1", "\ufdd2", "\ufdd3"

PLAIN = re.compile(r"\w+(?:[ .,-]\w+)*\.?")  # a text, target or heading that needs nothing done to it, as most do
# Options of a picture in a line of text: less than 100 pixels, and neither a frame, a side nor a caption.
_INLINE = re.compile(
    r"\s*(?:x?\d\d?(?:x\d\d?)?\s*px|frameless|border|baseline|middle|(?:text-)?(?:top|bottom)|super|sub"
    r"|(?:alt|link|class|lang)\s*(?:=|&#61;).*)?\s*",
    re.DOTALL,
)
_LETTERS = re.compile(r"[^\W\d_]+")
_OF_LINKS = re.compile(f"[{OPEN}{BAR}{CLOSE}{BOLD}]")
# Noncharacters, which no text may contain.
_MARKS = (OPEN, BAR, CLOSE, BOLD, RAISE, RAISED, LOWER, LOWERED, QUOTED, UNQUOTED)
_ANY_MARK = re.compile(f"[{''.join(_MARKS)}]")
_MAX_TITLE = 255  # MediaWiki allows as many bytes


def without_marks(text: str) -> str:
    """Removes from a page's text the characters that are used as marks."""
    return _ANY_MARK.sub("", text) if any(mark in text for mark in _MARKS) else text


def show_link(target: str, options: str | None) -> str:
    """Returns the text of `[[target|label]]`, marked with its target; a mark for a picture in a line of text.

    options: all that stands behind the first bar; the last of them is the label.
    """
    if ":" in target and _is_inline_picture(target, options or ""):
        return SHOWN
    label = options.rpartition("|")[2] if options and "|" in options else options
    plain = label and ":" not in target and not label.isspace()  # as most are
    return mark_link(target, label if label and plain else link_text(target, label))


def _is_inline_picture(target: str, options: str) -> bool:
    """Whether a link shows a small picture within a line of text, where it may stand for a word."""
    return target.partition(":")[0].strip().lower() in FILES and all(map(_INLINE.fullmatch, options.split("|")))


def mark_link(title: str, text: str) -> str:
    """Returns the text of a link, marked with its target."""
    if "'" in text and (text[0] == "'" or text[-1] == "'"):
        text = f"{BREAK}{text}{BREAK}"  # so that the apostrophes outside of it remain a run of their own
    return f"{OPEN}{title}{BAR}{text}{CLOSE}" if title and text else text


def link_text(target: str, label: str | None) -> str:
    """Returns the text of `[[target|label]]`; empty for files, categories and links to other languages.

    >>> link_text("Newark, New Jersey", "Newark"), link_text("Mercury (planet)", "")
    ('Newark', 'Mercury')
    """
    if ":" in target:
        target = target.strip()
        prefix = target.partition(":")[0].strip()
        if prefix and (is_language(prefix) or prefix.lower() in HIDDEN):
            return ""
        target = _without_prefixes(target)
        if label is None and target.partition(":")[1] and may_be_language(prefix):
            return HOLE if target.partition(":")[2][:1].strip() else target
    if label is None:
        return target if target and not target.isspace() else HOLE
    if label.strip():
        return label
    # MediaWiki's pipe trick: `[[Help:Mercury (planet)|]]` shows "Mercury", `[[Newark, New Jersey|]]` "Newark".
    name = target.partition(":")[2] or target
    before, bracket, _ = name.partition("(")
    return before.strip() if bracket else name.partition(", ")[0].strip()


def _without_prefixes(target: str) -> str:
    """A target without the prefixes of projects and, behind a colon or one of these, of languages."""
    target, known = target.removeprefix(":").lstrip(), target[0] == ":"
    while True:
        prefix, colon, rest = target.partition(":")
        folded = prefix.strip().lower()
        if not colon or not (folded in PROJECTS or (known and is_language(folded))):
            return target
        target, known = rest.lstrip(": "), True


def take_links(line: str) -> tuple[str, list[WikiLink]]:
    """Returns a line without marks, and its marked links to articles, in order."""
    before, *marked = line.split(OPEN)
    if not marked:
        return line, []
    pieces, links = [before], []
    for piece in marked:
        target, _, rest = piece.rpartition(BAR)
        label, _, after = rest.partition(CLOSE)
        pieces += label, after
        if link := _link(target, label, after):
            links.append(link)
    text = "".join(pieces)
    return _OF_LINKS.sub("", text) if CLOSE in text or BAR in text or BOLD in text else text, links


def _link(target: str, label: str, after: str) -> WikiLink | None:
    """A link with the lower-case letters that follow it: [[mill]]s shows "mills"."""
    if after[:1].islower() and (letters := _LETTERS.match(after)):
        label += letters[0]
    plain = PLAIN.fullmatch(label)
    text = label if plain else finish(label)
    known = plain and target == label and "_" not in target and len(target) <= _MAX_TITLE
    title = _capitalized(target) if known else title_of(target)
    return WikiLink(text, title) if text and title else None


def title_of(target: str) -> str:
    """Returns the title of the article that a link target refers to; empty if it is not an article.

    >>> title_of("milling_machine#Types"), title_of("wikt:mill"), title_of("#History")
    ('Milling machine', '', '')
    """
    if len(target) > _MAX_TITLE:
        return ""
    if PLAIN.fullmatch(target) and "_" not in target:
        return _capitalized(target)
    if "&" in target:
        target = html.unescape(target)
    if "%" in target:
        target = unquote(target)
    title = " ".join(target.partition("#")[0].replace("_", " ").split()).removeprefix(":").lstrip()
    prefix, colon, _ = title.partition(":")
    folded = prefix.strip().lower()
    if colon and (folded in NAMESPACES or folded in PROJECTS or is_language(prefix.strip())):
        return ""
    return _capitalized(title)


def _capitalized(title: str) -> str:
    """A title as MediaWiki writes it, which knows capitals of one letter alone."""
    if title[:1].isupper():
        return title
    first = title[:1].upper()
    return first + title[1:] if len(first) == 1 else title
