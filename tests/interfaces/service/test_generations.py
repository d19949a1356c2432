"""An index that changes on disk while a service answers from it."""

import json
import logging
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from tweetctx import Contextualizer, build_index, open_index
from tweetctx.index.embedded import EmbeddedIndex
from tweetctx.index.engines import index_mark
from tweetctx.interfaces.service.generations import Generations, name_of
from tweetctx.runtime.deadlines import checkpoint

pytest_plugins = ["services"]

Serve = Callable[..., TestClient]
TWEET = "Protesters in the park at night"


def build(index: Path, mark: str) -> None:
    """An index each of whose addresses ends with a mark."""
    source = index.parent / "articles.jsonl"
    text = "Protesters camped in Zuccotti Park near Wall Street. The camp in the park was cleared by police at night."
    lines = [{"id": title, "title": title, "url": f"https://x/{title}-{mark}", "text": text} for title in ("A", "B")]
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    build_index(source, index, workers=1)


@pytest.fixture
def served(serve: Serve, tmp_path: Path) -> TestClient:
    """A service on an index of its own, `x.idx` in the folder of the test."""
    build(tmp_path / "x.idx", "one")
    return serve(index=str(tmp_path / "x.idx"), preset="dcu-185", poll=0.01, threads=2, deadline=600.0)


def marks(client: TestClient, number: int = 0) -> set[str]:
    answer = client.post("/v1/context", json={"tweet": f"{TWEET} {number}"})
    assert answer.status_code == 200
    return {sentence["url"].rpartition("-")[2] for sentence in answer.json()["sentences"]}


def generation(client: TestClient) -> str:
    return str(client.get("/v1/ready").json()["generation"])


def wait_for_change(client: TestClient, before: str) -> None:
    for _ in range(3000):
        if generation(client) != before:
            return
        time.sleep(0.01)
    pytest.fail("the change is not picked up")


def test_an_index_that_is_built_anew(served: TestClient, tmp_path: Path) -> None:
    before = generation(served)
    assert marks(served) == {"one"}
    build(tmp_path / "x.idx", "two")
    wait_for_change(served, before)
    assert marks(served) == {"two"}  # not the answer that was kept
    assert "tweetctx_index_generation 2.0" in served.get("/v1/metrics").text


def test_an_index_in_place_of_another(served: TestClient, tmp_path: Path) -> None:
    before = generation(served)
    build(tmp_path / "y.idx", "two")
    (tmp_path / "x.idx").rename(tmp_path / "old.idx")
    assert marks(served, 1) == {"one"}  # while there is none
    (tmp_path / "y.idx").rename(tmp_path / "x.idx")
    shutil.rmtree(tmp_path / "old.idx")
    wait_for_change(served, before)
    assert marks(served, 1) == {"two"}


@pytest.mark.thorough
def test_an_index_that_is_gone_is_logged_once(
    served: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = generation(served)
    with caplog.at_level(logging.ERROR, "tweetctx.interfaces.service.generations"):
        (tmp_path / "x.idx").rename(tmp_path / "old.idx")
        while not caplog.records:
            time.sleep(0.01)
        time.sleep(0.3)  # many looks
    assert [record.getMessage() for record in caplog.records] == [
        f"{tmp_path / 'x.idx'}: found no index; the one before it serves on"
    ]
    assert marks(served) == {"one"}
    caplog.clear()
    with caplog.at_level(logging.INFO, "tweetctx.interfaces.service.generations"):
        (tmp_path / "old.idx").rename(tmp_path / "x.idx")
        while not caplog.records:
            time.sleep(0.01)
    assert [record.getMessage() for record in caplog.records] == [
        f"{tmp_path / 'x.idx'}: found the index that is in use, {before}; it serves on"
    ]
    build(tmp_path / "x.idx", "two")
    wait_for_change(served, before)
    assert marks(served) == {"two"}


def test_what_was_begun_is_answered_from_the_index_before(
    served: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A batch begins, the index is replaced, and the batch goes on."""
    began, go_on = threading.Event(), threading.Event()
    original = Contextualizer.contextualize

    def contextualize(contextualizer: Contextualizer, tweet: str, **length: Any) -> Any:
        if "2" in tweet:
            began.set()
            while not go_on.wait(0.001):
                checkpoint()
        return original(contextualizer, tweet, **length)

    monkeypatch.setattr(Contextualizer, "contextualize", contextualize)
    before = generation(served)
    lines: list[str] = []
    tweets = [f"{TWEET} {number}" for number in (1, 2, 3)]
    batch = threading.Thread(
        target=lambda: lines.extend(served.post("/v1/contexts", json={"tweets": tweets}).text.splitlines())
    )
    batch.start()
    assert began.wait(10)
    build(tmp_path / "x.idx", "two")
    wait_for_change(served, before)
    assert marks(served, 4) == {"two"}
    go_on.set()
    batch.join()
    urls = [sentence["url"] for line in lines for sentence in json.loads(line)["sentences"]]
    assert len(lines) == 3
    assert urls
    assert all(url.endswith("-one") for url in urls)


def test_an_index_that_could_not_be_opened_is_tried_again(
    served: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reasons: list[Exception] = [OSError("too many open files"), MemoryError(), RuntimeError("nobody meant this")]

    def open_later(place: str) -> Any:
        if reasons:
            raise reasons.pop()
        return open_index(place)

    monkeypatch.setattr("tweetctx.interfaces.service.generations._AGAIN", 0.05)
    monkeypatch.setattr("tweetctx.interfaces.service.generations.open_index", open_later)
    before = generation(served)
    build(tmp_path / "x.idx", "two")
    wait_for_change(served, before)
    assert marks(served) == {"two"}
    assert [record.levelno for record in caplog.records if "cannot be opened" in record.getMessage()] == [40] * 3


def test_a_damaged_index_does_not_take_the_place_of_a_sound_one(
    served: TestClient, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = generation(served)
    manifest = tmp_path / "x.idx" / "index.json"
    sound = manifest.read_bytes()
    with caplog.at_level(logging.ERROR, "tweetctx"):
        (tmp_path / "damaged").write_text("{")
        (tmp_path / "damaged").replace(manifest)  # at once: a look between two steps finds damage of its own
        while not caplog.records:
            time.sleep(0.01)
    assert "cannot be opened; the one before it serves on" in caplog.records[0].getMessage()
    time.sleep(0.1)
    assert len(caplog.records) == 1
    assert marks(served) == {"one"}
    manifest.write_bytes(sound)
    time.sleep(0.1)
    assert generation(served) == before
    build(tmp_path / "x.idx", "two")
    wait_for_change(served, before)


def test_keys_are_read_again(serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    keys = tmp_path / "keys"
    keys.write_text("first\n")
    client = serve(api_keys=keys)

    def allowed(key: str) -> bool:
        return client.get("/v1/metrics", headers={"X-API-Key": key}).status_code == 200

    service: Any = vars(client)["service"]
    keys.write_text("second\n")
    assert allowed("first")
    client.portal.call(service.reload)  # type: ignore[union-attr]
    assert (allowed("first"), allowed("second")) == (False, True)
    keys.write_text("")
    client.portal.call(service.reload)  # type: ignore[union-attr]
    assert "the keys stay as they were" in caplog.text
    assert allowed("second")


def test_what_tells_a_change(tmp_path: Path) -> None:
    assert index_mark(str(tmp_path)) is None
    assert index_mark("opensearch://127.0.0.1:9200/wiki") is None
    build(tmp_path / "x.idx", "one")
    first = index_mark(str(tmp_path / "x.idx"))
    assert first is not None
    assert first == index_mark((tmp_path / "x.idx").as_uri())
    build(tmp_path / "x.idx", "two")
    assert index_mark(str(tmp_path / "x.idx")) != first


def test_an_index_that_is_opened_for_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "x.idx", "one")
    generations = Generations(str(tmp_path / "x.idx"), "default", lambda _: pytest.fail("it is the one in use"))
    in_use: Any = SimpleNamespace(name=name_of(open_index(tmp_path / "x.idx")), number=1)
    generations.current = in_use
    closed: list[Path] = []
    monkeypatch.setattr(EmbeddedIndex, "close", lambda index: closed.append(index.path))
    generations.open()
    generations.close()
    assert closed == [tmp_path / "x.idx"]
    assert generations.current is in_use
