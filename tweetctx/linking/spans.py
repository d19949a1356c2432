"""The spans of a tweet that may be mentions: what describes one, and the record of all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.text.names.keys import Keys, NameTokens


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


@dataclass(frozen=True, slots=True)
class Mentions:
    """M spans of a tweet that may be mentions.

    text: the tweet. tokens: those in which names were looked for. spans: whole numbers by SpanRow and span, shape
    (9, M). keys: of the surface forms, shape (M,). shares: the letters of a hashtag that the span takes, as a share of
    all, shape (M,).
    """

    text: str
    tokens: NameTokens
    spans: NDArray[np.int64]
    keys: Keys
    shares: Floats

    @property
    def starts(self) -> Ints:
        """The start of each in the tweet, in code points, shape (M,)."""
        starts: Ints = self.spans[SpanRow.start]
        return starts

    @property
    def ends(self) -> Ints:
        """The end of each in the tweet (excluded), in code points, shape (M,)."""
        ends: Ints = self.spans[SpanRow.end]
        return ends

    def take(self, kept: Bools) -> Mentions:
        """Those of the spans that are kept. kept: shape (M,)."""
        if kept.all():
            return self
        spans = self.spans.compress(kept, axis=1)  # unlike [:, kept], it keeps rows contiguous, as loops expect
        return Mentions(self.text, self.tokens, spans, self.keys[kept], self.shares[kept])

    def with_more(self, spans: NDArray[np.int64], keys: Keys, shares: Floats) -> Mentions:
        """These spans and some more, behind them."""
        shares = np.concatenate([self.shares, shares])
        more = np.concatenate([self.spans, spans], axis=1), np.concatenate([self.keys, keys])
        return Mentions(self.text, self.tokens, *more, shares)
