"""All that an embedded index holds, by number."""

from __future__ import annotations

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Ints
from tweetctx.index import Engine
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.types import Hits, Passage, Query


def hits_of(index: Engine, passages: Ints) -> Hits:
    assert isinstance(index, EmbeddedIndex)
    return index.hits(passages, np.zeros(len(passages)))


def every_hit(index: Engine) -> Hits:
    """Those of removed articles, too."""
    assert isinstance(index, EmbeddedIndex)
    return hits_of(index, np.arange(sum(segment.forward.passages for segment in index.segments)))


def passage_terms(index: Engine, passages: Ints) -> Ragged:
    return hits_of(index, passages).passage_terms(len(passages))


def passage_articles(index: Engine, passages: Ints) -> Ints:
    return hits_of(index, passages).articles


def passage_sentences(index: Engine, passages: Ints) -> Ragged:
    hits = hits_of(index, passages)
    return Ragged(hits.sentences, hits.offsets)


def sentence_terms(index: Engine, sentences: Ints) -> Ragged:
    every = every_hit(index)
    return every.terms.take(np.searchsorted(every.sentences, sentences))


def sentence_text(index: Engine, sentence: int) -> str:
    every = every_hit(index)
    return every.texts[int(np.searchsorted(every.sentences, sentence))].strip()


def windows(index: Engine, sentences: Ints, n: int) -> tuple[Ints, Ints]:
    """The first sentence of each window and the one behind its last, by number."""
    found = index.neighbours(sentences, n)
    every = every_hit(index)
    first = sentences - np.minimum(every.positions[np.searchsorted(every.sentences, sentences)], n)
    return first, first + found.last - found.first


def passage(index: Engine, number: int) -> Passage:
    return hits_of(index, np.array([number])).passage(0)


def source(index: Engine, article: int) -> tuple[str, str, str]:
    assert isinstance(index, EmbeddedIndex)
    found = index.article(article)
    return found.id, found.title, found.url


def numbers(index: Engine, query: Query) -> Ints:
    return index.query(query).stats.keys
