"""Manifests that somebody crafted, with checksums that fit."""

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from array_files import sign
from plain_collection import BY_HAND, contents, write_articles

from tweetctx.errors import IndexDamagedError, ParameterError
from tweetctx.index import add_articles, build_index, compact_index, open_index, remove_articles
from tweetctx.index.storage.manifest import MANIFEST, write_manifest

Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build_index(write_articles(folder / "source", BY_HAND), folder / "index", workers=1)
    add_articles(write_articles(folder / "source", BY_HAND[:1]), folder / "index", workers=1)
    return folder / "index"


@pytest.fixture
def index(built: Path, tmp_path: Path) -> Path:
    return shutil.copytree(built, tmp_path / "wiki.idx")


def craft(index: Path, change: Callable[[Manifest], object]) -> None:
    """Changes a manifest and makes its checksum fit."""
    manifest = json.loads((index / MANIFEST).read_text("utf-8"))
    del manifest["checksum"]
    change(manifest)
    write_manifest(index, manifest).replace(index / MANIFEST)


def put(*path: str | int, value: object) -> Callable[[Manifest], object]:
    def change(manifest: Manifest) -> None:
        place: Any = manifest
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return change


CRAFTED: dict[str, tuple[Callable[[Manifest], object], str]] = {
    "a segment elsewhere": (put("segments", 0, "name", value="../victim"), "segments[0].name: found '../victim'"),
    "an absolute path": (put("segments", 0, "name", value="/etc/passwd"), "segments[0].name: found '/etc/passwd'"),
    "a removal elsewhere": (
        put("segments", 0, "removals", 0, "name", value="removal-000001/../../x"),
        "segments[0].removals[0].name: found",
    ),
    "a name with a line": (put("segments", 0, "name", value="segment-000001\n"), "segments[0].name: found"),
    "a number for a name": (put("segments", 0, "name", value=3), "segments[0].name: found 3, expected a text like"),
    "a text for a number": (put("counts", "passages", value="9"), "counts.passages: found '9', expected a number"),
    "a negative number": (put("segments", 0, "articles", value=-1), "segments[0].articles: found -1, expected"),
    "a truth value": (put("segments", 0, "bytes", value=True), "segments[0].bytes: found True, expected a number"),
    "a broken number": (put("windows", 2, value=1.5), "windows[2]: found 1.5, expected a number from 0"),
    "too few windows": (lambda manifest: manifest["windows"].pop(), "segments, windows: expected"),
    "no segments": (put("segments", value=[]), "segments, windows: expected at least one"),
    "segments that are no list": (put("segments", value={}), "segments: found {}, expected a list"),
    "no counts": (lambda manifest: manifest.pop("counts"), "manifest: found {"),
    "something more": (put("plugin", value="os"), "manifest: found {"),
    "an analyzer that is a text": (
        put("analyzer", value="english"),
        "analyzer: found 'english', expected an object of",
    ),
    "a stop word that is none": (put("analyzer", "stop_words", 3, value=None), "analyzer.stop_words[3]: found None"),
    "a model that is a list": (put("spacy_model", value=["os"]), "spacy_model: found ['os'], expected a text or null"),
    "a day that is none": (
        put("origin", "date", value="2026-02-30"),
        "origin.date: found '2026-02-30', expected a day",
    ),
    "a digest that is none": (
        put("origin", "sources", 0, "sha256", value="../x"),
        "origin.sources[0].sha256: found '../x', expected a text like",
    ),
    "a file twice": (
        lambda manifest: manifest["segments"].append(copy.deepcopy(manifest["segments"][0])),
        "segments: found a file twice",
    ),
}


@pytest.mark.parametrize(("change", "problem"), CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_manifest_is_damage(index: Path, change: Callable[[Manifest], object], problem: str) -> None:
    craft(index, change)
    before = contents(index)
    attempts: tuple[Callable[[], object], ...] = (
        lambda: open_index(index),
        lambda: remove_articles(index, ["7"]),
        lambda: compact_index(index),
    )
    for attempt in attempts:
        with pytest.raises(IndexDamagedError) as raised:
            attempt()
        assert str(raised.value).startswith(f"{index / MANIFEST}: damaged, {problem}")
    assert contents(index) == before


def test_a_manifest_that_fits_its_schema(index: Path) -> None:
    before = (index / MANIFEST).read_bytes()
    sign(index)
    assert (index / MANIFEST).read_bytes() == before
    assert open_index(index).search("jersey")


@pytest.mark.parametrize("sizes", [("articles", 1), ("passages", -1), ("sentences", 5)])
def test_sizes_that_are_not_those_of_the_files(index: Path, sizes: tuple[str, int]) -> None:
    def change(manifest: Manifest) -> None:
        manifest["segments"][0][sizes[0]] += sizes[1]

    craft(index, change)
    with pytest.raises(IndexDamagedError, match=r"segment-\d+: damaged, the array \w+ has \d+ entries, expected \d+"):
        open_index(index)


def test_a_model_that_a_manifest_names_is_not_loaded(index: Path, tmp_path: Path) -> None:
    """Unless the caller names it too: loading one runs its code."""
    module = tmp_path / "trap.py"
    module.write_text("raise SystemExit('loaded')")
    craft(index, put("spacy_model", value="trap"))
    source = write_articles(tmp_path / "more", BY_HAND[:2])
    assert open_index(index).search("jersey")
    with pytest.raises(ParameterError, match=r"spacy_model: found None, expected 'trap', which .* was built with"):
        add_articles(source, index, workers=1)
    with pytest.raises(ParameterError, match="spacy_model: found no pipeline 'trap'"):
        add_articles(source, index, workers=1, spacy_model="trap")
    craft(index, put("spacy_model", value=None))
    with pytest.raises(ParameterError, match="spacy_model: found 'trap', expected None"):
        add_articles(source, index, workers=1, spacy_model="trap")
