"""Draws the scores of contexts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tweetctx.errors import counted
from tweetctx.evaluation.drawing import COLOURS, check_figure, clean, new_figure, save

if TYPE_CHECKING:
    from tweetctx.evaluation.scores import RunScores

BLUE, ORANGE = COLOURS[0], COLOURS[5]  # the first run, or topics where it is better; other runs
_WIDTH = 7.5  # inches
_ROW, _PANEL, _MARGIN = 0.6, 2.8, 1.0  # inches: a run's row, a panel of differences, the margins
_LONGEST = 28  # characters of a run's name


def draw_contexts(runs: Sequence[RunScores], path: Path) -> None:
    """Draws the unigram dissimilarity of runs that were scored against the same references, as PNG or SVG.

    The upper panel shows the distribution of each run over the topics: a dot a topic, a box for the quartiles, whiskers
    at the 5th and 95th percentile. Each lower panel shows the differences of the first run from another by topic,
    sorted. The same scores give the same file.
    """
    check_figure(path)
    heights = [_ROW * len(runs) + _MARGIN, *[_PANEL] * (len(runs) - 1)]
    figure = new_figure(_WIDTH, sum(heights))
    panels = figure.subplots(len(runs), 1, height_ratios=heights, squeeze=False)[:, 0]
    _draw_distributions(panels[0], runs)
    for panel, other in zip(panels[1:], runs[1:], strict=True):
        _draw_differences(panel, runs[0], other)
    save(figure, path)


def _draw_distributions(panel: Any, runs: Sequence[RunScores]) -> None:
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
    panel.set_title(
        f"{counted(len(runs[0].topics), 'topic')}, a dot each; box: quartiles, whiskers: 5th to 95th percentile"
    )
    clean(panel, "x")


def _draw_box(panel: Any, values: Any, row: int) -> None:
    line = {"color": "black", "linewidth": 1.2}
    lines = {"boxprops": line, "whiskerprops": line, "capprops": line, "medianprops": line | {"linewidth": 2.2}}
    shape = {"orientation": "horizontal", "widths": 0.4, "whis": (5, 95)}
    panel.boxplot(values, positions=[row], showfliers=False, manage_ticks=False, **shape, **lines)


def _draw_differences(panel: Any, ours: RunScores, theirs: RunScores) -> None:
    differences = np.sort(ours.values["unigram"] - theirs.values["unigram"])
    colours = np.where(differences < 0, BLUE, ORANGE)
    panel.bar(np.arange(1, len(differences) + 1), differences, width=1, color=colours, linewidth=0)
    panel.axhline(0, color="black", linewidth=0.8)
    mean = float(differences.mean())
    panel.axhline(mean, color="black", linewidth=1, linestyle="--", label=f"mean {mean:+.3f}".replace("-", "−"))
    reach = 1.1 * max(float(np.abs(differences).max()), 0.01)
    panel.set_ylim(-reach, reach)
    panel.set_xlim(0.5, len(differences) + 0.5)
    panel.set_xlabel("Topics, sorted by the difference")
    panel.set_ylabel("Difference of dissimilarity")
    better, worse = int((differences < 0).sum()), int((differences > 0).sum())
    panel.set_title(
        f"{_shortened(ours.run)} − {_shortened(theirs.run)}\n"
        f"lower (better) in {counted(better, 'topic')}, higher in {worse}, equal in {len(differences) - better - worse}"
    )
    panel.legend(loc="upper left", frameon=False)
    clean(panel, "y")


def _shortened(name: str) -> str:
    """Shortens a name to leave room for the picture, and escapes dollar signs, which begin a formula."""
    name = name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[-_LONGEST // 2 + 1 :]}"
    return name.replace("$", r"\$")
