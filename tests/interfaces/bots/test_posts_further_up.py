"""What the post above a mention quotes or answers itself: fetched where the platform does not send it along."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs mcp, which brings a web server")
pytest.importorskip("websockets", reason="needs websockets")

from fake_platforms import ALICE, BOT, FakeBluesky, FakeMastodon, FakePlatform, FakeSlack, RefusedError, Said
from properties import one_in

from tweetctx import Contextualizer
from tweetctx.interfaces.bots import Bot, Memory, answers, bot, connection
from tweetctx.interfaces.bots.platforms import bluesky, platform_named

pytestmark = pytest.mark.thorough

HOUSTON = "The funeral of #WhitneyHouston begins at noon in Newark"
SINGER = "Whitney Houston was an American singer"


class _Asked:
    """A fake platform that notes which posts are asked for, and fails for those that it is told to."""

    fetched: list[str]
    broken: dict[str, Any]

    def noted(self, identifier: str) -> None:
        self.fetched.append(identifier)
        if identifier in self.broken:
            raise RefusedError(self.broken[identifier], {"error": "internal"})


class Mastodon(_Asked, FakeMastodon):
    """Statuses that quote tell of what is quoted, or hold only its id where they are quoted themselves."""

    async def status_of(self, request: Any) -> Any:
        self.noted(request.path_params["id"])
        return await super().status_of(request)


class Bluesky(_Asked, FakeBluesky):
    """Views of posts."""

    async def get_posts(self, request: Any) -> Any:
        for uri in request.query_params.getlist("uris"):
            self.noted(uri)
        return await super().get_posts(request)


class Slack(_Asked, FakeSlack):
    """Threads: the first message comes with every part that is asked for."""

    def do_conversations_replies(self, given: Any) -> Any:
        self.noted(f"{given['channel']}/{given.get('oldest', given['ts'])}")
        begin = super().do_conversations_replies(given)["messages"]
        asked = self.posts.get(f"{given['channel']}/{given.get('oldest', given['ts'])}")
        told = [*begin, *([self.message(asked)] if asked else [])]
        return {"messages": [one for number, one in enumerate(told) if one not in told[:number]]}

    def link_to(self, said: Said, thread: str = "") -> str:
        """The address of a message as its menu copies it."""
        place = said.id.partition("/")[2].replace(".", "")
        return f"<https://here.slack.com/archives/C1/p{place}{thread and f'?thread_ts={thread}&amp;cid=C1'}>"

    def message(self, said: Said) -> Any:
        return super().message(said) | {"text": said.text}

    def identifier(self, number: str) -> str:
        return f"C1/{int(time.time())}.{int(number):06d}"


FAKES: dict[str, type[Any]] = {"mastodon": Mastodon, "bluesky": Bluesky, "slack": Slack}


@pytest.fixture(params=one_in(len(FAKES), FAKES))
def name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(bluesky, "SECONDS_BETWEEN_LOOKS", 0.05)
    return request.param


@contextmanager
def _environment(monkeypatch: pytest.MonkeyPatch, platform: FakePlatform) -> Iterator[None]:
    with monkeypatch.context() as patch:
        for key, value in platform.environment.items():
            patch.setenv(key, value)
        yield


def above(platform: Any, text: str, further: Said, **more: Any) -> Said:
    """A post that answers another, or has its address in Slack."""
    if isinstance(platform, Slack):
        text = f"{text} {platform.link_to(further)}"
    else:
        more["above"] = further.id
    said: Said = platform.post(text, **more)
    return said


def answer_of(name: str, scene: Any, index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Any]:
    """The bot's answer to a mention of it below the post that a scene returns, and the platform."""

    async def played() -> tuple[str, Any]:
        platform = FAKES[name]()
        platform.fetched, platform.broken = [], {}
        memory, contextualizer = Memory(tmp_path / "memory.sqlite"), Contextualizer.open(index)
        async with asyncio.timeout(60), platform.served():
            with _environment(monkeypatch, platform):
                task = asyncio.create_task(Bot(platform_named(name)(), contextualizer, memory).run())
                await platform.wait_for(lambda: platform.connections > 0)
                await asyncio.sleep(0.05)
                await platform.call("what is this?", above=scene(platform).id)
                (answer,) = await platform.answers_of(1)
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        memory.close()
        return answer.text, platform

    return asyncio.run(played())


@pytest.mark.parametrize("name", FAKES, indirect=True)
@pytest.mark.parametrize("text", one_in(3, ["This!", "👇", "wow, read this"]))
def test_a_post_that_says_nothing_is_explained_by_what_it_answers_or_quotes(
    text: str, name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(platform: Any) -> Said:
        return above(platform, text, platform.post(HOUSTON))

    answer, platform = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)
    assert len(platform.fetched) == 2


def test_one_post_more_is_asked_for_and_no_further(
    name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(platform: Any) -> Said:
        return above(platform, HOUSTON, above(platform, "I agree", above(platform, "So do I", platform.post("Yes"))))

    answer, platform = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)
    assert len(platform.fetched) == 2


def test_a_post_without_another_is_asked_for_alone(
    name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, platform = answer_of(name, lambda it: it.post(HOUSTON), demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)
    assert len(platform.fetched) == 1


@pytest.mark.parametrize("status", [403, 404, 410, 500])
def test_what_cannot_be_fetched_is_left_out(
    status: int, name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(platform: Any) -> Said:
        further = platform.post("Police clear the camp")
        platform.broken[further.id] = status
        return above(platform, HOUSTON, further)

    monkeypatch.setattr(bot, "COMPLETED_WITHIN", 0.3)
    answer, _ = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)


def test_what_is_deleted_is_left_out(
    name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(platform: Any) -> Said:
        return above(platform, HOUSTON, Said(platform.identifier("999999"), ALICE, "gone"))

    answer, _ = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)


def test_an_answer_does_not_wait_long(
    name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "COMPLETED_WITHIN", 0.1)

    def scene(platform: Any) -> Said:
        original = platform.noted

        def noted(identifier: str) -> None:
            original(identifier)
            if len(platform.fetched) == 2:
                raise RefusedError(429, {"ok": False, "error": "ratelimited"}, {"Retry-After": "2"})

        platform.noted = noted
        return above(platform, HOUSTON, platform.post("Police clear the camp"))

    answer, _ = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer.startswith(SINGER)


def test_the_bots_own_answers_are_no_evidence(
    name: str, demo_index: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(platform: Any) -> Said:
        return above(platform, "This!", platform.post(HOUSTON, author=BOT))

    answer, platform = answer_of(name, scene, demo_index, tmp_path, monkeypatch)
    assert answer == answers.NOTHING
    assert len(platform.fetched) == 2
