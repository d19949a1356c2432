"""Opens an index in OpenSearch: reads its size, analyzer and word counts."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexMissingError, IndexVersionError
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.documents import FORMAT, META
from tweetctx.index.opensearch.fetching import Reader
from tweetctx.index.protocol import CollectionSize
from tweetctx.index.storage.origin import origin_from_json
from tweetctx.text.analyzer import Analyzer, AnalyzerConfig
from tweetctx.text.word_counts import TABLES, Counts, WordCounts
from tweetctx.types import Origin

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
    origin: Origin


def open_collection(connection: Connection) -> Collection:
    """Reads all that an engine needs from the start.

    Raises IndexMissingError, IndexVersionError for an index or a cluster of another version, IndexDamagedError for one
    that lacks documents.
    """
    index = find_index(connection)
    reader = Reader(connection, index)
    description = read_meta(reader)
    counts: Mapping[str, int] = description["blobs"]
    contents = iter(read_blobs(reader, [blob_id(name, part) for name in counts for part in range(counts[name])]))
    blobs = {name: b"".join(islice(contents, count)) for name, count in counts.items()}
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
        origin_from_json(description["origin"], description["built"]),
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
    index, description = named_index(connection)
    if description is None:
        raise IndexMissingError(f"{address}: found an index that is not of tweetctx; expected one from `index build`")
    if description["format"] != FORMAT:
        stored = description["format"]
        raise IndexVersionError(f"{address}: found an index of format {stored}, expected {FORMAT}; build it anew")
    return index


def named_index(connection: Connection) -> tuple[str, Mapping[str, Any] | None]:
    """The index that a name or alias refers to now, and its description; None for one that is not of tweetctx."""
    mappings = connection.call("GET", f"/{connection.address.name}/_mapping")
    if len(mappings) != 1:
        raise IndexAccessError(f"{connection.address}: found {len(mappings)} indexes of that name, expected one")
    ((index, entry),) = mappings.items()
    return str(index), entry["mappings"].get("_meta", {}).get("tweetctx")


def check_version(connection: Connection) -> str:
    """The version of the cluster; raises IndexVersionError for one that is not supported."""
    version = connection.call("GET", "/")["version"]
    kind, number = version.get("distribution", "elasticsearch"), version["number"]
    release = tuple(int(part) for part in number.split(".")[:2])
    if kind != "opensearch" or release < _LEAST_VERSION:
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


def read_blobs(reader: Reader, ids: Sequence[str]) -> list[bytes]:
    """The bytes of some blob documents; raises IndexDamagedError if one is missing."""
    documents = reader.get(ids)
    missing = [identifier for identifier in ids if identifier not in documents]
    if missing:
        address = reader.connection.address
        raise IndexDamagedError(f"{address}: found no document {missing[0]!r} in {reader.index}; build it anew")
    return [b64decode(documents[identifier]["data"]["bytes"]) for identifier in ids]


def _counts(blobs: Mapping[str, bytes], name: str, total: int) -> Counts:
    keys, values = np.frombuffer(blobs[f"{name}_keys"], "<u8"), np.frombuffer(blobs[f"{name}_values"], "<u4")
    return Counts(keys, values, total)
