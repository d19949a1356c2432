"""Typed constants for compiled code: `u64(...)` without a sign and `i64(...)` with one. To mypy they are any numbers.

Numbers that index arrays are written as `u64(...)`, so that the compiler need not test whether they are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

u64 = cast("Callable[[Any], Any]", np.uint64)
i64 = cast("Callable[[Any], int]", np.int64)
