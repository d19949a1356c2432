"""What a service compiles in a process of its own."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest
from service.processes import serving

from tweetctx.errors import ServiceError, WorkCancelledError
from tweetctx.interfaces.service import compiling
from tweetctx.interfaces.service.compiling import Compiler
from tweetctx.runtime.compiled import about_to_compile


def writes(index: str, preset: str) -> None:
    Path(index).write_text(f"{preset} {os.getpid()}")


def waits(_index: str, _preset: str) -> None:
    time.sleep(600)


def dies(_index: str, _preset: str) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.thorough
def test_another_process_compiles_before_the_first_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_warm", writes)
    compiler = Compiler(str(tmp_path / "said"), "dcu-185")
    with compiler.ahead():
        assert about_to_compile()
        assert not about_to_compile()
    preset, process = (tmp_path / "said").read_text().split()
    assert preset == "dcu-185"
    assert int(process) != os.getpid()
    with compiler.ahead():
        pass
    assert not about_to_compile()


@pytest.mark.thorough
def test_the_wait_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_warm", waits)
    compiler = Compiler("x.idx", "default")
    timer = threading.Timer(0.5, compiler.end)
    began = time.monotonic()
    timer.start()
    with compiler.ahead(), pytest.raises(WorkCancelledError):
        about_to_compile()
    assert time.monotonic() - began < 60
    timer.join()


@pytest.mark.thorough
def test_a_process_that_is_killed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_warm", dies)
    with Compiler("x.idx", "default").ahead(), pytest.raises(ServiceError, match="ended with exit code -9"):
        about_to_compile()


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_that_compiles_ends_at_once(
    number: signal.Signals, workers: int, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with serving(demo_index, "--workers", workers) as service:
        while not any(line["message"].startswith("compiling what is not in the cache") for line in service.lines()):
            assert service.process.poll() is None
            time.sleep(0.05)
        time.sleep(3)
        service.process.send_signal(number)
        assert service.process.wait(60) == 0
