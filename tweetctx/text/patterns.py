"""Patterns that recognize ends and beginnings of sentences, compiled from the boundaries of a language."""

from __future__ import annotations

import re
from dataclasses import dataclass

import regex

from tweetctx.text.language import Boundaries

_SPACE = r"[\s\x1c-\x1f]"  # the white space of str.strip
_WIDE = "。！？｡．"  # no space follows these
_REFERENCE = r"\[(?:\w{1,3}|(?:note|nb)\ \d+|citation\ needed)\]"

_NUMBER = r"(?<![(\[])[\p{N}\p{Sc}#•]"
_WORD = r"\p{L}[\p{L}\p{M}\p{N}]*"


@dataclass(frozen=True, slots=True)
class Patterns:
    """The patterns of a language.

    candidate: a possible end of a sentence; its only group is the beginning of what follows.
    mark: a mark at which a candidate may begin. If the mark alone is the candidate, the group is the same.
    closed: closing marks at the end of a chunk. left: what precedes a chunk's last word.
    next: opening marks, the first word of a sentence, and a mark that joins it to more.
    """

    candidate: regex.Pattern[str]
    mark: re.Pattern[str]
    closed: regex.Pattern[str]
    left: regex.Pattern[str]
    next: regex.Pattern[str]


def patterns_for(boundaries: Boundaries) -> Patterns:
    """Compiles the patterns of a language."""
    opening, closing, spaces = boundaries.opening, boundaries.closing, boundaries.spaces
    end = rf"\p{{STerm}}…{regex.escape(boundaries.ends)}"
    also_closing = rf"| {_SPACE}» (?!\S)" if spaces else ""
    guillemet = rf"(?: « {_SPACE} )?" if spaces else ""
    candidate = rf"""
        [{end}] (?: [{end}{closing}] | {_REFERENCE} {also_closing} ){{0,50}}+     # what closes goes with its sentence
        (?= (?: {_SPACE}++ | {_no_space(closing, spaces)} ) ( {guillemet} [^\s\x1c-\x1f]{{1,24}}+ ) )
    """
    # Of characters beyond the Basic Multilingual Plane, `re` tests only ranges quickly.
    ends = "".join(regex.findall(f"[{end}]", "".join(map(chr, range(0x10000)))))
    beyond = r"\U00010000-\U0010FFFF"
    mark = rf"[{re.escape(ends)}{beyond}](?:(?<![{beyond}])(?=\s++([^\s«»]\S{{0,23}}+))|(?!\Z))"
    before, elided = (rf"(?:[{opening}]\s?)*", "(?:['’](?=\\p{L}))?") if spaces else (rf"[{opening}]*", "")
    return Patterns(
        regex.compile(candidate, regex.VERBOSE, openers=boundaries.openers),
        re.compile(mark),
        regex.compile(rf"(?:[{closing}]|{_REFERENCE})+$"),
        regex.compile(rf"(?:.*[-–—])?[{opening}]*"),
        regex.compile(rf"({before})({_WORD}{elided}|{_NUMBER})([.-]?)"),
    )


def _no_space(closing: str, japanese: bool) -> str:
    """Returns a pattern for boundaries without a space.

    They are regular in East Asian scripts, except before the verb of a quotation (」と). Elsewhere they are typing
    errors, as in 1962.He or Kashmir.The, but not Example.Com.
    """
    quoted = r"(?! (?<=[」』]) (?:と|って) )" if japanese else ""
    return rf"""
          (?<= [{_WIDE}] [{closing}]{{0,5}} ) {quoted}
        | (?<= (?<! [\p{{L}}\p{{N}}.] ) (?: \p{{Ll}}{{3,}} | (?:1\d|20)\d\d ) \. )
          (?= \p{{Lu}}\p{{Ll}}*+ [\s,] ) (?! (?:Com|Edu|Gov|Js|Net|Org)\b )
        | (?<= [\p{{L}}\p{{N}}]{{2}}\)\. | \p{{Ll}}{{3}}\. ) (?= \L<openers> [\s,] )
    """
