"""Kills conversions at random moments, continues them, and compares the bytes with those of an unbroken one.

    .venv/bin/python scripts/check_conversion_resume.py SOURCE... [--kills 50] [--workers 2] [--block 200000]

Each kill is a SIGKILL to all processes of a conversion, while it starts, while it writes or just after it ended; half
of those that continue are killed as well. Exits with 1 at the first file that comes out different.
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

ROOT = Path(__file__).parents[1]
PROGRAM = """
import sys
from tweetctx.corpus import draft, writer
if __name__ == "__main__":
    writer.BLOCK, draft._SECONDS = int(sys.argv[1]), float(sys.argv[2])
    writer.convert_corpus(sys.argv[5:], sys.argv[4], on_error="skip", workers=int(sys.argv[3]))
"""


def start(file: Path, arguments: argparse.Namespace) -> subprocess.Popen[bytes]:
    """A conversion as a group of processes of its own."""
    settings = (arguments.block, arguments.seconds, arguments.workers, file, *arguments.sources)
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", PROGRAM, *map(str, settings)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def complete(file: Path, arguments: argparse.Namespace) -> None:
    """Runs a conversion to its end."""
    running = start(file, arguments)
    _, errors = running.communicate()
    if running.returncode:
        raise SystemExit(f"{file}: exit code {running.returncode}\n{errors.decode()}")


def size_of(file: Path) -> int:
    """How much of a file there is, finished or not."""
    for path in (file, file.with_name(f"{file.name}.draft")):
        with suppress(FileNotFoundError):
            return path.stat().st_size
    return 0


def kill_at(size: int, file: Path, running: subprocess.Popen[bytes], delay: float) -> int:
    """Kills a conversion a moment after its file has reached a size, or after it ended; returns the size it has."""
    while running.poll() is None and size_of(file) < size:
        time.sleep(0.001)
    time.sleep(delay)
    with suppress(ProcessLookupError):  # it has ended
        os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
    return size_of(file)


def main() -> None:
    """Runs the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", metavar="SOURCE", nargs="+")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--block", type=int, default=200_000, help="bytes of records that are packed together")
    parser.add_argument("--seconds", type=float, default=0.05, help="between notes")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as folder:
        unbroken, file = Path(folder, "unbroken.jsonl.zst"), Path(folder, "killed.jsonl.zst")
        complete(unbroken, arguments)
        expected = unbroken.read_bytes()
        for kill in range(1, arguments.kills + 1):
            target = chance.randint(size_of(file), len(expected))
            size = kill_at(target, file, start(file, arguments), chance.uniform(0, 0.05))
            print(f"kill {kill}: {size} of {len(expected)} bytes", flush=True)
            if not file.exists() and chance.random() < 0.5 and kill < arguments.kills:
                continue  # the one that continues is killed as well
            continued = not file.exists()  # else the kill came when it was in its place, with notes beside it perhaps
            if continued:
                complete(file, arguments)
            left = [path for path in Path(folder).iterdir() if path not in (file, unbroken)]
            if file.read_bytes() != expected or (continued and left):
                names = ", ".join(path.name for path in left)
                raise SystemExit(f"kill {kill}: the continued file differs from the unbroken one, or left {names}")
            file.unlink()
        print(f"{arguments.kills} kills: every continued file is the unbroken one, byte for byte")


if __name__ == "__main__":
    main()
