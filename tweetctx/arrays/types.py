"""Types of arrays, and typed constants for compiled code.

`u64(...)` is a whole number without a sign, `i64(...)` one with a sign; to mypy they are any numbers. Numbers that
index arrays are written as `u64(...)`, so that the compiler need not test whether they are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer[Any]]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

u64 = cast("Callable[[Any], Any]", np.uint64)
i64 = cast("Callable[[Any], int]", np.int64)
