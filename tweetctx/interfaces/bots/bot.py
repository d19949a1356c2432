"""A bot: it answers a mention with the context of the post that the mention replies to."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar

import platformdirs

from tweetctx import tweets
from tweetctx.errors import TweetctxError
from tweetctx.interfaces.bots.answers import NOTHING, USAGE, Answer, Room, Span, explain
from tweetctx.interfaces.bots.connection import Api, ApiError, BotError, checked_address
from tweetctx.interfaces.bots.memory import Memory
from tweetctx.pipeline import Contextualizer

ACKNOWLEDGED_WITHIN = 3.0  # seconds; later, nobody cares
COMPLETED_WITHIN = 3.0  # seconds that an answer waits for what the post above quotes or answers
MAX_AGE = timedelta(days=1)  # of a mention that is answered
ANSWERS_AN_HOUR = 10  # to one author: two bots that talk to each other come to an end
TRIES = 5  # to answer a mention
FIRST_PAUSE = 10.0  # seconds between them; four times as long after each further one
_FAILED_KEPT = 1000  # mentions that could not be answered
_AT_ONCE = 2  # contexts that are computed at the same time

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Post:
    """A post.

    author: the id of the account. whole: the post with all that came with it; None if that is the text. quotes,
    answers: the ids of posts that it quotes and answers and that did not come with it.
    """

    text: str
    author: str
    whole: tweets.Post | None = None
    quotes: str = ""
    answers: str = ""

    @property
    def asked(self) -> tweets.Post:
        """What is explained: the text, with who wrote it and when, and what it quotes, answers and links to."""
        return replace(self.whole, text=self.text) if self.whole else tweets.Post(self.text)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to explain."""
        return not self.text.strip() and not self.asked.subject


@dataclass(frozen=True, slots=True)
class Mention:
    """A post that mentions the bot.

    id: of the post, which is answered once. post: its text without the bot's name, and its author. at: when it was
    written. by_bot: whether the platform marks the author as a bot. data: the post as the platform gives it.
    """

    id: str
    post: Post
    at: datetime
    by_bot: bool
    data: Any


class Platform(ABC):
    """The interface of a platform to its bot. apis: the servers of the platform."""

    name: ClassVar[str]
    usual_room: ClassVar[Room] = Room(500)  # the space for a reply, where a server does not say otherwise
    account: str = ""  # the bot's own, known from the first event on

    def __init__(self, *apis: Api) -> None:
        self._apis = apis

    @abstractmethod
    def events(self) -> AsyncIterator[Any]:
        """Yields the events of the platform forever; raises BotError if the platform rejects the bot."""

    @abstractmethod
    def mention(self, event: Any) -> Mention | None:
        """The mention in an event; None for other events."""

    @abstractmethod
    async def replied_to(self, mention: Mention) -> Post | None:
        """The post that a mention replies to; None if there is none, or it is deleted."""

    async def post_at(self, identifier: str) -> Post | None:  # noqa: ARG002
        """The post with an id that another quotes or answers; None if there is none, or it is deleted."""
        return None

    @abstractmethod
    async def acknowledge(self, mention: Mention) -> None:
        """Shows that the bot has seen a mention."""

    def room(self, mention: Mention) -> Room:  # noqa: ARG002
        """The space for a reply."""
        return self.usual_room

    @property
    def hosts(self) -> str:
        """The names of its servers, for the log."""
        return ", ".join(dict.fromkeys(api.host for api in self._apis))

    @abstractmethod
    async def reply(self, mention: Mention, answer: Answer) -> None:
        """Answers a mention."""

    async def close(self) -> None:
        """Closes the connections to its servers."""
        for api in self._apis:
            await api.close()


class Bot:
    """Answers the mentions on one platform.

    Each is answered once, also across restarts. It does not answer bots, replies to its own posts, an author with ten
    answers within the last hour, and mentions older than a day. A mention that cannot be answered and that the platform
    tells of again is tried five times in all, after increasing pauses.
    """

    def __init__(self, platform: Platform, contextualizer: Contextualizer, memory: Memory) -> None:
        self._platform = platform
        self._contextualizer = contextualizer
        self._memory = memory
        self._begun: set[str] = set()
        self._failed: dict[str, tuple[int, float]] = {}  # how often, and the time of the next try; last failure last
        self._free = asyncio.Semaphore(_AT_ONCE)

    async def run(self) -> None:
        """Answers mentions until it is cancelled; raises BotError if the platform rejects the bot."""
        tasks: set[asyncio.Task[None]] = set()
        try:
            async for event in self._platform.events():
                mention = self._read(event)
                if mention and self._wants(mention):
                    self._begun.add(mention.id)
                    tasks.add(task := asyncio.create_task(self._answer(mention)))
                    task.add_done_callback(tasks.discard)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._platform.close()

    def _read(self, event: Any) -> Mention | None:
        try:
            return self._platform.mention(event)
        except (LookupError, TypeError, ValueError, AttributeError):
            _log.exception("an event is not understood")
            return None

    def _wants(self, mention: Mention) -> bool:
        if mention.id in self._begun or mention.by_bot or mention.post.author == self._platform.account:
            return False
        if datetime.now(UTC) - mention.at > MAX_AGE or self._key(mention) in self._memory:
            return False
        failures, next_try = self._failed.get(mention.id, (0, 0.0))
        if failures >= TRIES or time.monotonic() < next_try:
            return False
        return self._is_within_limit(mention)

    def _is_within_limit(self, mention: Mention) -> bool:
        return self._memory.answers_to(self._author(mention), 3600) < ANSWERS_AN_HOUR

    def _author(self, mention: Mention) -> str:
        return f"{self._platform.name} {mention.post.author}"

    def _key(self, mention: Mention) -> str:
        return f"{self._platform.name} {self._platform.account} {mention.id}"

    async def _answer(self, mention: Mention) -> None:
        acknowledgement = asyncio.create_task(self._acknowledge(mention))
        try:
            above = await self._platform.replied_to(mention)
            to_us = above is not None and above.author == self._platform.account
            answer = () if to_us else await self._say(mention, above and await self._completed(above))
            await acknowledgement
            author = self._author(mention) if answer else ""  # a silent reply does not count against the author
            if self._is_within_limit(mention) and self._memory.claim(self._key(mention), author) and answer:
                await self._reply(mention, answer)
                _log.info("answered %s", mention.id)
        except TweetctxError as error:
            _log.warning("mention %s is %s: %s", mention.id, self._fail(mention), error)
        except Exception:
            _log.exception("mention %s is %s", mention.id, self._fail(mention))
        finally:
            acknowledgement.cancel()
            self._begun.discard(mention.id)

    async def _reply(self, mention: Mention, answer: Answer) -> None:
        """Sends an answer; one that may be sent again after it failed is not recorded as sent."""
        try:
            await self._platform.reply(mention, answer)
        except ApiError as error:
            if error.may_repeat:
                self._memory.release(self._key(mention))
            raise

    def _fail(self, mention: Mention) -> str:
        """Notes that a mention could not be answered; returns what becomes of it."""
        failures = self._failed.pop(mention.id, (0, 0.0))[0] + 1
        self._failed[mention.id] = failures, time.monotonic() + FIRST_PAUSE * 4.0 ** (failures - 1)
        if len(self._failed) > _FAILED_KEPT:
            del self._failed[next(iter(self._failed))]
        return "not answered" if failures < TRIES else "given up"

    async def _acknowledge(self, mention: Mention) -> None:
        try:
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN):
                await self._platform.acknowledge(mention)
        except (ApiError, TimeoutError) as error:
            _log.info("mention %s is not acknowledged: %s", mention.id, str(error) or "no answer in time")

    async def _completed(self, post: Post) -> Post:
        """The post with the one that it quotes, or else answers, if that did not come with it: one request at most."""
        if not (identifier := post.quotes or post.answers):
            return post
        try:
            async with asyncio.timeout(COMPLETED_WITHIN):
                fetched = await self._platform.post_at(identifier)
        except (TweetctxError, TimeoutError, LookupError, TypeError, ValueError, AttributeError) as error:
            _log.info("post %s is left out of an answer: %s", identifier, str(error) or "no answer in time")
            return post
        if fetched is None or fetched.author == self._platform.account:
            return post
        whole = post.asked
        return replace(
            post, whole=replace(whole, quoted=fetched.asked) if post.quotes else replace(whole, answered=fetched.asked)
        )

    async def _say(self, mention: Mention, above: Post | None) -> Answer:
        posts = [post.asked for post in (above, mention.post) if post and not post.is_empty]
        if not posts:
            return (Span(NOTHING if above else USAGE),)
        async with self._free:
            return await asyncio.to_thread(explain, self._contextualizer, posts[0], self._platform.room(mention))


def whole_post(data: Any) -> tweets.Post | None:
    """The post in an object of a platform; None if it cannot be read as one, so that its text alone is explained."""
    try:
        return tweets.read_post(data)
    except TweetctxError:
        return None


def setting(name: str, what: str) -> str:
    """The value of an environment variable; raises BotError with what is expected if it is not set."""
    return settings({name: what})[0]


def settings(expected: Mapping[str, str]) -> list[str]:
    """The values of environment variables; raises BotError with what is expected of all that are not set."""
    values = {name: os.environ.get(name, "").strip() for name in expected}
    if missing := [f"{name}: not set; expected {expected[name]}" for name, value in values.items() if not value]:
        raise BotError("; ".join(missing))
    return [*values.values()]


def server_address(variable: str, default: str) -> str:
    """The address of a server, which an environment variable may give; raises BotError for one that is none."""
    return checked_address(variable, os.environ.get(variable) or default)


def run_bot(platform: Callable[[], Platform], index: str | Path | None = None) -> None:
    """Runs a bot until the process is interrupted; exits with a message if it cannot continue.

    index: its path; by default the one that commands open. Answered mentions are recorded in the file
    $TWEETCTX_BOT_MEMORY, or else one in the user's state folder.
    """
    try:
        made = platform()
        bot = Bot(made, Contextualizer.open(index or None), Memory(_memory()))
        _log.info("%s bot: connecting to %s", made.name, made.hosts)
        asyncio.run(bot.run())
    except TweetctxError as error:
        sys.exit(f"tweetctx: error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def _memory() -> Path:
    chosen = os.environ.get("TWEETCTX_BOT_MEMORY")
    return Path(chosen) if chosen else platformdirs.user_state_path("tweetctx") / "bots.sqlite"
