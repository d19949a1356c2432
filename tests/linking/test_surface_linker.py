"""Linkers that know surface forms, on an index of a few articles."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from plain_collection import titled_index

from tweetctx.index import open_index
from tweetctx.index.protocol import Engine
from tweetctx.index.queries import query_of
from tweetctx.index.surface_forms import ArticleKind
from tweetctx.linking import parse_linker
from tweetctx.linking.candidates import MOST, find_candidates
from tweetctx.linking.columns import FEATURES, Column
from tweetctx.linking.features import LEAST_FIRST_SCORE, form_features, gather_evidence, passages_of
from tweetctx.linking.form_kernels import NOT_RETRIEVED
from tweetctx.linking.found import Found
from tweetctx.linking.mentions import find_mentions
from tweetctx.linking.scored import ScoredMentions
from tweetctx.linking.surface_linker import SurfaceLinker, evidence_of
from tweetctx.tweets import normalize
from tweetctx.tweets.records import Tweet
from tweetctx.tweets.speakers import Speaker
from tweetctx.types import Hits, Links, Query

ARTICLES = {
    "Angela Merkel": "Angela Merkel (born 1954) is a politician. She led Germany. In Berlin, Merkel met many.",
    "Berlin": "Berlin is the capital of Germany. Many met Angela Merkel there. She saw Berlin and Paris.",
    "Berlin (band)": "Berlin is a band that plays synthesizers. There Peter sings.",
    "New York City": "New York City (NYC) is a city. They like New York City and New York.",
    "New York": "As Peter says, New York is a state with the city of New York City in New York.",
    "Reading": "Reading is what readers do. But Peter does not. Some like reading, others hate reading.",
    **{f"John Smith ({number})": f"John Smith (1900 – 19{number}) was a man." for number in range(10, 30)},
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    # The redirect is of New York City, and in no text
    return open_index(
        titled_index(tmp_path_factory.mktemp("named"), ARTICLES, redirects={"New York City": ["Gothamopolis"]})
    )


def link(engine: Engine, tweet: str, spec: str = "default") -> Links:
    normalized = normalize(tweet)
    query = query_of(normalized, engine)
    return parse_linker(spec).link(normalized, query, engine.retrieve(query), engine)


def titles(links: Links) -> dict[str, str]:
    return {link.text: link.title for link in links.links}


def test_names_are_linked_where_they_stand(engine: Engine) -> None:
    tweet = "RT @x: so &amp; Angela Merkel is in #NewYorkCity today http://t.co/Berlin"
    links = link(engine, tweet, "titles")
    assert titles(links) == {"Angela Merkel": "Angela Merkel", "NewYorkCity": "New York City"}
    for found in links.links:
        assert tweet[found.start : found.end] == found.text
        assert 0.0 < found.probability <= 1.0
    assert links.openings is not None
    assert set(links.openings.articles.tolist()) == {found.article for found in links.links}
    assert links.articles.tolist() == sorted(links.articles.tolist())


@pytest.mark.parametrize("spec", ["titles", "default(threshold=0.2)"])
def test_a_redirect_names_its_article_where_no_text_has_its_word(engine: Engine, spec: str) -> None:
    assert not engine.query(engine.analyzer.terms("Gothamopolis"))
    with warnings.catch_warnings(action="error"):
        assert titles(link(engine, "Rain in Gothamopolis", spec)) == {"Gothamopolis": "New York City"}


def test_titles_prefer_what_has_no_qualifier(engine: Engine) -> None:
    assert titles(link(engine, "He is in Berlin", "titles(threshold=0)")) == {"Berlin": "Berlin"}
    assert titles(link(engine, "he likes reading", "titles(threshold=0)")) == {}


def test_of_titles_in_one_another_the_longest_is_linked(engine: Engine) -> None:
    assert titles(link(engine, "Rain in New York City", "titles(threshold=0)")) == {"New York City": "New York City"}
    assert titles(link(engine, "Rain in New York", "titles(threshold=0)")) == {"New York": "New York"}


def test_the_default_links_a_person(engine: Engine) -> None:
    links = link(engine, "Yesterday Angela Merkel spoke in Berlin")
    assert titles(links)["Angela Merkel"] == "Angela Merkel"


def test_probabilities_are_the_evidence(engine: Engine) -> None:
    links = link(engine, "Angela Merkel was in Berlin and in New York", "default(threshold=0.01, relative=0)")
    told = {found.article: found.probability for found in links.links}
    assert told
    assert links.evidence_of(np.array(sorted(told))).tolist() == pytest.approx([told[a] for a in sorted(told)])


def test_who_speaks_is_half_the_evidence(engine: Engine) -> None:
    links = link(engine, "No comment — Angela Merkel (@am) May 3, 2016", "titles(threshold=0)")
    (found,) = links.links
    assert links.evidence.tolist() == pytest.approx([found.probability / 2])


def test_nothing_is_linked_where_nothing_is_known(engine: Engine) -> None:
    for tweet in ("", "http://t.co/x", "qwxz 日本 😀", "@nobody_at_all"):
        assert link(engine, tweet).links == ()
        assert len(link(engine, tweet).articles) == 0


def test_links_do_not_overlap_and_the_best_come_first(engine: Engine) -> None:
    normalized = normalize("Merkel met Angela Merkel in New York City")
    query = query_of(normalized, engine)
    linker = SurfaceLinker(threshold=0.0, relative=0.0)
    scored = linker.score(normalized, query, engine.retrieve(query), engine)
    chosen = linker.chosen(scored)
    probabilities = scored.probabilities[chosen].tolist()
    assert probabilities == sorted(probabilities, reverse=True)
    mentions = scored.candidates.mentions[chosen]
    assert len(chosen) > 1
    taken: set[int] = set()
    for start, end in zip(scored.mentions.starts[mentions], scored.mentions.ends[mentions], strict=True):
        assert not taken & set(range(start, end))
        taken |= set(range(start, end))
    strict = SurfaceLinker(threshold=0.0, relative=1.0).chosen(scored)
    assert strict
    assert all(scored.probabilities[row] >= max(probabilities) - 0.2 for row in strict)  # or a longer one, as probable


def test_a_link_takes_the_whole_name(engine: Engine) -> None:
    normalized = normalize("So Angela Merkel spoke")
    query = query_of(normalized, engine)
    scored = SurfaceLinker().score(normalized, query, engine.retrieve(query), engine)
    starts, ends, own = scored.mentions.starts, scored.mentions.ends, scored.candidates.mentions
    texts = [scored.mentions.text[start:end] for start, end in zip(starts[own], ends[own], strict=True)]
    for whole, linked in ((0.8, "Angela Merkel"), (0.3, "Merkel")):  # below the threshold it is no name
        probabilities = np.array([{"Merkel": 0.9, "Angela Merkel": whole}.get(text, 0.0) for text in texts])
        chosen = SurfaceLinker(threshold=0.5).chosen(replace(scored, probabilities=probabilities))
        assert [texts[row] for row in chosen] == [linked]


def test_another_first_name_is_of_somebody_else(engine: Engine) -> None:
    """A word with a capital that is mostly a name, and that neither title nor opening has."""
    tweets = {
        "Peter Merkel spoke": {},
        "So Angela Merkel spoke": {"Angela Merkel": "Angela Merkel"},
        "peter Merkel spoke": {"Merkel": "Angela Merkel"},
        "Peter. Merkel spoke": {"Merkel": "Angela Merkel"},
        "Politician Merkel spoke": {"Merkel": "Angela Merkel"},  # as her opening says
        "Xyzzy Merkel spoke": {"Merkel": "Angela Merkel"},  # a word that the collection lacks may be anything
    }
    assert {tweet: titles(link(engine, tweet, "default(threshold=0.1)")) for tweet in tweets} == tweets
    normalized = normalize("Peter Merkel spoke")
    query = query_of(normalized, engine)
    spec = parse_linker("default(threshold=0.1)")
    assert isinstance(spec, SurfaceLinker)
    _, mentions = spec.explain(normalized, query, engine.retrieve(query), engine)
    unlinked = {mention.text: mention.unlinked for mention in mentions}
    assert unlinked["Merkel"] == "the name beside it is of somebody else"


def test_a_surname_before_another_name_is_the_first_name_of_somebody_else(engine: Engine) -> None:
    tweets = {
        "we saw Merkel Xyzzy and spoke": {},  # a word with a capital that the collection lacks is a name here
        "we saw Merkel Peter and spoke": {},
        "we saw Merkel and spoke": {"Merkel": "Angela Merkel"},
        "we saw Merkel xyzzy and spoke": {"Merkel": "Angela Merkel"},
        "we saw Merkel. Xyzzy and spoke": {"Merkel": "Angela Merkel"},
        "we saw Merkel Politician and spoke": {"Merkel": "Angela Merkel"},
        "We Saw Merkel Xyzzy And Spoke": {"Merkel": "Angela Merkel"},  # all words have a capital
    }
    assert {tweet: titles(link(engine, tweet, "default(threshold=0.1)")) for tweet in tweets} == tweets


def test_few_candidates_of_a_name_are_kept(engine: Engine) -> None:
    mentions = find_mentions(normalize("John Smith"), str.split)
    candidates = find_candidates(mentions, engine, Found.nothing())
    whole = [row for row in range(len(candidates)) if mentions.ends[candidates.mentions[row]] == len("John Smith")]
    counts = np.bincount(candidates.mentions[whole])
    assert counts.max() == MOST
    assert np.diff(candidates.forms.offsets).max() == 20


def features_of(engine: Engine, tweet: str) -> dict[tuple[str, str], dict[str, float]]:
    """The features of all candidates by form, by mention and title."""
    normalized = normalize(tweet)
    mentions = find_mentions(normalized, str.split)
    candidates = find_candidates(mentions, engine, Found.nothing())
    features = form_features(mentions, candidates, passages_of(engine.retrieve(query_of(normalized, engine))), "en")
    rows = {}
    for row, article in enumerate(candidates.articles):
        mention = candidates.mentions[row]
        text = normalized.text[mentions.starts[mention] : mentions.ends[mention]]
        title = engine.openings(np.array([article])).sources[0].title
        rows[text, title] = dict(zip(FEATURES, features[row].tolist(), strict=True))
    return rows


def test_features_by_hand(engine: Engine) -> None:
    rows = features_of(engine, "Reading and reading in Berlin with synthesizers")
    small, band, city = rows["reading", "Reading"], rows["Berlin", "Berlin (band)"], rows["Berlin", "Berlin"]
    assert small["of_common"] == small["is_title"] == 1.0
    assert small["written_small"] == pytest.approx(np.log(2))  # one article writes it small
    assert (band["is_name"], band["of_qualified"], city["of_qualified"]) == (1.0, 1.0, 0.0)
    assert (band["namesakes"], band["senses"]) == (2.0, 2.0)
    assert band["commonness"] + city["commonness"] == pytest.approx(1.0)
    assert band["margin"] == -city["margin"] == band["prior"] - city["prior"]
    assert band["retrieved_rank"] < NOT_RETRIEVED
    assert (city["words"], city["letters"]) == (1.0, 6.0)
    # Of seven words two have a capital; behind Reading and Berlin stand words without.
    assert (city["tweet_capitalized"], city["capital_behind"], city["capital_before"]) == (2 / 7, 0.0, 0.0)


def test_the_first_score_is_a_weighted_sum(engine: Engine) -> None:
    rows = features_of(engine, "Reading about New York and Berlin")
    assert rows
    for row in rows.values():
        outer = min(max(row["outer"] - row["prior"], -3.0), 6.0) if row["outer"] > -5.0 else 0.0
        logit = (
            *(-8.0, 0.6 * row["prior"], 1.2 * row["commonness"], 2.2 * row["named_share"], 0.7 * row["name_rate"]),
            *(-0.12 * row["written_small"], -2.0 * row["of_common"], -0.6 * row["of_qualified"], -0.1 * row["length"]),
            *(0.3 * row["is_surname"], -1.0 * row["is_place"], 0.3 * row["fits"], -0.3 * row["fits_behind"]),
            *(0.15 * row["is_part"], -0.6 * row["inside_likely"], 0.4 * outer),
            *(4.5 * row["retrieved_score"], -1.3 * (row["retrieved_score"] > 0), -0.25 * min(row["behind_best"], 6.0)),
            {1: 0.85, 2: 2.8, 3: 3.5}[int(row["case"])],
            0.3 * (row["words"] - 1.0),
        )
        assert row["first_score"] == pytest.approx(sum(logit))


def test_the_articles_speak_for_candidates(engine: Engine) -> None:
    tweet = normalize("Angela Merkel in Berlin with synthesizers")
    query = query_of(tweet, engine)
    mentions = find_mentions(tweet, str.split)
    every = find_candidates(mentions, engine, Found.nothing())
    found = gather_evidence(mentions, every, query, engine.retrieve(query), engine)
    assert found.features.shape == (len(found.candidates), len(FEATURES))
    looks = form_features(mentions, every, passages_of(engine.retrieve(query)), "en")[:, Column.first_score]
    worthy = looks >= LEAST_FIRST_SCORE
    assert found.candidates.articles.tolist() == every.articles[worthy].tolist()
    rows = {}
    for row, features in enumerate(found.features):
        mention = found.candidates.mentions[row]
        opening = engine.openings(found.candidates.articles[row : row + 1])
        text = tweet.text[mentions.starts[mention] : mentions.ends[mention]]
        rows[text, opening.sources[0].title] = dict(zip(FEATURES, features.tolist(), strict=True))
    band, city, person = (
        rows["Berlin", "Berlin (band)"],
        rows["Berlin", "Berlin"],
        rows["Angela Merkel", "Angela Merkel"],
    )
    assert band["shared_terms"] == band["shared_rarest"] > 0.0  # synthesizers alone
    assert (band["title_terms"], band["title_missing"]) == (2.0, 1.0)
    assert (person["title_missing"], person["title_share"]) == (0.0, 1.0)
    assert city["names_another"] > 0.0 == band["names_another"]  # its opening has Angela Merkel
    assert person["named_by_another"] > 0.0


def test_what_is_linked_is_explained_before_what_is_more_probable(engine: Engine) -> None:
    class Second(SurfaceLinker):
        def chosen(self, scored: ScoredMentions) -> list[int]:
            best, *_ = scored.best(0.0)
            own = scored.candidates.mentions == scored.candidates.mentions[best]
            return [max({*np.flatnonzero(own).tolist()} - {best}, key=lambda row: float(scored.probabilities[row]))]

    normalized = normalize("Berlin")
    query = query_of(normalized, engine)
    links, mentions = Second().explain(normalized, query, engine.retrieve(query), engine)
    (linked,) = (mention for mention in mentions if not mention.unlinked)
    assert [linked.candidates[0].title] == [link.title for link in links.links]
    assert linked.candidates[0].probability < linked.candidates[1].probability


@pytest.mark.parametrize(
    ("probability", "reason"),
    [
        (0.1, "0.10 is below the threshold of 0.35"),
        (0.348, "0.348 is below the threshold of 0.35"),
        (0.34999, "0.34999 is below the threshold of 0.35"),
    ],
)
def test_what_is_below_the_threshold_is_seen_to_be(engine: Engine, probability: float, reason: str) -> None:
    class Unsure(SurfaceLinker):
        def score(self, tweet: Tweet, query: Query, hits: Hits, engine: Engine) -> ScoredMentions:
            found = self.candidates(tweet, query, hits, engine)
            return replace(found, probabilities=np.full(len(found.probabilities), probability))

    tweet = normalize("Merkel speaks")
    query = query_of(tweet, engine)
    _, mentions = Unsure().explain(tweet, query, engine.retrieve(query), engine)
    assert {mention.unlinked for mention in mentions} == {reason}


def test_reasons_are_in_words(engine: Engine) -> None:
    normalized = normalize("Angela Merkel in Berlin")
    query = query_of(normalized, engine)
    hits = engine.retrieve(query)
    linker = SurfaceLinker(threshold=0.3, relative=1.0)
    links = linker.link(normalized, query, hits, engine)
    _, mentions = linker.explain(normalized, query, hits, engine)
    linked = {(mention.text, mention.candidates[0].title) for mention in mentions if not mention.unlinked}
    assert linked == {(found.text, found.title) for found in links.links}
    assert [mention.start for mention in mentions] == sorted(mention.start for mention in mentions)
    for mention in mentions:
        assert mention.text == normalized.text[mention.start : mention.end]
        probabilities = [candidate.probability for candidate in mention.candidates]
        assert probabilities == sorted(probabilities, reverse=True)
        for candidate in mention.candidates:
            weights = [abs(reason.weight) for reason in candidate.reasons]
            assert weights == sorted(weights, reverse=True)
            assert {reason.feature for reason in candidate.reasons} <= set(FEATURES)
    unlinked = [mention.unlinked for mention in mentions if mention.unlinked]
    assert unlinked
    whys = ("threshold of 0.3", "overlaps it and is linked", "of the best link")
    assert all(any(part in why for part in whys) for why in unlinked)


@pytest.mark.parametrize("spec", ["none", "titles(threshold=0.5, relative=0)", "default(threshold=0.3, relative=0.5)"])
def test_specs_come_back(spec: str) -> None:
    assert str(parse_linker(spec)) == spec
    assert parse_linker(str(parse_linker(spec))) == parse_linker(spec)


def test_the_evidence_for_who_speaks_stays_behind_all_other() -> None:
    # Two links to article 0, one of them by its user name; article 1 only speaks; article 2 is named alone.
    articles, probabilities = [0, 0, 1, 2], [0.4, 0.9, 0.95, 0.8]
    speakers = [Speaker.NONE, Speaker.QUOTED, Speaker.QUOTED, Speaker.NONE]
    assert evidence_of(articles, probabilities, speakers) == pytest.approx({0: 0.4, 1: 0.5 * 0.4 * 0.95, 2: 0.8})
    assert evidence_of([1], [0.95], [Speaker.QUOTED]) == pytest.approx({1: 0.5 * 0.95})
    assert evidence_of([0, 0], [0.4, 0.9], [Speaker.NONE, Speaker.AUTHOR]) == pytest.approx({0: 0.5 * 0.9})


def test_an_author_is_not_the_part_of_a_name(engine: Engine) -> None:
    found = titles(link(engine, "We saw New York City — Berlin Reading (@Berlin) May 4, 2016", "titles"))
    assert found == {"New York City": "New York City"}


def test_an_author_who_names_himself_only_speaks(engine: Engine) -> None:
    links = link(engine, "New York City and Angela Merkel — Angela Merkel (@am) May 3, 2016", "titles")
    named = dict(zip(links.articles.tolist(), links.evidence.tolist(), strict=True))
    merkel, city = (
        next(found for found in links.links if found.title == title) for title in ("Angela Merkel", "New York City")
    )
    assert named[merkel.article] <= 0.5 * named[city.article]


def test_whose_article_the_words_find_is_known_to_be_a_person(tmp_path: Path) -> None:
    """The forms of the tweet know nothing of its article: its opening says what it is about."""
    articles = {
        "Clara Ellison Ward": "Clara Ellison Ward (born 1950) is an English painter. She painted ships in the harbour.",
        "Ships": "Ships are large boats in a harbour.",
    }
    engine = open_index(titled_index(tmp_path, articles))
    named = link(engine, "Clara Ellison painted ships in the harbour").named
    assert named is not None
    by_title = dict(zip((one.title for one in named.openings.sources), named.kinds.tolist(), strict=True))
    assert by_title["Clara Ellison Ward"] & ArticleKind.PERSON
