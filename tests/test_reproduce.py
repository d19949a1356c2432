"""Every figure of the documentation has commands that make it."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from reproduce import FIGURES, Figure, listing, make

ROOT = Path(__file__).parents[1]
# What people wrote: what experiments are to do. Pages of docs/ may have no figures of their own.
WRITTEN = {
    "models/contexts.toml",
    "models/multirc-topics.toml",
    "models/multirc.toml",
    "models/papers.toml",
    "models/selqa-topics.toml",
    "models/selqa.toml",
    "models/wikiqa-topics.toml",
    "models/wikiqa.toml",
}


def test_every_picture_and_every_model_is_made_by_something() -> None:
    made = {name for figure in FIGURES.values() for name in figure.makes}
    there = {
        str(path.relative_to(ROOT)) for pattern in ("docs/figures/*", "models/*.toml") for path in ROOT.glob(pattern)
    }
    assert there - made <= WRITTEN
    assert all((ROOT / name).is_file() for name in made)
    assert not made & WRITTEN


@pytest.mark.parametrize("name", FIGURES)
def test_its_commands_exist(name: str) -> None:
    for command in FIGURES[name].commands:
        program, first, *rest = shlex.split(command)
        assert program in ("python", "tweetctx")
        if program == "python":
            assert (ROOT / first).is_file()
        else:
            assert first in ("experiment", "train")
            assert first == "train" or (ROOT / rest[0]).is_file()
        assert command in listing()


def test_a_figure_is_made_by_its_commands_in_their_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    say = tmp_path / "say.py"
    say.write_text("import sys\nprint(*sys.argv[1:])\nsys.exit(sys.argv[1] == 'fail')\n")
    figure = Figure(("x",), (f"python {say} one $WORK/a", f"python {say} two"), "copy $WORK/b")
    monkeypatch.setitem(FIGURES, "said", figure)
    make("said", tmp_path)
    assert [line for line in capfd.readouterr().out.splitlines() if not line.startswith("$ ")] == [
        f"one {tmp_path}/a",
        "two",
        f"copy {tmp_path}/b",
    ]
    monkeypatch.setitem(FIGURES, "said", Figure(("x",), (f"python {say} fail", f"python {say} two")))
    with pytest.raises(subprocess.CalledProcessError):
        make("said", tmp_path)
    assert "two" not in capfd.readouterr().out


def test_what_lacks_its_data_is_left_out() -> None:
    assert Figure((), ("x $WORK $TWEETCTX_DATA", "y $TWEETCTX_INDEX")).variables() == {
        "TWEETCTX_DATA",
        "TWEETCTX_INDEX",
    }
    done = reproduce("hashtags")
    assert (done.stdout, done.stderr) == ("", "hashtags: left out, TWEETCTX_DATA and TWEETCTX_INDEX not set\n")


def test_the_list_needs_no_name() -> None:
    assert reproduce("--list").stdout == f"{listing()}\n"


def test_an_unknown_name_is_wrong_usage() -> None:
    done = reproduce("inex", "nothing", status=2)
    assert "found 'nothing', expected one of inex, sentence-retrieval, " in done.stderr


def reproduce(*arguments: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / "reproduce.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={})
    assert done.returncode == status
    return done
