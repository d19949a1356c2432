"""Text from outside, such as posts, titles and ids, on a terminal, which control characters in it would control."""

from __future__ import annotations

import re
from typing import Final, TextIO

_CONTROLS: Final = {code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
_COLOURS: Final = re.compile("(\x1b\\[[0-9;]*m)")  # with which help is written


def printable(text: str) -> str:
    """A text with U+FFFD in place of control characters other than tabs and line feeds."""
    return text if text.isascii() and text.isprintable() else text.translate(_CONTROLS)


def guard(stream: TextIO) -> None:
    """Makes a stream replace the control characters of what is written to it; colours stay."""
    write = stream.write

    def write_printable(text: str) -> int:
        parts = _COLOURS.split(text)
        write("".join(part if position % 2 else printable(part) for position, part in enumerate(parts)))
        return len(text)

    stream.write = write_printable  # type: ignore[method-assign]
