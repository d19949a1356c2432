"""People whose name a tweet has with one word misspelt: Micheal Jackson, Jenifer Lawrence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from tweetctx.linking.columns import Column
from tweetctx.linking.found import titles_of
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.spans import FormKind, MentionKind, SpanRow
from tweetctx.text.names.letters import folded
from tweetctx.text.titles import unqualified
from tweetctx.tweets.speakers import Speaker
from tweetctx.types import Hits

_MEANT: Final = 0.9  # the probability of a person whose name is misspelt
_SHORTEST: Final = 4  # letters of a misspelt word
_OF_WORDS: Final = [0, MentionKind.WORDS, Speaker.NONE, FormKind.WRITTEN]  # of no plural


def with_misspelt(scored: ScoredMentions) -> ScoredMentions:
    """Adds the people whose names have one misspelt word; see `is_misspelt`.

    The other word is a mention of the person, and the two together are no form of any article. They name that person
    and nothing else.
    """
    if (openings := scored.openings) is None:
        return scored
    found = {first: people for first, rows in _pairs(scored) if (people := _people(scored, openings, first, rows))}
    if not found:
        return scored
    spans = scored.mentions.spans[:, scored.candidates.mentions]
    probabilities, namesakes = scored.probabilities.copy(), dict(scored.namesakes)
    for first, people in found.items():
        person = max(people, key=lambda row: float(scored.probabilities[row]))
        probabilities[(spans[SpanRow.first] < first + 2) & (spans[SpanRow.last] > first)] = 0.0
        probabilities[person] = max(_MEANT, scored.probabilities[person])
        namesakes.pop(person, None)
    return replace(scored, probabilities=probabilities, namesakes=namesakes)


def _pairs(scored: ScoredMentions) -> Iterator[tuple[int, list[int]]]:
    """Yields the first token of each pair of words that may be a name, and the people whom one of them may mean.

    Only a space is between the two words, both have a capital or neither has one, and no candidate's mention covers
    both.
    """
    spans = scored.mentions.spans[SpanRow.first :, scored.candidates.mentions].T.tolist()
    near = dict[int, list[int]]()
    for row in np.flatnonzero(scored.features[:, Column.of_person] > 0).tolist():
        own, last, _, *kind = spans[row]
        if last == own + 1 and kind == _OF_WORDS:
            for first in (own - 1, own):
                near.setdefault(first, []).append(row)
    if not near:
        return
    starts, ends = scored.mentions.tokens.starts.tolist(), scored.mentions.tokens.ends.tolist()
    covered = {token for own, last, *_ in spans for token in range(own, last - 1)}
    for first, rows in near.items():
        if 0 <= first < len(starts) - 1 and first not in covered:
            begin, end, behind = starts[first], ends[first], starts[first + 1]
            text = scored.mentions.text
            if text[end:behind] == " " and text[begin].isupper() == text[behind].isupper():
                yield first, rows


def _people(scored: ScoredMentions, openings: Hits, first: int, rows: list[int]) -> list[int]:
    """Those of some candidates whose name is the token `first` and the next one, if one of the two is misspelt."""
    text, tokens = scored.mentions.text, scored.mentions.tokens
    written = [folded(text[tokens.starts[one] : tokens.ends[one]]) for one in (first, first + 1)]
    articles = scored.candidates.articles[rows].tolist()
    titles = titles_of(openings, articles)
    names = [folded(unqualified(titles.get(article, ""))).split() for article in articles]
    return [row for row, name in zip(rows, names, strict=True) if _has_one_misspelt(written, name)]


def _has_one_misspelt(written: list[str], name: list[str]) -> bool:
    if len(name) != len(written):
        return False
    differing = [(one, right) for one, right in zip(written, name, strict=True) if one != right]
    return len(differing) == 1 and is_misspelt(*differing[0])


def is_misspelt(written: str, right: str) -> bool:
    """Whether a word is misspelt inside: a letter is missing, wrong or too many, or two have changed places.

    >>> is_misspelt("micheal", "michael"), is_misspelt("jenifer", "jennifer"), is_misspelt("eric", "erica")
    (True, True, False)
    """
    if min(len(written), len(right)) < _SHORTEST or max(len(written), len(right)) == _SHORTEST or written == right:
        return False
    if written[0] != right[0] or written[-1] != right[-1]:
        return False
    most = min(len(written), len(right))
    begin = next((at for at in range(most) if written[at] != right[at]), most)
    end = next((at for at in range(most - begin) if written[-1 - at] != right[-1 - at]), most - begin)
    inside, wanted = written[begin : len(written) - end], right[begin : len(right) - end]
    return max(len(inside), len(wanted)) == 1 or (len(inside) == 2 and inside == wanted[::-1])
