"""The boundaries of a language: from its table, from spaCy, or from both."""

from __future__ import annotations

from dataclasses import replace

from tweetctx.text.boundaries.boundaries import Boundaries, words
from tweetctx.text.boundaries.english import ENGLISH
from tweetctx.text.boundaries.french import FRENCH
from tweetctx.text.boundaries.german import GERMAN
from tweetctx.text.boundaries.russian import RUSSIAN
from tweetctx.text.boundaries.spanish import SPANISH
from tweetctx.text.languages import abbreviations, resources

_TABLES = {"de": GERMAN, "fr": FRENCH, "es": SPANISH, "ru": RUSSIAN}

# In these "3." is the third.
_ORDINALS = words("bs cs da dsb et fi fo hr hsb hu is lb lv nb nn pl sk sl sr tr")
_TITLES = words("Dr Prof Mr Mrs Ms St Nr")  # of which a name or a number is behind, in most of Europe
_ENDS = {"bo": "།༎", "el": ";\u037e"}

# Where no space parts the sentences, what opens the next one must not be taken for what closes this one.
_EASTERN = words("ja ko zh")
_TIGHT = r"""\p{Pe}\p{Pf}"'"""


def boundaries_of(language: str) -> Boundaries:
    """What is known of a language's sentences.

    English has its own table; German, French, Spanish and Russian have theirs and spaCy's abbreviations. Elsewhere
    spaCy's abbreviations and stop words are used: these are the words that sentences open with and names do not.
    """
    if language == "en":
        return ENGLISH
    known = abbreviations(language)
    if language in _TABLES:
        table = _TABLES[language]
    else:
        openers = frozenset(map(_capitalized, resources(language).stop_words))
        table = Boundaries(_TITLES, frozenset(), openers, ordinals=language in _ORDINALS, ends=_ENDS.get(language, ""))
    if language in _EASTERN:
        table = replace(table, closing=_TIGHT)
    seldom = table.seldom_last | known
    first = map(_capitalized, table.never_last | seldom)  # an abbreviation may open a sentence: Vgl., Ул.
    return replace(table, seldom_last=(seldom | frozenset(first)) - table.never_last)


def _capitalized(word: str) -> str:
    return word[:1].upper() + word[1:]
