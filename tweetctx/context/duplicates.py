"""Near-duplicate sentences."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cache
from itertools import pairwise

import regex

from tweetctx.text.analyzer import Analyzer
from tweetctx.text.languages import find_language
from tweetctx.text.unicode import fold
from tweetctx.text.words import word_rules

NEARLY_ALL = 0.8
NEGATED = "(negated)"  # no analyzer makes such a term
_NUMBER = regex.compile(r"\d+")
_FIRST_DATE = regex.compile(r"[^\d()]*\([^\d()]*\d")


def content_terms(analyzer: Analyzer, text: str) -> set[str]:
    """The distinct terms of a text, with number words as digits, and NEGATED if it contains a negation.

    Stop lists contain number words and negations, but both distinguish facts. "No" before a number is not a negation:
    No. 5.
    """
    negations, numerals = _listed(analyzer.config.language)
    tokens = analyzer.tokens(text)
    terms = {term for token in tokens if (term := numerals.get(token) or analyzer.term(token)) is not None}
    if not negations.isdisjoint(tokens) and any(
        token in negations and not following[:1].isdigit() for token, following in pairwise([*tokens, ""])
    ):
        terms.add(NEGATED)
    return terms


def near_duplicates(a: AbstractSet[str], b: AbstractSet[str]) -> bool:
    """Whether nearly all of the smaller of two sets of terms is contained in the other.

    The overlap coefficient |a∩b|/min(|a|,|b|) must be at least 0.8, so one word in five may differ, but no number and
    no negation: who won in 2008 is another fact than who won in 2012, and "found guilty" than "not found guilty".
    Sentences without terms are duplicates only of each other.
    """
    if (NEGATED in a) != (NEGATED in b):
        return False
    small, large = sorted((a - {NEGATED}, b - {NEGATED}), key=len)
    if not small:
        return not large
    missing = small - large
    if len(small & large) < NEARLY_ALL * len(small):
        return False
    return not any(term[:1].isdigit() for term in (missing if len(small) < len(large) else small ^ large))


def repeats_first_date(text: str, opening: str) -> bool:
    """Whether the only date of a sentence is the first one in the brackets of its article's opening.

    "Hart was born on July 6, 1979 in Ohio" repeats that of "Kevin Hart (born July 6, 1979) is an actor". The date must
    have two numbers. A second date in the brackets, as of a death, may be repeated: how somebody died is worth telling.
    """
    dated = _FIRST_DATE.match(opening)
    numbers, known = _NUMBER.findall(text), _NUMBER.findall(opening)
    return bool(dated) and len(numbers) > 1 and numbers[:2] == known[:2] and {*numbers} <= {*known}


@cache
def _listed(code: str) -> tuple[frozenset[str], dict[str, str]]:
    """The negations and number words of a language, folded as its tokens are."""
    language, letters = find_language(code), word_rules(code).letters
    negations = frozenset(fold(word, letters) for word in language.negations)
    return negations, {fold(word, letters): digits for word, digits in language.numerals.items()}
