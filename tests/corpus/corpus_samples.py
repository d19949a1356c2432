"""The same two articles in each format, and the compressions that files come in."""

import bz2
import gzip
import lzma
from collections.abc import Callable

import zstandard

JSON_LINES = (
    '{"id": "1", "url": "http://mills.example/1", "title": "Mill & river", '
    '"text": "A mill grinds.\\nHistory.\\nMills are old.\\n== Today ==\\nFew are left."}\n'
    '{"id": 2, "title": "Weir", "text": "A weir is a low dam.", "extra": [1]}\n'
)
WIKIEXTRACTOR_JSON = (
    '{"id": "1", "revid": "9", "url": "http://mills.example/1", "title": "Mill & river", '
    '"text": "A mill grinds.\\n\\nHistory.\\nMills are old.\\n\\n== Today ==\\nFew are left."}\n\n'
    '{"id": "2", "revid": "9", "url": "", "title": "Weir", "text": "A weir is a low dam."}'
)
DOC = """<doc id="1" url="http://mills.example/1" title="Mill &amp; river">
Mill &amp; river

A mill grinds.
History.
Mills are old.
== Today ==
Few are left.

</doc>

<doc id="2" url="" title="Weir">
Weir

A weir is a low dam.
</doc>
"""
INEX = """<?xml version="1.0" encoding="utf-8"?>
<xml><page><ID>1</ID><url>http://mills.example/1</url><title>Mill &amp;amp; river</title>
<a>A <t>mill</t> grinds.</a>
<s o="1"><h>History</h><p>Mills are
  old.</p></s><s o="2"><h>Today</h><p>Few are left.</p></s></page>
<page><ID>2</ID><title>Weir</title><a><p>A weir is a low dam.</p></a></page></xml>
"""
FORMATS = {"jsonl": JSON_LINES, "json": WIKIEXTRACTOR_JSON, "doc": DOC, "inex": INEX}
COMPRESSIONS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstandard": lambda data: zstandard.ZstdCompressor().compress(data),
}
