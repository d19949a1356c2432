"""Turns an index on this machine into documents."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from tweetctx.arrays.ragged import concatenate_rows
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Ints
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.opensearch.documents import META, StoredPassage, packed, term_id, token_of
from tweetctx.index.opensearch.forms import COLUMNS, SENSE, bucket_bits, buckets_of, form_id, forms_data
from tweetctx.index.opensearch.opening import BLOB_BYTES, blob_document, blob_documents, blob_parts, word_blobs
from tweetctx.index.storage.sources import read_sources
from tweetctx.index.storage.surface_rows import WRITTEN, Rows
from tweetctx.text.word_counts import TABLES
from tweetctx.types import Hits

Document = tuple[str, dict[str, Any]]  # its id and what it holds

_AT_ONCE: Final = 1000


@dataclass(frozen=True, slots=True)
class Stream:
    """Documents of one kind in a fixed order, so that an upload can continue anywhere.

    total: their number. make: makes those from one position to another.
    """

    name: str
    total: int
    make: Callable[[int, int], Iterator[Document]]

    def documents(self, start: int = 0) -> Iterator[Document]:
        """Yields all documents from a position on."""
        for first in range(start, self.total, _AT_ONCE):
            yield from self.make(first, min(first + _AT_ONCE, self.total))


class Export:
    """The documents of an embedded index of one segment, as `build_index` makes it."""

    def __init__(self, index: EmbeddedIndex) -> None:
        self._index = index
        (self._segment,) = index.segments
        self._written = np.concatenate([np.empty(0, WRITTEN), *self._segment.surfaces.rows("written")])
        named = [rows["key"] for name in ("surfaces", "anchors") for rows in self._segment.surfaces.rows(name)]
        self._named = distinct(np.concatenate([np.empty(0, np.uint64), *named]))
        self.form_bits = bucket_bits(len(self._written) + len(self._named))
        self._written, self._written_at = self._by_bucket(self._written, self._written["key"])
        self._named, self._named_at = self._by_bucket(self._named, self._named)
        self._blobs = {**word_blobs(index.words), "phrases": json.dumps(self._phrases()).encode()}

    @property
    def streams(self) -> list[Stream]:
        """Everything but the document `meta`."""
        size = self._index.size
        blobs = [document for name, content in self._blobs.items() for document in blob_documents(name, content)]
        return [
            Stream("blob", len(blobs), lambda first, last: iter(blobs[first:last])),
            Stream("file", len(self._parts), self._file_documents),
            Stream("article", size.documents, self._articles),
            Stream("passage", size.passages, self._passages),
            Stream("term", len(self._terms), self._term_documents),
            Stream("forms", 1 << self.form_bits, self._form_documents),
        ]

    def meta(self, description: dict[str, Any]) -> Document:
        """The document `meta`, which is written last. description: its other fields."""
        manifest, words = self._index.manifest, self._index.words
        return META, {
            "kind": META,
            "data": {
                **description,
                "analyzer": manifest["analyzer"],
                "spacy_model": manifest["spacy_model"],
                "origin": manifest["origin"],
                "counts": manifest["counts"],
                "windows": manifest["windows"],
                "form_bits": self.form_bits,
                "blobs": {name: blob_parts(len(content)) for name, content in self._blobs.items()},
                "files": {name: blob_parts(size) for name, size in self._files.items()},
                "words": {name: getattr(words, name).total for name in TABLES},
                "documents": {stream.name: stream.total for stream in self.streams},
            },
        }

    @cached_property
    def _files(self) -> dict[str, int]:
        """The files of the index with their sizes."""
        paths = sorted(path for path in self._index.path.rglob("*") if path.is_file())
        return {str(path.relative_to(self._index.path)): path.stat().st_size for path in paths}

    @cached_property
    def _parts(self) -> list[tuple[str, int]]:
        return [(name, part) for name, size in self._files.items() for part in range(blob_parts(size))]

    def _file_documents(self, first: int, last: int) -> Iterator[Document]:
        for name, part in self._parts[first:last]:
            with (self._index.path / name).open("rb") as file:
                file.seek(part * BLOB_BYTES)
                yield blob_document(name, part, file.read(BLOB_BYTES))

    @cached_property
    def _terms(self) -> list[str]:
        return list(self._index.term_stats(np.arange(len(self._index.vocabulary))).texts)

    @cached_property
    def _tokens(self) -> list[str]:
        return list(map(token_of, self._terms))

    def _phrases(self) -> list[str]:
        return [term for term in self._terms if " " in term] if self._index.analyzer.config.phrases else []

    def _passages(self, first: int, last: int) -> Iterator[Document]:
        tokens = self._tokens
        for passage in _stored(self._index.hits(np.arange(first, last), np.zeros(last - first))):
            terms = [*passage.head.tolist(), *passage.sentences.values.tolist()]
            document = {
                "kind": "passage",
                "number": passage.number,
                "article": passage.article,
                "terms": " ".join([tokens[term] for term in terms]),
                "data": passage.data(),
            }
            if passage.texts:
                document["sentences"] = {"gte": passage.first, "lt": passage.first + len(passage.texts)}
            yield f"p{passage.number}", document

    def _articles(self, first: int, last: int) -> Iterator[Document]:
        articles = np.arange(first, last)
        openings = {passage.article: passage for passage in _stored(self._index.openings(articles))}
        forward = self._segment.forward
        headings = forward.headings.spans(*forward.article_sections.bounds(articles))
        heads = concatenate_rows([forward.titles.take(articles), headings])
        sources = read_sources(self._segment.articles, first, last)
        for article, head, source in zip(articles.tolist(), heads, sources, strict=True):
            opening = openings[article].data() if article in openings else None
            data = {"title": source[1], "url": source[2], "head": packed(head), "opening": opening}
            yield f"a{article}", {"kind": "article", "article": article, "id": source[0], "data": data}

    def _term_documents(self, first: int, last: int) -> Iterator[Document]:
        stats = self._index.term_stats(np.arange(first, last))
        counts = np.stack([stats.cf, stats.df, stats.sf], axis=1).tolist()
        for key, row in zip(range(first, last), counts, strict=True):
            term = self._terms[key]
            yield term_id(term), {"kind": "term", "number": key, "data": {"term": term, "counts": row}}

    def _form_documents(self, first: int, last: int) -> Iterator[Document]:
        keys = self._named[self._named_at[first] : self._named_at[last]]
        senses = self._senses(np.sort(keys))
        bucket_of = buckets_of(senses["key"], self.form_bits)
        order = np.argsort(bucket_of, kind="stable")
        senses, ends = senses[order], np.searchsorted(bucket_of[order], np.arange(first, last + 1))
        for bucket in range(first, last):
            written = self._written[self._written_at[bucket] : self._written_at[bucket + 1]]
            of_bucket = senses[ends[bucket - first] : ends[bucket - first + 1]]
            yield form_id(bucket), {"kind": "forms", "data": forms_data(written, of_bucket)}

    def _senses(self, keys: Any) -> Rows:
        forms = self._index.surface_forms(keys)
        rows = np.empty(len(forms.articles), SENSE)
        rows["key"] = np.repeat(keys, np.diff(forms.offsets))
        for name in COLUMNS:
            rows[name] = getattr(forms, name)
        return rows

    def _by_bucket(self, rows: Any, keys: Any) -> tuple[Any, Ints]:
        """Rows in the order of their buckets, and where each bucket begins."""
        bucket = buckets_of(keys, self.form_bits)
        order = np.argsort(bucket, kind="stable")
        return rows[order], np.searchsorted(bucket[order], np.arange((1 << self.form_bits) + 1))


def _stored(hits: Hits) -> Iterator[StoredPassage]:
    """Hits as they are stored."""
    texts: Sequence[str] = list(hits.texts)
    for hit, passage in enumerate(hits.passages.tolist()):
        first, last = int(hits.offsets[hit]), int(hits.offsets[hit + 1])
        yield StoredPassage(
            passage,
            int(hits.articles[hit]),
            int(hits.sentences[first]) if last > first else 0,
            int(hits.positions[first]) if last > first else 0,
            hits.sources[hit],
            hits.headings[hit],
            hits.head_terms[hit],
            hits.terms.part(first, last),
            texts[first:last],
        )
