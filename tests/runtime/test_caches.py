"""The cache folder: named, the user's, or a private one where there is no home."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import tweetctx
from tweetctx.errors import ParameterError
from tweetctx.runtime.caches import CacheWarning, cache_folder

PACKAGE = Path(tweetctx.__file__).parent
NOBODY = 65534


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for temporary files; no cache folder is named."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TWEETCTX_CACHE", "")
    return folder


@pytest.fixture
def _no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))


def private() -> Path:
    with pytest.warns(CacheWarning, match=r"cannot be written.*TWEETCTX_CACHE can name another") as said:
        folder = cache_folder()
    assert str(folder) in str(said[0].message)
    return folder


def test_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert cache_folder() == tmp_path / "caches" / "tweetctx"
    assert cache_folder().is_dir()


def test_a_named_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TWEETCTX_CACHE", "a/b")
    assert cache_folder() == tmp_path / "a" / "b"
    assert list(cache_folder().iterdir()) == []


def test_a_named_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TWEETCTX_CACHE", str(tmp_path / "file" / "caches"))
    with pytest.raises(ParameterError, match=r"TWEETCTX_CACHE: found .*caches \(Not a directory\), expected a folder"):
        cache_folder()


@pytest.mark.usefixtures("_no_home")
def test_a_private_folder_where_there_is_no_home(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = private()
    assert folder == temporary / f"tweetctx-{os.geteuid()}"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert cache_folder() == folder  # without another warning, also in worker processes
    assert os.environ["TWEETCTX_CACHE"] == str(folder)
    monkeypatch.setenv("TWEETCTX_CACHE", "")
    assert private() == folder  # and in the next process


def test_an_unknown_user_has_no_home(temporary: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", lambda uid: {}[uid])
    monkeypatch.chdir(tmp_path)
    assert private().parent == temporary
    assert not (tmp_path / "~").exists()


@pytest.mark.usefixtures("_no_home")
@pytest.mark.parametrize("taken", ["link", "open to others", "file", "another user's"])
def test_the_private_folders_name_is_taken(temporary: Path, taken: str, tmp_path: Path) -> None:
    name = temporary / f"tweetctx-{os.geteuid()}"
    if taken == "link":
        (tmp_path / "theirs").mkdir(mode=0o700)
        name.symlink_to(tmp_path / "theirs")
    elif taken == "file":
        name.write_text("")
    else:
        name.mkdir(mode=0o755 if taken == "open to others" else 0o700)
    if taken == "another user's":
        if os.geteuid() != 0:
            pytest.skip("only root can give a folder away")
        os.chown(name, NOBODY, NOBODY)
    folder = private()
    assert folder not in (name, tmp_path / "theirs")
    assert folder.parent == temporary
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.usefixtures("_no_home")
def test_nowhere_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(tempfile, "gettempdir", none)
    with pytest.raises(ParameterError, match="TWEETCTX_CACHE: found none, and no other folder can be written"):
        cache_folder()


@pytest.mark.thorough
def test_a_warning_that_python_is_told_to_raise_is_a_message(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    settings = {"PYTHONWARNINGS": "error", "XDG_CACHE_HOME": str(tmp_path / "file"), "TMPDIR": str(tmp_path)}
    environment = {name: value for name, value in os.environ.items() if name != "TWEETCTX_CACHE"} | settings
    command = [sys.executable, "-m", "tweetctx", "context", "The funeral of Whitney Houston"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith(f"tweetctx: error: {tmp_path}/file/tweetctx: cannot be written (Not a directory)")


def test_kernels_are_compiled_into_the_cache_folder() -> None:
    own = ("compiled.py", "cache_locator.py")
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py") if path.name not in own]
    lines = {
        line for source in sources for line in source.splitlines() if line.startswith(("from numba", "import numba"))
    }
    assert lines == {"from numba import types", "from numba.extending import intrinsic"}


@pytest.fixture
def installed() -> Iterator[Path]:
    """The package in a folder that cannot be written, which has an empty home and a folder for temporary files."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "home").mkdir()
        for name in ("tweetctx", "corpus", "models"):
            shutil.copytree(PACKAGE.parent / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (root, *root.rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        root.chmod(0o755)
        (root / "tmp").mkdir()
        root.chmod(0o555)
        yield root
        for path in (root, *root.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)


# Root may write everywhere; this starts a program without that right.
AS_OTHERS = """
import ctypes, os, sys
CAP_DAC_OVERRIDE, PR_CAPBSET_DROP = 1, 24
if os.geteuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
    sys.exit("cannot give up the right")
os.execv(sys.executable, [sys.executable, "-m", "tweetctx", *sys.argv[1:]])
"""


def run(root: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(root), "HOME": str(root / "home"), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-c", AS_OTHERS, *arguments],
        cwd=root,
        env={**environment, "TMPDIR": str(root / "tmp"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux" and os.geteuid() == 0, reason="root may write everywhere")
def test_no_home_and_a_package_that_cannot_be_written(installed: Path) -> None:
    private = installed / "tmp" / f"tweetctx-{os.geteuid()}"
    first = run(installed, "context", "The funeral of #WhitneyHouston")
    warning, demonstration = first.stderr.splitlines()
    assert (first.returncode, demonstration.startswith("tweetctx: from the demonstration corpus")) == (0, True)
    home = installed / "home"
    assert warning.startswith(f"tweetctx: warning: {home}/.cache/tweetctx: cannot be written (Permission denied)")
    assert "Houston" in first.stdout
    # The demonstration corpus is answered without compiled functions; a build needs many.
    build = "index", "build", str(installed / "corpus" / "people.jsonl"), "-o", str(installed / "tmp" / "people.idx")
    assert run(installed, *build).returncode == 0
    files = {path: path.stat().st_mtime_ns for path in private.rglob("*")}
    assert run(installed, "context", "The funeral of #WhitneyHouston").stdout == first.stdout
    assert run(installed, *build, "--force").returncode == 0
    assert {path: path.stat().st_mtime_ns for path in private.rglob("*")} == files  # nothing is made again
    assert len([path for path in files if path.suffix == ".nbc"]) > 20
    assert len([path for path in files if path.suffix == ".idx"]) == 1

    named = installed / "tmp" / "named"
    assert run(installed, "normalize", "#WhitneyHouston", TWEETCTX_CACHE=str(named)).stderr == ""
    refused = run(installed, "context", "x", TWEETCTX_CACHE=f"{home}/caches")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith(
        f"tweetctx: error: TWEETCTX_CACHE: found {home}/caches (Permission denied), expect"
    )
    assert not list(installed.rglob("__pycache__"))
