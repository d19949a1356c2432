"""Gives every request an id, a line in the log, a count, and a problem document if it fails."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from secrets import token_hex
from time import perf_counter, time
from traceback import format_exception
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tweetctx.errors import (
    DeadlineError,
    IndexAccessError,
    IndexDamagedError,
    ParameterError,
    TweetctxError,
    WorkCancelledError,
)
from tweetctx.interfaces.service.accept import prefers_html
from tweetctx.interfaces.service.logs import log
from tweetctx.interfaces.service.metrics import Metrics
from tweetctx.interfaces.service.problems import RETRY_AFTER, ProblemError
from tweetctx.interfaces.service.queue import QueueFullError

_REQUEST_ID: Final = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_PROBES: Final = ("/v1/health", "/v1/ready")  # asked every few seconds: no lines in the log
_GONE: Final = 499  # what nginx logs when a client does not wait for the answer; it is not sent
_SOON: Final = 0.05  # seconds; noting several requests in a row takes a fifth of the time that it takes one by one


ProblemPage = Callable[[ProblemError, str], Response]  # a problem and the path of its request


class Observed:
    """Wraps the application; unexpected errors become problems with status 500 and are logged."""

    def __init__(self, app: ASGIApp, metrics: Metrics, page: ProblemPage) -> None:
        """page: a problem as a page, for browsers."""
        self._app, self._metrics, self._page = app, metrics, page
        self._ended: list[_Observation] = []
        metrics.before_text(self.note)

    def note(self) -> None:
        """Counts and logs the requests that ended since it was last called."""
        ended, self._ended = self._ended, []
        for observation in ended:
            observation.note(self._metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        scope["app"] = self  # by which Starlette's routes know that their exceptions are answered
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        observation = _Observation(scope, send, self._page)
        try:
            await self._app(scope, receive, observation.send)
        except asyncio.CancelledError:
            await observation.cut(receive)
        except Exception as error:
            await observation.fail(error, receive)
        finally:
            self._end(observation)

    def _end(self, observation: _Observation) -> None:
        observation.end()
        if not self._ended:
            asyncio.get_running_loop().call_later(_SOON, self.note)
        self._ended.append(observation)


_HEADERS: Final = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]


class _Observation:
    """One request while it is served."""

    def __init__(self, scope: Scope, send: Send, page: ProblemPage) -> None:
        self._scope, self._send, self._page = scope, send, page
        self._begin = perf_counter()
        self._status = 0
        given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
        self._id = given.decode() if _REQUEST_ID.fullmatch(given) else token_hex(8)
        scope.setdefault("state", {}).update(log={}, times=[], request_id=self._id)

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message["headers"] = [*message["headers"], (b"x-request-id", self._id.encode()), *_HEADERS]
        await self._send(message)

    async def fail(self, error: Exception, receive: Receive) -> None:
        if isinstance(error, ClientDisconnect | WorkCancelledError):
            self._status = self._status or _GONE
            return
        problem = logged_problem(error, self._id)
        if self._status:
            raise error  # the answer has begun: all that is left is to end the connection
        response = self._page(problem, self._scope["path"]) if self._wants_page() else problem.response(self._id)
        await response(self._scope, receive, self.send)

    async def cut(self, receive: Receive) -> None:
        """Ends a request that is not done when the service must end."""
        if self._status:
            self._scope["state"].get("cut", lambda: None)()
        else:
            await self.fail(ProblemError(503, "the service is stopping", headers=RETRY_AFTER), receive)

    def _wants_page(self) -> bool:
        accept = next((value for name, value in self._scope["headers"] if name == b"accept"), b"").decode("latin-1")
        return self._scope["method"] in ("GET", "HEAD") and prefers_html(accept)

    def end(self) -> None:
        self._seconds, self._moment = perf_counter() - self._begin, time()

    def note(self, metrics: Metrics) -> None:
        for times in self._scope["state"]["times"]:
            for stage, seconds in times.items():
                metrics.stages.labels(stage).observe(seconds)
        route = getattr(self._scope.get("route"), "path", "unknown")
        state = self._scope["state"]
        method = self._scope["method"] if route != "unknown" else "any"
        metrics.requests.labels(route, method, str(self._status or _GONE)).inc()
        metrics.seconds.labels(route).observe(self._seconds)
        log(
            "request",
            logging.DEBUG if route in _PROBES else logging.INFO,
            moment=self._moment,
            request_id=self._id,
            method=self._scope["method"],
            path=self._scope["path"],
            client=(self._scope.get("client") or [""])[0],
            status=self._status or _GONE,
            ms=round(self._seconds * 1e3, 2),
            **self._scope["state"]["log"],
            **{name: state[name] for name in ("refused_origin",) if name in state},
        )


def logged_problem(error: Exception, request_id: str) -> ProblemError:
    """The problem document for an error of a request, which is logged if nobody but the service can help."""
    problem = problem_of(error)
    if problem.status == 500:
        exception = "".join(format_exception(error)).rstrip()
        log(f"request failed: {error!r}", logging.ERROR, request_id=request_id, exception=exception)
    return problem


def problem_of(error: Exception) -> ProblemError:
    """The problem document for an error."""
    match error:
        case ProblemError():
            return error
        case QueueFullError():
            return ProblemError(503, str(error), headers={"Retry-After": str(error.retry_after)})
        case DeadlineError():
            return ProblemError(504, str(error))
        case ParameterError():
            return ProblemError(422, str(error))
        case HTTPException(status_code=404):
            return ProblemError(404, "found no page at this address, expected one that /docs tells of")
        case HTTPException(status_code=405, headers=headers):
            return ProblemError(
                405, f"found a method that does not fit, expected {(headers or {}).get('Allow', '')}", headers=headers
            )
        case HTTPException(status_code=status, detail=detail, headers=headers):
            return ProblemError(status, detail, headers=headers)
        case IndexAccessError() if not isinstance(error, IndexDamagedError):
            return ProblemError(503, "the index cannot be reached", headers=RETRY_AFTER)
        case TweetctxError():
            return ProblemError(500, "the index cannot answer this; the log of the service says why")
    return ProblemError(500, "an error of the service; its log says more")
