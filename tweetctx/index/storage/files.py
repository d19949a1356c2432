"""The files of an index on disk: how a change is made in one step, and how damage is found.

An index is a folder with `index.json`, the manifest, and the folders that it names: segments, which hold articles,
and a state, which holds what is known of the collection as a whole. The manifest has the size and checksums of every
file, and is replaced last and in one step. Until then the old index stands, and a change that was interrupted leaves
only folders that nothing names.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.errors import IndexAccessError, IndexDamagedError, IndexMissingError, IndexVersionError

FORMAT = "tweetctx-index"
VERSION = 3
MANIFEST = "index.json"
_NEW_MANIFEST = MANIFEST + ".new"
DRAFT = "draft"  # the folder of a build that goes on where it was interrupted ...
JOURNAL = "journal.json"  # ... and what it says of the place
_OWN = re.compile(rf"(?:segment|state|draft|data)-\d{{6}}|{DRAFT}")  # data: before version 3


class Change:
    """A change of an index: the only one at a time, the others are told.

    What it makes are new folders. `publish` names them in the manifest and removes what that no longer names; without
    it all stays as it was.
    """

    def __init__(self, index: Path) -> None:
        """Locks an index, or the place where one is to be."""
        self.index = index
        self._new = not index.exists()
        _check_destination(index)
        try:
            index.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexAccessError(f"{index}: cannot be made ({error.strerror})") from error
        self._lock = _lock(index)
        named = _named(index)
        self._number = max((int(name[-6:]) for name in named), default=0)
        for leftover in _folders(index) - named - {DRAFT}:
            shutil.rmtree(index / leftover)

    def new_folder(self, kind: str) -> Path:
        """Makes a folder for a segment or a state."""
        self._number += 1
        folder = self.index / f"{kind}-{self._number:06}"
        folder.mkdir()
        return folder

    def publish(self, manifest: Mapping[str, Any]) -> None:
        """Makes the folders that a manifest names the index. It names `state` and, in `segments`, `name`s."""
        names = _names_of(manifest)
        known = _files_of(self.index)
        files = {}
        for name in names:
            for path in sorted((self.index / name).iterdir()):
                key = f"{name}/{path.name}"
                files[key] = known.get(key) or _fingerprint(path)
            sync(self.index / name)
        whole = {"format": FORMAT, "version": VERSION, **manifest, "files": files}
        whole["checksum"] = _checksum(whole)
        draft = self.index / _NEW_MANIFEST
        draft.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        sync(draft)
        draft.replace(self.index / MANIFEST)
        sync(self.index)
        for folder in _folders(self.index) - set(names):
            shutil.rmtree(self.index / folder, ignore_errors=True)
        os.close(self._lock)

    def discard(self, *, keep_draft: bool = False) -> None:
        """Removes what was made, but for the draft of a build if that is to be kept and has come anywhere."""
        kept = _named(self.index)
        if keep_draft and (self.index / DRAFT / JOURNAL).exists():
            kept.add(DRAFT)
        for folder in _folders(self.index) - kept:
            shutil.rmtree(self.index / folder, ignore_errors=True)
        (self.index / _NEW_MANIFEST).unlink(missing_ok=True)
        if self._new and not any(self.index.iterdir()):
            self.index.rmdir()
        os.close(self._lock)


def _folders(index: Path) -> set[str]:
    return {path.name for path in index.iterdir() if _OWN.fullmatch(path.name) and path.is_dir()}


def _check_destination(index: Path) -> None:
    """IndexAccessError unless there is an index, or nothing, or what an interrupted first build left."""
    if index.exists() and not index.is_dir():
        raise IndexAccessError(f"{index}: found a file, expected the folder of an index")
    if not index.exists() or _named(index):
        return
    if (index / MANIFEST).exists():
        read_manifest(index)  # says what is wrong with it
    if {path.name for path in index.iterdir()} - _folders(index) - {_NEW_MANIFEST}:
        raise IndexAccessError(f"{index}: found a folder with other things in it, expected an index or nothing")


def _manifest_or_nothing(index: Path) -> dict[str, Any]:
    try:
        manifest = json.loads((index / MANIFEST).read_text(encoding="utf-8"))
        return manifest if manifest["format"] == FORMAT and manifest["checksum"] == _checksum(manifest) else {}
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return {}


def _names_of(manifest: Mapping[str, Any]) -> list[str]:
    if "generation" in manifest:  # before version 3
        return [manifest["generation"]]
    return [*(segment["name"] for segment in manifest["segments"]), manifest["state"]]


def _named(index: Path) -> set[str]:
    """The folders that an index names; none where there is no index, or a damaged one."""
    try:
        return set(_names_of(_manifest_or_nothing(index)))
    except (KeyError, TypeError):
        return set()


def _files_of(index: Path) -> dict[str, Any]:
    files = _manifest_or_nothing(index).get("files")
    return files if isinstance(files, dict) else {}


def _lock(folder: Path) -> int:
    """Locks a folder until its descriptor, which is returned, is closed; also by the process's end."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        raise IndexAccessError(f"{folder}: another process is changing this index") from error
    return descriptor


def read_manifest(index: Path) -> dict[str, Any]:
    """The manifest of an index; IndexAccessError says what is wrong with it."""
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
    return manifest


def check_files(index: Path, manifest: Mapping[str, Any]) -> None:
    """IndexDamagedError unless all files are there in full size, the arrays among them as they were written."""
    for name, expected in manifest["files"].items():
        _check(index / name, expected)


def _check(path: Path, expected: Mapping[str, Any]) -> None:
    """IndexDamagedError unless a file has its size and, where it is an array, its content."""
    try:
        found = path.stat().st_size
        if found != expected["bytes"]:
            raise IndexDamagedError(f"{path}: damaged, found {found} bytes, expected {expected['bytes']}")
        if "crc32" in expected and _crc32(path) != expected["crc32"]:
            raise IndexDamagedError(f"{path}: damaged, its content does not fit its checksum")
    except OSError as error:
        raise IndexDamagedError(f"{path}: cannot be read ({error.strerror})") from error


def damaged_files(index: Path, manifest: Mapping[str, Any]) -> list[str]:
    """A line for every data file whose content is not what was written."""
    return [
        f"{index / name}: altered, its content does not fit its checksum"
        for name, expected in manifest["files"].items()
        if _altered(index / name, expected)
    ]


def _altered(path: Path, expected: Mapping[str, Any]) -> bool:
    try:
        return _fingerprint(path) != expected
    except OSError:  # not there, or not to be read
        return True


def _fingerprint(path: Path) -> dict[str, Any]:
    """The size of a file and its checksums: the one of `verify`, and for an array the one that opening looks at."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16))
    fingerprint = {"bytes": path.stat().st_size, "blake2b": digest.hexdigest()}
    return fingerprint | ({"crc32": _crc32(path)} if path.suffix == ".npy" else {})


def _crc32(path: Path) -> int:
    return zlib.crc32(np.memmap(path, np.uint8, "r").data)


def _checksum(manifest: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in manifest.items() if key != "checksum"}
    text = json.dumps(rest, ensure_ascii=False, sort_keys=True)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def sync(path: Path) -> None:
    """Waits until a file, or all files of a folder and the folder itself, are on the disk."""
    for child in path.iterdir() if path.is_dir() else ():
        if child.is_file():
            sync(child)
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
