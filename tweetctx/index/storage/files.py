"""The files of an index on disk: how a change is made in one step.

An index is a folder with `index.json`, the manifest, and the files that it names: segments, which hold articles,
removals, which name articles of a segment that are no longer part of the index, and, if it was built from a dump, the
redirects and templates of its wiki. The manifest is replaced last and in
one step. Until then the old index stands, and a change that was interrupted leaves only files that nothing names.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tweetctx.errors import IndexAccessError
from tweetctx.index.storage.arrays import access_error
from tweetctx.index.storage.manifest import (
    MANIFEST,
    UNREADABLE,
    file_names,
    is_manifest,
    read_manifest,
    write_manifest,
)
from tweetctx.runtime.durable import missing_folders, remove_empty

BUFFER = "buffer"  # the folder of a build that was interrupted and can be continued ...
JOURNAL = "journal.json"  # ... and its file that says how far the build came
_OWN = re.compile(rf"(?:segment|removal|wiki|buffer|state|data)-\d{{6}}|{BUFFER}")  # state and data: before version 4


def is_index_file(name: str) -> bool:
    """Whether a file or folder of an index has such a name; the manifest is not among them."""
    return _OWN.fullmatch(name) is not None


class Change:
    """A change of an index. There is only one at a time; another is refused.

    It makes new files. `publish` names them in the manifest and removes the files that are no longer named; without it
    all stays as it was.
    """

    def __init__(self, index: Path) -> None:
        """Locks an index, or the place where one is to be."""
        self.index = index
        self.published = False
        self._made = missing_folders(index)
        check_destination(index)
        try:
            index.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise IndexAccessError(f"{index}: cannot be made ({error.strerror})") from error
        self._lock = _lock(index)
        try:
            self._files = _files_of(index)
            self._number = max((int(name[-6:]) for name in self._files), default=0)
            for leftover in _owned(index) - self._files - {BUFFER}:
                _remove(index / leftover)
        except BaseException:
            os.close(self._lock)
            raise

    def new_path(self, kind: str) -> Path:
        """A path for a new segment, removal or buffer."""
        self._number += 1
        return self.index / f"{kind}-{self._number:06}"

    def publish(self, manifest: Mapping[str, Any]) -> None:
        """Makes the files that a manifest names the index. They are on the disk before the manifest is.

        Raises IndexDamagedError for a manifest that no index can have.
        """
        names = set(file_names(manifest))
        for name in names - self._files:
            sync(self.index / name)
        written = write_manifest(self.index, manifest)
        read_manifest(self.index, written.name)  # one that could not be opened replaces none
        sync(written)
        written.replace(self.index / MANIFEST)
        self.published = True
        with self._ending():
            sync(self.index)
            self._keep(names)

    def discard(self, *, keep_buffer: bool = False) -> None:
        """Removes what was made, but for the buffer of a build if that is to be kept and has come anywhere."""
        kept = self._files
        if keep_buffer and (self.index / BUFFER / JOURNAL).exists():
            kept = kept | {BUFFER}
        with self._ending():
            self._keep(kept)

    @contextmanager
    def _ending(self) -> Iterator[None]:
        """Releases the lock behind the block, however it ends."""
        try:
            yield
        finally:
            os.close(self._lock)

    def _keep(self, kept: set[str]) -> None:
        """Removes the files of the index but for some, and the folders that were made for nothing."""
        for name in _owned(self.index) - kept:
            _remove(self.index / name)
        (self.index / f"{MANIFEST}.new").unlink(missing_ok=True)
        remove_empty(self._made)


def _owned(index: Path) -> set[str]:
    """Files and folders of an index, whether or not it names them."""
    return {path.name for path in index.iterdir() if is_index_file(path.name)}


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def check_destination(index: Path) -> None:
    """Raises IndexAccessError for a path that holds anything but an index or the rest of an interrupted first build.

    A damaged index and one of another version count, too: the manifest begins as ours do, or the folder has only files
    with the names of an index's files.
    """
    try:
        if not index.exists() or is_manifest(index / MANIFEST):
            return
        if not index.is_dir():
            raise IndexAccessError(f"{index}: found a file, expected the folder of an index")
        names, owned = {path.name for path in index.iterdir()}, _owned(index)
    except OSError as error:
        raise access_error(index, error) from error
    if names - owned - ({MANIFEST, f"{MANIFEST}.new"} if owned else {f"{MANIFEST}.new"}):
        raise IndexAccessError(f"{index}: found a folder with other things in it, expected an index or nothing")


def check_free(index: Path) -> None:
    """Raises IndexAccessError for a folder with other files or an index, also one that cannot be read."""
    check_destination(index)
    if not (index / MANIFEST).exists():
        return
    try:
        read_manifest(index)
    except UNREADABLE as error:
        found = f"an index that cannot be read ({error})"
    else:
        found = "an index"
    raise IndexAccessError(f"{index}: found {found}; expected a new folder, or --force to replace it")


def _files_of(index: Path) -> set[str]:
    """The files of the index that is there: those that its manifest lists, or, if it is unreadable, all that may be."""
    if not (index / MANIFEST).exists():
        return set()
    try:
        return set(file_names(read_manifest(index)))
    except UNREADABLE:
        return _owned(index) - {BUFFER}


def _lock(folder: Path) -> int:
    """Locks a folder until its descriptor, which is returned, is closed; also by the process's end."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        raise IndexAccessError(f"{folder}: another process is changing this index") from error
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


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
