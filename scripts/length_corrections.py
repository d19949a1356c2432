"""Draws docs/figures/length-correction.svg: how the length of a sentence enters a smoothed model."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from tweetctx.arrays.types import Floats
from tweetctx.evaluation.drawing import COLOURS, LINES, clean, new_figure, save
from tweetctx.scoring import parse_scorer
from tweetctx.scoring.evidence import Counts
from tweetctx.scoring.query_likelihood import QueryLikelihood

FIGURE = Path(__file__).parents[1] / "docs" / "figures" / "length-correction.svg"
LONGEST = 60  # terms of a sentence
P_CONTEXT, P_COLLECTION = 0.01, 0.0005  # p(t|b) where the text around has the term, and p(t)
SPECS = {
    "DIR, μ = 100": "dir(mu=100)",
    "2S, λ = 0.5, μ = 100": "2s(lam=0.5, mu=100)",
    "2S-I, λ = 0.5, μ = 100": "2s-i(lam=0.5, mu=100)",
}
_CONTEXT = 1e6  # terms of the text around, so many that a probability becomes a count


def length_correction(spec: str, longest: int, p_context: float, p_collection: float) -> Floats:
    """Returns ln(p(t|θ)/p(t)) of a term that a sentence of 1 to `longest` terms lacks, shape (longest,).

    p_context, p_collection: p(t|b) and p(t). This is what each query term that a sentence lacks adds to its score
    beside others, and the only place where the length of such a sentence counts.
    """
    scorer = parse_scorer(spec)
    assert isinstance(scorer, QueryLikelihood), "only smoothed models have a length correction"  # noqa: S101
    lengths, around = np.arange(1.0, longest + 1)[None, :], np.full((1, longest), _CONTEXT)
    evidence: Any = SimpleNamespace(  # these models ask for counts alone
        sentence=Counts(np.zeros_like(lengths), lengths),
        context=lambda _name, _n: Counts(p_context * around, around),
        p=np.array([[p_collection]]),
    )
    corrected: Floats = np.log(scorer.smoothing.probability(evidence)[0] / p_collection)
    return corrected


def draw_length_corrections(path: Path) -> None:
    """Draws the corrections of DIR, 2S and 2S-I for a term that the text around has, and for one that it lacks."""
    figure = new_figure(8.5, 3.9)
    panels = figure.subplots(1, 2, sharex=True)
    heads = {P_CONTEXT: f"the text around has the term: p(t|b) = {P_CONTEXT:g}", 0.0: "it lacks the term: p(t|b) = 0"}
    for panel, (p_context, title) in zip(panels, heads.items(), strict=True):
        for place, (label, spec) in enumerate(SPECS.items()):
            values = length_correction(spec, LONGEST, p_context, P_COLLECTION)
            look = {"color": COLOURS[(0, 1, 5)[place]], "linestyle": LINES[place], "lw": 2}
            panel.plot(np.arange(1, LONGEST + 1), values, label=label, **look)
        panel.axhline(0, color="black", linewidth=0.6)
        panel.set_title(title)
        panel.set_xlabel("|s|, terms of the sentence")
        clean(panel)
    panels[0].set_ylabel(f"ln(p(t|θ) / p(t)), p(t) = {P_COLLECTION:g}")
    figure.suptitle("Length correction: what a query term adds that the sentence lacks", fontsize=11)
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=3, frameon=False, fontsize=9)
    save(figure, path)


if __name__ == "__main__":
    draw_length_corrections(FIGURE)
