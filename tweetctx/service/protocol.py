"""uvicorn's HTTP protocol, which answers malformed requests with problem documents and cancels abandoned work."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_hex

from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tweetctx.service.problems import MEDIA_TYPE, ProblemError


class Protocol(HttpToolsProtocol):
    """A connection."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Calls `gone` in the state of a request that is not answered yet."""
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self.cycle.scope["state"].get("gone", lambda: None)()
        super().connection_lost(exc)

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
