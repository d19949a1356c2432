"""Ganda."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="lg",
    name="Ganda",
)
