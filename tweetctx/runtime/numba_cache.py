"""numba's cache of compiled functions, without what only compiling needs. Import this late: it loads numba.

numba's own cache imports its compiler's definitions for Python and numpy, checks them at each load, and parses the
bitcode of each function. Without that, the first context of a process takes half the time, and the process 60 MB in
place of 100.
"""

from __future__ import annotations

import hashlib
import pickle
import re
from collections.abc import Callable
from functools import cache
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any

from llvmlite.binding import parse_bitcode
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import Environment
from numba.core.runtime.nrt import rtsys

from tweetctx.runtime.bundled import PACKAGE

_IMPORTS = re.compile(rb"^from (tweetctx[\w.]*) import", re.MULTILINE)
_LOOPS = b"\n@njit("


class LoadingCache(FunctionCache):
    """The cache of one function.

    about_to_compile: called before the function is compiled for want of cached code; returns whether that may be there
    now.
    """

    def __init__(self, function: Callable[..., Any], about_to_compile: Callable[[], bool]) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._about_to_compile = about_to_compile
        stamp = self._cache_file._source_stamp
        if function.__module__.startswith("tweetctx."):  # else numba's own, which knows the function's file alone
            stamp = _sources_digest(function.__module__)
        file: Callable[..., Any] = _LoadingFile
        self._cache_file = file(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Loads the code compiled for some types, or None."""
        rtsys.initialize(target_context)
        target_context.codegen()._library_class = _LazyLibrary
        found = self._load(sig, target_context)
        return self._load(sig, target_context) if found is None and self._about_to_compile() else found

    def _load(self, sig: Any, target_context: Any) -> Any:
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]


class _LoadingFile(IndexDataCacheFile):
    """The cached files of one function; those that cannot be read are ignored and replaced.

    What an earlier version left behind may name types that are gone; the power may have failed as it was written.
    """

    def load(self, key: Any) -> Any:
        try:
            return super().load(key)  # type: ignore[no-untyped-call]
        except Exception:  # a broken pickle can raise any
            return None

    def _load_index(self) -> Any:
        try:
            return super()._load_index()  # type: ignore[no-untyped-call]
        except Exception:
            return {}

    def _load_data(self, name: str) -> Any:
        """Loads what numba saved, but for the bitcode, which stays in the mapped file."""
        with Path(self._cache_path, name).open("rb") as file:
            content = mmap(file.fileno(), 0, access=ACCESS_READ)
        (library, kind, data), *rest = _Unpickler(content).load()
        if kind == "object":
            machine_code, bitcode = data
            begin = content.find(bitcode, len(machine_code))
            data = machine_code, memoryview(content)[begin : begin + len(bitcode)]
        return (library, kind, data), *rest


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        ours = (module, name) == ("numba.core.environment", "_rebuild_env")
        return _rebuild_environment if ours else super().find_class(module, name)


def _rebuild_environment(module: str, constants: list[Any], name: str) -> Any:
    """The constants of a compiled function, without the module of its source, which only interpreted code needs."""
    environment: Any = Environment._memo.get(name)
    if environment is None:
        environment = Environment({"__name__": module})
        environment.consts[:], environment.env_name = constants, name
        Environment._memo[name] = environment
    return environment


class _LazyLibrary(JITCodeLibrary):
    """The machine code of a function; its bitcode is parsed when it is compiled into another function."""

    _bitcode = memoryview(b"")

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, data = state
        if kind != "object":
            return super()._unserialize(codegen, state)  # type: ignore[no-untyped-call]
        self: Any = codegen.create_library(name)
        self.enable_object_caching()
        machine_code, self._bitcode = data
        self._set_compiled_object(machine_code)
        self._finalize_final_module()
        return self

    def get_pointer_to_function(self, name: str) -> Any:
        if self._bitcode:  # nothing is asked for that it has not
            return self._codegen._engine.get_function_address(name)
        return super().get_pointer_to_function(name)  # type: ignore[no-untyped-call]

    def _get_module_for_linking(self) -> Any:
        if self._bitcode and self._shared_module is None:
            self._shared_module: Any = parse_bitcode(bytes(self._bitcode))
            self._codegen._engine._load_defined_symbols(self._shared_module)  # type: ignore[no-untyped-call]
        return super()._get_module_for_linking()  # type: ignore[no-untyped-call]


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
