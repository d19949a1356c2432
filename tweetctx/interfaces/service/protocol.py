"""uvicorn's HTTP protocol with bounds: on the head of a request, and on a body that is left unread."""

from __future__ import annotations

import asyncio
import sys
from secrets import token_hex
from typing import Any, Final

import httptools
from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tweetctx.interfaces.service.logs import log
from tweetctx.interfaces.service.problems import MEDIA_TYPE, TITLES, ProblemError

MOST_HEAD: Final = 64 << 10  # bytes of the target and the headers of a request
MOST_HEADERS: Final = 100
_PIECE: Final = 16 << 10  # bytes that are parsed before the bounds are checked again
_MOST_UNREAD: Final = 256 << 20  # bytes of a body that are read and dropped after the answer was sent
_LINGER: Final = 10.0  # seconds in which they may come
_BYTES = "found bytes beyond ASCII, expected them percent-encoded as UTF-8: caf%C3%A9 for café"


class Protocol(HttpToolsProtocol):
    """A connection.

    It is closed if the head of a request takes longer than a connection may stay idle. After an answer that did not
    wait for the body of its request, the rest of the body is read and dropped within bounds: closing a connection with
    unread data resets it, and the client may then lose the answer.
    """

    _running: RequestResponseCycle | None = None  # the request that is being answered; later ones wait behind it
    _late: asyncio.TimerHandle | None = None  # closes the connection
    _in_head = _in_message = _progress = _has_body = False
    _head = 0  # bytes of the current head, or of what follows a body
    _unread = 0  # bytes of the current body since its request was answered
    _refusal: ProblemError | None = None  # ends the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Starts the clock for the first request."""
        super().connection_made(transport)
        self._close_after(self.timeout_keep_alive)

    def connection_lost(self, exc: Exception | None) -> None:
        """Calls `gone` in the state of the request that is being answered, to which nothing is sent any more."""
        self._stop_clock()
        if self._running is not None and not self._running.response_complete:
            self._running.scope["state"].get("gone", lambda: None)()
            self._running.disconnected = True  # uvicorn only tells the last request
            self._running.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parses what has arrived in pieces, so that a head beyond the bounds ends soon, whatever arrives at once."""
        for start in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            self._parse(data[start : start + _PIECE])

    def on_message_begin(self) -> None:
        """Starts the clock for the head of a request."""
        super().on_message_begin()
        self._in_head = self._in_message = self._progress = True
        self._head, self._unread, self._has_body = 0, 0, False
        self._close_after(self.timeout_keep_alive)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keeps a header; fields behind a body are dropped."""
        if self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stops the clock, as the head has arrived, and answers the request if its head is as it should be."""
        self._stop_clock()
        self._in_head = False
        self._head = max(self._head, len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers))
        if problem := self._beyond_bounds() or self._wrong_coding() or self._wrong_host():
            self._refusal = problem
            raise problem  # ends the parsing, upon which uvicorn calls `send_400_response`
        self._head = 0
        super().on_headers_complete()
        self.cycle.transport = _Lingering(self)  # type: ignore[assignment]
        if self.expect_100_continue:
            self.cycle.keep_alive = False  # after an early answer, nobody knows whether the body will come

    def on_body(self, body: bytes) -> None:
        """Drops the body of a request that is answered; closes the connection if it is too long."""
        self._progress = self._has_body = True
        if self.cycle.response_complete:
            self._drop(len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Says in the state of a request that its body has arrived."""
        super().on_message_complete()
        self._in_message, self._progress = False, True
        self.scope["state"]["complete"] = True
        self.cycle.more_body = False
        if self.cycle.response_complete:
            self._stop_clock()
            if not self.cycle.keep_alive:
                self.transport.close()

    def on_response_complete(self) -> None:
        """Gives the rest of the body its time, or a refused request behind this one its answer."""
        answered = self._running
        super().on_response_complete()
        if answered is self.cycle and self.cycle.more_body:
            self._close_after(_LINGER)
        if self._refusal and self._running is answered:
            self._send_refusal()

    def linger(self) -> None:
        """Closes the connection once the body of the answered request has arrived; at once if none is on its way."""
        unread = self._running is self.cycle and self.cycle.more_body
        if unread and (self._has_body or not self.expect_100_continue):
            self.transport.write_eof()
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuses a malformed request; called while the parser's error is handled. msg: not used."""
        error = sys.exception()
        self._refuse(self._refusal or ProblemError(400, f"request: {_what_is_wrong(error)}"))

    def _parse(self, piece: bytes) -> None:
        if self._refusal:
            self._drop(len(piece))
            return
        self._progress = False
        super().data_received(piece)
        if self._in_message and not self._progress and not self._refusal:
            self._head += len(piece)
            if problem := self._beyond_bounds():
                self._refuse(problem)

    def _drop(self, size: int) -> None:
        self._unread += size
        if self._unread > _MOST_UNREAD:
            self.transport.abort()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        cycle.scope["state"] |= {"abort": self.transport.abort, "cut": self._cut}
        super()._start_asgi_task(cycle, app)

    def _cut(self) -> None:
        """Ends the connection behind what has been sent of an answer, which stays unfinished."""
        if self._running is not None:
            self._running.disconnected = True
        self.transport.close()

    def _beyond_bounds(self) -> ProblemError | None:
        if self._head > MOST_HEAD:
            return ProblemError(431, f"headers: found more than {MOST_HEAD:,} bytes, which is the most")
        if len(self.headers) > MOST_HEADERS:
            return ProblemError(431, f"headers: found more than {MOST_HEADERS}, which is the most")
        return None

    def _wrong_coding(self) -> ProblemError | None:
        coding = b", ".join(value for name, value in self.headers if name == b"transfer-encoding").decode("latin-1")
        if coding.strip().lower() in ("", "chunked"):
            return None
        return ProblemError(501, f"transfer-encoding: found {coding!r:.60}, expected chunked")

    def _wrong_host(self) -> ProblemError | None:
        """Of none or several, proxies and services would each choose another (RFC 9112, 3.2); HTTP/1.0 needs none."""
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts == 1 or (not hosts and self.parser.get_http_version() == "1.0"):
            return None
        return ProblemError(400, f"host: found {hosts or 'none'}, expected one")

    def _refuse(self, problem: ProblemError) -> None:
        """Answers with a problem behind all requests before, and parses no more."""
        self._refusal = problem
        self._stop_clock()
        running = self._running
        if running is not None and running is self.cycle and running.more_body and not running.response_complete:
            running.disconnected = True  # it can have no other answer
            running.message_event.set()
            if running.response_started:
                self.transport.abort()
                return
        elif running is not None and not running.response_complete:
            return  # `on_response_complete` sends it
        self._send_refusal()

    def _send_refusal(self) -> None:
        problem = self._refusal
        if problem is None or self.transport.is_closing():
            return
        request = token_hex(8)
        client = self.client[0] if self.client else ""
        log("request refused", client=client, request_id=request, status=problem.status, detail=problem.detail)
        body = to_json(problem.document(request))
        head = (
            f"HTTP/1.1 {problem.status} {TITLES[problem.status]}\r\n"
            f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\nX-Request-ID: {request}\r\n"
            "Connection: close\r\n\r\n"
        )
        self.transport.write(head.encode("ascii") + body)
        self.transport.write_eof()
        self._close_after(_LINGER)

    def _close_after(self, seconds: float) -> None:
        self._stop_clock()
        self._late = self.loop.call_later(seconds, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._late:
            self._late.cancel()


class _Lingering:
    """The transport of one answer: uvicorn closes it at once, whether or not the request has been read."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self.write, self.is_closing = protocol.transport.write, protocol.transport.is_closing

    def close(self) -> None:
        self._protocol.linger()


def _what_is_wrong(error: BaseException | None) -> str:
    """The parser's complaint, as found and expected."""
    if isinstance(error, httptools.HttpParserCallbackError):
        error = error.__context__
    if isinstance(error, httptools.HttpParserInvalidURLError | UnicodeDecodeError):
        return _BYTES
    return f"found what is no HTTP ({str(error).removesuffix('.')}), expected HTTP/1.1"
