"""Posts as platforms give them: forty objects of each, made for this, every one with what must be read of it."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tweetctx.errors import TweetError
from tweetctx.tweets import Post, read_post

TEXTS = (
    "Whitney Houston sings",
    "Apollo 11 lands on the Moon & returns",
    "Der Zug nach Köln",
    "日本の桜",
    "Rain in York\nand wind",
    "1 < 2",
    "A very long post about The Bodyguard " + "and its songs " * 40,
    "🚀 up",
)
DAY = date(2019, 7, 20)
V1_DATE, ISO_DATE = "Sat Jul 20 20:17:40 +0000 2019", "2019-07-20T20:17:40.000Z"
NASA = {"screen_name": "NASA", "name": "NASA HQ"}
PART = "Half of it…"
Case = tuple[dict[str, Any], Post]


def x_objects(text: str) -> Iterator[Case]:
    own = Post(text, "NASA", "NASA HQ", DAY)
    whole = {"id_str": "1", "full_text": text, "created_at": V1_DATE, "user": NASA}
    yield whole, own
    yield {"tweet": whole}, own
    yield {**whole, "full_text": None, "text": PART, "extended_tweet": {"full_text": text}}, own
    again = {"id_str": "2", "full_text": f"RT @NASA: {text[:20]}…", "user": {"screen_name": "fan"}}
    yield {**again, "retweeted_status": whole}, Post(text, "NASA", "NASA HQ", DAY, repeated_by="fan")
    yield {**again, "retweeted_status": {"text": text}}, Post(text, "NASA", repeated_by="fan")
    quoting = {"id_str": "3", "full_text": "This!", "quoted_status": whole}
    yield quoting, Post("This!", quoted=own)
    note = {"note_tweet_results": {"result": {"text": text}}}
    core = {"user_results": {"result": {"legacy": NASA}}}
    legacy = {"full_text": PART, "created_at": V1_DATE}
    yield {"rest_id": "4", "core": core, "note_tweet": note, "legacy": legacy}, own
    data = {"id": "5", "text": text, "author_id": "9", "created_at": ISO_DATE}
    users = [{"id": "9", "username": "NASA", "name": "NASA HQ"}]
    yield {"data": data, "includes": {"users": users}}, own
    repeats = {"id": "6", "text": PART, "referenced_tweets": [{"type": "retweeted", "id": "5"}]}
    yield {"data": [repeats], "includes": {"tweets": [data], "users": users}}, own


def mastodon_objects(text: str) -> Iterator[Case]:
    flat = " ".join(text.split())
    own = Post(flat, "nasa", "NASA HQ", DAY)
    content = "<p>" + text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "<br />") + "</p>"
    status = {
        "id": "1",
        "created_at": ISO_DATE,
        "content": content,
        "account": {"acct": "nasa", "display_name": "NASA HQ"},
    }
    yield status, own
    boost = {"id": "2", "content": "", "account": {"acct": "fan"}, "reblog": status}
    yield boost, Post(flat, "nasa", "NASA HQ", DAY, repeated_by="fan")
    yield {**status, "spoiler_text": "Space"}, Post(f"Space\n{flat}", "nasa", "NASA HQ", DAY)
    yield {"id": "3", "content": "<p>This!</p>", "quote": {"quoted_status": status}}, Post("This!", quoted=own)
    note = {"content": content, "attributedTo": "https://m.example/users/nasa", "published": ISO_DATE}
    yield {"type": "Create", "object": note}, Post(flat, "nasa", created_at=DAY)
    announce = {"type": "Announce", "actor": "https://m.example/users/fan", "object": note}
    yield announce, Post(flat, "nasa", created_at=DAY, repeated_by="fan")


def bluesky_objects(text: str) -> Iterator[Case]:
    own = Post(text, "nasa.gov", "NASA HQ", DAY)
    author = {"handle": "nasa.gov", "displayName": "NASA HQ"}
    view = {"uri": "at://a/1", "author": author, "record": {"text": text, "createdAt": ISO_DATE}}
    yield view, own
    yield {"post": view}, own
    by = {"by": {"handle": "fan.example"}}
    yield {"post": view, "reason": by}, Post(text, "nasa.gov", "NASA HQ", DAY, repeated_by="fan.example")
    quoted = {"uri": "at://a/1", "author": author, "value": {"text": text, "createdAt": ISO_DATE}}
    yield {"uri": "at://b/1", "record": {"text": "This!"}, "embed": {"record": quoted}}, Post("This!", quoted=own)
    yield {"post": {"uri": "at://b/2", "record": {"text": "Yes"}}, "reply": {"parent": view}}, Post("Yes", answered=own)


def telegram_objects(text: str) -> Iterator[Case]:
    own = Post(text, "nasa", "NASA HQ", DAY)
    chat = {"type": "channel", "title": "NASA HQ", "username": "nasa"}
    message = {"message_id": 1, "chat": chat, "date": 1563653860, "text": text}
    yield message, own
    yield {"update_id": 7, "channel_post": message}, own
    origin = {"type": "channel", "chat": chat, "date": 1563653860}
    fan = {"first_name": "A", "username": "fan"}
    forwarded = {"message_id": 2, "from": fan, "date": 1600000000, "text": text, "forward_origin": origin}
    yield forwarded, Post(text, "nasa", "NASA HQ", DAY, repeated_by="fan")
    yield (
        {"message_id": 3, "date": 1563653860, "text": "Yes", "reply_to_message": message},
        Post("Yes", created_at=DAY, answered=own),
    )
    parts = [text[:5], {"type": "bold", "text": text[5:]}]
    export = {"id": 4, "type": "message", "date": "2019-07-20T20:17:40", "from": "NASA HQ", "text": parts}
    yield export, Post(text, name="NASA HQ", created_at=DAY)


MAKERS = (x_objects, mastodon_objects, bluesky_objects, telegram_objects)
CASES = [case for make in MAKERS for text in TEXTS for case in make(text)]


@pytest.mark.parametrize("key", ["quoted", "answered"])
def test_posts_within_posts_are_read_four_deep(key: str) -> None:
    given: dict[str, Any] = {"text": "0"}
    for level in range(1, 2000):
        given = {"text": str(level), key: given}
    post: Post | None = read_post(given)
    texts = []
    while post:
        texts.append(post.text)
        post = post.quoted or post.answered
    assert texts == ["1999", "1998", "1997", "1996", "1995"]


def test_every_page_that_a_tweet_links_to_counts_once() -> None:
    urls = [{"unwound": page} for page in ({"description": "One."}, {"description": "Two."}, {"description": "One."})]
    post = read_post({"full_text": "look", "entities": {"urls": urls}})
    assert [page.description for page in post.pages] == ["One.", "Two."]


def test_what_explains_a_post_is_of_its_time_unless_it_says_so_itself() -> None:
    old = Post("Before", created_at=date(2010, 1, 1))
    for quoted, day in ((Post("Now"), DAY), (old, date(2010, 1, 1))):
        subject = Post("This!", created_at=DAY, quoted=quoted).subject
        assert subject is not None
        assert subject.created_at == day


@pytest.mark.parametrize(("given", "expected"), CASES)
def test_a_post_of_a_platform(given: dict[str, Any], expected: Post) -> None:
    assert read_post(given) == expected


def test_each_platform_has_forty_objects() -> None:
    assert all(sum(len([*make(text)]) for text in TEXTS) >= 40 for make in MAKERS)


OF_ID, ID = date(2012, 2, 12), "168500000000000001"
SNSCRAPE = {"username": "CNN", "displayname": "CNN News"}
REPEAT = {"type": "retweeted", "id": ID}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"data": {"id": "1685000000000000001", "text": "RT @CNN: Wh…", "referenced_tweets": [REPEAT]},
          "includes": {"tweets": [{"id": ID, "text": "Whitney"}]}}, Post("Whitney", "CNN", created_at=OF_ID)),
        ({"full_text": "", "text": "x"}, Post("x")),
        ({"full_text": "", "text": None}, Post("")),
        ({"id": 1, "date": "2012-02-11T23:58:00+00:00", "content": "a <b> &amp; c", "user": SNSCRAPE,
          "quotedTweet": {"id": 5, "content": "The Bodyguard", "user": {"username": "a"}}, "retweetedTweet": None},
         Post("a <b> &amp; c", "CNN", "CNN News", date(2012, 2, 11), quoted=Post("The Bodyguard", "a"))),
        ({"rawContent": "Whitney", "renderedContent": "x", "user": SNSCRAPE}, Post("Whitney", "CNN", "CNN News")),
        ({"id": "1", "content": "We <3 a<b>c & d", "created_at": "2012-02-12", "author": "CNN", "quoted": "Newark"},
         Post("We <3 a<b>c & d", "CNN", created_at=date(2012, 2, 12), quoted=Post("Newark"))),
        ({"content": "a &lt; b", "account": {"acct": "nasa"}}, Post("a < b", "nasa")),
        ({"content": "<br>a"}, Post("a")),
        ({"content": "a<br>b", "uri": "https://m.example/1"}, Post("a b")),
        ({"content": "<p>Best?</p>", "type": "Question", "oneOf": [{"name": "Alien"}, {"name": "Heat"}]},
         Post("Best?\nAlien\nHeat")),
        ({"content": "<p>Best?</p>", "type": "Question", "anyOf": [{"name": "Alien"}]}, Post("Best?\nAlien")),
        ({"content": "<p>hi :blobcat: 10:30:15 :blob:</p>", "emojis": [{"shortcode": "blobcat"}],
          "account": {"acct": "a", "display_name": "A :ok:", "emojis": [{"shortcode": "ok"}]}},
         Post("hi 10:30:15 :blob:", "a", "A")),
        ({"content": "<p>:blobcat:!</p>", "tag": [{"type": "Emoji", "name": ":blobcat:"}]}, Post("!")),
    ],
)  # fmt: skip
def test_a_post_of_another_form(given: dict[str, Any], expected: Post) -> None:
    assert read_post(given) == expected


@pytest.mark.parametrize("given", [{}, {"delete": {}}, {"data": []}, {"id": "1"}, 7, [], None])
def test_what_is_no_post_is_an_error(given: Any) -> None:
    with pytest.raises(TweetError, match="tweet: found"):
        read_post(given)
