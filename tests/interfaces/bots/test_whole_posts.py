"""What bots read of the post that is asked about: all of it, not its text alone."""

import asyncio
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="needs websockets")

from tweetctx import Contextualizer
from tweetctx.context.units import UNITS
from tweetctx.interfaces.bots import Mention, Platform, Post, Room
from tweetctx.interfaces.bots.answers import explain
from tweetctx.interfaces.bots.dry_run import dry_run
from tweetctx.interfaces.bots.platforms import platform_named
from tweetctx.tweets import LinkedPage
from tweetctx.tweets import Post as Asked
from tweetctx.tweets.topics import read_topics

TEXT = "Whitney Houston sings in Newark"
DAY, AT = date(2019, 7, 20), "2019-07-20T20:17:40.000Z"
SETTINGS = {
    "MASTODON_SERVER": "http://127.0.0.1:9",
    "MASTODON_TOKEN": "t",
    "BLUESKY_HANDLE": "bot.example",
    "BLUESKY_PASSWORD": "t",
    "DISCORD_TOKEN": "t",
    "SLACK_APP_TOKEN": "t",
    "SLACK_BOT_TOKEN": "t",
    "TELEGRAM_TOKEN": "t",
}


class Told:
    """A server that answers everything with one value."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    async def get(self, *_: Any, **__: Any) -> Any:
        return self._answer

    post = send = get


@pytest.fixture
def above(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What a platform's bot reads of the post above a mention, which a server or the mention itself holds."""
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)

    def read(name: str, data: Any, answer: Any = None) -> Post:
        platform: Any = platform_named(name)()
        for api in ("_api", "_bot"):
            setattr(platform, api, Told(answer))
        mention = Mention("1", Post("what is this?", "200"), datetime.now(UTC), False, data)
        found: Post | None = asyncio.run(platform.replied_to(mention))
        assert found is not None
        return found

    return read


def status(**more: Any) -> dict[str, Any]:
    account = {"id": "200", "acct": "nasa@far.example", "display_name": "NASA HQ"}
    return {"id": "1", "created_at": AT, "content": f"<p>{TEXT}</p>", "account": account, **more}


OWN = Asked(TEXT, "nasa@far.example", "NASA HQ", DAY)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, OWN),
        ({"card": {"title": "The Bodyguard", "description": "A film", "url": "https://a.example/"}},
         replace(OWN, pages=(LinkedPage("The Bodyguard", "A film", "https://a.example/"),))),
        ({"quote": {"state": "accepted", "quoted_status": status()}}, replace(OWN, quoted=OWN)),
        ({"media_attachments": [{"description": "A singer"}]}, replace(OWN, pictures=("A singer",))),
        ({"reblog": status(), "content": ""}, replace(OWN, repeated_by="nasa@far.example")),
    ],
)  # fmt: skip
def test_mastodon(above: Any, more: dict[str, Any], expected: Asked) -> None:
    found = above("mastodon", {"in_reply_to_id": "1"}, status(**more))
    assert found.author == "200"
    assert found.asked == expected


def test_what_cannot_be_read_whole_is_explained_by_its_text(above: Any) -> None:
    found = above("mastodon", {"in_reply_to_id": "1"}, status(type="Like"))
    assert found.asked == Asked(TEXT)


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {}),
        ({"embed": {"external": {"uri": "https://a.example/", "title": "The Bodyguard", "description": "A film"}}},
         {"pages": (LinkedPage("The Bodyguard", "A film", "https://a.example/"),)}),
        ({"embed": {"images": [{"alt": "A singer"}]}}, {"pictures": ("A singer",)}),
        ({"embed": {"record": {"uri": "at://b/1", "author": {"handle": "b.example"}, "value": {"text": "Newark"}}}},
         {"quoted": Asked("Newark", "b.example")}),
    ],
)  # fmt: skip
def test_bluesky(above: Any, more: dict[str, Any], expected: dict[str, Any]) -> None:
    author = {"did": "did:plc:200", "handle": "nasa.gov", "displayName": "NASA HQ"}
    view = {"uri": "at://a/1", "author": author, "record": {"text": TEXT, "createdAt": AT}, **more}
    found = above("bluesky", {"record": {"reply": {"parent": {"uri": "at://a/1"}}}}, {"posts": [view]})
    assert (found.author, found.asked) == ("did:plc:200", Asked(TEXT, "nasa.gov", "NASA HQ", DAY, **expected))


def message(**more: Any) -> dict[str, Any]:
    author = {"id": "200", "username": "nasa", "global_name": "NASA HQ"}
    return {"id": "1", "content": TEXT, "author": author, "timestamp": AT, **more}


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {}),
        ({"content": f"<:star:123>{TEXT}"}, {"text": f" {TEXT}"}),
        ({"embeds": [{"title": "The Bodyguard", "description": "A film", "url": "https://a.example/"}, {}]},
         {"pages": (LinkedPage("The Bodyguard", "A film", "https://a.example/"),)}),
        ({"attachments": [{"description": "A singer"}, {"filename": "a.png"}]}, {"pictures": ("A singer",)}),
        ({"referenced_message": message()}, {"answered": Asked(TEXT, "nasa", "NASA HQ", DAY)}),
        ({"content": "", "message_snapshots": [{"message": {"content": TEXT, "timestamp": AT}}]},
         {"text": "", "quoted": Asked(TEXT, created_at=DAY)}),
    ],
)  # fmt: skip
def test_discord(above: Any, more: dict[str, Any], expected: dict[str, Any]) -> None:
    found = above("discord", {"referenced_message": message(**more)})
    whole: dict[str, Any] = {"text": TEXT, "account": "nasa", "name": "NASA HQ", "created_at": DAY}
    assert (found.author, found.asked) == ("200", Asked(**(whole | expected)))
    assert not found.is_empty


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {}),
        ({"user_profile": {"name": "nasa", "real_name": "NASA HQ"}}, {"account": "nasa", "name": "NASA HQ"}),
        ({"attachments": [{"title": "The Bodyguard", "text": "A film", "title_link": "https://a.example/"}]},
         {"pages": (LinkedPage("The Bodyguard", "A film", "https://a.example/"),)}),
        ({"attachments": [{"is_share": True, "author_name": "Anne", "text": "Newark &amp; York"}]},
         {"quoted": Asked("Newark & York", name="Anne")}),
        ({"files": [{"alt_txt": "A singer"}, {"title": "a.png"}]}, {"pictures": ("A singer",)}),
        ({"ts": "not a number"}, {"created_at": None}),
    ],
)  # fmt: skip
def test_slack(above: Any, more: dict[str, Any], expected: dict[str, Any]) -> None:
    said = {"ts": "1563653860.000100", "user": "200", "text": TEXT, **more}
    found = above("slack", {"thread_ts": "1", "ts": "2", "channel": "C1"}, {"ok": True, "messages": [said]})
    whole: dict[str, Any] = {"text": TEXT, "created_at": DAY}
    assert (found.author, found.asked) == ("200", Asked(**(whole | expected)))


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, {}),
        ({"text": None, "caption": TEXT}, {}),
        ({"quote": {"text": "Newark"}}, {"quoted": Asked("Newark")}),
        ({"reply_to_message": {"message_id": 2, "text": "Newark"}}, {"answered": Asked("Newark")}),
        ({"forward_origin": {"type": "channel", "chat": {"title": "NASA", "username": "nasa"}, "date": 1563653860}},
         {"account": "nasa", "name": "NASA", "repeated_by": "anne"}),
    ],
)  # fmt: skip
def test_telegram(above: Any, more: dict[str, Any], expected: dict[str, Any]) -> None:
    sender = {"id": 200, "first_name": "Anne", "username": "anne"}
    said = {"message_id": 1, "from": sender, "date": 1563653860, "text": TEXT, **more}
    found = above("telegram", {"reply_to_message": said})
    whole: dict[str, Any] = {"text": TEXT, "account": "anne", "name": "Anne", "created_at": DAY}
    assert (found.author, found.asked) == ("200", Asked(**(whole | expected)))


def test_a_mention_is_read_whole_without_the_name_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    platform: Any = platform_named("discord")()
    platform.account = "100"
    said = f"<@100> {TEXT}<:sing:7>"
    event = message(content=said, guild_id="G", mentions=[{"id": "100"}], embeds=[{"title": "A film"}])
    mention = platform.mention(event)
    assert mention.post.asked == Asked(f" {TEXT} ", "nasa", "NASA HQ", DAY, pages=(LinkedPage("A film"),))


ENTITY = re.compile(r"\S*//\S+|(?P<bot_command>(?<!\w)/\w+(?:@\w+)?)|[\w.]+@\S+|(?P<mention>@\w+)")


def telegram_said(text: str, chat: str) -> dict[str, Any]:
    """An update with the commands and names in it marked, in UTF-16 units, as Telegram marks them."""
    entities = [
        {"type": match.lastgroup, "offset": length(text[: match.start()]), "length": length(match[0])}
        for match in ENTITY.finditer(text)
        if match.lastgroup
    ]
    sender = {"id": 3, "is_bot": False}
    said = {"message_id": 5, "date": 1563653860, "chat": {"id": 1, "type": chat}, "from": sender, "text": text}
    return {"update_id": 1, "message": {**said, "entities": entities}}


length = UNITS["utf16"]


@pytest.mark.parametrize(
    ("chat", "text", "expected"),
    [
        *(("private", text, "") for text in ("/start", "/help", "/start from-a-link", "/help@ctx_bot", "/context")),
        ("private", "https://a.example/help/w The funeral", "https://a.example/help/w The funeral"),
        ("private", "at www.who.int/start today", "at www.who.int/start today"),
        ("private", "/helpful advice", "/helpful advice"),
        ("private", "🚀🚀 /context who is she?", "🚀🚀  who is she?"),
        *(("group", text, None) for text in ("see https://a.example/context/w", "/context@other_bot", "/contexts",
          "foo@ctx_bot.com", "and/or/context", "/context@ctx_bot_2 x", "@ctx_bot2", "/start")),
        *(("group", text, "") for text in ("/context", "/context@ctx_bot", "/Context@CTX_bot", "@Ctx_Bot")),
        ("supergroup", "🚀 @ctx_bot and /context: who?", "🚀  and : who?"),
    ],
)  # fmt: skip
def test_what_calls_the_bot_on_telegram(
    chat: str, text: str, expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", "t")
    platform: Any = platform_named("telegram")()
    platform._set_name("ctx_bot")
    mention = platform.mention(telegram_said(text, chat))
    assert (mention and mention.post.text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@bot.example who?", " who?"),
        ("@Bot.EXAMPLE.", "."),
        ("is @bot.example.evil or @bot.example-b?", "is @bot.example.evil or @bot.example-b?"),
        ("me@bot.example", "me@bot.example"),
    ],
)
def test_the_name_of_the_bot_on_bluesky(text: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    platform: Any = platform_named("bluesky")()
    event = {"uri": "at://a/1", "reason": "mention", "author": {"did": "d"}, "indexedAt": AT}
    mention = platform.mention({**event, "record": {"text": text, "createdAt": AT}})
    assert mention.post.text == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"content": "<p>@<span>ctx</span> who?</p>"}, " who?"),
        ({"content": "<p>@CTX@m.example: who?</p>"}, ": who?"),
        ({"content": "<p>@ctx@m.example.</p>"}, "."),
        ({"content": "<p>@ctx: mail info@ctx.org, not @ctx.org</p>"}, ": mail info@ctx.org, not @ctx.org"),
        ({"content": "<p>@ctx</p>", "spoiler_text": "Newark"}, "Newark\n"),
        ({"content": "<p>@ctx</p>", "poll": {"options": [{"title": "Newark"}]}}, "\nNewark"),
    ],
)
def test_a_mention_on_mastodon(more: dict[str, Any], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    platform: Any = platform_named("mastodon")()
    platform._set_name("ctx")
    mention = platform.mention({"type": "mention", "account": {"id": "2", "bot": False}, "status": status(**more)})
    assert (mention.post.text, mention.post.asked.account) == (expected, "nasa@far.example")


def test_a_message_of_slack_without_a_text(above: Any) -> None:
    said = {"ts": "1563653860.000100", "user": "200", "text": None, "attachments": [{"text": None, "title": "A film"}]}
    found = above("slack", {"channel": "C", "ts": "2", "thread_ts": "1"}, {"ok": True, "messages": [said]})
    assert found.asked == Asked("", created_at=DAY, pages=(LinkedPage("A film"),))


@pytest.mark.parametrize("text", ["This!", "👇", "", "wow, read this"])
def test_a_post_that_says_nothing_is_answered_by_what_it_quotes(text: str, demo_index: Path) -> None:
    contextualizer = Contextualizer.open(demo_index)
    quoting = Post(text, "200", Asked(text, quoted=Asked("The funeral of #WhitneyHouston begins at noon in Newark")))
    assert not quoting.is_empty
    answer = explain(contextualizer, quoting.asked, Room(500))
    assert answer[0].text.startswith("Whitney Houston was an American singer")


def test_a_post_without_anything_is_empty() -> None:
    assert Post(" \n", "200").is_empty
    assert Post("", "200", Asked("", "nasa", "NASA HQ", DAY)).is_empty
    assert not Post("", "200", Asked("", pages=(LinkedPage("A film"),))).is_empty
    assert not Post("", "200", Asked("", pictures=("A singer",))).is_empty


@pytest.mark.parametrize("name", ["mastodon", "bluesky", "discord", "slack", "telegram"])
def test_a_dry_run_explains_whole_posts(name: str, demo_index: Path, tmp_path: Path) -> None:
    file = tmp_path / "posts.jsonl"
    quoted = '{"text": "The funeral of #WhitneyHouston begins at noon in Newark", "user": {"screen_name": "CNN"}}'
    file.write_text(f'{{"id": "1", "text": "This!", "quoted_status": {quoted}}}\n', "utf-8")
    platform: type[Platform] = platform_named(name)
    (said,) = dry_run(platform, Contextualizer.open(demo_index), (topic.post for topic in read_topics(file)))
    assert said.startswith("post 1: This!\n\n")
    assert "Whitney Houston" in said
