"""What an index of several segments knows of surface forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.surface_rows import NO_ARTICLE, Rows
from tweetctx.index.surface_forms import FormSource, SurfaceForms
from tweetctx.ragged import Bools, Ints
from tweetctx.text.names import CAPITAL_WORD, SMALL_WORD

MOST_SENSES: Final = 32  # of a form; those with most links and uses
_OWN: Final = FormSource.TITLE | FormSource.NAME | FormSource.PLACE
_TITLED: Final = FormSource.TITLE | FormSource.NAME
_LETTERS: Final = np.uint64(255)

Keys = NDArray[np.uint64]


class SurfaceIndex:
    """Looks up surface forms in the segments of an index; threads can share it."""

    def __init__(self, segments: Sequence[Segment], bases: Ints) -> None:
        """bases: the number of each segment's first article."""
        self._segments = segments
        self._bases = bases
        self._gone = [_mask(segment) for segment in segments]

    def forms(self, keys: Keys, joined: Bools) -> SurfaceForms:
        """What is known of forms. joined: of which forms only the letters count, not where spaces part them."""
        first = np.where(joined, keys & ~_LETTERS, keys)
        last = np.where(joined, keys | _LETTERS, keys)
        senses = _merged([*self._own(first, last), *self._linked(first, last)])
        senses = senses[_best(senses)]
        articles = senses["article"]
        bases, lengths, kinds = self._facts(articles)
        row = senses["form"]
        return SurfaceForms(
            names=self._written(first, last),
            small=self._written(keys ^ SMALL_WORD, keys ^ SMALL_WORD),
            capitals=self._written(keys ^ CAPITAL_WORD, keys ^ CAPITAL_WORD),
            offsets=np.searchsorted(row, np.arange(len(keys) + 1)),
            articles=articles,
            sources=senses["source"],
            links=senses["links"],
            uses=senses["uses"],
            names_of=self._written(bases, bases),
            namesakes=self._namesakes(bases),
            lengths=lengths,
            kinds=kinds,
        )

    def known_titles(self, titles: Keys) -> Bools:
        """Which titles articles or their redirects have."""
        return self._titled(titles) >= 0

    def _own(self, first: Keys, last: Keys) -> list[Rows]:
        """The names of articles: rows of (form, article, source, links, uses)."""
        found = []
        for segment, base, gone in zip(self._segments, self._bases, self._gone, strict=False):
            row, columns = segment.surfaces.find("surfaces", first, last)
            kept = _kept(columns["article"], gone)
            article = columns["article"][kept].astype(np.int64) + base
            found.append(_senses(row[kept], article, columns["source"][kept], 0, columns["count"][kept]))
        return found

    def _linked(self, first: Keys, last: Keys) -> list[Rows]:
        """The articles that links with these texts lead to."""
        found = []
        for segment, gone in zip(self._segments, self._gone, strict=True):
            row, columns = segment.surfaces.find("anchors", first, last)
            source = columns["source"]
            kept = (source == NO_ARTICLE) | _kept(np.where(source == NO_ARTICLE, 0, source), gone)
            targets, which = np.unique(columns["target"], return_inverse=True)
            article = self._titled(targets)[which]
            kept &= article >= 0
            found.append(_senses(row[kept], article[kept], int(FormSource.LINK), columns["count"][kept], 0))
        return found

    def _titled(self, titles: Keys) -> Ints:
        articles = np.full(len(titles), -1, np.int64)
        for segment, base, gone in zip(self._segments, self._bases, self._gone, strict=False):
            found = segment.surfaces.titled(titles).astype(np.int64)
            here = (found >= 0) & (articles < 0)
            here[here] = _kept(found[here], gone)
            articles[here] = found[here] + base
        return articles

    def _written(self, first: Keys, last: Keys) -> Ints:
        counts = np.zeros(len(first), np.int64)
        for segment in self._segments:
            counts += segment.surfaces.written.of(first, last)
        return counts

    def _namesakes(self, bases: Keys) -> Ints:
        """How many articles have each key as a title, but for a qualifier."""
        keys, which = np.unique(bases, return_inverse=True)
        counts = np.zeros(len(keys), np.int64)
        for segment, gone in zip(self._segments, self._gone, strict=True):
            row, columns = segment.surfaces.find("surfaces", keys, keys)
            titled = (columns["source"] & int(_TITLED) > 0) & _kept(columns["article"], gone)
            counts += np.bincount(row[titled], minlength=len(keys))
        return np.maximum(counts, 1)[which]

    def _facts(self, articles: Ints) -> tuple[Keys, Ints, Ints]:
        bases, lengths, kinds = np.zeros(len(articles), np.uint64), *np.zeros((2, len(articles)), np.int64)
        owner = np.searchsorted(self._bases, articles, side="right") - 1
        for number, segment in enumerate(self._segments):
            here = owner == number
            local = articles[here] - self._bases[number]
            stored = segment.surfaces
            bases[here], lengths[here], kinds[here] = stored.bases[local], stored.lengths[local], stored.kinds[local]
        return bases, lengths, kinds


_SENSE: Final = np.dtype([("form", "<i8"), ("article", "<i8"), ("source", "<u2"), ("links", "<i8"), ("uses", "<i8")])


def _senses(form: Ints, article: Ints, source: Ints | int, links: Ints | int, uses: Ints | int) -> Rows:
    rows = np.empty(len(form), _SENSE)
    for name, values in zip(_SENSE.names or (), (form, article, source, links, uses), strict=True):
        rows[name] = values
    return rows


def _merged(parts: list[Rows]) -> Rows:
    """Senses by form and article, each once."""
    rows = np.concatenate([np.empty(0, _SENSE), *parts])
    rows = rows[np.lexsort((rows["article"], rows["form"]))]
    if not len(rows):
        return rows
    new = (rows["form"][1:] != rows["form"][:-1]) | (rows["article"][1:] != rows["article"][:-1])
    first = np.concatenate([[0], np.flatnonzero(new) + 1])
    merged: Rows = rows[first]
    for name in ("links", "uses"):
        merged[name] = np.add.reduceat(rows[name], first)
    merged["source"] = np.bitwise_or.reduceat(rows["source"], first)
    return merged


def _best(senses: Rows) -> Ints:
    """The places of the MOST_SENSES senses of each form with most links and uses, in order."""
    counts = np.bincount(senses["form"]) if len(senses) else np.empty(0, np.int64)
    if not len(counts) or counts.max() <= MOST_SENSES:
        return np.arange(len(senses))
    own = (senses["source"] & int(_OWN)) > 0
    weight = senses["links"] * 4 + senses["uses"] + own * 100
    order = np.lexsort((-weight, senses["form"]))
    starts = np.cumsum(counts) - counts
    rank = np.arange(len(order)) - starts[senses["form"][order]]
    return np.sort(order[rank < MOST_SENSES])


def _mask(segment: Segment) -> Bools | None:
    """Which articles of a segment were removed; None for none."""
    if not len(segment.removed):
        return None
    gone = np.zeros(segment.forward.articles, np.bool_)
    gone[segment.removed] = True
    return gone


def _kept(articles: Ints, gone: Bools | None) -> Bools:
    return np.ones(len(articles), np.bool_) if gone is None else ~gone[articles]
