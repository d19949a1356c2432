"""Northern Kurdish."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Northern Kurdish")
