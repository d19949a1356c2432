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
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tweetctx.errors import IndexAccessError, IndexDamagedError
from tweetctx.ragged import Ints

MAGIC: Final = b"tweetctx"
ALIGNMENT: Final = 64
PAGE_BITS: Final = 16
PAGE: Final = 1 << PAGE_BITS  # bytes
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
        try:
            self.bytes = _mapped(path)
        except OSError as error:
            raise access_error(path, error) from error
        self._entries, self.checksum = self._contents()

    def __contains__(self, name: str) -> bool:
        return name in self._entries

    @property
    def entries(self) -> Mapping[str, Entry]:
        """The table of contents."""
        return self._entries

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return len(self.bytes)

    def array(self, name: str) -> NDArray[Any]:
        """An array, mapped; IndexDamagedError if its content does not fit its checksums."""
        entry = self._entry(name)
        content = self.bytes[entry.offset : entry.end]
        if self._checked and not self._fits(name, entry, content):
            raise self.damage(name, "does not fit its checksum")
        return content.view(entry.dtype)

    def _fits(self, name: str, entry: Entry, content: NDArray[np.uint8]) -> bool:
        if entry.crc32 is None:
            return not self.pages(name).altered()
        return zlib.crc32(content.data) == entry.crc32

    def pages(self, name: str) -> PagedArray:
        """The bytes of an array that is checked page by page."""
        entry, sums = self._entry(name), self.array(f"{name}.pages")
        if entry.crc32 is not None or len(sums) != -(-(entry.end - entry.offset) // PAGE) or sums.dtype != np.uint32:
            raise self.damage(name, "does not fit the checksums of its pages")
        return PagedArray(self, name, self.bytes[entry.offset : entry.end], sums)

    def damage(self, name: str, problem: str) -> IndexDamagedError:
        """The error for an array whose content is not what was written."""
        return IndexDamagedError(f"{self.path}: damaged, the array {name} {problem}")

    def altered(self) -> Iterator[str]:
        """Reads the whole file; the names of what is not as it was written."""
        end = len(MAGIC)
        for name, entry in self._entries.items():
            if self.bytes[end : entry.offset].any():
                yield f"the bytes before {name}"
            end = entry.end
            if entry.crc32 is not None and zlib.crc32(self.bytes[entry.offset : end].data) != entry.crc32:
                yield f"the array {name}"
            if entry.crc32 is None and self._pages_altered(name):
                yield f"the array {name}"

    def _pages_altered(self, name: str) -> bool:
        try:
            return self.pages(name).altered()
        except IndexDamagedError:
            return True

    def _entry(self, name: str) -> Entry:
        if name not in self._entries:
            raise self.damage(name, "is missing")
        return self._entries[name]

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


def _entry_of(name: str, fields: Any, end: int) -> Entry:
    """An entry of a table of contents; ValueError for one that is not within the file."""
    entry = Entry(*fields)
    numbers = (entry.length, entry.offset, 0 if entry.crc32 is None else entry.crc32)
    if entry.dtype not in _DTYPES or any(type(number) is not int or number < 0 for number in numbers):
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
    hints = {
        PermissionError: "it must be readable for this user",
        # A limit that the user can raise.
        OSError: "the index itself is as it was; free resources or raise their limits (`ulimit -a`) and open it again",
    }
    hint = hints[PermissionError if isinstance(error, PermissionError) else OSError]
    return IndexAccessError(f"{path}: cannot be read ({error.strerror or error}); {hint}")


class PagedArray:
    """The bytes of an array. What is used of them is asked for with `need` first.

    A page is compared with its checksum once; whether it was is all that changes after opening, and two threads that
    find the same page unchecked check it twice.
    """

    def __init__(self, file: ArrayFile, name: str, content: NDArray[np.uint8], sums: Ints) -> None:
        self._file, self._name, self._sums = file, name, sums
        self.bytes = content
        self._checked = np.zeros(len(sums), np.bool_)

    def view(self, dtype: type[np.generic]) -> NDArray[Any]:
        """The bytes as numbers; a rest that is too short for one is left out."""
        size = np.dtype(dtype).itemsize
        return self.bytes[: len(self.bytes) // size * size].view(dtype)

    def need(self, begins: Ints, ends: Ints) -> None:
        """Checks the pages of the ranges [begin, end), in bytes; IndexDamagedError for one that is not as written."""
        from tweetctx.index.storage.row_kernels import unchecked

        for page in sorted(set(unchecked(begins, ends, self._checked, PAGE_BITS, len(self.bytes)).tolist())):
            if page < 0:
                raise self.damage("does not fit the arrays beside it")
            self._check(page)

    def _check(self, page: int) -> None:
        if not self._fits(page):
            raise self.damage(f"does not fit its checksum from byte {page << PAGE_BITS} on")
        self._checked[page] = True

    def _fits(self, page: int) -> bool:
        return zlib.crc32(self.bytes[page << PAGE_BITS : page + 1 << PAGE_BITS].data) == int(self._sums[page])

    def altered(self) -> bool:
        """Whether any page is not as it was written."""
        return not all(self._fits(page) for page in range(len(self._sums)))

    def damage(self, problem: str) -> IndexDamagedError:
        """The error for content that is not what was written."""
        return self._file.damage(self._name, problem)
