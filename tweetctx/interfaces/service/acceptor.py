"""Shares the connections of one socket evenly among the processes that listen to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final

_DELAY: Final = 0.001  # seconds that a process waits for each connection that it has
_LONGEST: Final = 0.02


class Acceptor:
    """Accepts one connection at a time, after a delay for each that is open, so that the least busy process is first.

    An event loop's own server accepts all waiting connections at once. They stay with the process that accepted them,
    so that one process would get all the work while the others idle.
    """

    def __init__(
        self, listener: socket.socket, protocol: Callable[[], asyncio.Protocol], connections: Callable[[], int]
    ) -> None:
        """Starts accepting; called in the event loop. connections: returns how many this process has."""
        self._listener, self._protocol, self._connections = listener, protocol, connections
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._accepting: set[asyncio.Task[Any]] = set()
        listener.setblocking(False)
        self._listen()

    def close(self) -> None:
        """Stops accepting."""
        self._loop.remove_reader(self._listener)
        if self._timer:
            self._timer.cancel()

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._wait)

    def _wait(self) -> None:
        self._loop.remove_reader(self._listener)
        self._timer = self._loop.call_later(min(_DELAY * self._connections(), _LONGEST), self._accept)

    def _accept(self) -> None:
        try:
            connected, _ = self._listener.accept()
        except OSError:  # another process was first, the client has gone, or there are no descriptors left
            self._timer = self._loop.call_later(_DELAY, self._listen)
            return
        self._listen()
        task = self._loop.create_task(self._loop.connect_accepted_socket(self._protocol, connected))
        self._accepting.add(task)
        task.add_done_callback(self._accepting.discard)
