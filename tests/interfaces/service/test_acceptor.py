"""Connections are shared evenly among those who listen to one socket."""

import asyncio
import socket
from collections.abc import Iterator

import pytest

from tweetctx.interfaces.service.acceptor import Acceptor


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as listener:
        yield listener


class Listener:
    """One of those who listen: the connections that it accepted, and those that it already has."""

    def __init__(self, listener: socket.socket, before: int = 0) -> None:
        self.accepted: list[asyncio.BaseTransport] = []
        self._listener = listener.dup()
        self._acceptor = Acceptor(self._listener, lambda: _Noted(self), lambda: before + len(self.accepted))

    def close(self) -> None:
        self._acceptor.close()
        self._listener.close()
        for transport in self.accepted:
            transport.close()


class _Noted(asyncio.Protocol):
    def __init__(self, listener: Listener) -> None:
        self._listener = listener

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._listener.accepted.append(transport)


async def connect(listener: socket.socket, number: int, among: list[Listener]) -> None:
    """Opens connections, all at once, and waits until they are accepted."""
    before = sum(len(one.accepted) for one in among)
    made = await asyncio.gather(*(asyncio.open_connection(*listener.getsockname()) for _ in range(number)))
    async with asyncio.timeout(10):
        while sum(len(one.accepted) for one in among) < before + number:
            await asyncio.sleep(0.001)
    for _, writer in made:
        writer.close()
        await writer.wait_closed()


def test_connections_that_come_at_once_are_shared(listener: socket.socket) -> None:
    async def shared() -> list[int]:
        among = [Listener(listener), Listener(listener)]
        await connect(listener, 40, among)
        for one in among:
            one.close()
        return [len(one.accepted) for one in among]

    assert min(asyncio.run(shared())) >= 10


def test_who_has_fewer_accepts_first(listener: socket.socket) -> None:
    async def shared() -> list[int]:
        among = [Listener(listener, before=15), Listener(listener)]
        for _ in range(5):
            await connect(listener, 1, among)
            await asyncio.sleep(0.03)  # until whoever waits has seen that somebody else was first
        for one in among:
            one.close()
        return [len(one.accepted) for one in among]

    assert asyncio.run(shared()) == [0, 5]


def test_nothing_is_accepted_after_closing(listener: socket.socket) -> None:
    async def shared() -> tuple[int, int]:
        closed, other = Listener(listener), Listener(listener)
        closed.close()
        await connect(listener, 5, [closed, other])
        other.close()
        return len(closed.accepted), len(other.accepted)

    assert asyncio.run(shared()) == (0, 5)
