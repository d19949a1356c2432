"""Inner loops: compiled by numba, or run as the Python they are written in.

Compiling all loops takes most of a minute when nothing is cached, and loading them a second when all are. A command
that answers a few texts from a small index is done sooner without: see `interpret`.

numba keeps what it compiled beside the sources, where the package can be written, and in `$NUMBA_CACHE_DIR`, if that is
set. Else it is kept in the cache folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np

from tweetctx.caches import VARIABLE, cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

_NUMBAS = "NUMBA_CACHE_DIR"

_interpreted = _compiled = _own_process = False


def interpret() -> None:
    """Has this process run all loops that it has not imported yet as plain Python, with the same results.

    They wrap around in 64 bits as compiled ones do, about which numpy need not warn. Without effect where some loops
    are compiled already: these call each other.
    """
    global _interpreted
    if not _compiled:
        _interpreted = True
        np.seterr(over="ignore")


def own_process() -> None:
    """Says that this process is a command's, so that numba need not look for SciPy's linear algebra.

    That takes a quarter of a second, and no loop of ours needs it.
    """
    global _own_process
    _own_process = True


def interpreted() -> bool:
    """Whether loops are plain Python."""
    return _interpreted


def njit(*, nogil: bool = False, error_model: Literal["python", "numpy"] = "python") -> Callable[[Function], Function]:
    """numba's decorator, with its cache; it leaves a function as it is after `interpret`."""
    global _compiled
    if _interpreted:
        return lambda function: function
    _compiled = True
    if _own_process:
        _import_without_scipy()
    _choose_folder()
    import numba

    options: dict[str, Any] = {"nogil": nogil, "error_model": error_model}

    def compiled(function: Function) -> Function:
        dispatcher: Any = numba.njit(**options)(function)
        dispatcher._cache = _loading_cache()(function)
        return dispatcher  # type: ignore[no-any-return]

    return compiled


@cache
def _loading_cache() -> Any:
    """numba's cache of a function's compiled code; it loads without what only compiling needs.

    numba's own first imports all that its compiler knows about Python and numpy, and looks for news of it at each load:
    a third of a second in all.
    """
    from numba.core.caching import FunctionCache
    from numba.core.runtime.nrt import rtsys

    class LoadingCache(FunctionCache):
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            rtsys.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]

    return LoadingCache


def _import_without_scipy() -> None:
    """Imports the part of numba that imports SciPy to see whether it is there, and hides it meanwhile."""
    name = "scipy.linalg"
    if name not in sys.modules and "numba" not in sys.modules:
        sys.modules[name] = None  # type: ignore[assignment]
        try:
            import numba.np.arraymath  # noqa: F401
        finally:
            del sys.modules[name]


def _choose_folder() -> None:
    """Names the folder to numba and, by the environment, to worker processes."""
    if os.environ.get(_NUMBAS):
        return
    if os.environ.get(VARIABLE) or not os.access(Path(__file__).parent, os.W_OK):
        import numba

        os.environ[_NUMBAS] = numba.config.CACHE_DIR = str(cache_folder() / "compiled")  # type: ignore[attr-defined]
