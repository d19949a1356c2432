"""Inner loops: compiled by numba, or run as plain Python.

Compiling all loops takes one to three minutes, and loading those of a context from the cache half a second. A command
that answers a few texts from a small index is faster without: see `interpret`.

Compiled code is cached in `$NUMBA_CACHE_DIR` if that is set, else beside the sources if the package can be written,
else in the cache folder.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal, TypeVar, cast

import numpy as np

from tweetctx.runtime.bundled import PACKAGE
from tweetctx.runtime.caches import VARIABLE, cache_folder

Function = TypeVar("Function", bound=Callable[..., Any])

_NUMBAS = "NUMBA_CACHE_DIR"
_LOCATOR = "tweetctx.runtime.cache_locator.SourcesLocator"
_NUMBAS_LOCATORS = ("UserProvidedCacheLocator", "InTreeCacheLocator", "UserWideCacheLocator", "IPythonCacheLocator")

_LOGGER = logging.getLogger(__name__)
_interpreted = _compiled = False
_first: Callable[[], object] | None = None


def interpret() -> None:
    """Makes this process run all loops that are not imported yet as plain Python, with the same results.

    They wrap around at 64 bits like compiled ones, so numpy's warnings are disabled. Without effect if some loops are
    compiled already, since loops call each other.
    """
    global _interpreted
    if not _compiled:
        _interpreted = True
        np.seterr(over="ignore")


def interpreted() -> bool:
    """Whether loops run as plain Python."""
    return _interpreted


def is_cached(module: str) -> bool:
    """Whether a module's loops run without being compiled first: they are in the cache, or are interpreted."""
    if _interpreted:
        return True
    from tweetctx.runtime.cache_locator import cached_files

    _choose_folder()
    return bool(cached_files(module))


def before_compiling(act: Callable[[], object] | None) -> None:
    """Makes this process call a function, once, before it compiles the first loop that is not cached; None: no longer.

    That loop is compiled after the call; the others may be loaded from a cache that the call has filled.
    """
    global _first
    _first = act


def about_to_compile() -> bool:
    """Calls the function given to `before_compiling`; returns whether there is one."""
    global _first
    act, _first = _first, None
    if act:
        act()
    return act is not None


def njit(
    *,
    nogil: bool = False,
    error_model: Literal["python", "numpy"] = "python",
    allocates: bool = True,
    inlined: bool = False,
) -> Callable[[Function], Function]:
    """numba's decorator with caching; after `interpret`, it returns the function unchanged.

    allocates: whether the function makes or returns arrays. One that does neither need not count the references to
    those that it is given and to their parts, which takes longer than a short loop; `_nrt` is numba's name for it.
    inlined: whether to copy the function into its callers. An array is passed as seven numbers, so that a call with ten
    of them takes as long as a short loop: search is 15 % faster with four such functions.
    """
    global _compiled
    if _interpreted:
        return lambda function: function
    import numba

    config: Any = numba.config

    if not _compiled:
        _hear_of_compilations()
        _compiled = True
    _choose_folder()
    ours = config.CACHE_LOCATOR_CLASSES or ",".join(_NUMBAS_LOCATORS)
    if _LOCATOR not in ours:
        config.CACHE_LOCATOR_CLASSES = f"{_LOCATOR},{ours}"
    options: dict[str, Any] = {"nogil": nogil, "error_model": error_model, "_nrt": allocates, "forceinline": inlined}
    return cast("Callable[[Function], Function]", numba.njit(cache=True, **options))


def late(module: str) -> Callable[[], Any]:
    """A function that returns a module of loops, which its first call imports, as that loads numba.

    A call of it takes less time than an import statement, which takes as long as a short loop.
    """
    return cache(partial(import_module, module))


def _choose_folder() -> None:
    """Sets numba's cache folder, by the environment also for worker processes."""
    if os.environ.get(_NUMBAS):
        return
    if os.environ.get(VARIABLE) or not os.access(PACKAGE, os.W_OK):
        import numba

        os.environ[_NUMBAS] = numba.config.CACHE_DIR = str(cache_folder() / "compiled")  # type: ignore[attr-defined]


def _hear_of_compilations() -> None:
    """Makes numba call `about_to_compile` before it compiles; the log tells of it if nobody else is told."""
    from numba.core import event

    class BeforeCompiling(event.Listener):
        told = False

        def on_start(self, _event: object) -> None:
            if not about_to_compile() and not self.told:
                _LOGGER.info(
                    "compiling what is not in the cache, which can take minutes; `tweetctx warm` does it ahead"
                )
            self.told = True

        def on_end(self, _event: object) -> None:
            pass

    event.register("numba:compile", BeforeCompiling())  # type: ignore[no-untyped-call]
