"""The candidate articles of the mentions of a tweet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tweetctx.arrays.types import Bools, Floats, Ints
from tweetctx.index.protocol import Engine
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.linking.found import Found, with_found
from tweetctx.linking.spans import Mentions, SpanRow
from tweetctx.runtime.compiled import late
from tweetctx.text.names.keys import Keys

_kernels: Final = late("tweetctx.linking.candidate_kernels")
MOST: Final = 8  # candidates of a mention
MORE: Final = 4  # candidates of a mention that are kept besides because the tweet's words retrieve them


@dataclass(frozen=True, slots=True)
class Candidates:
    """C pairs of a mention and an article, ordered by mention, then by prior, highest first.

    forms: the statistics of the F distinct surface forms. form_of: the form of each mention, shape (M,).
    priors, commonness: the prior of each sense in `forms`, as a logit and as P(article | surface form), shape (S,).
    Of each pair, shape (C,): mentions: the row of the mention. senses: the row of the sense in `forms`. ranks: how many
    candidates of the mention come before it.
    """

    forms: SurfaceForms
    form_of: Ints
    priors: Floats
    commonness: Floats
    mentions: Ints
    senses: Ints
    ranks: Ints

    def __len__(self) -> int:
        return len(self.mentions)

    @property
    def articles(self) -> Ints:
        """The engine's identifiers of the articles, shape (C,)."""
        return self.forms.articles[self.senses]

    def take(self, rows: Ints) -> Candidates:
        """Some of the pairs, in the given order."""
        of_pairs = self.mentions[rows], self.senses[rows], self.ranks[rows]
        return Candidates(self.forms, self.form_of, self.priors, self.commonness, *of_pairs)


def find_candidates(mentions: Mentions, engine: Engine, found: Found) -> Candidates:
    """Looks up the articles of all mentions in one call, and keeps the most probable few of each.

    found: the articles that the tweet's words find. Those that a mention may name are kept besides the most probable.
    """
    keys, joined, form_of = distinct_forms(mentions)
    forms = with_found(engine.surface_forms(keys, joined), keys, joined, found)
    ranked = _kernels().rank_senses(form_of, forms.of_senses, MOST, forms.articles, found.articles, MORE)
    priors, commonness, pairs = ranked
    return Candidates(forms, form_of, priors, commonness, *pairs)


def distinct_forms(mentions: Mentions) -> tuple[Keys, Bools, Ints]:
    """The distinct surface forms of all spans: their keys, which are joined, and the form of each span."""
    found: tuple[Keys, Bools, Ints] = _kernels().distinct_pairs(mentions.keys, mentions.spans[SpanRow.joined])
    return found
