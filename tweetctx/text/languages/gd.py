"""Scottish Gaelic."""

from tweetctx.text.language import Language

LANGUAGE = Language(
    code="gd",
    name="Scottish Gaelic",
)
