"""Signs that a text is no whole sentence, but truncated or a fragment of a list, a table or the page's navigation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import regex

from tweetctx.context.openings import BRACKET, any_word
from tweetctx.text.language import Language
from tweetctx.text.languages import compiled, find_language
from tweetctx.text.titles import unqualified

FEWEST_WORDS = 3

_LOWER_CASE = regex.compile(r"\W*\p{Ll}++(?![\p{L}\p{N}!])")
# A date or list goes on: "17, 2012 a video", ", France has", "• Mills", "(1.1%) of water".
_GOES_ON = r"[,;:)]\s|\.\s|\d{1,2}, \d{4}\b|•"
_ITEM = regex.compile(r"\d{1,2}[.)]\s|\*+(?:\s|\p{Lu}\p{Ll})|[†‡^]")  # or a note below a table
# Marks, and the names that extraction gives to formulas and code; faster for beginning with a set.
_MARKUP = regex.compile(
    r"(?=[{}\[\]<|_\\])(?:\{\{|\}\}|\[\[|\]\]|<\/?\w+|\||(?<=\b(?:formula|codice))_\d|\\(?:display|text|script)style\b)"
)
_DATE = regex.compile(r"\W*(?:\p{L}+\W+)?\d{1,2}\W+\p{Lu}\p{L}+\W+\d{4}\W*")  # of a reference: "Web. 14 Nov. 2014."
_NOTHING_QUOTED = regex.compile(r'(?<![\p{L}\p{N}"])""(?![\p{L}\p{N}"])')
_OPENED = regex.compile(r'(?<![^\s(\[–—-])"(?=[^\s"])[^"]*+$')  # the last straight mark opens a quotation
# The first closes one; one behind a number may stand for inches.
_CLOSED = regex.compile(r'[^"„“«]*+(?<=[^\s\p{N}(\[–—-])"(?![\p{L}\p{N}"])')
_LONE = regex.compile(r'(?<=[^\s\p{N}]\s)"(?=[\s,.;:)])')  # beside it stood the title of a work
_INCHES = regex.compile(r"\d”")
# Somebody's words, or a note in italics, which extraction puts in quotation marks.
_QUOTED = regex.compile(
    r"""(?: "[^"]*+ (?: (?<=[.!?…])" | "[.!?…] | "[^"]++""[.!?…]? )
          | “[^“”]*+ (?: (?<=[.!?…]["'’)]?)” | ”[.!?…] )
          | „[^„“”"]*+ (?: (?<=[.!?…]['’‘)]?)[“”"] | [“”"][.!?…] )
          | ”[^„“”]*+ (?: (?<=[.!?…]['’)]?)” | ”[.!?…] )
          | [«»][^«»]*+ (?: (?<=[.!?…]['’)”]?\s?)[«»] | [«»]\s?[.!?…] )
          | 「[^「」]*+ (?: (?<=[。！？…])」 | 」[。！？] ) | 『[^『』]*+ (?: (?<=[。！？…])』 | 』[。！？] )
        ) \s*$""",
    regex.VERBOSE,
)
_OPENS_QUOTATION = tuple('"“„”«»「『')
_PAIRS = (("「", "」"), ("『", "』"))
# A mark alone stands where extraction has lost the title of a work; 'n' is a word.
_NAME_LOST = regex.compile(r"(?<![^\s(])'(?=[\s,.;:)])(?! ?n ')(?<!\bn ')")
# Words stand between spaces or, in Tibetan, between tseks; a Chinese or Japanese character can be one.
_WORD = r"(?:[\p{Han}\p{Hiragana}\p{Katakana}]|[^\s་\p{Han}\p{Hiragana}\p{Katakana}]++)"
_ENOUGH = regex.compile(rf"(?:[\s་]*+{_WORD}){{{FEWEST_WORDS}}}")


@dataclass(frozen=True, slots=True)
class _Patterns:
    """How sentences of a language end, which words may open one in lower case, how notes on the page begin.

    goes_on: how one begins that goes on with another. lost: what says that extraction lost something. run_on: what says
    that a full stop is missing.
    """

    closed: regex.Pattern[str]
    goes_on: regex.Pattern[str]
    lower_case: frozenset[str]
    notes: regex.Pattern[str] | None
    lost: tuple[regex.Pattern[str], ...]
    run_on: regex.Pattern[str] | None


def is_truncated(sentence: str, language: str = "en") -> bool:
    """Whether a sentence lacks its closing punctuation, or ends with an ellipsis."""
    return _patterns(language).closed.search(sentence.rstrip()) is None


def flaw_of(sentence: str, title: str = "", language: str = "en", *, quoted: bool = False) -> str | None:
    """What is wrong with a sentence, completing "the sentence ..."; None if it looks whole.

    A sentence that begins with the title of its article may begin in lower case: "bell hooks was ...". quoted: whether
    it begins in a quotation that began before it.
    """
    patterns = _patterns(language)
    if quoted:
        return "is part of a quotation that does not say whose"
    if is_truncated(sentence, language):
        return "does not end as a sentence"
    if sentence.rstrip().endswith((" .", "\N{NO-BREAK SPACE}.")):
        return "lacks what stood before its full stop"
    if _LOWER_CASE.match(sentence) and not _may_open(sentence, title, patterns.lower_case):
        return "does not begin as a sentence"
    if patterns.goes_on.match(sentence) or (_ITEM.match(sentence) and not begins_with_title(sentence, title)):
        return "begins within a sentence or a list"
    if any(lost.search(sentence) for lost in patterns.lost) or ("'" in sentence and _NAME_LOST.search(sentence)):
        return "lacks an amount, a name or a place"
    if patterns.run_on and patterns.run_on.search(sentence):
        return "runs into the next one"
    if _DATE.fullmatch(sentence):
        return "is only a date"
    if sentence.count("(") != sentence.count(")") or sentence.count("{") != sentence.count("}"):
        return "has a bracket without its other half"
    if '""' in sentence and _NOTHING_QUOTED.search(sentence):
        return "has quotation marks with nothing in them"
    if ('"' in sentence and _has_half_a_quotation(sentence)) or _has_half_another_quotation(sentence):
        return "has a quotation mark without its other half"
    if sentence.startswith(_OPENS_QUOTATION) and _QUOTED.match(sentence):
        return "is a quotation that does not say whose"
    if _MARKUP.search(sentence):
        return "has marks of a page's source"
    if patterns.notes and patterns.notes.match(sentence):
        return "speaks of its page"
    if not _ENOUGH.match(sentence):
        return f"has fewer than {FEWEST_WORDS} words"
    return None


def _has_half_a_quotation(sentence: str) -> bool:
    if _CLOSED.match(sentence):
        return True
    return bool(sentence.count('"') % 2 and (_OPENED.search(sentence) or _LONE.search(sentence)))


def _has_half_another_quotation(sentence: str) -> bool:
    """Whether there is a mark other than a straight one without its other half.

    Languages disagree on which one opens (“so”, „so“, ”so”, »so«, « so », »so»), so that they are only counted. A curly
    one behind a digit may stand for inches; a straight one may close what a low one opens.
    """
    if sentence.isascii():
        return False
    curly = sum(map(sentence.count, "“”„")) + ("„" in sentence and sentence.count('"'))
    guillemets = sentence.count("«") + sentence.count("»")
    if guillemets % 2 or any(sentence.count(opening) != sentence.count(closing) for opening, closing in _PAIRS):
        return True
    return curly % 2 == 1 and not _INCHES.search(sentence)


def begins_with_title(sentence: str, title: str) -> bool:
    """Whether a sentence begins with its article's title without the qualifier; the first letter may be lower case."""
    name, begin = _uncapitalized(unqualified(title)), _uncapitalized(sentence.lstrip("\"'“‘«„ "))
    return bool(name) and begin.startswith(name) and not begin[len(name) : len(name) + 1].isalnum()


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:]


def _may_open(sentence: str, title: str, lower_case: frozenset[str]) -> bool:
    first = sentence.split(None, 1)[0].replace("’", "'").partition("-")[0]
    return first in lower_case or begins_with_title(sentence, title)


@cache
def _patterns(code: str) -> _Patterns:
    language: Language = find_language(code)
    boundaries = language.boundaries
    end, closing = rf"\p{{STerm}}{regex.escape(boundaries.ends)}", boundaries.closing
    spaced = r"|\s»" if boundaries.spaces else ""
    return _Patterns(
        regex.compile(rf"(?<!\.\.|\. )[{end}](?:[{closing}]{spaced})*$"),
        regex.compile(rf"{_GOES_ON}|{BRACKET}\s{any_word(language.prepositions)}"),
        boundaries.lowercase_openers,
        regex.compile(rf"\W*(?:{language.page_notes})") if language.page_notes else None,
        tuple(map(compiled, language.lost)),
        regex.compile(language.run_on) if language.run_on else None,
    )
