"""The file of a run survives being cut off anywhere."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from tweetctx.errors import RunError
from tweetctx.runs.runfile import HINT, OTHER_HINT, RunFile, Written
from tweetctx.runs.worker import Piece
from tweetctx.runtime.durable import Mode

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
SmallDisk = Callable[[int], AbstractContextManager[None]]
IDENTITY = {"scorer": "jm(lam=0.4)", "limit": 500}


class Kill(BaseException):
    """Ends a run as a signal does."""


SIZES = list(accumulate((len(piece.data) for piece in PIECES), initial=0))


def write(path: Path, pieces: list[Piece], mode: Mode = "new", *, end: bool = True) -> Written:
    """Writes those pieces that are not in the run, and completes it or breaks it off."""
    with RunFile(path, IDENTITY, mode) as run:
        begun = run.written
        for piece in pieces[STATES.index(begun) :]:
            run.add(piece)
        if not end:
            raise Kill
    return begun


def interrupted(path: Path, pieces: int) -> None:
    """A run of which so many pieces are written."""
    with pytest.raises(Kill):
        write(path, PIECES[:pieces], end=False)


def part(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def notes(path: Path) -> Path:
    return path.with_name(f"{path.name}.part.json")


def is_complete(path: Path) -> bool:
    return path.read_bytes() == WHOLE and sorted(path.parent.iterdir()) == [path]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return tmp_path / "a.run"


def test_an_unbroken_run(run: Path) -> None:
    assert write(run, PIECES) == Written()
    assert is_complete(run)
    assert STATES[-1] == Written(19, 4, 6)


@pytest.mark.parametrize("pieces", range(1, len(PIECES) + 1))
def test_an_interrupted_run_goes_on_where_it_stood(pieces: int, run: Path) -> None:
    interrupted(run, pieces)
    assert not run.exists()
    noted = json.loads(notes(run).read_text())
    assert noted["work"] == IDENTITY
    assert noted["bytes"] == SIZES[pieces]
    assert Written(**noted["state"]) == STATES[pieces]
    assert write(run, PIECES, "continue") == STATES[pieces]
    assert is_complete(run)


def test_a_run_interrupted_before_its_first_piece_leaves_nothing(run: Path) -> None:
    interrupted(run, 0)
    assert list(run.parent.iterdir()) == []


@pytest.mark.parametrize("saved", range(1, len(PIECES) + 1))
def test_cut_at_every_byte(saved: int, run: Path) -> None:
    """Whatever progress is noted, and wherever the file ends: behind that place, or before it."""
    interrupted(run, saved)
    noted = notes(run).read_bytes()
    for size in range(len(WHOLE) + 1):
        run.unlink(missing_ok=True)
        part(run).write_bytes(WHOLE[:size])
        notes(run).write_bytes(noted)
        begun = write(run, PIECES, "continue")
        assert begun == (STATES[saved] if size >= SIZES[saved] else Written())
        assert is_complete(run)


def test_interrupted_again_and_again(run: Path) -> None:
    interrupted(run, 1)
    for pieces in range(2, len(PIECES) + 1):
        with part(run).open("ab") as file:
            file.write(b"half a li")
        with pytest.raises(Kill):
            write(run, PIECES[:pieces], "continue", end=False)
        assert part(run).read_bytes() == b"".join(piece.data for piece in PIECES[:pieces])
    write(run, PIECES, "continue")
    assert is_complete(run)


def test_a_complete_run_that_is_resumed_is_compared(run: Path) -> None:
    write(run, PIECES)
    before = run.stat().st_ino
    assert write(run, PIECES, "continue") == Written()
    assert is_complete(run)
    assert run.stat().st_ino == before


@pytest.mark.parametrize("other", [b"", WHOLE[:-1], WHOLE + b"9\tmore\n", b"#" + WHOLE[1:], WHOLE[:-1] + b"#"])
def test_a_run_that_differs_is_left_alone(other: bytes, run: Path) -> None:
    run.write_bytes(other)
    with pytest.raises(RunError) as caught:
        write(run, PIECES, "continue")
    assert str(caught.value) == f"{run}: found another file than this work makes; expected the same; {OTHER_HINT}"
    assert run.read_bytes() == other
    assert list(run.parent.iterdir()) == [run]


def test_a_file_that_is_there(run: Path) -> None:
    run.write_bytes(b"precious")
    with pytest.raises(RunError) as caught:
        write(run, PIECES)
    assert str(caught.value) == f"{run}: found a file; expected none; {HINT}"
    assert run.read_bytes() == b"precious"
    write(run, PIECES, "replace")
    assert is_complete(run)


def test_a_file_is_replaced_when_the_new_one_is_whole(run: Path) -> None:
    """Also by another run, which continues the one that was to replace it."""
    run.write_bytes(b"precious")
    with pytest.raises(Kill):
        write(run, PIECES[:3], "replace", end=False)
    assert run.read_bytes() == b"precious"
    assert write(run, PIECES, "continue") == STATES[3]
    assert is_complete(run)


def test_an_interrupted_run_is_neither_continued_nor_replaced_unasked(run: Path) -> None:
    interrupted(run, 4)
    with pytest.raises(RunError) as caught:
        write(run, PIECES)
    assert str(caught.value) == f"{part(run)}: found what an interrupted run left; expected none; {HINT}"
    assert write(run, PIECES, "replace") == Written()
    assert is_complete(run)


def test_a_part_that_was_removed(run: Path) -> None:
    interrupted(run, 4)
    part(run).unlink()
    assert write(run, PIECES, "continue") == Written()
    assert is_complete(run)


@pytest.mark.parametrize("pieces", [PIECES, PIECES[:1]], ids=["lines", "none"])
@pytest.mark.parametrize("mode", ["new", "continue", "replace"])
def test_notes_of_a_run_that_is_complete_do_not_count(
    mode: Mode, pieces: list[Piece], run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are left by a kill at the very end; the run is moved away, and another takes its name."""

    def kill(_: Path) -> None:
        raise Kill

    def write_all() -> None:
        with RunFile(run, IDENTITY) as file, monkeypatch.context() as patch:
            for piece in pieces:
                file.add(piece)
            file.save()
            patch.setattr("tweetctx.runtime.durable.remove_json", kill)
            file.publish()

    with pytest.raises(Kill):
        write_all()
    assert notes(run).exists()
    run.rename(run.with_name("old.run"))
    with RunFile(run, {**IDENTITY, "limit": 140}, mode) as file:
        assert file.written == Written()
        file.add(PIECES[1])
    assert run.read_bytes() == PIECES[1].data
    assert not notes(run).exists()


def test_notes_beside_an_empty_part_of_another_run_do_not_count(run: Path) -> None:
    interrupted(run, 3)
    part(run).write_bytes(b"")
    with RunFile(run, {**IDENTITY, "limit": 140}, "continue") as file:
        assert file.written == Written()
        file.add(PIECES[1])
    assert run.read_bytes() == PIECES[1].data


def test_notes_that_were_not_fully_replaced(run: Path) -> None:
    interrupted(run, 4)
    run.with_name("a.run.part.json.new").write_text('{"format": "tweet')
    with pytest.raises(Kill):
        write(run, PIECES[:5], "continue", end=False)
    write(run, PIECES, "continue")
    assert is_complete(run)


@pytest.mark.parametrize(
    ("identity", "message"),
    [
        ({**IDENTITY, "limit": 140}, "found limit 140; expected limit 500"),
        ({**IDENTITY, "topics": "x"}, "found topics 'x'; expected topics None"),
        (
            {**IDENTITY, "scorer": "x", "limit": 140},
            "found scorer 'x', limit 140; expected scorer 'jm(lam=0.4)', limit 500",
        ),
    ],
)
def test_another_run(identity: dict[str, Any], message: str, run: Path) -> None:
    interrupted(run, 3)
    before = part(run).read_bytes(), notes(run).read_bytes()
    with pytest.raises(RunError) as caught:
        RunFile(run, identity, "continue")
    assert str(caught.value) == f"{part(run)}: {message}, with which it was begun; {OTHER_HINT}"
    assert "--resume" not in str(caught.value)
    assert (part(run).read_bytes(), notes(run).read_bytes()) == before
    write(run, PIECES, "continue")
    assert is_complete(run)


GOOD = {"format": "tweetctx-part", "work": IDENTITY, "bytes": 0, "state": {}, "replaces": False}


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "3", '{"work": {}}'),
        *(json.dumps({**GOOD, **wrong}) for wrong in ({"bytes": 1.5}, {"bytes": -1}, {"work": 3}, {"state": {"x": 1}})),
    ],
)
def test_damaged_notes(content: str, run: Path) -> None:
    interrupted(run, 3)
    notes(run).write_text(content)
    with pytest.raises(RunError, match=r"a\.run\.part\.json: damaged .*; expected .*; --force replaces what is there"):
        write(run, PIECES, "continue")
    notes(run).unlink()
    write(run, PIECES, "continue")
    assert is_complete(run)


def test_two_do_not_write_the_same_run(run: Path) -> None:
    modes: tuple[Mode, ...] = ("new", "continue", "replace")
    with RunFile(run, IDENTITY) as first:
        first.add(PIECES[1])
        for mode in modes:
            with pytest.raises(RunError) as caught:
                RunFile(run, IDENTITY, mode)
            assert (
                str(caught.value) == f"{part(run)}: another process is writing this file; expected to be the only one"
            )
    assert run.read_bytes() == PIECES[1].data


def test_places_that_are_no_file(tmp_path: Path) -> None:
    modes: tuple[Mode, ...] = ("new", "continue", "replace")
    for mode in modes:
        for folder in (tmp_path, Path("."), Path("/"), Path("..")):  # noqa: PTH201 -- as it is given
            with pytest.raises(RunError, match="found a folder; expected the name of a file"):
                RunFile(folder, IDENTITY, mode)
        with pytest.raises(RunError, match="found something that is no file; expected a place for a file"):
            RunFile(Path("/dev/null"), IDENTITY, mode)
        with pytest.raises(
            RunError, match=r"cannot be made \(No such file or directory\); expected a place for a file"
        ):
            RunFile(tmp_path / "nowhere" / "a.run", IDENTITY, mode)


def test_a_full_disk(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was noted last stays, and with room again the run is completed."""
    interrupted(run, 3)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("tweetctx.runtime.durable.os.fsync", full)
        with pytest.raises(RunError) as caught:
            write(run, PIECES, "continue")
    said = f"{part(run)}: cannot be written (No space left on device); expected room for it; {HINT}"
    assert str(caught.value) == said
    assert write(run, PIECES, "continue") == STATES[3]
    assert is_complete(run)


def test_a_full_disk_in_the_middle_of_a_piece(run: Path, small_disk: SmallDisk) -> None:
    long = Piece(b"x" * 10_000, 1, 1, 1)

    def write_both() -> None:
        with RunFile(run, IDENTITY) as file:
            file.add(PIECES[1])
            file.add(long)

    with small_disk(5_000), pytest.raises(RunError, match=r"part: cannot be written \(.*\); expected room .*--resume"):
        write_both()
    with RunFile(run, IDENTITY, "continue") as file:
        assert file.written == Written().plus(PIECES[1])
        file.add(long)
    assert run.read_bytes() == PIECES[1].data + long.data


def test_progress_is_noted_while_it_is_made(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("tweetctx.runtime.durable.time.monotonic", lambda: now[0])
    with RunFile(run, IDENTITY) as file:
        now[0] = 0.9
        file.add(PIECES[0])
        file.add(PIECES[1])
        assert part(run).read_bytes() == PIECES[1].data  # written at once, noted once a second
        assert not notes(run).exists()
        now[0] = 1.1
        file.add(PIECES[2])
        assert Written(**json.loads(notes(run).read_text())["state"]) == STATES[3]
