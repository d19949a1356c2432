"""What tests of readers share."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from tweetctx.corpus.workers import Begun, Workers


@pytest.fixture
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What processes would do is done here, which takes less time: for tests of what they do, not of them."""

    def run(
        _self: Workers, work: Callable[[Any, int], Iterator[Any]], units: Iterable[Any]
    ) -> Iterator[tuple[Any, Any]]:
        for unit in units:
            yield from ((unit, result) for result in work(unit, 0) if not isinstance(result, Begun))

    monkeypatch.setattr(Workers, "run", run)
