"""The texts of wiki links."""

from __future__ import annotations

from tweetctx.corpus.wikitext.marks import mark_link
from tweetctx.corpus.wikitext.namespaces import HIDDEN, PROJECTS, is_language


def show_link(target: str, label: str | None) -> str:
    """Returns the text of `[[target|label]]`, marked with its target."""
    return mark_link(target, link_text(target, label))


def link_text(target: str, label: str | None) -> str:
    """Returns the text of `[[target|label]]`; empty for files, categories and links to other languages.

    >>> link_text("Newark, New Jersey", "Newark"), link_text("Mercury (planet)", "")
    ('Newark', 'Mercury')
    """
    if ":" in target:
        target = target.strip()
        if target[:1] == ":":
            target = target[1:].lstrip()
        elif _is_hidden(target):
            return ""
        prefix, _, rest = target.partition(":")
        if prefix.strip().lower() in PROJECTS:
            target = rest.lstrip(": ")
    if label is None:
        return target
    return label if label.strip() else _without_qualifier(target)


def _is_hidden(target: str) -> bool:
    prefix = target.partition(":")[0].strip()
    return is_language(prefix) or prefix.lower() in HIDDEN


def _without_qualifier(target: str) -> str:
    """MediaWiki's pipe trick: `[[Help:Mercury (planet)|]]` shows "Mercury", `[[Newark, New Jersey|]]` "Newark"."""
    name = target.partition(":")[2] or target
    before, bracket, _ = name.partition("(")
    return before.strip() if bracket else name.partition(", ")[0].strip()
