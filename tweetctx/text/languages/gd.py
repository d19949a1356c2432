"""Scottish Gaelic."""

from tweetctx.text.language import Language

LANGUAGE = Language(name="Scottish Gaelic")
