"""The files of a folder of tweets, in their order."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

from tweetctx.errors import TopicsError

# The names of files with tweets in an export; `tweets.js` is the part before `tweets-part1.js`.
_EXPORT = re.compile(r"(?:community-)?tweets?(?:-part[0-9]+)?\.js(?:\.\w+)?")
_NOTES = re.compile(r"note-tweets?(?:-part[0-9]+)?\.js(?:\.\w+)?")  # whole texts of those that are cut
_PART = re.compile(r"(.*?)(?:-part([0-9]+))?((?:\.\w+)*)")
_DIGITS = re.compile(r"([0-9]+)")


def list_files(source: Path) -> list[Path]:
    """Returns the file itself, or a folder's files in the order of their names, numbers in them as numbers.

    Hidden ones are skipped, links to folders not followed. Of an export only the tweets are taken.
    Raises TopicsError for a path that is not there, a folder that cannot be read, and one without files.
    """
    if not source.exists():
        raise TopicsError(f"{source}: not found; expected a file or a folder")
    if not source.is_dir():
        return [source]
    files = _walk(source)
    if not files:
        raise TopicsError(f"{source}: found no file in this folder; expected at least one that is not hidden")
    return [file for file in files if _EXPORT.fullmatch(file.name)] or files


def note_files(files: Iterable[Path]) -> list[Path]:
    """The files of an export that hold the whole texts of long tweets, beside those with tweets."""
    folders = dict.fromkeys(file.parent for file in files if _EXPORT.fullmatch(file.name))
    return [file for folder in folders for file in sorted(folder.iterdir()) if _NOTES.fullmatch(file.name)]


def _walk(source: Path) -> list[Path]:
    files: list[Path] = []
    for folder, folders, names in os.walk(source, onerror=_refuse):
        folders[:] = sorted((name for name in folders if not name.startswith(".")), key=_order)
        files += (Path(folder, name) for name in sorted(names, key=_order) if not name.startswith("."))
    return files


def _refuse(error: OSError) -> NoReturn:
    raise TopicsError(f"{error.filename}: cannot be read ({error.strerror}); expected a readable folder") from error


def _order(name: str) -> tuple[list[str | int], int, str]:
    """Names by their text and numbers in turn, then by their part; the last makes the order total."""
    match = _PART.fullmatch(name)
    stem, part = (match[1], int(match[2] or 0)) if match else (name, 0)
    # Texts and numbers alternate, beginning with a text, so that only like is compared with like.
    return [int(text) if text.isdecimal() else text for text in _DIGITS.split(stem)], part, name
