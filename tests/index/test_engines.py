import sys
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from plain_collection import BY_HAND, write_articles

import tweetctx.index
from tweetctx.errors import IndexMissingError, ParameterError
from tweetctx.index import Engine, add_articles, build_index, compact_index, open_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.engines import ENGINES, EngineModule
from tweetctx.index.protocol import UNKNOWN


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build_index(write_articles(folder / "source", BY_HAND), folder / "wiki.idx", workers=1)
    return folder / "wiki.idx"


@pytest.mark.parametrize("form", ["path", "str", "file URI", "trailing slash"])
def test_an_index_opens_by_path_or_uri(built: Path, form: str) -> None:
    uris: dict[str, str | Path] = {
        "path": built,
        "str": str(built),
        "file URI": f"file://{built}",
        "trailing slash": f"{built}/",
    }
    index = open_index(uris[form])
    assert isinstance(index, EmbeddedIndex)
    assert index.path == built
    assert index.article(0) == BY_HAND[0]


def test_relative_paths_and_uris(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(built.parent)
    for uri in ("wiki.idx", Path("wiki.idx"), "./wiki.idx", "file://wiki.idx"):
        index = open_index(uri)
        assert isinstance(index, EmbeddedIndex)
        assert index.article(0) == BY_HAND[0]


@pytest.mark.parametrize("uri", ["lucene://wiki.idx", "http://localhost:9200/wiki", "FILES://x", "://x"])
def test_an_unknown_scheme_is_told_with_the_choices(uri: str) -> None:
    with pytest.raises(ParameterError) as raised:
        open_index(uri)
    scheme = uri.partition("://")[0]
    assert str(raised.value) == f"index: found the scheme {scheme!r}, expected a path or one of {', '.join(ENGINES)}"
    assert "file" in ENGINES


@pytest.mark.parametrize("prefix", ["", "file://"])
def test_a_place_without_an_index(tmp_path: Path, prefix: str) -> None:
    with pytest.raises(IndexMissingError, match="none: found nothing"):
        open_index(f"{prefix}{tmp_path / 'none'}")


def test_a_new_engine_is_a_line_in_the_table(monkeypatch: pytest.MonkeyPatch, built: Path) -> None:
    asked: list[str] = []

    def open_other(uri: str) -> Engine:
        asked.append(uri)
        return EmbeddedIndex(built)

    monkeypatch.setitem(sys.modules, "other_engine", SimpleNamespace(open_index=open_other))
    monkeypatch.setitem(ENGINES, "other", "other_engine")
    index = open_index("other://host:1/name?x=1")
    assert isinstance(index, EmbeddedIndex)
    assert index.article(1) == BY_HAND[1]
    assert asked == ["other://host:1/name?x=1"]
    with pytest.raises(ParameterError, match=r"one of file, .*, other"):
        open_index("third://x")


@pytest.mark.parametrize("name", sorted({*ENGINES.values()}))
def test_an_engine_has_all_functions_of_the_table(name: str) -> None:
    module = import_module(name)
    for action, declared in vars(EngineModule).items():
        if not action.startswith("_"):
            expected = [parameter for parameter in signature(declared).parameters if parameter != "self"]
            found = [*signature(getattr(module, action)).parameters]
            assert [one for one in found if one not in ("shards", "replicas")] == expected, action


def test_an_engine_is_found_by_its_scheme_and_imported_by_nothing_beside_it() -> None:
    folder = Path(tweetctx.index.__file__).parent
    others = [path for path in folder.rglob("*.py") if path.parent.name != "opensearch"]
    assert [path.name for path in others if "index.opensearch" in path.read_text("utf-8")] == ["engines.py"]


def test_a_uri_with_a_space(tmp_path: Path) -> None:
    path = tmp_path / "my index 100%.idx"
    build_index(write_articles(tmp_path / "source", BY_HAND), path, workers=1)
    for uri in (path, str(path), path.as_uri(), f"file://{path}"):
        assert open_index(uri).search("jersey")


def test_an_index_is_built_and_changed_where_its_uri_says(tmp_path: Path) -> None:
    path = tmp_path / "my index.idx"
    source = write_articles(tmp_path / "source", BY_HAND)
    build_index(source, path.as_uri(), workers=1)
    articles = open_index(path).size.documents
    assert remove_articles(path.as_uri(), ["12"]) == 1
    assert open_index(path.as_uri()).size.documents == articles - 1
    assert add_articles(source, path.as_uri(), workers=1).added == articles
    assert compact_index(path.as_uri()) == articles
    for change in (partial(build_index, source, workers=1), partial(add_articles, source), compact_index):
        with pytest.raises(ParameterError, match=r"index: found the scheme 'ftp', expected a path or one of file, "):
            change("ftp://x/y")
    assert not [*tmp_path.glob("*:*")]


@pytest.mark.parametrize("number", [-1, 8, 1 << 40])
def test_articles_that_there_are_not(tmp_path: Path, number: int) -> None:
    build_index(write_articles(tmp_path / "source", BY_HAND), tmp_path / "i", workers=1)
    index = EmbeddedIndex(tmp_path / "i")
    asked = np.array([0, number])
    for ask in (lambda: index.article(number), lambda: index.openings(asked), lambda: index.article_terms(asked)):
        with pytest.raises(ParameterError, match=f"articles: found the number {number}, expected numbers from 0 to 7"):
            ask()


@pytest.mark.parametrize("place", [None, 5, b"wiki.idx", "wiki\0.idx"])
def test_what_is_no_place_of_an_index(place: Any) -> None:
    with pytest.raises(ParameterError) as raised:
        open_index(place)
    assert str(raised.value) == f"index: found {place!r}, expected a path or a URI"


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ("12", "found '12'"),
        (b"12", "found b'12'"),
        (12, "found 12"),
        (["1", 2], "found 2"),
    ],
)
def test_one_text_is_not_several_ids(built: Path, ids: Any, message: str) -> None:
    with pytest.raises(ParameterError) as raised:
        remove_articles(built, ids)
    assert str(raised.value) == f"identifiers: {message}, expected ids, each a text"
    assert open_index(built).size.documents == len(BY_HAND)


@pytest.mark.parametrize(("sources", "found"), [(5, "5"), (b"x", "b'x'"), ([5], "5"), (["x", None], "None")])
def test_sources_that_are_no_paths(built: Path, sources: Any, found: str) -> None:
    for ask in (build_index, add_articles):
        with pytest.raises(ParameterError) as raised:
            ask(sources, built)
        assert str(raised.value) == f"sources: found {found}, expected paths"


@pytest.mark.parametrize("memory", ["512", None, 63, 100.5, True, [512]])
def test_memory_that_is_no_number_of_megabytes(built: Path, tmp_path: Path, memory: Any) -> None:
    source = write_articles(tmp_path / "source", BY_HAND)
    for ask in (partial(build_index, source), partial(add_articles, source), compact_index):
        with pytest.raises(ParameterError) as raised:
            ask(built, memory=memory)
        assert str(raised.value) == f"memory: found {memory!r}, expected megabytes from 64"


@pytest.mark.parametrize("number", [-2, 1 << 40])
def test_terms_that_there_are_not(built: Path, number: int) -> None:
    index = EmbeddedIndex(built)
    assert index.term_stats(np.array([0, UNKNOWN])).cf[1] == 0
    last = len(index.vocabulary) - 1
    with pytest.raises(ParameterError, match=f"terms: found the number {number}, expected numbers from 0 to {last}"):
        index.term_stats(np.array([0, number]))
