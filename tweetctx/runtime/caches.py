"""The cache folder, for the demonstration index and, if necessary, compiled functions."""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path

from tweetctx.errors import ParameterError

VARIABLE = "TWEETCTX_CACHE"


class CacheWarning(UserWarning):
    """The user's cache folder cannot be written; another one is used."""


def cache_folder() -> Path:
    """The cache folder, which exists and can be written.

    It is `$TWEETCTX_CACHE`, else the user's cache folder. If that cannot be written, as without a home, it is a private
    folder among the temporary files; a CacheWarning says so once, and the variable is set, so that worker processes use
    the same folder. Raises ParameterError if the folder named by the variable cannot be written, or no folder can.
    """
    if named := os.environ.get(VARIABLE):
        folder = Path(named).absolute()
        if problem := _problem_of(folder):
            raise ParameterError(f"{VARIABLE}: found {folder} ({problem}), expected a folder that can be written")
        return folder
    folder, problem = _users_folder()
    if not problem:
        return folder
    private = _private_folder()
    message = f"{folder}: cannot be written ({problem}), {private} is used; {VARIABLE} can name another cache folder"
    warnings.warn(message, CacheWarning, stacklevel=2)
    os.environ[VARIABLE] = str(private)
    return private


def _users_folder() -> tuple[Path, str]:
    """The user's cache folder, and why it cannot be written, if so."""
    import platformdirs

    try:
        folder = platformdirs.user_cache_path("tweetctx")
    except RuntimeError:  # the user has no home; earlier versions leave `~`
        folder = Path("~")
    return folder, _problem_of(folder) if folder.is_absolute() else "the user's home is not known"


def _problem_of(folder: Path) -> str:
    """Why a folder, created if missing, cannot be written; empty if it can."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""


def _private_folder() -> Path:
    """A private folder of this user; the same in every process, unless another user has taken its name."""
    try:
        folder = Path(tempfile.gettempdir(), f"tweetctx-{os.geteuid()}")
    except FileNotFoundError as error:
        raise ParameterError(f"{VARIABLE}: found none, and no other folder can be written; expected one") from error
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077
    return folder if own else Path(tempfile.mkdtemp(prefix="tweetctx-"))
