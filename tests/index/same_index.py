"""Whether two indexes hold the same articles and give the same answers; not a conftest.py, as plain_collection.py."""

from collections.abc import Sequence
from dataclasses import dataclass

import index_contents
import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Ints
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.surface_forms import SurfaceForms
from tweetctx.text.names.keys import name_key
from tweetctx.types import Article

LAMS = (0.1, 0.4, 0.9)


@dataclass
class Live:
    """What of an index was not removed: the numbers of articles, passages and sentences, each in their order."""

    articles: NDArray[np.int64]
    passages: NDArray[np.int64]
    sentences: NDArray[np.int64]

    @classmethod
    def of(cls, index: EmbeddedIndex) -> "Live":
        articles: list[int] = []
        base = passages = 0
        for segment in index.segments:
            gone = set(segment.removed.tolist())
            articles += [base + number for number in range(segment.forward.articles) if number not in gone]
            base += segment.forward.articles
            passages += segment.forward.passages
        of_passage = index_contents.passage_articles(index, np.arange(passages))
        kept = np.flatnonzero(np.isin(of_passage, articles))
        sentences = index_contents.passage_sentences(index, kept).values
        return cls(np.array(articles, np.int64), kept, sentences.astype(np.int64))


def terms_of(index: EmbeddedIndex, rows: Ragged) -> list[list[str]]:
    term = index.vocabulary.term
    return [[term(int(number)) for number in row] for row in rows]


def statistics(index: EmbeddedIndex) -> tuple[object, ...]:
    stats = index.stats
    counts, arrays = {}, [np.asarray(array).tolist() for array in (index.cf, index.df, index.sf)]
    for number in range(len(index.vocabulary)):
        term = index.vocabulary.term(number)
        of_term = tuple(array[number] for array in arrays)
        if any(of_term):
            counts[term] = of_term
        assert of_term == tuple(count[term] for count in (stats.cf, stats.df, stats.sf))
    sizes = (stats.documents, stats.passages, stats.sentences, stats.collection_length, stats.sentence_length)
    return counts, sizes, index.info()["terms"], [index.mean_window_length(n) for n in range(1, 8)]


def structure(index: EmbeddedIndex, live: Live) -> list[object]:
    """What articles, passages and sentences are made of, by their places among the live ones."""
    place_of_passage = {number: place for place, number in enumerate(live.passages.tolist())}
    found: list[object] = [
        [index_contents.source(index, number) for number in live.articles.tolist()],
        [text.strip() for text in index_contents.hits_of(index, live.passages).texts],
        terms_of(index, index.article_terms(live.articles)),
        terms_of(index, index_contents.passage_terms(index, live.passages)),
        terms_of(index, index_contents.sentence_terms(index, live.sentences)),
        np.searchsorted(live.articles, index_contents.passage_articles(index, live.passages)).tolist(),
        [
            np.searchsorted(live.sentences, row).tolist()
            for row in index_contents.passage_sentences(index, live.passages)
        ],
        [place_of_passage[number] for number in index.openings(live.articles).passages.tolist()],
        [row for rows in index.scan() for row in terms_of(index, rows)],
    ]
    for n in (1, 3, 7):
        first, last = index_contents.windows(index, live.sentences, n)
        found.append([np.searchsorted(live.sentences, first).tolist(), (last - first).tolist()])
    for number in live.passages.tolist():
        passage = index_contents.passage(index, number)
        assert passage.number == number
        found.append((passage.title, passage.heading, passage.text, passage.url))
    return found


def surface_forms(index: EmbeddedIndex, live: Live) -> list[object]:
    """What is known of the titles and of their words."""
    titles = [index_contents.source(index, number)[1] for number in live.articles.tolist()]
    keys = np.array([name_key(text) for title in titles for text in (title, *title.split())], np.uint64)
    found = index.surface_forms(keys)
    whose = np.searchsorted(live.articles, found.articles)
    assert live.articles[whose].tolist() == found.articles.tolist()
    fields = [getattr(found, field).tolist() for field in SurfaceForms.__slots__ if field != "articles"]
    return [*fields, whose.tolist()]


def queries(index: EmbeddedIndex, seed: int, number: int) -> list[list[str]]:
    """Random ones of terms that the collection has, with one that it has not; then all terms together."""
    chance = np.random.default_rng(seed)
    terms = [index.vocabulary.term(number) for number in np.flatnonzero(np.asarray(index.cf)).tolist()]
    if not terms:
        return [["nothing"], []]
    some = [[str(term) for term in chance.choice(sorted(terms), chance.integers(1, 9))] for _ in range(number)]
    return [*some, [*some[0], "nosuchterm"], sorted(terms), []]


def ranking(index: EmbeddedIndex, live: Live, terms: Sequence[str], k: int, lam: float) -> tuple[list[int], bytes]:
    numbers, scores = index.rank(index.query(terms), k, lam)
    assert np.isin(numbers, live.passages).all()
    return np.searchsorted(live.passages, numbers).tolist(), scores.tobytes()


def check_same(index: EmbeddedIndex, other: EmbeddedIndex, *, seed: int = 1, number: int = 12) -> None:
    """Both answer alike, bit by bit, but for how they number terms and what was removed."""
    live, others = Live.of(index), Live.of(other)
    assert statistics(index) == statistics(other)
    assert structure(index, live) == structure(other, others)
    assert surface_forms(index, live) == surface_forms(other, others)
    for place, terms in enumerate(queries(other, seed, number)):
        for k in (1, 3, 20, len(others.passages) + 5):
            lam = LAMS[(place + k) % 3]
            assert ranking(index, live, terms, k, lam) == ranking(other, others, terms, k, lam)


def check_articles(index: EmbeddedIndex, articles: Sequence[Article]) -> None:
    """The index holds these articles in this order."""
    assert [index.article(number) for number in Live.of(index).articles.tolist()] == list(articles)


def all_numbers(index: EmbeddedIndex) -> Ints:
    """The live articles of an index."""
    return Live.of(index).articles
