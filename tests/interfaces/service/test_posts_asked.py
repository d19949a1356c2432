"""Objects of platforms in place of a text, in requests."""

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tweetctx import Contextualizer
from tweetctx.tweets import Post

pytest_plugins = ["services"]

TEXT = "The funeral of #WhitneyHouston begins at noon in Newark"
QUOTED = {
    "id_str": "1",
    "full_text": TEXT,
    "created_at": "Sat Feb 18 12:00:00 +0000 2012",
    "user": {"screen_name": "CNN"},
}
OBJECTS: dict[str, dict[str, Any]] = {
    "v1.1": {"id_str": "1", "full_text": TEXT},
    "v2": {"data": {"id": "1", "text": TEXT}, "includes": {"users": []}},
    "archive": {"tweet": {"id_str": "1", "full_text": TEXT}},
    "retweet": {"id_str": "2", "full_text": "RT @CNN: The fun…", "retweeted_status": {"text": TEXT}},
    "Mastodon": {"id": "1", "content": f"<p>{TEXT}</p>", "account": {"acct": "cnn"}},
    "boost": {"id": "2", "content": "", "reblog": {"id": "1", "content": f"<p>{TEXT}</p>"}},
    "Bluesky": {"uri": "at://a/1", "author": {"handle": "cnn.com"}, "record": {"text": TEXT}},
    "Telegram": {"message_id": 1, "date": 1329566400, "text": TEXT},
    "quoting": {"id_str": "3", "full_text": "This!", "quoted_status": QUOTED},
}


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "took_ms"}


@pytest.fixture(scope="module")
def library(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


@pytest.mark.parametrize("name", OBJECTS)
def test_the_context_of_an_object_is_that_of_the_library(
    name: str, client: TestClient, library: Contextualizer
) -> None:
    response = client.post("/v1/context", json={"tweet": OBJECTS[name]})
    assert response.status_code == 200, response.text
    answer = response.json()
    assert timeless(answer) == timeless(json.loads(json.dumps(library.contextualize(OBJECTS[name]).to_dict("1"))))
    assert answer["tweet"] == TEXT
    assert "Whitney Houston" in [link["title"] for link in answer["links"]]


def test_a_batch_has_texts_and_objects(client: TestClient) -> None:
    asked = {"tweets": [TEXT, *OBJECTS.values(), "😀"]}
    lines = [json.loads(line) for line in client.post("/v1/contexts", json=asked).text.splitlines()]
    assert [line["id"] for line in lines] == [str(number) for number in range(1, len(asked["tweets"]) + 1)]
    assert [line["tweet"] for line in lines] == [*[TEXT] * (len(OBJECTS) + 1), "😀"]
    assert [line["text"] for line in lines[:-1]].count("") == 0


@pytest.mark.parametrize("name", ["v1.1", "quoting", "Bluesky"])
def test_the_links_of_an_object_stand_in_the_text_of_the_answer(name: str, client: TestClient) -> None:
    answer = client.post("/v1/link", json={"tweet": OBJECTS[name]}).json()
    assert answer["tweet"] == TEXT
    assert answer["links"]
    for link in answer["links"]:
        assert answer["tweet"][link["start"] : link["end"]] == link["text"]


def test_objects_that_differ_in_what_they_quote_have_different_tags(client: TestClient) -> None:
    quoting = [{"text": "Newark", "quoted_status": {"text": text}} for text in ("Whitney Houston", "New Jersey")]
    tags = [client.post("/v1/context", json={"tweet": tweet}).headers["etag"] for tweet in (*quoting, quoting[0])]
    assert tags[0] == tags[2] != tags[1]


@pytest.mark.parametrize(
    ("tweet", "detail"),
    [
        ({}, 'found no "text", expected a tweet {"id", "text"}'),
        ({"id": "1"}, 'found no "text", expected a tweet {"id", "text"}'),
        ({"text": 7}, 'found "text" that is a number, expected a string'),
        ({"delete": {"status": {"id": 1}}}, 'found a notice (delete), expected a tweet {"id", "text"}'),
        ({"data": []}, "found 0 posts, expected one"),
        ({"data": [{"text": "a"}, {"text": "b"}]}, "found 2 posts, expected one"),
        ({"text": "x" * 10_001}, "found 10,001 characters, expected at most 10,000"),
        ({"text": "a", "quoted_status": {"text": "x" * 10_001}}, "found 10,001 characters, expected at most 10,000"),
        (7, "found 7, expected a text, or an object of a platform's interface"),
        ([], "found an array, expected a text, or an object of a platform's interface"),
        (None, "found null, expected a text, or an object of a platform's interface"),
    ],
)
def test_what_is_wrong_with_a_tweet(tweet: Any, detail: str, client: TestClient) -> None:
    for path, body, pointer in (
        ("/v1/context", {"tweet": tweet}, "#/tweet"),
        ("/v1/link", {"tweet": tweet}, "#/tweet"),
        ("/v1/contexts", {"tweets": ["a text", tweet]}, "#/tweets/1"),
    ):
        response = client.post(path, json=body)
        assert response.status_code == 422
        assert response.json()["errors"] == [{"pointer": pointer, "detail": detail}]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb'{"tweet": "Whitney Houston \ud83c"}', "Whitney Houston \ufffd"),
        (rb'{"tweet": "\udf89 Whitney Houston"}', "\ufffd Whitney Houston"),
        (rb'{"tweet": "Whitney \ud83c\ud83c\udf89 Houston"}', "Whitney \ufffd\U0001f389 Houston"),
        (rb'{"tweet": {"text": "Whitney Houston \ud83c"}}', "Whitney Houston \ufffd"),
        (rb'{"tweet": {"text": "wow", "quoted_status": {"text": "Whitney Houston \ud83c"}}}', "Whitney Houston \ufffd"),
        (rb'{"tweet": "Whitney Houston \ud83c\udf89"}', "Whitney Houston \U0001f389"),
    ],
)
def test_a_tweet_cut_inside_a_character_is_answered(body: bytes, text: str, client: TestClient) -> None:
    response = client.post("/v1/context", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 200, response.text
    assert response.json()["tweet"] == text
    assert response.json()["text"]


def test_one_cut_tweet_of_a_batch_does_not_lose_the_others(client: TestClient) -> None:
    body = rb'{"tweets": ["Whitney Houston", "cut \ud83c", {"text": "\udc00 Newark"}]}'
    response = client.post("/v1/contexts", content=body, headers={"Content-Type": "application/json"})
    tweets = [json.loads(line)["tweet"] for line in response.text.splitlines()]
    assert tweets == ["Whitney Houston", "cut \ufffd", "\ufffd Newark"]


def test_openapi_says_that_a_tweet_is_a_text_or_an_object(client: TestClient) -> None:
    schemas = client.get("/openapi.json").json()["components"]["schemas"]
    of_one = [schemas[name]["properties"]["tweet"] for name in ("ContextRequest", "LinkRequest")]
    for field in (*of_one, schemas["ContextsRequest"]["properties"]["tweets"]["items"]):
        kinds = {one["type"]: one for one in field["anyOf"]}
        assert kinds.keys() == {"string", "object"}
        assert kinds["string"]["maxLength"] == 10_000
        assert "Mastodon" in kinds["object"]["description"]


def test_a_post_of_the_library_is_taken_as_it_is() -> None:
    from tweetctx.interfaces.service.messages import requests_within
    from tweetctx.interfaces.service.settings import Settings

    asked = requests_within(Settings(index="x")).context.model_validate({"tweet": Post("a text")})
    assert asked.tweet == Post("a text")
