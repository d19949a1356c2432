"""Finds URLs in tweets: whole, without a scheme, and cut off by an ellipsis.

Every pattern takes linear time: it begins only where a run of its characters begins, or with a literal, or is bounded.
"""

from __future__ import annotations

from typing import Final

import regex

# A URL ends at white space and at quotes, brackets that never belong to one, and letters of scripts such as
# Japanese, in which text follows a URL without a space.
_URL_CHARACTER = r"[^\s<>\"“”„«»「」『』【】、。—\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]"
_GENERIC_TLD = (
    "com|org|net|edu|gov|mil|int|info|biz|name|mobi|news|blog|app|dev|online|site|live|link|page|tech|shop|store|social"
)
_LABEL = r"[\p{Latin}\p{N}_-]"

_NOT_AFTER_A_WORD = r"(?<![\p{L}\p{M}\p{N}])"

# The first two are found glued to the text before them too.
_CERTAIN: Final = regex.compile(
    rf"https?:/{_URL_CHARACTER}*+|pic\.twitter\.{_URL_CHARACTER}*+|{_NOT_AFTER_A_WORD}www\.{_URL_CHARACTER}++",
    regex.IGNORECASE,
)
# The replacement character is an ellipsis that somebody decoded wrongly.
_CUT_OFF: Final = regex.compile(rf"{_NOT_AFTER_A_WORD}h(?:tt?|ttps?)?:?(?:[…\uFFFD]|\.\.++)", regex.IGNORECASE)
_ANY_SCHEME: Final = regex.compile(rf"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{{1,12}}://{_URL_CHARACTER}*+", regex.IGNORECASE)
# A domain alone is left: `Amazon.com` is a name. With a path it is a URL.
_DOMAIN_AND_PATH: Final = regex.compile(
    rf"(?<![\p{{Latin}}\p{{N}}_.-])(?:{_LABEL}++\.)++(?:(?i:{_GENERIC_TLD})|[a-z]{{2}}|[A-Z]{{2}})(?::\d{{2,5}}+)?"
    rf"/{_URL_CHARACTER}*+",
)
_EMAIL: Final = regex.compile(r"(?<![\w.+-])[\w.+-]++@(?:[a-z0-9-]++\.(?=[a-z0-9-]))++[a-z]{2,}+(?!\w)")
_AT_AFTER_WORD: Final = regex.compile(r"@(?<=[\w.+-]@)")  # found much faster than an address is


def remove_urls(text: str) -> str:
    """Puts a space in place of every URL."""
    if "." in text or ":/" in text:
        text = _CERTAIN.sub(" ", text)
    if ".." in text or "…" in text or "\ufffd" in text:
        text = _CUT_OFF.sub(" ", text)
    if "://" in text:
        text = _ANY_SCHEME.sub(" ", text)
    if "/" in text:
        text = _DOMAIN_AND_PATH.sub(" ", text)
    return text


def remove_addresses(text: str) -> str:
    """Puts a space in place of every e-mail address, which says as little as a URL."""
    if _AT_AFTER_WORD.search(text):
        text = _EMAIL.sub(" ", text)
    return text
