"""Measures how readers grow with hostile input: processor time by size, and memory by byte."""

import gc
import time
import tracemalloc
from collections.abc import Callable


def assert_linear(read: Callable[[int], object], size: int) -> None:
    """Eight times the input takes about eight times the processor time; a quadratic reader takes 64 times.

    The lesser of two measurements, as other processes only add to it.
    """
    small, large = (min(_seconds(read, n) for _ in range(2)) for n in (size, 8 * size))
    assert large < 24 * max(small, 0.002)


def _seconds(read: Callable[[int], object], size: int) -> float:
    gc.disable()  # a collection takes as long as everything else that there is takes to visit
    try:
        begin = time.process_time()
        read(size)
        return time.process_time() - begin
    finally:
        gc.enable()


def peak_memory(work: Callable[[], object]) -> int:
    """The bytes that are held at most while this runs."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
