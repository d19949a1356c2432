"""Checksums of contents, which tell whether a file is another one than before."""

from __future__ import annotations

import hashlib


def checksum(data: bytes) -> str:
    """Returns a checksum of 32 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()
