"""What the spans of a tweet may name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tweetctx.index.protocol import Engine
from tweetctx.index.surface_forms import ArticleKind, FormSource, SurfaceForms
from tweetctx.linking.mentions import Mentions
from tweetctx.ragged import Bools, Floats, Ints, ranges
from tweetctx.text.names import Keys

MOST: Final = 8  # candidates of a mention
_TRUSTED: Final = FormSource.REDIRECT | FormSource.ALIAS | FormSource.SHORT


@dataclass(frozen=True, slots=True)
class Candidates:
    """C pairs of a mention and an article, by mention and then best prior first; each array has shape (C,).

    forms: what is known of the F distinct surface forms. form_of: the form of each mention, shape (M,). mentions: the
    row of the mention. senses: the row of the sense in `forms`. priors: how likely the article is by the form alone.
    ranks: how many articles of the mention are likelier. totals: Σ exp(prior) over all articles of the form. numbers:
    how many articles the form has.
    """

    forms: SurfaceForms
    form_of: Ints
    mentions: Ints
    senses: Ints
    priors: Floats
    ranks: Ints
    totals: Floats
    numbers: Ints

    def __len__(self) -> int:
        return len(self.mentions)

    @property
    def articles(self) -> Ints:
        """The engine's identifiers of the articles."""
        return self.forms.articles[self.senses]

    @property
    def commonness(self) -> Floats:
        """P(article | surface form), by the priors."""
        return np.exp(np.minimum(self.priors, 30.0)) / np.maximum(self.totals, 1e-9)

    def take(self, rows: Ints) -> Candidates:
        """Some of the pairs, in the order asked for."""
        columns = ("mentions", "senses", "priors", "ranks", "totals", "numbers")
        return replace(self, **{name: getattr(self, name)[rows] for name in columns})


def find_candidates(mentions: Mentions, engine: Engine) -> Candidates:
    """Looks up the articles of all spans in one call, and keeps the likeliest few of each."""
    keys, joined, form_of = distinct_forms(mentions)
    forms = engine.surface_forms(keys, joined)
    priors = sense_priors(forms)
    counts = np.diff(forms.offsets)
    row = np.repeat(np.arange(len(forms)), counts)
    order = np.lexsort((forms.articles, -priors, row))
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(forms.offsets[:-1], counts)
    totals = np.bincount(row, np.exp(np.minimum(priors, 30.0)), len(forms)).astype(np.float64)
    kept = order[rank[order] < MOST]
    starts = np.searchsorted(row[kept], np.arange(len(forms) + 1))
    lengths = np.diff(starts)[form_of]
    mention = np.repeat(np.arange(len(form_of)), lengths)
    sense = kept[ranges(starts[:-1][form_of], lengths)]
    form = form_of[mention]
    return Candidates(forms, form_of, mention, sense, priors[sense], rank[sense], totals[form], counts[form])


def distinct_forms(mentions: Mentions) -> tuple[Keys, Bools, Ints]:
    """The distinct surface forms of all spans: their keys, which are joined, and the form of each span."""
    pairs = mentions.keys * np.uint64(2) + mentions.joined.astype(np.uint64)
    distinct, form_of = np.unique(pairs, return_inverse=True)
    return distinct // np.uint64(2), (distinct % np.uint64(2)).astype(np.bool_), form_of


def sense_priors(forms: SurfaceForms) -> Floats:
    """How likely each sense is by its form alone: a sum of hand weights, about the logarithm of its share."""
    sources, kinds = forms.sources.astype(np.int64), forms.kinds.astype(np.int64)
    unqualified = _has(sources, FormSource.TITLE) & ~_has(kinds, ArticleKind.QUALIFIED)
    priors: Floats = (
        3.0 * unqualified
        + 1.5 * (_has(sources, FormSource.NAME | FormSource.PLACE) & ~unqualified)
        + 1.2 * _has(sources, _TRUSTED)
        + 0.4 * _has(sources, FormSource.OPENING)
        + 0.3 * _has(sources, FormSource.SURNAME)
        + 1.0 * np.log1p(forms.links)
        + 0.3 * np.log1p(forms.uses)
        + 0.35 * np.log1p(forms.names_of / np.maximum(forms.namesakes, 1))
        + 0.15 * np.log(np.maximum(forms.lengths, 100) / 100)
        - 5.0 * _has(kinds, ArticleKind.DISAMBIGUATION)
    )
    return priors


def _has(values: Ints, flags: int) -> Bools:
    return (values & int(flags)) > 0
