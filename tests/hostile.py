"""Measures how readers grow with hostile input: processor time by size, and memory by byte."""

import gc
import time
import tracemalloc
from collections.abc import Callable


def assert_linear(read: Callable[[int], object], size: int) -> None:
    """Compares processor time at three sizes: nine times the input takes nine times as long; a quadratic reader, 81.

    The least of two measurements of the smallest counts, as other processes only add to it; a reader passes as soon as
    one of three comparisons does.
    """
    for _ in range(3):
        small = min(_seconds(read, size) for _ in range(2))
        middle, large = _seconds(read, 3 * size), _seconds(read, 9 * size)
        least = max(small, 0.002)
        if middle < 6 * least and large < 27 * least:
            return
    raise AssertionError(f"{small:.4f}, {middle:.4f} and {large:.4f} s for {size} bytes, 3 times and 9 times as many")


def _seconds(read: Callable[[int], object], size: int) -> float:
    gc.disable()  # a collection takes as long as everything else that there is takes to visit
    try:
        begin = time.thread_time()  # without what other threads of the process do
        read(size)
        return time.thread_time() - begin
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
