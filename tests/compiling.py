"""Compiles the inner loops for all processes of the tests: `python compiling.py PART FOLDER`.

The parts run at the same time: `building` leaves the demonstration index in the folder, and `plain` another that no
compiled loop has built. From that, `searching` answers without links, and `answering` with them; the loops that both
need are compiled by one of them. When a part has ended, a file of its name says how.
"""

import os
import subprocess
import sys
import time
import traceback
from functools import cache
from pathlib import Path

PARTS = ("plain", "building", "searching", "answering")
INDEX = "demo.idx"
FOLDER = "TWEETCTX_TESTS_COMPILING"  # the environment variable that names the folder to those who wait
_PLAIN_INDEX = "plain.idx"
_TWEET = "The funeral of #WhitneyHouston"
_ROOT = Path(__file__).parents[1]
CORPUS = sorted((_ROOT / "corpus").glob("*.jsonl"))
_PATIENCE = 900.0  # seconds


def build_demo_index(path: Path) -> Path:
    """Builds an index of the demonstration corpus."""
    from tweetctx import build_index

    build_index([*CORPUS], path, workers=1)
    return path


def main(part: str, folder: Path) -> None:
    """Does one part."""
    from tweetctx import Contextualizer
    from tweetctx.runtime.compiled import interpret

    if part == "building":
        build_demo_index(folder / INDEX)
        return
    if part == "plain":
        interpret()
        build_demo_index(folder / _PLAIN_INDEX)
        return
    wait_for("plain", folder)
    if part == "searching":
        Contextualizer.open(folder / _PLAIN_INDEX, "dcu-185").contextualize("The funeral of Whitney Houston")
        return
    contextualizer = Contextualizer.open(folder / _PLAIN_INDEX)
    index = contextualizer.index
    index.surface_forms(*contextualizer.linker.forms(contextualizer.normalized(_TWEET), index))
    wait_for("searching", folder)
    contextualizer.contextualize(_TWEET)


def begin(part: str, folder: Path) -> "subprocess.Popen[bytes]":
    """Starts a part in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    return subprocess.Popen([sys.executable, __file__, part, str(folder)], env=environment)


def end(process: "subprocess.Popen[bytes]") -> None:
    """Ends a part, if it is still at work."""
    process.kill()
    process.wait()


@cache
def wait(folder: Path) -> None:
    """Waits for all parts; RuntimeError if one fails."""
    for part in PARTS:
        wait_for(part, folder)


def wait_for(part: str, folder: Path) -> None:
    """Waits for a part; RuntimeError if it fails."""
    deadline = time.monotonic() + _PATIENCE
    while not (folder / part).exists():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{part}: not done after {_PATIENCE:.0f} seconds")
        time.sleep(0.1)
    if problem := (folder / part).read_text("utf-8"):
        raise RuntimeError(f"{part}: {problem}")


if __name__ == "__main__":
    part, folder = sys.argv[1], Path(sys.argv[2])
    problem = ""
    try:
        main(part, folder)
    except BaseException:
        problem = traceback.format_exc()
        raise
    finally:
        (folder / f"{part}.tmp").write_text(problem, "utf-8")
        (folder / f"{part}.tmp").replace(folder / part)
