"""Times a build and measures the memory of all its processes.

    scripts/bench build SOURCE... -o INDEX [--workers 2] [--analyzer english]

Prints one line of JSON. Memory is the largest sum, over the build's processes, of their proportional set sizes
(shared pages divided among those that share them, files mapped included), read from /proc ten times a second; so it
needs Linux. Anonymous memory, which no file backs, is given beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import threading
import time
from pathlib import Path

from tweetctx import build_index


class MemoryMeter(threading.Thread):
    """Samples the memory of this process and its descendants."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._ended = threading.Event()
        self.peak = {"Pss": 0, "Pss_Anon": 0}

    def run(self) -> None:
        """Samples until stopped."""
        while not self._ended.wait(0.1):
            totals = dict.fromkeys(self.peak, 0)
            for process in family(os.getpid()):
                for name, value in memory(process).items():
                    totals[name] += value
            self.peak = {name: max(self.peak[name], value) for name, value in totals.items()}

    def stop(self) -> dict[str, int]:
        """Ends sampling; the peaks in bytes."""
        self._ended.set()
        self.join()
        return self.peak


def family(root: int) -> list[int]:
    """The process and its descendants."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue  # it ended meanwhile
            children.setdefault(parent, []).append(int(entry.name))
    family = [root]
    for process in family:
        family.extend(children.get(process, []))
    return family


def memory(process: int) -> dict[str, int]:
    """Pss and Pss_Anon of a process in bytes; nothing of one that has ended."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return {}
    fields = (line.split() for line in lines[1:])
    return {name[:-1]: int(size) * 1024 for name, size, *_ in fields if name in ("Pss:", "Pss_Anon:")}


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--analyzer", default="english")
    arguments = parser.parse_args()
    meter = MemoryMeter()
    meter.start()
    begin = time.perf_counter()
    report = build_index(arguments.sources, arguments.output, analyzer=arguments.analyzer, workers=arguments.workers)
    seconds = time.perf_counter() - begin
    peak = meter.stop()
    size = sum(path.stat().st_size for path in arguments.output.rglob("*") if path.is_file())
    print(
        json.dumps(
            {
                "articles": report.articles,
                "passages": report.passages,
                "seconds": round(seconds, 1),
                "peak_mb": round(peak["Pss"] / 1e6),
                "peak_anonymous_mb": round(peak["Pss_Anon"] / 1e6),
                "index_mb": round(size / 1e6),
                "workers": arguments.workers,
                "analyzer": arguments.analyzer,
            }
        )
    )


if __name__ == "__main__":  # worker processes import this file
    main()
