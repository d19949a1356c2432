"""Models over a pool of retrieved passages against their second implementation over the whole articles."""

import json
import random
from pathlib import Path
from typing import Any

import index_contents
import numpy as np
import pytest
from plain_matching import bm25f, pool_bm25
from plain_models import PlainCollection
from scoring_cases import agree, plain_scores, spec_of

from tweetctx import build_index, open_index
from tweetctx.arrays.ragged import spans
from tweetctx.arrays.types import Ints
from tweetctx.index.protocol import Engine
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.word_classes import WordClasses

Paragraph = list[list[str]]  # sentences of terms

STOP_WORDS = ["the", "of", "and"]
CLASSES: dict[str, int | str] = {"brag": "x", "dolm": "x", "gren": "y", "titular": "y"}


def articles(seed: int = 5) -> list[tuple[list[str], list[tuple[list[str], list[Paragraph]]]]]:
    """Title, and sections of a heading and paragraphs; words seen once, empty sentences, an article without text."""
    rng = random.Random(seed)  # noqa: S311
    words = [a + b for a in ("br", "d", "gr", "k", "pl", "tr") for b in ("ag", "olm", "unt", "en", "ibb", "ack")]
    weights = [1 / (number + 1) for number in range(len(words))]

    def some(least: int, most: int) -> list[str]:
        return rng.choices(words, weights, k=rng.randint(least, most))

    def paragraph() -> Paragraph:
        return [some(2, 9) if rng.random() < 0.85 else [] for _ in range(rng.randint(1, 4))]

    found = [
        (some(1, 3), [(some(1, 2) if n else [], [paragraph() for _ in range(rng.randint(1, 4))]) for n in range(3)])
        for _ in range(12)
    ]
    found[3][0].append("titular")  # a term in no sentence
    found[4] = (["dolm", "gren"], [])
    found[5] = (["brag"], [([], [[["brag", "solitary"]]])])
    found[6][1][1][0].append("heading")
    return found


ARTICLES = articles()


def text_of(sections: list[tuple[list[str], list[Paragraph]]]) -> str:
    """Every sentence begins with a capital and ends with a mark; one without terms has stop words."""
    lines = []
    for heading, paragraphs in sections:
        lines += [f"== {' '.join(heading)} =="] if heading else []
        lines += [" ".join(" ".join(s or STOP_WORDS).capitalize() + "!" for s in p) for p in paragraphs]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("pool")
    records = [
        {"id": str(number), "url": "", "title": " ".join(title), "text": text_of(sections)}
        for number, (title, sections) in enumerate(ARTICLES)
    ]
    (folder / "wiki.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records))
    build_index([folder / "wiki.jsonl"], folder / "wiki.idx", analyzer="plain", workers=1)
    return open_index(folder / "wiki.idx")


def plain() -> PlainCollection:
    return PlainCollection(
        [[s for _, paragraphs in sections for p in paragraphs for s in p] for _, sections in ARTICLES],
        CLASSES,
        [title + [term for heading, _ in sections for term in heading] for title, sections in ARTICLES],
    )


PASSAGES = [paragraph for _, sections in ARTICLES for _, paragraphs in sections for paragraph in paragraphs]
QUERY = ["titular", "brag", "dolm", "brag", "kolm", "heading", "solitary", "plunt", "unknown"]


def best(index: Engine, count: int) -> Ints:
    return index.retrieve(index.query(QUERY), count).passages


def sentences_of(passages: Ints) -> list[int]:
    """The numbers of the sentences of some passages, in the order of the collection."""
    starts = np.cumsum([0, *map(len, PASSAGES)]).tolist()
    return [number for passage in sorted(passages.tolist()) for number in range(starts[passage], starts[passage + 1])]


def pool_of(index: Engine, count: int, min_terms: int = 0, max_terms: float = np.inf) -> Pool:
    classes = WordClasses.of_terms(CLASSES, index)
    hits = index.retrieve(index.query(QUERY), count)
    return Pool.from_hits(index, hits, min_terms=min_terms, max_terms=max_terms, classes=classes)


def test_the_articles_are_read_as_they_are_meant(index: Engine) -> None:
    collection, stats = plain(), index.stats
    assert {term: stats.cf[term] for term in collection.cf} == dict(collection.cf)
    assert {term: stats.df[term] for term in collection.cf} == dict(collection.df)
    assert {term: stats.sf[term] for term in collection.cf} == {term: collection.sf[term] for term in collection.cf}
    assert (stats.sentences, stats.passages, stats.documents) == (
        len(collection.sentences),
        len(PASSAGES),
        len(ARTICLES),
    )
    pool = pool_of(index, 9)
    assert pool.numbers.tolist() == sentences_of(best(index, 9))
    assert len(pool) < len(collection.sentences)


POINTS: list[tuple[str, dict[str, Any]]] = [
    ("jm", {"lam": 0.3, "prior": "importance"}),
    ("jm", {"lam": 0.3, "prior": "importance", "prior_weight": 0.2, "terms": "isf"}),
    ("dir", {"mu": 20.0, "prior": "length", "terms": "idf"}),
    ("dir", {"mu": 0.0, "terms": "icf"}),
    ("3mm", {"lam": 0.5, "gam": 0.3}),
    ("3mm", {"lam": 0.5, "gam": 0.5}),
    ("2s", {"lam": 0.3, "mu": 50.0, "prior": "importance"}),
    ("2s-i", {"lam": 0.3, "mu": 50.0}),
    ("4mm", {"lam": 0.2, "gam": 0.3, "eta": 0.4, "window": 2, "terms": "isf"}),
    ("class", {"mu": 30.0}),
    ("tfisf", {"alpha": 0.5}),
    ("tfisf", {"alpha": 0.5, "idf": "doc"}),
    ("bm25", {"k1": 1.0, "b": 0.7, "k3": 5.0}),
    ("bm25f", {"k1": 1.0, "b": 0.7, "b_context": 0.4, "alpha": 0.6, "k3": 5.0}),
    *(
        (name, {**parameters, "context": "window", "window": n})
        for n in range(1, 8)
        for name, parameters in (
            ("3mm", {"lam": 0.2, "gam": 0.8}),
            ("2s", {"lam": 0.1, "mu": 30.0}),
            ("2s-i", {"lam": 0.9, "mu": 3.0}),
            ("tfisf", {"alpha": 0.3}),
            ("bm25f", {"b": 0.4, "b_context": 0.8, "alpha": 0.3}),
        )
    ),
]


@pytest.mark.parametrize("limits", [{}, {"min_terms": 3, "max_terms": 7}], ids=["all", "3 to 7 terms"])
@pytest.mark.parametrize(("name", "parameters"), POINTS, ids=[spec_of(*point) for point in POINTS])
def test_models(index: Engine, name: str, parameters: dict[str, Any], limits: dict[str, int]) -> None:
    collection, pool = plain(), pool_of(index, 9, **limits)
    expected = plain_scores(collection, collection.query(QUERY), name, parameters)
    kept = [number for number in sentences_of(best(index, 9)) if is_kept(collection.sentences[number][0], limits)]
    assert pool.numbers.tolist() == kept
    agree(parse_scorer(spec_of(name, parameters)).score(QUERY, pool), [expected[number] for number in kept])


def is_kept(sentence: list[str], limits: dict[str, int]) -> bool:
    return limits.get("min_terms", 0) <= len(set(sentence)) <= limits.get("max_terms", len(sentence))


@pytest.mark.parametrize("name", ["okapi", "bm25l", "bm25plus"])
def test_rank_bm25_takes_its_statistics_from_the_pool(index: Engine, name: str) -> None:
    collection, pool = plain(), pool_of(index, 9)
    texts = [collection.sentences[number][0] for number in sentences_of(best(index, 9))]
    agree(parse_scorer(name).score(QUERY, pool), pool_bm25(texts, collection.query(QUERY), name))


@pytest.mark.parametrize("n", range(1, 8))
def test_mean_window_length(index: Engine, n: int) -> None:
    collection = plain()
    places = range(len(collection.sentences))
    expected = sum(len(collection.window(place, n)) for place in places) / len(places)
    assert index.mean_window_length(n) == pytest.approx(expected, rel=1e-12)


def test_windows_reach_over_paragraphs_to_sentences_outside_the_pool(index: Engine) -> None:
    collection, pool = plain(), pool_of(index, 3)
    numbers, windows = pool.numbers.tolist(), index.neighbours(pool.numbers, 2)
    reached = set()
    for number, row in zip(numbers, spans(windows.terms, windows.first, windows.last), strict=True):
        near = collection.window(number, 2)
        assert [*index.term_stats(row).texts] == near
        own = collection.sentences[number][1]
        beside = (n for n in range(number - 2, number + 3) if 0 <= n < len(collection.sentences))
        reached |= {n for n in beside if collection.sentences[n][1] == own}
    assert reached - set(numbers)


def test_documents_include_title_and_headings(index: Engine) -> None:
    collection, pool = plain(), pool_of(index, 9)
    rows = [[*index.term_stats(row).texts] for row in pool.documents]
    assert len(pool)
    for row, number in zip(pool.document_of.tolist(), pool.numbers.tolist(), strict=True):
        assert sorted(rows[row]) == sorted(collection.documents[collection.sentences[number][1]])


def test_a_pool_without_passages(index: Engine) -> None:
    pool = Pool.from_hits(index, index.retrieve(index.query(["unknown"])), classes=WordClasses.of_terms({}, index))
    assert len(pool) == 0
    for name, parameters in POINTS:
        assert parse_scorer(spec_of(name, parameters)).score(QUERY, pool).shape == (0,)
    for name in ("okapi", "bm25l", "bm25plus"):
        assert parse_scorer(name).score(QUERY, pool).shape == (0,)


def titles_alone(folder: Path, text: str) -> Engine:
    record = {"id": "1", "url": "", "title": "Brag", "text": text}
    (folder / "titles.jsonl").write_text(json.dumps(record) + "\n" + json.dumps({**record, "id": "2"}) + "\n")
    build_index([folder / "titles.jsonl"], folder / "titles.idx", analyzer="plain", workers=1)
    return open_index(folder / "titles.idx")


@pytest.mark.parametrize("spec", ["jm(terms=isf)", "bm25(b=1)", "bm25f(context=window, b_context=1)", "tfisf", "2s"])
@pytest.mark.parametrize("text", ["", "The of and! The!"], ids=["no sentences", "sentences without terms"])
def test_an_index_of_titles_alone(tmp_path: Path, text: str, spec: str) -> None:
    small = titles_alone(tmp_path, text)
    pool = Pool.from_hits(small, index_contents.every_hit(small))
    assert parse_scorer(spec).score(["brag"], pool).tolist() == [-np.inf] * small.stats.sentences


def test_bm25f_measures_windows_of_the_whole_collection(index: Engine) -> None:
    """Not those of the pool alone: a pool of one passage has the same scores for it."""
    collection, one = plain(), pool_of(index, 1)
    spec = "bm25f(alpha=0.5, b_context=1, context=window)"
    expected = bm25f(collection, collection.query(QUERY), alpha=0.5, b_context=1.0, context="window")
    agree(parse_scorer(spec).score(QUERY, one), [expected[number] for number in one.numbers.tolist()])
