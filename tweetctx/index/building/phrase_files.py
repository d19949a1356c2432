"""Files of phrases: a line for each, its two terms with a space between them, then a tab and its score."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tweetctx.errors import PhrasesError
from tweetctx.reading.lines import read_text_file
from tweetctx.runtime.durable import replace_file
from tweetctx.text.analyzer import check_analyzer


def write_phrases(phrases: Mapping[str, float], path: str | Path, origin: Mapping[str, str]) -> None:
    """Writes phrases in their order. origin: what they were made from, as lines that begin with `#`."""
    lines = [f"# {name}: {value}" for name, value in origin.items()]
    lines += [f"{phrase}\t{score:.6g}" for phrase, score in phrases.items()]
    replace_file(Path(path), "".join(f"{line}\n" for line in lines).encode())


def read_phrases(path: str | Path, analyzer: str) -> frozenset[str]:
    """Reads a file of phrases; scores may be missing.

    Raises PhrasesError with the file and the line for anything else, ParameterError for phrases of another analyzer.
    """
    phrases = set()
    for line_number, line in read_text_file(Path(path), PhrasesError):
        if line.startswith("#"):
            name, _, value = line[1:].partition(":")
            if name.strip() == "analyzer":
                check_analyzer(path, value.strip(), analyzer)
            continue
        phrase, _, score = line.partition("\t")
        terms = phrase.split(" ")
        if len(terms) != 2 or not all(terms) or not _is_score(score):
            expected = "two terms with a space between them, and perhaps a tab and a score"
            raise PhrasesError(f"{path}, line {line_number}: found {line[:80]!r}, expected {expected}")
        if phrase in phrases:
            raise PhrasesError(
                f"{path}, line {line_number}: found {phrase!r} a second time, expected every phrase once"
            )
        phrases.add(phrase)
    if not phrases:
        raise PhrasesError(f"{path}: found no phrase, expected some; `tweetctx train phrases` finds them")
    return frozenset(phrases)


def _is_score(text: str) -> bool:
    try:
        return not text or float(text) == float(text)
    except ValueError:
        return False
