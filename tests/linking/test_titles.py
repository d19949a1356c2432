"""Linking by the terms of titles: by hand, and what it gives to the pool."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from tweetctx import Contextualizer, build_index, normalize
from tweetctx.context import ContextPolicy
from tweetctx.errors import LinkerError
from tweetctx.index import Engine, open_index
from tweetctx.linking import parse_linker
from tweetctx.linking.titles import TitleTerms
from tweetctx.scoring.linked import LinkedArticles
from tweetctx.types import Links

ARTICLES = {
    "Whitney Houston": "Whitney Houston was an American singer. She sang for many years.\nHouston came from Newark.",
    "Houston, Texas": "Houston is a city in Texas.\nIts airport is large and busy.",
    "Singer": "A singer is a person who sings songs for others.",
    "Funeral": "A funeral is a ceremony held for a person who died.",
}
HAND = TitleTerms(
    alpha=2, lowercase_weight=0.5, prominence=0.7, ambiguity_penalty=0.5, common_noun_penalty=0, min_evidence=0
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("titles")
    lines = (json.dumps({"id": title, "title": title, "text": text}) for title, text in ARTICLES.items())
    (folder / "wiki.jsonl").write_text("\n".join(lines))
    build_index(folder / "wiki.jsonl", folder / "wiki.idx", workers=1)
    return open_index(folder / "wiki.idx")


def links_of(index: Engine, linker: TitleTerms, terms: list[str], capitals: tuple[str, ...] = ()) -> Links:
    query = index.query(terms, capitals)
    return linker.link(normalize(""), query, index.retrieve(query), index)


def evidence_of(index: Engine, linker: TitleTerms, terms: list[str], capitals: tuple[str, ...] = ()) -> list[float]:
    found: list[float] = links_of(index, linker, terms, capitals).evidence_of(np.arange(4)).tolist()
    return found


def test_evidence_by_hand(index: Engine) -> None:
    found = evidence_of(index, HAND, ["houston", "funer"], ("houston",))
    assert [index.stats.df[term] for term in ("houston", "funer", "whitney", "texa")] == [2, 1, 1, 1]
    houston, whitney = math.log(4 / 2), math.log(4 / 1)
    assert found[0] == pytest.approx((houston + 0.7 * math.log1p(3)) * (houston / (houston + whitney)) ** 2)
    assert found[1] == pytest.approx(houston + 0.7 * math.log1p(2) - 0.5)  # the name is whole, but shared
    assert found[3] == pytest.approx(0.5 * whitney + 0.7 * math.log1p(1))


def test_common_nouns_cost(index: Engine) -> None:
    before, after = (
        evidence_of(index, replace(HAND, common_noun_penalty=penalty), ["singer", "houston"]) for penalty in (0.0, 0.3)
    )
    assert [round(a - b, 9) for a, b in zip(after, before, strict=True)] == [0, 0, -0.3, 0]


def test_a_single_letter_names_nothing_and_a_capital_counts_more(index: Engine) -> None:
    assert evidence_of(index, TitleTerms(min_evidence=0.1), ["a"], ("a",)) == [0, 0, 0, 0]
    small, capital = (evidence_of(index, HAND, ["houston"], capitals) for capitals in ((), ("houston",)))
    assert all(a > b for a, b in zip(capital[:2], small[:2], strict=True))


def test_the_openings_are_those_of_the_best_named(index: Engine) -> None:
    capitals = ("whitney", "houston")
    found = links_of(index, replace(HAND, articles=1), ["whitney", "houston", "singer"], capitals)
    assert found.openings is not None
    assert found.openings.passages.tolist() == [0]
    assert found.articles.tolist() == [0, 1, 2]
    assert found.evidence.argmax() == 0
    everything = links_of(index, HAND, ["whitney", "houston", "singer"], capitals)
    assert everything.openings is not None
    assert sorted(everything.openings.passages.tolist()) == [0, 2, 4]
    none = links_of(index, TitleTerms(min_evidence=100), ["whitney"])
    assert none.articles.tolist() == []


def test_a_context_takes_few_sentences_of_an_article_and_none_without_evidence(index: Engine) -> None:
    linker, scorer = TitleTerms(min_evidence=0), LinkedArticles(lead=0.1)
    for most in (1, 2):
        policy = ContextPolicy(min_terms=2, per_article=most, min_score=0.0, readable=True)
        found = Contextualizer(index, scorer, linker=linker, policy=policy).contextualize("Whitney Houston sang")
        articles = [sentence.article for sentence in found.sentences]
        assert max(map(articles.count, articles)) == most
        assert all(sentence.score >= 0 for sentence in found.sentences)
        assert found.sentences[0].text == "Whitney Houston was an American singer."


@pytest.mark.parametrize("spec", ["none", "names", "names(alpha=1.5, min_evidence=3)"])
def test_a_linker_is_its_text(spec: str) -> None:
    assert parse_linker(str(parse_linker(spec))) == parse_linker(spec)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("title", "linker: found 'title', expected one of none, titles, default, names"),
        ("names(alpha=-1)", "names: alpha: found -1, expected a number from 0"),
        ("names(beta=1)", "names: found the parameter 'beta', expected one of alpha"),
        ("names(", "linker: found 'names(', expected a name"),
    ],
)
def test_a_wrong_linker_says_what_is_right(spec: str, message: str) -> None:
    with pytest.raises(LinkerError) as caught:
        parse_linker(spec)
    assert str(caught.value).startswith(message)
