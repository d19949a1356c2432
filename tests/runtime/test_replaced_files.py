"""Files that are written whole: models, word classes, results of experiments."""

import errno
import os
import stat
from pathlib import Path

import pytest

from tweetctx.runtime.durable import replace_file


def test_a_file_is_replaced(tmp_path: Path) -> None:
    for content in (b"old", b"new"):
        replace_file(tmp_path / "a", content)
        assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", content)]


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    """Nor is a device: run as root, a command with `-o /dev/full` would take it from the whole machine."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileExistsError, match="found something that is no file") as caught:
        replace_file(pipe, b"new")
    assert caught.value.filename == str(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write(draft: Path, content: bytes) -> int:
        with draft.open("wb") as file:
            file.write(content[:1])
        raise OSError(errno.ENOSPC, "No space left on device")

    replace_file(tmp_path / "a", b"old")
    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(OSError, match="No space left") as caught:
        replace_file(tmp_path / "a", b"new")
    assert Path(caught.value.filename).parent == tmp_path
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"old")]
