"""Choosing the sentences of a context."""

from tweetctx.context.selection import PassedOver, Selection, concatenate
from tweetctx.context.units import UNITS

__all__ = ["UNITS", "PassedOver", "Selection", "concatenate"]
