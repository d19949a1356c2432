"""What every engine answers, compared with the engine in memory: calls, models, presets and errors.

Another engine joins by a line in ENGINES.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference_engine import ReferenceEngine

from tweetctx import Contextualizer, build_index, open_index, parse_scorer
from tweetctx.arrays.ragged import Ragged
from tweetctx.corpus import read_articles
from tweetctx.corpus.jsonl import record_of as line_of
from tweetctx.errors import ParameterError
from tweetctx.index import Engine
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.protocol import NO_FORMS
from tweetctx.index.surface_forms import MOST_SENSES, FormSource, SurfaceForms
from tweetctx.scoring import PRESETS, Pool
from tweetctx.text.names.keys import NameRows
from tweetctx.types import Article, Hits, Link, Query, QueryTerm, Section, WikiLink


def _in_cluster(request: pytest.FixtureRequest) -> Engine:
    """The demonstration corpus in a cluster; each process of a run builds its own."""
    name = f"demo-{os.getpid()}"
    uri = f"{request.getfixturevalue('cluster').url}/{name}"
    build_index(request.getfixturevalue("demo_corpus"), uri, workers=1, replace=True)
    return open_index(uri)


# Makes an engine over the demonstration corpus, given what a test may ask for.
ENGINES: dict[str, Callable[[pytest.FixtureRequest], Engine]] = {
    "embedded": lambda request: EmbeddedIndex(request.getfixturevalue("demo_index")),
    "opensearch": _in_cluster,
}
NEEDS_CLUSTER = {"opensearch"}

TWEETS = (
    "RT @CNNLive: View stake-out camera at funeral home where #WhitneyHouston body is expected",
    "Remembering #OccupyWallStreet in Zuccotti Park",
    "Neil Armstrong and the moon, a small step 1969",
    "the and of",
    "qqqqzzzz",
    "",
)
MORE_TWEETS = (
    "They found the Higgs at #CERN!",
    "Sandy is coming, the subway in NYC is closed #HurricaneSandy",
    "Adele swept the #GRAMMYs, says @BarackObama in New Jersey",
)
MODELS = (
    "jm",
    "jm(lam=0.2, prior=importance, terms=isf)",
    "dir(mu=50, prior=length, terms=idf)",
    "3mm(context=window, window=2)",
    "2s",
    "2s-i(terms=icf)",
    "4mm",
    "tfisf(alpha=0.5, idf=doc)",
    "bm25(b=0.5)",
    "bm25f(context=window, b_context=0.5, window=7)",
    "okapi",
    "rlm(estimate=rm1, rank=kl)",
    "rlm(R=40, estimate=rm2, rank=product)",
    "trlm(rank=mean)",
)


@pytest.fixture(scope="module")
def reference(demo_corpus: list[Path]) -> Engine:
    return ReferenceEngine.from_articles(read_articles(demo_corpus))


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=[pytest.mark.thorough] if name in NEEDS_CLUSTER else []) for name in ENGINES],
)
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param](request)


def texts_of(engine: Engine, rows: Ragged) -> list[list[str]]:
    """Rows of term keys as text, looked up in one call."""
    texts = engine.term_stats(rows.values).texts
    return [[texts[place] for place in range(first, last)] for first, last in pairwise(rows.offsets.tolist())]


def query_of(engine: Engine, tweet: str) -> Query:
    return engine.query(engine.analyzer.terms(tweet))


def record_of(engine: Engine, hits: Hits) -> list[tuple[object, ...]]:
    """All that hits say, without the engine's own identifiers."""
    sentences = [*zip(hits.texts, texts_of(engine, hits.terms), strict=True)]
    bounds = zip(hits.offsets[:-1].tolist(), hits.offsets[1:].tolist(), strict=True)
    return [
        (source, heading, sentences[first:last], hits.positions[first:last].tolist(), head)
        for source, heading, (first, last), head in zip(
            hits.sources, hits.headings, bounds, texts_of(engine, hits.head_terms), strict=True
        )
    ]


@pytest.mark.thorough
def test_sizes(engine: Engine, reference: Engine) -> None:
    assert engine.size == reference.size
    for n in (1, 3, 7):
        assert engine.mean_window_length(n) == pytest.approx(reference.mean_window_length(n), rel=1e-12)


def test_words(engine: Engine, reference: Engine) -> None:
    for name in ("text", "titles", "pairs"):
        ours, theirs = getattr(engine.words, name), getattr(reference.words, name)
        assert ours.total == theirs.total
        by_key = [dict(zip(table.keys.tolist(), table.values.tolist(), strict=True)) for table in (ours, theirs)]
        assert by_key[0].items() <= by_key[1].items()


def test_term_stats(engine: Engine, reference: Engine) -> None:
    terms = ["houston", "houston", "qqqqzzzz", "new", "", "moon"]
    ours, theirs = engine.term_stats(terms), reference.term_stats(terms)
    assert [*ours.texts] == [*theirs.texts] == terms
    for name in ("cf", "df", "sf"):
        assert getattr(ours, name).tolist() == getattr(theirs, name).tolist()
    known = ours.keys[ours.cf > 0]
    assert [*engine.term_stats(known).texts] == ["houston", "houston", "new", "moon"]
    assert len(engine.term_stats([])) == 0
    assert len(engine.term_stats(np.empty(0, np.int64))) == 0


@pytest.mark.parametrize("tweet", TWEETS)
@pytest.mark.parametrize(("k", "lam"), [(1, 0.4), (20, 0.4), (20, 0.9), (10_000, 0.1)])
def test_retrieve(engine: Engine, reference: Engine, tweet: str, k: int, lam: float) -> None:
    ours, theirs = (one.retrieve(query_of(one, tweet), k, lam) for one in (engine, reference))
    assert ours.scores.tolist() == pytest.approx(theirs.scores.tolist(), rel=1e-12)
    assert record_of(engine, ours) == record_of(reference, theirs)


@pytest.mark.parametrize("tweet", TWEETS[:3])
@pytest.mark.parametrize("k", [1, 3, 10_000])
def test_retrieve_from_some_articles(engine: Engine, tweet: str, k: int) -> None:
    query = query_of(engine, tweet)
    every = engine.retrieve(query, 10_000)
    articles = every.articles[1::2]
    some, inside = engine.retrieve(query, k, articles=articles), np.flatnonzero(np.isin(every.articles, articles))[:k]
    assert some.passages.tolist() == every.passages[inside].tolist()
    assert some.scores.tolist() == pytest.approx(every.scores[inside].tolist(), rel=1e-12)
    assert record_of(engine, some) == record_of(engine, every.take(inside))
    assert len(engine.retrieve(query, articles=np.empty(0, np.int64))) == 0


def test_a_query_made_by_hand_keeps_its_weights(engine: Engine, reference: Engine) -> None:
    query = Query((QueryTerm("houston", 0.25), QueryTerm("qqqqzzzz", 3.0), QueryTerm("moon", 2.0)))
    ours, theirs = (one.retrieve(query, 5) for one in (engine, reference))
    assert ours.scores.tolist() == pytest.approx(theirs.scores.tolist(), rel=1e-12)
    assert [term.weight for term in engine.query(query).terms] == [0.25, 2.0]


def test_openings_and_articles(engine: Engine, reference: Engine) -> None:
    ours, theirs = (np.unique(one.retrieve(query_of(one, TWEETS[1])).articles)[::-1] for one in (engine, reference))
    found, expected = engine.openings(ours), reference.openings(theirs)
    assert record_of(engine, found) == record_of(reference, expected)
    assert found.scores.tolist() == [0.0] * len(found)
    rows, others = texts_of(engine, engine.article_terms(ours)), texts_of(reference, reference.article_terms(theirs))
    assert [*map(sorted, rows)] == [*map(sorted, others)]
    assert len(engine.openings(np.empty(0, np.int64))) == 0


@pytest.mark.parametrize("n", [1, 2, 30])
def test_neighbours(engine: Engine, reference: Engine, n: int) -> None:
    texts = []
    for one in (engine, reference):
        windows = one.neighbours(one.retrieve(query_of(one, TWEETS[2])).sentences, n)
        rows = texts_of(one, windows.terms)
        texts.append([rows[first:last] for first, last in zip(windows.first, windows.last, strict=True)])
    assert texts[0] == texts[1]


def test_scan(engine: Engine, reference: Engine) -> None:
    ours, theirs = ([row for rows in one.scan() for row in texts_of(one, rows)] for one in (engine, reference))
    assert ours == theirs


def test_scan_of_articles(engine: Engine, reference: Engine) -> None:
    """An engine behind a network lacks it, and says so."""
    try:
        ours = [sorted(row) for rows in engine.scan_articles() for row in texts_of(engine, rows)]
    except ParameterError as error:
        assert "cannot list its articles" in str(error)  # noqa: PT017
        return
    assert ours == [sorted(row) for rows in reference.scan_articles() for row in texts_of(reference, rows)]


@pytest.mark.parametrize("spec", [*MODELS, *PRESETS])
@pytest.mark.parametrize("tweet", TWEETS[:3])
def test_models(engine: Engine, reference: Engine, spec: str, tweet: str) -> None:
    scores = []
    for one in (engine, reference):
        query = query_of(one, tweet)
        scores.append(parse_scorer(spec).score(query, Pool.from_hits(one, one.retrieve(query))).tolist())
    assert scores[0] == pytest.approx(scores[1], rel=1e-9, abs=1e-11)


def check_surface_forms(engine: Engine, reference: Engine, names: Sequence[str], joined: bool) -> SurfaceForms:
    keys = np.unique(NameRows.of(names).keys)
    ours, theirs = (one.surface_forms(keys, np.full(len(keys), joined)) for one in (engine, reference))
    for field in fields(SurfaceForms):
        if field.name != "articles":
            assert getattr(ours, field.name).tolist() == getattr(theirs, field.name).tolist(), field.name
    named = [[*one.openings(forms.articles).sources] for one, forms in ((engine, ours), (reference, theirs))]
    assert named[0] == named[1]
    return theirs


@pytest.mark.parametrize("joined", [False, True])
def test_surface_forms(engine: Engine, reference: Engine, joined: bool) -> None:
    """Titles, and the words of the tweets."""
    titles = [source.title for source in reference.openings(np.arange(reference.size.documents)).sources]
    words = [word for tweet in (*TWEETS, *MORE_TWEETS) for word in tweet.split()]
    found = check_surface_forms(engine, reference, [*titles, *words], joined)
    assert len(found.articles) > len(titles)


@pytest.mark.parametrize("joined", [False, True])
def test_surface_forms_of_every_source(joined: bool, tmp_path: Path) -> None:
    """Links, redirects, senses, other names, initials, and 40 people of one surname; the cluster reads no others."""
    people = [
        Article(
            str(n), f"{first} Reed", "", (Section("", (f"{first} Reed (born {1900 + n}) was a sailor. Reed sang.",)),)
        )
        for n, first in enumerate(f"{a}{b}a" for a in "ABCDE" for b in "ilnorstu")
    ]
    link = WikiLink("Reed", "Ala Reed")
    others: list[tuple[str, str, dict[str, Any]]] = [
        ("The Hull (port)", "The Hull is a port. HULL, Hull and hull. A Reed met another.", {"links": (link,)}),
        (
            "Great Northern Ship Union",
            "The Great Northern Ship Union (GNSU) met. GNSU.",
            {"redirects": ("Ship Union (old)",)},
        ),
        ("Hull", "Hull may refer to:", {"disambiguation": True, "senses": ("The Hull (port)", "Nowhere")}),
        (
            "Whitby, Yorkshire",
            "Whitby, also known as the Bay, is a town.",
            {"aliases": ("Whitteby",), "links": (link,)},
        ),
        ("Whitland", "Whitland is an island. The Whitish flag flies. The Whitish met.", {}),
        ("Ezra Long", "Ezra Long (born 1950) is a sailor. " + "He sails. " * 300, {}),
        ("Hull (band)", "Hull was a band.", {"links": (WikiLink("the port", "the Hull_(port)#Old"),)}),
    ]
    articles = [
        *people,
        *(Article(f"x{n}", t, "", (Section("", (x,)),), **more) for n, (t, x, more) in enumerate(others)),
    ]
    (tmp_path / "a.jsonl").write_bytes(b"".join(map(line_of, articles)))
    build_index(tmp_path / "a.jsonl", tmp_path / "a.idx", workers=1)
    reference = ReferenceEngine.from_articles(read_articles([tmp_path / "a.jsonl"]))
    names = [
        "Reed",
        "the port",
        "old",
        "Ship Union",
        "GNSU",
        "HullBand",
        "the bay",
        "Whitteby",
        "Whitby",
        "Northern Ship",
        "Whitish",
        "Ezra",
    ]
    found = check_surface_forms(
        EmbeddedIndex(tmp_path / "a.idx"), reference, [*names, *(article.title for article in articles)], joined
    )
    assert FormSource(int(np.bitwise_or.reduce(found.sources))) == FormSource.FOUND - 1
    assert found.links.max() == 2
    assert np.diff(found.offsets).max() == MOST_SENSES


def said(link: Link) -> tuple[int, int, str, str, str]:
    """All of a link but its probability and the engine's own identifier."""
    return link.start, link.end, link.text, link.title, link.url


@pytest.mark.parametrize("preset", [*PRESETS, "titles | linked | policy"])
def test_presets(engine: Engine, reference: Engine, preset: str) -> None:
    """Contexts and links are the same."""
    ours, theirs = (Contextualizer(one, preset) for one in (engine, reference))
    linked = 0
    for tweet in (*TWEETS, *MORE_TWEETS):
        found, expected = ours.contextualize(tweet), theirs.contextualize(tweet)
        assert found.text == expected.text
        assert [sentence.url for sentence in found.sentences] == [sentence.url for sentence in expected.sentences]
        assert [*map(said, found.links)] == [*map(said, expected.links)]
        probabilities = [[link.probability for link in one.links] for one in (found, expected)]
        assert probabilities[0] == pytest.approx(probabilities[1])
        linked += len(found.links)
    assert bool(linked) == (not preset.startswith("dcu"))


@pytest.mark.parametrize(("k", "lam"), [(0, 0.4), (1, 0.0), (1, 1.0), (1, float("nan"))])
def test_errors(engine: Engine, reference: Engine, k: int, lam: float) -> None:
    messages = []
    for one in (engine, reference):
        with pytest.raises(ParameterError) as caught:
            one.retrieve(query_of(one, "houston"), k, lam)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_context_takes_at_most_six_calls(engine: Engine, preset: str) -> None:
    counted = CountingEngine(engine)
    Contextualizer(counted, preset).contextualize(TWEETS[0])  # type: ignore[arg-type]
    assert 2 <= len(counted.calls) <= 6, counted.calls


def test_a_session_splits_names_as_its_engine(engine: Engine) -> None:
    assert engine.session(lambda: NO_FORMS).breaker is engine.breaker


class CountingEngine:
    """An engine that notes the calls that a network would carry."""

    BATCHED = ("retrieve", "term_stats", "surface_forms", "openings", "article_terms", "neighbours", "scan")

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.calls: list[str] = []

    def session(self, *_: object) -> CountingEngine:
        return self

    def query(self, *arguments: object) -> Query:
        return Engine.query(self, *arguments)  # type: ignore[arg-type]

    def _occurring(self, *arguments: object) -> Query:
        return Engine._occurring(self, *arguments)  # type: ignore[arg-type]

    def __getattr__(self, name: str) -> object:
        if name in self.BATCHED:
            self.calls.append(name)
        return getattr(self._engine, name)


def test_a_text_is_no_list_of_terms(engine: Engine) -> None:
    with pytest.raises(ParameterError, match="query: found None, expected terms"):
        engine.search(None)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="query: found 'houston', expected terms"):
        parse_scorer("jm").score("houston", Pool.from_hits(engine, engine.retrieve(query_of(engine, "houston"))))


@pytest.mark.parametrize("weight", [0.0, -1.0, float("nan"), float("inf")])
def test_a_weight_is_above_0(engine: Engine, weight: float) -> None:
    with pytest.raises(ParameterError, match=r"query: found the weight \S+ of 'houston', expected one above 0"):
        engine.retrieve(Query((QueryTerm("houston", weight),)))
