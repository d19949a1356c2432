"""The files and folders from which articles are read."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from tweetctx.corpus.collections import is_collection, open_collection
from tweetctx.errors import CorpusError

_ADDRESS: Final = re.compile(r"(?:https?|ftp)://?[^/]", re.IGNORECASE)  # in a path, two slashes are one


def paths_of(sources: Path | str | Iterable[Path | str]) -> list[Path]:
    """Converts sources to paths; CorpusError for a web address, since files must be downloaded first."""
    given = [sources] if isinstance(sources, str | Path) else [*sources]
    for source in given:
        if _ADDRESS.match(str(source)):
            hint = "download it first; `tweetctx get` downloads and indexes a Wikipedia"
            raise CorpusError(f"{source}: found an address, expected a file or a folder: {hint}")
    return [Path(source) for source in given]


def check_sources(sources: Sequence[Path]) -> None:
    """Raises CorpusError for a path that does not exist, a folder without files, and an unknown collection."""
    for source in sources:
        if is_collection(source):
            open_collection(source)
        elif not source.exists():
            raise CorpusError(f"{source}: not found; expected a file or a folder")
        elif source.is_dir() and next(_walk(source), None) is None:
            raise CorpusError(f"{source}: found no file in this folder; expected at least one that is not hidden")


def list_files(sources: Sequence[Path]) -> Iterator[Path]:
    """Yields the files, one by one: INEX's folders hold millions.

    The entries of a folder come in the order of their names, subfolders included. Hidden ones are skipped, and so are
    links to folders, which may be circular. Raises CorpusError for a folder that cannot be read.
    """
    for source in sources:
        if source.is_dir():
            yield from _walk(source)
        else:
            yield source


def _walk(folder: Path) -> Iterator[Path]:
    try:
        with os.scandir(folder) as scan:
            entries = sorted((entry for entry in scan if not entry.name.startswith(".")), key=lambda entry: entry.name)
    except OSError as error:
        raise CorpusError(f"{folder}: cannot be read ({error.strerror}); expected a readable folder") from error
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(folder / entry.name)
        elif not entry.is_dir():
            yield folder / entry.name


def size_of(path: Path) -> int:
    """Returns a file's size as stored, 0 if that is not known."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def fingerprint(sources: Sequence[Path]) -> str:
    """Returns a digest of the path, size and modification time of every file, which differs if the sources changed."""
    digest = hashlib.blake2b(digest_size=16)
    for file in list_files(sources):
        if is_collection(file):
            digest.update(f"{file}\n".encode(errors="surrogateescape"))
        with suppress(OSError):  # reading it will say so
            status = file.stat()
            digest.update(f"{file.resolve()} {status.st_size} {status.st_mtime_ns}\n".encode(errors="surrogateescape"))
    return digest.hexdigest()
