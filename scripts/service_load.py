"""A service in processes of its own, and clients that send it requests; on loopback only."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HOST = "127.0.0.1"
_PATIENCE = 600.0  # seconds in which a service has to become ready, compiling included


@dataclass(slots=True)
class Service:
    """A service that runs: its process, where it listens, and its log."""

    process: subprocess.Popen[bytes]
    log: Path
    began: float
    port: int = 0

    def lines(self) -> list[dict[str, Any]]:
        """The log so far."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines() if line.startswith("{")]

    def wait(self) -> float:
        """Waits until the service is ready; the seconds since its start."""
        while time.perf_counter() - self.began < _PATIENCE:
            if self.process.poll() is not None:
                raise SystemExit(f"the service ended: {self.log.read_text('utf-8')}")
            if not self.port:
                said = [line["port"] for line in self.lines() if line["message"] == "listening"]
                self.port = said[0] if said else 0
            elif self.get("/v1/ready")[0] == 200:
                return time.perf_counter() - self.began
            time.sleep(0.01)
        raise SystemExit("the service does not become ready")

    def get(self, path: str) -> tuple[int, str]:
        """The status and the body that a path answers; 0 if none comes in time."""
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.port}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except TimeoutError:
            return 0, ""

    def workers(self) -> set[int]:
        """The processes that serve."""
        return {
            line["pid"]
            for line in self.lines()
            if str(line["message"]).startswith("index generation") and _lives(line["pid"])
        }

    def wait_for_workers(self, count: int) -> set[int]:
        """Waits until so many processes serve; returns them."""
        while len(found := self.workers()) < count:
            time.sleep(0.05)
        return found

    def end(self) -> int:
        """Ends the service as a service manager does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(120)


@contextmanager
def serving(index: str | Path, *options: object) -> Iterator[Service]:
    """A service on a free port, which ends with the block."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "tweetctx", "serve", "--index", str(index), "--port", "0"]
        with log.open("wb") as stream:
            began = time.perf_counter()
            process = subprocess.Popen(  # noqa: S603
                [*command, "--log-format", "json", *map(str, options)], stderr=stream, stdin=subprocess.DEVNULL
            )
        service = Service(process, log, began)
        try:
            yield service
        finally:
            if process.poll() is None:
                service.end()


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def resident(process: int) -> int:
    """The resident memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def private(process: int) -> int:
    """The memory of a process in bytes that it shares with no other."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024


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
