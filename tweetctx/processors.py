"""The processors that this process may use."""

from __future__ import annotations

import os
from functools import cache


@cache
def processors() -> int:
    """Their number; where the system limits this process to some processors, the number of these."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
