"""The project's own model: by hand, as a sum, and what it asks of a context."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from tweetctx import Contextualizer, build_index, parse_scorer
from tweetctx.index import PassageIndex, open_index
from tweetctx.scoring import Pool
from tweetctx.scoring.named import NamedArticles, name_weights
from tweetctx.types import Query, QueryTerm

ARTICLES = {
    "Whitney Houston": "Whitney Houston was an American singer. She sang for many years.\nHouston came from Newark.",
    "Houston, Texas": "Houston is a city in Texas.\nIts airport is large and busy.",
    "Singer": "A singer is a person who sings songs for others.",
    "Funeral": "A funeral is a ceremony held for a person who died.",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> PassageIndex:
    folder = tmp_path_factory.mktemp("named")
    lines = (json.dumps({"id": title, "title": title, "text": text}) for title, text in ARTICLES.items())
    (folder / "wiki.jsonl").write_text("\n".join(lines))
    build_index(folder / "wiki.jsonl", folder / "wiki.idx", workers=1)
    return open_index(folder / "wiki.idx")


def query_of(index: PassageIndex, *terms: str, capitals: tuple[str, ...] = ()) -> Query:
    return index.stats.query(terms, capitals)


HAND = NamedArticles(
    alpha=2,
    lower=0.5,
    prominence=0.7,
    qualified=0.5,
    common=0,
    least=0,
    lam=0.4,
    likelihood=0.2,
    lead=2,
)


def scores_of(index: PassageIndex, scorer: NamedArticles, query: Query) -> list[float]:
    found: list[float] = scorer.score(query, Pool.from_passages(index, np.arange(index.stats.passages))).tolist()
    return found


def test_a_score_by_hand(index: PassageIndex) -> None:
    scores = scores_of(index, HAND, query_of(index, "houston", "funer", capitals=("houston",)))
    assert [index.stats.df[term] for term in ("houston", "funer", "whitney", "texa")] == [2, 1, 1, 1]
    houston, whitney = math.log(4 / 2), math.log(4 / 1)
    p = index.stats.cf["houston"] / index.stats.collection_length
    # "She sang for many years.": second sentence of an article of three, without a word of the query.
    named = (houston + 0.7 * math.log1p(3)) * (houston / (houston + whitney)) ** 2
    assert scores[1] == pytest.approx(named - 2 * math.log1p(1))
    # "Houston is a city in Texas." has houston, citi, texa; the name Houston is whole, but shared.
    whole = houston + 0.7 * math.log1p(2) - 0.5
    assert scores[3] == pytest.approx(whole + 0.2 * math.log1p(0.6 * (1 / 3) / (0.4 * p)))


def test_common_nouns_cost(index: PassageIndex) -> None:
    query = query_of(index, "singer", "houston")
    before, after = (scores_of(index, replace(HAND, common=common), query) for common in (0.0, 0.3))
    assert [round(a - b, 9) for a, b in zip(after, before, strict=True)] == [0, 0, 0, 0, 0, -0.3, 0]


def test_a_single_letter_names_nothing() -> None:
    query = Query((QueryTerm("n", 1.0, capital=True), QueryTerm("news", 1.0), QueryTerm("peru", 1.0, capital=True)))
    assert name_weights(query, 0.4).tolist() == [0.0, 0.4, 1.0]


def test_explanations_sum_to_scores(index: PassageIndex) -> None:
    query = query_of(index, "whitney", "houston", "person", "sing", capitals=("whitney",))
    pool = Pool.from_passages(index, np.arange(index.stats.passages))
    for spec in ("named", "named(least=0)", "named(likelihood=3, lead=0)"):
        scorer = parse_scorer(spec)
        scores = scorer.score(query, pool)
        sums = [sum(value for _, value in scorer.explain(query, pool, row)) for row in range(len(pool))]
        assert scores.tolist() == pytest.approx(sums)


def test_candidates_are_the_openings_of_the_best_named(index: PassageIndex) -> None:
    query = query_of(index, "whitney", "houston", "singer", capitals=("whitney", "houston"))
    found = replace(HAND, articles=1).candidates(query, index)
    assert found.passages.tolist() == [0]
    assert found.articles.tolist() == [0, 1, 2]
    assert found.evidence.argmax() == 0
    assert sorted(HAND.candidates(query, index).passages.tolist()) == [0, 2, 4]
    assert replace(HAND, articles=0).candidates(query, index).passages.tolist() == []
    none = NamedArticles(least=100).candidates(query, index)
    assert none.passages.tolist() == none.articles.tolist() == []
    assert none.evidence_of(np.array([0, 1])).tolist() == [0, 0]


def test_a_pool_with_candidates_scores_as_one_without(index: PassageIndex) -> None:
    query = query_of(index, "whitney", "houston", "singer", capitals=("whitney", "houston"))
    candidates = HAND.candidates(query, index)
    pool = Pool.from_passages(index, np.arange(index.stats.passages), candidates=candidates)
    assert HAND.score(query, pool).tolist() == scores_of(index, HAND, query)


def test_a_capital_counts_more(index: PassageIndex) -> None:
    pool = Pool.from_passages(index, np.arange(index.stats.passages))
    with_capital = Query((QueryTerm("houston", 1.0, capital=True),))
    without = Query((QueryTerm("houston", 1.0),))
    scorer = NamedArticles(least=0)
    assert np.all(scorer.score(with_capital, pool)[:5] > scorer.score(without, pool)[:5])


def test_documents_in_memory_have_no_names() -> None:
    pool = Pool.from_documents([[["a", "b"], ["a"], []], [["c"]]])
    scores = parse_scorer("named(likelihood=1, lead=2, lam=0.5)").score(["a"], pool)
    gain = [math.log1p((1 / 2) / (2 / 4)), math.log1p(1 / (2 / 4)) - 2 * math.log(2), -math.inf, 0.0]
    assert scores.tolist() == pytest.approx(gain)


def test_empty_queries_and_sentences() -> None:
    pool = Pool.from_documents([[["a"], []]])
    scorer = parse_scorer("named")
    assert scorer.score(["zz"], pool).tolist() == [0.0, -math.inf]
    assert scorer.explain(["a"], pool, 1) == [("(no terms)", -math.inf)]


def test_a_context_takes_few_sentences_of_an_article_and_none_without_evidence(index: PassageIndex) -> None:
    tweet = "Whitney Houston sang"
    for most in (1, 2):
        found = Contextualizer(index, NamedArticles(per_article=most, least=0, lead=0.1, share=0)).contextualize(tweet)
        articles = [sentence.article for sentence in found.sentences]
        assert max(map(articles.count, articles)) == most
        assert all(sentence.score >= 0 for sentence in found.sentences)
        assert found.sentences[0].text == "Whitney Houston was an American singer."


def test_the_spec() -> None:
    assert parse_scorer("default") == NamedArticles()
    assert parse_scorer(str(NamedArticles(alpha=1.5, per_article=3))) == NamedArticles(alpha=1.5, per_article=3)
