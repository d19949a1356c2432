"""A part of an index: articles that were indexed together, in files that never change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from tweetctx.errors import IndexDamagedError
from tweetctx.index.first_pass import passage_scores
from tweetctx.index.search.parts import in_threads, split
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.counts import StoredCounts
from tweetctx.index.storage.forward import Forward
from tweetctx.index.storage.lengths import SHARES, Lengths
from tweetctx.index.storage.offsets import Offsets
from tweetctx.index.storage.pages import read_checked
from tweetctx.index.storage.sources import read_sources
from tweetctx.index.storage.surface_rows import WRITTEN, Rows
from tweetctx.index.storage.surfaces import Surfaces
from tweetctx.index.storage.texts import Texts
from tweetctx.ragged import Floats, Ints, ranges
from tweetctx.types import Source


class Segment:
    """Reads what `write_segment` wrote. Its articles, passages and sentences are numbered from 0.

    removed: the articles that are no longer part of the index. numbers: those in the index of the segment's terms,
    shape (terms,), or None where they are 0, 1, ...; cf, df, sf: the counts of its terms, removed articles among them.
    """

    def __init__(self, file: ArrayFile, removed: Ints, removed_written: Rows | None = None) -> None:
        """removed_written: what the removed articles had written, rows of WRITTEN; nothing if None."""
        self.file = file
        self.cf, self.df, self.sf = (StoredCounts(file, name) for name in ("cf", "df", "sf"))
        numbers = file.array("term_numbers", np.uint32)
        self.numbers = numbers if len(numbers) else None
        self.forward = Forward.open(file, len(self.cf), self.numbers)
        self.sentences, self.headings, self.articles = (
            Texts(file, name) for name in ("sentences", "headings", "articles")
        )
        self.surfaces = Surfaces(
            file, np.empty(0, WRITTEN) if removed_written is None else removed_written, self.forward.articles
        )
        self._lengths = Lengths(file)
        self._terms, self._peaks = file.pages("posting_terms"), file.pages("posting_peaks", np.uint8)
        self._places = Offsets(file, "posting_places")
        self._lists, self._blocks = file.pages("postings", np.uint8), file.pages("blocks", np.uint32)
        if len(removed) and removed[-1] >= self.forward.articles:
            raise file.damage("titles", f"has {self.forward.articles} entries, and article {removed[-1]} was removed")
        self.removed = removed
        self._deleted = np.zeros(self.forward.passages if len(removed) else 0, np.bool_)
        if len(removed):
            first, last = self.forward.article_passages(removed)
            self._deleted[ranges(first, last - first)] = True
        self._scratch: list[NDArray[np.uint16]] = []

    def rank(self, terms: Ints, cf: Ints, size: int, weight: Floats, k: int, lam: float) -> tuple[Ints, Floats]:
        """The k best passages and a few more, and their scores.

        terms: numbers of the query's terms, with cf(t), c(t,q) and |C| of the whole index.
        """
        place, here = self._lists_of(terms)
        if not len(here):
            return np.empty(0, np.int64), np.empty(0)
        starts, peaks = self._find_lists(place)
        # Not below the smallest number, by which a division would be more than the largest.
        ratio = (1.0 - lam) / np.maximum(lam * (cf[here] / np.float64(size)), np.finfo(np.float64).tiny)
        passages, found = self._candidates(starts, ratio, weight[here], SHARES[peaks], k)
        tf = found
        if len(here) < len(terms):
            tf = np.zeros((len(terms), len(passages)), np.int64)
            tf[here] = found
        return passages, passage_scores(tf, self._lengths.of(passages), cf.astype(np.float64), size, weight, lam)

    def _lists_of(self, terms: Ints) -> tuple[Ints, Ints]:
        """The lists of those terms that have one here, and which terms these are."""
        lists = len(self._places)
        if len(self._terms) == 0:  # the first `lists` terms have one each
            here = np.flatnonzero((terms >= 0) & (terms < lists))
            return terms[here], here
        own = self._terms.whole()
        place = np.searchsorted(own, terms.astype(own.dtype))
        here = np.flatnonzero(own[place.clip(max=lists - 1)] == terms)
        return place[here], here

    def _candidates(self, starts: Ints, ratio: Floats, weight: Floats, peaks: Floats, k: int) -> tuple[Ints, Ints]:
        """Candidates of the k best passages, ascending, and how often each term occurs in each."""
        from tweetctx.index.search.kernels import REGION, candidates

        lists, words, codes = self._lists.values, self._blocks.values, self._lengths.codes.whole()
        most = min(k, len(codes))

        def part(first: int, last: int) -> tuple[Ints, Ints]:
            try:  # a list's `pop` and `append` are safe between threads
                sums = self._scratch.pop()
            except IndexError:
                sums = np.zeros(REGION, np.uint16)
            found: tuple[Ints, Ints] = candidates(
                lists, words, starts, codes, self._deleted, ratio, weight, peaks, most, sums, first, last
            )
            self._scratch.append(sums)
            if not len(found[1]):
                raise self.file.damage("blocks", "holds postings that are not as they were written")
            return found

        edges = split(len(codes))
        if len(edges) == 2:
            return part(*edges)
        passages, counts = zip(*in_threads(part, edges), strict=True)
        return np.concatenate(passages), np.concatenate(counts, axis=1)

    def _find_lists(self, rows: Ints) -> tuple[Ints, Ints]:
        """Where lists begin, and the codes of their largest tf/length; all that is read of the lists is checked."""
        from tweetctx.index.storage.list_kernels import find_lists

        arrays = [self._places.steps, self._lists, self._blocks, self._peaks]
        columns = self._places.table, self._lists.column, self._blocks.column, self._peaks.column
        found: tuple[Ints, Ints] = read_checked(find_lists, arrays, *columns, rows)
        return found

    def source(self, article: int) -> Source:
        """Id, title and url of an article."""
        return Source(*next(read_sources(self.articles, article, article + 1)))

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
            ("term_numbers", len(self.cf) if self.numbers is None else len(self.numbers), len(self.cf)),
            ("posting_terms", len(self._terms) or len(self._places), len(self._places)),
            ("posting_peaks", len(self._peaks), len(self._places)),
            ("postings", len(self._lists), self._places.total),
            ("titles", self.forward.articles, sizes["articles"]),
            ("passage_codes", self.forward.passages, sizes["passages"]),
            ("sentences", len(self.sentences), sizes["sentences"]),
        ):
            if found != expected:
                raise self.file.damage(name, f"has {found} entries, expected {expected}")

    def problems(self) -> Iterator[str]:
        """Checks all pages of the arrays that are opened; a line for each that holds what the format does not allow."""
        for array in self.file.opened:
            try:
                array.whole()
            except IndexDamagedError as error:
                yield str(error)
