"""Files that survive being killed: locked while they grow, and replaced in one step when they are on the disk."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO, Any

from tweetctx.errors import TweetctxError


def lock(file: IO[Any], path: Path, what: str, failure: type[TweetctxError]) -> None:
    """Keeps others from writing the same, until the file is closed or the process ends; raises `failure`."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise failure(f"{path}: another process is writing this {what}; expected to be the only one") from None


def write_json(path: Path, value: object) -> None:
    """Replaces a file by a value as JSON, in one step."""
    draft = _new(path)
    with draft.open("w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def remove_json(path: Path) -> None:
    """Removes what `write_json` wrote, and what it leaves when it is killed."""
    path.unlink(missing_ok=True)
    _new(path).unlink(missing_ok=True)


def _new(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def open_draft(path: Path) -> IO[bytes]:
    """Opens a file for reading and writing where it is; it is made if it is not there, and never cut."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
