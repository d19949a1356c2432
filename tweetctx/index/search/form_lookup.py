"""Looks up surface forms in several segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.search.segment import Segment
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.runtime.compiled import late

_kernels: Final = late("tweetctx.index.storage.surface_kernels")
_ARTICLE_BITS: Final = 40  # of a form and an article in one number
_NO_ROWS: Final = np.empty((0, 4), np.int64)

Keys = NDArray[np.uint64]


class SurfaceIndex:
    """Looks up surface forms in the segments of an index; threads can share it."""

    def __init__(self, segments: Sequence[Segment], bases: Ints) -> None:
        """bases: the number of each segment's first article."""
        surfaces, gone = (segment.surfaces for segment in segments), map(_mask, segments)
        self._segments = [*zip(surfaces, bases.tolist(), gone, strict=True)]

    def forms(self, keys: Keys, joined: Bools) -> SurfaceForms:
        """The statistics of forms. joined: for which forms spaces are ignored."""
        ranges = _kernels().form_ranges(keys, joined)
        senses, offsets = self._senses(ranges[0, : len(keys)], ranges[1, : len(keys)])
        facts = np.zeros((3, senses.shape[1]), np.int64)
        for surfaces, base, _ in self._segments:
            surfaces.read_facts(senses[0], base, facts)
        bases = facts[0].view(np.uint64)
        first, last = np.concatenate([ranges, [bases, bases]], axis=1)
        written, namesakes = np.zeros(len(first), np.int64), np.zeros(len(bases), np.int64)
        for surfaces, _, gone in self._segments:
            written += surfaces.written.sums(first, last)
            namesakes += surfaces.count_titled(bases, gone)
        names, small, capitals = written[: 3 * len(keys)].reshape(3, -1)
        of_senses = [*senses, written[3 * len(keys) :], np.maximum(namesakes, 1), *facts[1:]]
        return SurfaceForms(names, small, capitals, offsets, *of_senses)

    def _senses(self, first: Keys, last: Keys) -> tuple[Ints, Ints]:
        """The articles, sources, links and uses of the senses of each form, shape (4, S), and where forms begin."""
        names, links = list[Ints]([_NO_ROWS]), list[Ints]([_NO_ROWS])
        for surfaces, base, gone in self._segments:
            names.append(surfaces.named(first, last, gone))
            names[-1][:, 1] += base
            links.append(surfaces.linked(first, last, gone))
        leading = np.concatenate(links)
        articles = np.full(len(leading), -1)
        for surfaces, base, gone in self._segments:
            surfaces.find_titles(leading, gone, base, articles)
        leading[:, 1] = articles
        rows = np.concatenate([*names, leading])
        order = np.argsort(rows[:, 0] << _ARTICLE_BITS | rows[:, 1], kind="stable")  # fast: most is in order
        result: tuple[Ints, Ints] = _kernels().merge_senses(order, rows, len(rows) - len(leading), len(first))
        return result


def _mask(segment: Segment) -> Bools:
    """The removed articles of a segment; empty if there are none."""
    gone = np.zeros(segment.forward.articles if len(segment.removed) else 0, np.bool_)
    gone[segment.removed] = True
    return gone
