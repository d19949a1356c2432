"""Ancient Greek."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Ancient Greek")
