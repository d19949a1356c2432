"""A part of an index: articles that were indexed together, in files that never change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import ranges
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import IndexDamagedError, counted
from tweetctx.index.first_pass import sum_postings
from tweetctx.index.search.parts import in_threads, split
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.counts import StoredCounts
from tweetctx.index.storage.forward import Forward
from tweetctx.index.storage.lengths import Lengths
from tweetctx.index.storage.offsets import Offsets
from tweetctx.index.storage.pages import read_checked
from tweetctx.index.storage.short_texts import ShortTexts
from tweetctx.index.storage.sources import read_sources, sources_at
from tweetctx.index.storage.surface_rows import WRITTEN, Rows
from tweetctx.index.storage.surfaces import Surfaces
from tweetctx.index.storage.texts import Texts
from tweetctx.runtime.compiled import late
from tweetctx.types import Source

_kernels = late("tweetctx.index.search.kernels")


class Segment:
    """Reads what `write_segment` wrote. Its articles, passages and sentences are numbered from 0.

    removed: the articles that are no longer part of the index. term_numbers: those in the index of the segment's
    terms, shape (terms,), or None where they are 0, 1, ...; cf, df, sf: the counts of its terms, removed articles
    among them.
    """

    def __init__(self, file: ArrayFile, removed: Ints, removed_written: Rows | None = None) -> None:
        """removed_written: what the removed articles had written, rows of WRITTEN; nothing if None."""
        self.file = file
        self.cf, self.df, self.sf = (StoredCounts(file, name) for name in ("cf", "df", "sf"))
        term_numbers = file.array("term_numbers", np.uint32)
        self.term_numbers = term_numbers if len(term_numbers) else None
        self.forward = Forward.open(file, len(self.cf), self.term_numbers)
        self.sentences = Texts(file, "sentences")
        self.headings, self.articles = ShortTexts(file, "headings"), ShortTexts(file, "articles")
        self.surfaces = Surfaces(
            file, np.empty(0, WRITTEN) if removed_written is None else removed_written, self.forward.articles
        )
        self.revisions = file.pages("revisions", np.uint32)
        if len(self.revisions) not in (0, self.forward.articles):
            raise file.damage(
                "revisions",
                f"has {counted(len(self.revisions), 'entry', 'entries')}, expected {self.forward.articles} or none",
            )
        self._lengths = Lengths(file)
        self._terms, self._peaks = file.pages("posting_terms"), file.pages("posting_peaks", np.uint8)
        self._offsets = Offsets(file, "posting_places")
        self._lists, self._blocks = file.pages("postings", np.uint8), file.pages("blocks", np.uint32)
        if len(removed) and removed[-1] >= self.forward.articles:
            raise file.damage(
                "titles",
                f"has {counted(self.forward.articles, 'entry', 'entries')}, and article {removed[-1]} was removed",
            )
        self.removed = removed
        self._deleted = np.zeros(self.forward.passages if len(removed) else 0, np.bool_)
        if len(removed):
            first, last = self.forward.article_passages(removed)
            self._deleted[ranges(first, last - first)] = True
        self._arrays = [self._offsets.steps, self._lists, self._blocks, self._peaks, self._lengths.codes]
        columns = self._lists.column, self._blocks.column, self._peaks.column
        self._stored = self._offsets.table, *columns, self._lengths.table, self._deleted
        self._sums: list[NDArray[np.uint16]] = []

    def rank(self, terms: Ints, cf: Ints, size: int, weight: Floats, k: int, lam: float) -> tuple[Ints, Floats]:
        """The k best passages and a few more, ascending, and their scores.

        terms: numbers of the query's terms, with cf(t), c(t,q) and |C| of the whole index.
        """
        kernels = _kernels()
        query, codes = (self._lists_of(terms), cf, weight), self._lengths.codes.whole()
        most = min(k, len(codes))

        def part(first: int, last: int) -> tuple[Ints, Floats]:
            try:  # a list's `pop` and `append` are safe between threads
                sums = self._sums.pop()
            except IndexError:
                sums = np.zeros(kernels.REGION, np.uint16)
            passages, rows, weights, x = read_checked(
                kernels.candidates, self._arrays, self._stored, query, size, lam, most, sums, first, last
            )
            self._sums.append(sums)
            return passages, sum_postings(rows, weights, x, len(passages))

        edges = split(len(codes))
        if len(edges) == 2:
            return part(*edges)
        passages, scores = zip(*in_threads(part, edges), strict=True)
        return np.concatenate(passages), np.concatenate(scores)

    def _lists_of(self, terms: Ints) -> Ints:
        """The number of each term's list, out of range where there is none here."""
        if len(self._terms) == 0:  # the first terms have one each
            return terms
        listed = self._terms.whole()
        row = np.searchsorted(listed, terms.astype(listed.dtype))
        return np.where(listed[row.clip(max=len(listed) - 1)] == terms, row, -1)

    def source(self, article: int) -> Source:
        """Id, title, url and revision of an article."""
        revision = int(self.revisions_of(np.array([article]))[0])
        return Source(*next(read_sources(self.articles, article, article + 1)), revision)

    def revisions_of(self, articles: Ints) -> NDArray[np.uint32]:
        """The revision of each of some articles, 0 if it is not known."""
        if not len(self.revisions):
            return np.zeros(len(articles), np.uint32)
        return self.revisions.at(articles)

    def sources(self, articles: Ints) -> list[Source]:
        """Id, title, url and revision of some articles."""
        rows = zip(sources_at(self.articles, articles), self.revisions_of(articles).tolist(), strict=True)
        return [Source(*source, revision) for source, revision in rows]

    def passage_text(self, passage: int) -> str:
        """The text of a passage."""
        sentences = self.forward.passage_sentences.items(passage)
        return self.sentences.between(sentences.start, sentences.stop)

    def check_sizes(self, sizes: Mapping[str, int]) -> None:
        """IndexDamagedError if the arrays do not fit together, or not the numbers of a manifest."""
        for name, found, expected in (
            ("sentences", len(self.sentences), len(self.forward.sentences)),
            ("headings", len(self.headings), len(self.forward.headings)),
            ("articles", len(self.articles), self.forward.articles),
            ("passage_codes", len(self._lengths.codes), self.forward.passages),
            ("df", len(self.df), len(self.cf)),
            ("sf", len(self.sf), len(self.cf)),
            ("term_numbers", len(self.cf) if self.term_numbers is None else len(self.term_numbers), len(self.cf)),
            ("posting_terms", len(self._terms) or len(self._offsets), len(self._offsets)),
            ("posting_peaks", len(self._peaks), len(self._offsets)),
            ("postings", len(self._lists), self._offsets.total),
            ("titles", self.forward.articles, sizes["articles"]),
            ("passage_codes", self.forward.passages, sizes["passages"]),
            ("sentences", len(self.sentences), sizes["sentences"]),
        ):
            if found != expected:
                raise self.file.damage(name, f"has {counted(found, 'entry', 'entries')}, expected {expected}")

    def problems(self) -> Iterator[str]:
        """Checks all pages of the arrays that are opened; a line for each that holds what the format does not allow."""
        for array in self.file.opened:
            try:
                array.whole()
            except IndexDamagedError as error:
                yield str(error)
