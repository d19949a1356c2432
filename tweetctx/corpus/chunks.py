"""Cuts long texts into chunks, so that the memory of a step is bounded, however many matches it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

CHUNK = 1 << 15  # characters; few articles have more
MAX_LINE = 2 * CHUNK  # characters of a line that is kept whole; Wikipedia's paragraphs have some thousand
_PIECE = 16  # characters that a piece counts for besides its own, so that many empty ones make a chunk too


def chunks(pieces: Iterable[str]) -> Iterator[str]:
    r"""Joins pieces and cuts them again, before line feeds outside tags; only lines of more than MAX_LINE are cut.

    >>> [len(chunk) for chunk in chunks(["x\n", "y" * 40_000, "\nz"])]
    [1, 40003]
    """
    held: list[str] = []
    size, least = 0, CHUNK
    for piece in pieces:
        for begin in range(0, len(piece), CHUNK):
            held.append(piece[begin : begin + CHUNK])
            size += len(held[-1]) + _PIECE
            if size >= least:
                text = "".join(held)
                # A space or the end of an entity, if there is one.
                cut = max(text.rfind(" "), text.rfind(";")) + 1 or len(text)
                end = _end_of_lines(text) or (cut if len(text) > MAX_LINE else 0)
                if end:
                    yield text[:end]
                held = [text[end:]]
                size, least = len(held[0]), max(CHUNK, 2 * len(held[0]))
    if rest := "".join(held):
        yield rest


def map_chunks(work: Callable[[str], str], text: str) -> str:
    """Applies a function that works line by line to a text: at once if that is short, else in chunks.

    A long text that stays as it is takes no memory besides itself.
    """
    if len(text) <= CHUNK:
        return work(text)
    same, pieces = 0, chunks([text])
    for piece in pieces:
        if (changed := work(piece)) != piece:
            return "".join((text[:same], changed, *map(work, pieces)))
        same += len(piece)
    return text


def fold_spaces(text: str) -> str:
    """Replaces runs of white space by single spaces, and strips the text."""
    return " ".join(folded for chunk in chunks([text]) if (folded := " ".join(chunk.split())))


def drain(pieces: list[str]) -> Iterator[str]:
    """Yields the pieces of a list and removes them from it, so that they are not held any longer."""
    pieces.reverse()
    while pieces:
        yield pieces.pop()


def _end_of_lines(text: str) -> int:
    """The position of the last line feed outside tags; 0 if there is none except at the beginning."""
    tag = text.rfind("<")
    before = text.rfind("\n", 0, tag) if tag > text.rfind(">") else -1
    return max(before if before > 0 else text.rfind("\n"), 0)
