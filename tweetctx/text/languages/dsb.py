"""Lower Sorbian."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    code="dsb",
    name="Lower Sorbian",
    boundaries=Boundaries(
        ordinals=True,
    ),
)
