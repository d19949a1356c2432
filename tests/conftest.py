"""What tests share: the demonstration corpus as an index, and an environment that is not the user's."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tweetctx import build_index
from tweetctx.corpus.workers import Begun, Workers

# A machine that others use too is slow at times.
settings.register_profile("tweetctx", deadline=None)
settings.load_profile("tweetctx")

DEMO_CORPUS = sorted((Path(__file__).parents[1] / "corpus").glob("*.jsonl"))


# A shell starts background jobs with Ctrl-C ignored, and what it starts inherits that; tests raise it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the index that the user chose, or writes into the user's cache, or waits for the disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TWEETCTX_INDEX", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session")
def demo_corpus() -> list[Path]:
    """The files of the demonstration corpus in this checkout."""
    assert DEMO_CORPUS
    return DEMO_CORPUS


@pytest.fixture(scope="session")
def demo_index(demo_corpus: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the demonstration corpus; not to be changed."""
    index = tmp_path_factory.mktemp("demonstration") / "demo.idx"
    build_index([*demo_corpus], index, workers=1)
    return index


@pytest.fixture
def _no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What processes would do is done here, which takes less time: for tests of what they do, not of them."""

    def run(
        _self: Workers, work: Callable[[Any, int], Iterator[Any]], units: Iterable[Any]
    ) -> Iterator[tuple[Any, Any]]:
        for unit in units:
            yield from ((unit, result) for result in work(unit, 0) if not isinstance(result, Begun))

    monkeypatch.setattr(Workers, "run", run)


@pytest.fixture
def small_disk() -> Callable[[int], AbstractContextManager[None]]:
    """A context in which no file can grow beyond so many bytes, as on a disk that is full."""
    resource = pytest.importorskip("resource")

    @contextmanager
    def limited(size: int) -> Iterator[None]:
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)

    return limited
