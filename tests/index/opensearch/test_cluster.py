"""Builds, changes and failures, on a cluster of three nodes that are processes of their own."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from opensearch_cluster import Cluster

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.errors import (
    IndexAccessError,
    IndexMissingError,
    IndexUnreachableError,
    IndexVersionError,
    ParameterError,
)
from tweetctx.index import add_articles, index_info, remove_articles, verify_index
from tweetctx.index.opensearch import building
from tweetctx.index.opensearch.address import parse_address
from tweetctx.index.opensearch.building import ANY, builds, publish
from tweetctx.index.opensearch.connection import Connection
from tweetctx.index.opensearch.documents import index_body
from tweetctx.index.opensearch.engine import OpenSearchEngine
from tweetctx.index.opensearch.opening import named_index
from tweetctx.index.protocol import NO_FORMS
from tweetctx.scoring import PRESETS
from tweetctx.types import Context

pytestmark = pytest.mark.thorough

TWEETS = (
    "RT @CNNLive: View stake-out camera at funeral home where #WhitneyHouston body is expected",
    "Neil Armstrong and the moon, a small step 1969",
    "Remembering #OccupyWallStreet in Zuccotti Park",
)


def article(identifier: str, title: str, text: str) -> str:
    return (
        json.dumps({"id": identifier, "url": f"https://example.org/{identifier}", "title": title, "text": text}) + "\n"
    )


@pytest.fixture(scope="module")
def uri(cluster: Cluster, demo_corpus: list[Path]) -> str:
    """The demonstration corpus, which tests do not change."""
    uri = f"{cluster.url}/unchanged"
    build_index(demo_corpus, uri, workers=1)
    return uri


@pytest.fixture
def small(cluster: Cluster, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[str, Path]]:
    """An index of two articles, and their file; gone after the test."""
    source = tmp_path / "two.jsonl"
    source.write_text(
        article("1", "Moon", "The Moon orbits the Earth.\nIt is far away.") + article("2", "Mars", "Mars is red.")
    )
    uri = f"{cluster.url}/small-{abs(hash(request.node.name)) % 10**9}"
    build_index(source, uri, workers=1, shards=2)
    yield uri, source
    connection = Connection(parse_address(uri))
    for name in builds(connection):
        connection.call("DELETE", f"/{name}")


def titles(uri: str, query: str) -> list[str]:
    return [passage.title for passage in open_index(uri).search(query)]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_context_takes_at_most_six_round_trips(uri: str, preset: str) -> None:
    sent: list[str] = []
    contextualizer = Contextualizer(OpenSearchEngine.open(uri, lambda _, path: sent.append(path)), preset)
    for tweet in TWEETS:
        sent.clear()
        assert contextualizer.contextualize(tweet)
        assert 1 < len(sent) <= 6, sent


def test_contexts_are_those_of_the_embedded_engine(uri: str, demo_index: Path) -> None:
    for preset in ("default", "dcu-186"):
        ours, theirs = Contextualizer.open(uri, preset), Contextualizer.open(demo_index, preset)
        for tweet in TWEETS:
            found, expected = ours.contextualize(tweet), theirs.contextualize(tweet)
            assert (found.text, found.links, found.partial) == (expected.text, expected.links, False)
            assert [one.score for one in found.sentences] == [one.score for one in expected.sentences]


def test_phrases_are_terms_there_too(cluster: Cluster, demo_corpus: list[Path], tmp_path: Path) -> None:
    uri = f"{cluster.url}/phrases"
    build_index(demo_corpus, uri, analyzer="dcu", workers=1)
    build_index(demo_corpus, tmp_path / "dcu.idx", analyzer="dcu", workers=1)
    ours, theirs = open_index(uri), open_index(tmp_path / "dcu.idx")
    terms = ours.analyzer.terms("Whitney Houston in New York")
    assert any(" " in term for term in terms)
    assert terms == theirs.analyzer.terms("Whitney Houston in New York")
    for k in (5, 50):
        found, expected = (one.retrieve(one.query(terms), k) for one in (ours, theirs))
        assert found.passages.tolist() == expected.passages.tolist()
        assert found.scores.tolist() == expected.scores.tolist()


def test_threads_of_an_event_loop_share_it(uri: str) -> None:
    contextualizer = Contextualizer.open(uri)

    async def all_at_once() -> list[Context]:
        return await asyncio.gather(*(contextualizer.acontextualize(tweet) for tweet in TWEETS * 4))

    contexts = asyncio.run(all_at_once())
    assert [context.text for context in contexts] == [contextualizer.contextualize(tweet).text for tweet in TWEETS * 4]


def test_an_index_is_described_and_verified(small: tuple[str, Path], tmp_path: Path) -> None:
    uri, source = small
    info = index_info(uri)
    assert (info["documents"], info["passages"], info["shards"], info["replicas"]) == (2, 3, 2, 1)
    assert verify_index(uri) == verify_index(uri, [source]) == []
    other = tmp_path / "other.jsonl"
    changed = article("1", "Moon", "The Moon orbits the Earth.") + article("2", "Ares", "Mars is red.")
    other.write_text(changed + article("9", "Pluto", "Pluto is far."))
    told = [line.partition("article ")[2] for line in verify_index(uri, [other])]
    assert sorted(told) == [
        "'1': its passages are not those of the source",
        "'2': found the title 'Mars', expected 'Ares'",
        "'9': is not there",
    ]
    connection = Connection(parse_address(uri))
    connection.call("DELETE", f"/{info['index']}/_doc/p1", refresh="true")
    found = verify_index(uri)
    assert any("found 2 documents of the kind 'passage', expected 3" in line for line in found)
    assert any("found no passage 1" in line for line in found)


def test_additions_and_removals_leave_what_a_build_makes(small: tuple[str, Path], tmp_path: Path) -> None:
    uri, _ = small
    before = open_index(uri)
    more = tmp_path / "more.jsonl"
    more.write_text(article("3", "Venus", "Venus is bright.") + article("2", "Mars", "Mars is a planet."))
    report = add_articles(more, uri, workers=1)
    assert (report.added, report.replaced) == (2, 1)
    assert titles(uri, "bright") == ["Venus"]
    assert titles(uri, "red") == []
    assert before.stats.cf["red"] == 1, "what was open goes on"
    assert remove_articles(uri, ["1"]) == 1
    rebuilt = tmp_path / "rebuilt.jsonl"
    rebuilt.write_text(article("3", "Venus", "Venus is bright.") + article("2", "Mars", "Mars is a planet."))
    build_index(rebuilt, tmp_path / "rebuilt.idx", workers=1)
    ours, theirs = open_index(uri), open_index(tmp_path / "rebuilt.idx")
    assert ours.size == theirs.size
    for term in ("venus", "mars", "planet", "moon", "red"):
        for name in ("cf", "df", "sf"):
            assert getattr(ours.stats, name)[term] == getattr(theirs.stats, name)[term], (term, name)
    with pytest.raises(IndexAccessError, match=f"^{parse_address(uri)}: found no article with the id '1'"):
        remove_articles(uri, ["1"])
    assert verify_index(uri) == []


def test_a_name_that_is_taken_is_not_replaced(small: tuple[str, Path]) -> None:
    uri, source = small
    with pytest.raises(IndexAccessError, match="--force to replace it"):
        build_index(source, uri, workers=1, replace=False)
    connection = Connection(parse_address(uri))
    assert len(builds(connection)) == 1
    for _ in range(3):
        build_index(source, uri, workers=1)
    assert len(builds(connection)) == 2, "the one in use, and the one before"


@pytest.fixture
def meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], object]], None]:
    """Makes another machine do something just before the next index is published."""

    def arrange(work: Callable[[], object]) -> None:
        def after_work(*given: Any) -> None:
            monkeypatch.setattr(building, "publish", publish)
            with monkeypatch.context() as patch:
                patch.setenv("TWEETCTX_CACHE", str(tmp_path / "other-machine"))
                work()
            publish(*given)

        monkeypatch.setattr(building, "publish", after_work)

    return arrange


def test_a_change_that_another_machine_overtakes_is_refused(
    small: tuple[str, Path], tmp_path: Path, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    uri, _ = small
    venus, pluto = tmp_path / "venus.jsonl", tmp_path / "pluto.jsonl"
    venus.write_text(article("3", "Venus", "Venus is bright."))
    pluto.write_text(article("9", "Pluto", "Pluto is far."))
    connection = Connection(parse_address(uri))
    (began,) = builds(connection)
    meanwhile(lambda: add_articles(venus, uri, workers=1))
    with pytest.raises(IndexAccessError) as caught:
        add_articles(pluto, uri, workers=1)
    now, _ = named_index(connection)
    assert str(caught.value) == (
        f"{parse_address(uri)}: found the index {now}, published meanwhile; expected {began}; repeat the change"
    )
    assert builds(connection).keys() == {began, now}
    assert set(titles(uri, "bright far")) == {"Venus", "Moon"}
    meanwhile(lambda: [remove_articles(uri, [identifier]) for identifier in "12"])  # deletes the index before
    with pytest.raises(IndexAccessError, match=f"published meanwhile; expected {now}; repeat the change"):
        add_articles(pluto, uri, workers=1)
    assert add_articles(pluto, uri, workers=1).added == 1
    assert set(titles(uri, "bright far red orbits")) == {"Venus", "Pluto"}
    assert verify_index(uri) == []


def test_a_build_without_force_replaces_no_index_that_appears_meanwhile(
    cluster: Cluster, tmp_path: Path, meanwhile: Callable[[Callable[[], object]], None]
) -> None:
    uri = f"{cluster.url}/appears"
    mars, moon = tmp_path / "mars.jsonl", tmp_path / "moon.jsonl"
    mars.write_text(article("2", "Mars", "Mars is red."))
    moon.write_text(article("1", "Moon", "The Moon is red at times."))
    meanwhile(lambda: build_index(mars, uri, workers=1, replace=False))
    with pytest.raises(IndexAccessError, match="published meanwhile; expected a new name, or --force to replace it"):
        build_index(moon, uri, workers=1, replace=False)
    assert titles(uri, "red") == ["Mars"]
    meanwhile(lambda: build_index(mars, uri, workers=1))
    build_index(moon, uri, workers=1)
    assert titles(uri, "red") == ["Moon"]
    connection = Connection(parse_address(uri))
    for name in builds(connection):
        connection.call("DELETE", f"/{name}")


@pytest.mark.parametrize("replaces", ["race-0", None, ANY])
def test_an_alias_that_many_move_at_once_points_to_one_index(cluster: Cluster, replaces: str | None) -> None:
    connection = Connection(parse_address(f"{cluster.url}/race"))
    names = [f"race-{number}" for number in range(5)]
    for name in names:
        connection.call("PUT", f"/{name}", index_body(1, 0, {"alias": "race"}))
    if replaces == names[0]:
        connection.call("POST", "/_aliases", {"actions": [{"add": {"index": names[0], "alias": "race"}}]})
    start = threading.Barrier(4)
    published = []

    def move(name: str) -> None:
        start.wait()
        with suppress(IndexAccessError):
            publish(connection, name, replaces)
            published.append(name)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(move, names[1:]))
    now, _ = named_index(connection)
    assert now in published
    assert len(published) == (4 if replaces == ANY else 1)
    publish(connection, now, replaces)  # again, as after an answer that was lost
    assert named_index(connection)[0] == now
    for name in builds(connection):
        connection.call("DELETE", f"/{name}")


def test_an_upload_of_another_machine_is_deleted_only_after_a_week(
    small: tuple[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    uri, source = small
    connection = Connection(parse_address(uri))
    upload = f"{connection.address.name}-20200101000000-upload"
    connection.call("PUT", f"/{upload}", index_body(1, 0, {"alias": connection.address.name}))
    for _ in range(2):
        build_index(source, uri, workers=1)
    assert upload in builds(connection)
    week = timedelta(days=7).total_seconds()
    for age, kept in ((week - 3600, True), (week + 3600, False)):
        later = time.time() + age
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda later=later: later)
            publish(connection, max(builds(connection)), ANY)
        assert (upload in builds(connection)) is kept


def test_two_machines_build_at_once(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uri = f"{cluster.url}/both"
    source = tmp_path / "one.jsonl"
    source.write_text(article("1", "Moon", "The Moon."))
    others = iter([tmp_path / "other-machine"])

    def watch(progress: Any) -> None:
        if progress.phase == "uploading" and (folder := next(others, None)):
            with monkeypatch.context() as patch:
                patch.setenv("TWEETCTX_CACHE", str(folder))
                for _ in range(3):
                    build_index(source, uri, workers=1)

    build_index(source, uri, workers=1, on_progress=watch)
    assert verify_index(uri) == []
    connection = Connection(parse_address(uri))
    for name in builds(connection):
        connection.call("DELETE", f"/{name}")


def test_an_index_of_others_is_refused(cluster: Cluster, tmp_path: Path) -> None:
    connection = Connection(parse_address(f"{cluster.url}/theirs"))
    connection.call("PUT", "/theirs", {"mappings": {"properties": {"title": {"type": "text"}}}})
    source = tmp_path / "one.jsonl"
    source.write_text(article("1", "Moon", "The Moon."))
    with pytest.raises(IndexMissingError, match="not of tweetctx"):
        open_index(f"{cluster.url}/theirs")
    with pytest.raises(IndexAccessError, match="expected another name"):
        build_index(source, f"{cluster.url}/theirs", workers=1)
    connection.call("PUT", "/later", {"mappings": {"_meta": {"tweetctx": {"format": 99}}}})
    with pytest.raises(IndexVersionError, match="found an index of format 99, expected"):
        open_index(f"{cluster.url}/later")
    with pytest.raises(IndexMissingError, match="found no such index"):
        open_index(f"{cluster.url}/nothing")
    connection.call("DELETE", "/theirs,later")


def test_an_index_of_another_format_can_be_built_anew(cluster: Cluster, tmp_path: Path) -> None:
    connection = Connection(parse_address(f"{cluster.url}/older"))
    description = {"tweetctx": {"format": 99, "alias": "older"}}
    connection.call("PUT", "/older-1", {"mappings": {"_meta": description}, "aliases": {"older": {}}})
    source = tmp_path / "one.jsonl"
    source.write_text(article("1", "Moon", "The Moon."))
    build_index(source, f"{cluster.url}/older", workers=1)
    assert open_index(f"{cluster.url}/older").size.documents == 1
    for name in builds(connection):
        connection.call("DELETE", f"/{name}")


def test_an_index_without_its_last_document_is_refused(small: tuple[str, Path]) -> None:
    uri, _ = small
    connection = Connection(parse_address(uri))
    connection.call("DELETE", f"/{min(builds(connection))}/_doc/meta", refresh="true")
    with pytest.raises(IndexAccessError, match="was it built to its end"):
        open_index(uri)


def test_nobody_answers() -> None:
    with pytest.raises(IndexUnreachableError, match=r"cannot be reached .* \(tried GET / 4 times in \d"):
        open_index("opensearch://127.0.0.1:9/wiki")


def test_a_document_that_is_refused_ends_a_build(small: tuple[str, Path]) -> None:
    from tweetctx.index.opensearch.bulk import BulkWriter

    connection = Connection(parse_address(small[0]))
    writer = BulkWriter(connection, min(builds(connection)))
    with pytest.raises(IndexAccessError, match="the document 'x' is refused: strict_dynamic_mapping_exception"):
        writer.write([("x", {"kind": "passage", "unheard": "of"})])


@pytest.mark.parametrize("name", ["shards", "replicas"])
def test_shards_and_replicas_are_for_clusters_alone(name: str, tmp_path: Path) -> None:
    option: dict[str, Any] = {name: 2}
    with pytest.raises(ParameterError, match=rf"^{name}: found 2, expected none for .*x\.idx, which is no index in a"):
        build_index([], tmp_path / "x.idx", **option)


@pytest.fixture
def damaged(cluster: Cluster) -> Iterator[Cluster]:
    """The cluster for a test that kills a node, which is back afterwards."""
    yield cluster
    for number in range(cluster.nodes):
        cluster.start_node(number)
    cluster.wait()


def test_contexts_go_on_when_a_node_is_killed(uri: str, damaged: Cluster, demo_index: Path) -> None:
    ours, theirs = Contextualizer.open(uri), Contextualizer.open(demo_index)
    expected = [theirs.contextualize(tweet).text for tweet in TWEETS]
    right = refused = 0
    for turn in range(60):
        if turn == 10:
            damaged.signal(1, signal.SIGKILL)
        try:
            assert ours.contextualize(TWEETS[turn % 3]).text == expected[turn % 3]
            right += 1
        except IndexUnreachableError as error:
            assert "tried" in str(error)  # noqa: PT017
            refused += 1
    assert right >= 50, f"{right} right, {refused} refused"


def test_half_an_index_is_no_index_unless_allowed(damaged: Cluster, demo_corpus: list[Path]) -> None:
    uri = f"{damaged.url}/fragile"
    build_index(demo_corpus, uri, workers=1, shards=3, replicas=0)
    whole, partial = Contextualizer.open(uri), Contextualizer.open(f"{uri}?allow_partial=true")
    damaged.signal(2, signal.SIGKILL)
    with pytest.raises(IndexUnreachableError, match="tried"):
        list(whole.contextualize_many(TWEETS * 3))
    contexts = [partial.contextualize(tweet) for tweet in TWEETS]
    assert all(context.partial for context in contexts)
    assert contexts[0].to_dict()["partial"] is True
    assert all(partial.link(tweet).partial for tweet in TWEETS)
    session = partial.index.session(lambda: NO_FORMS)
    session.search("moon")
    assert session.partial


def test_a_build_goes_on_when_a_node_is_killed(damaged: Cluster, demo_corpus: list[Path], demo_index: Path) -> None:
    uri = f"{damaged.url}/survivor"
    kill = threading.Timer(1.0, damaged.signal, (0, signal.SIGKILL))
    uploading = threading.Event()

    def watch(progress: object) -> None:
        if getattr(progress, "phase", "") == "uploading" and not uploading.is_set():
            uploading.set()
            kill.start()

    try:
        build_index(demo_corpus, uri, workers=1, on_progress=watch)
    except IndexUnreachableError:
        build_index(demo_corpus, uri, workers=1)  # goes on where it was
    kill.join()
    assert verify_index(uri) == []
    ours, theirs = Contextualizer.open(uri), Contextualizer.open(demo_index)
    assert [ours.contextualize(tweet).text for tweet in TWEETS] == [
        theirs.contextualize(tweet).text for tweet in TWEETS
    ]
