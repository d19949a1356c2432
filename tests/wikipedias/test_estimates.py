"""What is said before a Wikipedia is downloaded."""

import pytest

from tweetctx.wikipedias import estimates
from tweetctx.wikipedias.estimates import Sample, estimate_build


def test_an_estimate_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dump of 10 MB where the sample of 0.5 MB takes 0.05 s: 180 of these, and 11 times 20 by two processes."""
    monkeypatch.setattr(estimates, "measured_sample", lambda: Sample(500_000, 0.05))
    estimate = estimate_build(10_000_000, 2)
    assert estimate.seconds == pytest.approx(9 + 5.5)
    assert (estimate.memory, estimate.disk, estimate.index) == (662_000_000, 65_000_000, 13_000_000)
    monkeypatch.setattr(estimates, "measured_sample", lambda: Sample(500_000, 0.1))
    assert estimate_build(10_000_000, 2).seconds == pytest.approx(2 * (9 + 5.5))
