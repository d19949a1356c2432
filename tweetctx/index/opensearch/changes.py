"""Additions to an index in a cluster, and removals: its files are downloaded, changed, and uploaded again.

A cluster keeps the files of the index that it was made from, as documents. A change costs a download and an upload of
the whole index, but no text is analyzed again, it is atomic for readers, and the statistics stay exact. If two machines
change an index at once, the first to finish succeeds; the other gets an IndexAccessError, and must repeat its change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tweetctx.corpus.sources import fingerprint
from tweetctx.errors import IndexAccessError, ParameterError
from tweetctx.index.building.building import AdditionReport, OnProgress, add_articles
from tweetctx.index.building.changes import compact_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.address import Address
from tweetctx.index.opensearch.building import Layout, Report, done_once, upload, work_folder
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.fetching import Reader
from tweetctx.index.opensearch.opening import blob_id, check_version, find_index, read_blobs, read_meta
from tweetctx.reading.progress import ReadingProgress

_PARTS_AT_ONCE = 8


def add_to_cluster(
    sources: Sequence[Path], address: Address, *, on_progress: OnProgress | None = None, **options: Any
) -> AdditionReport:
    """Adds articles to an index in a cluster; the options are those of `add_articles`.

    An interrupted addition continues when it is called again with the same sources.
    """
    add = partial(add_articles, sources, on_progress=on_progress, **options)
    return _change(address, {"added": fingerprint(sources)}, AdditionReport, add, on_progress)


def remove_from_cluster(address: Address, identifiers: Sequence[str]) -> int:
    """Removes the articles with these ids; returns how many. IndexAccessError, and no change, if one is not there."""
    remove = partial(remove_articles, identifiers=identifiers)
    return _change(address, {"removed": sorted(identifiers)}, int, remove, None)


def _change(
    address: Address,
    made_of: Mapping[str, Any],
    kind: type[Report],
    change: Callable[[Path], Report],
    on_progress: OnProgress | None,
) -> Report:
    """Changes a local copy of the index, unless an earlier run did so, and uploads it; returns the report."""
    connection = Connection(address)
    check_version(connection)
    name = find_index(connection)

    def show(uploaded: int, total: int) -> None:
        if on_progress:
            on_progress(ReadingProgress("uploading", 0, 0, uploaded, total))

    with work_folder(address, {"index": name, **made_of}, restart=False) as folder:
        index = folder / "index"

        def changed() -> Report:
            _download(Reader(connection, name), index)
            try:
                report = change(index)
                compact_index(index)
            except (IndexAccessError, ParameterError) as error:  # of the copy, whose path says nothing to anybody
                raise type(error)(str(error).replace(str(index), str(address))) from error
            return report

        report = done_once(folder / "changed.json", kind, changed)
        settings = connection.call("GET", f"/{name}/_settings")[name]["settings"]["index"]
        layout = Layout(int(settings["number_of_shards"]), int(settings["number_of_replicas"]))
        upload(connection, folder, EmbeddedIndex(index), layout, show, replaces=name)
    return report


def _download(reader: Reader, index: Path) -> None:
    """Fetches the files of an index."""
    files: Mapping[str, int] = read_meta(reader)["files"]
    for file, count in files.items():
        path = index / file
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as target:
            for at in range(0, count, _PARTS_AT_ONCE):
                ids = [blob_id(file, part) for part in range(at, min(at + _PARTS_AT_ONCE, count))]
                target.writelines(read_blobs(reader, ids))
    if damage := EmbeddedIndex(index).verify():
        raise IndexAccessError(f"{reader.connection.address}: {damage[0]}; build the index anew")
