"""What a bot does when a server refuses, fails, or does not answer."""

import asyncio
import time
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

pytest.importorskip("websockets", reason="needs websockets")

from tweetctx.interfaces.bots import Api, ApiError, BotError, connection, reconnecting
from tweetctx.interfaces.bots.connection import retry_after


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.001)


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"Retry-After": "7"}, {}, 7),
        ({"Retry-After": "0.5"}, {}, 0.5),
        ({"Retry-After": "7200"}, {}, 7200),
        ({"Retry-After": "100000"}, {}, 86400),  # what is older than a day is not answered
        ({}, {"retry_after": 1.5, "global": False}, 1.5),
        ({}, {"ok": False, "parameters": {"retry_after": 8}}, 8),
        ({"Retry-After": "-5"}, {"retry_after": 2}, 2),
        ({"Retry-After": "soon", "RateLimit-Reset": "never"}, {"retry_after": "later"}, 0),
        ({"Retry-After": "nan"}, [], 0),
        ({"RateLimit-Reset": "0"}, None, 0),
    ],
)
def test_what_a_server_asks_for(headers: dict[str, str], body: Any, seconds: float) -> None:
    assert retry_after(httpx.Response(429, headers=headers, json=body)) == pytest.approx(
        seconds, abs=5 * (seconds > 50)
    )


def ask(answers: list[httpx.Response | Exception], method: str = "GET", repeatable: bool = True) -> tuple[Any, int]:
    """Sends a request to a server that gives one answer after the other; what comes back, and how often."""
    asked = 0

    def handle(_: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        answer = answers[asked - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def send() -> Any:
        api = Api("http://server.example", transport=httpx.MockTransport(handle))
        try:
            return await api.send(method, "/path", repeatable=repeatable)
        except ApiError as error:
            return error
        finally:
            await api.close()

    return asyncio.run(send()), asked


def test_the_address_of_a_server_has_a_scheme() -> None:
    with pytest.raises(BotError, match=r"^server: found the address 'mastodon\.social', expected"):
        Api("mastodon.social")


def test_an_answer_is_json_or_nothing() -> None:
    assert ask([httpx.Response(200, json={"a": 1})])[0] == {"a": 1}
    assert ask([httpx.Response(204)])[0] is None
    assert "found '<html>'; expected JSON" in str(ask([httpx.Response(200, text="<html>")])[0])


def test_what_may_be_sent_twice_is_sent_again_until_it_is_answered() -> None:
    answers: list[httpx.Response | Exception] = [
        httpx.ReadTimeout("slow"),
        httpx.Response(503),
        httpx.ConnectError("away"),
        httpx.Response(200, json=[1]),
    ]
    assert ask(answers) == ([1], 4)


def test_what_may_have_been_done_is_not_sent_twice() -> None:
    failures: list[httpx.Response | Exception]
    failures = [httpx.ReadTimeout("slow"), httpx.RemoteProtocolError("cut"), httpx.Response(502)]
    for failure in failures:
        error, asked = ask([failure], "POST", repeatable=False)
        assert isinstance(error, ApiError)
        assert (asked, error.may_repeat) == (1, False)


def test_what_was_never_sent_or_refused_is_sent_again() -> None:
    answers: list[httpx.Response | Exception] = [
        httpx.ConnectError("away"),
        httpx.Response(429),
        httpx.Response(200, json={}),
    ]
    assert ask(answers, "POST", repeatable=False) == ({}, 3)


def test_a_refusal_for_good_is_told_once() -> None:
    error, asked = ask([httpx.Response(422, json={"error": "too long"})])
    assert (error.status, asked, error.may_repeat) == (422, 1, True)
    assert str(error).startswith("server.example/path: answered 422 Unprocessable")
    assert "too long" in str(error)


def test_it_gives_up_in_the_end() -> None:
    error, asked = ask([httpx.ConnectError("away") for _ in range(20)])
    assert (str(error), asked) == ("server.example/path: no answer (away)", connection.ATTEMPTS)
    assert error.may_repeat


def test_while_a_server_wants_silence_nothing_else_is_sent() -> None:
    at: list[tuple[str, float]] = []

    def handle(request: httpx.Request) -> httpx.Response:
        at.append((request.url.path, time.monotonic()))
        return httpx.Response(429, headers={"Retry-After": "0.3"}) if len(at) == 1 else httpx.Response(204)

    async def send() -> None:
        api = Api("http://server.example", transport=httpx.MockTransport(handle))
        first = asyncio.create_task(api.get("/a"))
        await asyncio.sleep(0.05)
        await asyncio.gather(first, api.get("/b"))
        await api.close()

    asyncio.run(send())
    assert sorted(path for path, _ in at) == ["/a", "/a", "/b"]
    assert min(when for _, when in at[1:]) - at[0][1] > 0.29


@pytest.mark.thorough
def test_the_longest_silence_that_a_server_wants_counts() -> None:
    """Three requests are on the way when it begins; a fourth waits for the end of the first, shortest one."""
    at: list[tuple[str, float]] = []
    answers = {"/a": (0.0, 0.2), "/b": (0.1, 0.5), "/c": (0.15, 0.1)}  # seconds until the answer, of silence from then

    async def handle(request: httpx.Request) -> httpx.Response:
        path = request.url.path
        at.append((path, time.monotonic()))
        if len(at) > len(answers):
            return httpx.Response(204)
        delay, silence = answers[path]
        await asyncio.sleep(delay)
        return httpx.Response(429, headers={"Retry-After": str(silence)})

    async def send() -> None:
        api = Api("http://server.example", transport=httpx.MockTransport(handle))
        sent = [asyncio.create_task(api.get(path)) for path in answers]
        await asyncio.sleep(0.05)
        await asyncio.gather(api.get("/d"), *sent)
        await api.close()

    asyncio.run(send())
    assert [path for path, _ in at[:3]] == ["/a", "/b", "/c"]
    assert sorted(path for path, _ in at[3:]) == ["/a", "/b", "/c", "/d"]
    assert at[3][1] - at[0][1] > 0.59


def test_a_stream_is_opened_again_after_every_failure() -> None:
    ends: list[Exception | None] = [
        None,
        OSError("cut"),
        ApiError("/x: answered 500", 500),
        KeyError("t"),
        TimeoutError(),
        ApiError("/x: answered 401", 401),
    ]
    opened = 0

    async def connect() -> AsyncGenerator[int, None]:
        nonlocal opened
        opened += 1
        yield opened
        if failure := ends[opened - 1]:
            raise failure

    async def read() -> None:
        expected = 0
        async for item in reconnecting(connect):
            assert item == (expected := expected + 1)

    with pytest.raises(BotError, match=r"^/x: answered 401; expected a valid token"):
        asyncio.run(asyncio.wait_for(read(), 10))
    assert opened == len(ends)
