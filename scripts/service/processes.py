"""A service in processes of its own, on loopback only, and the memory of its processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

HOST = "127.0.0.1"
_PATIENCE = 600.0  # seconds in which a service has to become ready, compiling included


@dataclass(slots=True)
class Service:
    """A service that runs: its process, where it listens, and its log."""

    process: subprocess.Popen[bytes]
    log: Path
    began: float
    port: int = 0

    def lines(self) -> list[dict[str, Any]]:
        """The log so far."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines() if line.startswith("{")]

    def wait(self) -> float:
        """Waits until the service is ready; the seconds since its start."""
        while time.perf_counter() - self.began < _PATIENCE:
            if self.process.poll() is not None:
                raise SystemExit(f"the service ended: {self.log.read_text('utf-8')}")
            if not self.port:
                said = [line["port"] for line in self.lines() if line["message"] == "listening"]
                self.port = said[0] if said else 0
            elif self.get("/v1/ready")[0] == 200:
                return time.perf_counter() - self.began
            time.sleep(0.01)
        raise SystemExit("the service does not become ready")

    def get(self, path: str) -> tuple[int, str]:
        """The status and the body that a path answers; 0 if none comes in time."""
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self.port}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        except TimeoutError:
            return 0, ""

    def workers(self) -> set[int]:
        """The processes that serve."""
        return {
            line["pid"]
            for line in self.lines()
            if str(line["message"]).startswith("index generation") and _lives(line["pid"])
        }

    def wait_for_workers(self, count: int) -> set[int]:
        """Waits until so many processes serve; returns them."""
        while len(found := self.workers()) < count:
            time.sleep(0.05)
        return found

    def end(self) -> int:
        """Ends the service as a service manager does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(120)


@contextmanager
def serving(index: str | Path, *options: object) -> Iterator[Service]:
    """A service on a free port, which ends with the block."""
    with TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [sys.executable, "-m", "tweetctx", "serve", "--index", str(index), "--port", "0"]
        with log.open("wb") as stream:
            began = time.perf_counter()
            process = subprocess.Popen(  # noqa: S603
                [*command, "--log-format", "json", *map(str, options)], stderr=stream, stdin=subprocess.DEVNULL
            )
        service = Service(process, log, began)
        try:
            yield service
        finally:
            if process.poll() is None:
                service.end()


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def resident(process: int) -> int:
    """The resident memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def private(process: int) -> int:
    """The memory of a process in bytes that it shares with no other."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) * 1024
