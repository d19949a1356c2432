"""What processes are given to do in tests: a module of its own, which they import sooner than the tests."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

from tweetctx.corpus.workers import Begun


def work(unit: list[str], skip: int) -> Iterator[Any]:
    """What the pages of a unit say to do, each in a process."""
    for number, page in enumerate(unit, 1):
        if number > skip:
            yield Begun(number, f"page {number}")
            yield from obey(page)


def obey(page: str) -> Iterator[Any]:
    if page == "compute":
        while True:
            pass
    elif page == "count":
        sum(range(10**12))  # never comes back to the interpreter
    elif page == "sleep":
        time.sleep(0.2)  # no work
        yield page, os.getpid()
    elif page == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    elif page == "hoard":
        try:
            bytearray(3 << 30)
        except MemoryError:
            yield "not enough memory", os.getpid()
    elif page == "many":
        yield from range(5000)
    elif page != "nothing":
        yield page, os.getpid()


def work_that_dies(_unit: str, _skip: int) -> Iterator[Any]:
    os._exit(3)
    yield
