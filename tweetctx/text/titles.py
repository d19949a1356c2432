"""Titles of articles."""

from __future__ import annotations


def unqualified(title: str) -> str:
    """A title without the qualifier that tells it from others.

    >>> unqualified("Wake Up! (album)")
    'Wake Up!'
    """
    return title.partition(" (")[0]
