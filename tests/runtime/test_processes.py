"""Worker processes that are abandoned, and those that die."""

import os
import pickle
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from threading import Event, Thread

import pytest

from tweetctx.errors import InputError, TweetctxError, WorkCancelledError
from tweetctx.runtime.processes import WorkerPool, end_with_parent, map_in_processes, spawn, without_interrupts


def send_a_part(pool: WorkerPool) -> None:
    """Leaves the pipe of the results as a worker does that is killed while it sends one."""
    os.write(pool._result_queue._writer.fileno(), struct.pack("!i", 1000) + b"a part")  # type: ignore[attr-defined]


def abandon() -> None:
    with suppress(KeyboardInterrupt), spawn(1, end_with_parent) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        send_a_part(pool)
        raise KeyboardInterrupt


def lose_a_worker() -> None:
    with spawn(2, end_with_parent) as pool:
        worker = pool.submit(os.getpid).result()
        waiting = [pool.submit(time.sleep, 600) for _ in range(2)]
        send_a_part(pool)
        os.kill(worker, signal.SIGKILL)
        for future in waiting:
            with pytest.raises(BrokenProcessPool):
                future.result()


def end_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_worker_that_dies_ends_the_rest() -> None:
    results = map_in_processes(end_at_three, range(100), 1)
    with pytest.raises(WorkCancelledError, match=r"^a worker process died, as from want of memory; fewer workers"):
        list(results)


UNGUARDED = """
import sys
from tweetctx.runtime.processes import map_in_processes
sys.stdout.write("begins\\n")  # at once, as other processes write too
sys.stdout.flush()
{guard}
    try:
        print(list(map_in_processes(abs, range(-40, 0), 2))[:2])
    except Exception as error:
        print(f"{{type(error).__name__}}: {{error}}")
"""


@pytest.mark.parametrize("guard", ["if True:", 'if __name__ != "other":', "def main():", "for _ in range(1):"])
def test_a_program_without_a_guard_is_told_so(guard: str, tmp_path: Path) -> None:
    written = UNGUARDED.format(guard=guard) + ("main()" if "def" in guard else "")
    (tmp_path / "program.py").write_text(written)
    done = run_program("program.py", tmp_path)
    assert done.stdout.splitlines()[-1] == (
        "ParameterError: workers: found a process that could not import the program's main file, as each must; "
        'expected a file that does its work below `if __name__ == "__main__":`, or workers=1'
    )
    assert done.stderr == ""


def test_a_program_with_a_guard_works(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(UNGUARDED.format(guard='if __name__ == "__main__":'))
    done = run_program("program.py", tmp_path)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("[40, 39]", "")


def run_program(name: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(
        [sys.executable, name], cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=True
    )


def every(error: type[TweetctxError]) -> list[type[TweetctxError]]:
    return [error, *chain.from_iterable(map(every, error.__subclasses__()))]


def test_errors_come_back_from_processes() -> None:
    for kind in every(TweetctxError):
        error = kind("a", "b", 3) if issubclass(kind, InputError) else kind("what is wrong")
        again = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(again), str(again)) == (kind, str(error))


@pytest.mark.thorough
@pytest.mark.parametrize("use", [abandon, lose_a_worker])
def test_a_pool_ends_though_a_worker_is_killed_while_it_sends_a_result(use: Callable[[], None]) -> None:
    ended = Event()

    def use_once() -> None:
        use()
        ended.set()

    Thread(target=use_once, daemon=True).start()
    assert ended.wait(60)


@contextmanager
def open_thread() -> Iterator[None]:
    """A thread, as libraries start them, that takes the signals which the main thread blocks."""
    done = Event()
    thread = Thread(target=done.wait)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize("times", [1, 2])
def test_interrupts_wait_for_the_end_of_the_block(times: int) -> None:
    reached = []
    with open_thread(), pytest.raises(KeyboardInterrupt):  # noqa: PT012
        with without_interrupts():
            for _ in range(times):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.05)
            reached.append("the end")
        reached.append("what follows")
    assert reached == ["the end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_blocks_without_interrupts_nest() -> None:
    came: list[str] = []
    before = signal.signal(signal.SIGTERM, lambda *_: came.append("SIGTERM"))
    try:
        with open_thread(), without_interrupts(signal.SIGTERM):
            with without_interrupts(signal.SIGTERM):
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(0.05)
            came.append("the inner block")
        assert came == ["the inner block", "SIGTERM"]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_ignored_interrupt_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with open_thread(), without_interrupts():
            os.kill(os.getpid(), signal.SIGINT)
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_may_hold_interrupts_back() -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            with without_interrupts(signal.SIGTERM):
                assert signal.pthread_sigmask(signal.SIG_BLOCK, []) >= {signal.SIGINT, signal.SIGTERM}
        except BaseException as failure:
            failures.append(failure)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert not failures
