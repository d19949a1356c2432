"""Damage to the files of an index, and everything that an index can be asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from torturing.articles import QUERIES, TWEETS
from tweetctx import Contextualizer
from tweetctx.arrays.ragged import Ragged, spans
from tweetctx.arrays.types import Ints
from tweetctx.errors import IndexAccessError, IndexDamagedError
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.arrays import ArrayFile
from tweetctx.index.storage.manifest import MANIFEST
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.text.names.keys import name_key
from tweetctx.types import ScoredSentence

Damage = Callable[[bytearray, random.Random], bytearray | None]


def flip_a_bit(content: bytearray, chance: random.Random) -> bytearray:
    """One bit becomes the other."""
    content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    return content


def change_a_byte(content: bytearray, chance: random.Random) -> bytearray:
    """One byte becomes another."""
    content[chance.randrange(len(content))] = chance.randrange(256)
    return content


def zero_a_range(content: bytearray, chance: random.Random) -> bytearray:
    """Up to some pages of a disk are zeros."""
    begin = chance.randrange(len(content))
    end = min(len(content), begin + chance.choice((2, 16, 512, 4096, 65536)))
    content[begin:end] = bytes(end - begin)
    return content


def scramble_a_range(content: bytearray, chance: random.Random) -> bytearray:
    """The same, of something else."""
    begin = chance.randrange(len(content))
    end = min(len(content), begin + chance.choice((2, 16, 512, 4096)))
    content[begin:end] = chance.randbytes(end - begin)
    return content


def cut_off(content: bytearray, chance: random.Random) -> bytearray:
    """The end is missing, or all."""
    return content[: chance.choice((0, len(content) - 1, chance.randrange(len(content))))]


def make_longer(content: bytearray, chance: random.Random) -> bytearray:
    """Something follows."""
    return content + chance.choice((b"\0", bytes(4096), chance.randbytes(7)))


def delete(_content: bytearray, _chance: random.Random) -> None:
    """The file is gone."""


INSIDE: tuple[Damage, ...] = (flip_a_bit, change_a_byte, zero_a_range, scramble_a_range)
DAMAGES: tuple[Damage, ...] = (*INSIDE, cut_off, make_longer, delete)


def damaged(path: Path, chance: random.Random) -> bytes | None:
    """The content of a file with damage anywhere, or inside one of its arrays, however small; None: it is gone."""
    content = bytearray(path.read_bytes())
    entries = [] if path.name == MANIFEST else [*ArrayFile(path, checked=False).entries.values()]
    arrays = [(entry.offset, entry.end) for entry in entries if entry.end > entry.offset]
    if arrays and chance.random() < 0.7:
        begin, end = chance.choice(arrays)
        content[begin:end] = chance.choice(INSIDE)(content[begin:end], chance) or b""
        return bytes(content)
    changed = chance.choice(DAMAGES)(content, chance)
    return None if changed is None else bytes(changed)


def questions(index: EmbeddedIndex) -> Iterator[Callable[[], Any]]:
    """Everything that an index is asked for; each by itself, since damage may concern one and not another."""
    stats, numbers = (
        index.stats,
        np.arange(0, max(segment["passages"] for segment in index.manifest["segments"][:1]), 7),
    )
    for place, terms in enumerate(QUERIES):
        yield partial(index.search, terms, 30, (0.1, 0.4, 0.9)[place % 3])
        yield partial(counts_of, index, terms)
    for number in range(0, stats.documents, 41):
        yield partial(index.article, number)
        yield partial(opening_of, index, number)
    for first in range(0, len(numbers), 30):
        yield partial(hits_of, index, numbers[first : first + 30])
    yield lambda: lists_of(index.article_terms(numbers % stats.documents))
    yield partial(neighbours_of, index, numbers)
    yield lambda: [index.mean_window_length(n) for n in (1, 5, 7)]
    yield lambda: [row for rows in index.scan() for row in lists_of(rows)]
    yield partial(forms_of, index)
    yield lambda: [index.words.text.keys.tolist(), index.words.pairs.values.tolist(), index.words.titles.total]
    yield lambda: (stats.documents, stats.passages, stats.sentences, stats.collection_length, index.info())
    for tweet in TWEETS:
        yield partial(sentences_of, index, tweet)


def counts_of(index: EmbeddedIndex, terms: list[str]) -> list[Any]:
    """The statistics of terms."""
    stats = index.stats
    return [(stats.cf[term], stats.df[term], stats.sf[term]) for term in terms]


def forms_of(index: EmbeddedIndex) -> list[Any]:
    """What is known of the words of the queries as names."""
    keys = np.array([name_key(word) for terms in QUERIES for word in terms], np.uint64)
    found = index.surface_forms(keys)
    return [getattr(found, field).tolist() for field in SurfaceForms.__slots__]


def hits_of(index: EmbeddedIndex, passages: Ints) -> list[Any]:
    """All that a hit has."""
    hits = index.hits(passages, np.zeros(len(passages)))
    arrays = (hits.articles, hits.offsets, hits.sentences, hits.positions)
    rows = (hits.terms, hits.head_terms, hits.passage_terms(len(hits)))
    return [[array.tolist() for array in arrays], [lists_of(row) for row in rows], [*hits.texts], [*hits.sources]]


def opening_of(index: EmbeddedIndex, article: int) -> list[int]:
    """The first passage of an article."""
    found: list[int] = index.openings(np.array([article])).passages.tolist()
    return found


def neighbours_of(index: EmbeddedIndex, sentences: Ints) -> list[list[int]]:
    """The terms of each sentence's window."""
    found = index.neighbours(sentences, 2)
    return lists_of(spans(found.terms, found.first, found.last))


def lists_of(rows: Ragged) -> list[list[int]]:
    """Rows as lists."""
    return [row.tolist() for row in rows]


def sentences_of(index: EmbeddedIndex, tweet: str) -> tuple[ScoredSentence, ...]:
    """The context of a tweet."""
    return Contextualizer(index).contextualize(tweet).sentences


def look_at(index: Path, path: Path, right: list[Any]) -> str:
    """How a damage was found, or "no effect"; SystemExit if it was not, or led to a wrong answer."""
    try:
        opened = EmbeddedIndex(index)
    except IndexAccessError as error:
        named = str(path) in str(error) and isinstance(error, IndexDamagedError)
        # Of a folder without the file, or with one that says something else, it is said that it is no index.
        if not named and not (path.name == MANIFEST and str(index) in str(error) and MANIFEST in str(error)):
            raise SystemExit(f"{path}: the error is {error!r}") from error
        return "opening"
    raised = False
    for number, (question, expected) in enumerate(zip(questions(opened), right, strict=True)):
        try:
            found = question()
        except IndexDamagedError as error:
            if str(path) not in str(error):
                raise SystemExit(f"{path}: the error is {error!r}") from error
            raised = True
        else:
            if found != expected:
                raise SystemExit(f"{path}: answer {number} is wrong")
    damage = opened.verify()
    if raised and not damage:
        raise SystemExit(f"{path}: not found by verify")
    return "asking" if raised else "verify" if damage else "no effect"
