"""Sesotho."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="st",
    name="Sesotho",
)
