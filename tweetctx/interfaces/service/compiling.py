"""Compiles in a process of its own what an index needs, if the cache lacks it.

Compiling takes 860 MB, ten times what the service needs; the process keeps them, and cannot be interrupted meanwhile.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tweetctx.errors import ServiceError, TweetctxError, WorkCancelledError
from tweetctx.interfaces.service.logs import log
from tweetctx.pipeline import Contextualizer
from tweetctx.runtime.compiled import before_compiling
from tweetctx.runtime.processes import CONTEXT, end_with_parent, without_interrupts
from tweetctx.scoring.presets import PRESETS

_LOOK: Final = 0.1  # seconds between two looks at the process


class Compiler:
    """Compiles ahead for an index and a preset; a thread that waits for it can be stopped."""

    def __init__(self, index: str, preset: str) -> None:
        """Starts nothing yet."""
        self._index, self._preset = index, preset
        self._ended = False

    @contextmanager
    def ahead(self) -> Iterator[None]:
        """Compiles all when the first loop in this block is not cached.

        Raises WorkCancelledError after `end`, and ServiceError if the process is killed.
        """
        before_compiling(self._compile)
        try:
            yield
        finally:
            before_compiling(None)

    def end(self) -> None:
        """Ends the process, if it runs."""
        self._ended = True

    def _compile(self) -> None:
        log("compiling what is not in the cache, which can take minutes", index=self._index)
        began = time.monotonic()
        process = CONTEXT.Process(target=_warm, args=(self._index, self._preset), name="tweetctx-compile")
        with without_interrupts(signal.SIGTERM):
            process.start()
        try:
            while process.is_alive() and not self._ended:
                process.join(_LOOK)
        finally:
            process.kill()
            process.join()
        if self._ended:
            raise WorkCancelledError("compiling was stopped")
        if process.exitcode:
            raise ServiceError(f"compiling: found a process that ended with exit code {process.exitcode}, expected 0")
        log("compiled", seconds=round(time.monotonic() - began, 1))


def _warm(index: str, preset: str) -> None:
    """Compiles, in a process of its own, what a preset and the other presets need."""
    end_with_parent()
    with suppress(TweetctxError, OSError):  # the service meets the same error, and reports it
        for name in dict.fromkeys((preset, *PRESETS)):
            Contextualizer.open(index, name).warm()
