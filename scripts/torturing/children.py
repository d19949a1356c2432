"""Work in processes of its own that can be killed, interrupted or given little room."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from tweetctx.errors import TweetctxError

REFUSED, INTERRUPTED, FAILED = 3, 130, 1  # exit codes: an error of ours, Ctrl-C, anything else


def begin(work: Callable[[], object], *, file_size: int | None = None) -> int:
    """Begins work in a forked process, which has all modules loaded, and returns its id.

    It leads a group of its own, with the processes that it starts.
    file_size: bytes beyond which no file can grow there, as on a full disk.
    """
    sys.stdout.flush()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # until the child knows what to do with one
    process = os.fork()
    if process:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        with suppress(PermissionError, ProcessLookupError):  # it was faster
            os.setpgid(process, process)
        return process
    os.setpgid(0, 0)
    interrupted = False

    def interrupt(*_: object) -> NoReturn:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _tell_unless_interrupted
    code = FAILED
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if file_size is not None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, resource.RLIM_INFINITY))
        work()
        code = 0
    except TweetctxError:
        code = REFUSED
    except BaseException:
        if not interrupted:
            traceback.print_exc()
    finally:
        os._exit(INTERRUPTED if interrupted else code)


def end(process: int) -> int:
    """Waits for the end of a process and returns its exit code, negative for a signal."""
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


def strike(process: int, after: float, number: signal.Signals) -> int:
    """Sends a signal to a process and those that it started some seconds later, and returns how it ended."""
    time.sleep(after)
    os.killpg(process, number)  # one that has ended is there until it is waited for
    return end(process)


def _tell_unless_interrupted(unraisable: sys.UnraisableHookArgs) -> None:
    """An interrupt that comes while Python collects an object is lost, which is no fault of what was interrupted."""
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)
