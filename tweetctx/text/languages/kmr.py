"""Northern Kurdish."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="kmr",
    name="Northern Kurdish",
)
