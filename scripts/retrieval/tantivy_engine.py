"""tantivy, which is Lucene's design in Rust: BM25 with block-max WAND."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from retrieval.engines import Search, not_installed

# What a writing thread may hold, which the largest corpus here does not fill: what it writes is one segment.
HEAP = 4_000_000_000


def missing() -> str | None:
    """Why it cannot run here."""
    return not_installed("tantivy")


def build(passages: Path, folder: Path) -> None:
    """Indexes lines of terms."""
    tantivy: Any = import_module("tantivy")
    folder.mkdir()
    index = tantivy.Index(_schema(), path=str(folder))
    writer = index.writer(HEAP, num_threads=1)
    with passages.open(encoding="utf-8") as lines:
        for line in lines:
            writer.add_document(tantivy.Document(t=line.rstrip("\n")))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    segments = index.searcher().num_segments
    if segments != 1:
        raise RuntimeError(f"tantivy: wrote {segments} segments, expected 1; its heap of {HEAP} bytes is too small")


def open_search(folder: Path, queries: Sequence[Sequence[str]], k: int, lam: float) -> Search:  # noqa: ARG001
    """Any of the terms, each boosted by its count; lam is not BM25's. Passages are told by their addresses."""
    tantivy: Any = import_module("tantivy")
    searcher = tantivy.Index.open(str(folder)).searcher()
    schema, query = _schema(), tantivy.Query

    def made(terms: Sequence[str]) -> Any:
        parts = []
        for term, count in Counter(terms).items():
            part = query.term_query(schema, "t", term, index_option="freq")
            parts.append((tantivy.Occur.Should, query.boost_query(part, count) if count > 1 else part))
        return query.boolean_query(parts)

    def run(prepared: Any) -> Any:
        return searcher.search(prepared, k, count=False).hits

    return Search(version("tantivy"), [made(terms) for terms in queries], run, len)


def _schema() -> Any:
    builder = import_module("tantivy").SchemaBuilder()
    builder.add_text_field("t", tokenizer_name="whitespace", index_option="freq")
    return builder.build()
