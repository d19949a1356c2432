"""Sanskrit."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    code="sa",
    name="Sanskrit",
    negations=words("न"),
)
