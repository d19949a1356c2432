"""Sanskrit."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    name="Sanskrit",
    negations=words("न"),
)
