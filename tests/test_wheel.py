"""The wheel, installed into an empty environment of every Python that the machine has and that it supports."""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from shutil import which

import pytest

import tweetctx

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TWEET = "Remembering #OccupyWallStreet"

pytestmark = pytest.mark.thorough


@cache
def python(version: str) -> str | None:
    """A Python of a version: the one that runs this, one on the PATH, or one that pyenv made."""
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    places = [sys._base_executable] if own == version else []  # type: ignore[attr-defined]
    places += [which(f"python{version}") or ""]
    places += map(str, sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python")))
    for place in filter(None, places):
        found = subprocess.run(
            [place, "-c", "import sys, venv; print(*sys.version_info[:2], sep='.')"], capture_output=True, text=True
        )
        if found.returncode == 0 and found.stdout.strip() == version:
            return str(place)
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if built.returncode and re.search("Connection|No matching distribution|Temporary failure", built.stderr):
        pytest.skip("needs the package index")
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("*.whl")
    return found


def test_what_is_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert wheel.name.startswith(f"tweetctx-{tweetctx.__version__}-py3-none-any")
    assert {"tweetctx/py.typed", "tweetctx/models/tuned.toml", "tweetctx/models/wikiqa.toml"} <= names
    assert {"tweetctx/models/linker.json", "tweetctx/corpus/demo/people.jsonl"} <= names
    licences = {Path(name).parts[-1] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE"}
    assert sum("/licenses/" in name for name in names) == 2  # the code's and the demonstration corpus's
    assert not [name for name in names if name.startswith(("tests", "scripts", "docs"))]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., str]:
    """Runs a command in an empty folder with an empty cache, and returns what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "TWEETCTX"))}
    environment |= {"XDG_CACHE_HOME": str(tmp_path / "cache"), "COLUMNS": "200"}
    (tmp_path / "empty").mkdir()

    def finished(*command: str | Path) -> str:
        done = subprocess.run(
            command, cwd=tmp_path / "empty", env=environment, capture_output=True, text=True, timeout=1200
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return finished


def installed(run: Callable[..., str], base: str, folder: Path, *wanted: str | Path) -> Path:
    """Makes an environment with what pip is given; returns the folder of its programs."""
    run(base, "-m", "venv", folder)
    programs = folder / ("Scripts" if sysconfig.get_platform().startswith("win") else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check", *wanted)
    return programs


@pytest.mark.parametrize("version", VERSIONS)
def test_it_works_in_an_empty_environment(version: str, wheel: Path, tmp_path: Path, run: Callable[..., str]) -> None:
    base = python(version)
    if base is None:
        pytest.skip(f"found no Python {version}")
    programs = installed(run, base, tmp_path / "venv", wheel)
    assert run(programs / "tweetctx", "--version") == f"tweetctx {tweetctx.__version__}\n"
    context = run(programs / "tweetctx", "context", TWEET)
    assert "Occupy Wall Street" in context
    assert len(context) <= 501
    assert "Occupy" in run(programs / "tweetctx", "context", "--scorer", "wikiqa-2s-i", TWEET)
    names = (
        "from tweetctx.evaluation.experiments.configuration import find_experiment; "
        "print(find_experiment('wikiqa').parent.name, find_experiment('wikiqa').is_file())"
    )
    assert run(programs / "python", "-c", names) == "models True\n"
    assert list((tmp_path / "empty").iterdir()) == []


def test_the_lowest_versions_of_all_libraries_work(wheel: Path, tmp_path: Path, run: Callable[..., str]) -> None:
    """Also where loops are compiled, as a batch has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lowest = [re.sub(r">=([\w.]+).*", r"==\1", library) for library in project["dependencies"]]
    assert sum("==" in library for library in lowest) >= len(lowest) - 1
    base = python("3.11")
    if base is None:
        pytest.skip("found no Python 3.11, which the lowest versions are for")
    programs = installed(run, base, tmp_path / "venv", wheel, *lowest)
    run(programs / "tweetctx", "index", "build", ROOT / "corpus" / "people.jsonl", "-o", tmp_path / "people.idx")
    tweets, contexts = tmp_path / "tweets.txt", tmp_path / "contexts.jsonl"
    tweets.write_text("1\tWhitney Houston's funeral is in Newark\n")
    run(programs / "tweetctx", "batch", tweets, "--index", tmp_path / "people.idx", "--format", "jsonl", "-o", contexts)
    (context,) = map(json.loads, contexts.read_text("utf-8").splitlines())
    assert "Whitney Houston was" in context["text"]
