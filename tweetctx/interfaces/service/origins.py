"""Requests from pages of other origins (CORS): answers preflights, and says which origins may read answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from tweetctx.interfaces.service.messages import CONFIDENCE, REASON
from tweetctx.interfaces.service.problems import ProblemError

_EXPOSED: Final = ("ETag", "X-Request-ID", "Retry-After", "Server-Timing", CONFIDENCE, REASON)


def across_origins(app: ASGIApp, origins: Collection[str], observed: Callable[[ASGIApp], ASGIApp]) -> ASGIApp:
    """Wraps an application: answers preflights itself, and adds to every answer which origins may read it.

    Preflights that are refused get no header of CORS and the status 403, as the Fetch standard recommends; all of them
    are if no origin is allowed. origins: those allowed, `*` for all. observed: wraps an application so that its errors
    become problem documents; these get the headers too, and preflights that are refused are such documents.
    """
    rules = _Rules(
        app,
        allow_origins=origins,
        allow_methods=["GET", "POST"],
        allow_headers=["*"],
        expose_headers=_EXPOSED,
        allow_private_network=True,
    )

    async def preflights(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "OPTIONS":
            await app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "origin" not in headers or "access-control-request-method" not in headers:
            await app(scope, receive, send)
            return
        response = rules.preflight_response(headers)
        if response.status_code != 200:
            raise _refused(headers, rules)
        await response(scope, receive, send)

    rules.app = observed(preflights)
    return rules if origins else rules.app


def _refused(headers: Headers, rules: CORSMiddleware) -> ProblemError:
    """The problem of a preflight that is not allowed."""
    method = headers["access-control-request-method"]
    if not rules.is_allowed_origin(headers["origin"]):
        return ProblemError(403, f"origin: found {headers['origin']!r:.200}, expected one that --cors allows")
    return ProblemError(403, f"access-control-request-method: found {method!r:.60}, expected GET or POST")


class _Rules(CORSMiddleware):
    """Adds headers to all answers, notes refused origins for the log, and answers nothing itself."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            if "origin" in headers and not self.is_allowed_origin(headers["origin"]):
                scope.setdefault("state", {})["refused_origin"] = headers["origin"]
                headers = Headers()  # of CORS, the answer has no header but Vary
            await self.simple_response(scope, receive, send, request_headers=headers)
        else:
            await self.app(scope, receive, send)
