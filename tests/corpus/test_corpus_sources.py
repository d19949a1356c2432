import os
from pathlib import Path
from typing import Any

import pytest

from tweetctx.corpus import read_articles
from tweetctx.errors import CorpusError, ParameterError

DATA = os.environ.get("TWEETCTX_DATA")


def write(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"id": 1, "title": "{path.name}", "text": ""}}\n')


def titles(*sources: Path | str) -> list[str]:
    return [article.title for article in read_articles(sources)]


def test_a_folder_is_walked_in_the_order_of_names_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ["b/z", "b/a", "a", "c", "B", "b/.hidden", ".git/config", "b/deep/er/y"]:
        write(tmp_path / name)
    (tmp_path / "empty").mkdir()
    assert titles(tmp_path) == ["B", "a", "a", "y", "z", "c"]


def test_sources_keep_their_order_and_a_hidden_file_can_be_named(tmp_path: Path) -> None:
    for name in ["x", ".y", "d/z"]:
        write(tmp_path / name)
    assert titles(str(tmp_path / "x"), tmp_path / "d", tmp_path / ".y", tmp_path / "x") == ["x", "z", ".y", "x"]


def test_links_to_files_are_read_and_links_to_folders_are_not(tmp_path: Path) -> None:
    write(tmp_path / "a")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    (tmp_path / "circle").symlink_to(tmp_path)
    assert titles(tmp_path) == ["a", "a"]
    assert titles(tmp_path / "circle") == ["a", "a"]


def test_a_broken_link_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "nowhere")
    write(tmp_path / "b")
    with pytest.raises(CorpusError, match="a: cannot be read"):
        titles(tmp_path)
    corpus = read_articles([tmp_path], on_error="skip")
    assert [article.title for article in corpus] == ["b"]
    assert corpus.skipped == 1


def test_one_path_may_stand_for_a_list(tmp_path: Path) -> None:
    write(tmp_path / "a")
    assert [article.title for article in read_articles(str(tmp_path / "a"))] == ["a"]


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_missing_path_and_an_empty_folder_are_told_at_once(tmp_path: Path, on_error: Any) -> None:
    with pytest.raises(CorpusError, match="none: not found; expected a file or a folder"):
        read_articles([tmp_path / "none"], on_error=on_error)
    (tmp_path / ".hidden").touch()
    (tmp_path / "sub").mkdir()
    with pytest.raises(CorpusError, match="found no file in this folder"):
        read_articles([tmp_path], on_error=on_error)


def test_wrong_arguments(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match="sources: found none"):
        read_articles([])
    wrong: Any = "ignore"
    with pytest.raises(ParameterError, match="on_error: found 'ignore'; expected"):
        read_articles([tmp_path], on_error=wrong)


def test_bytes_are_those_of_all_files(tmp_path: Path) -> None:
    write(tmp_path / "a")
    write(tmp_path / "b/c")
    corpus = read_articles([tmp_path])
    assert corpus.bytes_read == 0
    assert corpus.bytes_total == (tmp_path / "a").stat().st_size * 2
    for _ in range(2):
        list(corpus)
        assert corpus.bytes_read == corpus.bytes_total


@pytest.mark.thorough
@pytest.mark.skipif(not DATA, reason="TWEETCTX_DATA is not set")
def test_real_files_have_no_problem() -> None:
    folder = Path(DATA or "") / "wikipedia"
    extracted = list(read_articles([folder / "extracted-doc", folder / "extracted-json"]))
    articles = [article for _, article in zip(range(2000), read_articles([folder / "wiki.jsonl.xz"]), strict=False)]
    assert len(extracted) > 1000
    assert len(articles) == 2000
    for article in extracted + articles:
        assert article.id
        assert article.title
        assert article.url.startswith("http")
        assert all("\n" not in text and text for section in article.sections for text in section.paragraphs)
    assert sum(len(article.sections) > 1 for article in articles) > 1500
