"""Texts and addresses in Markdown."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_INLINE: Final = re.compile(r"[\\`*_~$\[\]<>]|&(?=#?\w+;)")  # ~ strikes out, $ begins a formula
_BLOCK: Final = re.compile(r"^(\s*\d{1,9})(?=[.)]\s)|^(\s*)(?=[#+=-])")  # before the sign of a list, heading or rule
_OUTSIDE_ADDRESSES: Final = re.compile(r"[<>\\\s]")
_ENTITY: Final = re.compile(r"&(?=#?\w+;)")


def escape_markdown(text: str) -> str:
    """Escapes the characters of a text that Markdown would interpret."""
    return _BLOCK.sub(r"\1\2\\", _INLINE.sub(r"\\\g<0>", text))


def markdown_link(title: str, url: str) -> str:
    """A title that links to an address; the title alone if that is none of the web."""
    address = _ENTITY.sub("&amp;", _OUTSIDE_ADDRESSES.sub(lambda sign: quote(sign[0]), web_address(url)))
    return f"[{escape_markdown(title)}](<{address}>)" if address else escape_markdown(title)


def web_address(url: str) -> str:
    """A URL that a page may safely link to; empty for others, such as `javascript:`."""
    return url if url.lower().startswith(("https://", "http://")) else ""
