"""Opens an index in OpenSearch: reads its size, analyzer and word counts."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexMissingError, IndexVersionError
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.documents import FORMAT, META
from tweetctx.index.opensearch.reader import Reader
from tweetctx.index.protocol import CollectionSize
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import TABLES, Counts, WordCounts

BLOB_BYTES: Final = 1 << 20
_LEAST_VERSION: Final = (2, 4)


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection at the time of its opening.

    description: the document `meta`, which the build wrote last. windows: the terms in the windows of all
    sentences together, for 1, 2, ... neighbours on either side. form_bits: see `forms.bucket_bits`.
    """

    index: str
    description: Mapping[str, Any]
    size: CollectionSize
    analyzer: Analyzer
    words: WordCounts
    windows: Sequence[int]
    form_bits: int


def open_collection(connection: Connection) -> Collection:
    """Reads all that an engine needs from the start.

    Raises IndexMissingError, IndexVersionError for an index or a cluster of another version, IndexDamagedError for one
    that lacks documents.
    """
    index = find_index(connection)
    reader = Reader(connection, index)
    description = read_meta(reader)
    blobs = _blobs(reader, description["blobs"])
    config = AnalyzerConfig.from_json(description["analyzer"])
    phrases = frozenset(json.loads(blobs["phrases"]))
    return Collection(
        index,
        description,
        CollectionSize(**description["counts"]),
        Analyzer(config, phrases),
        WordCounts(*(_counts(blobs, name, description["words"][name]) for name in TABLES)),
        description["windows"],
        description["form_bits"],
    )


def read_meta(reader: Reader) -> Mapping[str, Any]:
    """The document `meta` of an index; raises IndexDamagedError if there is none."""
    meta = reader.get([META]).get(META)
    if meta is None:
        address = reader.connection.address
        raise IndexDamagedError(f"{address}: found no document {META!r} in {reader.index}; was it built to its end?")
    description: Mapping[str, Any] = meta["data"]
    return description


def find_index(connection: Connection) -> str:
    """The index that a name or alias refers to now; it must be one of tweetctx."""
    address = connection.address
    mappings = connection.call("GET", f"/{address.name}/_mapping")
    if len(mappings) != 1:
        raise IndexAccessError(f"{address}: found {len(mappings)} indexes of that name, expected one")
    ((index, found),) = mappings.items()
    ours = found["mappings"].get("_meta", {}).get("tweetctx")
    if ours is None:
        raise IndexMissingError(f"{address}: found an index that is not of tweetctx; expected one from `index build`")
    if ours["format"] != FORMAT:
        raise IndexVersionError(
            f"{address}: found an index of format {ours['format']}, expected {FORMAT}; build it anew"
        )
    return str(index)


def check_version(connection: Connection) -> str:
    """The version of the cluster; raises IndexVersionError for one that is not supported."""
    version = connection.call("GET", "/")["version"]
    kind, number = version.get("distribution", "elasticsearch"), version["number"]
    parts = tuple(int(part) for part in number.split(".")[:2])
    if kind != "opensearch" or parts < _LEAST_VERSION:
        least = ".".join(map(str, _LEAST_VERSION))
        raise IndexVersionError(f"{connection.address}: found {kind} {number}, expected opensearch from {least}")
    return f"{kind} {number}"


def blob_documents(name: str, content: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Bytes as documents, with their ids."""
    for part in range(blob_parts(len(content))):
        yield blob_document(name, part, content[part * BLOB_BYTES : (part + 1) * BLOB_BYTES])


def blob_document(name: str, part: int, content: bytes) -> tuple[str, dict[str, Any]]:
    """A part of some bytes, at most BLOB_BYTES of them, with its id."""
    return blob_id(name, part), {"kind": "blob", "data": {"bytes": b64encode(content).decode()}}


def blob_parts(size: int) -> int:
    """The number of documents for so many bytes."""
    return max(-(-size // BLOB_BYTES), 1)


def word_blobs(words: WordCounts) -> dict[str, bytes]:
    """Counts of words as bytes by name."""
    blobs = {}
    for name in TABLES:
        counts: Counts = getattr(words, name)
        blobs[f"{name}_keys"] = np.ascontiguousarray(counts.keys, "<u8").tobytes()
        blobs[f"{name}_values"] = np.ascontiguousarray(counts.values, "<u4").tobytes()
    return blobs


def blob_id(name: str, part: int) -> str:
    """The id of a part of some bytes."""
    return f"b/{name}/{part}"


def _blobs(reader: Reader, parts: Mapping[str, int]) -> dict[str, bytes]:
    """Bytes by name, given how many documents each is; in one request."""
    ids = {name: [blob_id(name, part) for part in range(count)] for name, count in parts.items()}
    found = reader.get(chain.from_iterable(ids.values()))
    missing = [identifier for own in ids.values() for identifier in own if identifier not in found]
    if missing:
        raise IndexDamagedError(f"{reader.connection.address}: found no document {missing[0]!r} in {reader.index}")
    return {name: b"".join(b64decode(found[part]["data"]["bytes"]) for part in own) for name, own in ids.items()}


def _counts(blobs: Mapping[str, bytes], name: str, total: int) -> Counts:
    keys, values = np.frombuffer(blobs[f"{name}_keys"], "<u8"), np.frombuffer(blobs[f"{name}_values"], "<u4")
    return Counts(keys, values, total)
