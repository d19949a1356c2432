"""Groups of features, which reports on training leave out in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def feature_groups(features: Sequence[str], bounds: Mapping[str, tuple[str, str]]) -> dict[str, Sequence[str]]:
    """Returns the features of each group. features: in their order. bounds: the first and the last of each group."""
    return {
        group: features[features.index(first) : features.index(last) + 1] for group, (first, last) in bounds.items()
    }
