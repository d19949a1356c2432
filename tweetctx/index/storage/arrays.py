"""Files of named arrays, each read through one memory map.

    magic | arrays, each at a multiple of 64 bytes, zeros between them | table of contents | footer

The table of contents is JSON: `{name: [dtype, length, offset, crc32]}`. A large array, or one of which little is read
at a time, has no CRC-32 of its own but one for each of its pages, in the array `name.pages`. The footer says where the
table of contents begins, how long it is, and its CRC-32. A CRC-32 finds every damage of up to 32 neighbouring bits, and
one in 2³² of the others escapes it.
"""

from __future__ import annotations

import errno
import hashlib
import json
import mmap
import os
import stat
import struct
import tempfile
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tweetctx.errors import IndexAccessError, IndexDamagedError
from tweetctx.index.storage.pages import ONE_PAGE, PAGE, PAGE_BITS, PagedArray, Valid

MAGIC: Final = b"tweetctx"
ALIGNMENT: Final = 64
_FOOTER: Final = struct.Struct("<QQI")
_DTYPES: Final = ("|u1", "<u2", "<u4", "<u8", "<i8")
_SPOOLED: Final = 1 << 20  # bytes of an array that is written which are held in memory
_COPIED: Final = 16 * PAGE  # bytes at a time
_LARGE: Final = 16 * PAGE  # bytes from which an array is checked by pages in any case


class Entry(NamedTuple):
    """What the table of contents says of an array. offset: in bytes; crc32: None for an array checked by pages."""

    dtype: str
    length: int
    offset: int
    crc32: int | None

    @property
    def end(self) -> int:
        """Where the array ends, in bytes."""
        return self.offset + self.length * np.dtype(self.dtype).itemsize


def as_bytes(values: NDArray[Any]) -> memoryview:
    """The bytes of an array, to be written; numpy's `tofile` does not report a full disk."""
    return np.ascontiguousarray(values).data


def smallest(largest: int) -> type[np.unsignedinteger[Any]]:
    """The smallest unsigned type that holds a number."""
    return next(kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if largest <= np.iinfo(kind).max)


class ArrayFileWriter:
    """Writes a file of named arrays, in the order in which they are ended."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("wb")
        self._file.write(MAGIC)
        self._end = len(MAGIC)
        self._entries: dict[str, Entry] = {}

    def write(self, name: str, values: NDArray[Any]) -> None:
        """Writes an array."""
        writer = self.array(name, values.dtype)
        writer.append(values)
        writer.close()

    def array(self, name: str, dtype: DTypeLike, *, paged: bool = False) -> ArrayWriter:
        """Begins an array whose length is not known yet. paged: whether it is checked by pages, however small it is."""
        return ArrayWriter(self, name, np.dtype(dtype), paged=paged)

    def add(self, name: str, dtype: np.dtype[Any], length: int, content: IO[bytes], *, paged: bool) -> None:
        """Copies an array into the file; called by ArrayWriter."""
        self._file.write(bytes(-self._end % ALIGNMENT))
        self._end += -self._end % ALIGNMENT
        paged = paged or length * dtype.itemsize >= _LARGE
        crc32, pages = 0, []
        for piece in iter(lambda: content.read(_COPIED), b""):
            crc32 = zlib.crc32(piece, crc32)
            pages += [zlib.crc32(piece[at : at + PAGE]) for at in range(0, len(piece) if paged else 0, PAGE)]
            self._file.write(piece)
        self._entries[name] = Entry(dtype.str, length, self._end, None if paged else crc32)
        self._end = self._entries[name].end
        if paged:
            self.write(f"{name}.pages", np.array(pages, np.uint32))

    def readable(self) -> ArrayFile:
        """Opens the file with the arrays written so far; more may follow."""
        self._finish()
        return ArrayFile(self.path, checked=False)

    def close(self) -> None:
        """Ends the file."""
        self._finish()
        self._file.close()

    def _finish(self) -> None:
        table = json.dumps(self._entries).encode()
        self._file.write(table + _FOOTER.pack(self._end, len(table), zlib.crc32(table)))
        self._file.flush()
        self._file.seek(self._end)  # what is written next takes the place of this table


class ArrayWriter:
    """Appends to one array of a file."""

    def __init__(self, file: ArrayFileWriter, name: str, dtype: np.dtype[Any], *, paged: bool) -> None:
        self._file, self._name, self._dtype, self._paged = file, name, dtype, paged
        self._content = tempfile.SpooledTemporaryFile(_SPOOLED, dir=str(file.path.parent))  # noqa: SIM115 -- closed below
        self.length = 0

    def append(self, values: NDArray[Any]) -> None:
        """Writes values behind those already written."""
        self._content.write(as_bytes(np.asarray(values, self._dtype)))
        self.length += len(values)

    def close(self) -> None:
        """Copies the array into its file."""
        self._content.seek(0)
        self._file.add(self._name, self._dtype, self.length, self._content, paged=self._paged)
        self._content.close()


class ArrayFile:
    """Reads a file of named arrays through one map, which holds one descriptor."""

    def __init__(self, path: Path, *, checked: bool = True) -> None:
        """Maps a file and reads its table of contents.

        checked: whether arrays are compared with their checksums when they are asked for. Raises IndexDamagedError for
        a file that is missing or not as it was written, IndexAccessError for one that cannot be read for other reasons.
        """
        self.path = path
        self._checked = checked
        self.opened: list[PagedArray] = []  # those asked for with `pages` so far
        try:
            self.bytes = _mapped(path)
        except OSError as error:
            raise access_error(path, error) from error
        self.entries, self.checksum = self._contents()

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return len(self.bytes)

    def array(self, name: str, dtype: DTypeLike | None = None) -> NDArray[Any]:
        """An array, mapped, all of which is checked at once; else as `pages`."""
        return self._paged(name, dtype, None).whole()

    def pages(self, name: str, dtype: DTypeLike | None = None, valid: Valid | None = None) -> PagedArray:
        """An array that is checked page by page as it is read; a small one is a single page.

        dtype: the type expected, any unsigned one if None. valid: checks the values of a page. IndexDamagedError for an
        array that is missing, of another type, or that has other checksums than its size asks for.
        """
        paged = self._paged(name, dtype, valid)
        self.opened.append(paged)
        return paged

    def _paged(self, name: str, dtype: DTypeLike | None, valid: Valid | None) -> PagedArray:
        if name not in self.entries:
            raise self.damage(name, "is missing")
        entry = self.entries[name]
        actual = np.dtype(entry.dtype)
        if actual.kind != "u" if dtype is None else actual != np.dtype(dtype):
            raise self.damage(name, f"has the unexpected type {actual}")
        if entry.crc32 is None:
            sums, bits = self.array(f"{name}.pages", np.uint32), PAGE_BITS
        else:
            sums, bits = np.array([entry.crc32]), ONE_PAGE
        if entry.crc32 is None and len(sums) != -(-(entry.end - entry.offset) // PAGE):
            raise self.damage(name, "does not fit the checksums of its pages")
        values = self.bytes[entry.offset : entry.end].view(actual)
        paged = PagedArray(values, sums, bits, partial(_damage, self.path, name), valid)
        return paged if self._checked else paged.trust()

    def damage(self, name: str, problem: str) -> IndexDamagedError:
        """The error for an array whose content is not what was written."""
        return _damage(self.path, name, problem)

    def altered(self) -> Iterator[str]:
        """Reads the whole file; the names of what is not as it was written."""
        end = len(MAGIC)
        for name, entry in self.entries.items():
            if self.bytes[end : entry.offset].any():
                yield f"the bytes before {name}"
            end = entry.end
            if self._altered(name, entry.dtype):
                yield f"the array {name}"

    def _altered(self, name: str, dtype: str) -> bool:
        try:
            return self._paged(name, dtype, None).altered()
        except IndexDamagedError:
            return True

    def _contents(self) -> tuple[dict[str, Entry], str]:
        size = len(self.bytes) - _FOOTER.size
        try:
            offset, length, crc32 = _FOOTER.unpack(self.bytes[max(size, 0) :].tobytes())
            table = self.bytes[offset : offset + length].tobytes()
            if self.bytes[: len(MAGIC)].tobytes() != MAGIC or offset + length != size or zlib.crc32(table) != crc32:
                raise ValueError("its table of contents does not fit its checksum")
            entries = {str(name): _entry_of(name, fields, offset) for name, fields in json.loads(table).items()}
        except (struct.error, ValueError, TypeError, AttributeError, RecursionError) as error:
            raise IndexDamagedError(f"{self.path}: damaged, {error}") from error
        return entries, hashlib.blake2b(table, digest_size=16).hexdigest()


def _damage(path: Path, name: str, problem: str) -> IndexDamagedError:
    return IndexDamagedError(f"{path}: damaged, the array {name} {problem}")


def _entry_of(name: str, fields: Any, end: int) -> Entry:
    """An entry of a table of contents; ValueError for one that is not within the file."""
    entry = Entry(*fields)
    sizes = (entry.length, entry.offset, 0 if entry.crc32 is None else entry.crc32)
    if entry.dtype not in _DTYPES or any(type(size) is not int or size < 0 for size in sizes):
        raise ValueError(f"found {fields!r} for the array {name}, expected its type, length, offset and checksum")
    if entry.offset % ALIGNMENT or entry.end > end:
        raise ValueError(f"the array {name} is not within the file")
    return entry


def _mapped(path: Path) -> NDArray[np.uint8]:
    """The bytes of a file."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        size = status.st_size
        content = mmap.mmap(descriptor, size, access=mmap.ACCESS_READ) if size else b""
    finally:
        os.close(descriptor)
    return np.frombuffer(content, np.uint8)


def access_error(path: Path, error: OSError) -> IndexAccessError:
    """The error for a file of an index that cannot be read: damage only where it is not there."""
    if isinstance(error, FileNotFoundError | NotADirectoryError | IsADirectoryError):
        return IndexDamagedError(f"{path}: damaged, cannot be read ({error.strerror})")
    if error.errno == errno.ENAMETOOLONG:
        return IndexAccessError(f"{path}: found a name that is too long for the file system; expected a shorter one")
    hints = {
        PermissionError: "it must be readable for this user",
        # A limit that the user can raise.
        OSError: "the index itself is as it was; free resources or raise their limits (`ulimit -a`) and open it again",
    }
    hint = hints[PermissionError if isinstance(error, PermissionError) else OSError]
    return IndexAccessError(f"{path}: cannot be read ({error.strerror or error}); {hint}")
