"""Tibetan."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    name="Tibetan",
    boundaries=Boundaries(
        ends="།༎",
    ),
)
