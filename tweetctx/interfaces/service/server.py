"""Runs the service: one process that serves, or several that share a socket and are replaced when they die."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import Final

from tweetctx.errors import ServiceError, TweetctxError
from tweetctx.interfaces.service.keys import read_keys
from tweetctx.interfaces.service.logs import log, write_logs
from tweetctx.interfaces.service.settings import Settings
from tweetctx.presets import parse_served_preset
from tweetctx.runtime.processes import without_interrupts

_SWITCH: Final = 0.0005  # seconds after which a thread that works lets the event loop in
_BACKLOG: Final = 2048
_KEEP_ALIVE: Final = 75  # seconds that a connection may idle; nginx's default
_PAUSE: Final = 1.0  # seconds before a process is replaced that died soon after its start
_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def serve(settings: Settings) -> None:
    """Serves until SIGTERM or SIGINT, then finishes the requests in progress.

    Raises ServiceError, also for a file of keys that is none, IndexAccessError if the index cannot be opened, and
    ParameterError for a preset that is none. SIGHUP makes it read the index and the keys again.
    """
    parse_served_preset(settings.preset)
    with _ending_by_signals() as hangups:
        keys = read_keys(settings.api_keys)
        write_logs(settings.log_format)
        gc.disable()  # until the index is open: nearly all that is made before stays
        with listening(settings.host, settings.port) as listener:
            host, port = listener.getsockname()[:2]
            log("listening", url=_url(host, port), host=host, port=port, index=settings.index, workers=settings.workers)
            try:
                if settings.workers == 1:
                    _serve_here(settings, keys, listener, hangups)
                else:
                    _Supervisor(settings, keys, listener).run(hangups)
            except SystemExit:
                log("stopped")
                raise
            log("stopped")


def _url(host: str, port: int) -> str:
    """The address of the page, as it is on this machine."""
    local = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{local}]:{port}/" if ":" in local else f"http://{local}:{port}/"


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A socket that listens until the block ends; raises ServiceError if there can be none."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as error:
        raise ServiceError(f"{host}, port {port}: cannot be listened to ({error.strerror or error})") from error
    with listener:
        yield listener


@contextmanager
def _ending_by_signals() -> Iterator[list[int]]:
    """Exits quietly on SIGTERM and SIGINT while uvicorn, which handles them as long as it runs, is not running.

    Yields a list, to which it adds each SIGHUP until something else handles them.
    """
    hangups: list[int] = []

    def end(_signal: int, _frame: FrameType | None) -> None:
        sys.exit(0)

    def note(signum: int, _frame: FrameType | None) -> None:
        hangups.append(signum)

    handlers = {signal.SIGTERM: end, signal.SIGINT: end, signal.SIGHUP: note}
    before = {signum: signal.signal(signum, handler) for signum, handler in handlers.items()}
    try:
        yield hangups
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)


def _serve_here(settings: Settings, keys: tuple[bytes, ...], listener: socket.socket, hangups: Sequence[int]) -> None:
    """Serves in this process; raises IndexAccessError if the index cannot be opened.

    hangups: every SIGHUP since the keys were read.
    """
    import uvicorn

    from tweetctx.interfaces.service.app import Service
    from tweetctx.interfaces.service.protocol import Protocol

    sys.setswitchinterval(_SWITCH)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, service.reload)
            if hangups:
                service.reload()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            if settings.workers == 1:
                log("stopping", requests=len(self.server_state.tasks))
            await super().shutdown(sockets)

    def failed() -> None:
        server.should_exit = True

    service = Service(settings, keys, failed)
    if settings.workers > 1:
        service.open()  # the others answer meanwhile
    config = uvicorn.Config(
        service.app,
        interface="asgi3",
        http=Protocol,
        ws="none",
        loop="uvloop",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, round(settings.drain)),
    )
    server = Server(config)
    server.run(sockets=[listener])
    if service.failure:
        raise service.failure


def _worker(settings: Settings, keys: tuple[bytes, ...], listener: socket.socket) -> None:
    """The main function of a worker process."""
    from tweetctx.runtime.processes import end_with_parent

    end_with_parent()
    try:
        with _ending_by_signals() as hangups:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
            _serve_here(settings, keys, listener, hangups)
    except (TweetctxError, OSError) as error:
        log(f"error: {error}", logging.ERROR)
        sys.exit(1)


def _load(settings: Settings) -> None:
    """Imports and loads what serving needs; raises IndexAccessError."""
    import uvicorn.loops.uvloop
    import uvicorn.protocols.http.httptools_impl  # noqa: F401

    import tweetctx.interfaces.service.app  # noqa: F401
    from tweetctx.interfaces.service.compiling import Compiler
    from tweetctx.pipeline import Contextualizer
    from tweetctx.presets import parse_preset

    opened = Contextualizer.open(settings.index, parse_preset(settings.preset, "preset"))
    with opened as contextualizer, Compiler(settings.index, settings.preset).ahead():
        contextualizer.warm()
    gc.freeze()  # collections in the forks leave what they share alone
    gc.enable()


class _Supervisor:
    """Keeps the configured number of worker processes running.

    They are forks of this process, which has loaded and warmed what they need, so they start fast and share memory;
    uvicorn's own supervisor starts each anew.
    """

    def __init__(self, settings: Settings, keys: tuple[bytes, ...], listener: socket.socket) -> None:
        self._settings, self._keys, self._listener = settings, keys, listener
        self._context = get_context("fork")
        self._started: dict[BaseProcess, float] = {}
        self._ending = False
        self._wake_reader, self._wake_writer = self._context.Pipe(duplex=False)

    def run(self, hangups: Sequence[int]) -> None:
        """Runs until a signal ends it; raises IndexAccessError if the index cannot be opened.

        hangups: every SIGHUP since the keys were read.
        """
        with tempfile.TemporaryDirectory(prefix="tweetctx-metrics-") as folder:
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
            _load(self._settings)
            for signum in (signal.SIGTERM, signal.SIGINT):
                signal.signal(signum, self._end)
            signal.signal(signal.SIGHUP, self._reload)
            if hangups:
                self._reload(signal.SIGHUP, None)
            try:
                for _ in range(self._settings.workers):
                    self._start()
                self._watch()
            finally:
                self._finish()

    def _start(self) -> None:
        given = self._settings, self._keys, self._listener
        process = self._context.Process(target=_worker, args=given, name="tweetctx-serve")
        with without_interrupts(*_SIGNALS):  # until the process has handlers of its own
            process.start()
            self._started[process] = time.monotonic()

    def _watch(self) -> None:
        """Replaces workers that end, until this process is told to end."""
        while not self._ending:
            connection.wait([*(process.sentinel for process in self._started), self._wake_reader])
            self._await_signal(0)
            for process in [process for process in self._started if not process.is_alive()]:
                if not self._ending:
                    self._replace(process)

    def _replace(self, process: BaseProcess) -> None:
        from tweetctx.interfaces.service.metrics import forget_process

        age = time.monotonic() - self._started.pop(process)
        forget_process(process.pid)
        log("a worker ended and is replaced", logging.WARNING, pid=process.pid, code=process.exitcode)
        if age < _PAUSE:
            self._await_signal(_PAUSE)
        while not self._ending:
            try:
                self._start()
            except OSError as error:
                log(f"a worker cannot be started: {error}", logging.ERROR)
                self._await_signal(_PAUSE)
            else:
                return

    def _await_signal(self, seconds: float) -> None:
        """Waits for a signal for some seconds at most.

        On SIGHUP it reads the keys again, for workers that it will start, and passes the signal on to those that run.
        """
        if self._wake_reader.poll(seconds):
            self._wake_reader.recv_bytes()
            if not self._ending:
                with suppress(ServiceError):  # of which the workers tell
                    self._keys = read_keys(self._settings.api_keys)
                self._signal(signal.SIGHUP)

    def _finish(self) -> None:
        """Ends all workers, and kills those that take too long.

        No socket is left then that takes connections which nobody would serve.
        """
        log("stopping", workers=len(self._started))
        self._listener.close()
        self._signal(signal.SIGTERM)
        last = time.monotonic() + self._settings.drain + 1.0
        for process in self._started:
            process.join(max(0.0, last - time.monotonic()))
            if process.is_alive():
                process.kill()
                process.join()

    def _end(self, _signal: int, _frame: FrameType | None) -> None:
        self._ending = True
        self._wake_writer.send_bytes(b"end")

    def _reload(self, _signal: int, _frame: FrameType | None) -> None:
        self._wake_writer.send_bytes(b"reload")  # no more: a handler may interrupt the reaping of a worker

    def _signal(self, signum: signal.Signals) -> None:
        for process in list(self._started):
            if process.is_alive() and process.pid:
                os.kill(process.pid, signum)
