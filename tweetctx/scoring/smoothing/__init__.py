"""Smoothed language models of a sentence, p(t|θ)."""

from tweetctx.scoring.smoothing.dirichlet import Dirichlet
from tweetctx.scoring.smoothing.jelinek_mercer import JelinekMercer
from tweetctx.scoring.smoothing.mixtures import FourMixture, ThreeMixture
from tweetctx.scoring.smoothing.smoothing import Smoothing
from tweetctx.scoring.smoothing.two_stage import TwoStage, TwoStageInverted
from tweetctx.scoring.smoothing.word_class import ClassDirichlet

SMOOTHINGS: dict[str, type[Smoothing]] = {
    smoothing.name: smoothing
    for smoothing in (JelinekMercer, Dirichlet, ThreeMixture, TwoStage, TwoStageInverted, FourMixture, ClassDirichlet)
}

__all__ = ["SMOOTHINGS", "JelinekMercer", "Smoothing"]
