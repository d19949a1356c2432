"""The files of an index on disk: what is written, how it is replaced in one step, how damage is found.

An index is a folder with `index.json` and one folder of data that it names, the generation. `index.json` holds the
size and checksum of every data file, and is replaced last and in one step: until then the old index stands, and a
build that was interrupted leaves only a folder that nothing names.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexMissingError, IndexVersionError

FORMAT = "tweetctx-index"
VERSION = 2
MANIFEST = "index.json"
_GENERATION = re.compile(r"data-\d{6}")
_HEADER_BYTES = 128
_HEADER = re.compile(rb"'descr': '(?P<type><[iu][248])', .*'shape': \((?P<length>\d{1,15}),\)")


class ArrayWriter:
    """Appends to a one-dimensional .npy file whose length is not known before the end."""

    def __init__(self, path: Path, dtype: DTypeLike) -> None:
        self._dtype = np.dtype(dtype)
        self._file = path.open("wb")
        self._file.write(bytes(_HEADER_BYTES))
        self.length = 0

    def append(self, values: NDArray[Any]) -> None:
        """Writes values behind those already written."""
        np.ascontiguousarray(values, self._dtype).tofile(self._file)
        self.length += len(values)

    def close(self) -> None:
        """Writes the header; once."""
        if self._file.closed:
            return
        self._file.seek(0)
        self._file.write(_header(self._dtype, self.length))
        self._file.close()


def write_array(path: Path, values: NDArray[Any], length: int | None = None) -> None:
    """Writes an array; with `length`, one of that many zeros of its type, which takes no memory."""
    with path.open("wb") as file:
        file.write(_header(values.dtype, len(values) if length is None else length))
        values.tofile(file)
        if length is not None:
            file.truncate(_HEADER_BYTES + length * values.dtype.itemsize)


class OffsetWriter:
    """Writes the lengths of rows as the offsets of a Ragged."""

    def __init__(self, path: Path) -> None:
        self._array = ArrayWriter(path, np.int64)
        self._array.append(np.zeros(1, np.int64))
        self.total = 0

    def append(self, lengths: NDArray[Any]) -> None:
        """Writes the offsets behind rows of these lengths."""
        ends = self.total + np.cumsum(lengths, dtype=np.int64)
        self._array.append(ends)
        self.total = int(ends[-1]) if len(ends) else self.total

    def close(self) -> None:
        """Ends the file."""
        self._array.close()


def _header(dtype: np.dtype[Any], length: int) -> bytes:
    fields = f"{{'descr': {np.lib.format.dtype_to_descr(dtype)!r}, 'fortran_order': False, 'shape': ({length},), }}"
    text = fields.ljust(_HEADER_BYTES - 11) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode("ascii")


class Generation:
    """A folder of data in the making, beside the data of the index that it will replace.

    Only one process at a time can make one; the others are told. A folder left behind by a process that was killed is
    removed by the next.
    """

    def __init__(self, index: Path) -> None:
        self.index = index
        self._new = not index.exists()
        _check_destination(index)
        try:
            index.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexAccessError(f"{index}: cannot be made ({error.strerror})") from error
        self._lock = _lock(index)
        current = _generation(index)
        for leftover in _generations(index):
            if leftover.name != current:
                shutil.rmtree(leftover)
        number = int(current.removeprefix("data-")) + 1 if current else 1
        self.folder = index / f"data-{number:06}"
        self.folder.mkdir()

    def publish(self, description: Mapping[str, Any]) -> None:
        """Makes this generation the index, and removes all others."""
        files = {path.name: _fingerprint(path) for path in sorted(self.folder.iterdir())}
        manifest = {"format": FORMAT, "version": VERSION, "generation": self.folder.name, **description, "files": files}
        manifest["checksum"] = _checksum(manifest)
        _sync(self.folder)
        draft = self.folder / MANIFEST
        draft.write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        _sync(draft)
        draft.replace(self.index / MANIFEST)
        _sync(self.index)
        for path in _generations(self.index):
            if path != self.folder:
                shutil.rmtree(path, ignore_errors=True)
        os.close(self._lock)

    def discard(self) -> None:
        """Removes what was made."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._new:
            self.index.rmdir()
        os.close(self._lock)


def _generations(index: Path) -> list[Path]:
    return [path for path in index.iterdir() if _GENERATION.fullmatch(path.name) and path.is_dir()]


def _check_destination(index: Path) -> None:
    """IndexAccessError unless there is an index, or nothing, or what a killed first build left."""
    if index.exists() and not index.is_dir():
        raise IndexAccessError(f"{index}: found a file, expected the folder of an index")
    if not index.exists() or _generation(index):
        return
    if set(index.iterdir()) - set(_generations(index)):
        raise IndexAccessError(f"{index}: found a folder with other things in it, expected an index or nothing")


def _generation(index: Path) -> str | None:
    """The generation that an index names; None where there is no index."""
    try:
        manifest = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
        return str(manifest["generation"]) if manifest["format"] == FORMAT else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _lock(folder: Path) -> int:
    """Locks a folder until its descriptor, which is returned, is closed; also by the process's end."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise IndexAccessError(f"{folder}: another process is building an index here") from error
    return descriptor


def read_manifest(index: Path) -> dict[str, Any]:
    """The manifest of an index whose files are all there in full size."""
    path = index / MANIFEST
    if not index.exists():
        raise IndexMissingError(f"{index}: found nothing, expected an index; `tweetctx index build` makes one")
    if not path.is_file():
        raise IndexMissingError(f"{index}: not a tweetctx index, it holds no {MANIFEST}")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
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
    for name, expected in manifest["files"].items():
        _check_size(index / manifest["generation"] / name, expected["bytes"])
    return manifest


def damaged_files(index: Path, manifest: Mapping[str, Any]) -> list[str]:
    """A line for every data file whose content is not what was written."""
    folder = index / manifest["generation"]
    return [
        f"{folder / name}: altered, its content does not fit its checksum"
        for name, expected in manifest["files"].items()
        if _fingerprint(folder / name) != expected
    ]


def load_array(path: Path) -> NDArray[Any]:
    """An array that an ArrayWriter wrote, mapped, not read."""
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
    match = _HEADER.search(header)
    if not match or header != _header(np.dtype(match["type"].decode()), int(match["length"])):
        raise IndexDamagedError(f"{path}: damaged, expected the header of an array")
    dtype, length = np.dtype(match["type"].decode()), int(match["length"])
    if not length:  # nothing cannot be mapped
        return np.empty(0, dtype)
    try:
        return np.asarray(np.memmap(path, dtype, "r", _HEADER_BYTES, (length,)))
    except (OSError, ValueError) as error:
        raise IndexDamagedError(f"{path}: damaged, expected {length} values ({error})") from error


def _check_size(path: Path, expected: int) -> None:
    try:
        found = path.stat().st_size
    except OSError as error:
        raise IndexDamagedError(f"{path}: missing ({error.strerror})") from error
    if found != expected:
        raise IndexDamagedError(f"{path}: damaged, found {found} bytes, expected {expected}")


def _fingerprint(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16))
    return {"bytes": path.stat().st_size, "blake2b": digest.hexdigest()}


def _checksum(manifest: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in manifest.items() if key != "checksum"}
    text = json.dumps(rest, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _sync(path: Path) -> None:
    """Waits until a file, or all files of a folder and the folder itself, are on the disk."""
    for child in path.iterdir() if path.is_dir() else ():
        if child.is_file():
            _sync(child)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
