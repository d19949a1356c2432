"""Latin."""

from tweetctx.text.language import Language, words

LANGUAGE = Language(
    name="Latin",
    negations=words("non nec neque numquam sine nullus nulla nullum"),
)
