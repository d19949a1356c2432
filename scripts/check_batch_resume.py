"""Kills batches at random moments, resumes them, and compares the bytes with those of an unbroken one.

    .venv/bin/python scripts/check_batch_resume.py TOPICS --index INDEX [--kills 50] [--workers 2] [--format inex]

Each kill is a SIGKILL to all processes of a batch, while it starts, while it writes or just after it ended; half of
the batches that resume are killed as well. Exits with 1 at the first run that comes out different.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from tweetctx.durable import part_of

ROOT = Path(__file__).parents[1]
PROGRAM = "import sys; sys.argv.insert(1, 'batch'); from tweetctx.cli import main; main()"


def start(run: Path, arguments: argparse.Namespace, *more: str) -> subprocess.Popen[bytes]:
    """A batch as a group of processes of its own."""
    options = ["--index", arguments.index, "--scorer", arguments.scorer, "--format", arguments.format]
    command = [sys.executable, "-c", PROGRAM, arguments.topics, "-o", str(run), *options]
    return subprocess.Popen(  # noqa: S603
        [*command, "--workers", str(arguments.workers), *more],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def complete(run: Path, arguments: argparse.Namespace, *more: str) -> None:
    """Runs a batch to its end."""
    batch = start(run, arguments, *more)
    _, errors = batch.communicate()
    if batch.returncode:
        raise SystemExit(f"{run}: exit code {batch.returncode}\n{errors.decode()}")


def written(run: Path) -> int:
    """How many bytes of a run that is not complete are written."""
    with suppress(FileNotFoundError):
        return part_of(run).stat().st_size
    return 0


def kill_at(size: int, run: Path, batch: subprocess.Popen[bytes], delay: float) -> int:
    """Kills a batch a moment after its part has reached a size, or after it ended; returns the size it then has."""
    while batch.poll() is None and written(run) < size:
        time.sleep(0.001)
    time.sleep(delay)
    with suppress(ProcessLookupError):  # it has ended
        os.killpg(batch.pid, signal.SIGKILL)
    batch.communicate()
    return written(run)


def main() -> None:
    """Runs the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("topics", metavar="TOPICS")
    parser.add_argument("--index", required=True)
    parser.add_argument("--scorer", default="dcu-185")
    parser.add_argument("--format", choices=("inex", "jsonl"), default="inex")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as folder:
        unbroken, run = Path(folder, "unbroken.run"), Path(folder, "killed.run")
        complete(unbroken, arguments)
        expected = unbroken.read_bytes()
        for kill in range(1, arguments.kills + 1):
            target = chance.randint(written(run), len(expected))
            size = kill_at(target, run, start(run, arguments, "--resume"), chance.uniform(0, 0.05))
            print(f"kill {kill}: {size} of {len(expected)} bytes", flush=True)
            if chance.random() < 0.5 and kill < arguments.kills:
                continue  # the batch that resumes is killed as well
            complete(run, arguments, "--resume")
            left = sorted(path.name for path in Path(folder).iterdir())
            if run.read_bytes() != expected or left != [run.name, unbroken.name]:
                raise SystemExit(f"kill {kill}: the resumed run differs from the unbroken one")
            run.unlink()
        print(f"{arguments.kills} kills: every resumed run is the unbroken one, byte for byte")


if __name__ == "__main__":
    main()
