"""Haitian Creole."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    name="Haitian Creole",
    negations=words("pa pap san janm"),
)
