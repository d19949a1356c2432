"""The command line: runs a command, and reports errors and interrupts in one line.

`main` handles Ctrl-C before it imports anything else, so that it is answered in one line from then on.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import sys
import warnings
from contextlib import suppress
from functools import partial
from threading import Timer
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

from tweetctx.interfaces.terminal import guard, printable

if TYPE_CHECKING:
    from collections.abc import Callable

WRONG_USAGE = 2  # what Typer ends with
SIGNALLED = 128  # what shells add to the number of a signal: 130 after Ctrl-C
_SILENT = frozenset({"bot", "serve"})  # commands that write no results to standard output
_OUTPUT = "standard output"  # in messages
_AGAIN = 0.05  # seconds after which an interrupt that got lost is sent again


class _Interrupts:
    """Records Ctrl-C while a command runs, whatever becomes of the exception.

    happened: the number of the signal, 0 before. Commands may handle SIGTERM as SIGINT.
    """

    def __init__(self) -> None:
        self.happened = 0
        self._before = signal.signal(signal.SIGINT, self._interrupt), sys.unraisablehook
        sys.unraisablehook = self._unraisable

    def end(self) -> None:
        """Restores the previous handler; after a Ctrl-C, the process ends without another."""
        handler, sys.unraisablehook = self._before
        signal.signal(signal.SIGINT, signal.SIG_IGN if self.happened else handler)

    def _interrupt(self, signum: int, *_: object) -> NoReturn:
        self.happened = self.happened or signum
        raise KeyboardInterrupt

    def _unraisable(self, about: Any) -> None:
        if isinstance(about.exc_value, KeyboardInterrupt):  # it came in a destructor, where nothing can be raised
            Timer(_AGAIN, os.kill, (os.getpid(), signal.SIGINT)).start()
        else:
            sys.__unraisablehook__(about)


def main() -> None:
    """Runs the command line; errors become a line on stderr and exit code 1, wrong usage 2, Ctrl-C 130, SIGTERM 143."""
    interrupts = _Interrupts()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not if it was closed
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        _name_errors(sys.stdout.buffer)
        if sys.stdout.isatty():
            guard(sys.stdout)
    code: object = 0
    try:
        code = _run()
    except SystemExit as end:
        code = end.code
    except BaseException:  # an interrupt, or what compiled functions and libraries make of one
        if not interrupts.happened:
            interrupts.end()
            raise
    interrupts.end()
    if interrupts.happened:
        _complain(_interrupted())
        _end_at_once(SIGNALLED + interrupts.happened)
    lost = _lost_output()
    if lost:
        code = code or 1
        if not isinstance(lost, BrokenPipeError):
            _complain(f"error: {_os_message(lost)}")
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # what was asked for is done
    atexit.register(gc.freeze)  # the interpreter looks for garbage again and again at its end: a tenth of a command
    sys.exit(code)  # type: ignore[arg-type]


def _end_at_once(code: int) -> NoReturn:
    """Ends the process without the interpreter's cleanup, which takes seconds after a build.

    After an interrupt in an `exec`, the process would otherwise die by the signal instead of ending with the code.
    Resources shared with worker processes are released, since their tracker warns of leaks.
    """
    shared = sys.modules.get("multiprocessing.util")
    if shared:
        shared._run_finalizers(0)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # nobody reads it, or it was closed
            stream.flush()
    os._exit(code)


def _run() -> int:
    if sys.stdout is None and _SILENT.isdisjoint(sys.argv[1:2]):
        _complain("error: standard output: found it closed, expected it open; `> /dev/null` discards what is written")
        return 1
    from tweetctx.errors import ParameterError, TweetctxError
    from tweetctx.interfaces.commands.app import app
    from tweetctx.runtime.caches import CacheWarning

    warnings.showwarning = partial(_warn, warnings.showwarning)
    try:
        app(prog_name="tweetctx")
    except BrokenPipeError:  # whoever read our output has gone
        return 1
    except MemoryError as error:
        _complain(f"error: {_out_of_memory(error)}")
        return 1
    except OSError as error:
        _complain(f"error: {_os_message(error)}")
        return 1
    except CacheWarning as error:  # where Python was told to raise warnings
        _complain(f"error: {error}")
        return 1
    except TweetctxError as error:
        _complain(f"error: {error}")
        return WRONG_USAGE if isinstance(error, ParameterError) else 1
    return 0


def _lost_output() -> OSError | None:
    """Flushes standard output; returns the error, if that fails, and discards what is left."""
    try:
        with suppress(ValueError):  # it was closed
            if sys.stdout:
                sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes again at its end
        error.filename = _OUTPUT
        return error
    return None


def _name_errors(output: BinaryIO) -> None:
    """Names standard output in errors of writing to it: without a buffer they occur here, and not in the last flush."""
    write = output.write

    def write_or_name(data: bytes) -> int:
        try:
            return write(data)
        except OSError as error:
            error.filename = _OUTPUT
            raise

    output.write = write_or_name  # type: ignore[method-assign, assignment]


def _warn(show: Callable[..., None], message: Warning | str, category: type[Warning], *location: Any) -> None:
    """Shows a warning of tweetctx as one line, without its location in the code."""
    from tweetctx.runtime.caches import CacheWarning

    if issubclass(category, CacheWarning):
        _complain(f"warning: {message}")
    else:
        show(message, category, *location)


def _os_message(error: OSError) -> str:
    """An error of the operating system as a message, with the file."""
    if error.errno == errno.ENOMEM:
        return _out_of_memory(error)
    if error.filename is None:
        error = _lost_output() or error
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"{reason}, and the system does not say of what"
    return f"{os.fsdecode(error.filename)}: {reason}; expected a place that can be read and written"


def _out_of_memory(error: BaseException) -> str:
    reason = f" ({error})" if str(error) else ""
    return f"out of memory{reason}; fewer --workers need less, and so does a smaller --memory where there is one"


def _interrupted() -> str:
    """The message for an interrupted command, with its hint, if it has given one."""
    shared = sys.modules.get("tweetctx.interfaces.commands.shared")
    hint = getattr(shared, "interrupt_hint", "")
    return f"interrupted; {hint}" if hint else "interrupted"


def _complain(message: str) -> None:
    shared = sys.modules.get("tweetctx.interfaces.commands.shared")
    message = shared.naming_standard_input(message) if shared else message
    print(f"tweetctx: {printable(message)}", file=sys.stderr)
