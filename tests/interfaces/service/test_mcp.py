"""The tools for assistants, called by the SDK's own client in the process, over stdio and over HTTP."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import httpx
import pytest

from tweetctx import Contextualizer, open_index

pytest.importorskip("mcp", reason="needs mcp")

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

from tweetctx.index.readable import readable_passages
from tweetctx.interfaces.service.mcp import mcp_server
from tweetctx.types import Origin

TWEET = "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark http://t.co/x1"
# The client begins with a handshake, as in the versions of the protocol before 2026-07-28, or asks what there is.
MODES = pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.thorough)])
Talk = Callable[[Client], Awaitable[None]]


@pytest.fixture(scope="module")
def contextualizer(demo_index: Path) -> Contextualizer:
    return Contextualizer.open(demo_index)


def talk_in_process(contextualizer: Contextualizer, talk: Talk) -> None:
    async def connected() -> None:
        async with Client(mcp_server(contextualizer)) as client:
            await talk(client)

    asyncio.run(connected())


def structured(result: CallToolResult) -> dict[str, Any]:
    assert not result.is_error, result.content
    content: dict[str, Any] | None = result.structured_content
    assert content is not None
    return content


def error(result: CallToolResult) -> str:
    assert result.is_error
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_both_tools_have_a_described_schema_of_arguments_and_results(contextualizer: Contextualizer) -> None:
    async def talk(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert tools.keys() == {"explain_tweet", "search_wikipedia"}
        for tool in tools.values():
            assert tool.description
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            arguments: dict[str, dict[str, Any]] = tool.input_schema["properties"]
            assert tool.input_schema["additionalProperties"] is False
            assert [name for name, schema in arguments.items() if not schema.get("description")] == []
        limit = tools["explain_tweet"].input_schema["properties"]["limit"]
        assert (limit["default"], limit["minimum"], limit["maximum"]) == (500, 1, 10_000)
        results = tools["explain_tweet"].output_schema
        assert results is not None
        assert {"text", "reason", "confidence", "sentences", "links", "attribution", "index"} == {*results["required"]}

    talk_in_process(contextualizer, talk)


def test_a_tweet_is_explained_as_the_library_does(contextualizer: Contextualizer) -> None:
    expected = contextualizer.contextualize(TWEET, limit=200, unit="utf16")

    async def talk(client: Client) -> None:
        result = structured(await client.call_tool("explain_tweet", {"tweet": TWEET, "limit": 200, "unit": "utf16"}))
        assert result["text"] == expected.text != ""
        assert len(result["text"]) <= 200
        assert result["attribution"] == expected.attribution
        assert result["confidence"] == pytest.approx(expected.confidence, abs=1e-4)
        record = expected.to_dict()
        assert result["sentences"] == record["sentences"]
        assert result["index"].items() >= record["index"].items()
        assert [sentence["title"] for sentence in result["sentences"]] == [s.title for s in expected.sentences]
        assert [(link["text"], link["title"]) for link in result["links"]] == [
            (link.text, link.title) for link in expected.links
        ]

    talk_in_process(contextualizer, talk)


def test_a_post_of_a_platform_is_explained_whole(contextualizer: Contextualizer) -> None:
    post = {"id_str": "1", "full_text": "This!", "quoted_status": {"full_text": TWEET, "user": {"screen_name": "CNN"}}}
    expected = contextualizer.contextualize(post)

    async def talk(client: Client) -> None:
        result = structured(await client.call_tool("explain_tweet", {"tweet": post}))
        assert result["text"] == expected.text != ""
        assert [(one["text"], one["title"]) for one in result["links"]] == [
            (link.text, link.title) for link in expected.links
        ]
        for wrong, message in (
            ({"id": "1"}, 'tweet: found no "text", expected a tweet'),
            ({"data": []}, "tweet: found 0 posts, expected one"),
            ({"text": " "}, "tweet: found an empty text; expected words"),
            ({"text": "x" * 10_001}, "tweet: found 10,001 characters, expected at most 10,000"),
        ):
            assert message in error(await client.call_tool("explain_tweet", {"tweet": wrong}))
        for text in ('{"text": "no object"}', "[1, 2]", "null"):  # texts of tweets, though they are JSON
            structured(await client.call_tool("explain_tweet", {"tweet": text}))

    talk_in_process(contextualizer, talk)


def test_the_schema_says_that_a_tweet_is_a_text_or_an_object(contextualizer: Contextualizer) -> None:
    async def talk(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        tweet = tools["explain_tweet"].input_schema["properties"]["tweet"]
        assert {one["type"] for one in tweet["anyOf"]} == {"string", "object"}
        assert "text of the post" in tweet["description"]

    talk_in_process(contextualizer, talk)


def test_a_tweet_of_which_nothing_is_known_is_no_error(contextualizer: Contextualizer) -> None:
    async def talk(client: Client) -> None:
        result = structured(await client.call_tool("explain_tweet", {"tweet": "xqzv wqrtz"}))
        assert (result["text"], result["sentences"], result["attribution"]) == ("", [], "")
        assert "xqzv wqrtz" in result["reason"]

    talk_in_process(contextualizer, talk)


def test_passages_are_those_of_the_index(contextualizer: Contextualizer, demo_index: Path) -> None:
    expected = readable_passages(open_index(demo_index), "whitney houston funeral", 3, 0.4)

    async def talk(client: Client) -> None:
        call = {"query": "whitney houston funeral", "count": 3}
        passages = structured(await client.call_tool("search_wikipedia", call))["passages"]
        assert [passage["text"] for passage in passages] == [passage.text for passage in expected]
        assert [passage["url"] for passage in passages] == [passage.url for passage in expected]
        assert structured(await client.call_tool("search_wikipedia", {"query": "xqzv"})) == {
            "passages": [],
            "index": {"wiki": None, "date": None, "days_behind": 0},
            "partial": False,
        }

    talk_in_process(contextualizer, talk)


def test_an_answer_says_whether_it_is_partial(contextualizer: Contextualizer, request: pytest.FixtureRequest) -> None:
    async def talk(client: Client) -> None:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("search_wikipedia", {"query": "moon"}),
            ("explain_tweet", {"tweet": TWEET}),
        ]
        assert [structured(await client.call_tool(*call))["partial"] for call in calls] == [False, False]
        request.getfixturevalue("partial_sessions")
        assert [structured(await client.call_tool(*call))["partial"] for call in calls] == [True, True]

    talk_in_process(contextualizer, talk)


@pytest.mark.parametrize("partial", [False, True])
def test_answers_fit_the_schemas(
    partial: bool, contextualizer: Contextualizer, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    jsonschema: Any = pytest.importorskip("jsonschema", reason="needs jsonschema")
    if partial:
        request.getfixturevalue("partial_sessions")
        monkeypatch.setattr(contextualizer.index, "origin", Origin("enwiki", date(2010, 1, 1)))

    async def talk(client: Client) -> None:
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        for tool, arguments in (
            ("explain_tweet", {"tweet": {"text": TWEET, "created_at": "2012-02-18"}}),
            ("explain_tweet", {"tweet": "xqzv wqrtz"}),
            ("search_wikipedia", {"query": "whitney houston"}),
            ("search_wikipedia", {"query": "xqzv"}),
        ):
            answer = structured(await client.call_tool(tool, arguments))
            jsonschema.validate(answer, schemas[tool])
            schema: dict[str, Any] = schemas[tool] or {}
            assert answer.keys() <= schema["properties"].keys()
            assert answer["partial"] is partial
            assert "false or absent if all did" in schema["properties"]["partial"]["description"]
            days = schema["$defs"]["IndexAnswer"]["properties"]["days_behind"]["description"]
            assert "; 0 or absent up to a month" in days
            assert (answer["index"]["days_behind"] > 0) == (partial and "created_at" in arguments.get("tweet", ""))

    talk_in_process(contextualizer, talk)


@pytest.mark.parametrize(
    ("tool", "arguments", "says"),
    [
        ("explain_tweet", {}, ["tweet: found nothing, expected a value"]),
        ("explain_tweet", {"tweet": " \n"}, ["tweet: found an empty text; expected words"]),
        ("explain_tweet", {"tweet": TWEET, "limit": 0}, ["limit: found 0, expected at least 1"]),
        (
            "explain_tweet",
            {"tweet": TWEET, "unit": "pounds"},
            ['unit: found "pounds", expected one of chars, graphemes'],
        ),
        ("explain_tweet", {"tweet": 7}, ["tweet: found 7, expected a text, or an object of a platform's interface"]),
        (
            "explain_tweet",
            {"tweet": TWEET, "lenght": 100},
            ["lenght: found an unknown field, expected one of tweet, limit, unit"],
        ),
        ("search_wikipedia", {"query": ""}, ["query: found an empty text; expected words"]),
        ("search_wikipedia", {"query": "a", "count": 101}, ["count: found 101, expected at most 100"]),
        ("search_wikipedia", {"query": "a" * 10_001}, ["query: found 10,001 characters, expected at most 10,000"]),
        ("translate", {}, ["translate"]),
    ],
)
def test_errors_name_the_argument_and_what_it_may_be(
    contextualizer: Contextualizer, tool: str, arguments: dict[str, Any], says: list[str]
) -> None:
    async def talk(client: Client) -> None:
        message = error(await client.call_tool(tool, arguments))
        assert [part for part in says if part not in message] == []
        assert [part for part in ("Traceback", "pydantic", "\n") if part in message] == []

    talk_in_process(contextualizer, talk)


def test_an_error_of_the_library_is_told_as_it_is(demo_index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tweetctx.errors import IndexDamagedError

    contextualizer = Contextualizer.open(demo_index)

    def damaged(*_: object, **__: object) -> None:
        raise IndexDamagedError("wiki.idx/1.seg: found 7 bytes, expected 8")

    monkeypatch.setattr(contextualizer, "contextualize", damaged)

    async def talk(client: Client) -> None:
        message = error(await client.call_tool("explain_tweet", {"tweet": TWEET}))
        assert message.endswith("wiki.idx/1.seg: found 7 bytes, expected 8")

    talk_in_process(contextualizer, talk)


async def check_a_conversation(client: Client) -> None:
    """What every transport must carry: both tools, their results, their progress, and an error."""
    told: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    result = structured(await client.call_tool("explain_tweet", {"tweet": TWEET}, progress_callback=note))
    assert "Whitney Houston was an American singer" in result["text"]
    assert told[0] == (0, 1, "Looking for what the tweet names")
    assert told[-1][:2] == (1, 1)
    assert str(told[-1][2]).startswith(f"Found {len(result['sentences'])} sentences from ")
    told.clear()
    found = await client.call_tool("search_wikipedia", {"query": "Newark", "count": 2}, progress_callback=note)
    assert len(structured(found)["passages"]) == 2
    assert told == [(0, 1, "Searching"), (1, 1, "Found 2 paragraphs")]
    assert "tweet: found an empty text" in error(await client.call_tool("explain_tweet", {"tweet": ""}))


def command(demo_index: Path, *options: str) -> list[str]:
    return [sys.executable, "-m", "tweetctx", "mcp", "--index", str(demo_index), *options]


@pytest.mark.thorough
@MODES
def test_over_stdio(demo_index: Path, mode: str) -> None:
    program, *arguments = command(demo_index)
    server = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))

    async def talk() -> None:
        async with Client(server, mode=mode) as client:
            await check_a_conversation(client)

    asyncio.run(asyncio.wait_for(talk(), 120))


@pytest.fixture
def http_server(demo_index: Path) -> Iterator[str]:
    """The address of a server on this machine; that it answers Ctrl-C by ending is tested at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/mcp"
    arguments = command(demo_index, "--transport", "http", "--port", str(port))
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as server:
        try:
            for _ in range(600):
                try:
                    httpx.get(address)
                    break
                except (httpx.ConnectError, httpx.ReadTimeout):
                    time.sleep(0.1)
            yield address
            server.send_signal(signal.SIGINT)
            _, errors = server.communicate(timeout=30)
            assert "Traceback" not in errors
        finally:
            server.kill()


@pytest.mark.thorough
@MODES
def test_over_http(http_server: str, mode: str) -> None:
    async def talk() -> None:
        async with Client(http_server, mode=mode) as client:
            await check_a_conversation(client)

    asyncio.run(asyncio.wait_for(talk(), 120))
    stranger = httpx.post(http_server, headers={"Host": "example.org"}, json={})
    assert stranger.status_code == 421  # a page of another site that has its name point to this machine


@pytest.mark.thorough
@pytest.mark.parametrize("start", [("mcp",), ("mcp", "--transport", "http"), ("serve",), ("serve", "--workers", "2")])
def test_a_preset_that_cannot_answer_ends_the_command_before_it_serves(
    demo_index: Path, start: tuple[str, ...]
) -> None:
    arguments = [sys.executable, "-m", "tweetctx", *start, "--index", str(demo_index), "--preset", "class"]
    done = subprocess.run(arguments, input="", capture_output=True, text=True, check=False)
    message = "class: found no word classes, expected a model that needs none"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"tweetctx: error: {message}\n")


@pytest.mark.thorough
def test_a_wrong_index_ends_the_command_before_it_serves(tmp_path: Path) -> None:
    done = subprocess.run(command(tmp_path / "none.idx"), input="", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"tweetctx: error: {tmp_path / 'none.idx'}")


@pytest.mark.thorough
def test_an_address_that_is_taken_is_an_error_of_the_command(demo_index: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        options = "--transport", "http", "--port", str(port)
        done = subprocess.run(command(demo_index, *options), capture_output=True, text=True, check=False)
    said = f"tweetctx: error: 127.0.0.1, port {port}: cannot be listened to (Address already in use)\n"
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.thorough
def test_half_of_a_character_is_answered_over_stdio(demo_index: Path) -> None:
    def call(number: int, tweet: str) -> str:
        params = f'{{"name": "explain_tweet", "arguments": {{"tweet": "{tweet}"}}}}'
        return f'{{"jsonrpc": "2.0", "id": {number}, "method": "tools/call", "params": {params}}}\n'

    start = '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", '
    start += '"capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}}\n'
    start += '{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'
    asked = (r"Whitney Houston \ud83d", r"Whitney \udc00 Houston \ud83d\ude80", "Whitney Houston " + r"\ud83d" * 2000)
    pipe = subprocess.PIPE
    with subprocess.Popen(command(demo_index), text=True, stdin=pipe, stdout=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(start)
        for number, tweet in enumerate(asked, 2):
            server.stdin.write(call(number, tweet))
            server.stdin.flush()
            while f'"id":{number}' not in (line := server.stdout.readline()):
                assert line
            assert "singer" in line
        server.stdin.close()
        assert server.wait(30) == 0


@pytest.mark.thorough
def test_ctrl_c_ends_a_server_that_waits_for_standard_input(demo_index: Path) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(command(demo_index), text=True, stdin=pipe, stdout=pipe, stderr=pipe) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert server.stdout.readline()  # it serves
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 130
        assert server.communicate()[1] == "tweetctx: interrupted\n"
