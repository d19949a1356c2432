"""Articles that a tweet's words find: what their titles begin or end with may be their name in the tweet."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Bools, Ints
from tweetctx.index.building.subjects import subject_of
from tweetctx.index.surface_forms import FormSource, SurfaceForms
from tweetctx.text.names.keys import Keys, NameRows
from tweetctx.types import Hits

_MOST: Final = 20  # passages that count
_SPACES: Final = 8  # bits of a key that tell where spaces stand
_OF_FORMS: Final = ("names", "small", "capitals", "offsets")


@dataclass(frozen=True, slots=True)
class Found:
    """Articles that a tweet's words find, ascending, shape (A,), and their titles without qualifiers."""

    articles: Ints
    titles: tuple[str, ...]

    @classmethod
    def of(cls, hits: Hits) -> Found:
        """The articles of the best passages. hits: best first."""
        articles, first = np.unique(hits.articles[:_MOST], return_index=True)
        return cls(articles, tuple(one.title.partition(" (")[0] for one in items_at(hits.sources, first)))

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
    added = {name: np.where(facts >= 0, _last(getattr(forms, name))[facts], 0) for name in _facts()}
    nothing = np.zeros(len(articles), np.int64)
    added |= {"articles": articles, "sources": nothing + int(FormSource.FOUND), "links": nothing, "uses": nothing}
    added["namesakes"] = np.maximum(added["namesakes"], 1)
    columns = {name: np.insert(getattr(forms, name), at, values) for name, values in added.items()}
    counts = np.bincount(of_forms, minlength=len(forms))
    return replace(forms, offsets=forms.offsets + np.concatenate([[0], np.cumsum(counts)]), **columns)


def subjects_of(openings: Hits, articles: Ints, language: str) -> Ints:
    """What the opening of each article says that its subject is, a Subject; for articles without other facts."""
    texts = first_sentences(openings, articles)
    return np.array([subject_of(texts.get(article, ""), language) for article in articles.tolist()], np.int64)


def first_sentences(openings: Hits, articles: Ints) -> dict[int, str]:
    """The first sentence of each of some articles whose openings have one, read at once. openings: articles ascend."""
    wanted = distinct(articles)
    hits = openings.articles.searchsorted(wanted)
    hits = hits[openings.articles[hits.clip(max=len(openings) - 1)] == wanted] if len(openings) else hits[:0]
    hits = hits[openings.offsets[hits] < openings.offsets[hits + 1]]
    texts = items_at(openings.texts, openings.offsets[hits])
    return dict(zip(openings.articles[hits].tolist(), texts, strict=True))


def _facts() -> list[str]:
    own = (*_OF_FORMS, "articles", "sources", "links", "uses")
    return [field.name for field in fields(SurfaceForms) if field.name not in own]


def _last(values: Ints) -> Ints:
    """Values with one more, so that some have a last."""
    return np.append(values, 0)


def _missing(forms: SurfaceForms, keys: Keys, joined: Bools, found: Found) -> list[tuple[int, int]]:
    """The forms that begin or end the title of an article which is none of their senses: form and article."""
    parts, rows = NameRows.of(found.titles).parts() if found.titles else (np.empty(0, np.uint64), np.empty(0, np.int64))
    some = np.isin(parts, keys) | np.isin(parts >> _SPACES, keys[joined] >> _SPACES)
    parts, rows = parts[some], rows[some]
    if not len(rows):
        return []
    form_of = {key: form for form, key in enumerate(keys.tolist()) if not joined[form]}
    joined_form_of = {key >> _SPACES: form for form, key in enumerate(keys.tolist()) if joined[form]}
    articles, ends = forms.articles, forms.offsets
    pairs = set[tuple[int, int]]()
    for key, row in zip(parts.tolist(), rows.tolist(), strict=True):
        article = int(found.articles[row])
        for form in (form_of.get(key), joined_form_of.get(key >> _SPACES)):
            if form is not None and not np.any(articles[ends[form] : ends[form + 1]] == article):
                pairs.add((form, article))
    return sorted(pairs)
