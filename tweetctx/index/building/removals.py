"""Removes articles from a segment, and their share from the statistics of the index."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.sums import distinct, sum_by_key
from tweetctx.arrays.types import Ints
from tweetctx.index.building.inversion import article_rows, count_terms
from tweetctx.index.building.sizes import Size
from tweetctx.index.building.surface_reader import SurfaceReader
from tweetctx.index.building.writer import identifier_key
from tweetctx.index.search.joining import STATISTICS, removed_articles, written_rows
from tweetctx.index.search.segment import Segment
from tweetctx.index.storage.arrays import ArrayFile, ArrayFileWriter, smallest
from tweetctx.index.storage.files import Change
from tweetctx.index.storage.manifest import entry_of, open_file
from tweetctx.index.storage.short_texts import ShortTexts
from tweetctx.index.storage.sources import read_sources
from tweetctx.index.storage.surface_rows import Rows, added_rows
from tweetctx.text.analyzer import AnalyzerConfig

_ARTICLES = 1 << 12  # counted at a time


@dataclass(frozen=True, slots=True)
class Removal:
    """Removed articles of a segment and their share of the statistics: terms, ascending, with cf, df and sf of each.

    written: rows of WRITTEN: in how many of the articles each name and word is written.
    """

    articles: Ints
    terms: Ints
    counts: Mapping[str, Ints]
    written: Rows

    @classmethod
    def read(cls, file: ArrayFile) -> Removal:
        """Reads what `write` wrote."""
        counts = {name: file.array(name).astype(np.int64) for name in STATISTICS}
        return cls(file.array("articles"), file.array("terms"), counts, written_rows(file))

    def write(self, path: Path) -> dict[str, Any]:
        """Writes a file, and returns what a manifest says of it."""
        file = ArrayFileWriter(path)
        for name, values in {"articles": self.articles, "terms": self.terms, **self.counts}.items():
            file.write(name, values.astype(smallest(int(values.max(initial=0)))))
        file.write("written_keys", self.written["key"])
        file.write("written_counts", self.written["count"])
        file.close()
        return {**entry_of(path), "articles": len(self.articles)}

    def __add__(self, other: Removal) -> Removal:
        both = np.concatenate([self.terms, other.terms])
        terms = distinct(both)
        counts = {
            name: sum_by_key(both, np.concatenate([self.counts[name], other.counts[name]]))[1] for name in STATISTICS
        }
        written = added_rows(np.concatenate([self.written, other.written]))
        return Removal(np.union1d(self.articles, other.articles), terms, counts, written)


def remove_from(
    change: Change, entry: Mapping[str, Any], articles: Ints, config: AnalyzerConfig
) -> tuple[dict[str, Any], Size]:
    """Removes articles from a segment that has them; returns its new entry in the manifest and the size removed.

    config: the analyzer of the index.
    The files of removals of a segment decrease geometrically in size, as segments do: one that is not much smaller than
    the one before is merged with it, so that a removal costs little more than what it removes.
    """
    segment = Segment(open_file(change.index, entry), np.empty(0, np.int64))
    reader = SurfaceReader(config.language, config.stop_words)
    counted = [_counted(segment, articles[at : at + _ARTICLES], reader) for at in range(0, len(articles), _ARTICLES)]
    removal = reduce(Removal.__add__, (part for part, _ in counted))
    kept = list(entry["removals"])
    while kept:
        before = Removal.read(open_file(change.index, kept[-1]))
        if len(before.articles) > 2 * len(removal.articles):
            break
        removal = before + removal
        kept.pop()
    removals = [*kept, removal.write(change.new_path("removal"))]
    return {**entry, "removals": removals}, sum((size for _, size in counted), Size())


def _counted(segment: Segment, articles: Ints, reader: SurfaceReader) -> tuple[Removal, Size]:
    rows, sentences, size = article_rows(segment.forward, articles)
    terms, local = np.unique(rows.values, return_inverse=True)
    counts = count_terms(
        Ragged(local, rows.offsets), Ragged(np.searchsorted(terms, sentences.values), sentences.offsets), len(terms)
    )
    written = added_rows(reader.written_in(article_texts(segment, articles)))
    return Removal(articles, terms, dict(zip(STATISTICS, counts, strict=True)), written), size


def article_texts(segment: Segment, articles: Ints) -> Iterator[str]:
    """Yields the paragraphs of each article, joined by line feeds."""
    first, last = segment.forward.article_passages(articles)
    for begin, end in zip(first.tolist(), last.tolist(), strict=True):
        yield "\n".join(segment.passage_text(passage) for passage in range(begin, end))


def identifiers(file: ArrayFile) -> Iterator[str]:
    """Returns the ids of a segment's articles."""
    texts = ShortTexts(file, "articles")
    return (identifier for identifier, _, _ in read_sources(texts, 0, len(texts)))


def repeated_articles(file: ArrayFile) -> list[int]:
    """Returns the articles of a segment whose id a later article has too."""
    keys, articles, texts = keyed_articles(file)
    same = np.flatnonzero(keys[1:] == keys[:-1])
    last: dict[str, int] = {}
    repeated = []
    for article in sorted({*articles[same].tolist(), *articles[same + 1].tolist()}):
        identifier = _identifier(texts, article)
        if identifier in last:
            repeated.append(last[identifier])
        last[identifier] = article
    return sorted(repeated)


def find_articles(index: Path, entry: Mapping[str, Any], wanted: Iterable[str]) -> dict[int, str]:
    """Returns the articles of a segment that have one of some ids and are not removed, with their ids."""
    file = open_file(index, entry)
    keys, articles, texts = keyed_articles(file)
    gone = set(removed_articles([open_file(index, removal) for removal in entry["removals"]]).tolist())
    looked_up = list(wanted)
    sought = np.array([identifier_key(identifier) for identifier in looked_up], np.uint32)
    first, last = np.searchsorted(keys, sought), np.searchsorted(keys, sought, side="right")
    matches = {}
    for i in np.flatnonzero(first < last).tolist():
        for article in articles[first[i] : last[i]].tolist():
            if article not in gone and _identifier(texts, article) == looked_up[i]:
                matches[article] = looked_up[i]
    return dict(sorted(matches.items()))


def keyed_articles(file: ArrayFile) -> tuple[Ints, Ints, ShortTexts]:
    """Returns the keys of ids, ascending, the articles that have them, and the positions of their ids."""
    keys, articles = file.array("identifier_keys"), file.array("identifier_articles")
    texts = ShortTexts(file, "articles")
    if len(keys) != len(articles) or articles.max(initial=0) >= max(len(texts), 1):
        raise file.damage("identifier_articles", "does not fit identifier_keys, or the number of articles")
    return keys, articles, texts


def _identifier(texts: ShortTexts, article: int) -> str:
    return next(read_sources(texts, article, article + 1))[0]
