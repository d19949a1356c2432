"""Names of JSON types for messages."""

from __future__ import annotations

_KINDS = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}


def kind_of(value: object) -> str:
    """Returns what a value of JSON is, for a message: `a list`, `null`."""
    return next((word for kind, word in _KINDS.items() if isinstance(value, kind)), "null")
