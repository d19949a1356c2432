"""Shared by all tests: two profiles, an environment that is not the user's, and the demonstration index."""

import gc
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from functools import partial
from multiprocessing.forkserver import ensure_running
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import compiling
import pytest
from hypothesis import HealthCheck, is_hypothesis_test, settings

from tweetctx.corpus.workers import Begun, Workers
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.interfaces.commands import progress
from tweetctx.runtime import compiled, processes

pytest_plugins = ["opensearch_fixture"]

ROOT = Path(__file__).parents[1]

COMPILING = pytest.StashKey[Path]()
# Tests that need no compiled loop.
PLAIN = ("tests/corpus/", "tests/reading/", "tests/test_architecture", "tests/test_public_names", "tests/test_typing")
# But these build an index, or start processes, which are forked from a server that has the loops.
NOT_PLAIN = tuple(
    f"tests/corpus/test_{name}.py"
    for name in ("dumps", "dumps_damage", "formats_agree", "ir_datasets", "workers", "writer")
)

# No limits of time: a machine that others use too is slow at times.
settings.register_profile("thorough", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=20, derandomize=True, database=None)

# A shell starts background jobs with Ctrl-C ignored, and what it starts inherits that; tests raise it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--thorough", action="store_true", help="run the tests marked thorough too, and properties on more examples"
    )
    parser.addoption(
        "--beyond-quick", action="store_true", help="with --thorough: leave out what is the same without it"
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("thorough" if config.getoption("--thorough") else "quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [item for item in items if not _chosen(item, config)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = _plain_first([item for item in items if _chosen(item, config)])


def _plain_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """Tests that need no compiled loop before the others, in each half: two processes begin with a half each."""
    plain, rest = [item for item in items if _is_plain(item)], [item for item in items if not _is_plain(item)]
    middles = len(plain) // 2, len(rest) // 2
    return [*plain[: middles[0]], *rest[: middles[1]], *plain[middles[0] :], *rest[middles[1] :]]


def _is_plain(item: pytest.Item) -> bool:
    return item.nodeid.startswith(PLAIN) and not item.nodeid.startswith(NOT_PLAIN)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Waits for the compiled loops, if the test may need them."""
    folder = getattr(item.config, "workerinput", {}).get("compiling")
    if folder and not _is_plain(item):
        compiling.wait(Path(folder))


def _chosen(item: pytest.Item, config: pytest.Config) -> bool:
    marked = item.get_closest_marker("thorough") is not None
    if not config.getoption("--thorough"):
        return not marked
    tries_more = is_hypothesis_test(getattr(item, "obj", None)) or "thorough" in getattr(item, "fixturenames", ())
    return marked or tries_more or not config.getoption("--beyond-quick")


def pytest_collection_finish() -> None:
    """Exempts what has been imported and collected from garbage collection, which would visit it again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Lets other processes compile the inner loops for all of pytest-xdist, while these collect the tests."""
    if session.config.pluginmanager.has_plugin("dsession"):
        folder = TemporaryDirectory(prefix="tweetctx-tests-")
        session.config.add_cleanup(folder.cleanup)
        for part in compiling.PARTS:
            session.config.add_cleanup(partial(compiling.end, compiling.begin(part, Path(folder.name))))
        session.config.stash[COMPILING] = Path(folder.name)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["compiling"] = str(node.config.stash[COMPILING])


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the user's index, writes into the user's cache, waits for the disk, or interprets loops."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TWEETCTX_INDEX", raising=False)
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("TWEETCTX_INDEXES", str(tmp_path_factory.mktemp("indexes")))
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (ROOT, ROOT / "tests"))))
        patch.setattr(os, "fsync", lambda _descriptor: None)
        patch.setattr(compiled, "interpret", lambda: None)
        patch.setattr(compiled, "_choose_folder", lambda: None)  # a test's own cache has no compiled code
        patch.setattr(progress, "PAUSE", 3600.0)  # lines of progress come from slow machines alone
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_processes(request: pytest.FixtureRequest, _own_environment: None) -> Iterator[None]:
    """Worker processes are forked from a server that has loaded what they need, instead of loading it themselves.

    It waits for the compiled loops, if other processes compile them, instead of compiling them as well.
    Tests of the command line that start a process of their own see them spawned, as users do.
    """
    if "forkserver" not in multiprocessing.get_all_start_methods():
        yield
        return
    multiprocessing.set_forkserver_preload(["warm_process"])
    with pytest.MonkeyPatch.context() as patch:
        if folder := getattr(request.config, "workerinput", {}).get("compiling"):
            patch.setenv(compiling.FOLDER, folder)
        # Now, as it and all that it forks would keep the signals blocked that a pool blocks to start them.
        ensure_running()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(processes, "CONTEXT", multiprocessing.get_context("forkserver"))
        yield


@pytest.fixture(autouse=True)
def _logs_as_before() -> Iterator[None]:
    """A test in which a service or a bot sets its logs up leaves the loggers as they were."""
    loggers = [logging.getLogger(name) for name in ("tweetctx", "uvicorn", "uvicorn.error")]
    before = [(logger.handlers, logger.level, logger.propagate) for logger in loggers]
    yield
    for logger, (handlers, level, propagates) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagates
        logger.setLevel(level)


@pytest.fixture(scope="session")
def thorough(request: pytest.FixtureRequest) -> bool:
    """Whether this is a thorough run."""
    return bool(request.config.getoption("--thorough"))


@pytest.fixture(scope="session")
def demo_corpus() -> list[Path]:
    """The files of the demonstration corpus in this checkout."""
    assert compiling.CORPUS
    return compiling.CORPUS


@pytest.fixture
def partial_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the answers in every session of an index partial, as those of a cluster may be."""

    class Lacking(EmbeddedIndex):
        partial = True

    def session(index: EmbeddedIndex, _: object = None) -> EmbeddedIndex:
        lacking = copy(index)
        lacking.__class__ = Lacking
        return lacking

    monkeypatch.setattr(EmbeddedIndex, "session", session)


@pytest.fixture(scope="session")
def demo_index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the demonstration corpus; not to be changed."""
    shared = getattr(request.config, "workerinput", {}).get("compiling")
    if shared:
        return Path(shared, compiling.INDEX)
    return compiling.build_demo_index(tmp_path_factory.mktemp("demonstration") / compiling.INDEX)


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
