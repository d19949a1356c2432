"""Reads a dump of any size, made of a small one by repeating it under new titles, and measures time and memory.

    scripts/bench dumps SAMPLE.xml.bz2 [--megabytes 2000] [--workers 1 2] [--dump FILE]

The dump is a multistream one of a hundred pages a stream; with `--dump` it is kept there and found again. Prints a line
of JSON for each number of workers: articles and megabytes of XML a second, the pass over the redirects included, the
seconds of a processor that reading took beside those of the conversion, and the memory of all processes (proportional
set sizes, as in bench_build) at ten places along the way; and a digest of all articles, which the number of workers
does not change. Needs Linux.
"""

from __future__ import annotations

import argparse
import bz2
import hashlib
import json
import os
import re
import resource
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from retrieval.measuring import family, memory

from tweetctx.corpus import read_articles

STREAM = 100  # pages
_TITLE = re.compile(rb"(?<=<title>)(.*?)(?=</title>)|(?<=<redirect title=\")(.*?)(?=\" />)")


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sample", type=Path)
    parser.add_argument("--megabytes", type=int, default=2000)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--dump", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tweetctx-") as folder:
        dump = arguments.dump or Path(folder) / "dump.xml.bz2"
        header, pages = _take_apart(bz2.decompress(arguments.sample.read_bytes()))
        copies = -(-arguments.megabytes * 10**6 // sum(map(len, pages)))
        if not dump.exists():
            _write(dump, header, pages, copies)
        megabytes = copies * sum(map(len, pages)) / 1e6
        for workers in arguments.workers:
            print(json.dumps({"workers": workers} | _measure(dump, megabytes, workers)), flush=True)


def _take_apart(xml: bytes) -> tuple[bytes, list[bytes]]:
    begin = xml.index(b"  <page>")
    return xml[:begin], re.findall(rb"  <page>.*?</page>\n", xml[begin:], re.DOTALL)


def _write(dump: Path, header: bytes, pages: list[bytes], copies: int) -> None:
    parts = [b"".join(pages[at : at + STREAM]) for at in range(0, len(pages), STREAM)]
    renamed = (_rename(part, copy) for copy in range(copies) for part in parts)
    with dump.open("wb") as file, ProcessPoolExecutor() as pool:
        file.write(bz2.compress(header))
        while some := list(islice(renamed, 16)):
            file.writelines(pool.map(bz2.compress, some))
        file.write(bz2.compress(b"</mediawiki>\n"))


def _rename(part: bytes, copy: int) -> bytes:
    return _TITLE.sub(lambda match: b"%s (%d)" % (match[0], copy), part)


def _measure(dump: Path, megabytes: float, workers: int) -> dict[str, object]:
    corpus = read_articles([dump], workers=workers, on_error="skip")
    before, begin = _processor_seconds(), time.perf_counter()
    sizes: list[int] = []
    articles = redirects = 0
    digest = hashlib.sha256()
    for article in corpus:
        articles += 1
        digest.update(repr(article).encode())
        redirects += len(article.redirects)
        if corpus.bytes_read * 10 >= corpus.bytes_total * len(sizes):
            sizes.append(round(_memory_of_all() / 1e6))
    seconds, after = time.perf_counter() - begin, _processor_seconds()
    return {
        "articles": articles,
        "redirects": redirects,
        "skipped": corpus.skipped,
        "megabytes": round(megabytes),
        "seconds": round(seconds, 1),
        "articles_per_second": round(articles / seconds, 1),
        "mb_per_second": round(megabytes / seconds, 2),
        "reading_seconds": round(after[0] - before[0], 1),
        "conversion_seconds": round(after[1] - before[1], 1),
        "memory_mb": sizes,
        "digest": digest.hexdigest()[:16],
    }


def _processor_seconds() -> tuple[float, float]:
    """Of this process, and of its children that have ended."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime, children.ru_utime + children.ru_stime


def _memory_of_all() -> int:
    return sum(memory(process).get("Pss", 0) for process in family(os.getpid()))


if __name__ == "__main__":  # worker processes import this file
    main()
