"""The local side of a build into a cluster: where it keeps its work, and what a later run takes from it."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from tweetctx.errors import IndexAccessError
from tweetctx.index import build_index, remove_articles
from tweetctx.index.building.aliases import AliasReport
from tweetctx.index.building.building import BuildReport
from tweetctx.index.opensearch import changes
from tweetctx.index.opensearch.address import Address
from tweetctx.index.opensearch.building import done_once, work_folder
from tweetctx.reading.problems import ProblemKind

ADDRESS = Address((("127.0.0.1", 9200),), "wiki")


def interrupted() -> Path:
    """The folder of work that was interrupted when half of it was done."""
    with suppress(KeyboardInterrupt), work_folder(ADDRESS, {"sources": "a"}, restart=False) as folder:
        (folder / "half").touch()
        raise KeyboardInterrupt
    return folder


def test_work_is_kept_in_the_cache_folder_until_it_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "cache"))
    first = interrupted()
    assert first.is_relative_to(tmp_path / "cache")
    assert (first / "half").exists()
    with work_folder(ADDRESS, {"sources": "a"}, restart=False) as second:
        assert second == first
        assert (second / "half").exists()
    assert not first.exists()


@pytest.mark.parametrize(("sources", "restart"), [("b", False), ("a", True)])
def test_other_work_begins_anew(sources: str, restart: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path))
    folder = interrupted()
    with work_folder(ADDRESS, {"sources": sources}, restart=restart) as again:
        assert again == folder
        assert not (again / "half").exists()


def test_one_process_at_a_time_works_on_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path))
    other = Address(ADDRESS.hosts, "other")
    with work_folder(ADDRESS, {"added": "a"}, restart=False) as folder:
        (folder / "half").touch()
        for restart in (False, True):
            with pytest.raises(IndexAccessError) as caught, work_folder(ADDRESS, {"added": "b"}, restart=restart):
                pass
            message = "another process is writing this index; expected to be the only one"
            assert str(caught.value) == f"{ADDRESS}: {message}"
        assert (folder / "half").exists()
        with work_folder(other, {"added": "b"}, restart=False) as elsewhere:
            assert elsewhere != folder
    with work_folder(ADDRESS, {"added": "b"}, restart=False) as folder:
        assert not (folder / "half").exists()


def test_a_continued_build_has_the_report_of_the_first_run(tmp_path: Path) -> None:
    kinds = (ProblemKind("no title", 2, ("a.jsonl, line 3", "a.jsonl, line 9")),)
    report = BuildReport(5, 7, 9, 40, 0, 2, kinds, 1, AliasReport(3, 1, ("Nowhere",)))
    runs = []

    def work() -> BuildReport:
        runs.append(1)
        return report

    file = tmp_path / "report.json"
    assert done_once(file, BuildReport, work) == report
    assert done_once(file, BuildReport, work) == report
    assert len(runs) == 1


def test_errors_of_a_change_name_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the copy of the index that is changed."""
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "cache"))
    (tmp_path / "a.csv").write_text("id,text\n1,The moon.\n")
    build_index(tmp_path / "a.csv", tmp_path / "i", workers=1)
    for name in ("Connection", "check_version", "Reader"):
        monkeypatch.setattr(changes, name, lambda *_: None)
    monkeypatch.setattr(changes, "find_index", lambda _: "w-1")
    monkeypatch.setattr(changes, "_download", lambda _, index: shutil.copytree(tmp_path / "i", index))
    with pytest.raises(IndexAccessError, match=r"^opensearch://h:9200/w: found no article with the id 'x'; nothing"):
        remove_articles("opensearch://h/w", ["x"])
