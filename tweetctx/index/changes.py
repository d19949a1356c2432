"""What changes an index: each change is made beside what is there, and then takes its place in one step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.errors import IndexAccessError
from tweetctx.index.draft import TEXTS, Draft, forget
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.files import DRAFT, Change
from tweetctx.index.forward import ROWS
from tweetctx.index.inversion import Counts, counts_of, nothing
from tweetctx.index.segment import Segment
from tweetctx.index.state import write_state
from tweetctx.index.words import WordCountsWriter
from tweetctx.index.writer import DEFAULT_MEMORY, write_segment
from tweetctx.ragged import Ints, Ragged, ranges

_HELD = 1 << 20  # terms held at a time
_ARTICLES = 1 << 12  # looked at at a time


@dataclass(frozen=True, slots=True)
class ChangeReport:
    """What a change did: articles added, those among them that replaced one, and articles removed for good."""

    added: int
    replaced: int
    removed: int


@contextmanager
def changing(index: Path, *, keep_draft: bool = False) -> Iterator[Change]:
    """A change that is undone if it does not end; an error of the file system names the index."""
    change = Change(index)
    try:
        yield change
    except OSError as error:
        change.discard(keep_draft=keep_draft)
        raise IndexAccessError(f"{index}: cannot be written ({error.strerror}); it is as it was") from error
    except BaseException:
        change.discard(keep_draft=keep_draft)
        raise
