"""The file of a run survives being cut off anywhere."""

import json
import shutil
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import RunError
from tweetctx.runs.runfile import RunFile, Written, progress_path
from tweetctx.runs.worker import Piece

# Pieces of several topics, of one, and of topics without a line, also first and last.
PIECES = [
    Piece(b"", 2, 0, 0),
    Piece(b"1\tone\n1\ttwo\n", 3, 1, 2),
    Piece("2\tZoë\n".encode(), 1, 1, 1),
    Piece(b"", 4, 0, 0),
    Piece(b"3\tone\n5\tone\n5\ttwo\n", 8, 2, 3),
    Piece(b"", 1, 0, 0),
]
WHOLE = b"".join(piece.data for piece in PIECES)
STATES = list(accumulate(PIECES, lambda written, piece: written.plus(piece), initial=Written()))
IDENTITY = {"scorer": "jm(lam=0.4)", "limit": 500}


class Kill(BaseException):
    """Ends a run as a signal does."""


def write(path: Path, pieces: list[Piece], *, end: bool = True, **options: Any) -> Written:
    """Writes those pieces that are not in the run, and completes it or breaks it off."""
    with RunFile(path, IDENTITY, **options) as run:
        begun = run.written
        for piece in pieces[STATES.index(begun) :]:
            run.append(piece)
        if not end:
            raise Kill
    return begun


def interrupted(path: Path, pieces: int) -> None:
    """A run of which so many pieces are written."""
    with pytest.raises(Kill):
        write(path, PIECES[:pieces], end=False)


def is_complete(path: Path) -> bool:
    return path.read_bytes() == WHOLE and sorted(path.parent.iterdir()) == [path]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


def test_an_unbroken_run(run: Path) -> None:
    assert write(run, PIECES) == Written()
    assert is_complete(run)
    assert STATES[-1] == Written(len(WHOLE), 19, 4, 6)


@pytest.mark.parametrize("pieces", range(len(PIECES) + 1))
def test_an_interrupted_run_goes_on_where_it_stood(pieces: int, run: Path) -> None:
    interrupted(run, pieces)
    progress = json.loads(progress_path(run).read_text())
    assert progress["run"] == IDENTITY
    assert Written(**progress["written"]) == STATES[pieces]
    assert write(run, PIECES, resume=True) == STATES[pieces]
    assert is_complete(run)


@pytest.mark.parametrize("saved", range(len(PIECES) + 1))
def test_cut_at_every_byte(saved: int, run: Path) -> None:
    """Whatever progress is noted, and wherever the file ends: behind that place, or before it."""
    interrupted(run, saved)
    progress = progress_path(run).read_bytes()
    for size in range(len(WHOLE) + 1):
        run.write_bytes(WHOLE[:size])
        progress_path(run).write_bytes(progress)
        begun = write(run, PIECES, resume=True)
        assert begun == (STATES[saved] if size >= STATES[saved].bytes else Written())
        assert is_complete(run)


@pytest.mark.parametrize("size", range(len(WHOLE) + 1))
def test_cut_at_every_byte_without_noted_progress(size: int, run: Path) -> None:
    run.write_bytes(WHOLE[:size])
    assert write(run, PIECES, resume=True) == Written()
    assert is_complete(run)


def test_interrupted_again_and_again(run: Path) -> None:
    interrupted(run, 1)
    for pieces in range(2, len(PIECES) + 1):
        with run.open("ab") as file:
            file.write(b"half a li")
        with pytest.raises(Kill):
            write(run, PIECES[:pieces], end=False, resume=True)
        assert run.read_bytes() == b"".join(piece.data for piece in PIECES[:pieces])
    write(run, PIECES, resume=True)
    assert is_complete(run)


def test_interrupted_while_it_compares(run: Path) -> None:
    """As long as all is as it should be nothing is touched; afterwards it is a run like any other."""
    run.write_bytes(WHOLE[:-5])
    with pytest.raises(Kill):
        write(run, PIECES[:3], end=False, resume=True)
    assert run.read_bytes() == WHOLE[:-5]
    assert not progress_path(run).exists()
    with pytest.raises(Kill):
        write(run, PIECES[:5], end=False, resume=True)
    assert run.read_bytes() == WHOLE
    assert write(run, PIECES, resume=True) == STATES[5]
    assert is_complete(run)


@pytest.mark.parametrize("place", range(len(WHOLE)))
def test_a_run_that_differs_is_left_alone(place: int, run: Path) -> None:
    other = WHOLE[:place] + b"#" + WHOLE[place + 1 :]
    run.write_bytes(other)
    with pytest.raises(RunError) as caught:
        write(run, PIECES, resume=True)
    begin = max(state.bytes for state in STATES if state.bytes <= place)
    assert str(caught.value) == (
        f"{run}: found something else after byte {begin} than this run has there; expected a part of the same run"
    )
    assert run.read_bytes() == other
    assert not progress_path(run).exists()


def test_a_run_that_goes_on_is_left_alone(run: Path) -> None:
    run.write_bytes(WHOLE + b"9\tmore\n")
    with pytest.raises(RunError, match=f"found more after byte {len(WHOLE)}, where this run ends; expected a part of"):
        write(run, PIECES, resume=True)
    assert run.read_bytes() == WHOLE + b"9\tmore\n"


def test_a_file_that_is_there(run: Path) -> None:
    run.write_bytes(b"precious")
    with pytest.raises(RunError) as caught:
        write(run, PIECES)
    assert str(caught.value) == f"{run}: found a file; expected none, or to be told to resume or to replace it"
    assert run.read_bytes() == b"precious"
    write(run, PIECES, force=True)
    assert is_complete(run)


def test_replacing_an_interrupted_run(run: Path) -> None:
    interrupted(run, 4)
    assert write(run, PIECES, force=True) == Written()
    assert is_complete(run)


def test_what_is_left_of_a_run_that_was_removed(run: Path) -> None:
    interrupted(run, 4)
    run.unlink()
    assert write(run, PIECES, resume=True) == Written()
    assert is_complete(run)


def test_progress_that_was_not_fully_replaced(run: Path) -> None:
    interrupted(run, 4)
    run.with_name("a.run.progress.new").write_text('{"format": "tweet')
    with pytest.raises(Kill):
        write(run, PIECES[:5], end=False, resume=True)
    write(run, PIECES, resume=True)
    assert is_complete(run)


@pytest.mark.parametrize(
    ("identity", "message"),
    [
        ({**IDENTITY, "limit": 140}, "found a run begun with limit 500; expected 140 as it is now"),
        ({**IDENTITY, "scorer": "x"}, "found a run begun with scorer 'jm(lam=0.4)'; expected 'x' as it is now"),
        ({**IDENTITY, "topics": "x"}, "found a run begun with topics None; expected 'x' as it is now"),
    ],
)
def test_another_run(identity: dict[str, Any], message: str, run: Path) -> None:
    interrupted(run, 3)
    before = run.read_bytes(), progress_path(run).read_bytes()
    with pytest.raises(RunError) as caught:
        RunFile(run, identity, resume=True)
    assert str(caught.value) == f"{progress_path(run)}: {message}"
    assert (run.read_bytes(), progress_path(run).read_bytes()) == before
    write(run, PIECES, resume=True)
    assert is_complete(run)


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"run": {}}', '{"run": {}, "written": {"x": 1}}', '{"run": {}, "written": 3}']
)
def test_damaged_progress(content: str, run: Path) -> None:
    interrupted(run, 3)
    progress_path(run).write_text(content)
    with pytest.raises(RunError, match=r"a\.run\.progress: damaged; expected what a run leaves there"):
        write(run, PIECES, resume=True)
    progress_path(run).unlink()
    write(run, PIECES, resume=True)
    assert is_complete(run)


def test_two_do_not_write_the_same_run(run: Path) -> None:
    with RunFile(run, IDENTITY) as first:
        first.append(PIECES[1])
        for options in ({"resume": True}, {"force": True}):
            with pytest.raises(RunError) as caught:
                RunFile(run, IDENTITY, **options)
            assert str(caught.value) == f"{run}: another process is writing this run; expected to be the only one"
    assert run.read_bytes() == PIECES[1].data


def test_places_that_are_no_file(tmp_path: Path) -> None:
    for options in ({}, {"resume": True}, {"force": True}):
        with pytest.raises(RunError, match="found something that is no file, expected a place for a run"):
            RunFile(tmp_path, IDENTITY, **options)
        with pytest.raises(RunError, match=r"cannot be made \(No such file or directory\); expected a place for a run"):
            RunFile(tmp_path / "nowhere" / "a.run", IDENTITY, **options)


def test_a_full_disk(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was noted last stays, and with room again the run is completed."""
    interrupted(run, 3)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tweetctx.runs.runfile.os.fsync", full)
        with pytest.raises(OSError, match="No space left"):
            write(run, PIECES, resume=True)
    assert write(run, PIECES, resume=True) == STATES[3]
    assert is_complete(run)


def test_progress_is_noted_while_it_is_made(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tweetctx.runs.runfile.time.monotonic", lambda: now[0])

    def noted() -> Written:
        return Written(**json.loads(progress_path(run).read_text())["written"])

    with RunFile(run, IDENTITY) as file:
        now[0] = 0.9
        file.append(PIECES[0])
        file.append(PIECES[1])
        assert run.read_bytes() == PIECES[1].data  # written at once, noted once a second
        assert noted() == Written()
        now[0] = 1.1
        file.append(PIECES[2])
        assert noted() == STATES[3]
        shutil.copy(run, run.with_name("b.run"))
    assert run.with_name("b.run").read_bytes() == WHOLE[: STATES[3].bytes]
