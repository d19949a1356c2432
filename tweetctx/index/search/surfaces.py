"""Looks up surface forms in several segments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.search.segment import Segment
from tweetctx.index.surface_forms import MOST_SENSES, OWN, TITLED, FormSource, SurfaceForms
from tweetctx.ragged import Bools, Ints
from tweetctx.text.names import CAPITAL_WORD, SMALL_WORD

_ARTICLE_BITS: Final = 40  # of a form and an article in one number
_PARTED: Final = np.uint64(255)  # the bits of a key that tell where spaces part its letters, 0 for a single word

Keys = NDArray[np.uint64]


class SurfaceIndex:
    """Looks up surface forms in the segments of an index; threads can share it."""

    def __init__(self, segments: Sequence[Segment], bases: Ints) -> None:
        """bases: the number of each segment's first article."""
        self._segments = segments
        self._bases = bases
        self._gone = [_mask(segment) for segment in segments]

    def forms(self, keys: Keys, joined: Bools) -> SurfaceForms:
        """The statistics of forms. joined: for which forms spaces are ignored."""
        from tweetctx.index.storage import surface_kernels

        first = np.where(joined, keys & ~_PARTED, keys)
        last = np.where(joined, keys | _PARTED, keys)
        rows = np.concatenate(
            [np.empty((5, 0), np.int64), *self._named(first, last), *self._linked(first, last)], axis=1
        )
        order = np.argsort(rows[0] << _ARTICLE_BITS | rows[1])
        senses, offsets = surface_kernels.merge_senses(order, rows, len(keys), MOST_SENSES, int(OWN))
        _, articles, sources, links, uses = senses
        bases, lengths, kinds = self._facts(articles)
        word = np.flatnonzero((keys & _PARTED) == 0)
        others = keys[word] ^ SMALL_WORD, keys[word] ^ CAPITAL_WORD, bases
        written = self._written(np.concatenate([first, *others]), np.concatenate([last, *others]))
        small, capitals = np.zeros((2, len(keys)), np.int64)
        behind = len(keys) + len(word)
        small[word], capitals[word] = written[len(keys) : behind], written[behind : behind + len(word)]
        return SurfaceForms(
            names=written[: len(keys)],
            small=small,
            capitals=capitals,
            offsets=offsets,
            articles=articles,
            sources=sources,
            links=links,
            uses=uses,
            names_of=written[behind + len(word) :],
            namesakes=self._namesakes(bases),
            lengths=lengths,
            kinds=kinds,
        )

    def _named(self, first: Keys, last: Keys) -> Iterator[Ints]:
        """The names of articles: rows of (form, article, source, links, uses)."""
        for segment, base, gone in zip(self._segments, self._bases, self._gone, strict=False):
            senses = segment.surfaces.named(first, last, gone)
            senses[1] += base
            yield senses

    def _linked(self, first: Keys, last: Keys) -> Iterator[Ints]:
        """The articles that links with these texts lead to, as `_named`; −1 for none."""
        for segment, gone in zip(self._segments, self._gone, strict=True):
            found = segment.surfaces.linked(first, last, gone)
            senses = np.zeros((5, found.shape[1]), np.int64)
            senses[0], senses[1], senses[3] = found[0], self._titled(found[1].view(np.uint64)), found[2]
            senses[2] = int(FormSource.LINK)
            yield senses

    def _titled(self, titles: Keys) -> Ints:
        articles = np.full(len(titles), -1, np.int64)
        for segment, base, gone in zip(self._segments, self._bases, self._gone, strict=False):
            found = segment.surfaces.titled(titles)
            here = (found >= 0) & (articles < 0)
            if len(gone):
                here &= ~gone[found]
            articles[here] = found[here] + base
        return articles

    def _written(self, first: Keys, last: Keys) -> Ints:
        none = np.zeros(len(first), np.int64)
        return sum((segment.surfaces.written.sums(first, last) for segment in self._segments), none)

    def _namesakes(self, bases: Keys) -> Ints:
        """How many articles have each key as a title, but for a qualifier."""
        counts = np.zeros(len(bases), np.int64)
        for segment, gone in zip(self._segments, self._gone, strict=True):
            counts += segment.surfaces.count_titled(bases, gone, int(TITLED))
        return np.maximum(counts, 1)

    def _facts(self, articles: Ints) -> tuple[Keys, Ints, Ints]:
        """The key of the title, the length and the kind of each article."""
        if len(self._segments) == 1:
            return self._segments[0].surfaces.facts(articles)
        bases, lengths, kinds = np.zeros(len(articles), np.uint64), *np.zeros((2, len(articles)), np.int64)
        owner = np.searchsorted(self._bases, articles, side="right") - 1
        for number, segment in enumerate(self._segments):
            here = owner == number
            bases[here], lengths[here], kinds[here] = segment.surfaces.facts(articles[here] - self._bases[number])
        return bases, lengths, kinds


def _mask(segment: Segment) -> Bools:
    """The removed articles of a segment; empty if there are none."""
    gone = np.zeros(segment.forward.articles if len(segment.removed) else 0, np.bool_)
    gone[segment.removed] = True
    return gone
