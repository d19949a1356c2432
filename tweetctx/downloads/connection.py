"""Requests over HTTP: what may be asked for, what is answered, and which failures may pass."""

from __future__ import annotations

import errno
import socket
import ssl
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from tweetctx.errors import DownloadError, NotThereError, ParameterError

TIMEOUT = 60.0  # seconds in which a server must say something
WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)  # seconds before the next attempt, after attempts that brought nothing
LONGEST_WAIT = 600.0  # seconds that a server may ask us to wait
LIMIT = 8 << 20  # bytes of a page that is read as a whole
NETWORK_FAILURES = (OSError, HTTPException)

_NO_WAY = (errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN)
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
RANGE_NOT_SATISFIABLE = 416


# A refusal has the form of an answer, and one is an answer: that there is nothing in the range asked for.
Answer = HTTPResponse | HTTPError


class PassingError(Exception):
    """A failure after which another attempt may succeed; `wait`: the seconds that the server asks for."""

    def __init__(self, message: str, wait: float = 0.0, *, unreachable: bool = False) -> None:
        super().__init__(message)
        self.wait = wait
        self.unreachable = unreachable


class Patience:
    """How often a failure is met with another attempt, and after which time; `renew` after every step forward.

    tell: is given a line about the failure before each wait.
    """

    def __init__(
        self,
        waits: Sequence[float] = WAITS,
        sleep: Callable[[float], object] = time.sleep,
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._waits = waits
        self._sleep = sleep
        self._tell = tell
        self._used = 0

    def renew(self) -> None:
        """Begin to count anew."""
        self._used = 0

    def wait(self, failure: PassingError) -> None:
        """Sleep before the next attempt; DownloadError if there is none, or if the server wants us gone for long."""
        if failure.wait > LONGEST_WAIT:
            raise DownloadError(f"{failure}; it asks to come back in {failure.wait:.0f} seconds") from failure
        if self._used == len(self._waits):
            raise DownloadError(f"{failure}; gave up after {self._used + 1} attempts, try again later") from failure
        seconds = max(self._waits[self._used], failure.wait)
        self._used += 1
        self._tell(f"{failure}; next attempt in {seconds:.0f} seconds")
        self._sleep(seconds)


class Client:
    """Opens addresses at one server and where it redirects to, never from https to something less.

    contact: an e-mail or web address by which who downloads can be reached, as Wikimedia asks of every client.
    """

    def __init__(self, base: str, contact: str | None = None, timeout: float = TIMEOUT) -> None:
        parts = urlsplit(base)
        if parts.scheme not in ("https", "http") or not parts.hostname or not base.isascii() or " " in base:
            raise ParameterError(f"url: found {base!r}; expected the https address of a mirror")
        if contact is not None and not (contact.isascii() and contact.isprintable() and contact):
            raise ParameterError(f"contact: found {contact!r}; expected an e-mail or web address")
        self.host = parts.netloc.rpartition("@")[2]
        self._agent = (
            f"tweetctx ({contact or 'no contact given'}) Python-urllib/{sys.version_info[0]}.{sys.version_info[1]}"
        )
        self._timeout = timeout
        self._opener = _opener(("https",) if parts.scheme == "https" else ("https", "http"))

    def open(self, url: str, headers: Mapping[str, str] | None = None) -> Answer:
        """The answer to a request: 2xx, or 416 where a range was asked for.

        Raises PassingError where another attempt may help, NotThereError for 404 and 410, DownloadError otherwise.
        """
        request = Request(url, headers={"User-Agent": self._agent, **(headers or {})})  # noqa: S310
        try:
            response: HTTPResponse = self._opener.open(request, timeout=self._timeout)
        except HTTPError as error:
            if error.code == RANGE_NOT_SATISFIABLE:
                return error
            error.close()
            raise _refusal(url, error) from None
        except ValueError as error:  # a redirection to something that is no address
            raise DownloadError(f"{url}: leads to no address ({error}); expected a file") from error
        except NETWORK_FAILURES as error:
            raise _unreachable(url, self.host, error) from error
        return response

    def text(self, url: str, patience: Patience) -> str:
        """A small page; a server that cannot be reached is not asked again. Raises DownloadError."""
        while True:
            try:
                with self.open(url) as response:
                    return read(response, url, LIMIT).decode("utf-8", "replace")
            except PassingError as failure:
                if failure.unreachable:
                    raise DownloadError(str(failure)) from failure
                patience.wait(failure)


def read(response: IO[bytes], url: str, size: int) -> bytes:
    """Up to so many bytes of an answer; PassingError where the connection fails."""
    try:
        return response.read(size)
    except NETWORK_FAILURES as error:
        raise PassingError(f"{url}: the connection broke ({_reason(error)})") from error


class _Redirections(HTTPRedirectHandler):
    def __init__(self, schemes: tuple[str, ...]) -> None:
        self._schemes = schemes

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme not in self._schemes:
            raise DownloadError(f"{req.full_url}: redirected to {newurl}; expected an address in {self._schemes[0]}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)

    def http_error_302(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage
    ) -> HTTPResponse | None:
        try:
            return super().http_error_302(req, fp, code, msg, headers)
        except BaseException:
            fp.close()  # urllib leaves it open
            raise

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _opener(schemes: tuple[str, ...]) -> OpenerDirector:
    """Like urllib's, without the protocols that are none of the web's: ftp, file, data."""
    opener = OpenerDirector()
    for handler in (ProxyHandler(), HTTPHandler(), HTTPSHandler(), HTTPDefaultErrorHandler(), HTTPErrorProcessor()):
        opener.add_handler(handler)
    opener.add_handler(_Redirections(schemes))
    return opener


def _refusal(url: str, error: HTTPError) -> Exception:
    said = f"{url}: answered {error.code} {error.reason}"
    if error.code in _PASSING:
        return PassingError(said, _retry_after(error.headers.get("Retry-After", "")))
    if error.code in (404, 410):
        return NotThereError(f"{said}; expected a file")
    if error.code in (401, 403):
        return DownloadError(
            f"{said}; expected a file. Wikimedia refuses those who do not say how to reach them (--contact)"
        )
    return DownloadError(f"{said}; expected a file")


def _retry_after(value: str) -> float:
    """Seconds, from a number of them or from a date; 0 where it is neither."""
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value).astimezone(UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return 0.0


def _unreachable(url: str, host: str, error: Exception) -> Exception:
    # urllib wraps what happens before the request is sent; what comes after it is the server's.
    reason = error.reason if isinstance(error, URLError) else None
    if isinstance(reason, ssl.SSLCertVerificationError):
        return DownloadError(f"{url}: its certificate is not to be trusted ({reason.verify_message})")
    if isinstance(reason, socket.gaierror | ConnectionRefusedError | TimeoutError) or _errno(reason) in _NO_WAY:
        return PassingError(
            f"{url}: {host} cannot be reached ({_reason(reason)}); expected a connection to the internet, or the "
            "address of a mirror (--url)",
            unreachable=True,
        )
    return PassingError(f"{url}: the connection failed ({_reason(reason or error)})")


def _errno(error: object) -> int | None:
    return error.errno if isinstance(error, OSError) else None


def _reason(error: object) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
