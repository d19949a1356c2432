"""Splits a stream of pieces into lines of bounded length."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tweetctx.errors import InputError, TweetctxError
from tweetctx.reading.problems import Report

MAX_RECORD = 32 << 20  # bytes of a line, of a <doc> or of a <page>; the longest articles have some 5 MB, as HTML


def read_lines(pieces: Iterable[bytes]) -> Iterator[str | InputError]:
    """Yields each line without its end, or the error of a line that is too long or not UTF-8."""
    for line in split_lines(pieces):
        try:
            yield decode_line(line)
        except InputError as error:
            yield error


def text_lines(pieces: Iterable[bytes], report: Report) -> Iterator[str]:
    """Yields lines without their ends; an empty one takes the place of one that cannot be read."""
    for line_number, line in enumerate(read_lines(pieces), 1):
        if isinstance(line, InputError):
            report(line.at(line_number))
            yield ""
        else:
            yield line.removesuffix("\r")


def read_text_file(path: Path, error: type[TweetctxError]) -> Iterator[tuple[int, str]]:
    """Yields the lines of a file that are not blank, with their numbers from 1; the file may be compressed.

    Raises `error`, which names file and line, for a line that is too long or not UTF-8 and for damage.
    """
    from tweetctx.reading.compression import read_pieces

    for line_number, line in enumerate(read_lines(read_pieces(path, lambda _size: None, error)), 1):
        if isinstance(line, InputError):
            raise error(line.at(line_number).message(path))
        text = line.removeprefix("\ufeff" if line_number == 1 else "").removesuffix("\r")
        if text.strip():
            yield line_number, text


def decode_line(line: bytes | None) -> str:
    """Decodes a line of `split_lines`; raises InputError if it is over the limit or not UTF-8."""
    if line is None:
        raise InputError(f"a line of more than {MAX_RECORD} bytes", "one record a line")
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"byte 0x{line[error.start]:02x} at column {error.start + 1}", "text in UTF-8") from None


def line_end(start: bytes) -> bytes:
    """The sign at which a text that begins so is split: a line feed, or a carriage return if it has these alone."""
    return b"\r" if b"\n" not in start and b"\r" in start[:-1] else b"\n"  # the last one may be half of \r\n


def split_lines(pieces: Iterable[bytes]) -> Iterator[bytes | None]:
    """Splits at the `line_end` of the first piece.

    Yields None for a line over the limit, of which no more than the limit is held.
    """
    rest = iter(pieces)
    start = next(rest, b"")
    end = line_end(start)
    held: list[bytes] = []  # the beginning of a line that continues in the next piece
    size = 0
    for piece in chain([start], rest):
        first, *others = piece.split(end)
        size += len(first)
        if size <= MAX_RECORD:
            held.append(first)
        else:
            held.clear()
        if not others:
            continue
        yield b"".join(held) if size <= MAX_RECORD else None
        for line in others[:-1]:
            yield line if len(line) <= MAX_RECORD else None
        held, size = [others[-1]], len(others[-1])
    if size:
        yield b"".join(held) if size <= MAX_RECORD else None
