"""Parts a place from the larger one behind it: `Austin, Texas` names both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.index.surface_forms import SUBJECT_BITS, FormSource, Subject
from tweetctx.linking.mentions import SpanRow
from tweetctx.linking.scored import ScoredMentions
from tweetctx.text.names.letters import COMMA

_MARKS: Final = "#＃"


def without_qualifiers(scored: ScoredMentions, least: float) -> ScoredMentions:
    """Moves the probability of a place from `Austin, Texas` or `#Austin #Texas` to the mention `Austin` in it.

    least: the probability from which a candidate may be linked.
    """
    moved = [*_moved(scored, least)]
    if not moved:
        return scored
    probabilities = scored.probabilities.copy()
    candidates, spans = scored.candidates, scored.mentions.spans[:, scored.candidates.mentions]
    first, last = spans[SpanRow.first], spans[SpanRow.last]
    for wide, narrow in moved:
        inside = (first >= first[wide]) & (last <= last[wide])
        probabilities[inside & (candidates.articles == candidates.articles[wide])] = 0.0
        probabilities[narrow] = max(scored.probabilities[narrow], scored.probabilities[wide])
        behind = (first == last[narrow]) & (last == last[wide])
        rows = np.flatnonzero(behind & (candidates.articles != candidates.articles[wide]))
        if len(rows):  # the larger place is named as surely as the wide mention names a place
            best = rows[np.argmax(scored.probabilities[rows])]
            share = scored.probabilities[best] / max(scored.probabilities[rows].sum(), 1e-9)
            probabilities[best] = max(scored.probabilities[best], scored.probabilities[wide] * share)
    return replace(scored, probabilities=probabilities)


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
