"""Compression of blocks of records.

Every block is packed by itself (a gzip member, an xz or bzip2 stream, a zstandard frame), so that what follows does not
depend on what was packed in the same run.
"""

from __future__ import annotations

from collections.abc import Callable


def packer(name: str) -> Callable[[bytes], bytes]:
    """Returns what compresses a block for a file of that name: by its suffix, with zstandard for any other."""
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
