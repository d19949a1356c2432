"""Tswana."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="tn",
    name="Tswana",
)
