"""Ctrl-C: one line, exit code 130, whatever a command is doing."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tweetctx

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
        return ModuleSpec(name, self) if name == "tweetctx.commands.app" else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(sys.argv[1])

sys.meta_path.insert(0, Work())
from tweetctx.cli import main
main()
"""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_an_interrupt_is_one_line(work: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, work],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "tweetctx: interrupted\n")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("PermissionError(13, 'Permission denied', 'x.idx')", "x.idx: Permission denied; expected a place that"),
        ("OSError(12, 'Cannot allocate memory')", "out of memory ([Errno 12] Cannot allocate memory); fewer --workers"),
        ("MemoryError('4 GB')", "out of memory (4 GB); fewer --workers need less"),
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
