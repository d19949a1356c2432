"""Compression of blocks of records.

Every block is compressed independently (a gzip member, an xz or bzip2 stream, a zstandard frame), so that a resumed
conversion gives the same bytes.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable

import zstandard

from tweetctx.errors import ConversionError

_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "jsonl": lambda block: block,
    "json": lambda block: block,
    "gz": lambda block: gzip.compress(block, mtime=0),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.ZstdCompressor(level=6, write_checksum=True).compress,
}


def packer(name: str) -> Callable[[bytes], bytes]:
    """Returns the compressor for a file name; raises ConversionError for an unknown suffix."""
    suffix = name.rpartition(".")[2].lower()
    if suffix not in _PACKERS:
        raise ConversionError(f"{name}: found the suffix {suffix!r}; expected one of .{', .'.join(_PACKERS)}")
    return _PACKERS[suffix]
