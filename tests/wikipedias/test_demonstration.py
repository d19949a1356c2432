"""The demonstration index is built anew when the code that decides its content changes."""

import shutil
from pathlib import Path

import pytest

from tweetctx.runtime.bundled import PACKAGE
from tweetctx.wikipedias import demonstration

ROOMS = ("text", "corpus", "index")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the package's sources, which `demonstration_index` takes for its own; nothing is built."""
    own = PACKAGE
    copy = tmp_path / "tweetctx"
    for room in ROOMS:
        shutil.copytree(own / room, copy / room, ignore=shutil.ignore_patterns("__pycache__"))
    corpus = demonstration.demonstration_corpus()
    monkeypatch.setattr(demonstration, "PACKAGE", copy)
    monkeypatch.setattr(demonstration, "demonstration_corpus", lambda: corpus)
    monkeypatch.setattr(demonstration, "_build", lambda _corpus, index: index.mkdir(parents=True))
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "cache"))
    return copy


def nested_sources() -> list[str]:
    """One source file of every folder below the rooms."""
    own = PACKAGE
    folders = {path.parent.relative_to(own) for room in ROOMS for path in (own / room).rglob("*.py")}
    return sorted([*(f"{folder}/__init__.py" for folder in folders), "text/languages/en.toml"])


@pytest.mark.parametrize("name", nested_sources())
def test_a_change_below_any_folder_makes_another_index(package: Path, name: str) -> None:
    first = demonstration.demonstration_index()
    assert demonstration.demonstration_index() == first
    with (package / name).open("a") as file:
        file.write("# changed\n")
    assert demonstration.demonstration_index() != first


def test_the_indexes_of_other_versions_are_removed(package: Path) -> None:
    first = demonstration.demonstration_index()
    kept = first.parent / "other.idx"
    kept.mkdir()
    (package / "text" / "words.py").write_text("")
    second = demonstration.demonstration_index()
    assert sorted(first.parent.iterdir()) == sorted([second, kept])
