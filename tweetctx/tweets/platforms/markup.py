"""The text of posts that are HTML, as Mastodon and others of the Fediverse give them."""

from __future__ import annotations

import html
import re

# Elements that begin and end a line of their own; a space takes their place, so that words stay apart.
_BLOCKS = (
    "address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 "
    "h4 h5 h6 header hr li main nav ol option p pre section summary table tbody td tfoot th thead tr ul"
)
_BLOCK = re.compile(rf"</?(?:{'|'.join(_BLOCKS.split())})(?=[\s/>])[^<>]*>", re.IGNORECASE)
_INLINE = re.compile(r"<(?:a|span)\s[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
# The line "RE: https://..." that servers write above a post that quotes another, for those that know no quotes.
_QUOTE_LINE = re.compile(r"""<p\s[^<>]*class=["'][^"']*\bquote-inline\b.*?</p>""", re.IGNORECASE | re.DOTALL)
_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>", re.IGNORECASE | re.DOTALL)
_TWICE = re.compile(r"#(?=#\w)")  # a sign outside of the link and one inside
_SPACES = re.compile(r"[ \t\r\n\f]+")


def is_html(content: str) -> bool:
    """Whether a text has elements that begin a line, links with an address, or spans; `<b>` alone may be anything."""
    return bool(_BLOCK.search(content) or _INLINE.search(content))


def text_of_html(content: str) -> str:
    """Returns the text of HTML; paragraphs, breaks, items of lists, quotations and headings are apart by a space."""
    content = _HIDDEN.sub(" ", _QUOTE_LINE.sub(" ", content))
    text = html.unescape(_TAG.sub("", _BLOCK.sub(" ", content)))
    return _SPACES.sub(" ", _TWICE.sub("", text)).strip()
