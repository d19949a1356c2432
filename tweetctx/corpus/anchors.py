"""Links in text as WikiExtractor writes them with `--links`: `<a href="Milling%20machine">mills</a>`."""

from __future__ import annotations

import re

from tweetctx.corpus.chunks import map_chunks
from tweetctx.corpus.wikitext.content import check_links
from tweetctx.corpus.wikitext.inline import finish
from tweetctx.corpus.wikitext.marks import title_of
from tweetctx.types import WikiLink

# Its tags are escaped where the text is made safe for HTML, as it is by default in newer versions.
_ANCHOR = re.compile(
    r"""
    (?: < | &lt; ) a \s href= (?: " | &quot; ) ( [^"<>\n]*? ) (?: " | &quot; ) (?: > | &gt; )
    ( (?: (?! (?: < | &lt; ) /?a [\s>&] ) [^\n] )*+ )
    (?: < | &lt; ) /a (?: > | &gt; )
    """,
    re.VERBOSE,
)


def take_anchors(text: str) -> tuple[str, tuple[WikiLink, ...]]:
    """Replaces links by their texts; also returns the distinct links to articles, in order."""
    if ("<" not in text and "&" not in text) or "a href=" not in text:
        return text, ()
    links: dict[WikiLink, None] = {}

    def show(match: re.Match[str]) -> str:
        title = "" if "://" in match[1] else title_of(match[1])
        if title and (label := finish(match[2])):
            links[WikiLink(label, title)] = None
            check_links(links)
        return match[2]

    return map_chunks(lambda lines: _ANCHOR.sub(show, lines), text), tuple(links)
