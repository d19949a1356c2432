"""Why a context has no sentences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from tweetctx.arrays.types import Floats
from tweetctx.context.policy import ContextPolicy
from tweetctx.context.selection import Selection
from tweetctx.types import Query

_SHOWN: Final = 200  # characters of a tweet


def why_nothing(
    words: Sequence[str], query: Query, scores: Floats, selection: Selection, policy: ContextPolicy, most: float
) -> str:
    """What the first stage that left nothing says. words: of the tweet. most: terms that a sentence may have."""
    if not words:
        return "it has no words"
    if not query:
        text = " ".join(words[:_SHOWN])
        shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
        return f"none of its words is in the index ({shown})"
    if not len(scores):
        return f"no sentence of {policy.min_terms} to {most} different terms was found"
    if not selection.rejected:
        best = float(scores.max())
        found = "" if math.isinf(best) else f" (best score {best:.3g}, expected {policy.min_score:g})"
        return f"nothing says enough about it{found}"
    (reason, count), *_ = Counter(rejection.reason for rejection in selection.rejected).most_common(1)
    return f"no sentence was chosen; most often ({count} of {len(selection.rejected)}) because it {reason}"
