"""Articles that a tweet's words find: what their titles begin or end with may be their name in the tweet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.surface_forms import FormSource, SurfaceForms
from tweetctx.text.names.keys import Keys, NameRows
from tweetctx.text.titles import unqualified
from tweetctx.types import Hits

_MOST: Final = 20  # passages that count
_SPACES: Final = 8  # bits of a key that tell where spaces stand
_OF_FORMS: Final = ("names", "small", "capitals", "offsets")
_OF_SENSES: Final = [field.name for field in fields(SurfaceForms) if field.name not in _OF_FORMS]


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
    senses = [*_missing(forms, keys, joined, found)]
    if not senses:
        return forms
    of_forms, articles = np.array(senses).T
    at = forms.offsets[of_forms + 1]
    known = {article: sense for sense, article in enumerate(forms.articles.tolist())}
    facts = np.array([known.get(article, -1) for article in articles.tolist()])
    like = np.insert(np.arange(len(forms.articles)), at, facts)  # the sense that each is like; -1 for none
    columns = {name: np.append(getattr(forms, name), 0)[like] for name in _OF_SENSES}
    new = at + np.arange(len(at))
    for name, values in (("articles", articles), ("sources", int(FormSource.FOUND)), ("links", 0), ("uses", 0)):
        columns[name][new] = values
    columns["namesakes"] = np.maximum(columns["namesakes"], 1)
    counts = np.bincount(of_forms, minlength=len(forms))
    return replace(forms, offsets=forms.offsets + np.concatenate([[0], np.cumsum(counts)]), **columns)


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


def _missing(forms: SurfaceForms, keys: Keys, joined: Bools, found: Found) -> list[tuple[int, int]]:
    """The forms that begin or end the title of an article which is none of their senses: form and article."""
    if not found.titles:
        return []
    parts, rows = NameRows.of(found.titles).parts()
    form_of = dict(zip(keys[~joined].tolist(), np.flatnonzero(~joined).tolist(), strict=True))
    joined_form_of = dict(zip((keys[joined] >> _SPACES).tolist(), np.flatnonzero(joined).tolist(), strict=True))
    articles, ends, own = forms.articles, forms.offsets, found.articles.tolist()
    pairs = set[tuple[int, int]]()
    for key, row in zip(parts.tolist(), rows.tolist(), strict=True):
        article = own[row]
        for form in (form_of.get(key), joined_form_of.get(key >> _SPACES)):
            if form is not None and not np.any(articles[ends[form] : ends[form + 1]] == article):
                pairs.add((form, article))
    return sorted(pairs)
