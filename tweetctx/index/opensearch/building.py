"""A build into a cluster: the index is made on this machine, and its documents become a new index behind an alias."""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import TypeAdapter

from tweetctx.corpus.sources import fingerprint
from tweetctx.errors import IndexAccessError, IndexMissingError, IndexUnreachableError, ParameterError, counted
from tweetctx.index.building.building import BuildReport, OnProgress, build_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.address import Address
from tweetctx.index.opensearch.bulk import BulkWriter
from tweetctx.index.opensearch.connection import TRIES, Connection
from tweetctx.index.opensearch.documents import UNPUBLISHED, index_body
from tweetctx.index.opensearch.export import Export
from tweetctx.index.opensearch.opening import check_version, named_index
from tweetctx.reading.progress import ReadingProgress
from tweetctx.runtime.caches import cache_folder
from tweetctx.runtime.durable import lock, write_json

ANY: Final = "*"  # in place of the name of an index: whatever there is, or nothing
_GIVEN_UP: Final = 7 * 86_400.0  # seconds after its creation that an upload counts as given up
_PATIENT: Final = 120.0  # seconds for requests that move much

Report = TypeVar("Report")


@dataclass(frozen=True, slots=True)
class Layout:
    """The number of shards of an index, and of replicas of each."""

    shards: int = 3
    replicas: int = 1

    def __post_init__(self) -> None:
        if self.shards < 1 or self.replicas < 0:
            raise ParameterError(
                f"shards, replicas: found {self.shards} and {self.replicas}, expected at least 1 and at least 0"
            )


def build_in_cluster(
    sources: Sequence[Path],
    address: Address,
    *,
    shards: int | None = None,
    replicas: int | None = None,
    restart: bool = False,
    replace: bool = True,
    on_progress: OnProgress | None = None,
    **options: Any,
) -> BuildReport:
    """Builds an index from sources and moves the alias of the address to it; the options are those of `build_index`.

    An interrupted build continues, reading or uploading, when it is begun again with the same sources,
    options and address on the same machine. With `replace` it replaces whatever the alias points to in the end;
    without, it raises IndexAccessError if another machine has published an index there meanwhile.
    """
    given = {"shards": shards, "replicas": replicas}
    layout = Layout(**{name: count for name, count in given.items() if count is not None})
    connection = Connection(address)
    check_free(connection, replace=replace)
    parameters = {name: str(value) for name, value in options.items() if name not in ("workers", "memory")}
    made_of = {"sources": fingerprint(sources), "layout": str(layout), **parameters}
    with work_folder(address, made_of, restart=restart) as folder:
        build = partial(build_index, sources, folder / "index", restart=restart, on_progress=on_progress, **options)
        report = done_once(folder / "report.json", BuildReport, build)

        def show(done: int, total: int) -> None:
            if on_progress:
                on_progress(ReadingProgress("uploading", report.articles, report.skipped, done, total))

        upload(connection, folder, EmbeddedIndex(folder / "index"), layout, show, replaces=ANY if replace else None)
    return report


def done_once(file: Path, kind: type[Report], work: Callable[[], Report]) -> Report:
    """Does work whose report is kept in a file, unless an earlier run did it; returns the report."""
    adapter = TypeAdapter(kind)
    if not file.exists():
        write_json(file, adapter.dump_python(work(), mode="json"))
    return adapter.validate_json(file.read_bytes())


def upload(
    connection: Connection,
    folder: Path,
    index: EmbeddedIndex,
    layout: Layout,
    on_upload: Callable[[int, int], None],
    *,
    replaces: str | None,
) -> str:
    """Uploads an index of this machine and moves the alias to it; returns the name of the new index.

    folder: stores the progress of the upload, so that it can continue after an interruption. on_upload: called with the
    numbers of documents that are written and that there are. replaces: see `publish`.
    """
    export = Export(index)
    state_file = folder / "upload.json"
    state = _resumed(connection, state_file) or _begun(connection, state_file, layout)
    name, done = state["index"], state["done"]
    total = sum(stream.total for stream in export.streams)
    writer = BulkWriter(connection, name)
    for stream in export.streams:
        start = done.setdefault(stream.name, 0)

        def note(written: int, kind: str = stream.name, start: int = start) -> None:
            done[kind] = start + written
            write_json(state_file, state)
            on_upload(sum(done.values()), total)

        writer.write(stream.documents(start), note)
    writer.write([export.meta({"built": int(time.time())})])
    _complete(connection, name, total + 1)
    publish(connection, name, replaces)
    return str(name)


def _resumed(connection: Connection, state_file: Path) -> dict[str, Any] | None:
    """The progress of an interrupted upload, if the cluster still has its documents."""
    try:
        state: dict[str, Any] = json.loads(state_file.read_text())
        connection.call("GET", f"/{state['index']}/_settings")
    except (OSError, ValueError, KeyError, IndexMissingError):
        return None
    return state


def _begun(connection: Connection, state_file: Path, layout: Layout) -> dict[str, Any]:
    alias = connection.address.name
    name = f"{alias}-{time.strftime('%Y%m%d%H%M%S', time.gmtime())}-{secrets.token_hex(3)}"
    body = index_body(layout.shards, layout.replicas, {"alias": alias})
    # With all copies there from the start, a node that is lost takes nothing with it. Too few nodes are no error.
    wait = "wait_for_active_shards=all&timeout=30s"
    connection.call("PUT", f"/{name}?{wait}", body, tries=1, timeout=_PATIENT)
    state: dict[str, Any] = {"index": name, "done": {}}
    write_json(state_file, state)
    return state


def _complete(connection: Connection, name: str, expected: int) -> None:
    """Makes the documents searchable; raises IndexAccessError if some are missing."""
    connection.call("POST", f"/{name}/_refresh", timeout=_PATIENT)
    answer = connection.call_all("GET", f"/{name}/_count")
    if answer["count"] != expected:
        raise IndexAccessError(
            f"{connection.address}: found {counted(answer['count'], 'document')} in {name}, expected {expected}; "
            "build it again with --restart"
        )


def publish(connection: Connection, index: str, replaces: str | None) -> None:
    """Moves the alias to an index in one step.

    replaces: the index that the alias must point to, None if it must be free, or ANY. Raises IndexAccessError, and
    leaves the alias as it is, if another machine has moved it.

    The index before it is kept, since readers may have it open; older ones are deleted. One that was never published is
    deleted a week after its creation: until then, another machine may be uploading to it.
    """
    alias = connection.address.name
    for attempt in range(TRIES):
        before = _published(connection)
        if before == index:  # the answer to an earlier try was lost
            break
        if replaces not in (before, ANY):
            if replaces:  # what the change was made from is published no more, so that it must be repeated
                _delete(connection, index)
            raise _overtaken(connection.address, before, replaces)
        actions: list[dict[str, Any]] = [{"remove": {"index": before, "alias": alias}}] if before else []
        # OpenSearch allows one index for writing: if another machine moves the alias meanwhile, it rejects all actions.
        actions.append({"add": {"index": index, "alias": alias, "is_write_index": True}})
        try:
            connection.call("POST", "/_aliases", {"actions": actions}, timeout=_PATIENT)
            break
        except IndexUnreachableError:
            raise
        except IndexAccessError:
            if attempt + 1 == TRIES:
                raise
    with suppress(IndexMissingError):  # replaced twice since, and deleted
        connection.call("PUT", f"/{index}/_settings", {"index": {"refresh_interval": None}})
    for name, made in builds(connection).items():
        settings = made["settings"]["index"]
        unpublished = settings.get("refresh_interval") == UNPUBLISHED
        alive = unpublished and time.time() - int(settings["creation_date"]) / 1000 < _GIVEN_UP
        if name not in (index, before, replaces) and alias not in made["aliases"] and not alive:
            _delete(connection, name)


def _published(connection: Connection) -> str | None:
    """The index that the alias points to, if any."""
    try:
        return named_index(connection)[0]
    except IndexMissingError:
        return None


def _overtaken(address: Address, before: str | None, replaces: str | None) -> IndexAccessError:
    """The error for an alias that another machine has moved."""
    found = f"{address}: found {f'the index {before}' if before else 'no index'}, published meanwhile"
    expected = f"{replaces}; repeat the change" if replaces else "a new name, or --force to replace it"
    return IndexAccessError(f"{found}; expected {expected}")


def _delete(connection: Connection, index: str) -> None:
    """Deletes an index, unless another machine was faster."""
    connection.call("DELETE", f"/{index}", timeout=_PATIENT, ignore_unavailable="true")


def builds(connection: Connection) -> dict[str, Any]:
    """The indexes made by builds for this alias, incomplete ones too, with their settings, mappings and aliases."""
    alias = connection.address.name
    indexes: Mapping[str, Any] = connection.call("GET", f"/{alias}-*", allow_no_indices="true")
    descriptions = {name: made["mappings"].get("_meta", {}).get("tweetctx", {}) for name, made in indexes.items()}
    return {name: indexes[name] for name, description in descriptions.items() if description.get("alias") == alias}


def check_free(connection: Connection, *, replace: bool) -> None:
    """Raises IndexAccessError if the name is taken by something else, or by an index that may not be replaced."""
    address = connection.address
    check_version(connection)
    try:
        index, description = named_index(connection)
    except IndexMissingError:
        return
    if description is None:
        raise IndexAccessError(f"{address}: found an index that is not of tweetctx; expected another name")
    if index == address.name:
        raise IndexAccessError(f"{address}: found an index of that name; expected an alias, or a name that is free")
    if not replace:
        raise IndexAccessError(f"{address}: found an index; expected a new name, or --force to replace it")


@contextmanager
def work_folder(address: Address, made_of: Mapping[str, Any], *, restart: bool) -> Iterator[Path]:
    """A cache folder for one build, kept until it is done. made_of: what must be unchanged for it to continue.

    Raises IndexAccessError if another process on this machine has the folder.
    """
    key = hashlib.sha256(str(address).encode()).hexdigest()[:16]
    folder = cache_folder() / "opensearch-builds" / key
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f"{key}.lock").open("wb") as file:  # which stays: removed, it would lock nothing
        lock(file, address, "index", IndexAccessError)
        path = folder / "made_of.json"
        if restart or not path.exists() or json.loads(path.read_text()) != json.loads(json.dumps(made_of)):
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        write_json(path, made_of)
        yield folder
        shutil.rmtree(folder, ignore_errors=True)
