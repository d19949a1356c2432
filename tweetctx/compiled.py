"""numba's `njit`, which keeps compiled functions in a folder that can be written.

numba keeps them beside their sources, where the package can be written, and in `$NUMBA_CACHE_DIR`, if that is set. Else
they are kept in the cache folder. Kernels import `njit` from here, so that this is settled before the first of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import numba
from numba import njit

from tweetctx.caches import VARIABLE, cache_folder

__all__ = ["njit"]

_NUMBAS = "NUMBA_CACHE_DIR"


def _choose_folder() -> None:
    """Names the folder to numba and, by the environment, to worker processes."""
    if os.environ.get(_NUMBAS):
        return
    if os.environ.get(VARIABLE) or not os.access(Path(__file__).parent, os.W_OK):
        os.environ[_NUMBAS] = numba.config.CACHE_DIR = str(cache_folder() / "compiled")  # type: ignore[attr-defined]


_choose_folder()
