"""Lower Sorbian."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    name="Lower Sorbian",
    boundaries=Boundaries(
        ordinals=True,
    ),
)
