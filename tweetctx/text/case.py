r"""Small and capital letters of all alphabets as they stand in [] of `re`, less than half as slow as \p{Ll} of `regex`.

Georgian ones are neither: they are small by Unicode, but sentences begin with them too.

>>> import re
>>> [bool(re.fullmatch(f"[{SMALL}]", letter)) for letter in "aśїγAŚა日"]
[True, True, True, True, False, False, False, False]
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, groupby
from typing import Final

_GEORGIAN: Final = range(0x10D0, 0x1100)
_CASED: Final = (range(0x2E00), range(0xA640, 0xAC00), range(0xFB00, 0x10000))  # the others of the plane have no case


def _letters(kind: Callable[[str], bool]) -> str:
    """The letters of which that is true, as ranges."""
    codes = (code for code in chain(*_CASED) if code not in _GEORGIAN and kind(chr(code)))
    runs = ([code for _, code in run] for _, run in groupby(enumerate(codes), lambda one: one[1] - one[0]))
    return "".join(f"{chr(run[0])}-{chr(run[-1])}" if run[1:] else chr(run[0]) for run in runs)


SMALL, CAPITALS = _letters(str.islower), _letters(str.isupper)
