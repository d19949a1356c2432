"""What can be done with an index, by the engine that its URI names.

An engine is a module with the functions of `EngineModule`, and a line for each of its schemes in `ENGINES`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack, cast

from tweetctx.errors import ParameterError
from tweetctx.index.building.sizes import DEFAULT_MEMORY
from tweetctx.index.protocol import Engine

if TYPE_CHECKING:
    from tweetctx.corpus import OnError
    from tweetctx.index.building.building import AdditionReport, BuildReport
    from tweetctx.reading.progress import ReadingProgress
    from tweetctx.types import Day

# The module of the engine for the scheme of a URI; what has no scheme is a path.
ENGINES: dict[str, str] = {
    "file": "tweetctx.index.folder",
    "opensearch": "tweetctx.index.opensearch",
    "opensearch+https": "tweetctx.index.opensearch",
}

Sources = str | Path | Sequence[str | Path]
Mark = tuple[int, int, int]


class ReadOptions(TypedDict, total=False):
    """How articles are read and analyzed."""

    workers: int | None
    memory: int
    spacy_model: str | None
    on_error: OnError
    lists: bool
    tables: bool
    on_progress: Callable[[ReadingProgress], None] | None


class BuildOptions(ReadOptions, total=False):
    """How an index is built."""

    analyzer: str | None
    language: str | None
    aliases: str | Path | None
    wiki: str | None
    date: str | Day | None
    phrases: str | Path | None
    restart: bool
    replace: bool
    shards: int | None
    replicas: int | None


class EngineModule(Protocol):
    """The functions of an engine's module; `uri` has one of its schemes, and may be a path if that is `file`."""

    def open_index(self, uri: str) -> Engine:
        """See `open_index`."""
        ...

    def build_index(self, sources: Sequence[Path], uri: str, **options: Unpack[BuildOptions]) -> BuildReport:
        """See `build_index`."""
        ...

    def add_articles(self, sources: Sequence[Path], uri: str, **options: Unpack[ReadOptions]) -> AdditionReport:
        """See `add_articles`."""
        ...

    def remove_articles(self, uri: str, identifiers: Sequence[str]) -> int:
        """See `remove_articles`."""
        ...

    def compact_index(self, uri: str, memory: int) -> int:
        """See `compact_index`."""
        ...

    def index_info(self, uri: str) -> dict[str, Any]:
        """See `index_info`."""
        ...

    def verify_index(self, uri: str, sources: Sequence[Path]) -> list[str]:
        """See `verify_index`."""
        ...

    def with_partial(self, uri: str) -> str:
        """The URI that also says that answers may lack parts of the index; ParameterError if they never do."""
        ...

    def index_mark(self, uri: str) -> Mark | None:
        """See `index_mark`."""
        ...

    def index_bytes(self, uri: str) -> int:
        """See `index_bytes`."""
        ...


def engine_of(uri: str | Path) -> EngineModule:
    """The engine of an index. ParameterError for an unknown scheme, and for what is neither a path nor a URI."""
    if "\0" in str(uri) or not isinstance(uri, str | os.PathLike):
        raise ParameterError(f"index: found {uri!r}, expected a path or a URI")
    scheme, separator, _ = str(uri).partition("://")
    if not separator:
        scheme = "file"
    if scheme not in ENGINES:
        raise ParameterError(f"index: found the scheme {scheme!r}, expected a path or one of {', '.join(ENGINES)}")
    return cast(EngineModule, import_module(ENGINES[scheme]))


def open_index(uri: str | Path) -> Engine:
    """Opens an index by its path, or by a URI whose scheme names an engine.

    `file:///data/wiki.idx`; `opensearch://HOST:9200/NAME`, `opensearch+https://USER@HOST:9200/NAME` for one in a
    cluster. Raises IndexMissingError, IndexVersionError or IndexDamagedError, with the place and what was expected.
    """
    return engine_of(uri).open_index(str(uri))


def build_index(sources: Sources, destination: str | Path, **options: Unpack[BuildOptions]) -> BuildReport:
    """Indexes files or folders of articles in any format that `tweetctx index build` reads.

    An interrupted build continues when it is started again with the same sources and parameters. Of several articles
    with one id the last is kept.

    destination: a folder, or the URI of an index in a cluster, `opensearch://HOST:9200/NAME`. An existing index stays
    usable until it is replaced.
    analyzer: english, plain or dcu; if None, the one of the language, which for English is english.
    language: the code of its Wikipedia; if None, the language that the sources state, else English.
    spacy_model: a trained spaCy pipeline that segments sentences, instead of the rules for the language.
    workers: processes that analyze; if None, one per processor; with 1, the work is done in this process. The index is
    the same, byte for byte, for any number of them.
    memory: about how many megabytes are held at a time, besides the vocabulary; 512 by default.
    on_error: "stop" (by default) at a broken record, or "skip" and count it.
    lists, tables: whether to index list items and table rows, if the source marks them.
    aliases: a tab-separated table of other names of articles: alias, title and, if known, count.
    wiki, date: the name of the Wikipedia, as enwiki, and the day of its dump, as YYYY-MM-DD, which the index and every
    context name; if None, those that the names of the files tell, or the wiki that the first article's url names.
    phrases: a file of the phrases that the analyzer dcu has as terms, as `tweetctx train phrases` writes it; by default
    its 100,000 most frequent bigrams.
    restart: start over instead of continuing an interrupted build.
    replace: whether an existing index may be replaced, which is so by default; also one that is damaged or of another
    version.
    shards, replicas: of an index in a cluster, by default 3 and 1.
    on_progress: called now and then with the progress.

    Raises CorpusError for a source that cannot be read, and if all is skipped, IndexAccessError for a destination that
    cannot be written or is something else than an index, ParameterError for an argument out of its range or choices.
    """
    paths = _paths(sources)
    return engine_of(destination).build_index(paths, str(destination), **options)


def add_articles(sources: Sources, index: str | Path, **options: Unpack[ReadOptions]) -> AdditionReport:
    """Adds articles to an index; one with the id of an article that is there replaces it.

    Analyzer and segmentation are those of the index. spacy_model: the pipeline that the index was built with, if any;
    it must be named, since loading one runs its code, and an index may come from anybody. The other options and errors
    are those of `build_index`.
    """
    paths = _paths(sources)
    return engine_of(index).add_articles(paths, str(index), **options)


def remove_articles(index: str | Path, identifiers: Sequence[str]) -> int:
    """Removes the articles with these ids and returns their number.

    Raises IndexAccessError, and changes nothing, if an id is that of no article; ParameterError for one text in place
    of several ids.
    """
    wanted = _several("identifiers", identifiers, str, "ids, each a text")
    return engine_of(index).remove_articles(str(index), wanted)


def compact_index(index: str | Path, *, memory: int = DEFAULT_MEMORY) -> int:
    """Writes the articles of an index that are not removed into one segment; returns their number.

    memory: about how many megabytes are held at a time, besides the vocabulary.
    """
    return engine_of(index).compact_index(str(index), memory)


def index_info(uri: str | Path) -> dict[str, Any]:
    """The counts of an index and how it was made; raises what `open_index` raises."""
    return engine_of(uri).index_info(str(uri))


def verify_index(uri: str | Path, sources: Sources = ()) -> list[str]:
    """Checks an index and returns a line for each thing that is not as it was written.

    sources: what an index in a cluster was built from, to compare a sample with.
    """
    return engine_of(uri).verify_index(str(uri), _paths(sources))


def with_partial(uri: str) -> str:
    """Adds to the URI of an index in a cluster that answers may lack parts of it.

    Raises ParameterError for an index that is not in a cluster.
    """
    return engine_of(uri).with_partial(uri)


def index_mark(uri: str | Path) -> Mark | None:
    """A mark that changes when an index on disk changes, without reading it; None if there is none to be had."""
    return engine_of(uri).index_mark(str(uri))


def index_bytes(uri: str | Path) -> int:
    """The size of the files of an index on this machine; 0 for one in a cluster."""
    return engine_of(uri).index_bytes(str(uri))


def _paths(sources: Sources) -> list[Path]:
    given = [sources] if isinstance(sources, str | Path) else sources
    paths = _several("sources", given, str | Path, "paths")
    from tweetctx.corpus.sources import paths_of  # late: reading an index needs no readers of articles

    return paths_of(paths)


def _several(name: str, given: Any, kind: Any, expected: str) -> list[Any]:
    """The items of an argument; ParameterError for one text in their place, and for items of another kind."""
    several = isinstance(given, Iterable) and not isinstance(given, str | bytes)
    items = [*given] if several else []
    wrong = [item for item in items if not isinstance(item, kind)] if several else [given]
    if wrong:
        raise ParameterError(f"{name}: found {wrong[0]!r:.80}, expected {expected}")
    return items
