"""Classes of words as a partition of a collection's terms, and the model `class`."""

from math import inf, log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from properties import examples
from scoring_cases import AMOUNT, CLASSES, DOCUMENTS, OPTIONS, QUERIES, Documents, Parameters, spec_of

from tweetctx import build_index, open_index
from tweetctx.errors import ParameterError
from tweetctx.scoring import Pool, parse_scorer
from tweetctx.scoring.word_classes import WordClasses

many = examples(40)

# cf: newark 2, boston 1, city 2, sang 1; |C| = 6.
DOCUMENTS_BY_HAND = [[["newark", "city"], ["boston", "sang", "newark"]], [["city"]]]


def test_by_hand() -> None:
    pool = Pool.from_documents(DOCUMENTS_BY_HAND, classes={"newark": "place", "boston": "place", "rome": "place"})
    scores = parse_scorer("class(mu=10)").score(["boston", "city", "boston"], pool).tolist()
    expected = [
        2 * log(1 / 3 * (1 + 10 * 3 / 6) / (2 + 10)) + log((1 + 10 * 2 / 6) / (2 + 10)),
        2 * log(1 / 3 * (2 + 10 * 3 / 6) / (3 + 10)) + log((0 + 10 * 2 / 6) / (3 + 10)),
        2 * log(1 / 3 * (0 + 10 * 3 / 6) / (1 + 10)) + log((1 + 10 * 2 / 6) / (1 + 10)),
    ]
    assert scores == pytest.approx(expected, rel=1e-12)


def test_without_mu_a_word_of_the_class_will_do() -> None:
    pool = Pool.from_documents(DOCUMENTS_BY_HAND, classes={"newark": 1, "boston": 1})
    scores = parse_scorer("class(mu=0)").score(["boston"], pool).tolist()
    assert scores == pytest.approx([log(1 / 3 * 1 / 2), log(1 / 3 * 2 / 3), -inf], rel=1e-12)


@given(DOCUMENTS, QUERIES, AMOUNT, OPTIONS)
@many
def test_without_classes_it_is_dir(documents: Documents, query: list[str], mu: float, options: Parameters) -> None:
    expected = parse_scorer(spec_of("dir", {"mu": mu, **options})).score(query, Pool.from_documents(documents))
    words = {word for document in documents for sentence in document for word in sentence}
    for classes in (None, {}, {"?": 1, "!": 1}, {word: word for word in words}):
        pool = Pool.from_documents(documents, classes=classes)
        found = parse_scorer(spec_of("class", {"mu": mu, **options})).score(query, pool)
        assert found.tolist() == pytest.approx(expected.tolist(), rel=1e-9, abs=1e-11)


@given(DOCUMENTS, QUERIES, CLASSES, AMOUNT)
@many
def test_the_names_of_classes_mean_nothing(
    documents: Documents, query: list[str], classes: dict[str, int | str], mu: float
) -> None:
    renamed: dict[str, int | str] = {word: f"the class {name!r}" for word, name in reversed(classes.items())}
    scorer = parse_scorer(f"class(mu={mu})")
    found = scorer.score(query, Pool.from_documents(documents, classes=renamed)).tolist()
    assert found == scorer.score(query, Pool.from_documents(documents, classes=classes)).tolist()


@given(DOCUMENTS, QUERIES, AMOUNT)
@many
def test_one_class_of_all_words_makes_all_sentences_alike(documents: Documents, query: list[str], mu: float) -> None:
    """p(t|θ) is p(t), whatever the sentence says."""
    words = {word for document in documents for sentence in document for word in sentence}
    pool = Pool.from_documents(documents, classes=dict.fromkeys(words, "all"))
    found = parse_scorer(f"class(mu={mu})").score(query, pool).tolist()
    assert found == pytest.approx(parse_scorer("jm(lam=1)").score(query, pool).tolist(), rel=1e-9, abs=1e-11)


@given(DOCUMENTS, CLASSES)
@many
def test_every_term_has_one_class_and_classes_count_their_terms(
    documents: Documents, classes: dict[str, int | str]
) -> None:
    engine = Pool.from_documents(documents).engine
    partition = WordClasses.of_terms(classes, engine)
    terms = sorted({term for document in documents for sentence in document for term in sentence})
    numbers, stats = engine.term_stats(terms).keys, engine.stats
    for number, term in enumerate(terms):
        mates = [other for other in terms if other == term or (term in classes and classes.get(other) == classes[term])]
        same = [terms[place] for place in np.flatnonzero(partition.of(numbers) == partition.of(numbers)[number])]
        assert same == mates
        assert partition.frequency(engine.term_stats([term])).tolist() == [sum(stats.cf[word] for word in mates)]


def test_a_part_of_a_pool_keeps_the_classes() -> None:
    pool = Pool.from_documents(DOCUMENTS_BY_HAND, classes={"newark": 1, "boston": 1})
    whole = parse_scorer("class").score(["boston"], pool).tolist()
    assert parse_scorer("class").score(["boston"], pool.of_documents([1, 0])).tolist() == [whole[2], *whole[:2]]


def test_a_pool_of_an_index_without_classes_says_how_to_make_them(tmp_path: Path) -> None:
    source = tmp_path / "wiki.jsonl"
    source.write_text('{"id": "1", "url": "", "title": "Newark", "text": "Newark is a city in New Jersey."}\n')
    build_index([source], tmp_path / "wiki.idx", workers=1)
    index = open_index(tmp_path / "wiki.idx")
    with pytest.raises(ParameterError, match=r"^class: found no word classes, expected some; "):
        parse_scorer("class").score(["newark"], Pool.from_hits(index, index.openings(np.array([0]))))
    classes = WordClasses.of_terms({"newark": 0, "citi": 0}, index)
    pool = Pool.from_hits(index, index.openings(np.array([0])), classes=classes)
    assert np.isfinite(parse_scorer("class").score(["newark"], pool)).all()
