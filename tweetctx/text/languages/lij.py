"""Ligurian."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    name="Ligurian",
    elisions=words("l d"),
)
