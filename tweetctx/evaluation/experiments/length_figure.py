"""How the length of a sentence enters a smoothed model, as a picture."""

from __future__ import annotations

from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np

from tweetctx.evaluation.drawing import COLOURS, LINES, clean, new_figure
from tweetctx.evaluation.experiments.configuration import LengthFigure
from tweetctx.evaluation.experiments.outcomes import Folder
from tweetctx.ragged import Floats
from tweetctx.scoring import parse_scorer
from tweetctx.scoring.evidence import Counts, TermEvidence
from tweetctx.scoring.query_likelihood import QueryLikelihood

_CONTEXT = 1e6  # terms of the text around, so many that a probability becomes a count


class _AbsentTerm(TermEvidence):
    """One term that stands in none of the sentences, of 1 to `longest` terms."""

    def __init__(self, longest: int, p_context: float, p_collection: float) -> None:
        self.pool: Any = SimpleNamespace()  # the models of the figure ask for counts alone
        self.lengths = np.arange(1.0, longest + 1)[None, :]
        self._p_context = p_context
        self._p = p_collection

    @cached_property
    def sentence(self) -> Counts:
        """No occurrences, shape (1, longest)."""
        return Counts(np.zeros_like(self.lengths), self.lengths)

    @cached_property
    def document(self) -> Counts:
        """As many as the probability says, shape (1, longest)."""
        return Counts(np.full_like(self.lengths, self._p_context * _CONTEXT), np.full_like(self.lengths, _CONTEXT))

    @cached_property
    def p(self) -> Floats:
        """The term's probability in the collection, shape (1, 1)."""
        return np.array([[self._p]])


def length_correction(spec: str, longest: int, p_context: float, p_collection: float) -> Floats:
    """ln(p(t|θ)/p(t)) of a term that a sentence of 1 to `longest` terms lacks, shape (longest,).

    p_context, p_collection: p(t|b) and p(t). This is what each query term that a sentence lacks adds to its score
    beside others, and the only place where the length of such a sentence counts.
    """
    evidence = _AbsentTerm(longest, p_context, p_collection)
    scorer = parse_scorer(spec)
    assert isinstance(scorer, QueryLikelihood), "only smoothed models have a length correction"  # noqa: S101
    corrected: Floats = np.log(scorer.smoothing.probability(evidence)[0] / p_collection)
    return corrected


def draw_length_corrections(settings: LengthFigure, folder: Folder) -> None:
    """Draws the corrections of DIR, 2S and 2S-I for a term that the text around has, and for one that it lacks."""
    figure = new_figure(8.5, 3.9)
    panels = figure.subplots(1, 2, sharex=True)
    lam, mu, rare = f"{settings.lam:g}", f"{settings.mu:g}", settings.p_collection
    specs = {
        f"DIR, μ = {mu}": f"dir(mu={mu})",
        f"2S, λ = {lam}, μ = {mu}": f"2s(lam={lam}, mu={mu})",
        f"2S-I, λ = {lam}, μ = {mu}": f"2s-i(lam={lam}, mu={mu})",
    }
    heads = (
        (settings.p_context, f"the text around has the term: p(t|b) = {settings.p_context:g}"),
        (0.0, "it lacks the term: p(t|b) = 0 (DIR is 2S-I)"),
    )
    for panel, (p_context, title) in zip(panels, heads, strict=True):
        for number, (label, spec) in enumerate(specs.items()):
            values = length_correction(spec, settings.longest, p_context, rare)
            lengths = np.arange(1, settings.longest + 1)
            panel.plot(lengths, values, color=COLOURS[(0, 1, 5)[number]], linestyle=LINES[number], lw=2, label=label)
        panel.axhline(0, color="black", linewidth=0.6)
        panel.set_title(title)
        panel.set_xlabel("|s|, terms of the sentence")
        clean(panel)
    panels[0].set_ylabel(f"ln(p(t|θ) / p(t)), p(t) = {rare:g}")
    figure.suptitle("Length correction: what a query term adds that the sentence lacks", fontsize=11)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    folder.draw(figure, "length-correction")
