"""What a connection does when a server is not the one expected; the servers are small, on loopback."""

from __future__ import annotations

import json
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import DeadlineError, IndexAccessError, IndexUnreachableError, IndexVersionError
from tweetctx.index.opensearch import bulk
from tweetctx.index.opensearch import connection as connections
from tweetctx.index.opensearch.address import parse_address
from tweetctx.index.opensearch.bulk import BulkWriter
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.fetching import Reader, SessionReader
from tweetctx.index.opensearch.opening import check_version
from tweetctx.runtime.deadlines import Work

pytestmark = pytest.mark.thorough

pytest.importorskip("opensearchpy", reason="opensearch-py is not installed")

PAGE = b"<html>We are back soon.</html>"


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "pause", lambda _attempt: None)


@contextmanager
def server(*answers: tuple[int, Any], tls: ssl.SSLContext | None = None) -> Iterator[tuple[str, list[str]]]:
    """A server that gives some answers, the last one again and again; yields its host and what it is asked.

    Bytes are given as they are. What it is asked is what is posted, or else the header that says who asks.
    """
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.answer(self.rfile.read(int(self.headers["Content-Length"])).decode())

        def do_GET(self) -> None:
            self.answer(self.headers.get("Authorization", ""))

        def answer(self, said: str) -> None:
            status, content = answers[min(len(asked), len(answers) - 1)]
            asked.append(said)
            body = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if content == PAGE else "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        if tls:
            http.socket = tls.wrap_socket(http.socket, server_side=True)
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"127.0.0.1:{http.server_port}", asked
        finally:
            http.shutdown()
            thread.join()


def connection(uri: str, **environment: str) -> Connection:
    return Connection(parse_address(uri, environment))


def test_what_may_pass_is_asked_again() -> None:
    error = {"error": {"type": "circuit_breaking_exception", "reason": "too much"}, "status": 429}
    with server((429, error), (503, error), (200, {"taken": True})) as (host, asked):
        assert connection(f"opensearch://{host}/w").call("GET", "/") == {"taken": True}
    assert len(asked) == 3


def test_what_does_not_pass_is_an_error_that_says_what_was_tried() -> None:
    error = {"error": {"type": "cluster_block_exception", "reason": "blocked"}, "status": 503}
    expected = pytest.raises(IndexUnreachableError, match=r"blocked \(tried GET / 4 times in")
    with server((503, error)) as (host, asked), expected:
        connection(f"opensearch://{host}/w").call("GET", "/")
    assert len(asked) == 4


def test_a_server_that_does_not_answer_in_time_is_given_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # connections wait, and nobody reads them
        host = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(IndexUnreachableError) as caught:
            connection(f"opensearch://{host}/wiki?timeout=0.05").call("GET", "/")
    assert f"no answer within 0.05 s (tried GET / {connections.TRIES} times in " in str(caught.value)


def test_nothing_is_sent_after_the_deadline() -> None:
    sent: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as silent, Work(0.05).current():
        address = parse_address(f"opensearch://127.0.0.1:{silent.getsockname()[1]}/wiki?timeout=0.1", {})
        with pytest.raises(DeadlineError):
            Connection(address, lambda _method, path: sent.append(path)).call("GET", "/")
    assert sent == ["/"]


@pytest.mark.parametrize(("answer", "what"), [(PAGE, "text/html"), (b'{"version": ', "Expecting value")])
def test_an_answer_that_is_no_json_is_not_of_a_cluster(answer: bytes, what: str) -> None:
    with server((200, answer)) as (host, asked), pytest.raises(IndexAccessError) as caught:
        connection(f"opensearch://{host}/w").call("GET", "/")
    said = str(caught.value)
    assert said.startswith(f"opensearch://{host}/w: found an answer that is no JSON (")
    assert what in said
    assert said.endswith(", GET /); expected one of OpenSearch")
    assert len(asked) == 1


def test_a_user_who_is_not_let_in_is_not_asked_again() -> None:
    refused = pytest.raises(IndexAccessError, match="does not let the user 'me' in")
    with server((401, {"error": "Unauthorized", "status": 401})) as (host, asked), refused as caught:
        connection(f"opensearch://me@{host}/w", TWEETCTX_OPENSEARCH_PASSWORD="s3cret").call("GET", "/")  # noqa: S106
    assert asked == ["Basic bWU6czNjcmV0"]
    assert "s3cret" not in str(caught.value)


def test_a_search_that_lacks_a_shard_is_partial() -> None:
    """A cluster does not count a shard that is on no node as failed."""
    shards = {"total": 3, "successful": 2, "skipped": 0, "failed": 0}
    answer = {"responses": [{"_shards": shards, "timed_out": False, "hits": {"hits": [{"_id": "p1"}]}, "status": 200}]}
    with server((200, answer)) as (host, _):
        reader = SessionReader(Reader(connection(f"opensearch://{host}/w?allow_partial=true"), "w-1"), tuple)
        assert reader.search([{}]) == [[{"_id": "p1"}]]
        assert reader.partial
        with pytest.raises(IndexUnreachableError, match=r"1 of 3 shards did not answer \(on no node\)"):
            Reader(connection(f"opensearch://{host}/w"), "w-1").search([{}])


def bulk_answer(**statuses: int) -> dict[str, Any]:
    error = {"type": "rejected_execution_exception", "reason": "the queue is full"}
    items = [
        {"index": {"_id": name, "status": status} | ({"error": error} if status >= 300 else {})}
        for name, status in statuses.items()
    ]
    return {"errors": any(status >= 300 for status in statuses.values()), "items": items}


def test_only_documents_that_were_refused_are_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "pause", lambda _attempt: None)
    written: list[int] = []
    first, second, third = bulk_answer(a=201, b=429, c=503), bulk_answer(b=201, c=429), bulk_answer(c=200)
    with server((200, first), (200, second), (503, {"error": "busy"}), (200, third)) as (host, asked):
        writer = BulkWriter(connection(f"opensearch://{host}/w"), "w")
        writer.write([(name, {"of": name}) for name in "abc"], written.append)
    sent = [[json.loads(line)["index"]["_id"] for line in body.splitlines()[::2]] for body in asked]
    assert sent == [["a", "b", "c"], ["b", "c"], ["c"], ["c"]]
    assert written == [3]


def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "pause", lambda _attempt: None)
    with server((200, bulk_answer(a=429))) as (host, asked):
        writer = BulkWriter(connection(f"opensearch://{host}/w"), "w", patience=1.0)
        with pytest.raises(IndexUnreachableError, match=r"1 of 1 document not written, first 'a': rejected_exec"):
            writer.write([("a", {})])
    assert len(asked) > 1


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ({"number": "8.12.0"}, "elasticsearch 8.12.0"),
        ({"number": "1.3.0", "distribution": "opensearch"}, "opensearch 1.3.0"),
    ],
)
def test_another_server_is_refused(version: dict[str, str], found: str) -> None:
    refused = pytest.raises(IndexVersionError, match=f"found {found}, expected opensearch from 2.4")
    with server((200, {"version": version})) as (host, _), refused:
        check_version(connection(f"opensearch://{host}/w"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for loopback that nobody vouches for, with its key."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
    named = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run(["openssl", "req", *made, *named], check=True, capture_output=True)
    return path


def test_a_certificate_is_verified(certificate: Path) -> None:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(f"{certificate}.crt", certificate)
    with server((200, {"secure": True}), tls=tls) as (host, asked):
        with pytest.raises(IndexUnreachableError, match="found no certificate that can be trusted"):
            connection(f"opensearch+https://{host}/w").call("GET", "/")
        assert asked == []
        trusting = connection(f"opensearch+https://{host}/w", TWEETCTX_OPENSEARCH_CA=f"{certificate}.crt")
        assert trusting.call("GET", "/") == {"secure": True}
