"""Any language: its words as they are."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="any language")
