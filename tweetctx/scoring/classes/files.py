"""Reads and writes files of word classes.

Tab-separated text in UTF-8, a line for each word: the word and the number of its class. Lines before the first word
that begin with `#` say what the classes were made from, `# name: value`. Classes stand in the order of their numbers
and the words of a class from the most frequent to the least, so that a person can read them.

    # analyzer: english
    # classes: 2
    monday	0
    friday	0
    paris	1
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tweetctx.errors import ClassesError
from tweetctx.reading.lines import read_text_file
from tweetctx.runtime.durable import replace_file

_RECORD = re.compile(r"([^\t]+)\t([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class TermClasses:
    """The class of each term, numbered from 0; a term without one forms a class by itself.

    of: in the order in which terms are written. origin: what the classes were made from, as text.
    """

    of: Mapping[str, int]
    origin: Mapping[str, str] = field(default_factory=dict)

    def members(self) -> dict[int, list[str]]:
        """Returns the terms of each class, in their order."""
        found: dict[int, list[str]] = {}
        for term, number in self.of.items():
            found.setdefault(number, []).append(term)
        return found


def write_classes(classes: TermClasses, path: str | Path) -> None:
    """Writes a file; an existing one stays intact until the new one replaces it.

    ClassesError for a term that the format cannot hold: an empty one, one with a tab, a line's end, `#` or U+FEFF.
    """
    lines = [f"# {name}: {' '.join(value.split())}" for name, value in classes.origin.items()]
    lines += [_line(term, number, path) for term, number in classes.of.items()]
    replace_file(Path(path), "".join(f"{line}\n" for line in lines).encode())


def read_classes(path: str | Path) -> TermClasses:
    """Reads a file of classes, plain or compressed; ClassesError with the file and the line for anything else."""
    of: dict[str, int] = {}
    origin: dict[str, str] = {}
    for number, text in read_text_file(Path(path), ClassesError):
        place = f"{path}, line {number}"
        if text.startswith("#") and not of:
            name, _, value = text[1:].partition(":")
            origin[name.strip()] = value.strip()
            continue
        term, label = _record(text, place)
        if term in of:
            raise ClassesError(f"{place}: found {term!r} a second time, expected every word once")
        of[term] = label
    if not of and not origin:
        raise ClassesError(f"{path}: found nothing, expected words, each with a tab and the number of its class")
    return TermClasses(of, origin)


def _line(term: str, number: int, path: str | Path) -> str:
    if not term or set(term) & set("\t\n\r#\ufeff"):
        raise ClassesError(f"{path}: found the term {term!r}, expected one without tabs, ends of lines, # and U+FEFF")
    return f"{term}\t{number}"


def _record(text: str, place: str) -> tuple[str, int]:
    found = _RECORD.fullmatch(text)
    if not found:
        raise ClassesError(f"{place}: found {text[:80]!r}, expected a word, a tab and the number of a class")
    return found[1], int(found[2])
