"""The size of a collection, as its manifest records it, and how much memory a build takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tweetctx.index.storage.forward import WINDOWS

DEFAULT_MEMORY = 512  # megabytes


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a collection, or the share of some articles.

    documents, passages, sentences: their numbers. collection_length: the number of terms. sentence_length: that in
    sentences. windows: that in the windows of all sentences, with 1, 2, ... neighbours on either side.
    """

    documents: int = 0
    passages: int = 0
    sentences: int = 0
    collection_length: int = 0
    sentence_length: int = 0
    windows: tuple[int, ...] = (0,) * len(WINDOWS)

    @classmethod
    def from_manifest(cls, manifest: Mapping[str, Any]) -> Size:
        """Reads the size from a manifest."""
        return cls(**manifest["counts"], windows=tuple(manifest["windows"]))

    def to_manifest(self) -> dict[str, Any]:
        """Returns the size as a manifest records it."""
        counts = asdict(self)
        return {"windows": [*counts.pop("windows")], "counts": counts}

    def __add__(self, other: Size) -> Size:
        return self._with(other, 1)

    def __sub__(self, other: Size) -> Size:
        return self._with(other, -1)

    def _with(self, other: Size, sign: int) -> Size:
        mine, theirs = asdict(self), asdict(other)
        windows = tuple(a + sign * b for a, b in zip(mine.pop("windows"), theirs.pop("windows"), strict=True))
        return Size(**{name: value + sign * theirs[name] for name, value in mine.items()}, windows=windows)
