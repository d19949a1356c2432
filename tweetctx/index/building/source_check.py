"""Sources that are no articles: the files of an index."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tweetctx.corpus.collections import is_collection
from tweetctx.corpus.sources import list_files
from tweetctx.errors import ParameterError
from tweetctx.index.storage.files import BUFFER, JOURNAL, is_index_file
from tweetctx.index.storage.manifest import MANIFEST, is_manifest


def refuse_indexes(sources: Sequence[Path], index: Path) -> None:
    """Raises ParameterError if an index is among the sources, or if `index`, which is written, lies in one of them."""
    for source in sources:
        if source.is_dir() and _reads(source, index):
            raise ParameterError(
                f"{index}: lies in the source {source}, which would read it; expected a folder outside of the sources"
            )
    for file in list_files(sources):
        if not is_collection(file) and (other := _index_of(file)):
            raise ParameterError(f"{other}: found an index among the sources, expected articles")


def _reads(source: Path, index: Path) -> bool:
    """Whether reading a source comes to a folder; hidden ones are skipped."""
    folder, root = index.resolve(), source.resolve()
    return folder.is_relative_to(root) and not any(part.startswith(".") for part in folder.relative_to(root).parts)


def _index_of(file: Path) -> Path | None:
    """The index, whole or begun, that a file belongs to."""
    if file.name == MANIFEST and is_manifest(file):
        return file.parent
    if file.name == JOURNAL and file.parent.name == BUFFER:
        return file.parent.parent
    return file.parent if is_index_file(file.name) and is_manifest(file.parent / MANIFEST) else None
