"""What getting a Wikipedia will cost, from the rates in docs/costs.md."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tweetctx.runtime.processors import processors

# Measured for a dump in bzip2, by its packed bytes; see "Getting a Wikipedia" in docs/costs.md.
CPU_SECONDS: Final = 1.1e-6  # of processor time a byte
INDEX_BYTES: Final = 1.3  # of the finished index
BUFFER_BYTES: Final = 4.2  # that a build holds on disk besides
_BASE_SECONDS: Final = 5.0  # for processes to start
_LEAST_MEMORY: Final = 600e6  # of processes with nothing to do
_BUFFERS: Final = 6.0  # of memory a byte besides, while buffers fill
_FULL_MEMORY: Final = 940e6  # with full buffers
_VOCABULARY: Final = 0.2  # of memory a byte, whatever the buffers: a hundred bytes for each distinct term


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a build will need: seconds, and bytes of memory, of disk while it runs, and of the index."""

    seconds: float
    memory: int
    disk: int
    index: int


def estimate_build(packed: int, workers: int | None = None) -> Estimate:
    """What the build of a dump of so many packed bytes will need with so many processes, by default one a processor."""
    index = int(INDEX_BYTES * packed)
    seconds = _BASE_SECONDS + CPU_SECONDS * packed / (workers or processors())
    memory = int(min(_LEAST_MEMORY + _BUFFERS * packed, _FULL_MEMORY) + _VOCABULARY * packed)
    return Estimate(seconds, memory, packed + int(BUFFER_BYTES * packed) + index, index)


def free_bytes(folder: Path) -> int:
    """The bytes that are free on the disk of a folder, which exists."""
    return shutil.disk_usage(folder).free
