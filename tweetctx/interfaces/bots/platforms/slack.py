"""A bot on Slack, in socket mode.

The app is subscribed to the event app_mention. The app-level token has the scope connections:write; the bot token
app_mentions:read, chat:write, reactions:write and channels:history.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC, datetime
from typing import Any

from websockets.asyncio.client import connect

from tweetctx import tweets
from tweetctx.interfaces.bots.answers import Answer, Room, Span, titles
from tweetctx.interfaces.bots.bot import Mention, Platform, Post, server_address, settings
from tweetctx.interfaces.bots.connection import Api, ApiError, reconnecting
from tweetctx.tweets import LinkedPage
from tweetctx.tweets.platforms.fields import first_text, object_at, objects_at, text_at

_MARKUP = re.compile(r"<[@!#][^>|]*(?:\|([^>]*))?>|<[^>|]*\|([^>]*)>|<([^>]*)>")  # users, channels; links
_MESSAGE = re.compile(  # the address of a message, which Slack does not always show below the one that has it
    r"https://[\w.-]+\.slack\.com/archives/(?P<channel>[A-Z0-9]+)/p(?P<seconds>\d{10})(?P<fraction>\d{6})"
    r"(?:\?thread_ts=(?P<thread>\d{10}\.\d{6}))?"
)
REFUSED = ("invalid_auth", "not_authed", "account_inactive", "token_revoked", "missing_scope", "not_allowed_token_type")


def read_message(message: Any) -> tweets.Post:
    """A message with its author, date, the previews of its links, a message that it shares, and its pictures."""
    author = object_at(message, "user_profile") or object_at(message, "bot_profile")
    previews = objects_at(message, "attachments")
    shared = next((one for one in previews if one.get("is_msg_unfurl") or one.get("is_share")), None)
    pages = (
        LinkedPage(first_text(one, "title", "fallback"), _text(one), first_text(one, "title_link", "from_url"))
        for one in previews
        if one is not shared
    )
    try:
        day = datetime.fromtimestamp(float(message.get("ts") or "nan"), UTC).date()
    except (ValueError, OverflowError):
        day = None
    return tweets.Post(
        _text(message),
        text_at(author, "name"),
        first_text(author, "display_name", "real_name"),
        day,
        quoted=tweets.Post(_text(shared), name=text_at(shared, "author_name")) if shared else None,
        pages=tuple(page for page in pages if page.text),
        pictures=tuple(text for one in objects_at(message, "files") if (text := text_at(one, "alt_txt"))),
    )


class Slack(Platform):
    """Listens in socket mode."""

    name = "slack"
    usual_room = Room(3000)

    def __init__(self) -> None:
        address = server_address("SLACK_SERVER", "https://slack.com/api")
        app, bot = settings(
            {
                "SLACK_APP_TOKEN": "an app-level token, which begins with xapp-",
                "SLACK_BOT_TOKEN": "a bot token, which begins with xoxb-",
            }
        )
        self._app = Api(address, {"Authorization": f"Bearer {app}"})
        self._bot = Api(address, {"Authorization": f"Bearer {bot}"})
        super().__init__(self._app, self._bot)

    async def events(self) -> AsyncIterator[Any]:
        async for event in reconnecting(self._socket):
            yield event

    async def _socket(self) -> AsyncGenerator[Any, None]:
        self.account = (await _call(self._bot, "auth.test", repeatable=True))["user_id"]
        url = (await _call(self._app, "apps.connections.open", repeatable=True))["url"]
        async with connect(url) as socket:
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "disconnect":  # Slack renews connections every few hours
                    return
                if "envelope_id" in message:
                    await socket.send(json.dumps({"envelope_id": message["envelope_id"]}))
                if message["type"] == "events_api":
                    yield message["payload"]["event"]

    def mention(self, event: Any) -> Mention | None:
        if event["type"] != "app_mention":
            return None
        at = datetime.fromtimestamp(float(event["ts"]), UTC)
        post = Post(_text(event), event.get("user", ""), read_message(event))
        return Mention(f"{event['channel']}/{event['ts']}", post, at, "bot_id" in event, event)

    async def replied_to(self, mention: Mention) -> Post | None:
        thread = mention.data.get("thread_ts")
        if not thread or thread == mention.data["ts"]:
            return None
        parameters = {"channel": mention.data["channel"], "ts": thread, "limit": 1}
        messages = (await _call(self._bot, "conversations.replies", data=parameters, repeatable=True))["messages"]
        return _post_of(messages[0]) if messages else None

    async def post_at(self, identifier: str) -> Post | None:
        channel, thread, time = identifier.split("/")
        parameters = {"channel": channel, "ts": thread, "oldest": time, "latest": time, "inclusive": True, "limit": 2}
        messages = (await _call(self._bot, "conversations.replies", data=parameters, repeatable=True))["messages"]
        # Messages have the thread's begin as well.
        return next((_post_of(message) for message in messages if message["ts"] == time), None)

    async def acknowledge(self, mention: Mention) -> None:
        seen = {"channel": mention.data["channel"], "timestamp": mention.data["ts"], "name": "eyes"}
        await _call(self._bot, "reactions.add", json=seen)

    async def reply(self, mention: Mention, answer: Answer) -> None:
        section = {"type": "rich_text_section", "elements": [_element(span) for span in answer]}
        message = {
            "channel": mention.data["channel"],
            "thread_ts": mention.data.get("thread_ts", mention.data["ts"]),
            "text": html.escape(titles(answer), quote=False),  # for notifications
            "blocks": [{"type": "rich_text", "elements": [section]}],
            "unfurl_links": False,
        }
        await _call(self._bot, "chat.postMessage", json=message)


def _post_of(message: Any) -> Post:
    """Reads a message. If it has the address of another that Slack does not show, `quotes` is `channel/thread/time`."""
    whole = read_message(message)
    linked = None if whole.quoted else _MESSAGE.search(html.unescape(text_at(message, "text")))
    quotes = ""
    if linked:
        time = f"{linked['seconds']}.{linked['fraction']}"
        quotes = f"{linked['channel']}/{linked['thread'] or time}/{time}"
    return Post(_text(message), message.get("user", ""), whole, quotes=quotes)


async def _call(api: Api, method: str, *, repeatable: bool = False, **request: Any) -> Any:
    """What a method of the Web API answers, which tells its errors with status 200."""
    answer = await api.post(f"/{method}", repeatable=repeatable, **request)
    if not answer["ok"]:
        raise ApiError(f"{method}: answered {answer['error']}", 403 if answer["error"] in REFUSED else 200)
    return answer


def _element(span: Span) -> dict[str, str]:
    return {"type": "link", "url": span.url, "text": span.text} if span.url else {"type": "text", "text": span.text}


def _text(message: Any) -> str:
    """The text of a message without mentions; links by what they show."""
    return html.unescape(_MARKUP.sub(lambda match: match[1] or match[2] or match[3] or "", text_at(message, "text")))
