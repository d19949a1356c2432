"""Measures how many hashtags are broken right by an index.

    .venv/bin/python scripts/measure_hashtags.py INDEX FILE... [--rules] [--errors]

A line of FILE is a tweet, a hashtag and its right ways to be broken, separated by tabs. Right is what is one of them,
case ignored. With --rules, the rules alone; with --errors, every hashtag that is not right.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tweetctx import normalize, open_index


@dataclass(frozen=True)
class Hashtag:
    """A hashtag, and the ways to break it that are right, in lower case."""

    name: str
    right: frozenset[str]

    @property
    def kind(self) -> str:
        """What it is made of."""
        if any(letter.isdigit() for letter in self.name):
            return "with digits"
        if self.name.isupper():
            return "capitals"
        return "small letters" if self.name[1:].islower() or len(self.name) == 1 else "mixed"

    def is_right(self, words: list[str] | tuple[str, ...]) -> bool:
        """Whether these are its words."""
        return " ".join(words).lower() in self.right


def read_hashtags(path: Path) -> list[Hashtag]:
    """Reads a file of hashtags."""
    rows = (line.split("\t") for line in path.read_text("utf-8").rstrip("\n").split("\n"))
    return [Hashtag(name, frozenset(way.lower() for way in right if way)) for _, name, *right in rows]


def main() -> None:
    """Prints the share of right hashtags, for all and by kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--errors", action="store_true")
    arguments = parser.parse_args()
    breaker = None if arguments.rules else open_index(arguments.index).breaker
    for path in arguments.files:
        hashtags = read_hashtags(path)
        begin = time.perf_counter()
        found = [normalize(f"#{hashtag.name}", words=breaker).words for hashtag in hashtags]
        seconds = time.perf_counter() - begin
        right, every = Counter[str](), Counter(hashtag.kind for hashtag in hashtags)
        for hashtag, words in zip(hashtags, found, strict=True):
            right[hashtag.kind] += hashtag.is_right(words)
            if arguments.errors and not hashtag.is_right(words):
                print(f"{hashtag.kind}\t{' '.join(words)}\t{' | '.join(sorted(hashtag.right))}")
        share = right.total() / len(hashtags)
        print(f"{path.name}: {share:.4f} of {len(hashtags)} right, {1e3 * seconds / len(hashtags):.2f} ms each")
        for kind, number in sorted(every.items()):
            print(f"  {kind}: {right[kind]} of {number}")


if __name__ == "__main__":
    main()
