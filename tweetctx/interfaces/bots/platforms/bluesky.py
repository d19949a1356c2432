"""A bot on Bluesky. It looks at the notifications of its account every two seconds.

BLUESKY_PASSWORD is an app password (Settings, Privacy and security), not that of the account.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC, datetime
from typing import Any

from tweetctx.interfaces.bots.answers import Answer, Room, links, titles
from tweetctx.interfaces.bots.bot import Mention, Platform, Post, server_address, settings, whole_post
from tweetctx.interfaces.bots.connection import Api, ApiError, reconnecting
from tweetctx.tweets.platforms.fields import object_at, text_at

SECONDS_BETWEEN_LOOKS = 2.0  # a tenth of what a server allows


class Bluesky(Platform):
    """Looks at the notifications of an account every two seconds."""

    name = "bluesky"
    usual_room = Room(300, "graphemes")

    def __init__(self) -> None:
        self._handle, self._password = settings(
            {
                "BLUESKY_HANDLE": "the name of the bot's account, as bot.bsky.social",
                "BLUESKY_PASSWORD": "an app password of that account",
            }
        )
        # No part of another name, such as that with a domain before or behind.
        self._own_name = re.compile(rf"(?<![\w.@-])@{re.escape(self._handle)}(?![\w-]|\.\w)", re.IGNORECASE)
        self._api = Api(f"{server_address('BLUESKY_SERVER', 'https://bsky.social')}/xrpc")
        self._headers: dict[str, str] = {}
        super().__init__(self._api)

    async def events(self) -> AsyncIterator[Any]:
        async for notification in reconnecting(self._notifications):
            yield notification

    async def _notifications(self) -> AsyncGenerator[Any, None]:
        await self._log_in()
        while True:
            wanted = {"limit": 50, "reasons": ["mention"]}
            look = await self._call("GET", "app.bsky.notification.listNotifications", params=wanted)
            for notification in reversed(look["notifications"]):
                yield notification
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def _log_in(self) -> None:
        login = {"identifier": self._handle, "password": self._password}
        session = await self._api.post("/com.atproto.server.createSession", json=login, repeatable=True)
        self.account = session["did"]
        self._headers = {"Authorization": f"Bearer {session['accessJwt']}"}

    async def _call(self, verb: str, method: str, **request: Any) -> Any:
        """A call of the XRPC interface, all of which may be repeated here; logs in anew when the session expires."""
        try:
            return await self._api.send(verb, f"/{method}", headers=self._headers, repeatable=True, **request)
        except ApiError as error:
            if "ExpiredToken" not in str(error):
                raise
        await self._log_in()
        return await self._api.send(verb, f"/{method}", headers=self._headers, repeatable=True, **request)

    def mention(self, event: Any) -> Mention | None:
        if event["reason"] != "mention":
            return None
        author, record = event["author"], event["record"]
        by_bot = any(label["val"] == "bot" for label in author.get("labels", ()))
        at = datetime.fromisoformat(event["indexedAt"])
        text = self._own_name.sub("", record["text"])
        return Mention(event["uri"], Post(text, author["did"], whole_post(event)), at, by_bot, event)

    async def replied_to(self, mention: Mention) -> Post | None:
        if not (reply := mention.data["record"].get("reply")):
            return None
        return await self.post_at(reply["parent"]["uri"])

    async def post_at(self, identifier: str) -> Post | None:
        response = await self._call("GET", "app.bsky.feed.getPosts", params={"uris": identifier})
        return next((_post_of(view) for view in response["posts"]), None)

    async def acknowledge(self, mention: Mention) -> None:
        await self._put("app.bsky.feed.like", mention, {"subject": self._reference(mention)})

    async def reply(self, mention: Mention, answer: Answer) -> None:
        reference = self._reference(mention)
        root = mention.data["record"].get("reply", {}).get("root", reference)
        facets = [
            {
                "index": {"byteStart": start, "byteEnd": end},
                "features": [{"$type": "app.bsky.richtext.facet#link", "uri": url}],
            }
            for start, end, url in links(answer, "bytes")
        ]
        post = {"text": titles(answer), "facets": facets, "reply": {"root": root, "parent": reference}}
        await self._put("app.bsky.feed.post", mention, post)

    def _reference(self, mention: Mention) -> dict[str, str]:
        return {"uri": mention.data["uri"], "cid": mention.data["cid"]}

    async def _put(self, collection: str, mention: Mention, record: dict[str, Any]) -> None:
        """Writes a record under a key made of the mention's, so that it is the same record if it is written twice."""
        record |= {"$type": collection, "createdAt": datetime.now(UTC).isoformat()}
        key = {"repo": self.account, "collection": collection, "rkey": record_key(mention)}
        await self._call("POST", "com.atproto.repo.putRecord", json={**key, "record": record})


def _post_of(view: Any) -> Post:
    """Reads a view of a post, which has what the post quotes; `answers` is the address of the post that it answers."""
    whole = whole_post(view)
    above = "" if whole and whole.answered else text_at(object_at(view, "record", "reply", "parent"), "uri")
    return Post(view["record"]["text"], view["author"]["did"], whole, answers=above)


def record_key(mention: Mention) -> str:
    """A TID: 53 bits of microseconds and 10 of anything, in 13 signs that sort as the numbers do."""
    bits = int(mention.at.timestamp() * 1e6) << 10 | zlib.crc32(mention.id.encode()) % 1024
    return "".join("234567abcdefghijklmnopqrstuvwxyz"[bits >> shift & 31] for shift in range(60, -1, -5))
