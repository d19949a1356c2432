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
from tweetctx.text.names.keys import tokenize_names
from tweetctx.types import Hits, Passage, Query

TITLE_GAIN = 0.5  # of a passage whose title and heading are the query ...
OPENING_GAIN = 2.0  # ... and of the opening of that article
LEAST_WORDS = 8  # of a passage that says something
_MOST_ASKED = 8  # terms of a query that may be a title; titles hardly change the passages of a longer one
_BEGINNING = 160  # characters of a passage: with many spaces among them, it has words enough
_CANDIDATES = 150  # for a query that may be a title, at least
_MORE = 20  # candidates than are wanted, at least
_AHEAD = 5  # passages whose texts are read in case that others are fragments
_MOST_QUERY_WORDS, _LONGEST_NAME = 16, 6
_MOST_NAMED = 20  # articles ...
_OF_NAMED = 60  # ... and passages of them
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
    if len(query.terms) > _MOST_ASKED:
        hits = index.retrieve(query, k + _MORE, lam)
    else:
        hits = index.retrieve(query, max(k + _MORE, _CANDIDATES), lam)
        if len(named := named_articles(index, text)):
            hits = Hits.joined([hits, index.retrieve(query, _OF_NAMED, lam, named)])
    hits = replace(hits, scores=hits.scores * (1.0 + _gains(hits, query)))
    _, once = np.unique(hits.passages, return_index=True)
    return _telling(hits, once[np.argsort(-hits.scores[once], kind="stable")], k)


def named_articles(index: Engine, text: str) -> Ints:
    """The articles that are called by words of a text that follow each other, ascending; those most linked first."""
    from tweetctx.text.names import kernels  # late: it loads numba

    words = tokenize_names(" ".join(_WORD.findall(text)[:_MOST_QUERY_WORDS]))
    keys, _, _ = kernels.all_spans(words.hashes, words.powers, words.letters, words.gaps, _LONGEST_NAME)
    forms = index.surface_forms(keys)
    rows = np.flatnonzero(forms.sources & _NAMES)
    best = rows[np.argsort(-forms.links[rows], kind="stable")][:_MOST_NAMED]
    return distinct(forms.articles[best])


def is_fragment(text: str) -> bool:
    """Whether a passage is a rest of something: a few words, without the end of a sentence, or begun within one."""
    if not ("." in text or _ENDS.search(text)) or (not text[:1].isupper() and _BEGINS_WITHIN.match(text)):
        return True
    few = text.count(" ", 0, _BEGINNING) < 2 * LEAST_WORDS  # or a script without spaces
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
