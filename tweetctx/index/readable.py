"""Search for people and assistants: paragraphs that say something about what was asked.

By query likelihood alone the shortest passages are best, which are rests of tables and captions ("—Keith Moon"). Here
passages gain by a title that is asked for, most of all the opening of its article, and fragments are left out.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import regex

from tweetctx.arrays.sums import distinct
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import ParameterError
from tweetctx.index.first_pass import check_first_pass
from tweetctx.index.protocol import Engine
from tweetctx.index.surface_forms import FormSource
from tweetctx.text.names.keys import NameRows
from tweetctx.types import Hits, Passage, Query

TITLE_GAIN = 0.5  # of a passage whose title and heading are the query ...
OPENING_GAIN = 2.0  # ... and of the opening of that article
LEAST_WORDS = 8  # of a passage that says something
_MORE = 100  # candidates than are wanted
_AHEAD = 5  # passages whose texts are read in case that others are fragments
_MOST_QUERY_WORDS, _LONGEST_NAME = 16, 6
_MOST_NAMED = 50  # articles
_NAMES = FormSource.TITLE | FormSource.NAME | FormSource.PLACE | FormSource.REDIRECT | FormSource.ALIAS
_WORD = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}]|[\p{L}\p{N}]+")
_ENDS = regex.compile(r"[.?!…。？！।؟۔]")
_BEGINS_WITHIN = regex.compile(r"\s*(?:[—–•*|,;:)\]-]|\p{Ll}+\b)")


def readable_passages(index: Engine, text: str, k: int, lam: float) -> list[Passage]:
    """The k passages that tell most about what a text asks for, best first; their scores compare within one search.

    Raises ParameterError for a query that is no text, for k below 1 or lam outside (0, 1).
    """
    if not isinstance(text, str):
        raise ParameterError(f"query: found {text!r:.80}, expected a text, in whose names titles are looked up")
    check_first_pass(k, lam)
    query = index.query(index.analyzer.terms(text))
    if not query.terms:
        return []
    results = [index.retrieve(query, k + _MORE, lam)]
    named = named_articles(index, text)
    if len(named):
        results.append(index.retrieve(query, _MOST_NAMED * 2, lam, named))
    hits = Hits.joined(results)
    hits = replace(hits, scores=hits.scores * (1.0 + _gains(hits, query)))
    _, once = np.unique(hits.passages, return_index=True)
    return _telling(hits, once[np.argsort(-hits.scores[once], kind="stable")], k)


def named_articles(index: Engine, text: str) -> Ints:
    """The articles that are called by words of a text that follow each other, ascending; those most linked first."""
    words = _WORD.findall(text)[:_MOST_QUERY_WORDS]
    names = [
        " ".join(words[begin:end])
        for begin in range(len(words))
        for end in range(begin + 1, min(begin + _LONGEST_NAME, len(words)) + 1)
    ]
    keys = NameRows.of(names).keys
    forms = index.surface_forms(keys[keys != 0])
    rows = np.flatnonzero(forms.sources & _NAMES)
    best = rows[np.argsort(-forms.links[rows], kind="stable")][:_MOST_NAMED]
    return distinct(forms.articles[best])


def is_fragment(text: str) -> bool:
    """Whether a passage is a rest of something: a few words, without the end of a sentence, or begun within one."""
    if not ("." in text or _ENDS.search(text)) or _BEGINS_WITHIN.match(text):
        return True
    few = len(text.split(maxsplit=2 * LEAST_WORDS)) <= 2 * LEAST_WORDS  # or a script without spaces
    return few and len(_WORD.findall(text)) < LEAST_WORDS


def _gains(hits: Hits, query: Query) -> Floats:
    """What each passage gains by its title and heading: the cube of the F-measure of their terms and the query's."""
    heads = hits.head_terms
    lengths = np.diff(heads.offsets)
    asked = np.isin(heads.values, query.stats.keys)
    rows = np.repeat(np.arange(len(hits)), lengths)
    shared = np.bincount(rows, asked, len(hits))
    measure = 2.0 * shared / (lengths + len(query.terms))
    opens = hits.positions[hits.offsets[:-1].clip(max=len(hits.positions) - 1)] == 0
    gains: Floats = np.minimum(measure, 1.0) ** 3 * np.where(opens, OPENING_GAIN, TITLE_GAIN)
    return gains


def _telling(hits: Hits, order: Ints, k: int) -> list[Passage]:
    """The first k passages in an order that are no fragments; fragments, if there is nothing else."""
    told: list[Passage] = []
    rest: list[Passage] = []
    begin = 0
    while len(told) < k and begin < len(order):
        rows = order[begin : begin + k - len(told) + _AHEAD]
        for passage in hits.some_passages(rows):
            (rest if is_fragment(passage.text) else told).append(passage)
        begin += len(rows)
    return (told or rest)[:k]
