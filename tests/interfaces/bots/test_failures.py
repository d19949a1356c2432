"""What a bot does with mentions that it cannot answer."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from tweetctx import Contextualizer
from tweetctx.interfaces.bots import Answer, ApiError, Bot, Memory, Mention, Platform, Post, Room, bot

pytestmark = pytest.mark.thorough


class Repeating(Platform):
    """A platform that tells of the same mentions at every look, as Bluesky does; it fails until nothing is left."""

    name = "repeating"
    account = "bot"

    def __init__(self, mentions: int, failures: list[Exception]) -> None:
        super().__init__()
        self._mentions, self._failures = mentions, failures
        self.tried: list[float] = []
        self.answered: list[str] = []
        self.refusals: list[Exception] = []  # of answers

    async def events(self) -> AsyncIterator[Any]:
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            for number in range(self._mentions):
                yield f"mention-{number}"
            await asyncio.sleep(0.005)

    def mention(self, event: Any) -> Mention:
        return Mention(event, Post("", "alice"), datetime.now(UTC), False, event)

    async def replied_to(self, mention: Mention) -> Post | None:  # noqa: ARG002
        self.tried.append(time.monotonic())
        if self._failures:
            raise self._failures.pop()
        return None

    async def acknowledge(self, mention: Mention) -> None:
        pass

    def room(self, mention: Mention) -> Room:  # noqa: ARG002
        return Room(300)

    async def reply(self, mention: Mention, answer: Answer) -> None:  # noqa: ARG002
        if self.refusals:
            raise self.refusals.pop()
        self.answered.append(mention.id)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(bot, "TRIES", 3)


def play(platform: Repeating, tmp_path: Path) -> Bot:
    """Runs a bot; it needs no contexts, since mentions without a text are met with its usage."""
    memory = Memory(tmp_path / "memory.sqlite")
    played = Bot(platform, cast(Contextualizer, None), memory)
    asyncio.run(played.run())
    memory.close()
    return played


@pytest.mark.parametrize("kind", [ApiError, RuntimeError])
def test_a_mention_that_fails_again_and_again_is_given_up(
    kind: type[Exception], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    platform = Repeating(1, [kind("no such post") for _ in range(100)])
    with caplog.at_level(logging.WARNING):
        play(platform, tmp_path)
    first, second, third = platform.tried
    assert second - first >= 0.02
    assert third - second >= 0.08
    said = [record.getMessage().removesuffix(": no such post") for record in caplog.records]
    assert said == ["mention mention-0 is not answered"] * 2 + ["mention mention-0 is given up"]


def test_a_mention_that_fails_twice_is_answered(tmp_path: Path) -> None:
    platform = Repeating(1, [ApiError("down"), RuntimeError("down")])
    play(platform, tmp_path)
    assert platform.answered == ["mention-0"]


@pytest.mark.parametrize(
    ("failure", "answers"),
    [
        (ApiError("down", 503, may_repeat=True), 1),
        (ApiError("not reached", may_repeat=True), 1),
        (ApiError("no answer"), 0),  # it may have been posted
        (RuntimeError("nobody meant this"), 0),
    ],
)
def test_an_answer_that_was_surely_not_posted_is_sent_again(failure: Exception, answers: int, tmp_path: Path) -> None:
    platform = Repeating(1, [])
    platform.refusals = [failure]
    play(platform, tmp_path)
    assert platform.answered == ["mention-0"] * answers
    assert len(platform.tried) == 1 + answers


def test_an_answer_that_is_refused_again_and_again_is_given_up(tmp_path: Path) -> None:
    platform = Repeating(1, [])
    platform.refusals = [ApiError("too long", 422, may_repeat=True) for _ in range(100)]
    play(platform, tmp_path)
    assert len(platform.tried) == 3
    assert not platform.answered


def test_not_all_mentions_that_failed_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "_FAILED_KEPT", 4)
    played = play(Repeating(9, [ApiError("down") for _ in range(10_000)]), tmp_path)
    assert len(played._failed) == 4
