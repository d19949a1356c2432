"""The indexes that tweetctx keeps for the user, and which one commands open when none is named."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tweetctx.errors import IndexAccessError, IndexMissingError, ParameterError
from tweetctx.index.storage.manifest import file_entries, read_manifest
from tweetctx.runtime.durable import write_json
from tweetctx.wikipedias.demonstration import demonstration_index

INDEX_VARIABLE: Final = "TWEETCTX_INDEX"
FOLDER_VARIABLE: Final = "TWEETCTX_INDEXES"
DEMONSTRATION: Final = "demonstration"
_CHOICE: Final = "default.json"
_SUFFIX: Final = ".idx"


@dataclass(frozen=True, slots=True)
class KeptIndex:
    """An index that is there: its name, its folder, and what its manifest says.

    wiki, date: None if not known. bytes: of its files. is_default: whether commands open it when none is named.
    problem: why it cannot be opened; empty if it can.
    """

    name: str
    path: Path
    wiki: str | None = None
    date: str | None = None
    articles: int = 0
    bytes: int = 0
    is_default: bool = False
    problem: str = ""


def indexes_folder() -> Path:
    """The folder of the indexes, created if missing.

    It is `$TWEETCTX_INDEXES`, else a folder among the user's data. Raises ParameterError if it cannot be made.
    """
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        expected = f"expected a folder for indexes; {FOLDER_VARIABLE} can name another"
        raise ParameterError(f"{folder}: cannot be made ({error.strerror}), {expected}") from error
    return folder


def _folder() -> Path:
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named).absolute()
    import platformdirs

    try:
        return platformdirs.user_data_path("tweetctx") / "indexes"
    except RuntimeError:  # the user has no home
        raise ParameterError(f"{FOLDER_VARIABLE}: found none, and the user has no home; expected a folder") from None


def index_path(wiki: str) -> Path:
    """Where the index of a Wikipedia is kept, there or not."""
    return indexes_folder() / f"{wiki}{_SUFFIX}"


def chosen_index(name: str | None = None) -> str | None:
    """The index to open: the one named, else that of `$TWEETCTX_INDEX`, else the one that the user chose.

    None if there is none of these, so that the demonstration corpus is searched. Raises IndexMissingError if the one
    that was chosen is gone, and for an empty name, as that of a variable which is not set.
    """
    if name == "":
        raise IndexMissingError("index: found an empty name, expected that of an index")
    if named := name or os.environ.get(INDEX_VARIABLE):
        return named
    choice = _choice()
    if choice is not None and not choice.exists():
        message = f"{choice}: found nothing, but it is the default index"
        raise IndexMissingError(f"{message}; `tweetctx indexes NAME` chooses another")
    return None if choice is None else str(choice)


def index_to_open(name: str | None = None) -> str:
    """The index to open, as `chosen_index` finds it, or that of the demonstration corpus, built on first use."""
    return chosen_index(name) or str(demonstration_index())


def choose_index(name: str) -> Path | None:
    """Makes an index the default, given the name of one that is there, or the path of any other.

    `demonstration` makes none the default; None is returned. Raises IndexAccessError for what is no index.
    """
    choice = _folder() / _CHOICE
    if name == DEMONSTRATION:
        choice.unlink(missing_ok=True)
        return None
    kept = _folder() / f"{name}{_SUFFIX}"
    path = (kept if os.sep not in name and kept.is_dir() else Path(name)).absolute()
    try:
        read_manifest(path)
    except IndexMissingError as error:
        others = ", ".join([*(index.name for index in kept_indexes()), DEMONSTRATION])
        raise IndexMissingError(f"{error}; or one of {others}") from error
    indexes_folder()
    write_json(choice, {"index": str(path)})
    return path


def kept_indexes() -> Iterator[KeptIndex]:
    """Yields the indexes that are there by their names, and last the default if it lies elsewhere."""
    choice = _choice()
    paths = sorted(_folder().glob(f"*{_SUFFIX}"))
    if choice is not None and choice not in paths:
        paths.append(choice)
    for path in paths:
        yield _described(path, is_default=path == choice)


def _described(path: Path, *, is_default: bool) -> KeptIndex:
    name = path.name.removesuffix(_SUFFIX) if path.parent == _folder() else str(path)
    try:
        manifest = read_manifest(path)
    except IndexAccessError as error:
        return KeptIndex(name, path, is_default=is_default, problem=str(error))
    origin: dict[str, Any] = manifest["origin"]
    size = sum(entry["bytes"] for entry in file_entries(manifest))
    articles = manifest["counts"]["documents"]
    return KeptIndex(name, path, origin["wiki"], origin["date"], articles, size, is_default)


def _choice() -> Path | None:
    """The index that the user chose; None if there is none, or the file that says so is damaged."""
    try:
        return Path(json.loads((_folder() / _CHOICE).read_bytes())["index"])
    except (OSError, ValueError, TypeError, KeyError, ParameterError):
        return None
