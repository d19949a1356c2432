"""The kinds of mentions, and the numbers that describe the span of one."""

from __future__ import annotations

from enum import IntEnum


class MentionKind(IntEnum):
    """Whether a mention consists of words, or of a hashtag or user name."""

    WORDS = 0
    HASHTAG = 1
    USER = 2


# The rows of Mentions.places. start, end: places in the tweet, in code points. first, last: the tokens [first, last)
# that the span touches. joined: whether only the letters of its form count. plural: whether a final s was left out.
# kind: a MentionKind. speaker: the role of the span, a Speaker.
Place = IntEnum("Place", "start end first last joined plural kind speaker", start=0)
