"""Sesotho."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Sesotho")
