"""Connections whose clients are slow, silent, or gone."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

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
