"""A bot on Mastodon. It listens to the notifications of its account.

MASTODON_TOKEN is an access token of the bot's account with the scopes read, write:statuses and write:favourites.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import datetime
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import connect

from tweetctx.interfaces.bots.answers import Answer, Room, Span, with_urls
from tweetctx.interfaces.bots.bot import Mention, Platform, Post, settings, whole_post
from tweetctx.interfaces.bots.connection import Api, ApiError, checked_address, reconnecting
from tweetctx.tweets.platforms.fields import object_at, text_at
from tweetctx.tweets.platforms.markup import text_of_html

VISIBILITY = {"public": "unlisted"}  # of a reply: out of public timelines, as is good manners for a bot


def _naming_nobody(answer: Answer, url_length: int | None = None) -> str:
    """The text with its urls; an invisible space keeps the server from taking anything in it for an account's name."""
    return with_urls(tuple(Span(text.replace("@", "@\u200b"), url) for text, url in answer), url_length)


def _post_of(status: Any) -> Post:
    """Reads a status; `quotes` and `answers` are the ids of posts that the server does not send along."""
    whole = whole_post(status)
    told = object_at(status, "reblog") or status
    return Post(
        whole.text if whole else text_of_html(status["content"]),
        status["account"]["id"],
        whole,
        quotes="" if whole and whole.quoted else text_at(object_at(told, "quote"), "quoted_status_id"),
        answers="" if whole and whole.answered else text_at(told, "in_reply_to_id"),
    )


class Mastodon(Platform):
    """Listens to the notifications of an account."""

    name = "mastodon"
    usual_room = Room(500 - len("@user "), "chars", lambda answer: _naming_nobody(answer, 23))

    def __init__(self) -> None:
        server, token = settings(
            {
                "MASTODON_SERVER": "the address of the server, as https://mastodon.example",
                "MASTODON_TOKEN": "an access token with the scopes read, write:statuses and write:favourites",
            }
        )
        self._headers = {"Authorization": f"Bearer {token}"}
        self._api = Api(checked_address("MASTODON_SERVER", server), self._headers)
        super().__init__(self._api)

    async def events(self) -> AsyncIterator[Any]:
        async for notification in reconnecting(self._notifications):
            yield notification

    async def _notifications(self) -> AsyncGenerator[Any, None]:
        me = await self._api.get("/api/v1/accounts/verify_credentials")
        self.account = me["id"]
        self._set_name(me["username"])
        server = (await self._api.get("/api/v2/instance"))["configuration"]
        self._limits = server["statuses"]
        stream = f"{server['urls']['streaming']}/api/v1/streaming?stream=user:notification"
        async with connect(stream, additional_headers=self._headers) as socket:
            # What came while there was no connection, the newest 80 at most.
            missed = await self._api.get("/api/v1/notifications", params={"types[]": "mention", "limit": 80})
            for notification in reversed(missed):
                yield notification
            async for message in socket:
                event = json.loads(message)
                if event.get("event") == "notification":
                    yield json.loads(event["payload"])

    def _set_name(self, name: str) -> None:
        # With its server or without; no part of an address or of another name.
        whole = rf"(?<![\w.@/-])@{re.escape(name)}(?:@\w[\w.-]*(?<![.-]))?(?![\w-]|\.\w)"
        self._own_name = re.compile(whole, re.IGNORECASE)

    def mention(self, event: Any) -> Mention | None:
        if event["type"] != "mention":
            return None
        status, author = event["status"], event["account"]
        whole = whole_post(status)
        text = self._own_name.sub("", whole.text if whole else text_of_html(status["content"]))
        at = datetime.fromisoformat(status["created_at"])
        return Mention(status["id"], Post(text, author["id"], whole), at, author["bot"], status)

    async def replied_to(self, mention: Mention) -> Post | None:
        above = mention.data["in_reply_to_id"]
        return await self.post_at(above) if above else None

    async def post_at(self, identifier: str) -> Post | None:
        try:
            status = await self._api.get(f"/api/v1/statuses/{quote(identifier, safe='')}")
        except ApiError as error:
            if error.status == 404:
                return None
            raise
        return _post_of(status)

    async def acknowledge(self, mention: Mention) -> None:
        await self._api.post(f"/api/v1/statuses/{mention.id}/favourite", repeatable=True)

    def room(self, mention: Mention) -> Room:
        user, _, _ = mention.data["account"]["acct"].partition("@")  # the server counts no domain
        limit = self._limits["max_characters"] - len(f"@{user} ")
        url_length = self._limits["characters_reserved_per_url"]
        return Room(limit, "chars", lambda answer: _naming_nobody(answer, url_length))

    async def reply(self, mention: Mention, answer: Answer) -> None:
        status = {
            "status": f"@{mention.data['account']['acct']} {_naming_nobody(answer)}",
            "in_reply_to_id": mention.id,
            "visibility": VISIBILITY.get(mention.data["visibility"], mention.data["visibility"]),
        }
        key = {"Idempotency-Key": f"tweetctx-{mention.id}"}
        await self._api.post("/api/v1/statuses", json=status, headers=key, repeatable=True)
