"""Addresses of articles, and the titles of pages that say of an article that it only points to others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEPT = ";@$!*(),/~:"  # characters of a title that MediaWiki does not encode in an address
_WIKI = re.compile(r"[a-z][a-z_]*?(?=wiki\Z)")
# By the names of templates and categories in the languages with the most articles.
_DISAMBIGUATION = re.compile(
    r"disambig|\bdab\b|homonymie|begriffskl|desambig|disambigua|doorverwijs|неоднозначн|ujednoznaczn|"
    r"homonym|förgrening|消歧义|消歧義|曖昧さ回避|동음이의",
    re.IGNORECASE,
)


def article_url(base: str, title: str) -> str:
    """The address of the article of a title under that of its wiki, "https://en.wikipedia.org/wiki/"; empty without."""
    return base + quote(title.replace(" ", "_"), safe=_KEPT) if base else ""


def wikipedia_base(wiki: str) -> str:
    """The address of the articles of a Wikipedia by the name of its database, "zh_min_nanwiki"; empty for others."""
    name = _WIKI.match(wiki)
    return f"https://{name[0].replace('_', '-')}.wikipedia.org/wiki/" if name else ""


def points_elsewhere(names: Iterable[str]) -> bool:
    """Whether a page with these templates and categories is a disambiguation page, as far as their names tell."""
    return any(_DISAMBIGUATION.search(name) for name in names)
