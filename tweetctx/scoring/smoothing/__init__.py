"""Smoothed language models of a sentence, p(t|θ); section 4.2 of the design has them in one table."""

from tweetctx.scoring.smoothing.jelinek_mercer import JelinekMercer
from tweetctx.scoring.smoothing.smoothing import Evidence, Smoothing

SMOOTHINGS: dict[str, type[Smoothing]] = {"jm": JelinekMercer}

__all__ = ["SMOOTHINGS", "Evidence", "JelinekMercer", "Smoothing"]
