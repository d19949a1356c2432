"""The manifest of an index: which files it consists of, and how large its collection is."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexMissingError, IndexVersionError, counted
from tweetctx.index.storage.arrays import ArrayFile, access_error
from tweetctx.index.storage.schema import problem_of

FORMAT: Final = "tweetctx-index"
VERSION: Final = 8
MANIFEST: Final = "index.json"
# Errors that trying again does not help: the index can only be replaced.
UNREADABLE: Final = (IndexMissingError, IndexVersionError, IndexDamagedError)
_MAX_BYTES: Final = 1 << 18  # of a manifest, which has some 400 a segment, and segments are few
_BEGINNING: Final = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{FORMAT}"'.encode())
_MOST_BEGINNING: Final = 200  # bytes of it


def read_manifest(index: Path, name: str = MANIFEST) -> dict[str, Any]:
    """The manifest of an index, or one of another name; IndexAccessError says what is wrong with it."""
    path = index / name
    try:
        with path.open("rb") as file:
            text = file.read(_MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        raise _missing(index) from None
    except OSError as error:
        raise access_error(path, error) from error
    if len(text) > _MAX_BYTES:
        raise IndexDamagedError(f"{path}: damaged, it has more than {_MAX_BYTES} bytes")
    try:
        manifest = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise IndexDamagedError(f"{path}: damaged, expected JSON ({error})") from error
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise IndexMissingError(f"{path}: not a tweetctx index, expected the format {FORMAT!r}")
    if manifest.get("version") != VERSION:
        raise IndexVersionError(
            f"{path}: found version {manifest.get('version')!r} of the format, this tweetctx reads version {VERSION}; "
            "build the index anew"
        )
    if manifest.get("checksum") != _checksum(manifest):
        raise IndexDamagedError(f"{path}: damaged, its content does not fit its checksum")
    if problem := problem_of(manifest):
        raise IndexDamagedError(f"{path}: damaged, {problem}")
    return manifest


def time_of(index: Path) -> float | None:
    """When the manifest of an index was written, in seconds since 1970: the time of its file, not a part of it.

    So the same articles make the same bytes whenever they are indexed.
    """
    try:
        return (index / MANIFEST).stat().st_mtime
    except OSError:
        return None


def _missing(index: Path) -> IndexAccessError:
    try:
        index.stat()
    except FileNotFoundError:
        return IndexMissingError(f"{index}: found nothing, expected an index; `tweetctx index build` makes one")
    except OSError as error:
        return access_error(index, error)
    return IndexMissingError(f"{index}: found no {MANIFEST}; expected a tweetctx index")


def is_manifest(file: Path) -> bool:
    """Whether a file begins as a manifest does, of any version; the rest may be damaged."""
    with suppress(OSError), file.open("rb") as opened:
        return _BEGINNING.match(opened.read(_MOST_BEGINNING)) is not None
    return False


def write_manifest(index: Path, manifest: Mapping[str, Any]) -> Path:
    """Writes a manifest beside the place of the present one, and returns where."""
    whole = {"format": FORMAT, "version": VERSION, **manifest}
    whole["checksum"] = _checksum(whole)
    path = index / f"{MANIFEST}.new"
    path.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return path


def file_entries(manifest: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The entries of all files that a manifest names: name, bytes and checksum."""
    for segment in manifest["segments"]:
        yield segment
        yield from segment["removals"]
    if "wiki_pages" in manifest:
        yield manifest["wiki_pages"]


def file_names(manifest: Mapping[str, Any]) -> Iterator[str]:
    """The names of the files that a manifest lists."""
    return (entry["name"] for entry in file_entries(manifest))


def entry_of(path: Path) -> dict[str, Any]:
    """What a manifest says of a file. The checksum is that of its table of contents, which has those of its arrays."""
    file = ArrayFile(path, checked=False)
    return {"name": path.name, "bytes": file.size, "checksum": file.checksum}


def open_file(index: Path, entry: Mapping[str, Any]) -> ArrayFile:
    """Opens a file that a manifest names; IndexDamagedError if it is another one."""
    file = ArrayFile(index / entry["name"])
    if file.size != entry["bytes"]:
        raise IndexDamagedError(f"{file.path}: damaged, found {counted(file.size, 'byte')}, expected {entry['bytes']}")
    if file.checksum != entry["checksum"]:
        raise IndexDamagedError(f"{file.path}: damaged, its table of contents does not fit its checksum")
    return file


def altered_files(index: Path, manifest: Mapping[str, Any]) -> list[str]:
    """Reads every file of an index; a line for each thing that is not as it was written."""
    problems = []
    for entry in file_entries(manifest):
        try:
            problems += [f"{index / entry['name']}: altered, {what}" for what in open_file(index, entry).altered()]
        except IndexDamagedError as error:
            problems.append(str(error))
    return problems


def _checksum(manifest: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in manifest.items() if key != "checksum"}
    text = json.dumps(rest, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
