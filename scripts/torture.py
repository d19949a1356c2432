"""Mistreats an index at random for some minutes, and compares it with a twin that nothing disturbs.

    scripts/torture MINUTES [--steps N] [--seed N] [--articles 200]

Steps are drawn at random from the seed: changes that are killed or interrupted, files that cannot grow as on a full
disk, damaged files, another index put in the place of one that is open, readers beside writers, two writers at once,
first builds, runs and conversions that are killed and continued. After each the index must answer as its twin does,
to which the same changes were made undisturbed: the same statistics, passages, scores and contexts. Damage must be
found or be without effect. Prints the seed at first, and a line of JSON at the end: how many steps of each kind had
which outcome. Exits with 1 at the first wrong answer; `--seed` with that number takes the same steps again, though
signals hit at other moments. Forks processes, and writes into a temporary folder only.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from torturing.steps import STEPS
from torturing.twins import Twins

import tweetctx.index.building.building as build
from tweetctx.corpus import writer
from tweetctx.runtime import durable


def run(folder: Path, minutes: float, steps: int | None, seed: int, articles: int) -> dict[str, Any]:
    """Takes steps until the time is up or all are taken; returns how many had which outcome."""
    # Small works that still have many places at which they can be broken off.
    build.BATCH_CHARACTERS, build.KEEP_SECONDS = 2_000, 0.01
    writer.BLOCK, durable.SECONDS_BETWEEN_NOTES = 2_000, 0.0
    twins = Twins(folder, articles, seed)
    chance, counts, done = random.Random(f"steps {seed}"), dict[str, Counter[str]](), 0  # noqa: S311
    until = time.monotonic() + 60 * minutes
    while time.monotonic() < until and done != steps:
        step = chance.choices([*STEPS], [*STEPS.values()])[0]
        try:
            outcome = step(twins)
        except BaseException:
            print(f"step {done + 1}, {step.__name__}, of seed {seed} failed after {counts}", file=sys.stderr)
            raise
        counts.setdefault(step.__name__, Counter())[outcome] += 1
        done += 1
    return {"steps": done, **{name: dict(sorted(found.items())) for name, found in sorted(counts.items())}}


def main() -> None:
    """Runs the torture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("minutes", type=float)
    parser.add_argument("--steps", type=int, help="the most steps; as many as the time allows if none is given")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))  # noqa: S311
    parser.add_argument("--articles", type=int, default=200)
    arguments = parser.parse_args()
    print(json.dumps({"seed": arguments.seed}), flush=True)
    with tempfile.TemporaryDirectory(prefix="torture-") as folder:
        try:
            done = run(Path(folder), arguments.minutes, arguments.steps, arguments.seed, arguments.articles)
        except (Exception, SystemExit):
            traceback.print_exc()
            sys.exit(1)
    print(json.dumps({"seed": arguments.seed, **done}))


if __name__ == "__main__":
    main()
