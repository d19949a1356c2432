"""Reads labelled sentences of any format, which is detected from the content."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tweetctx.errors import CollectionError, ParameterError
from tweetctx.evaluation.collections.collection import SentenceCollection
from tweetctx.evaluation.collections.multirc import read_multirc
from tweetctx.evaluation.collections.novelty import Field, read_novelty_folder
from tweetctx.evaluation.collections.parts import read_bytes
from tweetctx.evaluation.collections.selqa import read_selqa
from tweetctx.evaluation.collections.wikiqa import HEADER, read_wikiqa

_FILES: dict[str, Callable[[Path], SentenceCollection]] = {
    "wikiqa": read_wikiqa,
    "selqa": read_selqa,
    "multirc": read_multirc,
}
FORMATS = (*_FILES, "novelty")


def read_collection(
    path: str | Path,
    format: str | None = None,  # noqa: A002
    *,
    field: Field = "title",
    qrels: str | Path | None = None,
) -> SentenceCollection:
    """A collection of labelled sentences; a file may be compressed.

    format: wikiqa, selqa, multirc or novelty; without one, a folder is taken for novelty and a file for what it
    begins with: WikiQA's header, a list of JSON, an object of JSON. The readers say what they accept.
    field, qrels: of novelty alone: the field of a topic that is the query's text (title, desc or narr), and the file
    of judgements where the folder has several.

    Raises CollectionError for what cannot be read, ParameterError for an unknown format.
    """
    path = Path(path)
    name = format if format is not None else _format_of(path)
    if name == "novelty":
        return read_novelty_folder(path, field=field, qrels=None if qrels is None else Path(qrels))
    if name not in _FILES:
        raise ParameterError(f"format: found {name!r}, expected one of {', '.join(FORMATS)}")
    return _FILES[name](path)


def _format_of(path: Path) -> str:
    if path.is_dir():
        return "novelty"
    head = read_bytes(path).removeprefix(b"\xef\xbb\xbf").lstrip()[:80]
    if head.startswith(HEADER[0].encode()):
        return "wikiqa"
    if head.startswith((b"[", b"{")):
        return "selqa" if head.startswith(b"[") else "multirc"
    first = head.partition(b"\n")[0].decode("latin-1")
    raise CollectionError(
        f"{path}, line 1: found {first!r}, expected WikiQA's header, JSON as of SelQA or MultiRC, or a folder of a "
        "Novelty track"
    )
