"""Tells by the attributes of an element that it is not part of the text: hidden, floating, a box or a note."""

from __future__ import annotations

import re

from tweetctx.corpus.holes import LOST
from tweetctx.corpus.struck import lost_for
from tweetctx.text.language import words

# The surroundings of an article's text, by the classes of the templates and extensions that make them.
_CLASSES = words("""
    reference mw-ref references reflist refbegin mw-references-wrap mw-cite-backlink mw-ext-cite-error error
    infobox infobox_v2 infobox_v3 infobox-v3 navbox navbox-styles vertical-navbox navigation-box sidebar NavFrame
    hatnote dablink rellink navigation-not-searchable metadata ambox tmbox ombox mbox-small noprint sistersitebox
    mw-indicators mw-indicator side-box portal portalbox portal-bar authority-control catlinks printfooter mw-jump-link
    mw-editsection mw-editsection-like toc vector-toc toccolours thumb thumbcaption gallery gallerybox
    mw-file-description floatleft floatright floatnone tleft tright tnone geo geo-nondefault geo-multi-punct
    geo-inline-hidden nopopups noexcerpt quotebox autonumber sortkey
""")
ATTRIBUTE = r"""\s{}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
CLASS = re.compile(ATTRIBUTE.format("class"), re.IGNORECASE)
STYLE = re.compile(ATTRIBUTE.format("style"), re.IGNORECASE)
# The last is the frame of the footer that Kiwix's mwoffliner puts below each article.
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|border-top:\s*dashed 2px #AAAAAA", re.IGNORECASE)
_FLOATS = re.compile(r"(?<![\w-])float\s*:\s*(?:left|right)", re.IGNORECASE)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_OVERLINED = re.compile(r"text-decoration(?:-line)?\s*:[^;]*overline", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
# A formula stands there, though not displayed beside its picture, which some copies of a page lack.
_HOLDS_FORMULA = "mwe-math-mathml"
_OTHER = re.compile(r"""\s(?:role=["']?(?:navigation|note|contentinfo)\b|id=["']?(?:coordinates|toc|siteSub)["'\s])""")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*)(?=[\s/>])([^<>]*)>")
_OPENING = re.compile(r"<([A-Za-z][A-Za-z0-9]*)(\s[^<>]*[\w\"'\s])>")  # with attributes, and not closed at once
_WITHOUT_CONTENT = words("br hr img wbr")
_EQUALS = "&#61;"  # as the scanner writes the sign inside of templates


def value_of(attribute: re.Pattern[str], attributes: str) -> str:
    """The value of an attribute; empty where there is none."""
    match = attribute.search(attributes)
    return (match[1] or match[2] or match[3] or "") if match else ""


def is_unwanted(attributes: str) -> bool:
    """Whether an element with these attributes is no part of the text, or struck out."""
    return bool(
        ("class" in attributes and not _CLASSES.isdisjoint(value_of(CLASS, attributes).split()))
        or ("style" in attributes and _is_unwanted_style(value_of(STYLE, attributes), attributes))
        or _OTHER.search(attributes)
    )


def is_struck(attributes: str) -> bool:
    """Whether an element is struck out by its style."""
    return _STRUCK.search(value_of(STYLE, attributes)) is not None


def is_overlined(attributes: str) -> bool:
    """Whether an element has a line above it by its style: overlined digits recur, so that 0.3 is a third."""
    return "overline" in attributes and _OVERLINED.search(value_of(STYLE, attributes)) is not None


def _is_unwanted_style(style: str, attributes: str) -> bool:
    hidden = _HIDDEN.search(style) and _HOLDS_FORMULA not in attributes
    return bool(hidden or _STRUCK.search(style) or _FLOATS.search(style))


def without_unwanted(text: str) -> str:
    """Removes unwanted elements from wikitext, but for their tags; one that is never closed ends with its line.

    Struck-out text and overlined digits leave a mark.

    >>> without_unwanted('It has <span style="display:none">12</span>5 wheels.')
    'It has <span></span>5 wheels.'
    """
    found = [
        (tag, attributes)
        for tag in _OPENING.finditer(text)
        if tag[1].lower() not in _WITHOUT_CONTENT
        and (is_unwanted(attributes := tag[2].replace(_EQUALS, "=")) or is_overlined(attributes))
    ]
    if not found:
        return text
    closings = _closings(text)
    pieces, position = list[str](), 0
    for tag, attributes in found:
        if tag.start() < position:
            continue
        end = closings.get(tag.start(), -1)
        if end < 0:
            end = text.find("\n", tag.end())
        inside = text[tag.end() : end if end >= 0 else len(text)]
        pieces += text[position : tag.start()], f"<{tag[1]}>", _shown(attributes, inside)
        position = tag.end() + len(inside)
    return "".join((*pieces, text[position:]))


def _shown(attributes: str, inside: str) -> str:
    """What remains of the text of an element that is unwanted or overlined."""
    if is_struck(attributes):
        return lost_for(inside)
    if is_unwanted(attributes):
        return ""
    return LOST if _DIGIT.search(inside) else inside


def _closings(text: str) -> dict[int, int]:
    """Where the closing tags of elements begin, by where the elements begin."""
    closings: dict[int, int] = {}
    opened: dict[str, list[int]] = {}
    for tag in _TAG.finditer(text):
        name = tag[2].lower()
        if tag[1]:
            if starts := opened.get(name):
                closings[starts.pop()] = tag.start()
        elif not tag[3].endswith("/"):
            opened.setdefault(name, []).append(tag.start())
    return closings
