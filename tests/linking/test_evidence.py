"""What came with a post as evidence: in the query, and in the features of candidates."""

from __future__ import annotations

import math
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx import Contextualizer, open_index
from tweetctx.index.protocol import Engine
from tweetctx.index.queries import query_of
from tweetctx.linking.candidates import find_candidates
from tweetctx.linking.columns import Column
from tweetctx.linking.features import gather_evidence
from tweetctx.linking.found import Found
from tweetctx.linking.lives import LIVING
from tweetctx.linking.mentions import find_mentions
from tweetctx.tweets import LinkedPage, Post, normalize
from tweetctx.tweets.pointing import says_something

ARTICLES = {
    "Mercury (planet)": "Mercury is the planet nearest to the Sun. A spacecraft orbits Mercury.",
    "Mercury (element)": "Mercury is a chemical element, a liquid metal in a thermometer. Mercury is heavy.",
    "Sun": "The Sun is a star. A planet moves around the Sun.",
    "Thermometer": "A thermometer measures how warm it is. Mercury stands in a thermometer.",
    "Anne": "Anne is a name. Anne likes a warm day.",
    "Whitney Houston": "Whitney Houston was a singer. Whitney Houston sang in The Bodyguard.",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_index(titled_index(tmp_path_factory.mktemp("evidence"), ARTICLES))


def weights(engine: Engine, post: str | Post) -> dict[str, tuple[float, bool]]:
    query = query_of(normalize(post), engine)
    return {term.term: (term.weight, term.in_body) for term in query.terms}


def feature_of(engine: Engine, post: str | Post, column: Column) -> dict[str, float]:
    """One feature of each article that a tweet may name, by title."""
    tweet = normalize(post)
    query = query_of(tweet, engine)
    hits = engine.retrieve(query)
    mentions = find_mentions(tweet, engine.breaker.split)
    found = gather_evidence(mentions, find_candidates(mentions, engine, Found.of(hits)), query, hits, engine)
    titles = dict(zip(found.openings.articles.tolist(), (one.title for one in found.openings.sources), strict=True))
    articles = found.candidates.articles.tolist()
    return {titles[one]: float(row[column]) for one, row in zip(articles, found.features, strict=True)}


def shared_terms(engine: Engine, post: str | Post) -> dict[str, float]:
    """Σ idf of the words that the tweet shares with the opening of each article that its Mercury may name."""
    return feature_of(engine, post, Column.shared_terms)


def test_words_of_the_authors_name_weigh_less_where_a_linker_tells_whom_a_tweet_names(engine: Engine) -> None:
    tweet = normalize("Mercury is warm — Anne Sun (@warm_sun) May 4, 2016")
    alike = {term.term: term.weight for term in query_of(tweet, engine).terms}
    less = {term.term: term.weight for term in query_of(tweet, engine, weighted=True).terms}
    assert alike == {"mercuri": 1.0, "warm": 2.0, "ann": 1.0, "sun": 2.0}
    assert less == {"mercuri": 1.0, "warm": 2.0, "ann": 0.5, "sun": 1.0}  # warm is a word of the tweet, too


@pytest.mark.parametrize(
    ("text", "weight"),
    [("Have a nice day, Sun", 0.25), ("Have a nice day, Sun. Warm day", 2.0), ("A nice day, Sun", 1.0)],
)
def test_words_of_greetings_weigh_less_where_a_linker_tells_whom_a_tweet_names(
    text: str, weight: float, engine: Engine
) -> None:
    alike, less = (query_of(normalize(text), engine, weighted=weighted).terms for weighted in (False, True))
    assert {term.term: term.weight for term in less} == {term.term: term.weight for term in alike} | {"day": weight}


def test_the_date_behind_a_tweet_weighs_as_its_words(engine: Engine) -> None:
    tweet = normalize("Mercury — Anne Day (@moon) Houston 4, 2016")
    weights = {term.term: term.weight for term in query_of(tweet, engine, weighted=True).terms}
    assert weights["ann"] == 0.5
    assert weights["houston"] == 1.0  # stands where the month does


def test_words_of_what_came_with_a_post_weigh_less_than_its_own(engine: Engine) -> None:
    quoting = Post("Mercury today", quoted=Post("A planet and the Sun", "annesky", "Anne"))
    assert weights(engine, "Mercury today") == {"mercuri": (1.0, True)}
    assert weights(engine, quoting) == {
        "mercuri": (1.0, True),
        "planet": (0.3, False),
        "sun": (0.3, False),
        "ann": (0.3, False),
    }


@pytest.mark.parametrize(
    ("post", "weight"),
    [
        (Post("Mercury", name="Planet News"), 0.3),
        (Post("Mercury", "planet_news"), 0.3),
        (Post("Mercury", quoted=Post("planet")), 0.3),
        (Post("Mercury", quoted=Post("this", pages=(LinkedPage("The planet"),))), 0.3),
        (Post("Mercury", answered=Post("planet")), 0.2),
        (Post("Mercury", pages=(LinkedPage("The planet"),)), 0.3),
        (Post("Mercury", pages=(LinkedPage("", "About the planet."),)), 0.3),
        (Post("Mercury", pictures=("A planet",)), 0.2),
        (Post("Mercury", answered=Post("planet"), pages=(LinkedPage("The planet"),)), 0.3),
        (Post("Mercury planet", quoted=Post("planet")), 1.0),
        (Post("Mercury, planet planet", quoted=Post("planet")), 2.0),
    ],
)
def test_each_kind_of_evidence(engine: Engine, post: Post, weight: float) -> None:
    assert weights(engine, post)["planet"] == (weight, weight >= 1.0)


def test_evidence_has_at_most_24_terms(engine: Engine) -> None:
    words = " ".join(word for text in ARTICLES.values() for word in text.split())
    tweet = normalize(Post("Mercury", quoted=Post("unknownword " * 3 + "".join(map("a{} ".format, range(40))) + words)))
    assert [term.term for term in query_of(tweet, engine).terms] == ["mercuri"]  # the 24 are not in the index


def test_words_of_a_quoted_post_count_for_a_candidate_by_their_weight(engine: Engine) -> None:
    idf = math.log(len(ARTICLES) / 2)  # planet and thermometer are in two articles each
    near = math.log(len(ARTICLES) / 1)
    plain, quoting = shared_terms(engine, "Mercury"), shared_terms(engine, Post("Mercury", quoted=Post("a planet")))
    assert quoting["Mercury (planet)"] - plain["Mercury (planet)"] == pytest.approx(0.0)  # it is in the title
    of_element = shared_terms(engine, Post("Mercury", quoted=Post("a thermometer, chemical")))
    assert of_element["Mercury (element)"] - plain["Mercury (element)"] == pytest.approx(0.3 * (idf + near), rel=1e-5)
    own = shared_terms(engine, "Mercury, a thermometer, chemical")
    assert own["Mercury (element)"] - plain["Mercury (element)"] == pytest.approx(idf + near, rel=1e-5)
    assert of_element["Mercury (planet)"] == plain["Mercury (planet)"]


def test_a_plain_text_has_no_evidence_and_whole_shares(engine: Engine) -> None:
    tweet = normalize("Mercury is a planet, Mercury! — Anne (@anne) July 20, 2019")
    assert tweet.evidence == ()
    query = query_of(tweet, engine)
    assert query.shares.tolist() == [1.0] * len(query.terms)
    assert np.all(query.weights >= 1.0)


def test_text_and_post_without_more_have_the_same_context(engine: Engine) -> None:
    contextualizer = Contextualizer(engine)
    for text in ("Whitney Houston sings", "Mercury is near the Sun", "A warm day, Anne"):
        one, other = contextualizer.contextualize(text), contextualizer.contextualize(Post(text))
        assert {**one.to_dict(), "took_ms": 0} == {**other.to_dict(), "took_ms": 0}


QUOTED = Post("Whitney Houston sang in The Bodyguard")
PAGE = LinkedPage("Whitney Houston sang", "It was in The Bodyguard.")


@pytest.mark.parametrize(
    "post",
    [
        Post("This!", quoted=QUOTED),
        Post("👇", quoted=QUOTED),
        Post("wow", quoted=QUOTED),
        Post("", quoted=QUOTED),
        Post("https://t.co/x", quoted=QUOTED),
        Post("@anne So true!!!", answered=QUOTED),
        Post("So sad 😢", answered=QUOTED),
        Post("Must read", pages=(PAGE,)),
        Post("OMG", pages=(LinkedPage(), PAGE)),
        Post("Wow", quoted=Post("This", quoted=QUOTED)),
        Post("Zzyzx", quoted=QUOTED),  # nothing is found for it
    ],
)
def test_a_post_that_says_nothing_is_explained_by_what_it_points_at(engine: Engine, post: Post) -> None:
    context = Contextualizer(engine, "linked").contextualize(post)
    assert context.tweet in (QUOTED.text, PAGE.text)
    assert [link.title for link in context.links] == ["Whitney Houston"]
    assert context.sources[0][0] == "Whitney Houston"


@pytest.mark.parametrize(
    "text", ["Mercury!", "Breaking Bad", "True Blood, wow", "#Anne", "this planet", "Wow 2012", "Look: Anne"]
)
def test_a_post_that_says_something_is_explained_itself(engine: Engine, text: str) -> None:
    assert says_something(normalize(Post(text, quoted=QUOTED)), engine.analyzer)


def test_what_a_post_points_at_keeps_its_date(engine: Engine) -> None:
    contextualizer = Contextualizer(engine)
    quoting = Post("This!", created_at=date(2019, 7, 20), quoted=Post("Whitney Houston", created_at=date(2012, 2, 11)))
    assert contextualizer.contextualize(quoting).date == date(2012, 2, 11)
    assert contextualizer.contextualize(Post("!", created_at=date(2019, 7, 20), quoted=QUOTED)).date == date(
        2019, 7, 20
    )
    assert contextualizer.contextualize(quoting, date="2015-01-02").date == date(2015, 1, 2)


@pytest.mark.parametrize("text", ["I met Young", "a young man"])
def test_it_is_known_when_everybody_died_whom_a_tweet_may_name_however_unlikely(text: str, tmp_path: Path) -> None:
    people = {
        "Thomas Young": "Thomas Young (13 June 1773 – 10 May 1829) was a British scholar.",
        "Brigham Young": "Brigham Young (June 1, 1801 – August 29, 1877) was an American religious leader.",
        "Neil Young": "Neil Young (born November 12, 1945) is a Canadian and American singer.",
    }
    engine = open_index(titled_index(tmp_path, people))
    died = feature_of(engine, text, Column.died)
    assert died == {"Thomas Young": 1829.0, "Brigham Young": 1877.0, "Neil Young": LIVING}
