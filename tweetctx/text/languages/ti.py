"""Tigrinya."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="ti",
    name="Tigrinya",
)
