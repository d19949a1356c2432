"""URLs of articles, and the templates and categories of disambiguation pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote

_KEPT = ";@$!*(),/~:"  # characters of a title that MediaWiki does not encode in an address
_MOST_REVISION = (1 << 32) - 1  # of what an index keeps in 4 bytes; the English Wikipedia has reached a third of it
_WIKI = re.compile(r"[a-z][a-z_]*?(?=wiki\Z)")
_HOST = re.compile(r"(?:https?:)?//([a-z][a-z-]+)\.(?:m\.)?wikipedia\.org(?:[:/]|\Z)", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]{1,10}")
# By the names of templates and categories in the languages with the most articles; not by a note above an article, in
# Italian and Portuguese, nor by a link that should lead elsewhere.
_DISAMBIGUATION = re.compile(
    r"(?<!nota )(?<!needing )disambig(?!uation needed)|\bdab\b|homonymie|begriffskl|(?<!ver )desambig|"
    r"doorverwijs|неоднозначн|однофамильц|ujednoznaczn|homonym|förgrening|rozcestn|rozlišovac|flertydig|"
    r"fleirtyding|täsmennyssivu|egyértelműsítő|dezambig|anlam ayr|багатозначн|αποσαφήνιση|פירושונים|"
    r"صفحات توضيح|صفحه\u200cهای ابهام|вишезначне одреднице|razdvojb|razločit|trang định hướng|消歧义|消歧義|"
    r"曖昧さ回避|동음이의|동명이인",
    re.IGNORECASE,
)


def article_url(base: str, title: str) -> str:
    """The URL of an article, given that of its wiki, "https://en.wikipedia.org/wiki/"; empty if that is empty."""
    return base + quote(title.replace(" ", "_"), safe=_KEPT) if base else ""


def wikipedia_base(wiki: str) -> str:
    """The base URL of a Wikipedia, given the name of its database, "zh_min_nanwiki"; empty for other wikis."""
    name = _WIKI.match(wiki)
    return f"https://{name[0].replace('_', '-')}.wikipedia.org/wiki/" if name else ""


def wiki_of_url(url: str) -> str:
    """The name of a Wikipedia's database, given the url of an article, "zh_min_nanwiki"; empty for any other."""
    host = _HOST.match(url)
    return f"{host[1].lower().replace('-', '_')}wiki" if host else ""


def revision_of(value: object) -> int:
    """The number of a revision, given as a number or as its digits; 0 for anything else, which names none."""
    revision = int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else value
    return revision if type(revision) is int and 0 < revision <= _MOST_REVISION else 0


def points_elsewhere(names: Iterable[str]) -> bool:
    """Whether the names of a page's templates and categories show that it is a disambiguation page."""
    return any(_DISAMBIGUATION.search(name) for name in names)
