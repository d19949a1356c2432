"""One-dimensional arrays in .npy files that can be appended to, and are mapped when they are read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from tweetctx.errors import IndexDamagedError

_HEADER_BYTES = 128
_HEADER = re.compile(rb"'descr': '(?P<type>\|u1|<[iu][248])', .*'shape': \((?P<length>\d{1,15}),\)")


class ArrayWriter:
    """Appends to a one-dimensional .npy file whose length is not known before the end."""

    def __init__(self, path: Path, dtype: DTypeLike) -> None:
        self._dtype = np.dtype(dtype)
        self._file = path.open("wb")
        self._file.write(bytes(_HEADER_BYTES))
        self.length = 0

    def append(self, values: NDArray[Any]) -> None:
        """Writes values behind those already written."""
        self._file.write(as_bytes(np.asarray(values, self._dtype)))
        self.length += len(values)

    def close(self) -> None:
        """Writes the header; once."""
        if self._file.closed:
            return
        self._file.seek(0)
        self._file.write(_header(self._dtype, self.length))
        self._file.close()


def write_array(path: Path, values: NDArray[Any]) -> None:
    """Writes an array."""
    with path.open("wb") as file:
        file.write(_header(values.dtype, len(values)))
        file.write(as_bytes(values))


def as_bytes(values: NDArray[Any]) -> memoryview:
    """The bytes of an array, to be written; numpy's `tofile` does not say when a disk is full."""
    return np.ascontiguousarray(values).data


def smallest(largest: int) -> type[np.unsignedinteger[Any]]:
    """The smallest type of numbers from 0 that holds one."""
    return next(kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if largest <= np.iinfo(kind).max)


def _header(dtype: np.dtype[Any], length: int) -> bytes:
    fields = f"{{'descr': {np.lib.format.dtype_to_descr(dtype)!r}, 'fortran_order': False, 'shape': ({length},), }}"
    text = fields.ljust(_HEADER_BYTES - 11) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode("ascii")


def read_part(path: Path, dtype: DTypeLike, first: int, last: int) -> NDArray[Any]:
    """Values `first` to `last` (excluded) of an array, read, not mapped: what is mapped counts as memory in use."""
    kind = np.dtype(dtype)
    return np.fromfile(path, kind, last - first, offset=_HEADER_BYTES + first * kind.itemsize)


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
