"""DCU's rules for the words of tweets, and nothing else: the baseline.

Ganguly, Leveling, Jones: DCU@INEX-2012: Exploring Sentence Retrieval for Tweet Contextualization (CLEF 2012).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import regex

from tweetctx.tweets.acronyms import ACRONYMS, LONGEST_ACRONYM
from tweetctx.tweets.urls import remove_urls

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAME: Final = regex.compile(r"(?<mark>(?<![\p{L}\p{M}\p{N}_])[#＃@＠])?(?<name>[\p{L}\p{M}\p{N}_]++)")
_MEDIAL_CAPITAL: Final = regex.compile(r"(?=.*?\p{Ll}).*?\p{L}\p{M}*+[\p{Lu}\p{Lt}]", regex.DOTALL)


def dcu_words(text: str) -> list[str]:
    """Removes URLs, splits hashtags, user names and words with medial capitals; white space separates words."""
    return [piece for word in remove_urls(text).split() for piece in _pieces(word)]


def _pieces(word: str) -> list[str]:
    """Splits the names in a word; nearly all words have none, and are recognized without a pattern."""
    if word[1:].islower() and "#" not in word and "@" not in word and word.isascii():
        return [word]
    split: str = _NAME.sub(_split_match, word)
    return split.split()


def _split_match(match: regex.Match[str]) -> str:
    """Splits a hashtag or user name, without its mark, or a word in mixed case: only such have medial capitals."""
    name: str = match["name"]
    if match["mark"] or _MEDIAL_CAPITAL.match(name):
        return " ".join(split_by_rules(name))
    return name


def split_by_rules(name: str) -> Iterator[str]:
    """Splits a name into words. DCU's three rules say when to break between the last and the current character.

    (i) The last is lower case, the current upper case or a digit: `Occupy|Wall|Street`.

    (ii) The last ends a valid acronym, the current is upper case or a digit: `CNN|News`. Valid are `ACRONYMS`; where a
    run of capitals begins with several, the longest counts: `USA|Today`, and no break in `USA`. One that would take
    the capital of the next word does not: `PM|Office`, although PMO is an acronym.

    (iii) They differ in case, and the resulting word would be longer than three characters. From lower to upper is
    (i), so this is from upper to lower; the resulting word is the one that the break completes (the one it begins
    would give `O|ccupy`), which is the run of capitals up to the break: `FOOTBALL|news`, but `CNNews`. Digits before
    the run do not count, or `2012Election` would come out as `2012E|lection`. That a long acronym which is not in the
    table takes the next capital with it (`XQZN|ews`) is the rule's own doing.
    """
    start = run = 0
    acronym_end = _acronym_end(name, 0)
    for at in range(1, len(name)):
        last, current = name[at - 1], name[at]
        if current.isupper() and not last.isupper():
            run, acronym_end = at, _acronym_end(name, at)
        if current.islower():
            breaks = last.isupper() and at - run > 3
        else:
            breaks = (last.islower() or at == acronym_end) and (current.isupper() or current.isdigit())
        if breaks:
            yield name[start:at]
            start = run = at
            acronym_end = _acronym_end(name, at)
    yield name[start:]


def _acronym_end(name: str, start: int) -> int:
    """Finds where the longest acronym at `start` that no lower case follows ends; -1 when there is none."""
    ends = range(min(start + LONGEST_ACRONYM, len(name)), start, -1)
    return next((end for end in ends if name[start:end] in ACRONYMS and not name[end : end + 1].islower()), -1)
