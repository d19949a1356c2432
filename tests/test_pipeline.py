"""From tweets to contexts on the demonstration corpus."""

import asyncio
import json
import math
import multiprocessing
import pickle
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from itertools import islice, pairwise, permutations
from pathlib import Path
from typing import Any

import index_contents
import numpy as np
import pytest
from typer.testing import CliRunner

from tweetctx import Contextualizer, TweetctxError, build_index, open_index, parse_scorer
from tweetctx.context import UNITS, Unit
from tweetctx.errors import (
    DeadlineError,
    IndexAccessError,
    IndexMissingError,
    LinkerError,
    ParameterError,
    ScorerError,
    TweetError,
)
from tweetctx.interfaces.commands.app import app
from tweetctx.runs import contextualize_batch
from tweetctx.scoring import Pool
from tweetctx.scoring.classes import TermClasses, write_classes
from tweetctx.scoring.topics import TopicModel, write_topics
from tweetctx.tweets import Post
from tweetctx.tweets.topics import Topic
from tweetctx.types import NO_STATS, Context, Query, ScoredSentence, escape_markdown, markdown_link

PRESETS = ("default", "dcu-185", "dcu-186", "dcu-187")

TWEETS = """
RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark http://t.co/x1
Police clear #OccupyWallStreet camp at Zuccotti Park, 200 arrested
Bolt wins the 100m again!!! #London2012 #Olympics
Can't believe Germany beat Brazil 7-1 #WorldCup
Thinking of everyone in Haiti tonight
Sandy is coming, the subway in NYC is closed #HurricaneSandy
still remembering #Katrina and New Orleans
praying for Boston 🙏🏽 #BostonMarathon
Obama: we got bin Laden
Four more years! #Election2012 @BarackObama
So it's leave... #Brexit #EUref
wash your hands #COVID19
High River is under water #abflood
one small step for man 🚀 #Apollo11
.@MarsCuriosity has landed! @NASA
Adele swept the #GRAMMYs
and the #Oscar goes to… Meryl Streep!
who wore it better at the #SuperBowl halftime show?
Federer & Serena, what a #Wimbledon
yellow jersey and doping, #TourDeFrance as ever
did the #IceBucketChallenge, brrr ❄️
lights out for #EarthHour
captain left the Costa Concordia before the passengers
BP oil still in the Gulf of Mexico #DeepwaterHorizon
where were you on 9/11
25 years since the Berlin Wall came down
Kate's dress!!! #RoyalWedding
12 points go to Sweden #Eurovision
heading to Austin for #SXSW
Ebola in Liberia, Guinea and Sierra Leone
Wikipedia is dark today #SOPA #blackout
pink hats everywhere #WomensMarch
umbrellas against tear gas in Hong Kong
#BlackLivesMatter
Greta is right about #ClimateChange and the Paris Agreement
They found the Higgs at #CERN!
First picture of a black hole
get the measles vaccine, people
flu season again
#WorldDiabetesDay
bitcoin is at an all time high
AlphaGo beat Lee Sedol, AI is here
the new iPhone has no headphone jack
#NetNeutrality matters
I need coffee. And chocolate!
LeBron to the @Lakers??
Messi leaves Barça 😭
Gretzky, the Great One #NHL
R.I.P. Michael Jackson, Thriller forever
Starman. #DavidBowie
Malala wins the Nobel Peace Prize
Stephen Hawking on time
Turing broke Enigma #Bletchley
Elon wants to go to Mars with SpaceX
DeGeneres took the selfie that broke Twitter
Notre-Dame is burning
Everest in spring: too many climbers
Chernobyl and Fukushima, level 7
The Simpsons predicted Trump
May the 4th be with you #StarWars
""".strip().splitlines()


@pytest.fixture(scope="module")
def demo(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


@pytest.fixture(scope="module")
def articles(demo_corpus: list[Path]) -> dict[str, dict[str, str]]:
    """The articles as they stand in their files, by title."""
    records = [json.loads(line) for path in demo_corpus for line in path.read_text("utf-8").splitlines()]
    return {record["title"]: record for record in records}


def content(context: Context) -> tuple[str, str, Any, tuple[ScoredSentence, ...]]:
    """All of a context but the time it took."""
    return context.tweet, context.text, context.query, context.sentences


def test_there_are_60_tweets() -> None:
    assert len(set(TWEETS)) == 60


@pytest.mark.parametrize("scorer", PRESETS)
def test_what_a_reader_of_the_tweet_should_know(
    scorer: str, demo_index: Path, articles: dict[str, dict[str, str]]
) -> None:
    contextualizer = Contextualizer.open(demo_index, scorer)
    context = contextualizer.contextualize(TWEETS[0])
    assert context.tweet == TWEETS[0]
    assert [term.term for term in context.query.terms] == ["funer", "whitney", "houston", "begin", "newark"]
    assert "Whitney Houston" in context.text
    assert 0 < len(context.text) <= 500
    assert context.took_ms > 0
    for tweet in TWEETS[:12]:
        check_context(contextualizer.contextualize(tweet), contextualizer, articles)


NEGATIONS = {"not", "no", "never", "nor", "neither", "without", "cannot", "none", "t"}  # the t of didn't


def check_context(context: Context, contextualizer: Contextualizer, articles: dict[str, dict[str, str]]) -> None:
    """What holds for every context of at most 500 characters."""
    assert context.text == " ".join(sentence.text for sentence in context.sentences)
    assert len(context.text) <= 500
    analyzer = contextualizer.index.analyzer
    words = [set(re.findall(r"\w+", sentence.text.lower())) for sentence in context.sentences]
    for one, other in permutations(words, 2):
        assert not one <= other or (other - one) & NEGATIONS
    for sentence in context.sentences:
        article = articles[sentence.title]
        assert sentence.url == article["url"]
        assert any(sentence.text in paragraph for paragraph in article["text"].split("\n"))
        assert sentence.text == sentence.text.strip()
        policy = contextualizer.policy
        assert policy.min_terms <= len(set(analyzer.terms(sentence.text))) <= policy.max_terms
        assert math.isfinite(sentence.score)
        assert index_contents.source(contextualizer.index, sentence.article)[1:] == (sentence.title, sentence.url)
        assert sentence.text in index_contents.passage(contextualizer.index, sentence.passage).text
        assert index_contents.sentence_text(contextualizer.index, sentence.number) == sentence.text


def test_every_context_holds_what_it_promises(demo: Contextualizer, articles: dict[str, dict[str, str]]) -> None:
    contexts = [demo.contextualize(tweet) for tweet in TWEETS]
    for context in contexts:
        check_context(context, demo, articles)
    assert sum(bool(context.sentences) for context in contexts) >= 50


@pytest.mark.parametrize(
    ("tweet", "title"),
    [
        (TWEETS[0], "Whitney Houston"),
        (TWEETS[1], "Occupy Wall Street"),
        ("#BostonMarathon bombing", "Boston Marathon bombing"),
        ("what is the Higgs boson", "Higgs boson"),
        ("Serena Williams!!!", "Serena Williams"),
    ],
)
@pytest.mark.parametrize("scorer", ["default", "dcu-185", "dcu-186"])  # the topics of dcu-187 can lead elsewhere
def test_the_article_of_the_subject_is_among_the_sources(tweet: str, title: str, scorer: str, demo_index: Path) -> None:
    context = Contextualizer.open(demo_index, scorer).contextualize(tweet)
    assert any(title in sentence.title or title in sentence.text for sentence in context.sentences)
    assert any(passage.title == title for passage in open_index(demo_index).search(tweet, 20))


@pytest.mark.parametrize("scorer", PRESETS)
def test_the_same_tweet_twice(scorer: str, demo_index: Path) -> None:
    one, other = (Contextualizer.open(demo_index, scorer) for _ in range(2))
    for tweet in TWEETS[:6]:
        first = content(one.contextualize(tweet))
        assert content(one.contextualize(tweet)) == first
        assert content(other.contextualize(tweet)) == first


@pytest.mark.thorough
@pytest.mark.parametrize(("scorer", "tweets"), [("default", 60), ("dcu-185", 60), ("dcu-186", 60), ("dcu-187", 12)])
def test_eight_threads_find_what_one_finds(scorer: str, tweets: int, demo_index: Path, thorough: bool) -> None:
    tweets = tweets if thorough else tweets // 3
    contextualizer = Contextualizer.open(demo_index, scorer)
    alone = [content(contextualizer.contextualize(tweet)) for tweet in TWEETS[:tweets]]
    shared = Contextualizer.open(demo_index, scorer)
    with ThreadPoolExecutor(8) as pool:
        together = [content(context) for context in pool.map(shared.contextualize, TWEETS[:tweets])]
    assert together == alone


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("limit", [0, 1, 30, 140, 500])
def test_never_over_the_limit(unit: Unit, limit: int, demo: Contextualizer) -> None:
    for tweet in TWEETS[:10]:
        assert UNITS[unit](demo.contextualize(tweet, limit=limit, unit=unit).text) <= limit


def test_words_leave_more_room_than_characters(demo: Contextualizer) -> None:
    chars, words = (demo.contextualize(TWEETS[0], limit=150, unit=unit).text for unit in ("chars", "words"))
    assert len(chars) <= 150 < len(words)
    assert len(words.split()) <= 150


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"limit": -1}, "limit: found -1, expected a whole number from 0"),
        ({"unit": "pages"}, "unit: found pages, expected one of chars, graphemes, utf16, bytes, words"),
    ],
)
@pytest.mark.parametrize("tweet", [TWEETS[0], ""])
def test_a_bad_length(arguments: dict[str, Any], message: str, tweet: str, demo: Contextualizer) -> None:
    for stage in (demo.contextualize, demo.explain):
        with pytest.raises(ParameterError) as caught:
            stage(tweet, **arguments)
        assert str(caught.value) == message


def test_many_are_found_lazily_and_in_order(demo: Contextualizer) -> None:
    asked: list[int] = []

    def arriving() -> Iterator[str]:
        for number, tweet in enumerate(TWEETS[:5]):
            asked.append(number)
            yield tweet
        pytest.fail("read more tweets than were asked for")

    contexts = demo.contextualize_many(arriving(), limit=140)
    assert asked == []
    assert next(contexts).tweet == TWEETS[0]
    assert asked == [0]
    found = [content(context) for context in islice(contexts, 4)]
    assert asked == [0, 1, 2, 3, 4]
    assert found == [content(demo.contextualize(tweet, limit=140)) for tweet in TWEETS[1:5]]


def test_many_in_processes(demo: Contextualizer) -> None:
    given: list[Any] = [TWEETS[0], 7, *TWEETS[1:6]]
    contexts = demo.contextualize_many(given, limit=140, workers=2)
    assert content(next(contexts)) == content(demo.contextualize(TWEETS[0], limit=140))
    with pytest.raises(TweetError, match=r"^tweet: found int, expected "):
        next(contexts)
    found = [content(context) for context in contexts]
    assert found == [content(demo.contextualize(tweet, limit=140)) for tweet in TWEETS[1:6]]
    assert not multiprocessing.active_children()


def test_many_in_processes_that_are_left(demo: Contextualizer) -> None:
    asked: list[str] = []

    def arriving() -> Iterator[str]:
        for tweet in TWEETS:
            asked.append(tweet)
            yield tweet

    contexts = demo.contextualize_many(arriving(), workers=2)
    assert (asked, multiprocessing.active_children()) == ([], [])
    assert next(contexts).tweet == TWEETS[0]
    assert len(asked) == 5
    del contexts
    assert not multiprocessing.active_children()


def test_a_context_is_sent_whole(demo: Contextualizer) -> None:
    context = demo.contextualize(TWEETS[0], date="2012-02-18")
    sent = pickle.loads(pickle.dumps(context))  # noqa: S301
    assert sent == context
    for mine, theirs in [(context.query.stats, sent.query.stats), (context.query.years, sent.query.years)]:
        assert len(mine)
        assert [mine.texts, mine.keys.tolist(), mine.cf.tolist(), mine.df.tolist(), mine.sf.tolist()] == [
            theirs.texts, theirs.keys.tolist(), theirs.cf.tolist(), theirs.df.tolist(), theirs.sf.tolist()
        ]  # fmt: skip
    assert pickle.loads(pickle.dumps(NO_STATS)) is NO_STATS  # noqa: S301


@pytest.mark.thorough
@pytest.mark.parametrize("before", [0, 2, 5, 9])
def test_many_in_processes_of_tweets_that_break_off(before: int, demo: Contextualizer) -> None:
    def arriving() -> Iterator[str]:
        yield from TWEETS[:before]
        raise OSError("the line is dead")

    contexts = demo.contextualize_many(arriving(), limit=140, workers=2)
    found = [content(context) for context in islice(contexts, before)]
    assert found == [content(demo.contextualize(tweet, limit=140)) for tweet in TWEETS[:before]]
    with pytest.raises(OSError, match=r"^the line is dead$"):
        next(contexts)


def test_what_processes_cannot_have(demo: Contextualizer, tmp_path: Path) -> None:
    class Unsent:
        def score(self, query: Any, pool: Pool) -> Any:
            raise NotImplementedError

    with pytest.raises(
        ParameterError, match=r"^workers: found what another process cannot have \(.*Unsent.*\), expected 1"
    ):
        Contextualizer(demo.index, Unsent()).contextualize_many(TWEETS, workers=2)
    with pytest.raises(ParameterError, match=r"^workers: found 0, expected a number of processes from 1$"):
        demo.contextualize_many(TWEETS, workers=0)
    (tmp_path / "a.jsonl").write_text('{"id": "1", "url": "", "title": "Haiti", "text": "Haiti is an island state."}')
    build_index(tmp_path / "a.jsonl", tmp_path / "idx", workers=1)
    with Contextualizer.open(tmp_path / "idx") as one:
        sent = pickle.dumps(one)
        build_index(tmp_path / "a.jsonl", tmp_path / "idx", workers=1, wiki="another")
        with pytest.raises(IndexAccessError, match=r"^index: found another than at the start"):
            pickle.loads(sent)  # noqa: S301


def test_many_in_another_unit(demo: Contextualizer) -> None:
    lengths = [len(context.text.split()) for context in demo.contextualize_many(TWEETS[:5], limit=30, unit="words")]
    assert len(lengths) == 5
    assert all(0 < length <= 30 for length in lengths)


def test_many_with_the_options_of_one(demo: Contextualizer) -> None:
    (context,) = demo.contextualize_many(TWEETS[:1], min_score=1e9)
    assert not context
    with pytest.raises(DeadlineError):
        next(demo.contextualize_many(TWEETS[:1], deadline=1e-9))
    with pytest.raises(ParameterError, match=r"^tweets: found one text, expected several$"):
        demo.contextualize_many(TWEETS[0])
    missing: Any = None
    with pytest.raises(ParameterError, match=r"^tweets: found None, expected several texts$"):
        demo.contextualize_many(missing)


def test_asynchronously(demo: Contextualizer) -> None:
    async def together() -> list[Context]:
        return await asyncio.gather(*(demo.acontextualize(tweet, limit=60, unit="words") for tweet in TWEETS[:8]))

    expected = [content(demo.contextualize(tweet, limit=60, unit="words")) for tweet in TWEETS[:8]]
    assert [content(context) for context in asyncio.run(together())] == expected


def test_an_event_loop_goes_on(demo: Contextualizer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tweet waits for a callback of the loop, which would never run if the loop waited for the tweet."""
    ran: list[str] = []
    normal = demo.contextualize

    async def both() -> None:
        ready = asyncio.Event()
        loop = asyncio.get_running_loop()

        def wait_for_loop(tweet: str, **length: Any) -> Context:
            asyncio.run_coroutine_threadsafe(ready.wait(), loop).result(timeout=10)
            return normal(tweet, **length)

        monkeypatch.setattr(demo, "contextualize", wait_for_loop)
        loop.call_soon(ready.set)
        ran.append((await demo.acontextualize(TWEETS[0])).tweet)

    asyncio.run(both())
    assert ran == [TWEETS[0]]


@pytest.mark.parametrize(
    ("tweet", "reason"),
    [
        ("", "it has no words"),
        (" \r\n\t", "it has no words"),
        ("http://t.co/x 😀 !!!", "it has no words"),
        ("zzqx blorft", "none of its words is in the index (zzqx blorft)"),
        ("the and of", "none of its words is in the index (the and of)"),
        ("zzqxblorft" * 900, f"none of its words is in the index ({'zzqxblorft' * 19}zzqxblorf…)"),
    ],
)
@pytest.mark.parametrize("scorer", PRESETS)
def test_nothing_to_say(tweet: str, reason: str, scorer: str, demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, scorer)
    context = contextualizer.contextualize(tweet)
    assert content(context)[:2] == (tweet, "")
    assert context.sentences == ()
    assert not context.query
    assert context.reason == reason
    explanation = contextualizer.explain(tweet)
    assert (explanation.passages, explanation.pool, explanation.scores, explanation.rejected) == ((), 0, (), ())


def test_no_sentence_fits(demo: Contextualizer) -> None:
    context = demo.contextualize(TWEETS[0], limit=3)
    assert context.sentences == ()
    count = len(demo.explain(TWEETS[0], limit=3).rejected)
    assert context.reason.startswith("no sentence was chosen; most often (")
    assert context.reason.endswith(f" of {count}) because it does not fit into 3 chars")


def test_a_floor_of_the_score(demo_index: Path) -> None:
    plain = Contextualizer.open(demo_index, "dcu-186").contextualize(TWEETS[0])
    scores = sorted((sentence.score for sentence in plain.sentences), reverse=True)
    floor = scores[1]
    for contextualizer, options in (
        (Contextualizer.open(demo_index, "dcu-186", min_score=floor), {}),
        (Contextualizer.open(demo_index, "dcu-186", min_score=scores[-1]), {"min_score": floor}),
    ):
        shown = contextualizer.contextualize(TWEETS[0], **options)  # type: ignore[arg-type]
        assert [sentence.score for sentence in shown.sentences if sentence.score < floor] == []
        assert set(shown.sentences) >= {sentence for sentence in plain.sentences if sentence.score >= floor}
    nothing = contextualizer.contextualize(TWEETS[0], min_score=scores[0] + 1)
    assert not nothing
    assert nothing.reason.endswith(f"expected {scores[0] + 1:g})")


def test_a_date_changes_nothing_in_the_papers_models(demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, "dcu-186")
    for tweet in TWEETS[:5]:
        assert content(contextualizer.contextualize(tweet, date="1969-07-20")) == content(
            contextualizer.contextualize(tweet)
        )


def test_unknown_words_change_nothing_in_the_papers_models(demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, "dcu-186")
    with_them = contextualizer.contextualize("zzqx Whitney blorft Houston")
    assert content(with_them)[1:] == content(contextualizer.contextualize("Whitney Houston"))[1:]


def test_a_word_twice_weighs_twice(demo: Contextualizer) -> None:
    query = demo.contextualize("Houston, Houston and Whitney").query
    assert [(term.term, term.weight) for term in query.terms] == [("houston", 2), ("whitney", 1)]


@pytest.mark.parametrize("tweet", [None, 17, b"Whitney Houston"])
def test_what_is_no_tweet(tweet: Any, demo: Contextualizer) -> None:
    with pytest.raises(TweetError, match="expected a text"):
        demo.contextualize(tweet)


@pytest.mark.parametrize("tweet", ["Houston " * 20_000, "a" * 100_000, "😀" * 50_000, "\ud83d Houston \x00 \u202e"])
def test_strange_tweets(tweet: str, demo: Contextualizer) -> None:
    assert len(demo.contextualize(tweet).text) <= 500


@pytest.mark.parametrize(
    "scorer",
    [
        *PRESETS,
        "jm(lam=0.2, prior=importance, terms=idf)",
        "jm(lam=0.7, prior=length, prior_weight=0.5, terms=isf)",
        "rlm(estimate=rm1, rank=kl)",
        "rlm(R=5, estimate=rm1, rank=product)",
        "rlm(R=40)",
    ],
)
def test_explanations_add_up(scorer: str, demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, scorer)
    for tweet in TWEETS[:5]:
        explanation = contextualizer.explain(tweet)
        context = explanation.context
        assert content(context) == content(contextualizer.contextualize(tweet))
        assert context.sentences
        assert len(explanation.scores) == len(context.sentences)
        for sentence, parts in zip(context.sentences, explanation.scores, strict=True):
            assert parts
            assert math.fsum(value for _, value in parts) == pytest.approx(sentence.score, rel=1e-9)


def test_explanations_cover_every_stage(demo_index: Path) -> None:
    demo = Contextualizer.open(demo_index, "dcu-186")
    for tweet in TWEETS[:20]:
        explanation = demo.explain(tweet)
        context = explanation.context
        assert explanation.tweet.text == tweet
        assert list(explanation.passages) == demo.index.search(context.query, 20, 0.4)
        retrieved = {passage.number for passage in explanation.passages}
        assert {sentence.passage for sentence in context.sentences} <= retrieved
        least = min(sentence.score for sentence in context.sentences)
        rejected = [rejection.sentence for rejection in explanation.rejected]
        assert not set(rejected) & set(context.sentences)
        assert all(sentence.score >= least for sentence in rejected)
        scores = [sentence.score for sentence in rejected]
        assert scores == sorted(scores, reverse=True)
        assert len(rejected) + len(context.sentences) <= explanation.pool


def test_explained_weights_are_the_paper_s(demo_index: Path) -> None:
    """dcu-185 by hand: ln(0.6·c(t,s)/|s| + 0.4·cf(t)/|C|) for every term of the query."""
    contextualizer = Contextualizer.open(demo_index, "dcu-185")
    explanation = contextualizer.explain("Whitney Houston funeral")
    stats, analyzer = contextualizer.index.stats, contextualizer.index.analyzer
    assert explanation.scores
    for sentence, parts in zip(explanation.context.sentences, explanation.scores, strict=True):
        terms = analyzer.terms(sentence.text)
        expected = [
            (t, math.log(0.6 * terms.count(t) / len(terms) + 0.4 * stats.cf[t] / stats.collection_length))
            for t in ("whitney", "houston", "funer")
        ]
        assert [term for term, _ in parts] == [term for term, _ in expected]
        assert [value for _, value in parts] == pytest.approx([value for _, value in expected])


def test_one_passage(demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index, "dcu-185", passages=1)
    for tweet in TWEETS[:10]:
        best = contextualizer.index.search(contextualizer.contextualize(tweet).query, 1)
        assert {sentence.passage for sentence in contextualizer.contextualize(tweet).sentences} <= {best[0].number}
        assert len(contextualizer.explain(tweet).passages) == 1


def test_lam_is_that_of_retrieval(demo_index: Path) -> None:
    passages = {}
    for lam in (0.1, 0.4, 0.9):
        explanation = Contextualizer.open(demo_index, lam=lam).explain(TWEETS[1])
        query = explanation.context.query
        assert list(explanation.passages) == open_index(demo_index).search(query, 20, lam)
        passages[lam] = [passage.score for passage in explanation.passages]
    assert passages[0.1][0] > passages[0.4][0] > passages[0.9][0]


@pytest.mark.parametrize("lam", [0.05, 0.95])
def test_a_relevance_model_of_more_passages_than_were_retrieved_takes_them_by_the_same_lam(
    lam: float, demo_index: Path
) -> None:
    def scores(passages: int) -> dict[int, float]:
        contextualizer = Contextualizer.open(demo_index, "rlm(R=3)", passages=passages, lam=lam)
        context = contextualizer.contextualize("protest in New York City park", limit=5_000)
        return {sentence.number: sentence.score for sentence in context.sentences}

    few, many = scores(1), scores(3)
    assert few
    assert few.items() <= many.items()


def test_rules_dcu_keeps_what_the_default_drops(demo_index: Path) -> None:
    tweet = "RT @Prince: #WhitneyHouston"
    by_default, by_dcu = (Contextualizer.open(demo_index, rules=rules).explain(tweet) for rules in ("default", "dcu"))
    assert by_default.tweet.words == ("Whitney", "Houston")
    assert [term.term for term in by_default.context.query.terms] == ["whitney", "houston"]
    assert "princ" in [term.term for term in by_dcu.context.query.terms]


def test_order_is_that_of_reading(demo_index: Path) -> None:
    by_article, by_score = (Contextualizer.open(demo_index, "dcu-185", order=order) for order in ("article", "score"))
    different = 0
    for tweet in TWEETS[:20]:
        one, other = by_article.contextualize(tweet).sentences, by_score.contextualize(tweet).sentences
        scores = [sentence.score for sentence in other]
        assert scores == sorted(scores, reverse=True)
        assert sorted(one, key=lambda sentence: sentence.number) == sorted(other, key=lambda s: s.number)
        different += one != other
        articles = [sentence.article for sentence in one]
        assert len(list(dict.fromkeys(articles))) == 1 + sum(a != b for a, b in pairwise(articles))
    assert different


def test_ties_go_to_the_earlier_passage(tmp_path: Path) -> None:
    text = "Protesters camped in Zuccotti Park near Wall Street.\nThe camp in the park was cleared by police at night."
    source = tmp_path / "wiki.jsonl"
    titles = ("Unrest", "Riots", "Camps", "Tents")
    source.write_text(
        "".join(json.dumps({"id": t, "url": f"u:{t}", "title": "T", "text": text}) + "\n" for t in titles)
    )
    build_index(source, tmp_path / "x.idx", workers=1)
    for scorer in PRESETS:
        found = Contextualizer.open(tmp_path / "x.idx", scorer).contextualize("Protesters in the Park at night")
        if scorer != "default":  # which shows nothing where it is not expected to help
            assert {sentence.url for sentence in found.sentences} == {"u:Unrest"}
            assert len(found.sentences) >= 2
        one = Contextualizer.open(tmp_path / "x.idx", scorer, passages=1).contextualize("zuccotti")
        shown = [(sentence.url, sentence.passage) for sentence in one.sentences]
        assert shown == ([] if scorer == "default" else [("u:Unrest", 0)])


def test_short_and_endless_sentences_are_left_out(tmp_path: Path) -> None:
    words = [f"word{number}" for number in range(60)]
    sentences = {
        4: "Houston sang one ballad loudly.",  # `one` is a stop word
        5: "Houston sang a ballad loudly yesterday.",
        50: f"Houston {' '.join(words[:49])}.",
        51: f"Houston {' '.join(words[9:59])}.",
    }
    source = tmp_path / "wiki.jsonl"
    source.write_text(json.dumps({"id": "1", "url": "u", "title": "T", "text": " ".join(sentences.values())}))
    build_index(source, tmp_path / "x.idx", workers=1)
    contextualizer = Contextualizer.open(tmp_path / "x.idx", "dcu-185")
    explanation = contextualizer.explain("Houston", limit=10_000)
    terms = {len(set(contextualizer.index.analyzer.terms(text))): text for text in sentences.values()}
    assert terms == sentences
    assert explanation.pool == 2
    assert {sentence.text for sentence in explanation.context.sentences} == {sentences[5], sentences[50]}


def test_a_scorer_is_a_spec_or_a_value(demo_index: Path) -> None:
    by_spec = Contextualizer.open(demo_index, "jm(lam=0.3)")
    by_value = Contextualizer.open(str(demo_index), parse_scorer("jm(lam=0.3)"))
    by_uri = Contextualizer.open(f"file://{demo_index}", "jm(lam=0.3)")
    assert by_spec.scorer == by_value.scorer == by_uri.scorer
    expected = content(by_spec.contextualize(TWEETS[2]))
    assert content(by_value.contextualize(TWEETS[2])) == content(by_uri.contextualize(TWEETS[2])) == expected


def test_the_index_can_be_given(demo_index: Path) -> None:
    index = open_index(demo_index)
    assert content(Contextualizer(index).contextualize(TWEETS[3])) == content(
        Contextualizer.open(demo_index).contextualize(TWEETS[3])
    )


@pytest.mark.parametrize("index", ["wiki.idx", Path("wiki.idx"), None, 5])
def test_an_engine_is_no_path(index: Any) -> None:
    with pytest.raises(ParameterError, match=r"^index: found .*, expected an engine; Contextualizer.open takes a p"):
        Contextualizer(index)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"passages": 0}, ParameterError, "found 0, expected a whole number of passages from 1"),
        ({"passages": -5}, ParameterError, "found -5, expected a whole number of passages from 1"),
        ({"lam": 0.0}, ParameterError, "lam: found 0.0, expected a number between 0 and 1, both excluded"),
        ({"lam": 1.0}, ParameterError, "lam: found 1.0, expected a number between 0 and 1, both excluded"),
        ({"lam": math.nan}, ParameterError, "lam: found nan, expected a number between 0 and 1, both excluded"),
        ({"rules": "inex"}, ParameterError, "rules: found 'inex', expected 'default' or 'dcu'"),
        ({"order": "date"}, ParameterError, "order: found date, expected one of article, score"),
        ({"scorer": "bm52"}, ScorerError, "scorer: found 'bm52', expected one of jm, "),
        ({"scorer": 5}, ScorerError, "scorer: found 5, expected a name, a spec, or a model with a method score"),
        ({"scorer": "jm(lam=2)"}, ScorerError, "jm: lam: found 2"),
        ({"scorer": "none | linked | policy"}, ScorerError, "scorer: found linked without a linker"),
        ({"linker": 5}, LinkerError, "linker: found 5, expected a name, a spec, or a linker with a method link"),
        ({"classes": [1]}, ParameterError, "classes: found [1], expected the path of a file"),
        ({"linker": "none"}, ScorerError, "scorer: found learned without a linker"),
        (
            {"policy": "policy(share=0.3)"},
            ParameterError,
            "policy: found 'policy(share=0.3)', expected a ContextPolicy",
        ),
    ],
)
def test_bad_options(options: dict[str, Any], error: type[TweetctxError], message: str, demo_index: Path) -> None:
    with pytest.raises(error) as caught:
        Contextualizer.open(demo_index, **options)
    assert message in str(caught.value)


@pytest.mark.parametrize("made_by", ["english", "plain", None])  # that of the index, another, and not told
def test_classes_and_topics_have_the_terms_of_the_index(made_by: str | None, demo_index: Path, tmp_path: Path) -> None:
    origin = {"analyzer": made_by} if made_by else {"words": "2"}
    terms = ["houston", "newark"]
    write_classes(TermClasses(dict.fromkeys(terms, 0), origin), tmp_path / "classes")
    write_topics(TopicModel(terms, np.ones((2, 3), np.float32), 0.4, origin), tmp_path / "topics")
    files = {"class": tmp_path / "classes"} | dict.fromkeys(("lbdm({})", "trlm({})"), tmp_path / "topics")
    for scorer, file in files.items():
        spec, classes = scorer.format(f"topics={file}"), file if scorer == "class" else None
        if made_by != "plain":
            assert Contextualizer.open(demo_index, spec, classes=classes).contextualize("Whitney Houston in Newark")
            continue
        with pytest.raises(ParameterError) as caught:
            Contextualizer.open(demo_index, spec, classes=classes)
        message = f"{file}: found terms of the analyzer plain, expected those of the analyzer english"
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("scores", "found"),
    [
        (lambda pool: np.full(len(pool), np.nan), "a score that is NaN"),
        (lambda pool: np.zeros((len(pool), 1)), r"an array of float64 of shape \(\d+, 1\)"),
        (lambda pool: np.zeros(len(pool) + 1), r"an array of float64 of shape \(\d+,\)"),
        (lambda pool: np.zeros(len(pool), "U1"), r"an array of <U1 of shape \(\d+,\)"),
        (lambda pool: [0.0] * len(pool), "a list"),
        (lambda _: None, "a NoneType"),
    ],
)
def test_what_a_model_of_one_s_own_must_return(scores: Any, found: str, demo_index: Path) -> None:
    class Own:
        def __str__(self) -> str:
            return "own"

        def score(self, query: Sequence[str] | Query, pool: Pool) -> Any:  # noqa: ARG002
            return scores(pool)

    message = rf"^own: found {found}, expected an array of \d+ numbers, one a sentence$"
    with Contextualizer.open(demo_index, Own()) as contextualizer, pytest.raises(ScorerError, match=message):
        contextualizer.contextualize(TWEETS[0])


def test_no_index(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError) as caught:
        Contextualizer.open(tmp_path / "nowhere")
    assert str(caught.value).startswith(f"{tmp_path / 'nowhere'}: found nothing, expected an index")


def test_length_and_order_are_those_of_the_preset_unless_given(demo_index: Path, tmp_path: Path) -> None:
    """In the library, on the command line and in a run."""
    spec = "default(limit=20, unit=words, order=score)"
    with Contextualizer.open(demo_index, spec) as short:
        context = short.contextualize(TWEETS[0])
        assert 0 < len(context.text.split()) <= 20
        assert len(short.contextualize(TWEETS[0], limit=60).text.split()) > 20
        assert next(short.contextualize_many(TWEETS)).text == short.explain(TWEETS[0]).context.text == context.text
    printed = CliRunner().invoke(app, ["context", TWEETS[0], "--index", str(demo_index), "--scorer", spec])
    assert printed.stdout == f"{context.text}\n"
    contextualize_batch([Topic("1", TWEETS[0])], tmp_path / "r.jsonl", index=demo_index, scorer=spec, format="jsonl")
    assert json.loads((tmp_path / "r.jsonl").read_text())["text"] == context.text


def test_markdown_shows_texts_as_they_are_and_links_to_no_program(demo: Contextualizer) -> None:
    for text, escaped in (
        ("# 1 &lt;b>", r"\# 1 \&lt;b\>"),
        ("1. AT&T", r"1\. AT&T"),
        ("3.5 million", "3.5 million"),
        (" - *", r" \- \*"),
        ("$5 to $10, ~~20~~", r"\$5 to \$10, \~\~20\~\~"),
    ):
        assert escape_markdown(text) == escaped
    context = demo.contextualize(TWEETS[0])
    first = context.sentences[0]
    for url, shown in (
        ("https://x.org/a>) <script>b", "1. [T](<https://x.org/a%3E)%20%3Cscript%3Eb>)"),
        ("javascript:alert(1)", "1. T"),
        ("", "1. T"),
    ):
        found = replace(context, sentences=(replace(first, title="T", url=url),))
        assert found.to_markdown().endswith(f"\n\n{shown}")
    quoted = replace(context, sentences=(replace(first, title="T", url="https://en.wikipedia.org/wiki/T"),))
    assert quoted.to_markdown().endswith(
        "\n\n1. [T](<https://en.wikipedia.org/wiki/T>)\n\n"
        "Text from Wikipedia, CC BY-SA 4.0 (https://creativecommons.org/licenses/by-sa/4.0/)."
    )
    assert quoted._repr_markdown_() == quoted.to_markdown()


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://x.org/?a=1&amp=2&b", "https://x.org/?a=1&amp=2&b"),
        ("http://x.org/&lt;&#58;", "http://x.org/&amp;lt;&amp;#58;"),
        ("HTTPS://x.org/\\", "HTTPS://x.org/%5C"),
        ("javascript&#58;alert(1)", "javascript&amp;#58;alert(1)"),
        ("javascript\\:alert(1)", "javascript%5C:alert(1)"),
        ("\x01javascript:alert(1)", "%01javascript:alert(1)"),
        ("java\tscript:alert(1)", "java%09script:alert(1)"),
        (" JavaScript :alert(1)", None),
        ("DATA:text/html,<b>", None),
        ("demo:Whitney_Houston", "demo:Whitney_Houston"),
        ("", None),
    ],
)
def test_markdown_links_to_no_program(url: str, address: str | None) -> None:
    assert markdown_link("A_b", url) == ("A\\_b" if address is None else f"[A\\_b](<{address}>)")


@pytest.mark.parametrize("text", ["This!", "zzqx vvbn qqpl"])
def test_what_explains_a_post_is_dated_and_timed_as_the_post(text: str, demo: Contextualizer) -> None:
    post = Post(text, created_at=date(2012, 2, 18), quoted=Post("Apollo 11 has landed"))
    begin = time.perf_counter()
    context = demo.contextualize(post)
    assert (context.tweet, context.date) == ("Apollo 11 has landed", date(2012, 2, 18))
    assert 0 < context.took_ms <= (time.perf_counter() - begin) * 1e3
    assert demo.contextualize(post, date="2013-01-01").date == date(2013, 1, 1)


def test_a_contextualizer_names_its_index_and_its_stages(demo_index: Path) -> None:
    with Contextualizer.open(demo_index, "dcu-185") as papers:
        assert repr(papers) == f"<Contextualizer of <EmbeddedIndex '{demo_index}'>: jm(lam=0.4)>"
    assert repr(papers).startswith("<Contextualizer of <EmbeddedIndex ")  # closed
    ours = repr(Contextualizer.open(demo_index, min_score=0.5))
    assert re.fullmatch(r"<Contextualizer of .*: default\(.*\) \| learned\(.*\) \| policy\(.*min_score=0\.5.*\)>", ours)


def test_a_context_shows_itself_shortly_and_in_a_notebook(demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index)
    context = contextualizer.contextualize("Remembering #OccupyWallStreet " + "again and " * 50)
    assert repr(context) == (
        "<Context of 'Remembering #OccupyWallStreet again and again and again and…': "
        "'Occupy Wall Street was a protest movement against economic …'>"
    )
    assert context._repr_markdown_() == context.to_markdown()  # nothing of Wikipedia in it
    nothing = contextualizer.contextualize("xqzv")
    assert repr(nothing) == f"<Context of 'xqzv': none, {nothing.reason}>"
    assert nothing._repr_markdown_().startswith("*No context: none of its words")
    assert len(repr(contextualizer.contextualize("\n\n" * 500))) < 200
