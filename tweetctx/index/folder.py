"""The engine of `file`: an index in a folder of this machine. What builds and changes one is imported when needed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from tweetctx.errors import ParameterError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import MANIFEST
from tweetctx.text.languages import described, find_language

if TYPE_CHECKING:
    from tweetctx.index.building.building import AdditionReport, BuildReport


def folder_of(uri: str) -> Path:
    """The folder of an index, given its path or `file://` and its path, which may be percent-encoded."""
    scheme, separator, path = uri.partition("://")
    if not separator:
        return Path(scheme)
    return Path(path) if Path(path).exists() else Path(unquote(path))


def open_index(uri: str) -> EmbeddedIndex:
    """Opens an index."""
    return EmbeddedIndex(folder_of(uri))


def build_index(
    sources: Sequence[Path], uri: str, *, shards: int | None = None, replicas: int | None = None, **options: Any
) -> BuildReport:
    """Builds an index."""
    from tweetctx.index.building.building import build_index

    for name, given in (("shards", shards), ("replicas", replicas)):
        if given is not None:
            raise ParameterError(f"{name}: found {given}, expected none for {uri}, which is no index in a cluster")
    return build_index(sources, folder_of(uri), **options)


def add_articles(sources: Sequence[Path], uri: str, **options: Any) -> AdditionReport:
    """Adds articles to an index."""
    from tweetctx.index.building.building import add_articles

    return add_articles(sources, folder_of(uri), **options)


def remove_articles(uri: str, identifiers: Sequence[str]) -> int:
    """Removes articles from an index; returns their number."""
    from tweetctx.index.building.changes import remove_articles

    return remove_articles(folder_of(uri), identifiers)


def compact_index(uri: str, memory: int) -> int:
    """Merges the segments of an index into one; returns the number of its articles."""
    from tweetctx.index.building.changes import compact_index

    return compact_index(folder_of(uri), memory)


def index_info(uri: str) -> dict[str, Any]:
    """The counts of an index and how it was made."""
    return information(open_index(uri))


def verify_index(uri: str, sources: Sequence[Path]) -> list[str]:
    """A line for each file that is not as it was written; ParameterError if there are sources."""
    if sources:
        raise ParameterError(f"sources: found some for {uri}, expected none: its files have checksums")
    return open_index(uri).verify()


def with_partial(uri: str) -> str:
    """Raises ParameterError: an answer never lacks a part of the index."""
    raise ParameterError(f"allow-partial: found the index {uri}, expected one in a cluster")


def index_mark(uri: str) -> tuple[int, int, int] | None:
    """The identity, time and size of the manifest; None if there is none."""
    try:
        status = os.stat(folder_of(uri) / MANIFEST)  # noqa: PTH116 -- one system call, often
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def index_bytes(uri: str) -> int:
    """The size of all files."""
    return sum(path.stat().st_size for path in folder_of(uri).glob("*") if path.is_file())


def information(index: EmbeddedIndex) -> dict[str, Any]:
    """What an index holds and how it was made; and what its language lacks, where it does."""
    info = index.info()
    config = index.analyzer.config
    name = find_language(config.language).name
    stemmer = config.stemmer if config.stemmer in ("lovins", "none") else f"Snowball {config.stemmer}"
    if stemmer == "none" and config.name != "plain":
        stemmer = f"none: Snowball has none for {name}"
    made = {
        "language": described(config.language),
        "stop_words": len(config.stop_words) or f"none: spaCy has none for {name}",
        "stemmer": stemmer,
        "sentences_by": index.manifest["spacy_model"] or f"rules for {name}",
    }
    first = {key: info.pop(key) for key in ("path", "version", "analyzer")}
    return first | made | {key: value for key, value in info.items() if key not in made}
