"""An index that is updated by one process while another serves it, with no restart and no request that fails."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from dump_server import DumpServer
from dump_server import serving as mirror_of
from service.clients import Connection, bodies
from service.processes import Service, serving
from wiki_history import Wiki, later, write_changes, write_dump

from tweetctx import build_index

TEXT = "The '''Thames Barrier''' is a barrier that was raised {} times."
TWEET = "Nobody told me about the Thames Barrier!"


@pytest.fixture
def wiki() -> Wiki:
    wiki = Wiki(Random(1))  # noqa: S311
    wiki.new("Thames Barrier", TEXT.format(0))
    wiki.new("River Lea", "The '''River Lea''' is a river that joins the Thames. See [[Thames Barrier]].")
    wiki.today = {}
    return wiki


@pytest.fixture
def index(wiki: Wiki, tmp_path: Path) -> Path:
    build_index(write_dump(wiki.pages.values(), tmp_path), tmp_path / "wiki.idx", workers=1)
    return tmp_path / "wiki.idx"


def publish(mirror: DumpServer, wiki: Wiki, days: int, folder: Path) -> None:
    """Changes of so many days after the index's."""
    for day in range(1, days + 1):
        wiki.save(replace(wiki.pages[1], text=TEXT.format(day)))
        file = write_changes(wiki.end_day(), folder, later(day))
        mirror.add_changes(f"{later(day):%Y%m%d}", file.read_bytes())


class Client(Thread):
    """Asks for a context again and again: the statuses, and the days that the answers and their indexes are of."""

    def __init__(self, service: Service) -> None:
        super().__init__(daemon=True)
        self._service, self._ended = service, Event()
        self.statuses: set[int] = set()
        self.days: list[tuple[str, str]] = []

    def run(self) -> None:
        asyncio.run(self._ask())

    async def _ask(self) -> None:
        connection, (body,) = Connection(self._service.port), bodies([TWEET])
        while not self._ended.is_set():
            status, content = await connection.post("/v1/context", body)
            self.statuses.add(status)
            record = json.loads(content)
            said = (record["text"].partition("raised ")[2][:1], record["index"]["date"])
            if said not in self.days[-1:]:
                self.days.append(said)
        connection.close()

    def wait_for(self, day: int) -> None:
        """Until an answer is of a day."""
        end = time.monotonic() + 60
        while self.days[-1:] != [(str(day), str(later(day)))]:
            assert self.is_alive()
            assert time.monotonic() < end, self.days
            time.sleep(0.01)

    def stop(self) -> None:
        self._ended.set()
        self.join(60)


@contextmanager
def asking(service: Service) -> Iterator[Client]:
    """A client that asks until the end of the block."""
    client = Client(service)
    client.start()
    try:
        yield client
    finally:
        client.stop()


def update(index: Path, wiki: Wiki, folder: Path) -> None:
    """Brings an index three days on by the command, in a process of its own, from a mirror on this machine."""
    with mirror_of(DumpServer()) as mirror:
        publish(mirror, wiki, 3, folder)
        command = [sys.executable, "-m", "tweetctx", "index", "update", str(index), "--mirror", mirror.url]
        done = subprocess.run(
            [*command, "--workers", "1", "--quiet"], capture_output=True, text=True, check=False, timeout=300
        )
    assert (done.returncode, done.stderr, len(done.stdout.splitlines())) == (0, "", 3)


@pytest.mark.thorough
@pytest.mark.parametrize("workers", [1, 2])
def test_a_service_answers_with_what_another_process_updates(
    index: Path, wiki: Wiki, tmp_path: Path, workers: int
) -> None:
    with serving(index, "--workers", workers, "--deadline", 60) as service:
        service.wait()
        before = service.wait_for_workers(workers)
        with asking(service) as client:
            client.wait_for(0)
            update(index, wiki, tmp_path)
            client.wait_for(3)
        assert client.statuses == {200}
        assert all(date == str(later(int(raised))) for raised, date in client.days)  # no answer is of two days
        assert workers > 1 or client.days == sorted(client.days)
        end = time.monotonic() + 60  # the other process looks a second later
        while json.loads(service.get("/v1/ready")[1])["index"]["date"] != str(later(3)):
            assert time.monotonic() < end
        assert service.workers() == before  # none was started anew
        assert [line for line in service.lines() if line["level"] in ("WARNING", "ERROR")] == []
        assert service.end() == 0
