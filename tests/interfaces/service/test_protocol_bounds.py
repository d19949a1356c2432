"""Requests whose heads have no end, and bodies that nobody wants."""

import asyncio
import http.client
import json
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from properties import one_in
from starlette.types import ASGIApp, Receive, Scope, Send
from test_protocol import PATIENCE, answer, served

from tweetctx.interfaces.service import protocol

pytestmark = pytest.mark.thorough

START = b"GET / HTTP/1.1\r\nHost: x\r\n"
GET = START + b"\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
MEGABYTE = 1 << 20


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers 413 after the first megabyte, or at once if the body is declared to be longer."""
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    read, more = 0, True
    while int(declared) <= MEGABYTE and more and read <= MEGABYTE:
        message = await receive()
        read, more = read + len(message.get("body", b"")), message.get("more_body", False)
    status, text = (200, b"read") if not more else (413, b"refused")
    head = {"type": "http.response.start", "status": status, "headers": [(b"content-length", b"%d" % len(text))]}
    await send(head)
    await send({"type": "http.response.body", "body": text})


def exchanged(sent: bytes, app: ASGIApp = answer) -> bytes:
    """All that a connection answers; the client sends as much as is taken."""

    async def run() -> bytes:
        async with served(app) as connect, asyncio.timeout(PATIENCE):
            reader, writer = await connect()
            sending = asyncio.create_task(_send(writer, sent))
            said = await reader.read()
            writer.close()
            sending.cancel()
            return said

    return asyncio.run(run())


async def _send(writer: asyncio.StreamWriter, sent: bytes) -> None:
    for start in range(0, len(sent), 1 << 16):
        writer.write(sent[start : start + (1 << 16)])
        await writer.drain()


def heads(said: bytes) -> list[int]:
    return [int(part[:3]) for part in said.split(b"HTTP/1.1 ")[1:]]


ENDLESS = {
    "one header": START + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
    "one header of 20 MB": START + b"X: " + b"a" * (20 * MEGABYTE),
    "a name": START + b"a" * 200_000,
    "many headers": START + b"X: a\r\n" * 100 + b"\r\n",
    "many headers without an end": START + b"X: a\r\n" * 100_000,
    "the target": b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\n\r\n",
    "the target, without an end": b"GET /?q=" + b"a" * 300_000,
    "together": START + (b"X: " + b"a" * 5_000 + b"\r\n") * 14 + b"\r\n",
}


@pytest.mark.parametrize("sent", ENDLESS.values(), ids=list(ENDLESS))
def test_a_head_beyond_the_bounds_is_refused_and_no_application_sees_it(sent: bytes) -> None:
    seen: list[str] = []

    async def noted(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["path"])
        await answer(scope, receive, send)

    head, _, body = exchanged(sent, noted).partition(b"\r\n\r\n")
    assert heads(head) == [431]
    assert b"Content-Type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["title"]) == (431, "Request Header Fields Too Large")
    assert problem["detail"] in (
        "headers: found more than 65,536 bytes, which is the most",
        "headers: found more than 100, which is the most",
    )
    assert seen == []


@pytest.mark.parametrize(
    "head",
    [
        START + b"X: " + b"a" * 60_000 + b"\r\n",
        START + b"X: a\r\n" * 98,
        b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: x\r\n",
    ],
)
def test_a_head_within_the_bounds_is_served_again_and_again(head: bytes) -> None:
    request = head + b"\r\n"
    assert heads(exchanged(request * 3 + head + b"Connection: close\r\n\r\n")) == [200] * 4


def test_a_long_body_before_a_head_does_not_count() -> None:
    body = b"b" * 300_000
    post = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    assert heads(exchanged(post + START + b"X: " + b"a" * 60_000 + b"\r\nConnection: close\r\n\r\n")) == [200, 200]


def test_a_refused_head_is_answered_behind_the_requests_before_it() -> None:
    assert heads(exchanged(GET + GET + ENDLESS["one header"])) == [200, 200, 431]


@pytest.mark.parametrize(
    "behind", [b"0\r\nX: " + b"a" * 200_000, b"0\r\n" + b"X: a\r\n" * 50_000, b"1;" + b"a" * 200_000]
)
def test_what_stands_between_and_behind_chunks_has_bounds_too(behind: bytes) -> None:
    assert heads(exchanged(CHUNKED + b"1\r\nb\r\n" + behind)) == [431]


def test_fields_behind_a_body_are_dropped() -> None:
    assert heads(exchanged(CHUNKED + b"1\r\nb\r\n0\r\nX: y\r\n\r\n" + START + b"Connection: close\r\n\r\n")) == [
        200,
        200,
    ]


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"GET / HTTP/1.1\r\n", "host: found none, expected one"),
        (b"GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n", "host: found 2, expected one"),
        (b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n", "host: found 2, expected one"),
        (b"GET / HTTP/1.0\r\n", ""),
    ],
)
def test_a_request_has_one_host(start: bytes, said: str) -> None:
    answered = exchanged(start + b"\r\n")
    assert heads(answered) == [400 if said else 200]
    assert said.encode() in answered


@pytest.mark.parametrize("coding", [b"gzip, chunked", b"gzip", b"identity", b"chunked, gzip, chunked"])
def test_other_transfer_codings(coding: bytes) -> None:
    said = exchanged(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: " + coding + b"\r\n\r\n0\r\n\r\n")
    assert heads(said)[0] in (400, 501)
    if coding == b"gzip, chunked":
        assert heads(said) == [501]
        assert b"transfer-encoding: found 'gzip, chunked', expected chunked" in said


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (
            "GET /v1/search?q=café HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
            "found bytes beyond ASCII, expected them percent-",
        ),
        ("GET /é HTTP/1.1\r\n\r\n".encode("latin-1"), "found bytes beyond ASCII, expected them percent-"),
        (b"What is HTTP?\r\n\r\n", "found what is no HTTP ("),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01", "found what is no HTTP ("),
        (b"GET / HTTP/9.9\r\n\r\n", "found what is no HTTP ("),
        (CHUNKED + b"zz\r\n", "found what is no HTTP ("),
    ],
)
def test_what_is_no_request_is_told_why(sent: bytes, said: str) -> None:
    head, _, body = exchanged(sent).partition(b"\r\n\r\n")
    assert heads(head) == [400]
    assert json.loads(body)["detail"].startswith(f"request: {said}")


Ask = Callable[[int], tuple[int, bytes]]


@pytest.fixture
def ask() -> Callable[[Ask], tuple[int, bytes]]:
    """Runs a client that blocks against a service that refuses bodies of more than a megabyte."""

    def asked(client: Ask) -> tuple[int, bytes]:
        found: list[tuple[int, bytes]] = []

        async def run() -> None:
            async with served(refuse) as connect, asyncio.timeout(PATIENCE):
                _, writer = await connect()
                port = writer.get_extra_info("peername")[1]
                writer.close()
                found.append(await asyncio.to_thread(client, port))

        asyncio.run(run())
        return found[0]

    return asked


def by_http_client(size: int, port: int, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/", body=b"x" * size, headers=headers)
    response = connection.getresponse()
    found = response.status, response.read()
    if not headers:  # the connection serves on
        connection.request("POST", "/", body=b"x")
        assert connection.getresponse().read() == b"read"
    connection.close()
    return found


def by_chunks(size: int, port: int) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("POST", "/", body=(b"x" * 10_000 for _ in range(size // 10_000)), encode_chunked=True)
    response = connection.getresponse()
    found = response.status, response.read()
    connection.close()
    return found


def by_urllib(size: int, port: int) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", b"x" * size, timeout=PATIENCE) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def by_curl(*options: str) -> Callable[[int, int], tuple[int, bytes]]:
    def run(size: int, port: int) -> tuple[int, bytes]:
        command = ["curl", "-sS", "-w", "%{http_code}", "--data-binary", "@-", *options, f"http://127.0.0.1:{port}/"]
        done = subprocess.run(command, input=b"x" * size, capture_output=True, timeout=PATIENCE, check=True)
        return int(done.stdout[-3:]), done.stdout[:-3]

    return run


CURL = pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")


@pytest.mark.parametrize("size", one_in(3, [2 * MEGABYTE, MEGABYTE, 40 * MEGABYTE]))
@pytest.mark.parametrize(
    "client",
    [
        by_http_client,
        partial(by_http_client, Connection="close"),
        by_chunks,
        by_urllib,
        pytest.param(by_curl(), marks=CURL),
        pytest.param(by_curl("-H", "Expect:"), marks=CURL),
        pytest.param(by_curl("-H", "Expect: 100-continue"), marks=CURL),
        pytest.param(by_curl("-H", "Transfer-Encoding: chunked"), marks=CURL),
        pytest.param(by_curl("--http1.0"), marks=CURL),
    ],
)
def test_every_client_gets_the_answer_to_a_body_that_is_not_read(size: int, client: Any, ask: Any) -> None:
    expected = (200, b"read") if size <= MEGABYTE else (413, b"refused")
    assert ask(partial(client, size)) == expected


def test_a_client_that_waits_for_a_100_is_not_waited_for() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9999999\r\n\r\n"
    said = exchanged(head, refuse)
    assert heads(said) == [413]
    assert b"connection: close" in said


@pytest.mark.parametrize("more", [b"", b"Connection: close\r\n"])
def test_an_unread_body_has_bounds(more: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "_MOST_UNREAD", 2 * MEGABYTE)
    monkeypatch.setattr(protocol, "_LINGER", 0.3)
    head = b"POST / HTTP/1.1\r\nHost: x\r\n" + more + b"Content-Length: 9999999999\r\n\r\n"

    async def run(pause: float) -> int:
        sent = 0
        async with served(refuse) as connect, asyncio.timeout(PATIENCE):
            _, writer = await connect()
            writer.write(head)
            try:
                while True:
                    writer.write(b"x" * 100_000)
                    await writer.drain()
                    sent += 100_000
                    await asyncio.sleep(pause)
            except OSError:
                return sent
            finally:
                writer.transport.abort()

    assert asyncio.run(run(0.0)) < 100 * MEGABYTE
    assert asyncio.run(run(0.1)) < 2 * MEGABYTE
