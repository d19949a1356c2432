"""The kinds of mentions, and the numbers that describe the span of one."""

from __future__ import annotations

from enum import IntEnum


class FormKind(IntEnum):
    """What the surface form of a mention is made from."""

    WRITTEN = 0  # the words as they stand there
    SIGNED = 1  # an account or a stock symbol with its sign
    TICKER = 2  # a stock symbol without its sign: it names a company or nothing
    RENUMBERED = 3  # a name whose number is written in another way: Elizabeth the 2nd, Elizabeth II
    SPELLED_OUT = 4  # a place whose name is shortened behind a smaller one: Fresno, Calif.
    OWN = 5  # an abbreviation of who writes the post, written out
    ACCOUNT_PART = 6  # words of a user name: Sky News of @SkyNewsBreak


class MentionKind(IntEnum):
    """Whether a mention consists of words, or of a hashtag or user name."""

    WORDS = 0
    HASHTAG = 1
    USER = 2


# The rows of Mentions.spans. start, end: in the tweet, in code points. first, last: the tokens [first, last)
# that the span touches. joined: whether only the letters of its form count. plural: whether a final s was left out.
# kind: a MentionKind. speaker: the role of the span, a Speaker. form: a FormKind.
SpanRow = IntEnum("SpanRow", "start end first last joined plural kind speaker form", start=0)
