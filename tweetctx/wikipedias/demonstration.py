"""The default index: the demonstration corpus, indexed on first use."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from tweetctx.errors import CorpusError
from tweetctx.index.storage.manifest import VERSION
from tweetctx.runtime.bundled import DEMONSTRATION, PACKAGE
from tweetctx.runtime.caches import cache_folder


def demonstration_corpus() -> list[Path]:
    """The files of the demonstration corpus."""
    for folder in DEMONSTRATION:
        if files := sorted(folder.glob("*.jsonl")):
            return files
    raise CorpusError(f"{DEMONSTRATION[0]}: found no demonstration corpus; name an index of your own with --index")


def demonstration_index() -> Path:
    """The index of the demonstration corpus in the cache folder, built if missing."""
    corpus = demonstration_corpus()
    digest = hashlib.blake2b(digest_size=8)
    for part in (*(path.read_bytes() for path in corpus), *_sources_of_terms()):
        digest.update(part)
    index = cache_folder() / f"demonstration-{VERSION}-{digest.hexdigest()}.idx"
    if not index.is_dir():
        _build(corpus, index)
        _remove_others(index)
    return index


def _sources_of_terms() -> list[bytes]:
    """The source files on which the index depends: when one changes, the index is built again."""
    files = (path for room in ("text", "corpus", "index") for path in sorted((PACKAGE / room).rglob("*.*")))
    return [path.read_bytes() for path in files if path.suffix in (".py", ".toml")]


def _remove_others(index: Path) -> None:
    """Removes the demonstration indexes of other versions; a process that has one open keeps its files."""
    for other in index.parent.glob("demonstration-*.idx"):
        if other != index:
            shutil.rmtree(other, ignore_errors=True)


def _build(corpus: list[Path], index: Path) -> None:
    """Builds in a temporary folder and moves the index into place, so that concurrent processes agree."""
    with tempfile.TemporaryDirectory(prefix="demonstration-", dir=index.parent) as folder:
        from tweetctx.index import build_index  # late: it loads what reads corpora

        draft = Path(folder) / "draft"
        build_index([*corpus], draft, workers=1, wiki="demonstration")
        try:
            draft.rename(index)
        except OSError:
            if not index.is_dir():
                raise
