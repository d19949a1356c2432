"""The axes of an experiment's figures."""

from typing import Any

import pytest

pytest.importorskip("matplotlib")

from tweetctx.evaluation.experiments import figures


class Folder:
    """Keeps figures in place of files."""

    def __init__(self) -> None:
        self.drawn: dict[str, Any] = {}

    def draw(self, figure: Any, name: str) -> None:
        """Keeps a figure."""
        self.drawn[name] = figure


@pytest.mark.parametrize(("largest", "end"), [(0.5, 0.55), (0.95, 1.0), (1.0, 1.0), (20.0, 22.0)])
def test_an_axis_of_map_ends_at_1(largest: float, end: float) -> None:
    folder: Any = Folder()
    figures._draw_bars({"jm": {"uniform": 0.1, "length, fixed": largest}}, "MAP", folder, "bars")
    assert folder.drawn["bars"].axes[0].get_xlim() == pytest.approx((0, end))


def test_an_axis_holds_the_bars_below_and_above_0() -> None:
    for bars, ends in (((-0.5, -0.2), (-0.55, 0)), ((-0.5, 0.2), (-0.55, 0.22)), ((0.0, 0.2), (0, 0.22))):
        folder: Any = Folder()
        figures._draw_bars({"jm": {"uniform": bars[0], "length, fixed": bars[1]}}, "score", folder, "bars")
        assert folder.drawn["bars"].axes[0].get_xlim() == pytest.approx(ends)


@pytest.mark.parametrize(("values", "beyond"), [((0.98, 1.0), False), ((0.9, 1.5), True)])
def test_a_curve_of_map_ends_at_1(values: tuple[float, float], beyond: bool) -> None:
    folder: Any = Folder()
    figures._draw_panels({"lam": {"jm": [(0.1, values[0]), (0.9, values[1])]}}, "MAP", folder)
    top = folder.drawn["sensitivity"].axes[0].get_ylim()[1]
    assert bool(top > 1) is beyond
    assert top >= max(values)
