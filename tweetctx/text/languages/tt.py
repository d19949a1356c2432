"""Tatar."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="tt",
    name="Tatar",
)
