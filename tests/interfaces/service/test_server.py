"""The service as a process: signals, workers, and what keeps it from starting."""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from prometheus_client.mmap_dict import MmapedDict
from service.clients import Connection, bodies, closed_loop
from service.processes import HOST, serving

from tweetctx.errors import ParameterError
from tweetctx.interfaces.service import server
from tweetctx.interfaces.service.metrics import Metrics, forget_process
from tweetctx.interfaces.service.queue import WorkQueue
from tweetctx.interfaces.service.settings import Settings

TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers: found 0, expected a whole number from 1 to 1024"),
        ({"port": 70_000}, "port: found 70000, expected a whole number from 0 to 65535"),
        ({"deadline": 0.0}, "deadline: found 0.0, expected a number above 0"),
        ({"queue": -1}, "queue: found -1, expected a whole number from 0"),
        ({"cors": ("foo",)}, "cors: found 'foo', expected an origin such as https://example.org, or *"),
        (
            {"cors": ("*", "https://a/")},
            "cors: found 'https://a/', expected an origin such as https://example.org, or *",
        ),
        ({"log_format": "xml"}, "log_format: found xml, expected one of text, json"),
    ],
)
def test_wrong_settings(options: dict[str, object], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        Settings(index="x", **options)  # type: ignore[arg-type]
    assert str(caught.value) == message


def fails(*options: object, code: int = 1) -> str:
    command = [sys.executable, "-m", "tweetctx", "serve", *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


@pytest.mark.thorough
def test_what_keeps_it_from_starting(demo_index: Path, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = fails("--index", demo_index, "--port", port)
        assert said.startswith(f"tweetctx: error: {HOST}, port {port}: cannot be listened to (")
    missing = f"tweetctx: error: {tmp_path / 'no.idx'}: found nothing, expected an index"
    assert fails("--index", tmp_path / "no.idx", "--port", 0).startswith(missing)
    assert fails("--index", tmp_path / "no.idx", "--port", 0, "--workers", 2).startswith(missing)
    assert fails("--index", demo_index, "--port", 0, "--preset", "no", code=2).startswith(
        "tweetctx: error: preset: found 'no'"
    )
    assert fails("--index", demo_index, "--port", 0, "--api-keys", tmp_path / "k").startswith(
        f"tweetctx: error: {tmp_path / 'k'}: cannot be read ("
    )


@pytest.mark.thorough
def test_what_is_no_request_gets_a_problem_document(demo_index: Path) -> None:
    with serving(demo_index) as service:
        service.wait()
        with socket.create_connection((HOST, service.port), 10) as connection:
            connection.sendall(b"What is HTTP?\r\n\r\n")
            head, _, body = b"".join(iter(lambda: connection.recv(1000), b"")).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 400 Bad Request"
    headers = dict(line.split(": ") for line in lines[1:])
    assert headers["Content-Type"] == "application/problem+json"
    assert int(headers["Content-Length"]) == len(body)
    problem = json.loads(body)
    assert problem["status"] == 400
    assert problem["instance"] == f"urn:request:{headers['X-Request-ID']}"


@pytest.mark.thorough
def test_a_body_may_come_in_pieces_but_not_stay_away(demo_index: Path) -> None:
    body = json.dumps({"tweet": TWEET}).encode()
    head = f"POST /v1/context HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with serving(demo_index, "--deadline", 5) as service:
        service.wait()

        def answer(*pieces: bytes) -> tuple[str, bytes]:
            with socket.create_connection((HOST, service.port), 30) as connection:
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(0.1)
                head, _, content = b"".join(iter(lambda: connection.recv(1000), b"")).partition(b"\r\n\r\n")
            return head.decode().partition("\r\n")[0], content

        whole = answer(head + body), answer(head, body[:5], body[5:])
        late = answer(head + body[:5])
    assert [status for status, _ in whole] == ["HTTP/1.1 200 OK"] * 2
    assert late[0] == "HTTP/1.1 408 Request Timeout"
    assert json.loads(late[1])["detail"] == "body: found it unfinished after 5 s, expected all of it"


@pytest.mark.thorough
def test_work_ends_when_its_caller_goes(demo_index: Path) -> None:
    with serving(demo_index, "--threads", 1, "--deadline", 60) as service:
        service.wait()
        body = json.dumps({"tweet": TWEET, "preset": "trlm(R=100, K=100)"}).encode()  # takes seconds
        head = f"POST /v1/context HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n".encode()
        with socket.create_connection((HOST, service.port), 10) as connection:
            connection.sendall(head + body)
            while "tweetctx_queue_held 1.0" not in service.get("/v1/metrics")[1]:
                time.sleep(0.01)
        while "tweetctx_queue_held 0.0" not in service.get("/v1/metrics")[1]:
            time.sleep(0.01)
        lines = [line for line in service.lines() if line.get("path") == "/v1/context"]
    assert [line["status"] for line in lines] == [499]


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_begun_is_finished(workers: int, demo_index: Path) -> None:
    """The service is told to end while a batch is on its way."""
    with serving(demo_index, "--workers", workers) as service:
        service.wait()

        async def batch() -> bytes:
            reader, writer = await asyncio.open_connection(HOST, service.port)
            body = json.dumps({"tweets": [f"{TWEET} {number}" for number in range(20)]}).encode()
            head = f"POST /v1/contexts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            first = await reader.readuntil(b'"took_ms"')
            service.process.send_signal(signal.SIGTERM)
            rest = await reader.read()
            writer.close()
            return first + rest

        answer = asyncio.run(batch())
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert answer.count(b'"took_ms"') == 20
        assert answer.endswith(b"0\r\n\r\n")
        assert service.process.wait(60) == 0
        with pytest.raises(OSError, match=r"."):
            socket.create_connection((HOST, service.port), 1)


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_who_comes_while_the_last_are_answered_is_refused_at_once(workers: int, demo_index: Path) -> None:
    """A connection that nobody serves would be kept waiting, and reset in the end."""
    with serving(demo_index, "--workers", workers) as service:
        service.wait()
        with socket.create_connection((HOST, service.port), 10) as unfinished:
            unfinished.sendall(b"POST /v1/context HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
            time.sleep(0.2)  # until it is begun
            service.process.send_signal(signal.SIGTERM)
            with pytest.raises(ConnectionError, match=r"."):  # noqa: PT012
                while service.process.poll() is None:
                    with socket.create_connection((HOST, service.port), 10) as late:
                        late.settimeout(1)
                        with suppress(TimeoutError):
                            late.recv(1)
            assert service.process.poll() is None
        assert service.process.wait(60) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_a_service_that_waits_for_a_silent_cluster_ends_at_once(workers: int) -> None:
    with socket.create_server((HOST, 0)) as silent:  # connections wait, and nobody reads them
        index = f"opensearch://{HOST}:{silent.getsockname()[1]}/wiki?timeout=60"
        with serving(index, "--workers", workers) as service:
            silent.settimeout(60)
            with silent.accept()[0]:
                began = time.monotonic()
                assert service.end() == 0
    assert time.monotonic() - began < 10


@pytest.mark.thorough
def test_a_worker_that_is_killed_is_replaced(demo_index: Path) -> None:
    with serving(demo_index, "--workers", 2, "--queue", 20) as service:
        service.wait()
        before = service.wait_for_workers(2)
        os.kill(min(before), signal.SIGKILL)
        answers = asyncio.run(closed_loop(service.port, bodies([TWEET]), 2, 2.0))
        assert set(answers.seconds) == {200}
        assert sum(answers.failures.values()) <= 2
        service.wait_for_workers(2)
        assert min(before) not in service.workers()
        metrics = service.get("/v1/metrics")[1]
        assert "tweetctx_queue_capacity 44.0" in metrics
        assert service.end() == 0
        assert not service.workers()


def test_files_that_a_killed_process_did_not_begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    for name in ("counter_12", "gauge_livesum_12", "counter_13"):
        (tmp_path / f"{name}.db").touch()
    values(tmp_path / "histogram_12.db", 0.0, 1.0)
    forget_process(12)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["counter_13.db", "histogram_12.db"]


def values(file: Path, *found: float) -> None:
    """A file of metrics with some values."""
    metrics: Any = MmapedDict(str(file))  # type: ignore[no-untyped-call]
    for number, value in enumerate(found):
        metrics.write_value(json.dumps([f"x{number}", f"x{number}", {}, "x"]), value, 0.0)
    metrics.close()


def test_a_process_that_counted_nothing_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    values(tmp_path / "counter_12.db", 0.0, 0.0)
    values(tmp_path / "histogram_12.db")
    values(tmp_path / "counter_13.db", 0.0)
    forget_process(12)
    assert [file.name for file in tmp_path.iterdir()] == ["counter_13.db"]


def test_files_that_vanish_while_they_are_summed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    values(tmp_path / "counter_12.db", 0.0)
    values(tmp_path / "counter_13.db", 5.0)
    read: Any = MmapedDict.read_all_values_from_file

    def forget(file: str) -> Any:
        monkeypatch.undo()
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
        forget_process(12)
        return read(file)

    monkeypatch.setattr(MmapedDict, "read_all_values_from_file", staticmethod(forget))
    metrics = Metrics()
    metrics.before_text(lambda: None)
    metrics.watch_queue(WorkQueue(1, 0, 1.0))
    assert b"x0 5.0" in metrics.text()


def asked_with(key: str, port: int) -> int:
    """The status of the answer to a request with a key."""
    with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
        connection.request("GET", "/v1/metrics", headers={"X-API-Key": key})
        return connection.getresponse().status


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_hangup_reads_the_keys_again(workers: int, demo_index: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text("first\n")
    with serving(demo_index, "--workers", workers, "--api-keys", keys) as service:
        service.wait()
        assert service.get("/v1/metrics")[0] == 401
        keys.write_text("other\n")
        service.wait_for_workers(workers)
        service.process.send_signal(signal.SIGHUP)

        expected = {"other": {200}, "first": {401}}
        for _ in range(600):  # one worker may be asked ten times before another has read the keys
            found = {key: {asked_with(key, service.port) for _ in range(10)} for key in expected}
            if found == expected:
                break
            time.sleep(0.05)
        assert found == expected
        assert service.process.poll() is None


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_keys_may_come_from_a_pipe(workers: int, demo_index: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    os.mkfifo(keys)
    writer = Thread(target=keys.write_text, args=("secret\n",))
    writer.start()
    with serving(demo_index, "--workers", workers, "--api-keys", keys) as service:
        service.wait()
        service.wait_for_workers(workers)
        found = {key: {asked_with(key, service.port) for _ in range(10)} for key in ("secret", "other")}
        assert found == {"secret": {200}, "other": {401}}
    writer.join()


@pytest.mark.thorough
def test_a_hangup_while_the_service_starts_is_not_lost(demo_index: Path, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    os.mkfifo(keys)  # so that it is known when it is read

    def opened() -> int:
        with suppress(OSError):  # nobody reads
            return os.open(keys, os.O_WRONLY | os.O_NONBLOCK)
        return 0

    def tell(key: bytes) -> None:
        end = time.monotonic() + 60
        while not (pipe := opened()):
            assert time.monotonic() < end
            time.sleep(0.001)
        os.write(pipe, key)
        os.close(pipe)
        while pipe := opened():  # until it is read
            os.close(pipe)
            time.sleep(0.001)

    with serving(demo_index, "--api-keys", keys) as service:
        tell(b"first")
        service.process.send_signal(signal.SIGHUP)
        tell(b"other")
        service.wait()
        assert service.process.poll() is None


def request(path: str, body: object = None) -> bytes:
    content = json.dumps(body).encode() if body else b""
    method = "POST" if body else "GET"
    return f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content


@contextmanager
def unread(port: int, content: bytes) -> Iterator[None]:
    """A connection that sends as much as is taken, and reads no answers."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect((HOST, port))

        def send() -> None:
            with suppress(OSError):  # closed
                connection.sendall(content)

        sender = Thread(target=send)
        sender.start()
        time.sleep(1.0)  # as good as all that is taken
        yield
        with suppress(OSError):  # the service has closed it
            connection.shutdown(socket.SHUT_RDWR)
        sender.join()


@pytest.mark.thorough
def test_clients_that_go_with_many_requests_behind_each_other_leave_no_place_taken(demo_index: Path) -> None:
    with serving(demo_index) as service:
        service.wait()
        content = request("/openapi.json") + request("/v1/contexts", {"tweets": [TWEET]})
        for _ in range(5):
            with unread(service.port, content * 400):
                pass
        end = time.monotonic() + 60
        while "tweetctx_queue_held 0.0" not in service.get("/v1/metrics")[1]:
            assert time.monotonic() < end
            time.sleep(0.05)
        errors = [line for line in service.lines() if line["level"] == "ERROR"]
        assert not errors, json.dumps(errors, indent=1)


@pytest.mark.thorough
def test_clients_that_do_not_read_make_room_for_others(demo_index: Path) -> None:
    with serving(demo_index, "--threads", 1, "--queue", 1, "--deadline", 2) as service:
        service.wait()
        tweets = [f"{TWEET} {number} " + "of the and " * 900 for number in range(100)]
        content = request("/v1/contexts", {"tweets": tweets, "limit": 10_000}) * 5
        with unread(service.port, content), unread(service.port, content):
            end = time.monotonic() + 120
            answers: list[int] = []
            while answers[-3:] != [200] * 3:
                assert time.monotonic() < end, answers
                with socket.create_connection((HOST, service.port), 30) as connection:
                    connection.sendall(request("/v1/context", {"tweet": f"{TWEET} {len(answers)}"}))
                    answers.append(int(connection.recv(1000)[9:12]))
                time.sleep(0.2)
        errors = [line for line in service.lines() if line["level"] == "ERROR"]
        assert not errors, json.dumps(errors, indent=1)


@pytest.fixture
def supervisor() -> Iterator[server._Supervisor]:
    """One of two workers, none of which is started."""
    with socket.socket() as listener:
        yield server._Supervisor(Settings(index="x", workers=2), (), listener)


def test_a_signal_to_reload_is_passed_on_outside_of_its_handler(
    supervisor: server._Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Within, it could come between the end of a worker and the note of its end."""
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda *given: told.append(given))
    worker: Any = _Worker()
    supervisor._started[worker] = 0.0
    supervisor._reload(signal.SIGHUP, None)
    assert told == []
    supervisor._await_signal(0)
    assert told == [(12, signal.SIGHUP)]
    supervisor._await_signal(0)
    assert len(told) == 1


def test_a_worker_that_cannot_be_started_is_tried_again(
    supervisor: server._Supervisor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    started: list[int] = []

    def start() -> None:
        started.append(1)
        if len(started) < 3:
            raise OSError(11, "no more processes")

    monkeypatch.setattr(server, "_PAUSE", 0.01)
    monkeypatch.setattr("tweetctx.interfaces.service.metrics.forget_process", lambda _: None)
    monkeypatch.setattr(supervisor, "_start", start)
    worker: Any = _Worker()
    supervisor._started[worker] = 0.0
    with caplog.at_level(logging.ERROR, "tweetctx"):
        supervisor._replace(worker)
    assert len(started) == 3
    assert [record.getMessage() for record in caplog.records] == [
        "a worker cannot be started: [Errno 11] no more processes"
    ] * 2


class _Worker:
    """What the supervisor sees of a process."""

    pid, exitcode = 12, 1

    def is_alive(self) -> bool:
        return True


@pytest.mark.thorough
def test_workers_end_with_their_supervisor(demo_index: Path) -> None:
    with serving(demo_index, "--workers", 2) as service:
        service.wait()
        service.process.kill()
        service.process.wait()
        for _ in range(1200):
            if not service.workers():
                return
            time.sleep(0.05)
        pytest.fail("a worker outlives its supervisor")


@pytest.mark.thorough
def test_a_log_of_json_lines(demo_index: Path) -> None:
    with serving(demo_index) as service:
        service.wait()

        async def ask() -> None:
            connection = Connection(service.port)
            assert (await connection.post("/v1/context", bodies([TWEET])[0]))[0] == 200
            connection.close()

        asyncio.run(ask())
        service.end()
        lines = [json.loads(line) for line in service.log.read_text().splitlines()]
        request = next(line for line in lines if line["message"] == "request")
        assert (request["method"], request["path"], request["status"]) == ("POST", "/v1/context", 200)
        assert {"time", "level", "logger", "pid", "request_id", "ms"} <= set(request)
        assert "Houston" not in service.log.read_text()
