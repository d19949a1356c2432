"""Names in user names: Sky News of @SkyNewsBreak, Joey Barton of @Joey7Barton, JLS of @JLSOfficial, QPR of @QPRFC."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tweetctx.text.language import words

_LONGEST: Final = 6  # words of a name
# Words that user names have beside a name.
_BESIDE: Final = words(
    """
    official officially the real its iam im i am hq tv uk usa us fc music band team news online live daily today world
    global help support info about tweets nation fans fan racing gov governor sen senator rep congressman congresswoman
    speaker secretary sec minister chancellor ambassador president vp pm mp mayor sheriff judge coach capt captain prof
    professor chef pastor rev lord sir lady dr mr mrs"""
)
_JOINED: Final = ("FC", "HQ", "TV", "UK", "USA")  # those that stand behind capitals without a boundary
_SHORTEST: Final = 3  # letters of a name before one


def names_in_account(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yields the names that a user name may contain besides the whole, each as its words. parts: of the user name.

    A name is two parts or more, the first and the last part without an initial or a number between, or what is left
    without words that stand beside names, in capitals also without a boundary.
    """
    count = len(parts)
    names = {
        tuple(parts[begin:end]) for begin in range(count) for end in range(begin + 2, min(begin + _LONGEST, count) + 1)
    }
    if count == 3 and (len(parts[1]) == 1 or parts[1].isdigit()):
        names.add((parts[0], parts[2]))
    begin, end = 0, count
    while end - begin > 1 and parts[begin].lower() in _BESIDE:
        begin += 1
    while end - begin > 1 and parts[end - 1].lower() in _BESIDE:
        end -= 1
    if end - begin < count:
        names.add(tuple(parts[begin:end]))
    if end - begin == 1 and parts[begin].isupper():
        shorter = (parts[begin].removesuffix(joined) for joined in _JOINED)
        names |= {(name,) for name in shorter if _SHORTEST <= len(name) < len(parts[begin])}
    yield from sorted(names)
