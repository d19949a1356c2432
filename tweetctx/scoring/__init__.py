"""Sentence models: immutable values that score the sentences of a pool."""

from tweetctx.scoring.evidence import TermEvidence
from tweetctx.scoring.pool import Pool
from tweetctx.scoring.presets import PRESETS
from tweetctx.scoring.scorer import Scorer
from tweetctx.scoring.spec import parse_scorer

__all__ = ["PRESETS", "Pool", "Scorer", "TermEvidence", "parse_scorer"]
