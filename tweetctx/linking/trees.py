"""Boosted regression trees (Friedman 2001) as arrays: no training library is needed to evaluate them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.ragged import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Trees:
    """T trees with N inner nodes in all and L leaves.

    At inner node n, a row goes to `left[n]` if its feature `feature[n]` is at most `threshold[n]`, else to `right[n]`;
    a negative number −1 − l is the leaf l. roots: the first node of each tree, shape (T,). feature, threshold, left,
    right: shape (N,). value: what each leaf adds to the logit, shape (L,).
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

    def logits(self, rows: NDArray[np.float32]) -> Floats:
        """The sum of what the leaves add for each row, shape (rows,)."""
        from tweetctx.linking.tree_kernels import tree_sums

        sums: Floats = tree_sums(rows, self.roots, self.feature, self.threshold, self.left, self.right, self.value)
        return sums

    def contributions(self, row: NDArray[np.float32]) -> Floats:
        """What each feature adds to the logit of one row, shape (features,): by the change of the mean below a node.

        Saabas, "Interpreting random forests", 2014; they add up to the logit less that of the mean row.
        """
        from tweetctx.linking.tree_kernels import tree_contributions

        shares: Floats = tree_contributions(
            row, self.roots, self.feature, self.threshold, self.left, self.right, self.value
        )
        return shares

    def to_arrays(self) -> dict[str, Any]:
        """The arrays by name."""
        return {name: getattr(self, name) for name in self.__slots__}
