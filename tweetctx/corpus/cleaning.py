"""The little that is done to text on its way in: nothing that a later stage could trip over stays."""

from __future__ import annotations

import html
import re

# Control characters other than the line feed, and surrogates, which no encoding can write.
_UNFIT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# The same in UTF-8, where the search for single bytes is several times as fast.
_CONTROLS = bytes({*range(0x20), 0x7F} - {0x0A})
_MORE_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
_SURROGATES = re.compile(rb"\xed[\xa0-\xbf]")
# With its semicolon and of a sensible length, so that "AT&T", "a=1&copy=2" and a million digits stay what they are.
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def clean(text: str) -> str:
    """Replace control characters, tabs among them, by spaces and lone surrogates by U+FFFD; line feeds stay."""
    if text.isprintable() or not _is_unfit(text.encode("utf-8", "surrogatepass")):  # the first is for short ones
        return text
    return _UNFIT.sub(_substitute, text)


def clean_line(text: str) -> str:
    """Clean a text that stands on one line: a title, a heading, an address."""
    return clean(text.replace("\n", " ")).strip()


def decode_entities(text: str) -> str:
    """Decode HTML entities once: `&amp;lt;` becomes `&lt;`."""
    return _ENTITY.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text


def _is_unfit(text: bytes) -> bool:
    fit = text.translate(None, _CONTROLS)
    return len(fit) < len(text) or bool(_MORE_CONTROLS.search(fit) or _SURROGATES.search(fit))


def _substitute(match: re.Match[str]) -> str:
    return "\ufffd" if match[0] >= "\ud800" else " "
