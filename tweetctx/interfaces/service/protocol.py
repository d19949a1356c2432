"""uvicorn's HTTP protocol, which answers malformed requests with problem documents and cancels abandoned work."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from secrets import token_hex
from typing import Any

from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tweetctx.interfaces.service.problems import MEDIA_TYPE, ProblemError


class Protocol(HttpToolsProtocol):
    """A connection. It is closed if the head of a request takes longer than a connection may stay idle."""

    _running: RequestResponseCycle | None = None  # the request that is being answered; later ones wait behind it
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the clock for the first request."""
        super().connection_made(transport)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Calls `gone` in the state of the request that is being answered, to which nothing is sent any more."""
        self._end_wait()
        if self._running is not None and not self._running.response_complete:
            self._running.scope["state"].get("gone", lambda: None)()
            self._running.disconnected = True  # uvicorn only tells the last request
            self._running.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        cycle.scope["state"]["abort"] = self.transport.abort
        super()._start_asgi_task(cycle, app)

    def on_message_begin(self) -> None:
        """Starts the clock for the head of a request."""
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        """Stops the clock: the head has arrived."""
        self._end_wait()
        super().on_headers_complete()

    def _await_head(self) -> None:
        self._end_wait()
        self._late = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _end_wait(self) -> None:
        if self._late:
            self._late.cancel()

    def on_message_complete(self) -> None:
        """Says in the state of a request that its body has arrived."""
        super().on_message_complete()
        self.scope["state"]["complete"] = True

    def send_400_response(self, msg: str) -> None:
        """Answers a malformed request, and closes the connection. msg: what is wrong."""
        request = token_hex(8)
        body = to_json(ProblemError(HTTPStatus.BAD_REQUEST, msg).document(request))
        head = (
            "HTTP/1.1 400 Bad Request\r\n"
            f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\nX-Request-ID: {request}\r\n"
            "Connection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.close()
