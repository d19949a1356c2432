"""Tibetan."""

from tweetctx.text.language import Boundaries, Language

LANGUAGE = Language(
    code="bo",
    name="Tibetan",
    boundaries=Boundaries(
        ends="།༎",
    ),
)
