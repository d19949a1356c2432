"""Parts a place from the larger one behind it: `Austin, Texas` and `Chicago, IL` name both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.arrays.sequences import items_at
from tweetctx.arrays.sums import distinct, rows_of
from tweetctx.arrays.types import Floats, Ints
from tweetctx.index.surface_forms import SUBJECT_BITS, WHOLE, FormSource, Subject
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import FormKind, SpanRow
from tweetctx.text.names.letters import COMMA
from tweetctx.text.titles import unqualified

_SPELLED_OUT: Final = int(FormKind.SPELLED_OUT)
_MARKS: Final = "#＃"
_NAMES: Final = int(WHOLE | FormSource.PLACE)  # Austin, but not Las of Las Vegas


def without_qualifiers(scored: ScoredMentions, least: float) -> ScoredMentions:
    """Moves the probability of a place from `Austin, Texas` or `#Austin #Texas` to the mention `Austin` in it.

    The larger place is named as surely as the smaller one, and so is one that is shortened: `Chicago, IL`.

    least: the probability from which a candidate may be linked.
    """
    candidates, spans = scored.candidates, scored.mentions.spans[:, scored.candidates.mentions]
    first, last, forms = spans[SpanRow.first], spans[SpanRow.last], spans[SpanRow.form]
    moved, shortened = [*_moved(scored, least)], np.flatnonzero((forms == _SPELLED_OUT) & (last - first == 1))
    if not moved and not len(shortened):
        return scored
    probabilities = scored.probabilities.copy()
    for wide, narrow in moved:
        inside = (first >= first[wide]) & (last <= last[wide])
        probabilities[inside & (candidates.articles == candidates.articles[wide])] = 0.0
        probabilities[narrow] = max(scored.probabilities[narrow], scored.probabilities[wide])
        behind = (first == last[narrow]) & (last == last[wide])
        rows = np.flatnonzero(behind & (candidates.articles != candidates.articles[wide]))
        _name_larger(scored, probabilities, rows, wide, scored.probabilities[wide])
    for token in {*first[shortened].tolist()}:
        before = np.flatnonzero((last == token) & (probabilities >= least)).tolist()
        places = [row for row in before if _is_place(scored, row)]
        if places:
            place = max(places, key=lambda row: probabilities[row])
            _name_larger(scored, probabilities, shortened[first[shortened] == token], place, probabilities[place])
    return replace(scored, probabilities=probabilities)


def _name_larger(scored: ScoredMentions, probabilities: Floats, rows: Ints, place: int, named: float) -> None:
    """Raises the probability of the most probable larger place, one with this title if there is one.

    The opening or the title of the smaller place names it. rows: the candidates for it. place: the candidate for the
    smaller one. named: its probability.
    """
    candidates = scored.candidates
    around = _around(scored, rows, place)
    titled = around[candidates.forms.sources[candidates.senses[around]].astype(np.int64) & int(WHOLE) > 0]
    around = titled if len(titled) else around
    if len(around):
        own, articles = scored.probabilities[around], candidates.articles[around]
        by_chance = sorted(zip(own.tolist(), articles.tolist(), strict=True))
        best_of = {article: chance for chance, article in by_chance}  # several rows may be of one article
        best = int(own.argmax())
        probabilities[around[best]] = max(own[best], named * own[best] / max(sum(best_of.values()), 1e-9))


def _around(scored: ScoredMentions, rows: Ints, place: int) -> Ints:
    """Those of some candidates that the title or the opening of a place names: nobody writes Perth, Washington."""
    openings, articles = scored.openings, scored.candidates.articles
    if openings is None:
        return rows[:0]
    passages = openings.some_passages(rows_of(openings.articles, articles[[place]]))
    text = "".join(f"{passage.title} {passage.text}" for passage in passages)
    hits = rows_of(openings.articles, distinct(articles[rows]))
    titles = [unqualified(source.title) for source in items_at(openings.sources, hits)]
    named: Ints = openings.articles[hits[np.array([title in text for title in titles], np.bool_)]]
    around: Ints = rows[np.isin(articles[rows], named)]
    return around


def _moved(scored: ScoredMentions, least: float) -> Iterator[tuple[int, int]]:
    """The candidates that are places named with a larger one, and those for the same places without it."""
    candidates, spans = scored.candidates, scored.mentions.spans
    first, last = spans[SpanRow.first], spans[SpanRow.last]
    for wide in np.flatnonzero(scored.probabilities >= least).tolist():
        mention = candidates.mentions[wide]
        end = _end_of_place(scored, int(first[mention]), int(last[mention]))
        if end:
            same = (candidates.articles == candidates.articles[wide]) & (last[candidates.mentions] == end)
            rows = np.flatnonzero(same & (first[candidates.mentions] == first[mention]))
            rows = rows[candidates.forms.sources[candidates.senses[rows]].astype(np.int64) & _NAMES > 0]
            if len(rows) and _is_place(scored, int(rows[0])):
                yield wide, int(rows[0])


def _end_of_place(scored: ScoredMentions, first: int, last: int) -> int:
    """The token behind the part of a mention before a comma or another hashtag; 0 without one."""
    tokens, text = scored.mentions.tokens, scored.mentions.text
    for token in range(first + 1, last):
        if tokens.gaps[token] == COMMA or text[tokens.starts[token] - 1] in _MARKS:
            return token
    return 0


def _is_place(scored: ScoredMentions, row: int) -> bool:
    forms, sense = scored.candidates.forms, scored.candidates.senses[row]
    of_place = int(forms.kinds[sense]) >> SUBJECT_BITS == Subject.PLACE
    return of_place or bool(int(forms.sources[sense]) & FormSource.PLACE)
