"""Haitian Creole."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    code="ht",
    name="Haitian Creole",
    negations=words("pa pap san janm"),
)
