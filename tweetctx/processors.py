"""The processors that this process may use."""

from __future__ import annotations

import os
from functools import cache


@cache
def processors() -> int:
    """How many there are; where the system limits a process to some of them, only these count."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
