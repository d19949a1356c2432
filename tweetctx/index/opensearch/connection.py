"""Requests to a cluster, with retries and clear errors."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from tweetctx.errors import IndexAccessError, IndexMissingError, IndexUnreachableError, counted
from tweetctx.index.opensearch.address import CA_VARIABLE, PASSWORD_VARIABLE, USER_VARIABLE, Address
from tweetctx.runtime.deadlines import checkpoint
from tweetctx.runtime.libraries import how_to_install

if TYPE_CHECKING:
    from opensearchpy import OpenSearch

TRIES: Final = 4
_PAUSE: Final = 0.2  # seconds before the second try; doubled before each further one
_LONGEST_PAUSE: Final = 5.0
PASSING: Final = frozenset({429, 502, 503, 504})  # too many requests, and what a node says that lost others

Body = Mapping[str, Any] | str | None


class Connection:
    """Sends requests to the nodes of one address; threads can share it.

    on_request: called with method and path of each request that is sent, including retries.
    """

    def __init__(self, address: Address, on_request: Callable[[str, str], None] | None = None) -> None:
        self.address = address
        self._on_request = on_request or (lambda method, path: None)  # noqa: ARG005
        self._client = _client(address)

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def call(
        self,
        method: str,
        path: str,
        body: Body = None,
        *,
        tries: int = TRIES,
        timeout: float | None = None,
        **parameters: str,
    ) -> Any:
        """The answer to a request, as JSON has it.

        tries: how often it is sent at most, while nodes do not answer or are overloaded. All requests can be repeated
        safely: documents have ids and are always written whole. None is sent when the current work must stop.
        Raises IndexMissingError if there is no such index, IndexUnreachableError if no try is answered, and
        IndexAccessError for a request that is rejected or an answer that is not of OpenSearch.
        """
        from opensearchpy.exceptions import ConnectionError as NoConnection
        from opensearchpy.exceptions import SerializationError, SSLError, TransportError

        begin = time.monotonic()
        for attempt in range(tries):
            checkpoint()
            self._on_request(method, path)
            try:
                return self._client.transport.perform_request(
                    method,
                    path,
                    params={"request_timeout": timeout or self.address.timeout, **parameters},
                    body=body,
                )
            except SSLError as error:
                raise IndexUnreachableError(
                    f"{self.address}: found no certificate that can be trusted ({str(error.info)[:200]}); "
                    f"expected that of a known authority, or of one in the file that {CA_VARIABLE} names"
                ) from error
            except NoConnection as error:
                reason = _of_connection(error, timeout or self.address.timeout)
            except SerializationError as error:
                raise IndexAccessError(
                    f"{self.address}: found an answer that is no JSON ({str(error)[:200]}, {method} {path}); "
                    "expected one of OpenSearch"
                ) from error
            except TransportError as error:
                if error.status_code not in PASSING:
                    raise self._refused(error, method, path) from error
                reason = _of_transport(error)
            if attempt + 1 < tries:
                pause(attempt)
        spent = time.monotonic() - begin
        raise IndexUnreachableError(
            f"{self.address}: {reason} (tried {method} {path} {counted(tries, 'time')} in {spent:.1f} s)"
        )

    def call_all(self, method: str, path: str, body: Body = None) -> Any:
        """The answer to a request that every shard must answer; raises IndexUnreachableError if some do not."""
        for attempt in range(TRIES):
            answer = self.call(method, path, body)
            shards = answer["_shards"]
            if shards["successful"] == shards["total"]:
                return answer
            if attempt + 1 < TRIES:
                pause(attempt)
        lacking = f"{shards['total'] - shards['successful']} of {counted(shards['total'], 'shard')} did not answer"
        raise IndexUnreachableError(f"{self.address}: {lacking} (tried {method} {path} {TRIES} times)")

    def call_parts(self, path: str, body: Body, key: str) -> list[dict[str, Any]]:
        """The parts of an answer, under a key of it; repeats the request while one fails for a temporary reason.

        A part that still fails raises an error, or stays in the answer if partial answers are allowed.
        """
        begin = time.monotonic()
        for attempt in range(TRIES):
            parts: list[dict[str, Any]] = self.call("POST", path, body)[key]
            failed = [part for part in parts if "error" in part]
            if not failed:
                return parts
            if not all(_passes(part) for part in failed):
                break
            if attempt + 1 < TRIES:
                pause(attempt)
        passing = all(_passes(part) for part in failed)
        if passing and self.address.allow_partial:
            return parts
        spent = time.monotonic() - begin
        reason = error_text(failed[0]["error"])
        kind = IndexUnreachableError if passing else IndexAccessError
        if "index_not_found" in json.dumps(failed[0]["error"]):
            kind = IndexMissingError
            reason += "; was it replaced? open it again"
        raise kind(
            f"{self.address}: {len(failed)} of {counted(len(parts), 'part')} of a request failed: {reason} "
            f"(tried {counted(attempt + 1, 'time')} in {spent:.1f} s)"
            + ("; allow_partial=true takes what there is" if passing else "")
        )

    def _refused(self, error: Any, method: str, path: str) -> IndexAccessError:
        """The error for a request that a cluster rejects for good."""
        if error.status_code == 404:
            return IndexMissingError(f"{self.address}: found no such index; expected one that `index build` made")
        if error.status_code in (401, 403):
            user = self.address.user
            who = f"the user {user!r}" if user else "nobody"
            return IndexAccessError(
                f"{self.address}: the cluster does not let {who} in (status {error.status_code}); expected a user in "
                f"the URI or {USER_VARIABLE}, and the password in {PASSWORD_VARIABLE}"
            )
        return IndexAccessError(f"{self.address}: {_of_transport(error)} (status {error.status_code}, {method} {path})")


def pause(attempt: int) -> None:
    """Waits before a retry, longer each time, with a random part."""
    time.sleep(min(_PAUSE * 2**attempt, _LONGEST_PAUSE) * random.uniform(0.5, 1.0))  # noqa: S311


def _client(address: Address) -> OpenSearch:
    try:
        from opensearchpy import OpenSearch
    except ImportError:
        raise IndexAccessError(f"{address}: opensearch-py is not installed; {how_to_install('opensearch')}") from None
    return OpenSearch(
        [{"host": host.strip("[]"), "port": port} for host, port in address.hosts],
        http_auth=(address.user, address.password or "") if address.user else None,
        use_ssl=address.tls,
        verify_certs=address.tls,
        ca_certs=address.authorities,
        http_compress=False,
        max_retries=0,
        pool_maxsize=16,
    )


def _passes(part: Mapping[str, Any]) -> bool:
    """Whether a part of an answer failed for a temporary reason: a node that is gone, a full queue."""
    if part.get("status") in PASSING:
        return True
    error = json.dumps(part["error"])
    passing = ("node_not_connected", "node_disconnected", "node_closed", "no_shard_available", "rejected_execution")
    return any(reason in error for reason in (*passing, "circuit_breaking", "unavailable_shards", "shard_not_found"))


def _of_connection(error: Any, timeout: float) -> str:
    from opensearchpy.exceptions import ConnectionTimeout

    if isinstance(error, ConnectionTimeout):
        return f"no answer within {timeout:g} s"
    return f"cannot be reached ({str(error.info)[:200]})"


def _of_transport(error: Any) -> str:
    info = error.info
    return error_text(info["error"]) if isinstance(info, dict) and "error" in info else str(error.error)[:300]


def error_text(error: Any) -> str:
    """The error of a cluster with its root cause, in one line."""
    if not isinstance(error, dict):
        return str(error)[:300]
    causes = error.get("root_cause") or [error]
    cause = error.get("caused_by") or causes[0]
    reason = str(cause.get("reason") or error.get("reason"))[:300]
    return f"{cause.get('type', 'error')}: {reason}"
