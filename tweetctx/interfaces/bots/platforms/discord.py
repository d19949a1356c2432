"""A bot on Discord. It listens to the gateway, and resumes its session when the connection is lost.

Its "Message Content Intent" is turned on in the developer portal. It needs the permissions to view channels and to
send messages.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tweetctx import tweets
from tweetctx.interfaces.bots.answers import Answer, Room, discord_markdown
from tweetctx.interfaces.bots.bot import Mention, Platform, Post, server_address, setting
from tweetctx.interfaces.bots.connection import Api, BotError, reconnecting
from tweetctx.tweets import LinkedPage
from tweetctx.tweets.dates import read_date
from tweetctx.tweets.platforms.fields import DEEPEST, object_at, objects_at, text_at

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 0, 1, 2, 6, 7, 9, 10, 11
INTENTS = 1 << 9 | 1 << 12 | 1 << 15  # messages of servers, direct messages, and what they say
FATAL = (4004, 4010, 4011, 4012, 4013, 4014)  # codes after which connecting again is no use
NO_EMBEDS = 1 << 2
_CUSTOM_EMOJI = re.compile(r"<a?:\w+:\d+>")
_MENTIONED = re.compile(r"<(?:@[!&]?|#)\d+>")  # users, roles and channels, by their numbers


def read_message(message: Any, depth: int = 0) -> tweets.Post:
    """A message with its author, date, the previews of its links, its pictures, and what it forwards or replies to."""
    author, embeds = object_at(message, "author"), objects_at(message, "embeds")
    forwarded = next((object_at(one, "message") for one in objects_at(message, "message_snapshots")), {})
    above = object_at(message, "referenced_message")
    pages = (LinkedPage(text_at(one, "title"), text_at(one, "description"), text_at(one, "url")) for one in embeds)
    return tweets.Post(
        _CUSTOM_EMOJI.sub(" ", _MENTIONED.sub("", text_at(message, "content"))),
        text_at(author, "username"),
        text_at(author, "global_name"),
        read_date(text_at(message, "timestamp")),
        quoted=read_message(forwarded, depth + 1) if forwarded and depth < DEEPEST else None,
        answered=read_message(above, depth + 1) if above and depth < DEEPEST else None,
        pages=tuple(page for page in pages if page.text),
        pictures=tuple(filter(None, (text_at(one, "description") for one in objects_at(message, "attachments")))),
    )


class Discord(Platform):
    """Listens to the gateway, and resumes its session when the connection is lost."""

    name = "discord"
    usual_room = Room(2000, "utf16", discord_markdown)

    def __init__(self) -> None:
        self._token = setting("DISCORD_TOKEN", "the token of the bot, from the developer portal")
        address = server_address("DISCORD_SERVER", "https://discord.com/api/v10")
        self._api = Api(address, {"Authorization": f"Bot {self._token}"})
        self._session: dict[str, Any] | None = None  # what is needed to resume
        self._sequence: int | None = None
        self._alive = True
        super().__init__(self._api)

    async def events(self) -> AsyncIterator[Any]:
        async for message in reconnecting(self._messages):
            yield message

    async def _messages(self) -> AsyncGenerator[Any, None]:
        gateway = await self._api.get("/gateway/bot")
        url = self._session["resume_gateway_url"] if self._session else gateway["url"]
        try:
            async with connect(f"{url}?v=10&encoding=json", max_size=None) as socket:
                hello = json.loads(await socket.recv())
                async with self._heartbeat(socket, hello["d"]["heartbeat_interval"] / 1000):
                    await self._greet(socket)
                    async for text in socket:
                        payload = json.loads(text)
                        if payload["op"] == DISPATCH:
                            self._sequence = payload["s"]
                            if payload["t"] == "READY":
                                self._session, self.account = payload["d"], payload["d"]["user"]["id"]
                            elif payload["t"] == "MESSAGE_CREATE":
                                yield payload["d"]
                        elif payload["op"] == HEARTBEAT_ACK:
                            self._alive = True
                        elif payload["op"] == HEARTBEAT:
                            await self._send(socket, HEARTBEAT, self._sequence)
                        elif payload["op"] == INVALID_SESSION and not payload["d"]:
                            self._session = None
                            return
                        elif payload["op"] in (RECONNECT, INVALID_SESSION):
                            return
        except ConnectionClosed as error:
            if error.rcvd and error.rcvd.code in FATAL:
                raise BotError(
                    f"the gateway closed with {error.rcvd.code} {error.rcvd.reason}; expected a valid token, and the "
                    "Message Content Intent turned on"
                ) from error
            if error.rcvd and error.rcvd.code in (4007, 4009):  # the session cannot be resumed
                self._session = None
            raise

    async def _greet(self, socket: ClientConnection) -> None:
        """Resumes a session, of which the gateway then sends what was missed, or begins one."""
        if self._session:
            session = {"session_id": self._session["session_id"], "seq": self._sequence}
            await self._send(socket, RESUME, {"token": self._token, **session})
        else:
            system = {"os": "linux", "browser": "tweetctx", "device": "tweetctx"}
            await self._send(socket, IDENTIFY, {"token": self._token, "intents": INTENTS, "properties": system})

    @asynccontextmanager
    async def _heartbeat(self, socket: ClientConnection, seconds: float) -> AsyncIterator[None]:
        async def beat() -> None:
            await asyncio.sleep(seconds * random.random())  # noqa: S311
            self._alive = True
            while self._alive:
                self._alive = False
                await self._send(socket, HEARTBEAT, self._sequence)
                await asyncio.sleep(seconds)
            await socket.close(4000)  # nobody answered: the connection is dead

        task = asyncio.create_task(beat())
        try:
            yield
        finally:
            task.cancel()

    async def _send(self, socket: ClientConnection, op: int, data: Any) -> None:
        await socket.send(json.dumps({"op": op, "d": data}))

    def mention(self, event: Any) -> Mention | None:
        if "guild_id" in event and all(user["id"] != self.account for user in event["mentions"]):
            return None
        author = event["author"]
        whole = read_message(event)
        at = datetime.fromisoformat(event["timestamp"])
        return Mention(event["id"], Post(whole.text, author["id"], whole), at, author.get("bot", False), event)

    async def replied_to(self, mention: Mention) -> Post | None:
        above = mention.data.get("referenced_message")
        if not above:
            return None
        whole = read_message(above)
        return Post(whole.text, above["author"]["id"], whole)

    async def acknowledge(self, mention: Mention) -> None:
        await self._api.post(f"/channels/{mention.data['channel_id']}/typing", repeatable=True)

    async def reply(self, mention: Mention, answer: Answer) -> None:
        message = {
            "content": discord_markdown(answer),
            "message_reference": {"message_id": mention.id, "fail_if_not_exists": False},
            "allowed_mentions": {"parse": [], "replied_user": True},
            "nonce": mention.id,
            "enforce_nonce": True,  # sent twice within some minutes, it is posted once
            "flags": NO_EMBEDS,
        }
        await self._api.post(f"/channels/{mention.data['channel_id']}/messages", json=message, repeatable=True)
