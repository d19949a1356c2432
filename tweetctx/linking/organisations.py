"""Abbreviations of who writes a post: MPD is the Milwaukee Police Department if @MilwaukeePolice says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import regex

from tweetctx.tweets.records import Tweet

_ABBREVIATION: Final = regex.compile(r"(?<![\p{L}\p{N}_@$])[A-Z]{2,6}(?![\p{L}\p{N}_])")
_WORD: Final = regex.compile(r"[\p{L}\p{N}'’]+")
_IN_BRACKETS: Final = regex.compile(r"\([^()]*+\)")
_SMALL: Final = frozenset({"of", "the", "and", "for", "at", "in"})  # have no letter in an abbreviation
_LEAST_WORDS: Final = 2  # of a name, so that its first letters tell something
# What names of accounts shorten.
_SHORTENED: Final = {
    "PD": "Police Department",
    "FD": "Fire Department",
    "SO": "Sheriff's Office",
    "Dept": "Department",
    "Univ": "University",
    "Natl": "National",
    "Intl": "International",
    "Govt": "Government",
}
# The last word of an organisation's name that its account leaves out, by its letter.
_ENDINGS: Final = {
    "A": ("Agency", "Association", "Authority", "Administration"),
    "B": ("Board", "Bureau", "Bank"),
    "C": ("Council", "Commission", "Company", "Corporation", "Club", "College"),
    "D": ("Department", "District"),
    "F": ("Federation", "Foundation", "Force"),
    "I": ("Institute",),
    "L": ("League",),
    "O": ("Office", "Organization"),
    "P": ("Party",),
    "S": ("Service", "Society", "School"),
    "U": ("University", "Union"),
}


def own_abbreviations(tweet: Tweet, split: Callable[[str], Sequence[str]]) -> Iterator[tuple[int, int, str]]:
    """Yields abbreviations of the post's author in its text, each with a name that it may stand for: start, end, name.

    split: the name of an account as words.
    """
    post = tweet.post
    names = [split(post.account.rstrip("0123456789_"))] if post.account else []
    names += [_WORD.findall(_IN_BRACKETS.sub(" ", post.name))] if post.name else []
    if not names:
        return
    for match in _ABBREVIATION.finditer(tweet.parts.names_text):
        for name in dict.fromkeys(name for words in names for name in expansions(match[0], words)):
            yield match.start(), match.end(), name


def expansions(letters: str, words: Sequence[str]) -> Iterator[str]:
    """Yields the names that an abbreviation may stand for, of an author with these words in the name."""
    whole = [part for word in words for part in _SHORTENED.get(word, word).split()]
    first = initials(" ".join(whole))
    if len(first) < _LEAST_WORDS:
        return
    if first == letters:
        yield " ".join(whole)
    elif first == letters[:-1]:
        yield from (" ".join([*whole, ending]) for ending in _ENDINGS.get(letters[-1], ()))


def initials(name: str) -> str:
    """The first letters of the words of a name, as capitals, without small words."""
    return "".join(word[0].upper() for word in _WORD.findall(name) if word.lower() not in _SMALL)
