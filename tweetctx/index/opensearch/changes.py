"""Additions to an index in a cluster, and removals: its files are downloaded, changed, and uploaded again.

A cluster keeps the files of the index that it was made from, as documents. A change costs a download and an upload of
the whole index, but no text is analyzed again, it is atomic for readers, and the statistics stay exact.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tweetctx.corpus.sources import fingerprint
from tweetctx.durable import write_json
from tweetctx.errors import IndexAccessError
from tweetctx.index.build.changes import compact_index, remove_articles
from tweetctx.index.build.reading import AdditionReport, OnProgress, add_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.address import Address
from tweetctx.index.opensearch.building import Layout, upload, work_folder
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.opening import blob_id, check_version, find_index, read_meta
from tweetctx.index.opensearch.reader import Reader
from tweetctx.reading.problems import ProblemKind
from tweetctx.reading.progress import ReadingProgress

_PARTS_AT_ONCE = 8


def add_to_cluster(
    sources: Sequence[Path], address: Address, *, on_progress: OnProgress | None, **options: Any
) -> AdditionReport:
    """Adds articles to an index in a cluster; the options are those of `add_articles`.

    An interrupted addition continues when it is called again with the same sources.
    """

    def add(index: Path) -> dict[str, Any]:
        return asdict(add_articles(sources, index, on_progress=on_progress, **options))

    said = _change(address, {"added": fingerprint(sources)}, add, on_progress)
    kinds = tuple(ProblemKind(**{**kind, "places": tuple(kind["places"])}) for kind in said.pop("problem_kinds"))
    return AdditionReport(**said, problem_kinds=kinds)


def remove_from_cluster(address: Address, identifiers: Sequence[str]) -> int:
    """Removes the articles with these ids; returns how many. IndexAccessError, and no change, if one is not there."""
    change = {"removed": sorted(identifiers)}
    said = _change(address, change, lambda index: {"removed": remove_articles(index, identifiers)}, None)
    return int(said["removed"])


def _change(
    address: Address,
    made_of: Mapping[str, Any],
    change: Callable[[Path], dict[str, Any]],
    on_progress: OnProgress | None,
) -> dict[str, Any]:
    """Changes a local copy of the index, unless an earlier run did so, and uploads it; returns the report."""
    connection = Connection(address)
    check_version(connection)
    name = find_index(connection)

    def show(uploaded: int, total: int) -> None:
        if on_progress:
            on_progress(ReadingProgress("uploading", 0, 0, uploaded, total))

    with work_folder(address, {"index": name, **made_of}, restart=False) as folder:
        index, done = folder / "index", folder / "changed.json"
        if not done.exists():
            _download(Reader(connection, name), index)
            said = change(index)
            compact_index(index)
            write_json(done, said)
        kept: dict[str, Any] = json.loads(done.read_text())
        settings = connection.call("GET", f"/{name}/_settings")[name]["settings"]["index"]
        layout = Layout(int(settings["number_of_shards"]), int(settings["number_of_replicas"]))
        upload(connection, folder, EmbeddedIndex(index), layout, show)
    return kept


def _download(reader: Reader, index: Path) -> None:
    """Fetches the files of an index."""
    files: Mapping[str, int] = read_meta(reader)["files"]
    for file, parts in files.items():
        path = index / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as target:
            for content in _content(reader, file, parts):
                target.write(content)
    if damage := EmbeddedIndex(index).verify():
        raise IndexAccessError(f"{reader.connection.address}: {damage[0]}; build the index anew")


def _content(reader: Reader, file: str, parts: int) -> Iterator[bytes]:
    for at in range(0, parts, _PARTS_AT_ONCE):
        ids = [blob_id(file, part) for part in range(at, min(at + _PARTS_AT_ONCE, parts))]
        found = reader.get(ids)
        for identifier in ids:
            if identifier not in found:
                raise IndexAccessError(f"{reader.connection.address}: found no document {identifier!r}; build it anew")
            yield b64decode(found[identifier]["data"]["bytes"])
