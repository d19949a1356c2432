"""The bots of all platforms, each against a fake of its platform."""

import asyncio
import json
import os
import re
import runpy
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs mcp, which brings a web server")
pytest.importorskip("websockets", reason="needs websockets")

from fake_platforms import (
    ALICE,
    BOT,
    MACHINE,
    TOKEN,
    FakeBluesky,
    FakeDiscord,
    FakeMastodon,
    FakePlatform,
    FakeSlack,
    FakeTelegram,
    RefusedError,
)
from properties import one_in

from tweetctx import Contextualizer, build_index
from tweetctx.interfaces.bots import Bot, BotError, Memory, Platform, answers, bot, connection
from tweetctx.interfaces.bots.dry_run import dry_run
from tweetctx.interfaces.bots.platforms import platform_named

HOUSTON = "The funeral of #WhitneyHouston begins at noon in Newark"
OCCUPY = "Police clear #OccupyWallStreet camp at Zuccotti Park"
UNKNOWN = "xqzv wqrtz"
PLATFORMS: list[tuple[type[FakePlatform], str]] = [
    (FakeMastodon, "Mastodon"),
    (FakeBluesky, "Bluesky"),
    (FakeTelegram, "Telegram"),
    (FakeSlack, "Slack"),
    (FakeDiscord, "Discord"),
]
NAMES = [name for _, name in PLATFORMS]


@pytest.fixture(scope="module")
def wikipedia(demo_corpus: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demonstration corpus with addresses of Wikipedia."""
    folder = tmp_path_factory.mktemp("wikipedia")
    for file in demo_corpus:
        lines = file.read_text("utf-8").replace('"url": "demo:', '"url": "https://en.wikipedia.org/wiki/')
        (folder / file.name).write_text(lines, "utf-8")
    build_index(sorted(folder.glob("*.jsonl")), folder / "wiki.idx", workers=1)
    return folder / "wiki.idx"


@pytest.fixture(scope="module")
def contextualizer(wikipedia: Path) -> Contextualizer:
    opened = Contextualizer.open(wikipedia)
    opened.contextualize(HOUSTON)  # compiles what is to be compiled before a bot waits for it
    return opened


class Theatre:
    """A fake platform, and the bot that is written for it."""

    def __init__(
        self,
        fake: type[FakePlatform],
        name: str,
        contextualizer: Contextualizer,
        memory: Path,
        patch: pytest.MonkeyPatch,
    ) -> None:
        self._fake, self._name, self._contextualizer, self._memory = fake, name, contextualizer, memory
        self._patch = patch

    def made(self) -> Platform:
        return platform_named(self._name.lower())()

    def play(self, scene: Callable[[FakePlatform, "Theatre"], Coroutine[Any, Any, None]]) -> None:
        async def played() -> None:
            platform = self._fake()
            async with asyncio.timeout(300), platform.served():
                for name, value in platform.environment.items():
                    self._patch.setenv(name, value)
                await scene(platform, self)

        asyncio.run(played())

    @asynccontextmanager
    async def bot(self, platform: FakePlatform) -> AsyncIterator[None]:
        """The bot runs, and listens."""
        before = platform.connections
        task = asyncio.create_task(self.run())
        await platform.wait_for(lambda: platform.connections > before)
        await asyncio.sleep(0.05)
        try:
            yield
            assert not task.done()
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def run(self) -> None:
        memory = Memory(self._memory)
        try:
            await Bot(self.made(), self._contextualizer, memory).run()
        finally:
            memory.close()


@pytest.fixture(params=one_in(len(PLATFORMS), PLATFORMS), ids=NAMES)
def theatre(
    request: pytest.FixtureRequest, contextualizer: Contextualizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Theatre:
    fake, name = request.param
    monkeypatch.setattr(connection, "FIRST_WAIT", 0.02)
    monkeypatch.setattr(import_module("tweetctx.interfaces.bots.platforms.bluesky"), "SECONDS_BETWEEN_LOOKS", 0.05)
    return Theatre(fake, name, contextualizer, tmp_path / "memory.sqlite", monkeypatch)


@pytest.mark.parametrize("theatre", PLATFORMS, ids=NAMES, indirect=True)
def test_a_mention_is_answered_with_the_context_of_the_post_it_replies_to(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        async with theatre.bot(platform):
            post = platform.post(HOUSTON, author=MACHINE)
            mention = await platform.call("what is this?", above=post.id)
            (answer,) = await platform.answers_of(1)
        assert answer.to == mention
        assert answer.text.startswith("Whitney Houston was an American singer and actress")
        assert "Newark, New Jersey" in answer.text
        assert answer.links["Whitney Houston"] == "https://en.wikipedia.org/wiki/Whitney_Houston"
        assert answer.links["Wikipedia, CC BY-SA 4.0"] == "https://creativecommons.org/licenses/by-sa/4.0/"
        assert platform.acknowledged[mention] - platform.said_at[mention] < 3
        assert platform.acknowledged[mention] <= platform.answered_at[0]

    theatre.play(scene)


@pytest.mark.thorough
def test_a_mention_that_replies_to_nothing_is_explained_itself(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        async with theatre.bot(platform):
            await platform.call(OCCUPY)
            assert "Occupy Wall Street was a protest movement" in (await platform.answers_of(1))[0].text
            await platform.call(UNKNOWN)
            assert (await platform.answers_of(2))[1].text == answers.NOTHING
            await platform.call("")
            assert (await platform.answers_of(3))[2].text == answers.USAGE

    theatre.play(scene)


def test_programs_its_own_posts_thanks_and_old_mentions_are_met_with_silence(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        own = platform.post("Whitney Houston was an American singer.", author=BOT)
        async with theatre.bot(platform):
            await platform.call(HOUSTON, author=MACHINE)
            await platform.call(HOUSTON, author=BOT)
            await platform.call(f"thanks! {OCCUPY}", above=own.id)
            await platform.call(HOUSTON, age=timedelta(days=2))
            last = await platform.call(OCCUPY)
            (answer,) = await platform.answers_of(1)
        assert answer.to == last

    theatre.play(scene)


@pytest.mark.thorough
def test_a_lost_connection_is_made_again_and_nothing_is_answered_twice(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        async with theatre.bot(platform):
            first = await platform.call(HOUSTON)
            await platform.answers_of(1)
            before = platform.connections
            await platform.lose_connections()
            if not platform.catches_up:
                await platform.wait_for(lambda: platform.connections > before)
            second = await platform.call(OCCUPY)
            found = await platform.answers_of(2)
            assert platform.connections > before
        assert [answer.to for answer in found] == [first, second]

    theatre.play(scene)


@pytest.mark.thorough
def test_a_rate_limit_is_waited_out(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        platform.refusals = [0.4, 0.2]
        async with theatre.bot(platform):
            await platform.call(HOUSTON)
            await platform.answers_of(1)
        first, second = platform.refused_at
        assert second - first > 0.39
        assert platform.answered_at[0] - second > 0.19

    theatre.play(scene)


def test_after_a_restart_nothing_is_answered_twice(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        async with theatre.bot(platform):
            first = await platform.call(HOUSTON)
            await platform.answers_of(1)
        async with theatre.bot(platform):
            await platform.send(platform.posts[first])  # told again, as some platforms do
            await platform.call(OCCUPY)
            await platform.answers_of(2)

    theatre.play(scene)


@pytest.mark.thorough
@pytest.mark.parametrize("theatre", [PLATFORMS[1]], ids=["Bluesky"], indirect=True)
def test_an_answer_that_a_server_could_not_take_is_sent_once_it_can(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot, "FIRST_PAUSE", 0.05)
    outage = [RefusedError(502, {"error": "UpstreamFailure"}) for _ in range(connection.ATTEMPTS + 1)]

    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeBluesky)
        publish = platform.publish

        def fail(*given: Any) -> None:
            if outage:
                raise outage.pop()
            publish(*given)

        monkeypatch.setattr(platform, "publish", fail)
        async with theatre.bot(platform):
            mention = await platform.call(HOUSTON)
            (answer,) = await platform.answers_of(1)
        assert (answer.to, outage) == (mention, [])

    theatre.play(scene)


@pytest.mark.thorough
def test_an_author_is_answered_ten_times_an_hour(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "ANSWERS_AN_HOUR", 3)

    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        async with theatre.bot(platform):
            for _ in range(6):
                await platform.call(UNKNOWN)
            await platform.answers_of(3)

    theatre.play(scene)


def test_a_memory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "m.sqlite")
    assert memory.claim("a", "author")
    with sqlite3.connect(tmp_path / "m.sqlite") as other:
        other.execute("drop table answered")
    with pytest.raises(BotError, match=r"m\.sqlite: cannot be used \(no such table: answered\); expected room"):
        memory.claim("b", "author")
    memory.close()


def test_a_wrong_token_ends_the_bot_with_a_message(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        platform.token = "another"  # noqa: S105
        with pytest.raises(BotError, match="expected a valid token"):
            await theatre.run()

    theatre.play(scene)


def test_without_its_settings_a_bot_says_what_it_needs(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        for name in platform.environment:
            if not name.endswith("_SERVER") or name == "MASTODON_SERVER":
                with pytest.MonkeyPatch.context() as patch:
                    patch.delenv(name)
                    with pytest.raises(BotError, match=f"^{name}: not set; expected "):
                        await theatre.run()

    theatre.play(scene)


def test_a_wrong_address_of_a_server_is_named_by_its_setting(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        (name,) = (name for name in platform.environment if name.endswith("_SERVER"))
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(name, "foo")
            with pytest.raises(BotError, match=f"^{name}: found the address 'foo', expected one that begins with http"):
                await theatre.run()

    theatre.play(scene)


def test_all_missing_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MASTODON_SERVER", " ")
    monkeypatch.delenv("MASTODON_TOKEN", raising=False)
    expected = (
        "MASTODON_SERVER: not set; expected the address of the server, as https://mastodon.example; "
        "MASTODON_TOKEN: not set; expected an access token with the scopes read, write:statuses and write:favourites"
    )
    with pytest.raises(BotError) as caught:
        platform_named("mastodon")()
    assert str(caught.value) == expected


def test_events_that_are_not_understood_are_passed_over(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        class Odd(type(theatre.made())):  # type: ignore[misc]
            async def events(self) -> AsyncIterator[Any]:
                async for proper in super().events():
                    odd: Any
                    for odd in ({}, {"type": "mention"}, {"reason": "mention"}, {"message": {}}, [], None, 7):
                        yield odd
                    yield proper

        theatre.made = Odd  # type: ignore[method-assign]
        async with theatre.bot(platform):
            await platform.call(HOUSTON)
            await platform.answers_of(1)

    theatre.play(scene)


ONLY_DISCORD = pytest.mark.parametrize("theatre", [PLATFORMS[4]], ids=["Discord"], indirect=True)


@ONLY_DISCORD
def test_a_gateway_that_does_not_answer_heartbeats_is_left_and_the_session_resumed(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeDiscord)
        platform.heartbeat_interval = 100
        platform.answers_heartbeats = False
        async with theatre.bot(platform):
            await platform.wait_for(lambda: platform.resumed > 0)
            assert platform.heartbeats > 0
            platform.answers_heartbeats = True
            platform.heartbeat_interval = 20_000
            await platform.call(OCCUPY)
            await platform.answers_of(1)
        assert platform.identified == 1

    theatre.play(scene)


@ONLY_DISCORD
def test_a_session_that_cannot_be_resumed_is_begun_anew(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeDiscord)
        async with theatre.bot(platform):
            await platform.tell({"op": 9, "d": False})
            await platform.wait_for(lambda: platform.identified == 2)
            await platform.call(OCCUPY)
            await platform.answers_of(1)
        assert platform.resumed == 0

    theatre.play(scene)


@ONLY_DISCORD
def test_a_gateway_that_refuses_what_the_bot_wants_to_see_ends_it(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeDiscord)
        platform.close_code = 4014
        with pytest.raises(BotError, match=r"closed with 4014 .*Message Content Intent turned on"):
            await theatre.run()

    theatre.play(scene)


@pytest.mark.parametrize("theatre", [PLATFORMS[3]], ids=["Slack"], indirect=True)
def test_every_envelope_of_slack_is_acknowledged_at_once(theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeSlack)
        async with theatre.bot(platform):
            mention = await platform.call(OCCUPY)
            await platform.answers_of(1)
            assert platform.envelopes[mention] - platform.said_at[mention] < 3

    theatre.play(scene)


@pytest.mark.thorough
@pytest.mark.parametrize("theatre", [PLATFORMS[2]], ids=["Telegram"], indirect=True)
@pytest.mark.parametrize("text", ["/start", "/help", "/start from-a-link"])
def test_a_person_who_opens_a_chat_on_telegram_is_told_what_the_bot_does(text: str, theatre: Theatre) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        assert isinstance(platform, FakeTelegram)
        event = platform.event(platform.post("", author=ALICE))
        event["message"] |= {"text": text, "chat": {**event["message"]["chat"], "type": "private"}}
        async with theatre.bot(platform):
            platform.updates.append(event)
            assert (await platform.answers_of(1))[0].text == answers.USAGE

    theatre.play(scene)


@pytest.mark.thorough
@pytest.mark.parametrize("theatre", [PLATFORMS[2]], ids=["Telegram"], indirect=True)
def test_the_file_runs_as_it_stands_and_does_not_answer_twice_after_a_kill(theatre: Theatre, wikipedia: Path) -> None:
    check_the_file(theatre, wikipedia)


@pytest.mark.thorough
def test_every_file_runs_as_it_stands_and_does_not_answer_twice_after_a_kill(theatre: Theatre, wikipedia: Path) -> None:
    check_the_file(theatre, wikipedia)


def check_the_file(theatre: Theatre, wikipedia: Path) -> None:
    async def scene(platform: FakePlatform, theatre: Theatre) -> None:
        settings = {"TWEETCTX_INDEX": str(wikipedia), "TWEETCTX_BOT_MEMORY": str(theatre._memory)}

        @asynccontextmanager
        async def process() -> AsyncIterator[None]:
            before = platform.connections
            environment = {**os.environ, **platform.environment, **settings}
            pipe = asyncio.subprocess.PIPE
            program = await asyncio.create_subprocess_exec(*bot_command(theatre._name), env=environment, stderr=pipe)
            await platform.wait_for(lambda: platform.connections > before or program.returncode is not None, 200)
            assert program.returncode is None
            errors = b""
            try:
                yield
                assert program.stderr is not None
                errors = await program.stderr.readuntil(b"answered")  # a little after the platform has the answer
            finally:
                program.kill()
                errors += (await program.communicate())[1]
            assert b"Traceback" not in errors
            assert TOKEN.encode() not in errors

        async with process():
            first = await platform.call(HOUSTON)
            await platform.answers_of(1)
        async with process():
            await platform.send(platform.posts[first])
            await platform.call(OCCUPY)
            await platform.answers_of(2)

    theatre.play(scene)


def bot_command(name: str, *more: str) -> list[str]:
    return [sys.executable, "-m", "tweetctx", "bot", name.lower(), *more]


def test_the_example_answers_questions_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in FakeMastodon().environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MASTODON_SERVER", "https://mastodon.example")
    monkeypatch.setenv("MASTODON_TOKEN", TOKEN)
    made = import_module("own_bot").Questions()
    made._own_name = re.compile("@bot")
    author = {"id": "1", "bot": False}
    status = {"id": "2", "created_at": "2026-01-01T00:00:00Z"}
    for text, wanted in (("@bot what is this?", True), ("@bot hello", False)):
        event = {"type": "mention", "status": status | {"content": text, "account": author}, "account": author}
        assert (made.mention(event) is not None) == wanted


def test_the_platform_of_the_documentation_answers(
    contextualizer: Contextualizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[3] / "docs" / "bots.md").read_text("utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    made: list[Platform] = []
    monkeypatch.setattr("tweetctx.interfaces.bots.run_bot", lambda platform: made.append(platform()))
    (tmp_path / "mine.py").write_text(found[1], "utf-8")
    runpy.run_path(str(tmp_path / "mine.py"))

    async def run() -> None:
        task = asyncio.create_task(Bot(made[0], contextualizer, Memory(tmp_path / "memory")).run())
        async with asyncio.timeout(20):
            while not (said := capsys.readouterr().out):
                await asyncio.sleep(0.01)
        assert said.startswith("Whitney Houston was an American singer")
        task.cancel()

    asyncio.run(run())


DRY = {
    "mastodon": ("chars", 494),
    "bluesky": ("graphemes", 300),
    "discord": ("utf16", 2000),
    "slack": ("chars", 3000),
    "telegram": ("utf16", 4096),
}


@pytest.mark.parametrize("name", DRY)
def test_a_dry_run_prints_answers_that_fit(name: str, contextualizer: Contextualizer) -> None:
    unit, limit = DRY[name]
    said = [*dry_run(platform_named(name), contextualizer, [HOUSTON, UNKNOWN, ""])]
    lengths = []
    for text in said:
        found = re.search(rf"\(([\d,]+) of {limit:,} {unit} on {name}\)\n$", text)
        assert found, text
        lengths.append(int(found[1].replace(",", "")))
    assert all(0 < length <= limit for length in lengths)
    assert "Whitney Houston" in said[0]
    assert "https://en.wikipedia.org/wiki/Whitney_Houston" in said[0]
    assert answers.NOTHING in said[1]


def test_the_limit_of_a_dry_run_is_kept(contextualizer: Contextualizer, monkeypatch: pytest.MonkeyPatch) -> None:
    platform = platform_named("bluesky")
    monkeypatch.setattr(platform, "usual_room", replace(platform.usual_room, limit=120))
    (said,) = dry_run(platform, contextualizer, [HOUSTON])
    assert int(re.search(r"\((\d+) of 120", said)[1]) <= 120  # type: ignore[index]


def test_an_unknown_platform_is_told_which_there_are() -> None:
    expected = "found 'masto', expected one of mastodon, bluesky, discord, slack, telegram"
    with pytest.raises(BotError, match=expected):
        platform_named("masto")


@pytest.mark.thorough
def test_the_command_says_what_it_needs(wikipedia: Path) -> None:
    environment = {**os.environ, "TWEETCTX_INDEX": str(wikipedia)}
    done = subprocess.run(bot_command("telegram"), env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "tweetctx: error: TELEGRAM_TOKEN: not set; expected the token that @BotFather gave\n"
    given = bot_command("telegram", "posts.txt")
    wrong = subprocess.run(given, env=environment, capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "expected --dry-run beside it" in wrong.stderr


@pytest.mark.thorough
def test_a_dry_run_reads_files_and_standard_input(wikipedia: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "TWEETCTX_INDEX": str(wikipedia)}
    for name in ("TELEGRAM_TOKEN", "BLUESKY_HANDLE"):
        environment.pop(name, None)
    (tmp_path / "posts.txt").write_text(f"{HOUSTON}\n{OCCUPY}\n")
    (tmp_path / "posts.jsonl").write_text(json.dumps({"id": "7", "text": HOUSTON}) + "\n")
    for posts, count in (("posts.txt", 2), ("posts.jsonl", 1), ("-", 1)):
        place = posts if posts == "-" else str(tmp_path / posts)
        command = bot_command("telegram", place, "--dry-run")
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, input=HOUSTON)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count(" utf16 on telegram)") == count
        assert done.stdout.startswith(f"post 1: {HOUSTON}\n\nWhitney Houston")
