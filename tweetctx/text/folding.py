"""How a text is written before its words are looked for."""

from __future__ import annotations

from collections.abc import Mapping

from tweetctx.text.unicode import compose

# Apostrophes as people type them; joiners and the soft hyphen are invisible and split no word.
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u200c": None, "\u200d": None, "\u00ad": None})


def fold(text: str, letters: Mapping[int, str | None]) -> str:
    """A text in lower case and compatibility form, with straight apostrophes; first some letters are changed."""
    if not text.isascii():
        text = compose("NFKC", text.translate(TYPOGRAPHY))
    if letters:
        text = text.translate(letters)
    return text.lower()
