"""The record of the spans of a tweet that may be mentions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.linking.mention_kinds import SpanRow
from tweetctx.text.names.keys import Keys, NameTokens


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
        spans = self.spans.compress(
            kept, axis=1
        )  # rows stay contiguous, as loops are compiled for; `[:, kept]` does not
        return Mentions(self.text, self.tokens, spans, self.keys[kept], self.shares[kept])

    def with_more(self, spans: NDArray[np.int64], keys: Keys, shares: Floats) -> Mentions:
        """These spans and some more, behind them."""
        shares = np.concatenate([self.shares, shares])
        more = np.concatenate([self.spans, spans], axis=1), np.concatenate([self.keys, keys])
        return Mentions(self.text, self.tokens, *more, shares)
