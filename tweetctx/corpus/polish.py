"""The last of what is done to a line of text when its markup is gone."""

from __future__ import annotations

import re

from tweetctx.corpus.brackets import tidy_brackets

# Signs that do not show: soft hyphens, joiners of no width, marks of direction.
_INVISIBLE = re.compile("[\xad\u200b\u200e\u200f\u2060\ufeff]")
# Where something before a sign was dropped. A space before a semicolon is right in French.
_GAP = re.compile(r" +,(?=[\s)]|$)|\( +(?=\w)|(?<=\w) +\)|(?<=[\w,)]) +\.(?= |$)")
_RAISED = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_EXPONENT = re.compile(r"\s*[0-9+−–-]{1,4}\s*")


def polish(line: str) -> str:
    """Return a line with single spaces, without what does not show, its gaps closed and its brackets tidied.

    >>> polish("Ada  (; born 1980) , a miller .")
    'Ada (born 1980), a miller.'
    """
    line = " ".join(_INVISIBLE.sub("", line).split())
    return tidy_brackets(_GAP.sub(lambda match: match[0].strip(), line))


def raise_digits(text: str) -> str:
    """Return a text that stood raised: digits and signs as raised ones, anything else as it is.

    >>> raise_digits("-2") + raise_digits("nd")
    '⁻²nd'
    """
    return text.strip().translate(_RAISED) if _EXPONENT.fullmatch(text) else text
