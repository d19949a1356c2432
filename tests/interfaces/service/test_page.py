"""The pages, as they come from the service; test_browser looks at them as people do."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from starlette.testclient import TestClient

from tweetctx import Contextualizer
from tweetctx.interfaces.service.views import web_address
from tweetctx.interfaces.service.web_pages import STATIC, _with_code
from tweetctx.runtime.deadlines import checkpoint

pytest_plugins = ["services"]

Serve = Callable[..., TestClient]
TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text without white space at the ends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts += [text] if (text := " ".join(data.split())) else []

    def of(self, tag: str, **wanted: str) -> Iterator[dict[str, str | None]]:
        for name, attributes in self.elements:
            if name == tag and all(attributes.get(key.strip("_")) == value for key, value in wanted.items()):
                yield attributes


def page(client: TestClient, status: int = 200, **query: Any) -> Elements:
    response = client.post("/", data=query, headers=BROWSER) if query else client.get("/", headers=BROWSER)
    assert response.status_code == status
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    return Elements(response.text)


def test_the_empty_page(client: TestClient) -> None:
    found = page(client)
    assert {form["method"] for form in found.of("form")} == {"post"}
    assert {field["name"] for tag in ("textarea", "input", "select") for field in found.of(tag)} == {
        *("tweet", "preset", "limit", "unit")
    }
    assert [field["value"] for field in found.of("input", name="preset")] == [
        "default",
        "dcu-185",
        "dcu-186",
        "dcu-187",
    ]
    assert not list(found.of("section", _class="result"))
    (field,) = found.of("textarea")
    assert {"maxlength", "autofocus"}.isdisjoint(field)  # what is pasted is not cut without a word


def test_a_tweet_with_its_context(client: TestClient, demo_index: Path) -> None:
    found = page(client, tweet=TWEET)
    context = Contextualizer.open(demo_index).contextualize(TWEET)
    assert context.sentences
    for sentence in context.sentences:
        assert sentence.text in found.texts
        assert sentence.title in found.texts
    mentions = [element for tag in ("a", "span") for element in found.of(tag, _class="mention")]
    assert len(mentions) == len(context.links)
    quoted = {quote["data-article"] for quote in found.of("li") if "data-article" in quote}
    assert {mention["data-article"] for mention in mentions if mention["href"]} & quoted
    anchors = {quote["id"] for quote in found.of("li") if "id" in quote}
    assert {str(mention["href"]).removeprefix("#") for mention in mentions} <= anchors
    assert "How it was found" in found.texts
    for stage in ("normalize", "search", "link", "score"):
        assert stage in found.texts


def test_the_state_is_in_the_form(client: TestClient) -> None:
    found = page(client, tweet=TWEET, preset=["dcu-185", "jm(lam=0.3)"], limit=140, unit="words")
    assert [field["value"] for field in found.of("input", name="preset") if "checked" in field] == [
        *("dcu-185", "jm(lam=0.3)")
    ]
    assert next(found.of("input", name="limit"))["value"] == "140"
    chosen = [option for option in found.of("option") if "selected" in option]
    assert len(chosen) == 1
    assert found.texts.count(TWEET) >= 1
    assert len(list(found.of("section", _class="result"))) == 2


def test_nothing_to_say(client: TestClient) -> None:
    found = page(client, tweet="zzqx blorft")
    assert "Nothing found: none of its words is in the index (zzqx blorft)." in found.texts


@pytest.mark.parametrize(
    "tweet",
    [
        "<script>alert(1)</script> Houston",
        '"><img src=x onerror=alert(1)> #WhitneyHouston',
        "</textarea><script>alert(1)</script>",
        "&lt;b&gt; Houston {{ 7*7 }}",
    ],
)
def test_a_tweet_is_text(tweet: str, client: TestClient) -> None:
    found = page(client, tweet=tweet)
    assert [attributes.get("src") for attributes in found.of("script")] == ["static/page.js"]
    assert not list(found.of("img"))
    assert not list(found.of("b", _class=""))
    shown = "".join(found.texts).replace(" ", "")
    assert tweet.replace(" ", "") in shown or "Houston" in tweet  # mentions part the text
    assert ("{{" in shown) == ("{{" in tweet)


def test_line_ends_of_forms_are_one_character(client: TestClient) -> None:
    text = "Whitney Houston\r\nNewark"
    response = client.post("/", data={"tweet": text}, headers=BROWSER)
    assert "&#13;" not in response.text
    assert "\r" not in response.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"tweet": "x", "limit": "many"}, 'Length: found "many", expected a whole number'),
        ({"tweet": "x", "limit": "-1"}, 'Length: found "-1", expected at least 0'),
        ({"tweet": "x", "unit": "pages"}, 'Unit: found "pages", expected one of chars'),
        ({"tweet": "x", "preset": "nonsense"}, "Find it with: found 'nonsense', expected one of jm"),
        (
            {"tweet": "x", "preset": ["default", "dcu-185", "dcu-186", "dcu-187", "jm"]},
            "Find it with: found 5 items, expected at most 4",
        ),
        ({"tweet": "x" * 10_001}, "10,001 characters"),
        ({"tweet": " \n "}, "Tweet: found an empty text, expected words"),
    ],
)
def test_what_is_wrong_is_said_in_the_page(query: dict[str, Any], said: str, client: TestClient) -> None:
    found = page(client, 422, **query)
    assert list(found.of("div", role="alert"))
    assert any(said in text for text in found.texts)
    assert not any("#/" in text for text in found.texts)
    assert ["autofocus" in field for field in found.of("textarea")] == [True]


def test_too_much_work_is_said_in_the_page(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            checkpoint()

    client = serve(deadline=0.05)
    monkeypatch.setattr(Contextualizer, "explain", endless)
    assert "the work took longer than its deadline of 0.05 s" in page(client, 504, tweet=TWEET).texts


def test_nothing_comes_from_another_host_and_nothing_is_inline(client: TestClient) -> None:
    for path in ("/", "/docs"):
        asked = {"data": {"tweet": TWEET}, "headers": BROWSER}
        response = client.post(path, **asked) if path == "/" else client.get(path, headers=BROWSER)  # type: ignore[arg-type]
        found = Elements(response.text)
        for tag, attributes in found.elements:
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
            for name in ("src", "srcset", "data", "action", "poster"):
                assert not urlsplit(attributes.get(name) or "").netloc
            if tag == "link":
                assert not urlsplit(attributes["href"] or "").netloc
        assert not list(found.of("style"))
        policy = dict(part.split(" ", 1) for part in response.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert response.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("file", sorted(path.name for path in STATIC.iterdir()))
def test_static_files(file: str, client: TestClient) -> None:
    response = client.get(f"/static/{file}")
    assert response.content == (STATIC / file).read_bytes()
    if file.endswith(".ico"):
        return
    assert not re.search(r"https?://(?!www\.w3\.org/)|@import|url\(", response.text)


def test_the_page_needs_a_key_too(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("secret\n")
    client = serve(api_keys=tmp_path / "keys")
    response = client.post("/", data={"tweet": TWEET})
    assert response.status_code == 401
    assert "Basic" in response.headers["www-authenticate"]
    assert client.post("/", data={"tweet": TWEET}, auth=("", "secret")).status_code == 200


def test_docs_describe_every_route(client: TestClient) -> None:
    document = client.get("/docs").json()
    assert document == client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1.")
    assert set(document["paths"]) == {
        f"/v1/{name}" for name in ("context", "contexts", "link", "search", "health", "ready", "metrics")
    }
    found = Elements(client.get("/docs", headers=BROWSER).text)
    assert set(document["paths"]) <= set(found.texts)
    assert set(document["components"]["schemas"]) <= set(found.texts)
    anchors = {attributes["id"] for _, attributes in found.elements if "id" in attributes}
    targets = {str(link["href"])[1:] for link in found.of("a") if str(link["href"]).startswith("#")}
    assert targets <= anchors


def test_the_limits_are_documented(serve: Serve) -> None:
    schemas = serve(max_tweet=321, max_batch=7).get("/openapi.json").json()["components"]["schemas"]
    tweets = schemas["ContextsRequest"]["properties"]["tweets"]
    assert tweets["maxItems"] == 7
    for tweet in (schemas["ContextRequest"]["properties"]["tweet"], tweets["items"]):
        assert [one["maxLength"] for one in tweet["anyOf"] if one["type"] == "string"] == [321]


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://en.wikipedia.org/wiki/X", "https://en.wikipedia.org/wiki/X"),
        ("http://x", "http://x"),
        ("javascript:alert(1)", ""),
        ("demo:X", ""),
        ("", ""),
    ],
)
def test_addresses_that_a_page_links_to(url: str, address: str) -> None:
    assert web_address(url) == address


@pytest.mark.parametrize("path", ["/nothing", "/a/b/c", "/static/nothing.css", "/v1/nothing"])
def test_what_is_not_found_is_a_page_for_a_browser(path: str, client: TestClient) -> None:
    response = client.get(path, headers=BROWSER)
    assert (response.status_code, response.headers["content-type"]) == (404, "text/html; charset=utf-8")
    found = Elements(response.text)
    assert "Not Found" in found.texts
    for tag, name in (("link", "href"), ("script", "src"), ("a", "href")):
        for attributes in found.of(tag):
            target = str(attributes[name])
            assert target.startswith("#") or client.get(urljoin(path, target)).status_code == 200
    for accept in ("*/*", "application/json", "text/html;q=0.1, application/json"):
        other = client.get(path, headers={"Accept": accept})
        assert (other.status_code, other.headers["content-type"]) == (404, "application/problem+json")
    assert client.post(path, headers=BROWSER).headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("accept", "html"),
    [
        ("text/html", True),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", True),
        ("text/*", True),
        ("application/json;q=0.5, text/html;q=0.6", True),
        ("TEXT/HTML; Q=0.9, application/json;q=0.8", True),
        ("text/html;q=0.4, application/json", False),
        ("text/html;q=0, */*", False),
        ("text/html;level=1;q=0.3, */*;q=0.7", False),
        ("*/*", False),
        ("", False),
        ("application/json", False),
        ("text/html;q=nonsense", False),
        ("application/*, text/html;q=0.9", False),
    ],
)
def test_docs_are_in_the_form_that_is_preferred(accept: str, html: bool, client: TestClient) -> None:
    found = client.get("/docs", headers={"Accept": accept}).headers["content-type"]
    assert found == ("text/html; charset=utf-8" if html else "application/json")


def test_the_icon_is_where_browsers_look(client: TestClient) -> None:
    response = client.get("/favicon.ico")
    assert response.content[:4] == b"\0\0\1\0"
    assert "icon" in response.headers["content-type"]


def test_a_tweet_in_an_address_is_not_read(client: TestClient) -> None:
    response = client.get("/", params={"tweet": TWEET}, headers=BROWSER)
    assert response.status_code == 200
    assert "Newark" not in Elements(response.text).texts
    assert next(Elements(response.text).of("form", _class="ask"))["action"] == "./"


def test_nine_thousand_emoji_are_answered(client: TestClient) -> None:
    found = page(client, tweet="😀" * 9_000)
    assert any(text.startswith("Nothing found: ") for text in found.texts)


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"tweet=%F6", "application/x-www-form-urlencoded", 400),
        (b"tweet=caf\xc3\xa9", "application/x-www-form-urlencoded", 400),
        (b"{}", "application/json", 415),
        (b"tweet=" + b"x" * (1 << 20), "application/x-www-form-urlencoded", 413),
    ],
)
def test_other_bodies_are_a_page_that_says_so(content: bytes, kind: str, status: int, client: TestClient) -> None:
    response = client.post("/", content=content, headers={**BROWSER, "Content-Type": kind})
    assert (response.status_code, response.headers["content-type"]) == (status, "text/html; charset=utf-8")
    assert list(Elements(response.text).of("div", role="alert"))


def test_each_quote_says_how_sure_it_is_named(client: TestClient, demo_index: Path) -> None:
    text = client.post("/", data={"tweet": TWEET}, headers=BROWSER).text
    context = Contextualizer.open(demo_index).contextualize(TWEET)
    named = {link.title: round(link.probability * 100) for link in context.links}
    quoted = {title for title, _ in context.sources}
    assert quoted & named.keys()
    for title in quoted & named.keys():
        assert f"{named[title]} % sure that the tweet names it" in text
    assert "sure what it is about" not in text


def test_what_stands_between_backticks_is_code() -> None:
    assert _with_code("a `<b>` & `c`") == "a <code>&lt;b&gt;</code> &amp; <code>c</code>"
    assert _with_code("<a>") == "&lt;a&gt;"


def test_no_page_shows_backticks(client: TestClient) -> None:
    for path in ("/", "/docs", "/nowhere"):
        assert "`" not in client.get(path, headers=BROWSER).text
    assert "<p>Found no page at this address" in client.get("/nowhere", headers=BROWSER).text


def test_the_page_says_which_index_it_asks(client: TestClient, demo_index: Path) -> None:
    articles = Contextualizer.open(demo_index).index.size.documents
    line = next(text for text in page(client).texts if text.startswith("Index demo.idx: "))
    assert line.startswith(f"Index demo.idx: {articles:,} articles, built on 20")


def test_the_demonstration_is_not_shown_as_wikipedia(serve: Serve, demo_index: Path, tmp_path: Path) -> None:
    (tmp_path / "demonstration-1-a.idx").symlink_to(demo_index)
    client = serve(index=str(tmp_path / "demonstration-1-a.idx"))
    empty, full = page(client), page(client, tweet=TWEET)
    assert any(text.startswith("This is a demonstration: ") for text in empty.texts)
    assert any("of a small demonstration corpus" in text for text in empty.texts)
    assert any(text.startswith("Text from the demonstration corpus") for text in full.texts)
    assert not any("sentences of Wikipedia" in text for text in empty.texts)
