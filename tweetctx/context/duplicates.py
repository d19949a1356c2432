"""When two sentences say the same."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

NEARLY_ALL = 0.8


def near_duplicates(a: AbstractSet[str], b: AbstractSet[str]) -> bool:
    """Whether the smaller of two sets of terms is contained, or nearly all of it, in the other.

    This is the overlap coefficient |a∩b|/min(|a|,|b|), at least 0.8: one word in five may differ. Sentences without
    terms are duplicates only of each other.
    """
    if not a or not b:
        return not a and not b
    return len(a & b) >= NEARLY_ALL * min(len(a), len(b))
