"""Kyrgyz."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="ky",
    name="Kyrgyz",
)
