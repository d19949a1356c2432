"""Numbers of 64 bits, for compiled code: with a sign and without one. To mypy they are any numbers.

Those that index arrays are written `U(...)`: a compiler need not ask whether they are negative.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np

U = cast("Callable[[Any], Any]", np.uint64)
L = cast("Callable[[Any], int]", np.int64)
