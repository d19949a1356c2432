"""Damages the files of an index at random, one at a time, and looks at what is said of it.

    .venv/bin/python scripts/check_index_damage.py [--damages 1000] [--articles 600] [--seed 1]

A bit is flipped, a byte or a range overwritten, a file cut off, made longer or deleted, in a copy of an index of
invented articles in several parts. Each damage must be found by opening or by `verify`, or be without effect on any
answer; and no answer of the damaged index, opened without `verify`, may be another than the right one: it is right or
an IndexDamagedError that names a file. Prints a line of JSON: how many damages of each kind were found by opening, by
asking or by `verify` alone, and how many had no effect. Exits with 1 at the first that breaks the rule.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from check_index_kills import QUERIES, article

from tweetctx import Contextualizer
from tweetctx.errors import IndexAccessError, IndexDamagedError
from tweetctx.index import add_articles, build_index, remove_articles
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.storage.manifest import MANIFEST
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.ragged import Ints, Ragged, spans
from tweetctx.text.names import name_key
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


DAMAGES: tuple[Damage, ...] = (
    flip_a_bit,
    change_a_byte,
    zero_a_range,
    scramble_a_range,
    cut_off,
    make_longer,
    delete,
)


def make_index(folder: Path, articles: int, chance: random.Random) -> Path:
    """An index of two segments, articles of which were replaced and removed."""
    source, index = folder / "source.jsonl", folder / "wiki.idx"
    source.write_text("".join(f"{article(number, chance)}\n" for number in range(articles)))
    build_index(source, index, workers=1)
    source.write_text("".join(f"{article(number, chance)}\n" for number in range(0, 2 * articles, 9)))
    add_articles(source, index, workers=1)
    remove_articles(index, [str(number) for number in range(1, articles, 40)])
    return index


def questions(index: EmbeddedIndex) -> Iterator[Callable[[], Any]]:
    """Everything that an index is asked for; each by itself, since damage may concern one and not another."""
    stats, numbers = index.stats, np.arange(0, index.manifest["segments"][0]["passages"], 7)
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
    for terms in QUERIES[::6]:
        yield partial(sentences_of, index, f"{' '.join(terms)} #{terms[0]}")


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


def run(folder: Path, damages: int, articles: int, seed: int) -> dict[str, dict[str, int]]:
    """How often damages of each kind were found in which way."""
    chance = random.Random(seed)  # noqa: S311
    index = make_index(folder, articles, chance)
    right = [question() for question in questions(EmbeddedIndex(index))]
    paths = sorted(path for path in index.rglob("*") if path.is_file() and path.stat().st_size)
    sizes = [path.stat().st_size for path in paths]
    done: dict[str, Counter[str]] = {}
    while sum(counts.total() for counts in done.values()) < damages:
        # Half of them are where most bytes are.
        path = chance.choices(paths, chance.choice((sizes, None)))[0]
        damage = chance.choice(DAMAGES)
        whole = path.read_bytes()
        content = damage(bytearray(whole), chance)
        if content is None:
            path.unlink()
        elif bytes(content) == whole:
            continue
        else:
            path.write_bytes(content)
        how = look_at(index, path, right)
        done.setdefault(damage.__name__, Counter())[how] += 1
        path.write_bytes(whole)
    if [question() for question in questions(EmbeddedIndex(index))] != right:
        raise SystemExit(f"{index}: without damage it gives other answers than before")
    return {name: dict(counts) for name, counts in sorted(done.items())}


def main() -> None:
    """Runs the check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--damages", type=int, default=1000)
    parser.add_argument("--articles", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        done = run(Path(folder), arguments.damages, arguments.articles, arguments.seed)
    print(json.dumps({"damages": arguments.damages, "seed": arguments.seed, **done}))


if __name__ == "__main__":
    main()
