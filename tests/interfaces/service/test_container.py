"""The image of the service, as far as it can be checked without Docker; `scripts/container` does the rest."""

import os
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import ask
import pytest

yaml: Any = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[3]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def test_the_image_is_slim_and_not_root_and_tells_its_health() -> None:
    stages = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert stages == ["python:3.12-slim"] * 2
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    (user,) = re.findall(r"^USER (\S+)", last, re.MULTILINE)
    assert f"--uid 10001 --home-dir /var/cache/tweetctx {user}" in last
    assert "HEALTHCHECK" in last
    assert re.search(r'^VOLUME \["/indexes"', last, re.MULTILINE)
    assert last.index("USER ") < last.index("ENTRYPOINT [")


def test_all_that_the_image_is_made_of_is_sent_to_docker() -> None:
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    copied = [
        word for line in re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE) for word in line.split()
    ]
    assert {word.rstrip("/") for word in copied} <= sent
    assert all((ROOT / word).exists() for word in copied)
    built = re.findall(r'^"?(\w+)"? = "tweetctx/\w+/?\w*"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert set(built) - {"path"} == {"corpus", "models"} <= set(copied)


def test_the_libraries_are_those_of_the_lock_file_without_their_hashes() -> None:
    (command,) = re.findall(
        r"^RUN (sed .*) /src/scripts/requirements-dev.lock > /constraints.txt$", DOCKERFILE, re.MULTILINE
    )
    lock = ROOT / "scripts" / "requirements-dev.lock"
    made = subprocess.run(["sh", "-c", f"{command} {lock}"], capture_output=True, text=True, check=True).stdout
    assert re.search(r"^uvicorn==[\d.]+$", made, re.MULTILINE)
    assert [line for line in made.splitlines() if not re.match(r"[\w.-]+(?:\[\w,]+\])?==\S+(?: ; .+)?$", line)] == []


def test_the_service_of_compose() -> None:
    (name, service), *others = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"].items()
    assert (name, others) == ("tweetctx", [])
    assert service["ports"] == ["127.0.0.1:${PORT:-8000}:8000"]
    assert "${INDEXES:-indexes}:/indexes:ro" in service["volumes"]
    assert service["healthcheck"]["test"][-2:] == ["/opt/tweetctx/ask.py", "/v1/ready"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1), (401, 1)])
def test_the_health_check(status: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/v1/ready" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.handle_request, daemon=True).start()
        monkeypatch.setattr(ask, "PORT", server.server_port)
        monkeypatch.setattr(sys, "argv", ["ask.py", "/v1/ready"])
        assert ask.main() == code
    assert ask.main() == 1  # nobody listens


def test_without_docker_the_check_says_so(tmp_path: Path) -> None:
    for tool in ("sh", "dirname"):
        (tmp_path / tool).symlink_to(str(shutil.which(tool)))
    done = subprocess.run([ROOT / "scripts" / "container"], env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "container: skipped, there is no Docker here\n")
    assert os.access(ROOT / "scripts" / "container", os.X_OK)
