"""A job scheduler or container may leave a process only some of the processors."""

import os
import subprocess
import sys

import pytest

SHOW = "from tweetctx.runtime.processors import processors; print(processors())"
LIMIT = "import os; os.sched_setaffinity(0, [min(os.sched_getaffinity(0))]);"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system limits no process to some processors")
def test_processors_that_a_process_may_not_use_do_not_count() -> None:
    shown = [subprocess.check_output([sys.executable, "-c", code], text=True) for code in (SHOW, LIMIT + SHOW)]
    assert [*map(int, shown)] == [len(os.sched_getaffinity(0)), 1]


def test_without_limits_all_processors_count(monkeypatch: pytest.MonkeyPatch) -> None:
    from tweetctx.runtime.processors import processors

    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert processors.__wrapped__() == 7
