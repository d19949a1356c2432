"""Corpora of many sizes from one index, and the queries for them."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from tweetctx.arrays.ragged import Ragged
from tweetctx.corpus.jsonl import record_of
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.tweets import normalize
from tweetctx.types import Article, Section

HELD = 20_000  # passages held at a time
DISK = 3  # what building takes on disk at most, in sizes of the text


def read_tweets(path: Path, count: int) -> list[str]:
    """A sample of the tweets of a file, the same each time; a tweet a line, or JSON Lines with `text`."""
    with path.open(encoding="utf-8") as lines:
        tweets = [json.loads(line)["text"] if line.startswith("{") else line.strip() for line in lines]
    return random.Random(1).sample(tweets, min(count, len(tweets)))  # noqa: S311


def make_queries(index: EmbeddedIndex, tweets: Path, count: int) -> list[list[str]]:
    """The terms of the first tweets of a sample that have terms of the index, as often as they occur."""
    queries: list[list[str]] = []
    for tweet in read_tweets(tweets, count * 2):
        terms = index.analyzer.terms(" ".join(normalize(tweet, words=index.breaker).words))
        known = [term.term for term in index.query(terms).terms for _ in range(int(term.weight))]
        if known:
            queries.append(known)
    return queries[:count]


def as_tokens(index: EmbeddedIndex, queries: Sequence[Sequence[str]]) -> list[list[str]]:
    """Queries as they stand in lines of terms; a term that no passage has is a word that no line has."""
    keys = {term: index.query([term]).stats.keys.tolist() for terms in queries for term in terms}
    return [[_token(*keys[term] or [-1]) for term in terms] for terms in queries]


def _token(number: int) -> str:
    """A term's number as a word, which the tokenizer of every engine leaves whole."""
    return f"x{number}"


def passage_terms(index: EmbeddedIndex) -> Iterator[Ragged]:
    """The numbers of the terms of all passages, in the order of the collection, HELD passages at a time."""
    every = np.arange(index.size.passages)
    for first in range(0, len(every), HELD):
        passages = every[first : first + HELD]
        yield index.hits(passages, np.zeros(len(passages))).passage_terms(len(passages))


def write_terms(index: EmbeddedIndex, path: Path) -> None:
    """The terms of each passage on a line, each as a word of its number."""
    tokens = [_token(number) for number in range(len(index.vocabulary))]
    with path.open("w", encoding="utf-8") as file:
        for rows in passage_terms(index):
            file.writelines(" ".join([tokens[number] for number in row.tolist()]) + "\n" for row in rows)


def write_part(index: EmbeddedIndex, part: int, path: Path) -> None:
    """Every so many-th article as our JSON Lines."""
    with path.open("wb") as file:
        file.writelines(record_of(index.article(number)) for number in range(0, index.stats.documents, part))


def write_synthetic(index: EmbeddedIndex, passages: int, path: Path) -> None:
    """A collection of so many passages drawn at random, as our JSON Lines.

    An article has the headings of one that was drawn at random, each with as many paragraphs as there, but these are
    drawn from all of them; its title is made of words of titles. SystemExit if the disk is too small for it.
    """
    articles = [index.article(number) for number in range(index.stats.documents)]
    paragraphs = [text for article in articles for section in article.sections for text in section.paragraphs]
    needed = DISK * passages * sum(len(text) for text in paragraphs) // max(len(paragraphs), 1)
    free = shutil.disk_usage(path.parent).free
    if free < needed:
        raise SystemExit(f"{path.parent}: {free >> 20} MB free; {passages} passages need about {needed >> 20} MB")
    with path.open("wb") as file:
        file.writelines(record_of(article) for article in _drawn(articles, paragraphs, passages))


def _drawn(articles: Sequence[Article], paragraphs: Sequence[str], passages: int) -> Iterator[Article]:
    draw = random.Random(1)  # noqa: S311
    words = [word for article in articles for word in article.title.split()]
    left, number = passages, 0
    while left:
        sections = []
        for section in draw.choice(articles).sections:
            size = min(len(section.paragraphs), left)
            sections.append(Section(section.heading, tuple(draw.choices(paragraphs, k=size))))
            left -= size
        title = " ".join(draw.choices(words, k=draw.randint(1, 3)))
        yield Article(f"drawn-{number}", title, f"https://example.org/{number}", tuple(sections))
        number += 1
