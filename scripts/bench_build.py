"""Times a build and measures the memory of all its processes.

    scripts/bench build SOURCE... -o INDEX [--workers 2] [--analyzer english] [--lucene] [--copies 4]

Prints one line of JSON. Memory is the largest sum, over the build's processes, of their proportional set sizes
(shared pages divided among those that share them, files mapped included), read from /proc ten times a second; so it
needs Linux. Anonymous memory, which no file backs, is given beside it. The size of the index is given beside that of
the raw text: the paragraphs in UTF-8, without titles and headings.

--lucene indexes the same passages, each with its title and heading, with Lucene's analyzer of English in one thread;
they are in memory before its clock begins, while ours reads the sources. --copies builds from that many copies of the
corpus, to see that memory does not grow with it. What these need goes into a temporary folder beside INDEX.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from retrieval import lucene_engine
from retrieval.measuring import apart, measured_build, size_of

from tweetctx.corpus import read_articles
from tweetctx.corpus.jsonl import record_of


def text_bytes(sources: Sequence[Path]) -> int:
    """The size of all paragraphs."""
    paragraphs = (
        text for article in read_articles(sources) for section in article.sections for text in section.paragraphs
    )
    return sum(len(text.encode()) for text in paragraphs)


def write_passages(sources: Sequence[Path], path: Path) -> None:
    """A passage with its title and heading on each line."""
    with path.open("w", encoding="utf-8") as file:
        for article in read_articles(sources):
            for section in article.sections:
                file.writelines(f"{article.title} {section.heading} {text}\n" for text in section.paragraphs)


def write_copies(sources: Sequence[Path], copies: int, path: Path) -> None:
    """The articles over and over, as our JSON Lines; only their ids are others."""
    with path.open("wb") as file:
        for number in range(copies):
            file.writelines(record_of(replace(one, id=f"{one.id}/{number}")) for one in read_articles(sources))


def lucene_build(sources: Sequence[Path], folder: Path) -> dict[str, Any]:
    """The seconds and bytes of Lucene."""
    if reason := lucene_engine.missing():
        raise SystemExit(f"lucene: {reason}")
    lines = folder / "passages.txt"
    write_passages(sources, lines)
    seconds = apart(lucene_engine.build_from_text, lines, folder / "lucene")
    return {"index_s": round(seconds, 1), "bytes": size_of(folder / "lucene")}


def main() -> None:
    """Runs the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--analyzer", default="english")
    parser.add_argument("--lucene", action="store_true")
    parser.add_argument("--copies", type=int, default=0)
    arguments = parser.parse_args()
    options = {"analyzer": arguments.analyzer, "workers": arguments.workers, "restart": True}
    ours = apart(measured_build, arguments.sources, arguments.output, options)
    text = text_bytes(arguments.sources)
    results = {**options, **ours, "text_bytes": text, "bytes_to_text": round(ours["bytes"] / text, 3)}
    with tempfile.TemporaryDirectory(dir=arguments.output.resolve().parent) as scratch:
        folder = Path(scratch)
        if arguments.lucene:
            results["lucene"] = lucene_build(arguments.sources, folder)
            results["seconds_to_lucene"] = round(ours["index_s"] / results["lucene"]["index_s"], 3)
        if arguments.copies:
            source = folder / "copies.jsonl"
            write_copies(arguments.sources, arguments.copies, source)
            many = apart(measured_build, [source], folder / "copies.idx", options)
            results["copies"] = {"copies": arguments.copies, **many}
            results["copies_peak_to_peak"] = round(many["peak_mb"] / ours["peak_mb"], 3)
    print(json.dumps(results))


if __name__ == "__main__":  # worker processes import this file
    main()
