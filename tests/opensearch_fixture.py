"""A cluster for tests: three nodes on loopback, started once for all processes of a run, and stopped by the last."""

from __future__ import annotations

import fcntl
import json
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from opensearch_cluster import Cluster, ClusterError, FetchError, missing_tools

HOME = Path.home()  # tests have an environment of their own, but programs are fetched once for all
SOFTWARE = HOME / ".cache" / "tweetctx" / "opensearch"


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The cluster; skips where there is no Java or Maven, or where OpenSearch cannot be fetched."""
    pytest.importorskip("opensearchpy", reason="opensearch-py is not installed")
    if missing := missing_tools():
        pytest.skip(f"OpenSearch needs {', '.join(missing)}, which this machine lacks")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if hasattr(request.config, "workerinput") else base
    with _used(shared / "opensearch.json") as state:
        if not state:
            started = Cluster(shared / "opensearch", _free_port(), software=SOFTWARE)
            try:
                started.start()
            except FetchError as error:
                pytest.skip(f"OpenSearch cannot be fetched: {error}")
            except ClusterError:
                started.stop()
                raise
            state |= {"port": started.port, "users": 0}
        state["users"] += 1
        cluster = Cluster(shared / "opensearch", state["port"], software=SOFTWARE)
    yield cluster
    with _used(shared / "opensearch.json") as state:
        state["users"] -= 1
        if not state["users"]:
            cluster.stop()
            state.clear()


@pytest.fixture(autouse=True)
def _not_while_a_node_is_killed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Tests of several processes share the cluster; one that kills a node has it alone."""
    names = request.fixturenames
    if "cluster" not in names and "opensearch" not in request.node.name:
        yield
        return
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if hasattr(request.config, "workerinput") else base
    with (shared / "opensearch.alone").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX if "damaged" in names else fcntl.LOCK_SH)
        yield


@contextmanager
def _used(path: Path) -> Iterator[dict[str, int]]:
    """What processes share, held by one of them at a time."""
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        state: dict[str, int] = json.loads(path.read_text()) if path.exists() else {}
        yield state
        path.write_text(json.dumps(state))


def _free_port() -> int:
    """A port that is free with those that the other nodes take."""
    for port in range(19200 + os.getpid() % 5000 * 3, 65000, 7):
        with ExitStack() as stack:
            try:
                for taken in (*range(port, port + 3), *range(port + 100, port + 103)):
                    stack.enter_context(socket.create_server(("127.0.0.1", taken)))
            except OSError:
                continue
        return port
    raise RuntimeError("found no free ports")
