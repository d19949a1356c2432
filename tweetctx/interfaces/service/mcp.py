"""A server of the Model Context Protocol: the tools that let an assistant look a tweet up in Wikipedia."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from anyio import to_thread
from mcp.server.mcpserver import Context as Call
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import Field, ValidationError

from tweetctx import __version__
from tweetctx.context import Unit
from tweetctx.errors import TweetctxError, counted
from tweetctx.index.first_pass import DEFAULT_LAM
from tweetctx.index.readable import readable_passages
from tweetctx.interfaces.presentation import passage_record
from tweetctx.interfaces.service.asked import text_of, text_or_post
from tweetctx.interfaces.service.body import whole_characters
from tweetctx.interfaces.service.messages import (
    MOST_LIMIT,
    MOST_PASSAGES,
    Answer,
    ExplanationAnswer,
    IndexAnswer,
    Partial,
    PassageAnswer,
)
from tweetctx.interfaces.service.problems import details, sentence
from tweetctx.interfaces.service.server import listening
from tweetctx.pipeline import Contextualizer
from tweetctx.tweets import Post

Transport = Literal["stdio", "http"]
Result = TypeVar("Result")

_INSTRUCTIONS = """\
Wikipedia paragraphs, searched on this machine. Use explain_tweet for a post of a social network that assumes knowledge
of people, places or events; use search_wikipedia for anything else. Quote the sources that come with every result."""
_READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)


class SearchResult(Answer):
    """The paragraphs that fit a query, best first; none if no word of it occurs."""

    passages: list[PassageAnswer]
    index: IndexAnswer
    partial: Partial = False


if TYPE_CHECKING:
    TweetText = str | Post
else:
    TweetText = Annotated[
        text_or_post(Annotated[str, Field(max_length=10_000)]),
        Field(description="The text of the post, as it was written, or the object of the platform's interface"),
    ]
Limit = Annotated[int, Field(description="The most that the context may have, in units", ge=1, le=MOST_LIMIT)]
UnitChoice = Annotated[Unit, Field(description="What the limit counts")]
QueryText = Annotated[str, Field(description="Words to search for", max_length=10_000)]
Count = Annotated[int, Field(description="How many paragraphs to return", ge=1, le=MOST_PASSAGES)]


class _Tool(Tool):
    """A tool that says of each wrong argument, in a few words, what was found and what was expected."""

    async def run(self, *arguments: Any, **options: Any) -> Any:
        try:
            return await super().run(*arguments, **options)
        except ToolError as error:
            if type(error) is not ToolError or not isinstance(error.__cause__, ValidationError):
                raise
            known = [*self.fn_metadata.arg_model.model_fields]
            problems = (f"{'.'.join(map(str, one['loc']))}: {sentence(one, known)}" for one in details(error.__cause__))
            raise ToolError(f"Error executing tool {self.name}: {'; '.join(problems)}") from error.__cause__


class _WholeCharacters(io.BufferedIOBase):
    """Standard input with U+FFFD for escaped halves of characters: the SDK never answers a request that has one."""

    def __init__(self, descriptor: int) -> None:
        self._lines = os.fdopen(os.dup(descriptor), "rb", closefd=False)

    def readable(self) -> bool:
        return True

    def read1(self, size: int = -1, /) -> bytes:  # noqa: ARG002
        """The next line, of any length."""
        return whole_characters(self._lines.readline())


def mcp_server(contextualizer: Contextualizer) -> MCPServer:
    """A server with the tools `explain_tweet` and `search_wikipedia`, not yet connected to anything."""

    async def explain_tweet(
        tweet: TweetText, call: Call, limit: Limit = 500, unit: UnitChoice = "chars"
    ) -> ExplanationAnswer:
        """Find in Wikipedia what a tweet, or a post of another network, assumes its reader to know."""
        told = tweet.subject if isinstance(tweet, Post) and not tweet.text.strip() else tweet
        _check_words(text_of(told or ""), "tweet")
        await call.report_progress(0, 1, "Looking for what the tweet names")
        context = await _answer(contextualizer.acontextualize(tweet, limit=limit, unit=unit))
        summary = f"{counted(len(context.sentences), 'sentence')} from {counted(len(context.sources), 'article')}"
        await call.report_progress(1, 1, f"Found {summary}" if context else "Found nothing")
        return ExplanationAnswer.of(context)

    async def search_wikipedia(query: QueryText, call: Call, count: Count = 5) -> SearchResult:
        """Find the paragraphs of Wikipedia that fit some words best."""
        _check_words(query, "query")
        await call.report_progress(0, 1, "Searching")
        index = contextualizer.index.session()
        passages = await _answer(to_thread.run_sync(readable_passages, index, query, count, DEFAULT_LAM))
        await call.report_progress(1, 1, f"Found {counted(len(passages), 'paragraph')}")
        records = [PassageAnswer.model_validate(passage_record(passage)) for passage in passages]
        return SearchResult(passages=records, index=IndexAnswer(**index.origin.to_dict()), partial=index.partial)

    return MCPServer(
        "tweetctx",
        title="tweetctx: the Wikipedia context of tweets",
        instructions=_INSTRUCTIONS,
        version=__version__,
        log_level="WARNING",
        tools=[_tool(explain_tweet, "Explain a tweet"), _tool(search_wikipedia, "Search Wikipedia")],
    )


def _tool(function: Callable[..., Any], title: str) -> Tool:
    """Makes a tool that refuses unknown arguments; by default they are ignored."""
    tool = _Tool.from_function(function, title=title, annotations=_READ_ONLY)
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters["additionalProperties"] = False
    return tool


def serve_mcp(contextualizer: Contextualizer, transport: Transport, host: str, port: int) -> None:
    """Serves over stdio until the client closes standard input, or over http, at /mcp, until it is interrupted.

    Raises ServiceError if it cannot listen at the address.
    """
    server = mcp_server(contextualizer)
    if transport == "stdio":
        sys.stdin = io.TextIOWrapper(_WholeCharacters(sys.stdin.fileno()), "utf-8", "replace")
        server.run("stdio")
        return
    import uvicorn  # late: stdio does without

    with listening(host, port) as listener:
        config = uvicorn.Config(server.streamable_http_app(host=host), log_level="warning")
        uvicorn.Server(config).run(sockets=[listener])


def _check_words(text: str, name: str) -> None:
    if not text.strip():
        raise ToolError(f"{name}: found an empty text; expected words")


async def _answer(work: Awaitable[Result]) -> Result:
    """Awaits the library's answer; its errors are told to the model as they are."""
    try:
        return await work
    except TweetctxError as error:
        raise ToolError(str(error)) from error
