"""Ligurian."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    code="lij",
    name="Ligurian",
    elisions=words("l d"),
)
