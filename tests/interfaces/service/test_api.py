"""The routes that programs call, through a client in this process."""

import gzip
import json
import logging
import math
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from tweetctx import Contextualizer, __version__, build_index
from tweetctx.errors import IndexAccessError, IndexDamagedError
from tweetctx.index import Engine
from tweetctx.index.readable import readable_passages
from tweetctx.interfaces.presentation import as_json, explanation_record, passage_record
from tweetctx.interfaces.service.logs import TextFormatter
from tweetctx.interfaces.service.messages import ContextAnswer, LinksAnswer, PassagesAnswer
from tweetctx.runtime.deadlines import checkpoint

pytest_plugins = ["services"]

Serve = Callable[..., TestClient]
TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"
OTHERS = ["Four more years! #Election2012 @BarackObama", "😀", "Police clear #OccupyWallStreet"]


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "took_ms"}


def problem(response: Any, status: int) -> dict[str, Any]:
    """The problem document of a response, after checks of what RFC 9457 asks of each."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    document: dict[str, Any] = response.json()
    assert document["status"] == status
    assert document["type"] == "about:blank"
    assert document["title"]
    assert document["detail"]
    assert document["instance"] == f"urn:request:{response.headers['x-request-id']}"
    return document


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"limit": 140},
        {"limit": 20, "unit": "words"},
        {"preset": "dcu-185", "limit": 0},
        {"preset": "jm(lam=0.3)"},
        {"preset": "default(share=0.5)"},
        {"preset": None},
    ],
)
def test_a_context_is_that_of_the_library(asked: dict[str, Any], client: TestClient, demo_index: Path) -> None:
    response = client.post("/v1/context", json={"tweet": TWEET, **asked})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    length = {name: asked[name] for name in ("limit", "unit") if name in asked}
    expected = Contextualizer.open(demo_index, asked.get("preset") or "default").contextualize(TWEET, **length)
    assert timeless(response.json()) == timeless(json.loads(json.dumps(expected.to_dict("1"))))
    assert response.json()["took_ms"] > 0


def test_the_date_and_the_least_score_are_those_of_the_library(client: TestClient, demo_index: Path) -> None:
    library = Contextualizer.open(demo_index)
    tweet = "Police clear the camp at Zuccotti Park"
    dates = [None, "2011-11-15", "2012-02-18T10:00:00Z", "1321358400", 1321358400, 1321358400000, 1321358400.5]
    answers = [client.post("/v1/context", json={"tweet": tweet, "date": date}).json() for date in dates]
    for date, answer in zip(dates, answers, strict=True):
        assert timeless(answer) == timeless(
            json.loads(json.dumps(library.contextualize(tweet, date=date).to_dict("1")))
        )
    scores = sorted(sentence["score"] for sentence in answers[0]["sentences"])
    assert len(set(scores)) > 1
    for path, asked in (("/v1/context", {"tweet": tweet}), ("/v1/contexts", {"tweets": [tweet]})):
        answer = client.post(path, json=asked | {"min_score": scores[-1]}).json()
        assert {sentence["score"] for sentence in answer["sentences"]} == {scores[-1]}
    linked = client.post("/v1/link", json={"tweet": tweet, "date": "2011-11-15"})
    assert linked.json()["links"] == [link.to_dict() for link in library.link(tweet, date="2011-11-15").links]


def test_confidence_and_reason_are_in_the_record_and_in_headers(client: TestClient, demo_index: Path) -> None:
    library = Contextualizer.open(demo_index)
    texts = [TWEET, *OTHERS, "", "\u00e9\u4e2d%\n zzzzqqq", "the and of"]
    seen = set()
    for text in [*texts, *texts]:  # the second time from the cache
        expected = library.contextualize(text)
        answer = client.post("/v1/context", json={"tweet": text})
        headers, record = answer.headers, answer.json()
        assert record["reason"] == expected.reason
        assert record["confidence"] == (expected.confidence and pytest.approx(expected.confidence, abs=1e-4))
        ContextAnswer.model_validate(record)
        assert unquote(headers.get("Tweetctx-Reason", "")) == expected.reason
        given = headers.get("Tweetctx-Confidence")
        assert (given and float(given)) == (expected.confidence and pytest.approx(expected.confidence, abs=1e-4))
        seen.add((bool(expected.reason), given is not None))
    assert {(True, False), (False, True)} <= seen
    described = client.get("/openapi.json").json()["paths"]["/v1/context"]["post"]["responses"]["200"]["headers"]
    assert {*described} == {"Tweetctx-Confidence", "Tweetctx-Reason"}


def test_the_preset_of_the_service(serve: Serve, client: TestClient) -> None:
    other = serve(preset="dcu-185")
    asked = {"tweet": TWEET}
    by_default = timeless(other.post("/v1/context", json=asked).json())
    assert by_default == timeless(client.post("/v1/context", json=asked | {"preset": "dcu-185"}).json())
    assert by_default != timeless(client.post("/v1/context", json=asked).json())
    assert other.get("/v1/ready").json()["preset"] == "dcu-185"


def test_contexts_come_in_order_a_line_each(client: TestClient) -> None:
    tweets = [*OTHERS, TWEET] * 3
    response = client.post("/v1/contexts", json={"tweets": tweets, "limit": 100})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(line) for line in response.text.splitlines()]
    assert [line["tweet"] for line in lines] == tweets
    assert [line["id"] for line in lines] == [str(number) for number in range(1, 13)]
    for line in lines:
        alone = client.post("/v1/context", json={"tweet": line["tweet"], "limit": 100}).json()
        assert timeless(line) | {"id": ""} == timeless(alone) | {"id": ""}
    assert client.post("/v1/contexts", json={"tweets": []}).text == ""


def test_link(client: TestClient, demo_index: Path) -> None:
    response = client.post("/v1/link", json={"tweet": TWEET})
    links = [link.to_dict() for link in Contextualizer.open(demo_index).link(TWEET).links]
    assert links
    assert response.json() == {"tweet": TWEET, "links": links}


@pytest.mark.parametrize("k", [None, 1, 3])
def test_search(k: int | None, client: TestClient, demo_index: Path) -> None:
    query = "whitney houston funeral"
    asked = {"q": query} | ({"k": k} if k else {})
    index = Contextualizer.open(demo_index).index
    exact = client.get("/v1/search", params={**asked, "exact": "true"}).json()
    found = [passage_record(passage) for passage in index.search(query, k or 20)]
    assert exact == {"query": query, "passages": found}
    assert found
    readable = client.get("/v1/search", params=asked).json()["passages"]
    assert readable == [passage_record(passage) for passage in readable_passages(index, query, k or 20, 0.4)]
    assert readable[0]["title"] == "Whitney Houston"


def test_health_and_ready(client: TestClient, demo_corpus: list[Path]) -> None:
    assert client.get("/v1/health").json()["status"] == "ok"
    ready = client.get("/v1/ready").json()
    assert set(ready) == {"status", "preset", "generation", "index"}
    assert (ready["index"]["wiki"], ready["index"]["date"]) == (None, None)
    assert [source["name"] for source in ready["index"]["sources"]] == [path.name for path in demo_corpus]


@pytest.mark.parametrize("path", ["/nothing", "/v1", "/v1/context/", "/static/nothing.css", "/static/../app.py"])
def test_not_found(path: str, client: TestClient) -> None:
    problem(client.get(path, follow_redirects=False), 404)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/v1/context", {"POST"}),
        ("PUT", "/v1/contexts", {"POST"}),
        ("DELETE", "/v1/link", {"POST"}),
        ("POST", "/v1/search", {"GET", "HEAD"}),
        ("OPTIONS", "/v1/context", {"POST"}),
    ],
)
def test_method_not_allowed(method: str, path: str, allowed: set[str], client: TestClient) -> None:
    response = client.request(method, path)
    problem(response, 405)
    assert set(response.headers["allow"].split(", ")) == allowed


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"tweet": "x"',
        b"\xff\xfe",
        b'{"tweet": "\xc3"}',
        b"[" * 100_000,
        b"tweet=x",
    ],
)
@pytest.mark.parametrize("path", ["/v1/context", "/v1/contexts", "/v1/link"])
def test_broken_json(path: str, body: bytes, client: TestClient) -> None:
    assert problem(client.post(path, content=body), 400)["detail"].startswith("body: found ")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "json", ""])
def test_other_media_types(kind: str, client: TestClient) -> None:
    content = json.dumps({"tweet": TWEET}).encode()
    found = problem(client.post("/v1/context", content=content, headers={"content-type": kind}), 415)
    assert found["detail"] == f"content-type: found {kind!r}, expected application/json"


@pytest.mark.parametrize("kind", [None, "application/json", "Application/JSON; charset=utf-8", "application/ld+json"])
def test_media_types_of_json(kind: str | None, client: TestClient) -> None:
    content = json.dumps({"tweet": TWEET}).encode()
    response = client.post("/v1/context", content=content, headers={"content-type": kind} if kind else {})
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "pointers"),
    [
        ("/v1/context", {}, ["#/tweet"]),
        ("/v1/context", [], ["#"]),
        ("/v1/context", "tweet", ["#"]),
        ("/v1/context", {"tweet": 17}, ["#/tweet"]),
        ("/v1/context", {"tweet": None}, ["#/tweet"]),
        ("/v1/context", {"tweet": TWEET, "limit": "500"}, ["#/limit"]),
        ("/v1/context", {"tweet": TWEET, "limit": -1}, ["#/limit"]),
        ("/v1/context", {"tweet": TWEET, "limit": 1.5}, ["#/limit"]),
        ("/v1/context", {"tweet": TWEET, "limit": True}, ["#/limit"]),
        ("/v1/context", {"tweet": TWEET, "limit": 10**30}, ["#/limit"]),
        ("/v1/context", {"tweet": TWEET, "unit": "pages"}, ["#/unit"]),
        ("/v1/context", {"tweet": TWEET, "preset": "nonsense"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "jm(lam=2)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "trlm(K=101)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "rlm(R=101)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "default(limit=10001)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "a/b~": 1}, ["#/a~1b~0"]),
        ("/v1/context", {"tweet": TWEET, "date": "yesterday"}, ["#/date"]),
        ("/v1/context", {"tweet": TWEET, "date": 2016}, ["#/date"]),
        ("/v1/context", {"tweet": TWEET, "date": True}, ["#/date"]),
        ("/v1/context", {"tweet": {"text": "a", "created_at": "soon"}}, ["#/tweet"]),
        ("/v1/context", {"tweet": TWEET, "min_score": "0"}, ["#/min_score"]),
        ("/v1/contexts", {"tweets": [TWEET], "date": "2016-12-13"}, ["#/date"]),
        ("/v1/context", {"limit": -1}, ["#/limit", "#/tweet"]),
        ("/v1/context", {"tweet": "x" * 10_001}, ["#/tweet"]),
        ("/v1/contexts", {"tweets": TWEET}, ["#/tweets"]),
        ("/v1/contexts", {"tweets": ["a", 3]}, ["#/tweets/1"]),
        ("/v1/contexts", {"tweets": ["a"] * 101}, ["#/tweets"]),
        ("/v1/contexts", {"tweets": ["a", "x" * 10_001]}, ["#/tweets/1"]),
        ("/v1/link", {"tweet": TWEET, "limit": 3}, ["#/limit"]),
        ("/v1/link", {"tweet": TWEET, "preset": "dcu-185"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "class"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "none | linked | policy"}, ["#/preset"]),
        # What reads a file of the host, or takes seconds.
        ("/v1/context", {"tweet": TWEET, "preset": "lbdm(topics=/etc/passwd)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "trlm(topics=/etc/passwd)"}, ["#/preset"]),
        ("/v1/contexts", {"tweets": [TWEET], "preset": "none | lbdm(topics=a) | policy(limit=9)"}, ["#/preset"]),
        ("/v1/link", {"tweet": TWEET, "preset": "default | trlm(topics=a,rank=mean) | policy"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "trlm(lda=collection)"}, ["#/preset"]),
        ("/v1/context", {"tweet": TWEET, "preset": "trlm(lda=gensim)"}, ["#/preset"]),
        ("/v1/contexts", {"tweets": [TWEET], "preset": "nope"}, ["#/preset"]),
    ],
)
def test_wrong_fields(path: str, body: Any, pointers: list[str], client: TestClient) -> None:
    document = problem(client.post(path, json=body), 422)
    assert sorted(error["pointer"] for error in document["errors"]) == pointers
    assert all(error["detail"] for error in document["errors"])


def test_a_preset_without_a_linker_is_named_as_it_was_given(client: TestClient) -> None:
    document = problem(client.post("/v1/link", json={"tweet": TWEET, "preset": "dcu-185"}), 422)
    assert "found dcu-185, which has no linker, expected one that has, as default" in document["detail"]
    assert [error["pointer"] for error in document["errors"]] == ["#/preset"]


def test_a_number_of_too_many_digits(client: TestClient) -> None:
    document = problem(client.post("/v1/context", content='{"tweet": {"text": "x", "n": ' + "1" * 5000 + "}}"), 400)
    assert document["detail"] == "body: found JSON with a number of too many digits, expected a JSON object"


def test_a_service_whose_preset_has_no_linker(serve: Serve) -> None:
    client = serve(preset="dcu-185")
    document = problem(client.post("/v1/link", json={"tweet": TWEET}), 422)
    assert "errors" not in document
    told = "which has no linker, expected one that has, as default"
    assert document["detail"] == f"body: found no preset, and that of the service is dcu-185, {told}"
    assert client.post("/v1/link", json={"tweet": TWEET, "preset": "default"}).json()["links"]


@pytest.mark.parametrize(
    ("field", "value", "detail"),
    [
        ("date", "soon", "found 'soon', expected a date, such as 2016-12-13, or Unix time"),
        ("date", 5, "found '5', expected a date, such as 2016-12-13, or Unix time"),
        ("limit", "x" * 50, f'found "{"x" * 39}…, expected a whole number'),
        ("limit", 10**30, f"found 1{'0' * 30}, expected at most 10,000"),
        ("limit", [1], "found an array, expected a whole number"),
        ("limit", -1, "found -1, expected at least 0"),
        ("limit", True, "found true, expected a whole number"),
        ("limit", 1.5, "found 1.5, expected a whole number"),
        ("min_score", "0", 'found "0", expected a number'),
        ("tweet", "x" * 10_001, "found 10,001 characters, expected at most 10,000"),
        ("preset", 7, "found 7, expected a text"),
        ("unit", "chaars", 'found "chaars", expected one of chars, graphemes, utf16, bytes, words'),
        ("tweet", {"texts": "a tweet"}, 'found no "text", expected a tweet {"id", "text"}'),
        ("tweet", None, "found null, expected a text, or an object of a platform's interface"),
        ("size", 3, "found an unknown field, expected one of limit, unit, preset, min_score, tweet, date"),
    ],
)
def test_what_is_wrong_with_a_field(field: str, value: Any, detail: str, client: TestClient) -> None:
    document = problem(client.post("/v1/context", json={"tweet": TWEET, field: value}), 422)
    assert document["errors"] == [{"pointer": f"#/{field}", "detail": detail}]
    assert document["detail"] == f"body: #/{field}: {detail}"


@pytest.mark.parametrize("query", ["", "q=", "q=x&k=0", "q=x&k=101", "q=x&k=many", "q=x&q=y", "q=x&page=2", "k=3"])
def test_wrong_queries(query: str, client: TestClient) -> None:
    assert problem(client.get(f"/v1/search?{query}"), 422)["errors"]


def test_a_model_that_this_service_lacks_the_data_for(client: TestClient) -> None:
    found = problem(client.post("/v1/context", json={"tweet": TWEET, "preset": "class"}), 422)
    assert "word classes" in found["detail"]


def test_limits_are_settings(serve: Serve) -> None:
    client = serve(max_tweet=20, max_batch=2, max_body=200)
    assert client.post("/v1/context", json={"tweet": "x" * 20}).status_code == 200
    problem(client.post("/v1/context", json={"tweet": "x" * 21}), 422)
    assert client.post("/v1/contexts", json={"tweets": ["x", "y"]}).status_code == 200
    problem(client.post("/v1/contexts", json={"tweets": ["x", "y", "z"]}), 422)
    body = json.dumps({"tweet": "x"}).encode()
    assert client.post("/v1/context", content=body + b" " * (200 - len(body))).status_code == 200
    problem(client.post("/v1/context", content=body + b" " * (201 - len(body))), 413)


def test_a_body_that_does_not_say_how_large_it_is(serve: Serve) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(50):
            yield b" " * 10

    response = serve(max_body=200).post("/v1/context", content=chunks())
    assert problem(response, 413)["detail"] == "body: found more than 200 bytes, which is the most"


class Gate:
    """Stands in for the work on a context: it waits until the gate opens, or its work ends."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self.open, self.ended = threading.Semaphore(0), threading.Event(), threading.Semaphore(0)
        original = Contextualizer.contextualize

        def contextualize(contextualizer: Contextualizer, tweet: str, **length: Any) -> Any:
            self.began.release()
            try:
                while not self.open.wait(0.001):
                    checkpoint()
            finally:
                self.ended.release()
            return original(contextualizer, tweet, **length)

        monkeypatch.setattr(Contextualizer, "contextualize", contextualize)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    made = Gate(monkeypatch)
    yield made
    made.open.set()


def post(client: TestClient, number: int) -> Any:
    return client.post("/v1/context", json={"tweet": f"{TWEET} {number}"})


def test_more_work_than_the_queue_holds_is_refused_at_once(serve: Serve, gate: Gate) -> None:
    client = serve(threads=1, queue=1)
    with ThreadPoolExecutor(2) as callers:
        working = callers.submit(post, client, 1)
        assert gate.began.acquire(timeout=10)
        waiting = callers.submit(post, client, 2)
        while "tweetctx_queue_held 2.0" not in client.get("/v1/metrics").text:
            pass
        response = post(client, 3)
        assert problem(response, 503)["detail"] == "there is more work than can be done in time; try again in 1 s"
        assert response.headers["retry-after"] == "1"
        problem(client.post("/v1/contexts", json={"tweets": [TWEET]}), 503)
        problem(client.get("/v1/search?q=houston"), 503)
        assert client.get("/v1/health").status_code == 200
        gate.open.set()
        assert working.result().status_code == waiting.result().status_code == 200
    assert post(client, 3).status_code == 200
    metrics = client.get("/v1/metrics").text
    assert 'tweetctx_refusals_total{reason="queue"} 3.0' in metrics
    assert "tweetctx_queue_held 0.0" in metrics


@pytest.mark.thorough
def test_a_deadline_ends_the_answer_and_the_work(serve: Serve, gate: Gate) -> None:
    client = serve(threads=1, queue=1, deadline=1.0)
    assert problem(post(client, 1), 504)["detail"] == "the work took longer than its deadline of 1 s"
    assert gate.ended.acquire(timeout=60)
    response = client.post("/v1/contexts", json={"tweets": ["a", "b"]}, headers={"X-Request-ID": "mine"})
    lines = map(json.loads, response.text.splitlines())
    assert [(line["id"], line["status"], line["instance"]) for line in lines] == [
        ("1", 504, "urn:request:mine#/tweets/0"),
        ("2", 504, "urn:request:mine#/tweets/1"),
    ]
    while "tweetctx_queue_held 0.0" not in client.get("/v1/metrics").text:
        pass


@pytest.mark.thorough
def test_one_who_waits_for_too_long_is_refused_in_time_and_never_begins(serve: Serve, gate: Gate) -> None:
    client = serve(threads=1, queue=1, deadline=2.0)
    with ThreadPoolExecutor(2) as callers:
        working = callers.submit(post, client, 1)
        assert gate.began.acquire(timeout=10)
        waiting = callers.submit(post, client, 2)
        refused = waiting.result()
        assert not working.done()
    assert problem(refused, 503)["detail"] == "there is more work than can be done in time; try again in 1 s"
    assert refused.headers["retry-after"] == "1"
    assert working.result().status_code == 504
    assert not gate.began.acquire(blocking=False)
    assert 'tweetctx_refusals_total{reason="queue"} 1.0' in client.get("/v1/metrics").text


@pytest.mark.thorough
def test_a_tweet_that_waits_for_too_long_does_not_end_its_batch(serve: Serve, gate: Gate) -> None:
    client = serve(threads=1, queue=1, deadline=2.0)
    with ThreadPoolExecutor(2) as callers:
        working = callers.submit(post, client, 1)
        assert gate.began.acquire(timeout=10)
        batch = callers.submit(client.post, "/v1/contexts", json={"tweets": [TWEET, TWEET]})
        assert working.result().status_code == 504
        gate.open.set()
    refused, answered = map(json.loads, batch.result().text.splitlines())
    assert (refused["id"], refused["status"]) == ("1", 503)
    assert refused["detail"] == "there is more work than can be done in time; try again in 1 s"
    assert (answered["id"], answered["tweet"]) == ("2", TWEET)
    assert 'tweetctx_refusals_total{reason="queue"} 1.0' in client.get("/v1/metrics").text


def test_an_error_of_the_service_does_not_end_a_batch(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    original = Contextualizer.contextualize

    def fail(contextualizer: Contextualizer, tweet: str, **options: Any) -> Any:
        if tweet == "a":
            raise RuntimeError("a secret")
        return original(contextualizer, tweet, **options)

    monkeypatch.setattr(Contextualizer, "contextualize", fail)
    with caplog.at_level(logging.INFO, "tweetctx"):
        response = client.post("/v1/contexts", json={"tweets": [TWEET, "a", TWEET]})
    assert "secret" not in response.text
    lines = [json.loads(line) for line in response.text.splitlines()]
    assert [(line["id"], line.get("status")) for line in lines] == [("1", None), ("2", 500), ("3", None)]
    assert any("a secret" in record.fields["exception"] for record in caplog.records if "failed" in record.message)


def test_errors_that_nobody_meant(client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(Contextualizer, "contextualize", fail)
    with caplog.at_level(logging.INFO, "tweetctx"):
        response = post(client, 11)
    assert "secret" not in json.dumps(problem(response, 500))
    assert "Traceback" not in response.text
    failed = next(record for record in caplog.records if "request failed" in record.message)
    assert failed.fields["request_id"] == response.headers["x-request-id"]
    assert "a secret" in failed.fields["exception"]


def test_damage_that_is_found_when_asked(client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    def fail(*_: object, **__: object) -> None:
        raise IndexDamagedError("/where/it/is: damaged")

    monkeypatch.setattr(Contextualizer, "contextualize", fail)
    assert "/where" not in problem(post(client, 12), 500)["detail"]
    with caplog.at_level(logging.INFO, "tweetctx"):
        response = client.post("/v1/contexts", json={"tweets": [TWEET]})
    line, request_id = json.loads(response.text), response.headers["x-request-id"]
    assert (line["id"], line["status"], line["instance"]) == ("1", 500, f"urn:request:{request_id}#/tweets/0")
    _, failed = (record for record in caplog.records if "request failed" in record.message)
    assert (failed.fields["request_id"], "/where" in failed.fields["exception"]) == (request_id, True)


def test_an_index_that_cannot_be_reached(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise IndexAccessError("a cluster does not answer")

    monkeypatch.setattr(Contextualizer, "contextualize", fail)
    response = post(client, 13)
    problem(response, 503)
    assert response.headers["retry-after"] == "1"


def test_before_the_index_is_open(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    opening = threading.Event()
    warm = Contextualizer.warm
    monkeypatch.setattr(Contextualizer, "warm", lambda self: (opening.wait(10), warm(self)))
    client = serve(wait=False)
    for response in (client.get("/v1/ready"), post(client, 1), client.get("/v1/search?q=x")):
        problem(response, 503)
        assert response.headers["retry-after"] == "1"
    assert client.get("/v1/health").status_code == 200
    opening.set()
    while client.get("/v1/ready").status_code != 200:
        pass
    assert post(client, 1).status_code == 200


def test_an_answer_has_a_tag(client: TestClient, serve: Serve, demo_corpus: list[Path], tmp_path: Path) -> None:
    build_index(demo_corpus[:1], tmp_path / "x.idx", workers=1)
    bodies: list[dict[str, Any]] = [{}, {"limit": 499}, {"unit": "words"}, {"preset": "dcu-185"}, {"tweet": OTHERS[0]}]
    tags = [client.post("/v1/context", json={"tweet": TWEET} | body).headers["etag"] for body in bodies]
    tags.append(serve(index=str(tmp_path / "x.idx")).post("/v1/context", json={"tweet": TWEET}).headers["etag"])
    tags.append(client.post("/v1/link", json={"tweet": TWEET}).headers["etag"])
    assert len(set(tags)) == len(tags)
    again = client.post("/v1/context", json={"tweet": TWEET, "limit": 500, "preset": "default"})
    assert again.headers["etag"] == tags[0]


@pytest.mark.parametrize("known", ["{}", '"other", {}'])
def test_an_answer_that_is_known(known: str, client: TestClient) -> None:
    tag = post(client, 1).headers["etag"]
    headers = {"If-None-Match": known.format(tag)}
    response = client.post("/v1/context", json={"tweet": f"{TWEET} 1"}, headers=headers)
    assert (response.status_code, response.content, response.headers["etag"]) == (304, b"", tag)
    other = client.post("/v1/context", json={"tweet": f"{TWEET} 2"}, headers={"If-None-Match": tag})
    assert other.status_code == 200


def test_an_answer_is_kept(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client, without = serve(cache=2), serve(cache=0)
    first = [post(client, number).content for number in (1, 2)]
    post(without, 1)
    monkeypatch.setattr(Contextualizer, "contextualize", None)
    kept = [post(client, number) for number in (1, 2)]
    assert [answer.content for answer in kept] == first
    assert [answer.headers["cache-status"] for answer in kept] == ["tweetctx; hit"] * 2
    assert "tweetctx_cached_answers_total 2.0" in client.get("/v1/metrics").text
    assert post(without, 1).status_code == 500


def test_a_partial_answer_is_not_kept(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    client, contextualize = serve(), Contextualizer.contextualize
    with monkeypatch.context() as patch:
        patch.setattr(
            Contextualizer, "contextualize", lambda *given, **more: replace(contextualize(*given, **more), partial=True)
        )
        for _ in range(2):
            answer = post(client, 1)
            assert answer.json()["partial"] is True
            assert ContextAnswer.model_validate(answer.json()).partial
            assert answer.headers["cache-control"] == "no-store"
            assert not {"etag", "cache-status"} & {*answer.headers}
            assert "server-timing" in answer.headers
    whole = post(client, 1)
    assert "partial" not in whole.json()
    assert "cache-status" not in whole.headers
    assert "cache-status" in post(client, 1).headers


@pytest.mark.parametrize("model", [LinksAnswer, PassagesAnswer])
def test_links_and_passages_may_be_partial_too(
    model: type[LinksAnswer | PassagesAnswer], serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve()

    def ask() -> Any:
        if model is LinksAnswer:
            return client.post("/v1/link", json={"tweet": TWEET})
        return client.get("/v1/search", params={"q": TWEET})

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "partial", True)
        answers = [ask(), ask()]
    whole = ask()
    for answer in answers:
        assert answer.json() == whole.json() | {"partial": True}
        assert model.model_validate(answer.json()).partial
        assert answer.headers["cache-control"] == "no-store"
        assert not {"etag", "cache-status"} & {*answer.headers}
    assert "partial" not in whole.json()
    assert "cache-status" in ask().headers


@pytest.mark.thorough
def test_the_oldest_answer_goes(serve: Serve) -> None:
    client = serve(cache=2)
    for number in (1, 2, 1, 3):
        post(client, number)
    assert ["cache-status" in post(client, number).headers for number in (1, 3, 2)] == [True, True, False]


def test_a_request_has_an_id(client: TestClient) -> None:
    own = client.get("/v1/health", headers={"X-Request-ID": "mine-1"}).headers["x-request-id"]
    assert own == "mine-1"
    made = [client.get("/v1/health").headers["x-request-id"] for _ in range(2)]
    assert made[0] != made[1]
    bad = client.get("/v1/health", headers={"X-Request-ID": 'a"b'}).headers["x-request-id"]
    assert bad != 'a"b'


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/é", "/é"),
        ("/a b", '"/a b"'),
        ("/\n", r'"/\n"'),
        ("/\x1b[31m\x9b", r'"/\u001b[31m\u009b"'),
        ("/é\u2028b", r'"/é\u2028b"'),
    ],
)
def test_a_path_neither_ends_a_line_of_the_log_nor_steers_a_terminal(path: str, shown: str) -> None:
    record = logging.makeLogRecord({"msg": "request", "levelname": "INFO", "fields": {"path": path}})
    assert TextFormatter().format(record).endswith(f"INFO request path={shown}")


def test_a_tag_is_of_one_version(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = client.post("/v1/context", json={"tweet": TWEET}).headers["etag"]
    monkeypatch.setattr("tweetctx.interfaces.service.api.__version__", "0")
    answer = client.post("/v1/context", json={"tweet": TWEET}, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.headers["etag"] != tag


def test_json_has_a_number_for_every_score(demo_index: Path) -> None:
    explanation = Contextualizer.open(demo_index, "jm(lam=0)").explain(TWEET)
    context = explanation.context
    assert any(sentence.score == -math.inf for sentence in context.sentences)
    for record in (context.to_dict(), explanation_record(explanation)):
        read = json.loads(as_json(record), parse_constant=pytest.fail)
        assert any(sentence["score"] == -1e300 for sentence in read.get("sentences") or read["rejected"])


@pytest.mark.parametrize("log_tweets", [False, True])
def test_the_log(log_tweets: bool, serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    client = serve(log_tweets=log_tweets)
    with caplog.at_level(logging.DEBUG, "tweetctx"):
        responses = [
            client.post("/v1/context", json={"tweet": TWEET}),
            client.get("/v1/search", params={"q": "houston"}),
            client.post("/v1/contexts", json={"tweets": OTHERS[:1]}),
            client.post("/v1/context", json={"tweet": TWEET, "limit": "x"}),
        ]
        client.get("/v1/metrics")  # the requests that ended before are in the log by then
    ids = [response.headers["x-request-id"] for response in responses]
    own = [record for record in caplog.records if getattr(record, "fields", {}).get("request_id", ids[0]) in ids]
    lines = [record.fields for record in own if record.message == "request"]  # type: ignore[attr-defined]
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("POST", "/v1/context", 200),
        ("GET", "/v1/search", 200),
        ("POST", "/v1/contexts", 200),
        ("POST", "/v1/context", 422),
    ]
    assert [line["request_id"] for line in lines] == ids
    assert all(line["ms"] > 0 for line in lines)
    everything = " ".join(f"{record.__dict__}" for record in own if record.name.startswith("tweetctx"))
    assert ("oust" in everything) == log_tweets
    assert [line.get("tweet") for line in lines] == ([TWEET, "houston", OTHERS[:1], None] if log_tweets else [None] * 4)


def test_metrics(serve: Serve) -> None:
    client = serve()
    post(client, 1)
    client.post("/v1/context", json={})
    client.get("/nothing")
    response = client.get("/v1/metrics")
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    lines = response.text.splitlines()
    assert 'tweetctx_requests_total{method="POST",route="/v1/context",status="200"} 1.0' in lines
    assert 'tweetctx_requests_total{method="POST",route="/v1/context",status="422"} 1.0' in lines
    assert 'tweetctx_requests_total{method="any",route="unknown",status="404"} 1.0' in lines
    assert 'tweetctx_request_seconds_count{route="/v1/context"} 2.0' in lines
    for stage in ("normalize", "analyze", "search", "link", "pool", "score", "select"):
        assert f'tweetctx_stage_seconds_count{{stage="{stage}"}} 1.0' in lines
    assert "tweetctx_queue_capacity 1002.0" in lines
    assert "tweetctx_index_generation 1.0" in lines
    assert any(line.startswith("process_resident_memory_bytes ") for line in lines)


def test_the_times_of_the_stages(serve: Serve) -> None:
    timing = post(serve(), 1).headers["server-timing"]
    assert [part.partition(";dur=")[0] for part in timing.split(", ")] == [
        *("normalize", "analyze", "search", "link", "pool", "score", "select")
    ]
    assert all(float(part.partition(";dur=")[2]) >= 0 for part in timing.split(", "))


def test_other_origins(client: TestClient, serve: Serve) -> None:
    origin = {"Origin": "https://example.org"}
    asks = origin | {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
    assert "access-control-allow-origin" not in client.get("/v1/health", headers=origin).headers
    nobody = client.options("/v1/context", headers=asks)
    assert problem(nobody, 403)["detail"] == "origin: found 'https://example.org', expected one that --cors allows"
    assert client.options("/v1/context").status_code == 405
    named = serve(cors=("https://example.org",))
    allowed = "access-control-allow-origin"
    assert named.get("/v1/health", headers=origin).headers[allowed] == "https://example.org"
    assert named.options("/v1/context", headers=asks).status_code == 200
    assert allowed not in named.get("/v1/health", headers={"Origin": "https://example.com"}).headers
    refused = named.options("/v1/context", headers=asks | {"Origin": "https://example.com"})
    assert problem(refused, 403)["detail"] == "origin: found 'https://example.com', expected one that --cors allows"
    assert refused.headers["x-content-type-options"] == "nosniff"
    assert not any(name.startswith("access-control") for answer in (nobody, refused) for name in answer.headers)
    private = asks | {"Access-Control-Request-Private-Network": "true"}
    assert named.options("/v1/context", headers=private).status_code == 200
    method = named.options("/v1/context", headers=asks | {"Access-Control-Request-Method": "PUT"})
    assert problem(method, 403)["detail"] == "access-control-request-method: found 'PUT', expected GET or POST"
    assert named.options("/v1/context", headers=asks).headers["x-request-id"]
    assert named.options("/v1/context").status_code == 405
    assert named.post("/v1/context", json={}, headers=origin).headers[allowed] == "https://example.org"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer # not a key"}, 401),
        ({"Authorization": "Basic !"}, 401),
        ({"X-API-Key": ""}, 401),
        ({"Authorization": "Bearer first"}, 200),
        ({"authorization": "bearer second"}, 200),
        ({"X-API-Key": "second"}, 200),
        ({"Authorization": "Basic YW55Ym9keTpmaXJzdA=="}, 200),  # anybody:first
    ],
)
def test_keys(headers: dict[str, str], status: int, serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("first\n# not a key\n\n  second \n", "utf-8-sig")
    client = serve(api_keys=tmp_path / "keys")
    asked = [
        client.post("/v1/context", json={"tweet": "x"}, headers=headers),
        client.post("/v1/contexts", json={"tweets": ["x"]}, headers=headers),
        client.post("/v1/link", json={"tweet": "x"}, headers=headers),
        client.get("/v1/search?q=x", headers=headers),
        client.get("/v1/metrics", headers=headers),
    ]
    assert {response.status_code for response in asked} == {status}
    if status == 401:
        problem(asked[0], 401)
        assert asked[0].headers["www-authenticate"].startswith("Bearer")
    for path in ("/v1/health", "/v1/ready", "/docs"):
        assert client.get(path).status_code == 200


def test_a_star_names_no_answer_to_a_post(client: TestClient) -> None:
    post(client, 1)
    star = {"If-None-Match": "*"}
    assert client.post("/v1/context", json={"tweet": f"{TWEET} 1"}, headers=star).status_code == 200
    assert client.get("/v1/search?q=houston", headers=star).status_code == 304


def test_the_lines_of_a_batch_have_reason_and_confidence(client: TestClient) -> None:
    lines = client.post("/v1/contexts", json={"tweets": [TWEET, "zzqx blorft"]}).text.splitlines()
    known, unknown = map(json.loads, lines)
    assert (known["reason"], unknown["confidence"]) == ("", None)
    assert 0 < known["confidence"] <= 1
    assert unknown["reason"] == "none of its words is in the index (zzqx blorft)"


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("q=%F6", 400, "query: found %F6, expected UTF-8, percent-encoded: %C3%B6 for ö"),
        ("q=a%C3", 400, "query: found %C3, expected UTF-8, percent-encoded: %C3%B6 for ö"),
        ("q=%ED%A0%80", 400, "query: found %ED, expected UTF-8, percent-encoded: %C3%B6 for ö"),
        ("q=", 422, "query: #/q: found 0 characters, expected at least 1"),
        ("q=x&k=many", 422, 'query: #/k: found "many", expected a whole number'),
        ("q=x&k=101", 422, 'query: #/k: found "101", expected at most 100'),
        ("q=x&page=2", 422, "query: #/page: found an unknown field, expected one of q, k, exact"),
        ("k=3", 422, "query: #/q: found nothing, expected a value"),
    ],
)
def test_what_is_wrong_with_a_query(query: str, status: int, said: str, client: TestClient) -> None:
    assert problem(client.get(f"/v1/search?{query}"), status)["detail"] == said


def test_a_query_may_hold_any_character(client: TestClient) -> None:
    assert client.get("/v1/search?q=caf%C3%A9+%F0%9F%98%80").json()["query"] == "café 😀"


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate, gzip", "GZIP"])
def test_encoded_bodies(coding: str, client: TestClient) -> None:
    content = gzip.compress(json.dumps({"tweet": TWEET}).encode())
    response = client.post("/v1/context", content=content, headers={"Content-Encoding": coding})
    found = f"content-encoding: found {coding.lower()!r}, expected a body as it is"
    assert problem(response, 415)["detail"] == found
    assert response.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "body: found nothing, expected a JSON object"),
        (b"{", "body: found what is no JSON at line 1 column 1, expected a JSON object in UTF-8"),
        (b'{"tweet": ' + b"[" * 100_000, "body: found JSON that is nested too deeply, expected a JSON object"),
        (b'{"tweet":\n x}', "body: found what is no JSON at line 2 column 2, expected a JSON object in UTF-8"),
        (b'{"tweet": "\xff"}', "body: found what is no JSON at line 1 column 12, expected a JSON object in UTF-8"),
    ],
)
def test_what_is_wrong_with_json(body: bytes, said: str, client: TestClient) -> None:
    assert problem(client.post("/v1/context", content=body), 400)["detail"] == said


def test_health_names_the_version(client: TestClient) -> None:
    assert client.get("/v1/health").json() == {"status": "ok", "version": __version__}


def test_the_log_names_client_and_refused_origin(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    client = serve(cors=("https://example.org",))
    with caplog.at_level(logging.INFO, "tweetctx"):
        for origin in ("https://example.org", "https://example.com"):
            client.get("/v1/search?q=houston", headers={"Origin": origin})
        client.get("/v1/metrics")
    lines = [record.fields for record in caplog.records if record.message == "request"]  # type: ignore[attr-defined]
    asked = [line for line in lines if line["path"] == "/v1/search"]
    assert [line.get("refused_origin") for line in asked] == [None, "https://example.com"]
    assert {line["client"] for line in asked} == {"testclient"}


def test_a_service_says_when_it_is_ready(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "tweetctx"):
        serve()
    ready = [record.fields for record in caplog.records if record.message == "ready"]  # type: ignore[attr-defined]
    assert len(ready) == 1
    assert ready[0]["articles"] > 0
