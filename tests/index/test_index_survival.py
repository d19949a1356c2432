"""An index survives what befalls its changes and its files: kills, damage, a full disk."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from plain_collection import contents, random_articles, write_articles
from same_index import check_articles

from tweetctx.errors import IndexAccessError
from tweetctx.index import add_articles, build_index, compact_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex

ROOT = Path(__file__).parents[2]
ARTICLES = random_articles(51, 60)

# What could not be written is told, and left to the collector of garbage.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def run_script(name: str, *arguments: str) -> dict[str, Any]:
    """What a script prints, which ends without an error."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / name, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@pytest.mark.thorough
def test_some_torture() -> None:
    """Forty steps: about every second is a kill, damage or a full disk."""
    done = run_script("torture.py", "30", "--steps", "40", "--articles", "40", "--seed", "7")
    assert done["steps"] == 40
    assert {"kill", "full_disk", "damage", "read_and_write", "first_build"} <= done.keys()
    assert sum(sum(counts.values()) for counts in done.values() if isinstance(counts, dict)) == 40


@pytest.mark.thorough
def test_some_crafted_indexes() -> None:
    trials = 60
    done = run_script("fuzz_index.py", "--trials", str(trials), "--articles", "120", "--seed", "7")
    assert done["IndexDamagedError"] > trials // 3
    assert sum(count for name, count in done.items() if name not in ("trials", "seed")) == trials


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """An index of two segments, in which something was replaced."""
    index = tmp_path / "wiki.idx"
    build_index(write_articles(tmp_path / "a.jsonl", ARTICLES[:40]), index, workers=1)
    add_articles(write_articles(tmp_path / "b.jsonl", ARTICLES[35:50]), index, workers=1)
    return index


LEFT = [*ARTICLES[:35], *ARTICLES[35:50]]


def changes_of(index: Path) -> dict[str, Callable[[], object]]:
    source = write_articles(index.parent / "c.jsonl", ARTICLES[45:])
    return {
        "build": lambda: build_index(source, index, workers=1),
        "add": lambda: add_articles(source, index, workers=1),
        "remove": lambda: remove_articles(index, ["3", "37"]),
        "compact": lambda: compact_index(index),
    }


KINDS = ["build", "add", "remove", "compact"]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_a_full_disk_leaves_the_index(
    index: Path, kind: str, small_disk: Callable[[int], AbstractContextManager[None]]
) -> None:
    """Files can grow to a random size; a change that needs larger ones fails, at another file each time."""
    change, chance = changes_of(index)[kind], random.Random(kind)  # noqa: S311
    before, failed = contents(index), 0
    for size in [0, 100, 130, 300, 1_000, *(chance.randrange(10_000) for _ in range(5))]:
        with small_disk(size):
            try:
                change()
            except IndexAccessError as error:
                failed += 1
                assert str(error).startswith(f"{index}: cannot be written (")  # noqa: PT017
                assert str(error).endswith("); the index is unchanged")  # noqa: PT017
                assert contents(index) == before
            else:
                break
    assert failed >= 5
    if contents(index) == before:
        check_articles(EmbeddedIndex(index), LEFT)
        change()  # there is room again
    assert EmbeddedIndex(index).verify() == []


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_a_disk_that_fails_when_it_is_waited_for(index: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change = changes_of(index)[kind]
    before = contents(index)
    made = False
    for fatal in range(1, 9):
        waited = 0

        def fsync(_: int) -> None:
            nonlocal waited
            waited += 1
            if waited == fatal:  # noqa: B023
                raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", fsync)
        try:
            change()
        except IndexAccessError as error:
            if "was changed" in str(error):  # the folder, after the manifest took its place
                assert str(error) == (  # noqa: PT017
                    f"{index}: was changed, but the disk has not confirmed it (No space left on device); "
                    "after a failure of power it may be as it was before"
                )
                assert contents(index) != before
                made = True
                break
            assert str(error) == f"{index}: cannot be written (No space left on device); the index is unchanged"  # noqa: PT017
            assert contents(index) == before
        else:
            made = True
            break
    assert made
    assert EmbeddedIndex(index).verify() == []
