"""Ganda."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Ganda")
