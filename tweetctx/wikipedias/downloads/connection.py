"""Sends requests over HTTP, and distinguishes failures that may pass from others."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from socket import EAI_NONAME, gaierror
from threading import Lock, Thread
from urllib.request import getproxies, proxy_bypass

import httpx

from tweetctx.errors import DownloadError, NotThereError, ParameterError, counted
from tweetctx.runtime.waits import wait_of

TIMEOUT = 60.0  # seconds in which a server must send something
LEAST_RATE = 1000  # bytes a second that a server must send
RATE_SECONDS = 60.0  # over which that rate is measured
WAITS = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)  # seconds before the next attempt, after attempts without progress
REFUSED_WAITS = 2  # how many of them before we give up an address where nothing listens
LONGEST_WAIT = 600.0  # seconds that a server may ask us to wait
LIMIT = 8 << 20  # bytes of a page that is read as a whole
RANGE_NOT_SATISFIABLE = 416

Answer = httpx.Response

_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
_REDIRECTIONS = 10
_NUMBER_OF_ERROR = re.compile(r"^\[Errno -?\d+\] ")


class PassingError(Exception):
    """A failure after which another attempt may succeed.

    wait: the seconds that the server asks clients to wait. unreachable: whether there was no connection. refused:
    whether nothing listens there, or the host has no address, so that many attempts are of no use.
    """

    def __init__(self, message: str, wait: float = 0.0, *, unreachable: bool = False, refused: bool = False) -> None:
        super().__init__(message)
        self.wait = wait
        self.unreachable = unreachable
        self.refused = refused


class Patience:
    """Decides how often and after which time to try again; callers `renew` it after every progress.

    tell: called with a line about the failure before each wait.
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
        """Resets the count of attempts."""
        self._used = 0

    def wait(self, failure: PassingError) -> None:
        """Sleeps before the next attempt; DownloadError after the last, or if the server asks for a long wait."""
        if failure.wait > LONGEST_WAIT:
            raise DownloadError(f"{failure}; it asks to come back in {failure.wait:.0f} seconds") from failure
        if self._used >= (min(REFUSED_WAITS, len(self._waits)) if failure.refused else len(self._waits)):
            raise DownloadError(
                f"{failure}; gave up after {counted(self._used + 1, 'attempt')}, try again later"
            ) from failure
        seconds = max(self._waits[self._used], failure.wait)
        self._used += 1
        self._tell(f"{failure}; next attempt in {seconds:.0f} s")
        self._sleep(seconds)


class Client:
    """Opens addresses of one server, and of https servers to which it redirects.

    contact: an e-mail or web address by which the user can be reached, as Wikimedia asks of every client. timeout:
    seconds without a byte after which a connection fails; least_rate: bytes a second, over a minute.
    """

    def __init__(
        self,
        base: str,
        contact: str | None = None,
        timeout: float = TIMEOUT,
        least_rate: float = LEAST_RATE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._base = _address(base)
        if contact is not None and not (contact.isascii() and contact.isprintable() and contact):
            raise ParameterError(f"contact: found {contact!r}; expected an e-mail or web address")
        if not least_rate >= 0:
            raise ParameterError(f"least_rate: found {least_rate}; expected bytes a second, 0 or more")
        self.host = self._base.netloc.decode()
        self._least_rate = least_rate
        self._timeout = timeout
        self._clock = clock
        agent = f"tweetctx ({contact or 'no contact given'}) python-httpx/{httpx.__version__}"
        try:
            self._client = httpx.Client(
                headers={"User-Agent": agent, "Accept-Encoding": "identity"},
                timeout=timeout,
                follow_redirects=True,
                max_redirects=_REDIRECTIONS,
                event_hooks={"request": [self._check_address]},
            )
        except (ValueError, ImportError) as error:  # a proxy that the environment names
            raise DownloadError(f"{base}: its proxy cannot be used ({error}); expected one for http or https") from None

    def close(self) -> None:
        """Closes the connections that are kept for further requests."""
        self._client.close()

    def _check_address(self, request: httpx.Request) -> None:
        url = request.url
        if not _has_port(url):
            raise DownloadError(f"{self._base}: redirected to {url}; expected a port from 1 to 65535")
        if url.scheme != "https" and (url.scheme, url.netloc) != (self._base.scheme, self._base.netloc):
            raise DownloadError(f"{self._base}: redirected to {url}; expected an address in https")

    @contextmanager
    def open(self, url: str, headers: Mapping[str, str] | None = None) -> Iterator[Answer]:
        """Opens the answer to a request, 2xx, or 416 if a range was asked for; its body is not read yet.

        Raises PassingError where another attempt may help, NotThereError for 404 and 410, DownloadError otherwise.
        """
        try:
            response = self._send(self._client.build_request("GET", url, headers=headers))
        except httpx.TooManyRedirects as error:
            raise DownloadError(f"{url}: redirected more than {_REDIRECTIONS} times; expected a file") from error
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise DownloadError(f"{url}: is not an address ({error}); expected a file") from error
        except httpx.RequestError as error:
            raise _unreachable(url, _proxy_of(self._base) or self.host, error) from error
        try:
            if not response.is_success and response.status_code != RANGE_NOT_SATISFIABLE:
                raise _refusal(url, response)
            yield response
        finally:
            response.close()

    def _send(self, request: httpx.Request) -> Answer:
        """Sends a request and returns the answer without its body, within twice the timeout.

        httpx applies the timeout to each read alone. An answer that comes later is closed.
        """
        waited = Lock()  # taken by whoever decides first whether the answer is in time
        done: SimpleQueue[Answer | Exception] = SimpleQueue()

        def send() -> None:
            try:
                answer = self._client.send(request, stream=True)
            except Exception as error:
                done.put(error)
                return
            if waited.acquire(blocking=False):
                done.put(answer)
            else:
                answer.close()

        Thread(target=send, daemon=True).start()
        try:
            outcome = done.get(timeout=2 * self._timeout)
        except Empty:
            if waited.acquire(blocking=False):
                raise httpx.ReadTimeout(f"no answer in {2 * self._timeout:g} seconds", request=request) from None
            outcome = done.get()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def blocks(self, response: Answer, url: str) -> Iterator[bytes]:
        """Yields the body as it arrives; PassingError if the connection fails, or is slower than the least rate."""
        since, received = self._clock(), 0
        try:
            for block in response.iter_raw():
                yield block
                received += len(block)
                seconds = self._clock() - since
                if seconds >= RATE_SECONDS:
                    if received < self._least_rate * seconds:
                        raise PassingError(
                            f"{url}: sent {counted(received, 'byte')} in {seconds:.0f} seconds; expected "
                            f"{self._least_rate:,.0f} a second"
                        )
                    since, received = self._clock(), 0
        except httpx.RequestError as error:
            raise PassingError(f"{url}: the connection broke ({_reason(error)})") from error

    def text(self, url: str, patience: Patience) -> str:
        """Returns a small page from this server alone; if the server cannot be reached, does not try again.

        Raises DownloadError, also for a page that another host answers.
        """
        while True:
            try:
                with self.open(url) as response:
                    if response.url.host != self._base.host:
                        raise DownloadError(f"{url}: redirected to {response.url}; expected {self.host} itself")
                    body = bytearray()
                    for block in self.blocks(response, url):
                        body += block
                        if len(body) > LIMIT:
                            raise DownloadError(f"{url}: found more than {LIMIT:,} bytes; expected a page")
                    return body.decode("utf-8", "replace")
            except PassingError as failure:
                if failure.unreachable:
                    raise DownloadError(str(failure)) from failure
                patience.wait(failure)


def _address(base: str) -> httpx.URL:
    try:
        url = httpx.URL(base)
    except httpx.InvalidURL:
        url = httpx.URL("")
    good = url.scheme in ("https", "http") and url.host and _has_port(url)
    if not good or not base.isascii() or " " in base:
        raise ParameterError(f"mirror: found {base!r}; expected an http or https address")
    return url


def is_local(url: str) -> bool:
    """Whether a server is on this machine, so that nobody else can answer in its place."""
    try:
        return httpx.URL(url).host in ("localhost", "127.0.0.1", "::1")
    except httpx.InvalidURL:  # a request will say so
        return False


def _has_port(url: httpx.URL) -> bool:
    """Whether an address names a port that exists, or none."""
    return url.port is None or 0 < url.port < 1 << 16


def _refusal(url: str, response: Answer) -> Exception:
    code = response.status_code
    said = f"{url}: answered {code} {response.reason_phrase}"
    if code in _PASSING:
        return PassingError(said, wait_of(response.headers.get("Retry-After", "")))
    if code in (404, 410):
        return NotThereError(f"{said}; expected a file")
    if code in (401, 403):
        return DownloadError(
            f"{said}; expected a file. Wikimedia refuses those who do not say how to reach them (--contact)"
        )
    return DownloadError(f"{said}; expected a file")


def _unreachable(url: str, host: str, error: httpx.RequestError) -> Exception:
    reason = _reason(error)
    if "CERTIFICATE_VERIFY_FAILED" in reason:
        return DownloadError(f"{url}: its certificate is not trusted ({reason})")
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        what = "gives no connection" if isinstance(error, httpx.ProxyError) else "cannot be reached"
        return PassingError(
            f"{url}: {host} {what} ({reason}); expected a connection to the internet, or the address of a mirror",
            unreachable=True,
            refused=_is_refused(error),
        )
    return PassingError(f"{url}: the connection failed ({reason})")


def _proxy_of(url: httpx.URL) -> str:
    """The proxy that the environment sets for an address, without user name and password; empty without one."""
    proxies = getproxies()
    proxy = proxies.get(url.scheme) or proxies.get("all")
    if not proxy or proxy_bypass(url.host):
        return ""
    return f"the proxy {proxy.rpartition('://')[2].rpartition('@')[2].rstrip('/')}"


def _is_refused(error: BaseException) -> bool:
    """Whether a connection was refused, or the host is not known, by the system's error that this one comes from."""
    if isinstance(error, ConnectionRefusedError) or (isinstance(error, gaierror) and error.errno == EAI_NONAME):
        return True
    cause = error.__cause__ or error.__context__
    return cause is not None and _is_refused(cause)


def _reason(error: httpx.RequestError) -> str:
    return _NUMBER_OF_ERROR.sub("", str(error)) or type(error).__name__
