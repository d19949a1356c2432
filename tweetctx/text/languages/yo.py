"""Yoruba."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="yo",
    name="Yoruba",
)
