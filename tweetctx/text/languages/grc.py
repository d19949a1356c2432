"""Ancient Greek."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="grc",
    name="Ancient Greek",
)
