"""A file of blocks that survives being killed at any moment, and is continued to the same bytes.

While FILE is in the making there are FILE.draft, a packed block behind another, and FILE.draft.json: what the work is,
how many bytes of the draft are there for sure, and the state of the work behind them. The latter is replaced in one
step about once a second, after what it speaks of has reached the disk. Work that goes on cuts the draft back to that
place. Every block is packed by itself (a gzip member, an xz or bzip2 stream, a zstandard frame), so that what follows
does not depend on what was packed in the same run. FILE.draft.scratch is a folder for what the work wants to find
again.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tweetctx.durable import lock, open_draft, remove_json, write_json
from tweetctx.errors import ConversionError

_FORMAT = "tweetctx-draft"
_SECONDS = 1.0  # of work that a kill may cost


def packer(name: str) -> Callable[[bytes], bytes]:
    """What packs a block for a file of that name: by its suffix, zstandard where it says nothing."""
    if name.endswith((".jsonl", ".json")):
        return lambda block: block
    if name.endswith(".gz"):
        import gzip

        return lambda block: gzip.compress(block, mtime=0)
    if name.endswith(".bz2"):
        import bz2

        return bz2.compress
    if name.endswith(".xz"):
        import lzma

        return lzma.compress
    import zstandard

    return zstandard.ZstdCompressor(level=6, write_checksum=True).compress


class Draft:
    """A file that grows block by block; a context manager that puts it in its place, or leaves it to be continued.

    identity: all that decides on its bytes. restart: what is there, draft or file, is replaced. `state` is what was
    noted with the last block that is there for sure, None at the beginning; `notes` is where, `scratch` a folder that
    may be made, and that goes when the work is done.

    Raises ConversionError if the file is there, if the draft is one of other work, or if someone else writes it.
    """

    def __init__(self, path: Path, identity: Mapping[str, Any], *, restart: bool = False) -> None:
        self._path = path
        self._identity = dict(identity)
        self._place = path.with_name(f"{path.name}.draft")
        self.notes = path.with_name(f"{path.name}.draft.json")
        self.scratch = path.with_name(f"{path.name}.draft.scratch")
        self._pack = packer(path.name)
        self._saved = time.monotonic()
        self.state: Any = None
        self.bytes = 0
        if path.exists() and not (restart and path.is_file()):
            raise ConversionError(f"{path}: found it there; expected a new file, or to be told to restart")
        try:
            self._file = open_draft(self._place)
        except OSError as error:
            raise ConversionError(f"{path}: cannot be made ({error.strerror}); expected a place to write") from error
        try:
            lock(self._file, self._place, "file", ConversionError)
            if restart:
                self._forget()
            else:
                self._resume()
            self._cut()
        except BaseException:
            self._file.close()
            raise

    def _resume(self) -> None:
        size = self._file.seek(0, os.SEEK_END)
        try:
            notes = json.loads(self.notes.read_bytes()) if size else None
            if notes is None:
                return
            if notes["format"] != _FORMAT or not 0 <= notes["bytes"] <= size:
                raise ValueError("it is not one of this draft")
            identity, written, state = notes["work"], notes["bytes"], notes["state"]
        except FileNotFoundError:
            return
        except (ValueError, TypeError, KeyError) as error:
            raise ConversionError(
                f"{self.notes}: damaged ({error}); expected notes, or to be told to restart"
            ) from error
        for name, expected in self._identity.items():
            if identity.get(name) != expected:
                raise ConversionError(
                    f"{self._place}: found a draft begun with {name} {identity.get(name)!r}; expected {expected!r} as "
                    "now, or to be told to restart"
                )
        self.bytes, self.state = written, state

    def _cut(self) -> None:
        if not self.bytes:
            remove_json(self.notes)
        self._file.seek(self.bytes)
        self._file.truncate()

    def append(self, block: bytes, state: Any) -> None:
        """Packs a block and writes it behind the others; state: a value for JSON that says where it ends.

        An empty block changes nothing but the state.
        """
        packed = self._pack(block) if block else b""
        try:
            self._file.write(packed)
            self._file.flush()
        except OSError as error:
            raise ConversionError(f"{self._place}: cannot be written ({error.strerror}); expected room") from error
        # One assignment: an interrupt comes before it or after it.
        self.bytes, self.state = self.bytes + len(packed), state
        if time.monotonic() - self._saved >= _SECONDS:
            self._save()

    def _save(self) -> None:
        os.fsync(self._file.fileno())
        notes = {"format": _FORMAT, "work": self._identity, "bytes": self.bytes, "state": self.state}
        write_json(self.notes, notes)
        self._saved = time.monotonic()

    def _publish(self) -> None:
        os.fsync(self._file.fileno())
        self._place.replace(self._path)
        self._forget()

    def _leave(self) -> None:
        """Notes how far the work came; without a block there is nothing to continue."""
        if self.bytes:
            with suppress(OSError):  # a disk that is full; what was noted before holds
                self._save()
        else:
            self._place.unlink()
            self._forget()

    def _forget(self) -> None:
        remove_json(self.notes)
        shutil.rmtree(self.scratch, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self._publish()
            else:
                self._leave()
        finally:
            with suppress(OSError):  # a block that did not reach the disk
                self._file.close()
