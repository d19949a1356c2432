"""What a service goes through: an index that is replaced, workers that are killed, requests that are none."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from service.clients import Answers, bodies, closed_loop
from service.processes import HOST, Service, resident, serving
from tweetctx import build_index
from tweetctx.wikipedias.demonstration import demonstration_corpus

_RAW = 11_000  # requests of random bytes; schemathesis makes about as many
PLENTY = ("--deadline", 60)


def replace(_: str, tweets: list[str], __: float) -> dict[str, Any]:
    """Builds another index in place of the served one, again and again, under load from two clients."""
    requests, generations, mixed = bodies(tweets), [0, 0], 0

    def check(content: bytes) -> None:
        nonlocal mixed
        marks = {sentence["url"][-1] for sentence in json.loads(content)["sentences"]}
        mixed += len(marks) > 1
        for mark in marks:
            generations["ab".index(mark)] += 1

    with TemporaryDirectory() as folder:
        sources = [_marked(Path(folder) / f"{mark}.jsonl", mark) for mark in "ab"]
        index = Path(folder) / "served.idx"
        build_index(sources[0], index, workers=1)
        with serving(index, "--workers", 2, "--cache", 0, "--queue", 50, *PLENTY) as service:
            service.wait()
            replaced = threading.Thread(target=_replace, args=(sources, index, 50))
            replaced.start()
            answers = Answers()
            while replaced.is_alive():
                part = asyncio.run(closed_loop(service.port, requests, 2, 2.0, check))
                for status, found in part.seconds.items():
                    answers.seconds.setdefault(status, []).extend(found)
                answers.failures.update(part.failures)
            opened = sum(str(line["message"]).startswith("index generation") for line in service.lines())
            errors = [line for line in service.lines() if line["level"] == "ERROR"]
    failed = {status for status in answers.counts() if status != "200"}
    about = {"replacements": 50, "opened": opened, "answers": answers.counts(), "by_generation": generations}
    return {**about, "mixed": mixed, "log_errors": len(errors), "ok": not (failed or mixed or errors)}


def _marked(file: Path, mark: str) -> Path:
    """The demonstration corpus with a mark at the end of each address."""
    lines = [json.loads(line) for part in demonstration_corpus() for line in part.read_text("utf-8").splitlines()]
    file.write_text("".join(json.dumps(line | {"url": line["url"] + mark}) + "\n" for line in lines), "utf-8")
    return file


def _replace(sources: list[Path], index: Path, times: int) -> None:
    for number in range(times):
        build_index(sources[(number + 1) % 2], index, workers=1)
        time.sleep(0.5)


def kill(_: str, tweets: list[str], seconds: float) -> dict[str, Any]:
    """Kills a worker three times under load from eight clients; what failed, and how soon it was replaced."""
    with TemporaryDirectory() as folder:
        index = Path(folder) / "served.idx"
        build_index([*demonstration_corpus()], index, workers=1)
        with serving(index, "--workers", 2, "--cache", 0, "--queue", 50, *PLENTY) as service:
            service.wait()
            replaced: list[float] = []
            killer = threading.Thread(target=_kill, args=(service, 3, replaced))
            killer.start()
            answers = asyncio.run(closed_loop(service.port, bodies(tweets), 8, seconds))
            killer.join()
            code = service.end()
    return {"answers": answers.counts(), "replaced_after_s": replaced, "exit_code": code}


def _kill(service: Service, times: int, replaced: list[float]) -> None:
    for _ in range(times):
        before = service.wait_for_workers(2)
        time.sleep(1.0)
        os.kill(min(before), signal.SIGKILL)
        begin = time.perf_counter()
        while len(service.workers() - {min(before)}) < 2 and time.perf_counter() - begin < 60:
            time.sleep(0.05)
        replaced.append(round(time.perf_counter() - begin, 2))


def hostile(_: str, tweets: list[str], __: float) -> dict[str, Any]:
    """Random bytes and altered requests, and requests that schemathesis makes of the OpenAPI document."""
    with TemporaryDirectory() as folder:
        index = Path(folder) / "served.idx"
        build_index([*demonstration_corpus()], index, workers=1)
        with serving(index, "--cache", 0, "--threads", 1, *PLENTY) as service:
            service.wait()
            asyncio.run(closed_loop(service.port, bodies(tweets), 2, 5.0))
            before = resident(service.process.pid)
            raw = _raw_requests(service.port, tweets)
            between = resident(service.process.pid)
            said = _schemathesis(service.port, folder)
            after = resident(service.process.pid)
            metrics = service.get("/v1/metrics")[1]
            log = service.log.read_text("utf-8")
    statuses: dict[str, int] = {}
    for line in metrics.splitlines():
        if line.startswith("tweetctx_requests_total{"):
            status = line.partition('status="')[2][:3]
            statuses[status] = statuses.get(status, 0) + int(float(line.rpartition(" ")[2]))
    bad = {status for status in statuses if status[0] == "5" and status not in ("503", "504")}
    mb = [round(size / 1e6) for size in (before, between, after)]
    found = {"raw": raw, "statuses": statuses, "resident_mb": mb, "tracebacks": log.count("Traceback")}
    return {**found, "schemathesis": said, "ok": not bad and not log.count("Traceback")}


def _raw_requests(port: int, tweets: list[str]) -> dict[str, int]:
    """Sends altered requests, each on a connection of its own; how many were answered, by the first digit."""
    draw, found = random.Random(1), {"sent": 0, "closed": 0}  # noqa: S311
    for number in range(_RAW):
        content = _hostile(draw, tweets[number % len(tweets)])
        with socket.create_connection((HOST, port), 10) as connection:
            try:
                connection.sendall(content)
                connection.shutdown(socket.SHUT_WR)
                answer = connection.recv(100)
            except OSError:
                answer = b""
        found["sent"] += 1
        key = answer[9:12].decode("latin-1") if answer.startswith(b"HTTP/1.1") else "closed"
        found[key] = found.get(key, 0) + 1
    return found


def _hostile(draw: random.Random, tweet: str) -> bytes:
    """A request that is wrong somewhere: in its bytes, its header or its body."""
    body = json.dumps({"tweet": tweet, "limit": draw.choice([500, -1, 10**40, None, "x"])}).encode()
    kind = draw.randrange(5)
    if kind == 0:
        return draw.randbytes(draw.randrange(1, 3000))
    if kind == 1:
        body = _altered(draw, body)
    elif kind == 2:
        body = draw.choice([b"[" * 50_000, b'{"tweet":' * 5000, b'"' + b"\\u0000" * 9000 + b'"', b"1e999", b"nul"])
    length = len(body) + draw.choice([0, 0, 0, 7, -1, 10**9])
    path = draw.choice(["/v1/context", "/v1/contexts", "/v1/link", "/v1/search?q=%ff", "/?tweet=%00%ff", "/v1/%2e%2e"])
    head = f"{draw.choice(['POST', 'GET', 'PUT', 'BREW'])} {path} HTTP/1.1\r\nHost: x\r\n"
    request = f"{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n".encode() + body
    return _altered(draw, request) if kind == 3 else request


def _altered(draw: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(draw.randrange(1, 8)):
        place = draw.randrange(len(changed))
        changed[place : place + draw.randrange(3)] = draw.randbytes(draw.randrange(3))
    return bytes(changed) or b"\0"


def _schemathesis(port: int, folder: str) -> list[str]:
    """Runs schemathesis, which keeps its cache in the folder; the last lines of what it says."""
    tool = Path(sys.executable).with_name("schemathesis")
    checks = "not_a_server_error,content_type_conformance,response_schema_conformance,status_code_conformance"
    command = [str(tool), "run", f"http://{HOST}:{port}/openapi.json", "-n", "2500", "-c", checks, "--workers", "1"]
    limits = ["--max-time", "480", "--no-shrink", "--suppress-health-check", "all", "--phases", "fuzzing,coverage"]
    done = subprocess.run(  # noqa: S603
        [*command, *limits, "--continue-on-failure", "--seed", "1"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return [line[:200] for line in done.stdout.splitlines()[-40:]]
