"""Connections whose clients are slow, silent, or gone."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from tweetctx.interfaces.service.metrics import Metrics
from tweetctx.interfaces.service.middleware import Observed
from tweetctx.interfaces.service.protocol import Protocol

HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"
PATIENCE = 30  # seconds, much longer than what is waited for

Client = Callable[[], Coroutine[Any, Any, tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


@asynccontextmanager
async def served(app: ASGIApp) -> AsyncIterator[Client]:
    """Serves an application, whose connections may idle for a second; yields what connects to it."""
    config = uvicorn.Config(
        app,
        "127.0.0.1",
        0,
        http=Protocol,
        ws="none",
        lifespan="off",
        log_config=None,
        timeout_keep_alive=1,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]  # signals are pytest's
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield lambda: asyncio.open_connection("127.0.0.1", port)
    finally:
        server.should_exit = True
        await task


async def answer(_: Scope, receive: Receive, send: Send) -> None:
    """Answers when it has the body."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.mark.thorough
@pytest.mark.parametrize("sent", [b"", b"GET / HT", HEAD, HEAD + b"\r\n" + HEAD])
def test_a_head_that_does_not_come_ends_the_connection(sent: bytes) -> None:
    async def closed() -> bytes:
        async with served(answer) as connect, asyncio.timeout(PATIENCE):
            reader, writer = await connect()
            writer.write(sent)
            try:
                return await reader.read()
            except ConnectionResetError:
                return b""
            finally:
                writer.close()

    said = asyncio.run(closed())
    assert said.count(b"HTTP/1.1 200 OK") == sent.count(b"\r\n\r\n")


@pytest.mark.thorough
def test_a_body_may_take_longer_than_a_head() -> None:
    async def answered() -> bytes:
        async with served(answer) as connect, asyncio.timeout(PATIENCE):
            reader, writer = await connect()
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
            await asyncio.sleep(1.5)
            writer.write(b"b")
            line = await reader.readline()
            writer.close()
            return line

    assert asyncio.run(answered()) == b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize("behind", [0, 1, 3])
def test_a_client_that_goes_ends_the_work_for_it_also_with_requests_behind(behind: int) -> None:
    told: list[str] = []

    async def works(scope: Scope, receive: Receive, _: Send) -> None:
        scope["state"]["gone"] = lambda: told.append("gone")
        while (message := await receive())["type"] != "http.disconnect":
            told.append(message["type"])
        told.append("disconnect")

    async def left() -> None:
        async with served(works) as connect, asyncio.timeout(PATIENCE):
            _, writer = await connect()
            writer.write((HEAD + b"\r\n") * (1 + behind))
            while "http.request" not in told:
                await asyncio.sleep(0.01)
            writer.transport.abort()
            while "disconnect" not in told:
                await asyncio.sleep(0.01)

    asyncio.run(left())
    assert told == ["http.request", "gone", "disconnect"]


@pytest.mark.thorough
@pytest.mark.parametrize("begun", [False, True])
def test_what_the_end_of_the_service_cuts_leaves_no_traceback(begun: bool, caplog: pytest.LogCaptureFixture) -> None:
    """An answer that has not begun becomes a 503; of one that has, the client gets what was sent."""

    async def endless(_: Scope, __: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"a line\n", "more_body": True})
        reached.set()
        await asyncio.sleep(PATIENCE)

    async def cut() -> bytes:
        async with asyncio.timeout(PATIENCE):
            async with served(Observed(endless, Metrics(), lambda problem, _: problem.response(""))) as connect:
                reader, writer = await connect()
                writer.write(HEAD + b"\r\n")
                await reached.wait()
            said = await reader.read()
            writer.close()
            return said

    reached = asyncio.Event()
    said = asyncio.run(cut())
    assert said.startswith(b"HTTP/1.1 200 OK" if begun else b"HTTP/1.1 503 Service Unavailable")
    assert (b"a line" in said, b"the service is stopping" in said) == (begun, not begun)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        "Cancel 1 running task(s), timeout graceful shutdown exceeded"
    ]
