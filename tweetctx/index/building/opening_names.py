"""Extracts other names of an article's subject from its title and opening."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import regex

_LOOKED_AT: Final = 600  # characters of the first paragraph
_LONGEST: Final = 60
_LEAST_INITIALS: Final = 3
_NAME = r"\p{Lu}[^,;()\"“”]{0,50}?"
_QUALIFIED: Final = regex.compile(r"(.+?)(?: \([^()]*\)|\s*（[^（）]*）)")
# Russian titles of people: surname, first name, patronymic.
_SURNAME_FIRST: Final = regex.compile(r"(\p{Lu}[\p{L}-]+), (\p{Lu}\p{L}+)(?: \p{Lu}\p{L}+)?")
_KIND_OF_BODY: Final = re.compile(
    r"(?:,? (?:A?F\.?C\.?|C\.?F\.?|S\.?C\.?|Inc\.?|Ltd\.?|Limited|LLC|plc|PLC|Corporation|Corp\.?|Company|Co\.|Group|"
    r"S\.?p?\.?A\.?|AG|SE|GmbH|e\.V\.|N\.V\.|B\.V\.|(?:International )?Airport|University|County|City|Party|Band))+$"
)
# Clubs: Everton F.C., West Ham United F.C.
_CLUB: Final = regex.compile(r"(\p{Lu}.*) ((?:\p{Lu}\.?){2,4})")
_COPULA: Final = re.compile(r" (?:is|was|are|were|refers to) ")
_KNOWN_AS: Final = regex.compile(
    r"(?:known|called|referred to|abbreviated|nicknamed|styl[ei][sz]ed|branded|titled|named|shortened)(?: \w+ly)?"
    r"(?: as| to| in \w+ as| simply as)?(?: the)? [\"“']?(" + _NAME + r")[\"”']?"
    r"(?= or | and | is | was | are | in | on | by |[,;().\"”]|$)"
)
# Each match begins with one of these, or ends so far as if it did: "nicknamed". Most openings have none of them.
_SAYS_SO: Final = ("known", "called", "referred", "abbreviated", "named", "styl", "branded", "titled", "shortened")
_BORN: Final = regex.compile(
    r"\bborn (?:as )?(\p{Lu}[\p{L}.'’-]+(?: (?:de|van|von|bin|al-)?\p{L}[\p{L}.'’-]+){0,4}?)(?=[,;()]| on | in |$)"
)
# A year, or a day with its month and year: 1950, 3 de octubre de 1950, October 3, 1950, 1950. október 3.
_DATE = r"(?:(?:\p{N}{1,2}(?!\p{N})\D{1,24}){1,2}|\p{L}++\.? \p{N}{1,2}, )?\p{N}{3,4}(?!\p{N})"
_ABOUT = r"ca?\.|ca|circa|vers|le|hacia|el|em|um|den|dne|cca|około|ok\.|около"  # before a date
_IN_BRACKETS: Final = regex.compile(
    r"\((?:the |or |also |abbreviated |previously )*[\"“]?"
    r"(\p{Lu}[\p{L}\p{N}&.-]*+(?: \p{Lu}[\p{L}\p{N}.&-]*+){0,3})[\"”]?"
    rf"(?!,(?: [^(),;\d]++,){{0,2}} (?:(?:{_ABOUT}) )?{_DATE})"  # a place: (Sevilla, España, hacia 1950)
    r"(?:[;,][^()]*+)?\)"
)
_OTHERWISE: Final = regex.compile(r"(?:,| or|, or|, also) [\"“]?(" + _NAME + r")[\"”]?(?=,| is | was | are |[()])")
_IN_QUOTES: Final = regex.compile(r"[\"“„«](\p{Lu}[^\"”“»]{1,40})[\"”“»]")
_PARTICLE = r"of|the|for|de|von|van|and|al|bin|del|la|du|le|di|da|dos"
_CAPITALIZED = r"(?:\p{Lu}[\p{L}\p{N}.'’&-]*+|\p{N}++)"
_FIRST: Final = regex.compile(rf"(?:The |An? )?+({_CAPITALIZED}(?: (?:(?:{_PARTICLE}) ){{0,2}}{_CAPITALIZED}){{0,7}})")
_WORD: Final = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}.'’]*")
# Years of a life in brackets: (born 4 August 1961), (1809–1865), (* 1950 in Wien).
_LIFE: Final = re.compile(
    r"\([^()]{0,120}?"
    r"(?:\bborn\b|\bb\. |\*|\bné|\bnac|\bgeb|\bрод|\bnat[oa]\b|\d{3,4}\b[^()]{0,40}?[–—-][^()]{0,40}?)\s?"
    r"[^()]{0,40}?\d{3,4}"
)
_ARTICLE: Final = re.compile(r"(?:the|an?) ", re.IGNORECASE)


def bare_name(title: str) -> str:
    """Returns a title without its qualifier in brackets."""
    qualified = _QUALIFIED.fullmatch(title) if title.endswith((")", "）")) else None
    return qualified[1] if qualified else title


def without_kind(name: str) -> str:
    """Strips the legal form or kind of body (Apple Inc., Arsenal F.C.) and a leading article from a name."""
    match = _KIND_OF_BODY.search(name)
    if match and match.start() > 2:
        name = name[: match.start()]
    article = _ARTICLE.match(name)
    return name[article.end() :] if article else name


def club_initials(name: str) -> str | None:
    """Returns what the followers of a club write for short: EFC of Everton F.C.; None for other names."""
    club = _CLUB.fullmatch(name)
    if not club:
        return None
    return "".join(word[0] for word in club[1].split() if word[0].isupper()) + club[2].replace(".", "")


def surname_first(name: str) -> tuple[str, str] | None:
    """Returns surname and spoken name of a person whose title begins with the surname; None for other titles."""
    person = _SURNAME_FIRST.fullmatch(name)
    return (person[1], f"{person[2]} {person[1]}") if person else None


def is_person(name: str, opening: str) -> bool:
    """Whether an opening gives the years of a life, and the name has several words."""
    return " " in name and _LIFE.search(opening, 0, 300) is not None


def leading_name(opening: str) -> str:
    """Returns the name that an opening begins with, or an empty text."""
    first = _FIRST.match(opening)
    return first[1] if first else ""


def initials_of(name: str) -> set[str]:
    """Returns the initials of all words of a name and of its capitalized words, if they are three or more: GDP, FBI.

    So are those before an *and*: CDC of Centers for Disease Control and Prevention.

    >>> sorted(initials_of("Centers for Disease Control and Prevention"))
    ['CDC', 'CDCP', 'CFDCAP']
    """
    if name.count(" ") < _LEAST_INITIALS - 1 and name.replace(" ", "").isalnum():
        return set()
    letters = [word[0] for word in _WORD.findall(name)]
    made = {"".join(letters).upper(), "".join(filter(str.isupper, letters))}
    if " and " in name:
        before = [word[0] for word in _WORD.findall(name.partition(" and ")[0])]
        made.add("".join(filter(str.isupper, before)))
    return {initials for initials in made if len(initials) >= _LEAST_INITIALS}


def names_in_opening(opening: str, *, english: bool) -> Iterator[str]:
    """Returns other names at the beginning of a first paragraph; those after words like "known as" in English only."""
    text = opening[:_LOOKED_AT]
    copula = _COPULA.search(text) if english else None
    head = text[: copula.start()] if copula and copula.start() < 400 else text[:200]
    if name := leading_name(head):
        yield name
    for pattern in (_IN_BRACKETS, _IN_QUOTES):
        yield from pattern.findall(head)
    if english:
        yield from _BORN.findall(head)
        yield from _OTHERWISE.findall(head)
        end = 0
        for begin in sorted(at for word in filter(text.__contains__, _SAYS_SO) for at in _places(word, text)):
            if begin >= end and (known := _KNOWN_AS.match(text, begin)):
                yield known[1]
                end = known.end()


def written_small(name: str, text: str) -> bool:
    """Whether a text writes a name, or its plural, without its capital, which shows that it is no proper name."""
    small = name[:1].lower() + name[1:]
    if small == name or name[1:2].isupper():
        return False
    for at in _places(small, text):
        behind = text[at + len(small) : at + len(small) + 2].removeprefix("s")
        if not text[at - 1 : at].isalnum() and not behind[:1].isalnum():
            return True
    return False


def _places(part: str, text: str) -> Iterator[int]:
    """Yields each place at which `part` begins in a text."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)
