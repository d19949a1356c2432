"""Articles that a tweet's words find: what their titles begin or end with may be their name in the tweet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.surface_forms import FormSource, SurfaceForms
from tweetctx.runtime.compiled import late
from tweetctx.text.names.keys import Keys, NameRows
from tweetctx.text.titles import unqualified
from tweetctx.types import Hits

_kernels: Final = late("tweetctx.linking.candidate_kernels")
_MOST: Final = 20  # passages that count
_FACTS: Final = ("sources", "links", "uses", "names_of", "namesakes", "lengths", "kinds")  # of senses


@dataclass(frozen=True, slots=True)
class Found:
    """Articles that a tweet's words find, ascending, shape (A,), and their titles without qualifiers."""

    articles: Ints
    titles: tuple[str, ...]

    @classmethod
    def of(cls, hits: Hits) -> Found:
        """The articles of the best passages. hits: best first."""
        articles, first = np.unique(hits.articles[:_MOST], return_index=True)
        return cls(articles, tuple(unqualified(one.title) for one in items_at(hits.sources, first)))

    @classmethod
    def nothing(cls) -> Found:
        """No articles."""
        return cls(np.empty(0, np.int64), ())


def with_found(forms: SurfaceForms, keys: Keys, joined: Bools, found: Found) -> SurfaceForms:
    """Adds to forms the articles found whose titles begin or end with them.

    keys, joined: of the forms. The facts about an article are those of another form that has it, else unknown: 0.
    """
    if not found.titles:
        return forms
    parts = NameRows.of(found.titles).parts()
    offsets, like, articles, new = _kernels().add_senses(
        *parts, found.articles, keys, joined, forms.offsets, forms.articles
    )
    if not new.any():
        return forms
    columns = {name: np.append(getattr(forms, name), 0)[like] for name in _FACTS}
    columns["sources"][new] = int(FormSource.FOUND)
    columns["links"][new] = columns["uses"][new] = 0
    columns["namesakes"] = np.maximum(columns["namesakes"], 1)
    return replace(forms, offsets=offsets, articles=articles, **columns)


def first_sentences(openings: Hits, articles: Iterable[int]) -> dict[int, str]:
    """The first sentence of each of some articles whose openings have one, read at once."""
    hits = _hits_of(openings, articles)
    hits = hits[openings.offsets[hits] < openings.offsets[hits + 1]]
    texts = items_at(openings.texts, openings.offsets[hits])
    return dict(zip(openings.articles[hits].tolist(), texts, strict=True))


def titles_of(openings: Hits, articles: Iterable[int]) -> dict[int, str]:
    """The title of each of some articles that have openings, read at once."""
    hits = _hits_of(openings, articles)
    sources = items_at(openings.sources, hits)
    return {article: source.title for article, source in zip(openings.articles[hits].tolist(), sources, strict=True)}


def _hits_of(openings: Hits, articles: Iterable[int]) -> Ints:
    """The openings of some articles."""
    wanted = {*articles}
    hits = [hit for hit, article in enumerate(openings.articles.tolist()) if article in wanted]
    return np.array(hits, np.int64)
