"""Where numba caches compiled loops, and what makes them stale. numba imports this by name; see `compiled.py`.

numba's own locators know the file of a function alone. A loop holds what it calls in other files too, so that its stamp
here is a digest of all those sources.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from numba import config
from numba.core.caching import InTreeCacheLocator, UserProvidedCacheLocator

from tweetctx.runtime.bundled import PACKAGE

_IMPORTS = re.compile(rb"^from (tweetctx[\w.]*) import", re.MULTILINE)
_LOOPS = b"\n@njit("
_END = b"."  # of every pickle


class SourcesLocator:
    """Made by numba for each function that is cached; None for functions that are not this package's."""

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> Any:
        """Returns numba's locator for the folder in use; names of files have the digest of the sources.

        An earlier version's file may name types that are gone, so that numba could not even read it. Such files are
        removed, and those that a failure of power cut off.
        """
        if not function.__module__.startswith("tweetctx."):
            return None
        base: Any = UserProvidedCacheLocator if config.CACHE_DIR else InTreeCacheLocator  # type: ignore[attr-defined]
        locator = base.from_function(function, file)
        if locator is not None:
            digest = _sources_digest(function.__module__)
            locator.get_source_stamp = lambda: digest
            locator.get_disambiguator = lambda: digest[:16]
            _clean(Path(locator.get_cache_path()), f"{Path(file).stem}.{function.__qualname__}", digest[:16])
        return locator


def _clean(folder: Path, function: str, digest: str) -> None:
    """Removes the cached files of a function that are of other sources, or do not end as a pickle does."""
    for path in _files(folder).get(function, ()):
        with suppress(OSError), path.open("rb") as file:
            file.seek(max(file.seek(0, 2) - 1, 0))
            if file.read() != _END or not path.name.startswith(f"{function}-{digest}."):
                path.unlink()


def cached_files(module: str) -> list[Path]:
    """The files of a module's compiled loops that are of its sources as they are now."""
    folder = config.CACHE_DIR  # type: ignore[attr-defined]
    source = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    place, pattern = (Path(folder), "**/") if folder else (source.parent / "__pycache__", "")
    return [*place.glob(f"{pattern}{source.stem}.*-{_sources_digest(module)[:16]}.*nbi")]


@cache
def _files(folder: Path) -> dict[str, list[Path]]:
    """The cached files of a folder, by function."""
    found: dict[str, list[Path]] = {}
    for path in folder.glob("*.nb[ci]"):
        found.setdefault(path.name.rpartition("-")[0], []).append(path)
    return found


@cache
def _sources_digest(module: str) -> str:
    """A digest of all sources that may be compiled into a module's loops."""
    sources = loop_sources(module)
    return hashlib.sha256(b"".join(sources[name] for name in sorted(sources))).hexdigest()


def loop_sources(module: str) -> dict[str, bytes]:
    """The digests of sources, by module, of all that may be compiled into a module's loops.

    That is the module, the modules it imports from, and what those of them that define loops themselves import from.
    """
    found, waiting = dict[str, bytes](), [module]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name], imported = _read_source(name)
        waiting += imported
    return found


@cache
def _read_source(module: str) -> tuple[bytes, tuple[str, ...]]:
    """The digest of a module's source, and the modules that it imports from if it defines loops."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    source = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_bytes()
    imported = _IMPORTS.findall(source) if _LOOPS in source else []
    return hashlib.sha256(source).digest(), tuple(name.decode() for name in imported)
