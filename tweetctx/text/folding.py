"""Folds texts before their words are found."""

from __future__ import annotations

from collections.abc import Mapping

from tweetctx.text.unicode import compose

# Apostrophes as people type them; joiners and the soft hyphen are invisible and split no word.
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "\u200c": None, "\u200d": None, "\u00ad": None})


def fold(text: str, letters: Mapping[int, str | None]) -> str:
    """Replaces `letters`, then lowercases a text in compatibility form (NFKC) with straight apostrophes."""
    if not text.isascii():
        text = compose("NFKC", text.translate(TYPOGRAPHY))
    if letters:
        text = text.translate(letters)
    return text.lower()
