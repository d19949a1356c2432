"""What the figures of experiments share."""

from __future__ import annotations

import warnings
from typing import Any

from tweetctx.evaluation.experiments.outcomes import Folder
from tweetctx.evaluation.extra import load

# Okabe and Ito's colours, which people with any kind of colour vision can tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
MARKERS = "osD^vPX"
LINES = ("-", "--", ":", "-.")


def new_figure(width: float, height: float) -> Any:
    """A figure of some inches; its backend is that of the format it is saved in."""
    return load("matplotlib.figure").Figure(figsize=(width, height), dpi=160, layout="constrained")


def style(number: int) -> dict[str, Any]:
    """Colour, marker and line of a curve; no two of the first 28 have the same, and none of one colour one marker."""
    cycle, colour = divmod(number, len(COLOURS))
    return {
        "color": COLOURS[colour],
        "marker": MARKERS[(number + cycle) % len(MARKERS)],
        "linestyle": LINES[cycle % len(LINES)],
        "markersize": 4,
        "linewidth": 1.3,
    }


def clean(panel: Any, axis: str = "both") -> None:
    """Takes away what says nothing."""
    panel.title.set_fontsize(10)
    panel.grid(axis=axis, color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)


def save(figure: Any, folder: Folder, name: str) -> None:
    """Writes `figures/NAME.png` and `.svg`; without a date and with fixed ids the same picture is the same bytes."""
    for form in ("png", "svg"):

        def write(draft: Any, form: str = form) -> None:
            figure.savefig(draft, format=form, metadata={"Date": None} if form == "svg" else None)

        with load("matplotlib").rc_context({"svg.hashsalt": "tweetctx"}), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # a collection may be named in any script
            folder.replace(f"figures/{name}.{form}", write)
