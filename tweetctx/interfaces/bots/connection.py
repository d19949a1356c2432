"""Requests and streams that survive lost connections and rate limits."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from importlib.util import find_spec
from typing import Any, TypeVar

import httpx

from tweetctx.errors import TweetctxError
from tweetctx.runtime.waits import seconds_until, wait_of

TIMEOUT = 20.0  # seconds without a byte after which a request is given up
ATTEMPTS = 6
FIRST_WAIT = 1.0  # seconds; doubles at every failure in a row
LONGEST_WAIT = 60.0
LONGEST_REFUSAL = 86400.0  # seconds that a server may ask a bot to be silent; older mentions are not answered

_NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_log = logging.getLogger(__name__)
Item = TypeVar("Item")


class BotError(TweetctxError):
    """A bot cannot continue: a setting is missing, or its platform rejects it."""


class ApiError(BotError):
    """A request failed.

    status: the HTTP status, 0 if there was no answer. may_repeat: whether it can be sent again without a second effect.
    """

    def __init__(self, message: str, status: int = 0, *, may_repeat: bool = False) -> None:
        super().__init__(message)
        self.status, self.may_repeat = status, may_repeat


_LOST: tuple[type[Exception], ...] = (OSError, ApiError)  # what a lost connection raises
if find_spec("websockets"):  # not all platforms need it
    from websockets.exceptions import WebSocketException

    _LOST += (WebSocketException,)


def checked_address(variable: str, address: str) -> str:
    """Returns the address of a server; BotError names the variable if it does not begin with https:// or http://."""
    if not address.startswith(("https://", "http://")):
        raise BotError(f"{variable}: found the address {address!r}, expected one that begins with https:// or http://")
    return address


class Api:
    """Sends JSON requests to one server.

    A rate-limited request (429) is repeated after the time that the server asks for, and no other is sent before.
    A request that could not be sent is repeated after a while; so is one of unknown result, if it is repeatable.
    """

    def __init__(
        self, base: str, headers: Mapping[str, str] | None = None, transport: httpx.AsyncBaseTransport | None = None
    ) -> None:
        """base: the address of the server, with its scheme; BotError for another."""
        self.host = httpx.URL(checked_address("server", base)).netloc.decode("ascii")
        self._client = httpx.AsyncClient(base_url=base, headers=headers, timeout=TIMEOUT, transport=transport)
        self._silent_until = 0.0

    async def close(self) -> None:
        """Closes its connections."""
        await self._client.aclose()

    async def get(self, path: str, **request: Any) -> Any:
        """Sends a GET request and returns the JSON of the answer; raises ApiError."""
        return await self.send("GET", path, repeatable=True, **request)

    async def post(self, path: str, *, repeatable: bool = False, **request: Any) -> Any:
        """The same for POST. repeatable: whether sending it twice has the effect of once."""
        return await self.send("POST", path, repeatable=repeatable, **request)

    async def send(self, method: str, path: str, *, repeatable: bool, **request: Any) -> Any:
        """Sends a request and returns the JSON of the answer; the arguments are those of httpx. Raises ApiError."""
        for attempt in range(ATTEMPTS):
            while (wait := self._silent_until - time.monotonic()) > 0:  # another answer may ask for longer meanwhile
                await asyncio.sleep(wait)
            try:
                response = await self._client.request(method, path, **request)
            except httpx.TransportError as error:
                again = repeatable or isinstance(error, _NOT_SENT)
                reason = str(error) or type(error).__name__
                failure = ApiError(f"{self.host}{path}: no answer ({reason})", may_repeat=again)
            else:
                if response.is_success:
                    return _json(f"{self.host}{path}", response)
                status = response.status_code
                may_repeat = repeatable or status < 500
                failure = ApiError(f"{self.host}{path}: {_refusal(response)}", status, may_repeat=may_repeat)
                again = status == 429 or (repeatable and status >= 500)
                if status == 429 and (seconds := retry_after(response)):
                    self._silent_until = max(self._silent_until, time.monotonic() + seconds)
            if not again or attempt == ATTEMPTS - 1:
                raise failure
            _log.info("%s; trying again", failure)
            await asyncio.sleep(_pause(attempt))
        raise AssertionError("the last attempt raises or returns")


def _pause(failures: int) -> float:
    """Seconds before the next attempt, with a random part so that clients do not all retry at once."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0**failures) * random.uniform(0.5, 1.0)  # noqa: S311


def _json(path: str, response: httpx.Response) -> Any:
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError as error:
        raise ApiError(f"{path}: found {response.text[:80]!r}; expected JSON", response.status_code) from error


def _refusal(response: httpx.Response) -> str:
    return f"answered {response.status_code} {response.reason_phrase} {response.text[:300]}".rstrip()


def retry_after(response: httpx.Response) -> float:
    """The seconds that a server asks for, at most a day; 0 where it asks for none.

    Read are Retry-After (seconds, or a date), X-RateLimit-Reset (Mastodon: a date), RateLimit-Reset (Bluesky: seconds
    since 1970), and `retry_after` in the answer itself (Discord, Telegram).
    """
    headers = response.headers
    for wait in (
        wait_of(headers.get("Retry-After", "")),
        seconds_until(headers.get("X-RateLimit-Reset", "")),
        wait_of(headers.get("RateLimit-Reset", "")) - time.time(),
        _requested_wait(response),
    ):
        if wait > 0:
            return min(wait, LONGEST_REFUSAL)
    return 0.0


def _requested_wait(response: httpx.Response) -> float:
    try:
        answer = response.json()
        return float(answer.get("retry_after") or answer["parameters"]["retry_after"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0.0


async def reconnecting(connect: Callable[[], AsyncGenerator[Item, None]]) -> AsyncIterator[Item]:
    """Yields the items of a stream, which is opened again whenever it ends or breaks, after increasing waits.

    A BotError that is no ApiError ends it, and so does an ApiError for an invalid token.
    """
    failures = 0
    while True:
        begin = time.monotonic()
        try:
            async with aclosing(connect()) as items:
                async for item in items:
                    failures = 0
                    yield item
            reason = "it ended"
        except _LOST as error:
            if isinstance(error, ApiError) and error.status in (401, 403):
                raise BotError(f"{error}; expected a valid token with the rights that the bot needs") from error
            reason = str(error) or type(error).__name__
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            reason = f"found what is not understood: {error!r}"
        if time.monotonic() - begin > LONGEST_WAIT:
            failures = 0
        _log.info("connection lost (%s); connecting again", reason)
        await asyncio.sleep(_pause(failures))
        failures += 1
