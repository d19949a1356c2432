"""The documents of an index: what is searched, and what is only fetched, as packed numbers.

| kind     | id                | is                                                                              |
|----------|-------------------|---------------------------------------------------------------------------------|
| passage  | p and its number  | a paragraph: its terms, its sentences with their terms and places, its source   |
| article  | a and its number  | title, headings, the first passage, what the build found out about its names    |
| term     | t: and the term   | cf, df, sf and number of a term, over the whole collection                      |
| forms    | f and a number    | surface forms whose keys share some bits, with their counts and their articles  |
| blob     | b, name, number   | a part of what is read once, at the opening, or of a file of the embedded index |
| meta     | meta              | how the index was made, and how large the collection is                         |

Numbers of articles, passages, sentences and terms are those of the embedded index that the build makes first.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Ints
from tweetctx.types import Source

FORMAT: Final = 2
META: Final = "meta"
UNPUBLISHED: Final = "-1"  # the `refresh_interval`, never, of an index until it is published: nobody searches it before
MOST_WEIGHT: Final = 63  # the largest weight of a term that a boost holds
_LONGEST_TOKEN: Final = 200  # characters; Lucene's tokenizer cuts longer ones
_LONGEST_ID: Final = 500  # bytes; OpenSearch takes 512
_PHRASE_SPACE: Final = "\u00a0"  # no space to a tokenizer by white space

# ln(1 + c·tf/|d|), as often as the last six bits of the boost say; its other bits are c. `boost_of` makes such boosts.
_SIMILARITY: Final = (
    "int bits = Float.floatToIntBits((float) query.boost); "
    "return (bits & 63) * Math.log(1.0 + Float.intBitsToFloat(bits & -64) * doc.freq / doc.length)"
)


def index_body(shards: int, replicas: int, description: Mapping[str, Any]) -> dict[str, Any]:
    """Settings and mapping of a new index. description: stored with the mapping, and read when the index is opened."""
    return {
        "settings": {
            "number_of_shards": shards,
            "number_of_replicas": replicas,
            "refresh_interval": UNPUBLISHED,
            "similarity": {"tweetctx": {"type": "scripted", "script": {"source": _SIMILARITY}}},
        },
        "mappings": {
            "dynamic": "strict",
            "_meta": {"tweetctx": {"format": FORMAT, **description}},
            "_source": {"excludes": ["terms"]},
            "properties": {
                "kind": {"type": "keyword"},
                "id": {"type": "keyword"},
                "number": {"type": "long"},
                "article": {"type": "long"},
                "sentences": {"type": "long_range", "doc_values": False},
                "terms": {
                    "type": "text",
                    "analyzer": "whitespace",
                    "similarity": "tweetctx",
                    "index_options": "freqs",
                },
                "data": {"type": "object", "enabled": False},
            },
        },
    }


def boost_of(ratio: float, weight: int) -> float:
    """The boost by which the similarity scores weight·ln(1 + ratio·tf/|d|); ratio keeps 17 bits.

    ratio: (1−lam)·|C| / (lam·cf). weight: a whole number from 1 to MOST_WEIGHT.
    """
    bits = np.float32(ratio).view(np.uint32) & np.uint32(0xFFFF_FFC0) | np.uint32(weight)
    return float(np.uint32(bits).view(np.float32))


def token_of(term: str) -> str:
    """A term as written in the searched field: one token of the white-space analyzer."""
    if len(term) <= _LONGEST_TOKEN:
        return term.replace(" ", _PHRASE_SPACE)
    return f"{term[:100]}\u2026{_digest(term)}"


def term_id(term: str) -> str:
    """The id of a term's document."""
    return f"t:{term}" if len(term.encode("utf-8", "replace")) <= _LONGEST_ID else f"t#{_digest(term)}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]


def packed(values: Any, dtype: Any = np.uint32) -> str:
    """Numbers as text."""
    return b64encode(np.ascontiguousarray(values, dtype).tobytes()).decode()


def unpacked(text: str, dtype: Any = np.uint32) -> NDArray[Any]:
    """The numbers that `packed` was given, as 64-bit integers unless they are records."""
    values: NDArray[Any] = np.frombuffer(b64decode(text), dtype)
    return values.astype(np.int64) if dtype is np.uint32 else values


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage as its document has it; numbers are the engine's.

    first: its first sentence. position: how many sentences of the article precede that. head: the terms of title and
    heading. sentences: the terms of each sentence. texts: the sentences, each with the space after it.
    """

    number: int
    article: int
    first: int
    position: int
    source: Source
    heading: str
    head: Ints
    sentences: Ragged
    texts: Sequence[str]

    def data(self) -> dict[str, Any]:
        """All fields but article and terms, as JSON values."""
        lengths = [len(text) for text in self.texts]
        counts = [len(self.texts), len(self.head)]
        arrays = [np.array(part, np.int64) for part in (counts, lengths, self.sentences.lengths, self.head)]
        return {
            "number": self.number,
            "first": self.first,
            "position": self.position,
            "source": [self.source.article_id, self.source.title, self.source.url, self.heading, self.source.revision],
            "text": "".join(self.texts),
            "numbers": packed(np.concatenate([*arrays, self.sentences.values])),
        }

    @classmethod
    def of(cls, article: int, data: Mapping[str, Any]) -> StoredPassage:
        """Reads what `data` made."""
        values, text = unpacked(data["numbers"]), data["text"]
        identifier, title, url, heading, revision = data["source"]
        count, heads = int(values[0]), int(values[1])
        ends = np.cumsum(values[2 : 2 + count]).tolist()
        starts = [0, *ends[:-1]] if count else []
        at = 2 + 2 * count
        offsets = np.concatenate([[0], np.cumsum(values[2 + count : at])])
        return cls(
            data["number"],
            article,
            data["first"],
            data["position"],
            Source(identifier, title, url, revision),
            heading,
            values[at : at + heads],
            Ragged(values[at + heads :], offsets),
            [text[begin:end] for begin, end in zip(starts, ends, strict=True)],
        )
