"""Choosing the sentences of a context."""

from tweetctx.context.policy import ContextPolicy
from tweetctx.context.selection import Rejection, Selection, select
from tweetctx.context.units import UNITS, Unit

__all__ = ["UNITS", "ContextPolicy", "Rejection", "Selection", "Unit", "select"]
