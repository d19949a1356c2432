"""Boosted regression trees (Friedman 2001) as arrays: no training library is needed to evaluate them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.runtime.compiled import late
from tweetctx.runtime.durable import replace_file

_kernels: Final = late("tweetctx.arrays.tree_kernels")
T = TypeVar("T")

MOST_LEAVES: Final = 63  # of a tree
_EVERY: Final = 2**64 - 1  # leaf, as bits


class _ByFeature(NamedTuple):
    """The inner nodes by feature and then threshold, and the leaves from left to right: see `tree_kernels`."""

    offsets: Ints
    threshold: NDArray[np.float32]
    tree: NDArray[np.uint64]
    passed: NDArray[np.uint64]
    first_leaf: NDArray[np.uint64]
    value: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Trees:
    """T trees with N inner nodes in all and L leaves, at most MOST_LEAVES a tree.

    At inner node n, a row goes to `left[n]` if its feature `feature[n]` is at most `threshold[n]`, else to `right[n]`;
    a negative number −1 − l is the leaf l. A node comes before those below it. roots: the first node of each tree,
    shape (T,). feature, threshold, left, right: shape (N,). value: what each leaf adds to the logit, shape (L,).
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: NDArray[np.float32]

    @classmethod
    def none(cls) -> Trees:
        """No trees, which add nothing."""
        whole, real = np.empty(0, np.int32), np.empty(0, np.float32)
        return cls(whole, whole.astype(np.int16), real, whole, whole, real)

    def check(self, features: int) -> None:
        """Raises ValueError for numbers that make no trees over so many features."""
        nodes, leaves = len(self.feature), len(self.value)
        children = np.concatenate([self.left, self.right])
        below, numbers = np.tile(np.arange(nodes), 2), np.concatenate([self.roots, children])
        if not len(self.threshold) == len(self.left) == len(self.right) == nodes:
            raise ValueError("lists of nodes that differ in length")
        if not (np.isfinite(self.threshold).all() and np.isfinite(self.value).all()):
            raise ValueError("a threshold or value that is not finite")
        if ((self.feature < 0) | (self.feature >= features)).any():
            raise ValueError(f"a feature outside 0 to {features - 1}")
        if ((numbers < -leaves) | (numbers >= nodes)).any():
            raise ValueError(f"a root or child outside {-leaves} to {nodes - 1}")
        if ((children >= 0) & (children <= below)).any() or len(distinct(numbers)) < len(numbers):
            raise ValueError("a node below itself, or one in two places")
        _ = self._by_feature  # raises for a tree with too many leaves

    def logits(self, rows: NDArray[np.float32]) -> Floats:
        """The sum of the leaves for each row, shape (rows,)."""
        sums: Floats = _kernels().tree_sums(rows, *self._by_feature)
        return sums

    def contributions(self, row: NDArray[np.float32]) -> Floats:
        """What each feature adds to the logit of one row, shape (features,): by the change of the mean below a node.

        Saabas, "Interpreting random forests", 2014. They sum to the logit minus that of the mean row.
        """
        shares, values, means = [0.0] * len(row), row.tolist(), self._means
        features, thresholds, left, right = self._nodes
        for root in self.roots.tolist():
            node = root
            while node >= 0:
                feature = features[node]
                following = (left if values[feature] <= thresholds[node] else right)[node]
                shares[feature] += means[following] - means[node]
                node = following
        return np.array(shares)

    def to_json(self) -> dict[str, list[float]]:
        """The arrays by name, rounded to six decimals, which JSON shows short."""
        rounded = {one.name: np.round(getattr(self, one.name).astype(np.float64), 6).tolist() for one in fields(self)}
        return {name: [int(one) if one.is_integer() else one for one in values] for name, values in rounded.items()}

    @classmethod
    def from_json(cls, content: dict[str, Any], features: int) -> Trees:
        """Reads what `to_json` made, over so many features; ValueError, KeyError or TypeError for something else."""
        kinds = {"feature": np.int16, "threshold": np.float32, "value": np.float32}
        trees = cls(**{one.name: np.array(content[one.name], kinds.get(one.name, np.int32)) for one in fields(cls)})
        trees.check(features)
        return trees

    @cached_property
    def _nodes(self) -> tuple[list[int], list[float], list[int], list[int]]:
        """Feature, threshold, left and right as lists, whose items Python reads faster than those of arrays."""
        return self.feature.tolist(), self.threshold.tolist(), self.left.tolist(), self.right.tolist()

    @cached_property
    def _means(self) -> dict[int, float]:
        """The mean of the two branches below each inner node, and the value of each leaf, by their numbers."""
        means = {-1 - leaf: value for leaf, value in enumerate(self.value.tolist())}
        for node in range(len(self.left) - 1, -1, -1):
            means[node] = (means[int(self.left[node])] + means[int(self.right[node])]) / 2
        return means

    @cached_property
    def _by_feature(self) -> _ByFeature:
        left, right = self.left.tolist(), self.right.tolist()
        tree, passed = np.zeros(len(left), np.uint64), np.zeros(len(left), np.uint64)
        leaves: list[int] = []
        first_leaf: list[int] = []

        def visit(node: int) -> None:
            if node < 0:
                leaves.append(-1 - node)
                return
            begin = len(leaves) - first_leaf[-1]
            visit(left[node])
            tree[node] = len(first_leaf) - 1
            passed[node] = _EVERY ^ ((1 << (len(leaves) - first_leaf[-1])) - (1 << begin))
            visit(right[node])

        for root in self.roots.tolist():
            first_leaf.append(len(leaves))
            visit(root)
        most = int(np.diff([*first_leaf, len(leaves)]).max(initial=0))
        if most > MOST_LEAVES:
            raise ValueError(f"a tree of {most} leaves, expected at most {MOST_LEAVES}")
        order = np.lexsort((self.threshold, self.feature))
        offsets = np.searchsorted(self.feature[order], np.arange(int(self.feature.max(initial=-1)) + 2))
        threshold, value = self.threshold[order], self.value[np.array(leaves, np.int64)]
        return _ByFeature(offsets, threshold, tree[order], passed[order], np.array(first_leaf, np.uint64), value)


def write_model(path: Path, features: Sequence[str], record: dict[str, Any], content: dict[str, Any]) -> None:
    """Writes a model of trees; an existing file stays intact until it replaces it. record: its origin."""
    entries = {"made": record, "features": [*features], **content}
    lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in entries.items())
    replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def read_model(
    path: Path, features: Sequence[str], what: str, error: type[ParameterError], read: Callable[[dict[str, Any]], T]
) -> T:
    """Reads what `write_model` wrote. what: of which the model is, in messages.

    read: makes the model; may raise ValueError, KeyError or TypeError. Raises `error` for another file, or one with
    other features.
    """
    try:
        content = json.loads(path.read_text("utf-8"))
        different = sorted({*content["features"]} ^ {*features})
        if content["features"] == [*features]:
            return read(content)
    except OSError as problem:
        raise error(f"{path}: cannot be read ({problem.strerror})") from problem
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as problem:
        expected = f"what `tweetctx train {what.split()[-1]}` writes"
        raise error(f"{path}: found no model of {what} ({problem}), expected {expected}") from problem
    listed = ", ".join(different or ["their order"])
    raise error(f"{path}: found other features than this version's, train it again: {listed}")
