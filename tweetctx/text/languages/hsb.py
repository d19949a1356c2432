"""Upper Sorbian."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    code="hsb",
    name="Upper Sorbian",
    boundaries=Boundaries(
        ordinals=True,
    ),
)
