"""Titles of articles."""

from __future__ import annotations

import re
from typing import Final

_QUALIFIER: Final = re.compile(r" \([^()]*\)(?=,|$)")


def unqualified(title: str) -> str:
    """A title without the qualifier that tells it from others.

    >>> unqualified("Wake Up! (album)")
    'Wake Up!'
    >>> unqualified("I Want You (She's So Heavy) (song)")
    "I Want You (She's So Heavy)"
    >>> unqualified("Woodstock (village), Vermont")
    'Woodstock, Vermont'
    >>> unqualified("Cocos (Keeling) Islands")
    'Cocos (Keeling) Islands'
    """
    return _QUALIFIER.sub("", title) if "(" in title else title
