"""Compares what `tweetctx get` says before about time, memory and disk with what a build takes.

    scripts/bench getting SAMPLE.xml.bz2 [--copies 3 6 12] [--workers 2]

Each size is a dump of so many copies of the sample, as multiply_dump.py makes it, and is indexed in a fresh process as
`get` does after its download. Prints a line of JSON for each: what was said, what was measured, and the ratio of both.
Of time, that of the processors is compared, divided by the workers, which other programs disturb less; the seconds that
passed are beside it. Memory is the largest sum of the proportional set sizes of all processes, as in bench_build, and
disk the largest sum of files, the dump included, ten times a second. Compiled code must be there: `tweetctx warm`.
Ends with code 1 if a ratio is not between 2/3 and 4/3. Needs Linux.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import multiply_dump
from retrieval.measuring import Meter, apart, measured_build, size_of

from tweetctx.wikipedias.estimates import estimate_build

_NEAR = (2 / 3, 4 / 3)  # of what was said, what was measured may be


def disk_of(folder: Path) -> dict[str, int]:
    """The bytes of the files in a folder; nothing if one goes meanwhile."""
    try:
        return {"disk": size_of(folder)}
    except OSError:
        return {}


def measured(dump: Path, index: Path, workers: int) -> dict[str, float]:
    """What a build takes of everything that is estimated, and the seconds that passed."""
    meter = Meter(partial(disk_of, dump.parent))
    meter.start()
    report = measured_build([dump], index, {"workers": workers, "restart": True, "on_error": "skip"})
    disk = meter.stop()["disk"]
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(used.ru_utime + used.ru_stime for used in spent) / workers
    amounts = {"seconds": seconds, "memory": report["peak_mb"] * 1e6, "disk": disk, "index": report["bytes"]}
    return amounts | {"elapsed": report["index_s"], "articles": report["articles"]}


def compared(sample: Path, copies: int, workers: int) -> dict[str, Any]:
    """What is said of a dump of so many copies, and what is true."""
    with tempfile.TemporaryDirectory(prefix="tweetctx-") as folder:
        dump = Path(folder) / "dump.xml.bz2"
        multiply_dump.multiply(sample, copies, dump)
        packed = dump.stat().st_size
        found = apart(measured, dump, Path(folder) / "index", workers)
    estimate = estimate_build(packed, workers)
    said = {name: getattr(estimate, name) for name in ("seconds", "memory", "disk", "index")}
    ratios = {name: round(found[name] / amount, 2) for name, amount in said.items()}
    return {"copies": copies, "packed": packed, "said": said, "measured": found, "ratios": ratios}


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--copies", type=int, nargs="+", default=[3, 6, 12])
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    far = False
    for copies in arguments.copies:
        found = compared(arguments.sample, copies, arguments.workers)
        far |= not all(_NEAR[0] <= ratio <= _NEAR[1] for ratio in found["ratios"].values())
        print(json.dumps(found), flush=True)
    sys.exit(far)


if __name__ == "__main__":  # worker processes import this file
    main()
