"""Sinhala."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="si",
    name="Sinhala",
)
