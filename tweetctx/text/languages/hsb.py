"""Upper Sorbian."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    name="Upper Sorbian",
    boundaries=Boundaries(
        ordinals=True,
    ),
)
