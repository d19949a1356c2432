"""An index is no source, and none is written into what it is read from."""

import shutil
from pathlib import Path

import pytest
from plain_collection import BY_HAND, write_articles

from tweetctx.errors import ParameterError
from tweetctx.index import add_articles, build_index, open_index


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `articles/` and an index of them, `wiki.idx`."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "articles").mkdir()
    write_articles(folder / "articles" / "a.jsonl", BY_HAND)
    build_index(folder / "articles", folder / "wiki.idx", workers=1)
    return folder


def found(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize("destination", ["new.idx", "wiki.idx", "deep/er/new.idx", "articles", "x/../new.idx", "."])
def test_a_destination_inside_a_source_is_refused(
    made: Path, destination: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(made)
    before = found(made)
    with pytest.raises(ParameterError) as raised:
        build_index(Path(), destination, workers=1)
    expected = "lies in the source ., which would read it; expected a folder outside of the sources"
    assert str(raised.value) == f"{Path(destination)}: {expected}"
    assert found(made) == before


def test_links_do_not_hide_it(made: Path, tmp_path: Path) -> None:
    (tmp_path / "source").symlink_to(made / "articles")
    (tmp_path / "target").symlink_to(made / "articles")
    with pytest.raises(ParameterError, match="lies in the source"):
        build_index(tmp_path / "source", tmp_path / "target" / "new.idx", workers=1)


def test_a_hidden_destination_is_not_read_and_may_lie_there(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "articles", tmp_path / "articles")
    for _ in range(2):
        report = build_index(tmp_path / "articles", tmp_path / "articles" / ".cache" / "wiki.idx", workers=1)
        assert report.articles == len(BY_HAND)


def test_a_neighbour_whose_name_begins_alike_is_no_source(made: Path, tmp_path: Path) -> None:
    shutil.copytree(made / "articles", tmp_path / "wiki")
    assert build_index(tmp_path / "wiki", tmp_path / "wiki.idx", workers=1).articles == len(BY_HAND)


@pytest.mark.parametrize("source", ["wiki.idx", ".", "wiki.idx/index.json", "wiki.idx/segment-000001"])
def test_an_index_among_the_sources_is_refused_by_name(made: Path, source: str, tmp_path: Path) -> None:
    for change in (build_index, add_articles):
        target = tmp_path / "other.idx"
        if change is add_articles:
            build_index(made / "articles", target, workers=1)
        with pytest.raises(ParameterError) as raised:
            change([made / "articles", made / source], target, workers=1)
        assert str(raised.value) == f"{made / 'wiki.idx'}: found an index among the sources, expected articles"
    assert open_index(tmp_path / "other.idx").size.documents == len(BY_HAND)


def test_the_begun_build_of_an_index_is_refused_too(made: Path, tmp_path: Path) -> None:
    (tmp_path / "half.idx" / "buffer").mkdir(parents=True)
    (tmp_path / "half.idx" / "buffer" / "journal.json").write_text("{}")
    with pytest.raises(ParameterError, match=r"half\.idx: found an index among the sources"):
        build_index([made / "articles", tmp_path / "half.idx"], tmp_path / "new.idx", workers=1)


def test_files_that_are_only_named_like_those_of_an_index_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "articles"
    folder.mkdir()
    for name, articles in (("index.json", BY_HAND[:1]), ("segment-000001", BY_HAND[1:])):
        write_articles(folder / name, articles)
    assert build_index(folder, tmp_path / "new.idx", workers=1).articles == len(BY_HAND)
