"""Tunes the weights of the word breaker on hashtags with their right words, and writes models/hashtags.toml.

    .venv/bin/python scripts/tune_hashtags.py INDEX TRAIN DEV

A search along the coordinates from START: a value of GRID is taken if it makes more hashtags of TRAIN right; DEV
decides nothing. The same search with each of FOLDS parts left out tells what it gains on hashtags that it has not seen.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from measure_hashtags import Hashtag, read_hashtags

from tweetctx import open_index
from tweetctx.text.word_counts import WordCounts
from tweetctx.tweets import WordBreaker
from tweetctx.tweets.weights import BreakingWeights

ROUNDS = 2
FOLDS = 2
START = BreakingWeights(
    title_share=0.3,
    tag_share=0.05,
    thin=1e6,  # not tuned: the corpus at hand is not thin
    pair_share=0.3,
    word=-1.0,
    one=3.0,
    two=1.75,
    three=0.5,
    unknown=7.0,
    letter=2.3,
    long=0.3,
    length=6,
    whole=1.5,
    inside=3.0,
    across=3.0,
)
GRID: dict[str, tuple[float, ...]] = {
    "letter": (2.1, 2.2, 2.3, 2.4, 2.5),
    "unknown": (6.0, 7.0, 8.0),
    "word": (-2.0, -1.5, -1.0, -0.5, 0.0),
    "pair_share": (0.1, 0.2, 0.3, 0.4, 0.6),
    "whole": (0.5, 1.0, 1.5, 2.0),
    "one": (2.0, 3.0, 4.0),
    "two": (1.25, 1.75, 2.25),
    "three": (0.0, 0.5, 1.0),
    "tag_share": (0.03, 0.05, 0.1, 0.15),
    "title_share": (0.1, 0.2, 0.3, 0.4),
    "long": (0.1, 0.2, 0.3, 0.4),
    "inside": (2.0, 3.0, 4.0),
    "across": (2.0, 3.0, 4.0),
}


def share(counts: WordCounts, weights: BreakingWeights, hashtags: Sequence[Hashtag]) -> float:
    """The share of hashtags that are broken right."""
    breaker = WordBreaker(counts, weights)
    return sum(hashtag.is_right(breaker.split(hashtag.name)) for hashtag in hashtags) / len(hashtags)


def tune(counts: WordCounts, hashtags: Sequence[Hashtag]) -> tuple[BreakingWeights, float]:
    """The weights that the search ends at, and their share."""
    best, value = START, share(counts, START, hashtags)
    for _ in range(ROUNDS):
        before = value
        for name, choices in GRID.items():
            for choice in choices:
                weights = best._replace(**{name: choice})  # type: ignore[arg-type]
                if weights != best and (found := share(counts, weights, hashtags)) > value:
                    best, value = weights, found
        if value == before:
            break
    return best, value


def held_out(counts: WordCounts, hashtags: Sequence[Hashtag]) -> float:
    """The share of hashtags broken right by weights that were tuned without them."""
    right = 0.0
    for fold in range(FOLDS):
        rest = [hashtag for number, hashtag in enumerate(hashtags) if number % FOLDS != fold]
        part = hashtags[fold::FOLDS]
        right += share(counts, tune(counts, rest)[0], part) * len(part)
    return right / len(hashtags)


def write(train: str, weights: BreakingWeights, value: float, measured: dict[str, float]) -> None:
    """Writes models/hashtags.toml."""
    shares = ", ".join(f'"{name}" = {found:.4f}' for name, found in measured.items())
    lines = [
        "# The weights of the word breaker; tweetctx/tweets/weights.py says what each of them weighs.",
        "# Written by scripts/tune_hashtags.py, with an index of the English and Simple English Wikipedia.",
        "",
        f'tuned_on = "{train}"',
        'tuned_by = "share of hashtags broken right, case ignored"',
        f"value = {value:.4f}",
        f"measured = {{ {shares} }} # held out",
        f'search = "along the coordinates, {ROUNDS} rounds; cross-validated in {FOLDS} parts"',
        f"grid = {{ {', '.join(f'{name} = {list(choices)}' for name, choices in GRID.items())} }}",
        "",
        "[weights]",
        *(f"{name} = {number}" for name, number in weights._asdict().items()),
    ]
    (Path(__file__).parents[1] / "models" / "hashtags.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Tunes, measures, writes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("train", type=Path)
    parser.add_argument("dev", type=Path)
    arguments = parser.parse_args()
    counts = open_index(arguments.index).words
    train, dev = read_hashtags(arguments.train), read_hashtags(arguments.dev)
    weights, value = tune(counts, train)
    measured = {arguments.dev.stem: share(counts, weights, dev), "cross-validated": held_out(counts, train)}
    write(arguments.train.stem, weights, value, measured)
    print(
        f"{arguments.train.stem}: {value:.4f}", *(f"{name}: {found:.4f}" for name, found in measured.items()), sep="\n"
    )


if __name__ == "__main__":
    main()
