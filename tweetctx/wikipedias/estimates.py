"""Estimates what getting a Wikipedia will cost, by the rates in docs/costs.md and the speed of this machine."""

from __future__ import annotations

import bz2
import re
import shutil
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tweetctx.runtime.processors import processors
from tweetctx.wikipedias.demonstration import demonstration_corpus

# Measured for a dump in bzip2, by its packed bytes; see "Getting a Wikipedia" in docs/costs.md.
CPU_SAMPLES: Final = 11.0  # of processor time a byte; the unit is the time of a byte of the sample
INDEX_BYTES: Final = 1.3  # of the finished index
BUFFER_BYTES: Final = 4.2  # that a build holds on disk besides
_BASE_SAMPLES: Final = 180.0  # for processes to start; the unit is the time of the whole sample
_LEAST_MEMORY: Final = 600e6  # of processes with nothing to do
_BUFFERS: Final = 6.0  # of memory a byte besides, while buffers fill
_FULL_MEMORY: Final = 940e6  # with full buffers
_VOCABULARY: Final = 0.2  # of memory a byte, whatever the buffers: a hundred bytes for each distinct term

_WORD: Final = re.compile(r"\w+")


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
    sample = measured_sample()
    seconds = sample.seconds * (_BASE_SAMPLES + CPU_SAMPLES * packed / sample.bytes / (workers or processors()))
    memory = int(min(_LEAST_MEMORY + _BUFFERS * packed, _FULL_MEMORY) + _VOCABULARY * packed)
    return Estimate(seconds, memory, packed + int(BUFFER_BYTES * packed) + index, index)


@dataclass(frozen=True, slots=True)
class Sample:
    """How many bytes a sample text has, and for how many seconds this machine works on it."""

    bytes: int
    seconds: float


def measured_sample() -> Sample:
    """Measures how long this machine takes to unpack the demonstration corpus and count its words, at best of five."""
    packed = bz2.compress(b"".join(path.read_bytes() for path in demonstration_corpus()))
    times = []
    for _ in range(5):
        begin = time.thread_time()
        text = bz2.decompress(packed)
        Counter(_WORD.findall(text.decode()))
        times.append(time.thread_time() - begin)
    return Sample(len(text), min(times))


def free_bytes(folder: Path) -> int:
    """The bytes that are free on the disk of a folder, which exists."""
    return shutil.disk_usage(folder).free
