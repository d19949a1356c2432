"""Splits a search of many passages among the processors."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import TypeVar

from tweetctx.runtime.processors import processors

Result = TypeVar("Result")

PART = 1 << 21  # passages, at least: a search of them takes some ten times as long as waking a thread


def split(passages: int) -> list[int]:
    """The boundaries of the parts, ascending: 0, those between two parts, and the number of passages."""
    parts = max(1, min(processors(), passages // PART))
    return [passages * part // parts for part in range(parts + 1)]


def in_threads(search: Callable[[int, int], Result], edges: Sequence[int]) -> list[Result]:
    """Searches all parts at once; returns what each finds. Only a search that releases Python's lock gains by it.

    Where no thread can be started, it searches one part after the other.
    """
    here, *others = pairwise(edges)
    try:
        waiting = [_threads(os.getpid()).submit(search, *part) for part in others]
    except RuntimeError:  # the system refuses one, or Python ends
        return [search(*part) for part in pairwise(edges)]
    return [search(*here), *(future.result() for future in waiting)]


@cache
def _threads(process: int) -> ThreadPoolExecutor:  # noqa: ARG001 -- a fork has none of the threads of its parent
    return ThreadPoolExecutor(max(1, processors() - 1), "tweetctx-search")
