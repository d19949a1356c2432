"""A bot on Telegram. It asks for the messages of a bot, and waits for them.

The token comes from @BotFather. In a group, the bot is called by /context, or by name when its privacy mode is off;
in a private chat every message is for it.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC, datetime
from typing import Any

from tweetctx.interfaces.bots.answers import Answer, Room, links, titles
from tweetctx.interfaces.bots.bot import Mention, Platform, Post, server_address, setting, whole_post
from tweetctx.interfaces.bots.connection import Api, reconnecting
from tweetctx.tweets.platforms.fields import objects_at

POLL_SECONDS = 15  # that the server waits for a message before it answers that there is none


class Telegram(Platform):
    """Asks for the messages of a bot, and waits for them."""

    name = "telegram"
    usual_room = Room(4096, "utf16")

    def __init__(self) -> None:
        token = setting("TELEGRAM_TOKEN", "the token that @BotFather gave")
        self._api = Api(f"{server_address('TELEGRAM_SERVER', 'https://api.telegram.org')}/bot{token}")
        self._next = 0
        super().__init__(self._api)

    async def events(self) -> AsyncIterator[Any]:
        async for message in reconnecting(self._messages):
            yield message

    async def _messages(self) -> AsyncGenerator[Any, None]:
        me = (await self._api.get("/getMe"))["result"]
        self.account = str(me["id"])
        self._set_name(me["username"])
        while True:
            wish = {"offset": self._next, "timeout": POLL_SECONDS, "allowed_updates": ["message"]}
            for update in (await self._api.post("/getUpdates", json=wish, repeatable=True))["result"]:
                self._next = update["update_id"] + 1  # asking for what is behind a message confirms it
                yield update

    def _set_name(self, name: str) -> None:
        self._calls = {call.lower() for call in ("/context", f"/context@{name}", f"@{name}")}
        # What Telegram sends for a person who opens a private chat.
        self._opened = re.compile(rf"/(?:start|help)(?:@{name})?(?:\s|$)", re.IGNORECASE)

    def mention(self, event: Any) -> Mention | None:
        message = event["message"]
        text, called = self._uncalled(message)
        private = message["chat"]["type"] == "private"
        if not (private or called):
            return None
        if private and self._opened.match(text):
            text = ""
        author = message["from"]
        identifier = f"{message['chat']['id']}/{message['message_id']}"
        post = Post(text, str(author["id"]), whole_post(message))
        return Mention(identifier, post, datetime.fromtimestamp(message["date"], UTC), author["is_bot"], message)

    def _uncalled(self, message: Any) -> tuple[str, bool]:
        """The text of a message without the calls of the bot in it, and whether there are any.

        Telegram marks commands and names, and none inside an address or a word.
        """
        units, called = _text(message).encode("utf-16-le", "surrogatepass"), False
        marked = objects_at(message, "entities" if message.get("text") else "caption_entities")
        for one in sorted(marked, key=lambda one: -one["offset"]):
            begin, end = 2 * one["offset"], 2 * (one["offset"] + one["length"])
            said = units[begin:end].decode("utf-16-le", "replace").lower()
            if one["type"] in ("bot_command", "mention") and said in self._calls:
                units, called = units[:begin] + units[end:], True
        return units.decode("utf-16-le", "replace"), called

    async def replied_to(self, mention: Mention) -> Post | None:
        above = mention.data.get("reply_to_message")
        return Post(_text(above), str(above.get("from", {}).get("id")), whole_post(above)) if above else None

    async def acknowledge(self, mention: Mention) -> None:
        chat = {"chat_id": mention.data["chat"]["id"], "action": "typing"}
        await self._api.post("/sendChatAction", json=chat, repeatable=True)

    async def reply(self, mention: Mention, answer: Answer) -> None:
        linked = [
            {"type": "text_link", "offset": start, "length": end - start, "url": url}
            for start, end, url in links(answer, "utf16")
        ]
        message = {
            "chat_id": mention.data["chat"]["id"],
            "text": titles(answer),
            "entities": linked,
            "reply_parameters": {"message_id": mention.data["message_id"], "allow_sending_without_reply": True},
            "link_preview_options": {"is_disabled": True},
        }
        if thread := mention.data.get("message_thread_id"):
            message["message_thread_id"] = thread
        await self._api.post("/sendMessage", json=message)


def _text(message: Any) -> str:
    text: str = message.get("text") or message.get("caption") or ""
    return text
