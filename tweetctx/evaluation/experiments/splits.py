"""How topics are cut into those to tune on and those to measure on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from tweetctx.ragged import Bools, Ints


@dataclass(frozen=True, slots=True)
class Split:
    """How topics are cut.

    folds: into how many the topics tuned on are cut, each measured with what is best on the others; 0 where other
    topics are held out. seed: of the order in which topics are dealt to folds; None for their own. grouped: whether
    topics that share a label, directly or through others, stay in one fold.
    """

    folds: int = 0
    seed: int | None = None
    grouped: bool = False

    def fold_of(self, labels: Sequence[Iterable[str]]) -> Ints:
        """Returns the fold of each topic, from 0, given its labels; shape (topics,).

        Topics are dealt out in turn. Groups are dealt out largest first, each to the fold with the fewest topics.
        """
        order = (
            np.arange(len(labels)) if self.seed is None else np.random.default_rng(self.seed).permutation(len(labels))
        )
        fold = np.zeros(len(labels), np.int64)
        if not self.grouped or not self.folds:
            fold[order] = np.arange(len(labels)) % max(self.folds, 1)
            return fold
        sizes = np.zeros(self.folds, np.int64)
        for members in sorted(_groups(order.tolist(), labels), key=len, reverse=True):
            chosen = int(sizes.argmin())
            fold[members] = chosen
            sizes[chosen] += len(members)
        return fold

    def parts(self, fold: Ints) -> dict[str, Bools]:
        """Returns the topics to tune on by name: all of them, and with folds, for each fold those of the others."""
        parts = {"all": np.ones(len(fold), bool)}
        return parts | {f"without fold {number + 1}": fold != number for number in range(self.folds)}


def _groups(order: Sequence[int], labels: Sequence[Iterable[str]]) -> list[list[int]]:
    """Returns the connected components of topics that share labels, in the order of their first topics."""
    group_of: dict[str, list[int]] = {}
    groups: dict[int, list[int]] = {}
    for topic in order:
        joined = [topic]
        for group in {id(group_of[label]): group_of[label] for label in labels[topic] if label in group_of}.values():
            joined += group
            del groups[id(group)]
        groups[id(joined)] = joined
        for member in joined:
            group_of.update(dict.fromkeys(labels[member], joined))
    return list(groups.values())
