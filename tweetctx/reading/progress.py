"""The progress of work that reads a corpus."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingProgress:
    """The progress of a build or a conversion: articles done, problems skipped, and bytes of the sources as stored.

    phase: what is being done, such as "reading" or "writing".
    """

    phase: str
    articles: int
    skipped: int
    bytes_read: int
    bytes_total: int
