"""Measures this machine and its processes; needs Linux, whose /proc tells."""

from __future__ import annotations

import os
import platform
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numpy as np

from tweetctx import build_index

P = ParamSpec("P")
Made = TypeVar("Made")


class Meter(threading.Thread):
    """Samples amounts ten times a second, and keeps the largest of each name. sample: returns the amounts in bytes."""

    def __init__(self, sample: Callable[[], dict[str, int]]) -> None:
        super().__init__(daemon=True)
        self._sample = sample
        self._ended = threading.Event()
        self._peak = sample()

    def run(self) -> None:
        """Samples until stopped."""
        while not self._ended.wait(0.1):
            for name, value in self._sample().items():
                self._peak[name] = max(self._peak.get(name, 0), value)

    def stop(self) -> dict[str, int]:
        """Ends sampling; the peaks."""
        self._ended.set()
        self.join()
        return self._peak


def memory_of_family() -> dict[str, int]:
    """Pss and Pss_Anon of this process and its descendants together, in bytes."""
    totals = {"Pss": 0, "Pss_Anon": 0}
    for process in family(os.getpid()):
        for name, value in memory(process).items():
            totals[name] += value
    return totals


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


def resident() -> dict[str, float]:
    """What of this process is in memory, in megabytes: all, and of it what no file backs."""
    lines = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    names = {"VmRSS:": "resident_mb", "RssAnon:": "resident_anonymous_mb"}
    return {names[name]: round(int(rest[0]) * 1024 / 1e6, 1) for name, *rest in lines if name in names}


def peak_mb() -> int:
    """The megabytes of memory that this process has had at most, files mapped included."""
    lines = (line.split() for line in Path("/proc/self/status").read_text().splitlines())
    return next(round(int(rest[0]) * 1024 / 1e6) for name, *rest in lines if name == "VmHWM:")


def size_of(path: Path) -> int:
    """The bytes of a file, or of all files in a folder."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def machine() -> dict[str, Any]:
    """What runs the benchmark."""
    models = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "processor": models[0].partition(": ")[2] if models else platform.machine(),
        "cores": os.cpu_count(),
        "memory_gb": round(pages / 1e9, 1),
        "system": platform.platform(),
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def milliseconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1e3


def percentiles(values: Sequence[float], *shares: int) -> dict[str, float]:
    """Some percentiles of milliseconds, by name."""
    return {f"p{share}_ms": round(float(np.percentile(values, share)), 2) for share in shares}


def apart(work: Callable[P, Made], *given: P.args, **named: P.kwargs) -> Made:
    """What a function returns in a fresh process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(work, *given, **named).result()


def measured_build(sources: Sequence[Path], folder: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Builds our index; its time, its size and the peak memory of this process and its workers.

    Memory is the largest sum, over the processes, of their proportional set sizes (shared pages divided among those
    that share them, files mapped included), ten times a second. Anonymous memory, which no file backs, is beside it.
    """
    meter = Meter(memory_of_family)
    meter.start()
    begin = time.perf_counter()
    report = build_index(sources, folder, **options)
    seconds = time.perf_counter() - begin
    peak = meter.stop()
    return {
        "articles": report.articles,
        "passages": report.passages,
        "index_s": round(seconds, 1),
        "bytes": size_of(folder),
        "peak_mb": round(peak["Pss"] / 1e6),
        "peak_anonymous_mb": round(peak["Pss_Anon"] / 1e6),
    }
