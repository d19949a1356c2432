"""Sinhala."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Sinhala")
