"""Ctrl-C: one line, exit code 130, whatever a command is doing."""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from torturing.articles import article

import tweetctx
from tweetctx.index import build_index
from tweetctx.index.embedded import EmbeddedIndex

ROOT = Path(tweetctx.__file__).parents[1]

# What stands in for the work of a command; each sends the signal itself, so that it comes in the middle of it.
WORK = {
    "an import": "os.kill(os.getpid(), signal.SIGINT)",
    "a compiled function": """
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt as interrupt:
    raise SystemError("returned a result with an exception set") from interrupt
""",
    "code that is made of a text": "exec('os.kill(os.getpid(), signal.SIGINT)')",
    "a library that wraps everything": """
try:
    os.kill(os.getpid(), signal.SIGINT)
except BaseException as error:
    raise RuntimeError("a task failed") from error
""",
    "a destructor": """
class Late:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)

late = Late()
del late
time.sleep(60)
""",
}
PROGRAM = """
import os, signal, sys, time
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec

class Work(MetaPathFinder, Loader):
    \"\"\"The module of all commands, whose import is the work.\"\"\"

    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name == "tweetctx.interfaces.commands.app" else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(sys.argv[1])

sys.meta_path.insert(0, Work())
from tweetctx.interfaces.commands.cli import main
main()
"""


def run_module(work: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs the program as a module, where Python has a say in how the process ends."""
    (folder / "program.py").write_text(PROGRAM)
    return subprocess.run(
        [sys.executable, "-m", "program", work],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)])},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_an_interrupt_is_one_line(work: str, tmp_path: Path) -> None:
    done = run_module(work, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "tweetctx: interrupted\n")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_comes_when_all_is_done_is_not_heard(tmp_path: Path) -> None:
    late = """
class Late:
    def __del__(self, kill=os.kill, process=os.getpid(), number=signal.SIGINT):
        kill(process, number)

module.app = lambda prog_name, late=Late: setattr(signal, "late", late())
"""
    done = run_module(late, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("PermissionError(13, 'Permission denied', 'x.idx')", "x.idx: Permission denied; expected a place that"),
        ("OSError(12, 'Cannot allocate memory')", "out of memory ([Errno 12] Cannot allocate memory); fewer --workers"),
        ("MemoryError('4 GB')", "out of memory (4 GB); fewer --workers need less"),
        ("MemoryError()", "out of memory; fewer --workers need less"),
        ("OSError(28, 'No space left on device')", "No space left on device, and the system does not say of what"),
    ],
)
def test_errors_of_the_system_are_one_line(error: str, message: str) -> None:
    work = f"module.app = lambda prog_name: (_ for _ in ()).throw({error})"
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, work],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tweetctx: error: {message}")
    assert done.stderr.count("\n") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [1.0, 4.0, 7.0])
@pytest.mark.parametrize("command", ["build", "add", "compact"])
def test_a_command_ends_with_its_workers(command: str, seconds: float, tmp_path: Path) -> None:
    """Soon, with one line, and with no process left; or it was done before."""
    index, new = tmp_path / "wiki.idx", tmp_path / "new.idx"
    few, many = tmp_path / "few.jsonl", tmp_path / "many.jsonl"
    chance = random.Random(1)  # noqa: S311
    lines = [article(number, chance) + "\n" for number in range(6_000)]
    few.write_text("".join(lines[:300]))
    many.write_text("".join(lines))
    build_index(many if command == "compact" else few, index, workers=1)
    arguments = {
        "build": ["build", many, "-o", new, "--workers", "2"],
        "add": ["add", index, many, "--workers", "2"],
        "compact": ["compact", index],
    }
    running = subprocess.Popen(
        [sys.executable, "-m", "tweetctx", "index", *map(str, arguments[command])],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with suppress(subprocess.TimeoutExpired):
        running.wait(seconds)
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=120)
    hint = b"; the same command continues" if command == "build" else b""
    assert (running.returncode, said) in [(130, b"tweetctx: interrupted" + hint + b"\n"), (0, b"")]
    with pytest.raises(ProcessLookupError):  # the tracker of shared resources sees a little later that it is alone
        _wait_for_end(running.pid, 60)
    assert EmbeddedIndex(index).verify() == []


@pytest.mark.thorough
@pytest.mark.parametrize("seconds", [5.0, 9.0])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_training_of_topics_leaves_no_worker_behind(
    number: signal.Signals, seconds: float, demo_index: Path, tmp_path: Path
) -> None:
    pytest.importorskip("gensim", reason="needs gensim")
    options = ["--index", str(demo_index), "-K", "200", "--passes", "10000", "-o", str(tmp_path / "topics")]
    running = subprocess.Popen(
        [sys.executable, "-m", "tweetctx", "train", "topics", *options],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    with suppress(subprocess.TimeoutExpired):
        running.wait(seconds)
    assert running.poll() is None
    running.send_signal(number)
    _, said = running.communicate(timeout=60)
    if number == signal.SIGTERM:
        assert (running.returncode, said.splitlines()[-1]) == (
            143,
            b"tweetctx: interrupted; the same command continues",
        )
    with pytest.raises(ProcessLookupError):
        _wait_for_end(running.pid, 60)


def _wait_for_end(group: int, seconds: int) -> None:
    """ProcessLookupError as soon as a group of processes has ended."""
    for _ in range(10 * seconds):
        os.killpg(group, 0)
        time.sleep(0.1)
