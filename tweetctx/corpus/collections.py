"""Document collections of ir_datasets, named `ir_datasets:ID` in place of a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from tweetctx.corpus.cleaning import clean, clean_leftovers, clean_line
from tweetctx.corpus.headings import build_sections
from tweetctx.corpus.source_file import SourceFile
from tweetctx.errors import CorpusError
from tweetctx.runtime.libraries import how_to_install
from tweetctx.types import Article

PREFIX = "ir_datasets:"
_TEXTS = ("text", "body")  # of a document beside its title; of others, what ir_datasets takes for its text


def is_collection(source: Path) -> bool:
    """Whether a source is the name of a collection."""
    return str(source).startswith(PREFIX)


def open_collection(source: Path) -> Any:
    """The dataset of an id; raises CorpusError if there is none, or it has no documents."""
    try:
        import ir_datasets
    except ModuleNotFoundError:
        raise CorpusError(f"{source}: expected ir_datasets to read it with: {how_to_install('ir_datasets')}") from None
    try:
        dataset = ir_datasets.load(str(source).removeprefix(PREFIX))
    except KeyError:
        raise CorpusError(f"{source}: found no such collection; expected an id of ir_datasets") from None
    if not dataset.has_docs():
        raise CorpusError(f"{source}: found a dataset without documents; expected one that has them")
    return dataset


def read_collection(source: SourceFile) -> Iterator[Article]:
    """Yields an article for each document; marks are numbers of documents from 1."""
    collection = open_collection(source.path)
    documents, language = collection.docs_iter(), collection.docs_lang()
    begin = source.start or 0
    try:
        for mark, document in enumerate(islice(documents, begin, None), begin + 1):
            source.mark = mark
            yield _article(document, language)
    except (OSError, RuntimeError, ValueError) as error:  # as downloads and their checks fail
        raise CorpusError(f"{source.path}: cannot be read ({error}); expected the documents") from error


def _article(document: Any, language: str | None) -> Article:
    title = clean_line(getattr(document, "title", None) or "") or document.doc_id
    text = next((text for name in _TEXTS if (text := getattr(document, name, None))), None) or document.default_text()
    lines = clean_leftovers(clean(text.replace("\r\n", "\n")), language).split("\n")
    url = clean_line(getattr(document, "url", None) or "")
    return Article(document.doc_id, title, url, build_sections(lines, language=language))
