"""The index that is served, and its replacement when it changes on disk."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Final
from uuid import uuid4

from tweetctx.errors import counted
from tweetctx.index import Engine, open_index
from tweetctx.index.engines import Mark, index_mark
from tweetctx.interfaces.service.compiling import Compiler
from tweetctx.interfaces.service.queue import run_apart
from tweetctx.pipeline import Contextualizer

_LOGGER = logging.getLogger(__name__)
_KEPT: Final = 16  # contextualizers of an index, those used last
_AGAIN: Final = 60.0  # seconds after which an index that could not be opened is tried again


@dataclass(frozen=True, slots=True)
class Generation:
    """A version of the index, as it was when it was opened. Each request uses a single one.

    name: differs from that of an index with other content. number: from 1, how many were opened. about: what is in the
    index, for people. demonstration: whether it is the demonstration corpus. contextualizer: returns that of a preset.
    """

    index: Engine
    name: str
    number: int
    about: str
    demonstration: bool
    contextualizer: Callable[[str], Contextualizer]


class Generations:
    """Opens an index, and opens it again when it has changed; the old version is used until the new one is warm."""

    def __init__(self, index: str, preset: str, opened: Callable[[Generation], None]) -> None:
        """Opens nothing yet. preset: the one to warm. opened: called with each generation that comes into use."""
        self.current: Generation | None = None
        self._index, self._preset, self._opened = index, preset, opened
        self._compiler = Compiler(index, preset)
        self._mark: Mark | None = None
        self._changed = asyncio.Event()

    def reload(self) -> None:
        """Makes `watch` open the index again, changed or not; called in the event loop."""
        self._changed.set()

    def open(self) -> None:
        """Opens the index, unless it is the one in use; raises IndexAccessError."""
        self._mark = index_mark(self._index)  # before, so that a change meanwhile is seen
        index = open_index(self._index)
        name, number = name_of(index), self.current.number + 1 if self.current else 1
        if self.current and name == self.current.name:
            _LOGGER.info("%s: found the index that is in use, %s; it serves on", self._index, name)
            index.close()
            return
        shown = is_demonstration(self._index)
        about = about_index(self._index, index, demonstration=shown)
        generation = Generation(index, name, number, about, shown, lru_cache(_KEPT)(partial(Contextualizer, index)))
        with self._compiler.ahead():
            generation.contextualizer(self._preset).warm()
        self.current = generation
        self._opened(generation)
        _LOGGER.info("index generation %d is %s, %d articles", number, name, index.size.documents)

    def close(self) -> None:
        """Makes an `open` in another thread stop compiling; it raises WorkCancelledError."""
        self._compiler.end()

    async def watch(self, seconds: float) -> None:
        """Checks the index every so many seconds, and opens it when it has changed or `reload` was called.

        One that cannot be opened is tried again after a while, as what was in the way may be gone.
        """
        again = math.inf
        while True:
            asked = await self._asked_within(seconds) or time.monotonic() >= again
            mark = index_mark(self._index)
            if mark is None and self._mark is not None and not asked:
                self._mark = None
                _LOGGER.error("%s: found no index; the one before it serves on", self._index)
            if asked or mark not in (None, self._mark):
                again = math.inf
                try:
                    await run_apart(self.open)
                except Exception as error:  # whatever it is, the service goes on
                    self._mark, again = mark, time.monotonic() + _AGAIN
                    _LOGGER.error("the index changed and cannot be opened; the one before it serves on: %s", error)

    async def _asked_within(self, seconds: float) -> bool:
        try:
            await asyncio.wait_for(self._changed.wait(), seconds)
        except TimeoutError:
            return False
        self._changed.clear()
        return True


def name_of(index: Engine) -> str:
    """A name made of the identity of an index; of an engine without one, a name for this opening."""
    return hashlib.sha256(index.identity.encode()).hexdigest()[:16] if index.identity else uuid4().hex[:16]


def is_demonstration(index: str) -> bool:
    """Whether an index is that of the demonstration corpus, by its name in the cache folder."""
    return Path(index).name.startswith("demonstration-")


def about_index(location: str, index: Engine, *, demonstration: bool) -> str:
    """A line about an index: what it is, how many articles it has, and from which day."""
    articles = counted(index.size.documents, "article")
    if demonstration:
        how = "`tweetctx get simplewiki` gets a Wikipedia"
        return f"This is a demonstration: {articles} written for tweetctx, not Wikipedia; {how}."
    origin = index.origin
    name = origin.wiki or Path(location).name
    if origin.date:
        return f"Index {name}: {articles}, as of {origin.date}."
    return (
        f"Index {name}: {articles}, built on {origin.built.date()}." if origin.built else f"Index {name}: {articles}."
    )
