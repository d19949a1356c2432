"""Evaluations of contexts as pictures."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import EvaluationError
from tweetctx.evaluation.extra import load

if TYPE_CHECKING:
    from tweetctx.evaluation.contexts import ContextEvaluation

FORMATS = (".png", ".svg")
# Okabe and Ito's colours, which people with any kind of colour vision can tell apart.
BLUE, ORANGE = "#0072B2", "#D55E00"  # the first run, or where it is better; the others
_WIDTH = 7.5  # inches
_ROW, _PANEL, _MARGIN = 0.6, 2.8, 1.0  # inches: a run's row, a panel of differences, what is around the rows
_LONGEST = 28  # characters of a run's name


def check_figure(path: Path) -> None:
    """Raises ParameterError for a file that is neither PNG nor SVG, EvaluationError where matplotlib is missing."""
    if path.suffix.lower() not in FORMATS:
        raise ParameterError(f"figure: found {str(path)!r}, expected a name that ends in {' or '.join(FORMATS)}")
    load("matplotlib.figure")


def draw_contexts(runs: Sequence[ContextEvaluation], path: Path) -> None:
    """Draws the dissimilarity of words of runs that were measured against the same references, as PNG or SVG.

    Above, for each run, its distribution over the topics: every topic a dot, the quartiles as a box, whiskers at the
    5th and 95th percentile. Below, for each run after the first, how much the first differs from it in each topic,
    sorted. The same evaluations give the same file.
    """
    check_figure(path)
    heights = [_ROW * len(runs) + _MARGIN, *[_PANEL] * (len(runs) - 1)]
    # The backend of a Figure without pyplot is Agg, or that of the format.
    figure = load("matplotlib.figure").Figure(figsize=(_WIDTH, sum(heights)), dpi=160, layout="constrained")
    panels = figure.subplots(len(runs), 1, height_ratios=heights, squeeze=False)[:, 0]
    _draw_distributions(panels[0], runs)
    for panel, other in zip(panels[1:], runs[1:], strict=True):
        _draw_differences(panel, runs[0], other)
    _save(figure, path)


def _draw_distributions(panel: Any, runs: Sequence[ContextEvaluation]) -> None:
    generator = np.random.default_rng(0)
    for row, run in enumerate(runs):
        values = run.values["unigram"]
        colour = BLUE if row == 0 else ORANGE
        spread = row + generator.uniform(-0.3, 0.3, len(values))
        panel.scatter(values, spread, s=9, color=colour, alpha=0.45, linewidths=0)
        _draw_box(panel, values, row)
    panel.set_yticks(range(len(runs)), [f"{_shortened(run.run)}\nmean {run.mean('unigram'):.3f}" for run in runs])
    panel.set_ylim(len(runs) - 0.5, -0.5)
    least = min(float(run.values["unigram"].min()) for run in runs)
    panel.set_xlim(least - 0.03 * (1 - least) - 0.01, 1.01)
    panel.set_xlabel("Dissimilarity of words from the reference (0 best, 1 worst)")
    panel.set_title(f"{len(runs[0].topics)} topics, a dot each; box: quartiles, whiskers: 5th to 95th percentile")
    _clean(panel, "x")


def _draw_box(panel: Any, values: Any, row: int) -> None:
    style = {"color": "black", "linewidth": 1.2}
    panel.boxplot(
        values,
        positions=[row],
        orientation="horizontal",
        widths=0.4,
        whis=(5, 95),
        showfliers=False,
        manage_ticks=False,
        boxprops=style,
        whiskerprops=style,
        capprops=style,
        medianprops=style | {"linewidth": 2.2},
    )


def _draw_differences(panel: Any, ours: ContextEvaluation, theirs: ContextEvaluation) -> None:
    differences = np.sort(ours.values["unigram"] - theirs.values["unigram"])
    places = np.arange(1, len(differences) + 1)
    colours = np.where(differences < 0, BLUE, ORANGE)
    panel.bar(places, differences, width=1, color=colours, linewidth=0)
    panel.axhline(0, color="black", linewidth=0.8)
    mean = float(differences.mean())
    panel.axhline(mean, color="black", linewidth=1, linestyle="--", label=f"mean {mean:+.3f}".replace("-", "−"))
    reach = 1.1 * max(float(np.abs(differences).max()), 0.01)
    panel.set_ylim(-reach, reach)
    panel.set_xlim(0.5, len(differences) + 0.5)
    panel.set_xlabel("Topics, sorted by the difference")
    panel.set_ylabel("Difference of dissimilarity")
    panel.set_title(_heading(ours, theirs, differences))
    panel.legend(loc="upper left", frameon=False)
    _clean(panel, "y")


def _heading(ours: ContextEvaluation, theirs: ContextEvaluation, differences: Any) -> str:
    better, worse = int((differences < 0).sum()), int((differences > 0).sum())
    return (
        f"{_shortened(ours.run)} − {_shortened(theirs.run)}\n"
        f"lower (better) in {better} topics, higher in {worse}, equal in {len(differences) - better - worse}"
    )


def _clean(panel: Any, axis: str) -> None:
    panel.title.set_fontsize(9)
    panel.grid(axis=axis, color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)


def _shortened(name: str) -> str:
    """A name that leaves room for the picture; a dollar sign would begin a formula."""
    name = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 + 1 :]}"
    return name.replace("$", r"\$")


def _save(figure: Any, path: Path) -> None:
    svg = path.suffix.lower() == ".svg"
    try:
        # Without a date and with fixed ids, the same picture is the same bytes.
        with load("matplotlib").rc_context({"svg.hashsalt": "tweetctx"}), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # a run may be named in any script
            figure.savefig(path, metadata={"Date": None} if svg else None)
    except OSError as error:
        raise EvaluationError(
            f"{path}: cannot be written ({error.strerror}); expected a place for a picture"
        ) from error
