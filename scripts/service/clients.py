"""Clients that send a service requests, and what they were answered."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from service.processes import HOST


@dataclass(slots=True)
class Answers:
    """What came back: seconds by status, and what failed without an answer; 0 stands for no answer."""

    seconds: dict[int, list[float]] = field(default_factory=dict)
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, status: int, seconds: float) -> None:
        """Adds an answer."""
        self.seconds.setdefault(status, []).append(seconds)

    def ms(self, status: int, share: float) -> float:
        """A quantile of the milliseconds that answers with a status took."""
        found = sorted(self.seconds.get(status, [float("nan")]))
        return round(1e3 * found[min(int(share * len(found)), len(found) - 1)], 2)

    def counts(self) -> dict[str, int]:
        """How many answers by status, and failures."""
        return {str(status): len(found) for status, found in sorted(self.seconds.items())} | dict(self.failures)


class Connection:
    """A connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer to a JSON body; OSError or EOFError where there is none."""
        try:
            return await self._exchange(_post(path, body))
        except (OSError, EOFError):
            self.close()
            raise

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._streams
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        content = await reader.readexactly(_length(head))
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), content

    def close(self) -> None:
        """Closes the connection; the next request opens one."""
        if self._streams:
            self._streams[1].close()
        self._streams = None


class SingleConnection:
    """A connection for a client that has nothing else to do: it blocks, so that an event loop adds nothing to times."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=60)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def post(self, path: str, body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer to a JSON body; EOFError where there is none."""
        self._socket.sendall(_post(path, body))
        head, content = b"", b""
        while not head or len(content) < _length(head):
            if not (part := self._socket.recv(1 << 16)):
                raise EOFError("the connection was closed before the answer")
            content += part
            if not head and b"\r\n\r\n" in content:
                head, _, content = content.partition(b"\r\n\r\n")
        return int(head[9:12]), content

    def close(self) -> None:
        """Closes the connection."""
        self._socket.close()


def _post(path: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def _length(head: bytes) -> int:
    """The length that the header of an answer declares."""
    return int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or 0)


def bodies(tweets: Sequence[str], **more: Any) -> list[bytes]:
    """Requests for the contexts of some tweets."""
    return [json.dumps({"tweet": tweet, **more}).encode() for tweet in tweets]


Check = Callable[[bytes], None]


async def closed_loop(
    port: int, requests: Sequence[bytes], clients: int, seconds: float, check: Check = lambda _: None
) -> Answers:
    """Clients that each send a request as soon as the one before is answered. check: called with each answer."""
    answers = Answers()
    end = time.perf_counter() + seconds

    async def client(number: int) -> None:
        connection = Connection(port)
        place = number
        while (begin := time.perf_counter()) < end:
            try:
                status, content = await connection.post("/v1/context", requests[place % len(requests)])
                answers.add(status, time.perf_counter() - begin)
                if status == 200:
                    check(content)
            except (OSError, EOFError) as error:
                answers.failures[type(error).__name__] += 1
                await asyncio.sleep(0.01)
            place += clients
        connection.close()

    await asyncio.gather(*map(client, range(clients)))
    return answers


async def open_loop(port: int, requests: Sequence[bytes], rate: float, seconds: float) -> Answers:
    """Requests that come at random moments, so many a second, whether or not those before are answered.

    The time of an answer counts from the moment at which its request should have been sent.
    """
    answers, draw = Answers(), random.Random(1)  # noqa: S311
    idle: list[Connection] = []
    running: set[asyncio.Task[None]] = set()
    begin = due = time.perf_counter()

    async def send(body: bytes, moment: float) -> None:
        connection = idle.pop() if idle else Connection(port)
        try:
            status, _ = await connection.post("/v1/context", body)
            answers.add(status, time.perf_counter() - moment)
        except (OSError, EOFError) as error:
            answers.failures[type(error).__name__] += 1
        idle.append(connection)

    number = 0
    while due - begin < seconds:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        task = asyncio.create_task(send(requests[number % len(requests)], due))
        running.add(task)
        task.add_done_callback(running.discard)
        number += 1
        due += draw.expovariate(rate)
    await asyncio.gather(*running)
    for connection in idle:
        connection.close()
    return answers
