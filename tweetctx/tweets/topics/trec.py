"""TREC's topics: `<top>`, `<num> Number: 51`, `<title>` and more, most of which are never closed."""

from __future__ import annotations

import re
from itertools import pairwise

from tweetctx.errors import InputError
from tweetctx.tweets.topics.topic import Topic, make_topic

_TOP = "<top> with <num> and <title>"
# Only these are tags, as a title may contain other text in angle brackets; the microblog track has <query>.
_TAG = re.compile(
    r"<(/?)(top|head|num|dom|title|query|querytime|querytweettime|desc|smry|narr|con|fac|def)\s*>", re.IGNORECASE
)
_LABEL = re.compile(r"\s*(?:Number|Topic)\s*:", re.IGNORECASE)


def read_top(text: str) -> Topic:
    """Returns the topic of one <top>; raises InputError where it has no number or no title."""
    fields = _fields(text)
    for name in ("num", "title"):
        if not fields.get(name):
            raise InputError(f"a <top> without <{name}>", _TOP)
    return make_topic(fields["num"], fields["title"])


def _fields(text: str) -> dict[str, str]:
    """Returns, by tag, the text after its first occurrence up to the next tag, on one line and without its label."""
    fields: dict[str, str] = {}
    for tag, following in pairwise(_TAG.finditer(text)):
        name = tag[2].lower()
        if not tag[1]:
            content = text[tag.end() : following.start()]
            content = _LABEL.sub("", content, count=1) if _LABEL.match(content) else content
            fields.setdefault("title" if name == "query" else name, " ".join(content.split()))
    return fields
