"""The style of all figures. The same figure is saved as the same bytes."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from tweetctx.errors import ParameterError
from tweetctx.evaluation.errors import EvaluationError, load

FORMATS = (".png", ".svg")
# Okabe and Ito's colours, which people with any kind of colour vision can tell apart.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000")
MARKERS = "osD^vPX"
LINES = ("-", "--", ":", "-.")


def check_figure(path: Path) -> None:
    """Raises ParameterError for a file that is neither PNG nor SVG, EvaluationError where matplotlib is missing."""
    if path.suffix.lower() not in FORMATS:
        raise ParameterError(f"figure: found {str(path)!r}, expected a name that ends in {' or '.join(FORMATS)}")
    load("matplotlib.figure")


def new_figure(width: float, height: float) -> Any:
    """Returns a figure, its size in inches; without pyplot, so that no display is needed."""
    return load("matplotlib.figure").Figure(figsize=(width, height), dpi=160, layout="constrained")


def style(index: int) -> dict[str, Any]:
    """Returns colour, marker and line of a curve, which differ for the first 28 curves."""
    cycle, colour = divmod(index, len(COLOURS))
    return {
        "color": COLOURS[colour],
        "marker": MARKERS[(index + cycle) % len(MARKERS)],
        "linestyle": LINES[cycle % len(LINES)],
        "markersize": 4,
        "linewidth": 1.3,
    }


def clean(panel: Any, axis: str = "both") -> None:
    """Removes the frame and draws a pale grid."""
    panel.title.set_fontsize(10)
    panel.grid(axis=axis, color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)
    panel.spines[["top", "right"]].set_visible(False)


def save(figure: Any, path: Path) -> None:
    """Writes a figure as PNG or SVG, by the name, without a date and with fixed ids.

    Raises EvaluationError where the file cannot be written.
    """
    metadata = {"Date": None} if path.suffix.lower() == ".svg" else None
    try:
        with load("matplotlib").rc_context({"svg.hashsalt": "tweetctx"}), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # names may be in any script
            figure.savefig(path, metadata=metadata)
    except OSError as error:
        raise EvaluationError(
            f"{path}: cannot be written ({error.strerror}); expected a place for a picture"
        ) from error
