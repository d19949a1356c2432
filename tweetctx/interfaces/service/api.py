"""The routes of the service that programs call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from tweetctx import __version__
from tweetctx.errors import DeadlineError, WorkCancelledError
from tweetctx.index import Engine
from tweetctx.index.first_pass import DEFAULT_LAM
from tweetctx.index.readable import readable_passages
from tweetctx.interfaces.presentation import passage_record
from tweetctx.interfaces.service.asked import text_of
from tweetctx.interfaces.service.body import read_body, read_query
from tweetctx.interfaces.service.cache import Answer, Cache, is_known, tag_of
from tweetctx.interfaces.service.generations import Generation, Generations
from tweetctx.interfaces.service.keys import check_key
from tweetctx.interfaces.service.messages import (
    CONFIDENCE,
    REASON,
    ContextOptions,
    ContextRequest,
    ContextsRequest,
    LinkRequest,
    Requests,
    SearchRequest,
)
from tweetctx.interfaces.service.metrics import MEDIA_TYPE, Metrics
from tweetctx.interfaces.service.middleware import logged_problem
from tweetctx.interfaces.service.problems import RETRY_AFTER, ProblemError
from tweetctx.interfaces.service.queue import QueueFullError, Slot, WorkQueue
from tweetctx.interfaces.service.settings import Settings
from tweetctx.linking.linker import NoLinks
from tweetctx.presets import parse_preset
from tweetctx.runtime.deadlines import Work, stage
from tweetctx.tweets import Post
from tweetctx.types import Context

Result = TypeVar("Result")
LINES = "application/x-ndjson"
_READABLE = " !\"#$&'()*+,/:;<=>?@[]"  # of ASCII's visible characters, what quote would encode besides %


class Endpoint:
    """A function from request to response as an application; its exceptions are the caller's."""

    def __init__(self, function: Callable[[Request], Awaitable[Response]]) -> None:
        self._function = function

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request."""
        response = await self._function(Request(scope, receive))
        await response(scope, receive, send)


class _Lines(StreamingResponse):
    """A stream that holds a slot in the queue until it has been sent, or its client is gone.

    A client that does not read for as long as the deadline counts as gone, since others wait for the slot.
    """

    def __init__(self, lines: AsyncIterator[bytes], slot: Slot, patience: float) -> None:
        super().__init__(lines, media_type=LINES)
        self._slot, self._patience = slot, patience

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def patiently(message: Message) -> None:
            try:
                async with asyncio.timeout(self._patience):
                    await send(message)
            except TimeoutError as error:
                scope["state"].get("abort", lambda: None)()
                raise ClientDisconnect from error

        with self._slot:
            await super().__call__(scope, receive, patiently)


class Api:
    """What the routes share."""

    def __init__(
        self, settings: Settings, requests: Requests, generations: Generations, queue: WorkQueue, metrics: Metrics
    ) -> None:
        self.settings, self._requests, self._queue, self._metrics = settings, requests, queue, metrics
        self._generations = generations
        self.keys: tuple[bytes, ...] = ()
        self._preset = str(parse_preset(settings.preset, "preset"))
        self._cache = Cache(settings.cache)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/v1/context", Endpoint(self.context), methods=["POST"]),
            Route("/v1/contexts", Endpoint(self.contexts), methods=["POST"]),
            Route("/v1/link", Endpoint(self.link), methods=["POST"]),
            Route("/v1/search", Endpoint(self.search), methods=["GET"]),
            Route("/v1/health", Endpoint(self.health), methods=["GET"]),
            Route("/v1/ready", Endpoint(self.ready), methods=["GET"]),
            Route("/v1/metrics", Endpoint(self.metrics), methods=["GET"]),
        ]

    async def context(self, request: Request) -> Response:
        """The context of a tweet."""
        asked: ContextRequest = await self._read(request, self._requests.context)
        self._note(request, text_of(asked.tweet))
        generation = self.generation()
        preset = asked.preset or self._preset
        policy = parse_preset(preset).policy
        length = policy.limit if asked.limit is None else asked.limit, asked.unit or policy.unit
        inputs = (asked.tweet, asked.date, *length, preset, asked.min_score)

        def answer() -> Answer:
            context = self._context(generation, asked, asked.tweet, asked.date)
            return Answer(to_json(context.to_dict("1")), _about(context), lasting=not context.partial)

        return await self._cached(request, generation, preset, inputs, answer)

    async def contexts(self, request: Request) -> Response:
        """The contexts of many tweets, one per line, in order; each line is sent as soon as it is ready."""
        asked: ContextsRequest = await self._read(request, self._requests.contexts)
        self._note(request, [text_of(tweet) for tweet in asked.tweets])
        generation = self.generation()
        slot = self.take(request, asked.preset or self._preset)
        lines = self._lines(request, slot, generation, asked)
        if request.scope["http_version"] == "1.0":  # knows no chunks
            with slot:
                return Response(b"".join([line async for line in lines]), media_type=LINES)
        return _Lines(lines, slot, self.settings.deadline)

    async def link(self, request: Request) -> Response:
        """The links of a tweet."""
        asked: LinkRequest = await self._read(request, self._requests.link)
        self._note(request, text_of(asked.tweet))
        generation = self.generation()
        preset = asked.preset or self._preset

        def links() -> Answer:
            contextualizer = generation.contextualizer(preset)
            if contextualizer.linker == NoLinks():
                expected = "which has no linker, expected one that has, as default"
                served = self.settings.preset
                raise ProblemError(422, f"body: found no preset, and that of the service is {served}, {expected}")
            linked = contextualizer.link(asked.tweet, date=asked.date)
            tweet = contextualizer.normalized(asked.tweet, date=asked.date).text  # in which the links stand
            return _whole_or_partial({"tweet": tweet, "links": [one.to_dict() for one in linked.links]}, linked.partial)

        inputs = ("link", asked.tweet, asked.date, preset)
        return await self._cached(request, generation, "link", inputs, links)

    async def search(self, request: Request) -> Response:
        """The best passages for a query."""
        self.check(request)
        asked: SearchRequest = read_query(request, self._requests.search)
        self._note(request, asked.q)
        generation = self.generation()

        def passages() -> Answer:
            index = generation.index.session()
            with stage("search"):
                search = Engine.search if asked.exact else readable_passages
                results = search(index, asked.q, asked.k, DEFAULT_LAM)
            return _whole_or_partial(
                {"query": asked.q, "passages": [passage_record(passage) for passage in results]}, index.partial
            )

        return await self._cached(request, generation, "search", ("search", asked.q, asked.k, asked.exact), passages)

    async def health(self, _: Request) -> Response:
        """Answers as long as the process is alive."""
        return _json(to_json({"status": "ok", "version": __version__}))

    async def ready(self, _: Request) -> Response:
        """Whether the index is open and warm."""
        generation = self.generation()
        answer = {"status": "ready", "preset": self.settings.preset, "generation": generation.name}
        return _json(to_json({**answer, "index": generation.index.origin.described()}))

    async def metrics(self, request: Request) -> Response:
        """The metrics."""
        self.check(request)
        return Response(self._metrics.text(), media_type=MEDIA_TYPE)

    @property
    def current(self) -> Generation | None:
        """The generation in use; None until one is open and warm."""
        return self._generations.current

    def generation(self) -> Generation:
        """The generation in use; raises a problem with status 503 until one is open and warm."""
        if self._generations.current is None:
            self._metrics.refusals.labels("not_ready").inc()
            raise ProblemError(503, "the index is being opened", headers=RETRY_AFTER)
        return self._generations.current

    def take(self, request: Request, kind: str) -> Slot:
        """A slot in the queue for work of a kind, which is a preset or a route."""
        try:
            return self._queue.take(kind, request.scope["state"].get("size", 0))
        except QueueFullError:
            self._metrics.refusals.labels("queue").inc()
            raise

    async def work(self, request: Request, slot: Slot, function: Callable[[], Result]) -> Result:
        """Runs a function in a thread within the deadline; adds the times of its stages to those of the request."""
        work = Work(self.settings.deadline)
        request.scope["state"]["gone"] = partial(self._queue.cancel, work)
        try:
            return await slot.run(function, work)
        except (DeadlineError, QueueFullError) as error:
            self._metrics.refusals.labels("deadline" if isinstance(error, DeadlineError) else "queue").inc()
            raise
        finally:
            request.scope["state"]["times"].append(work.times)

    def check(self, request: Request) -> None:
        """Raises a problem with status 401 if a key is needed that a request does not have."""
        if self.keys:
            check_key(request, self.keys)

    def _note(self, request: Request, tweet: object) -> None:
        if self.settings.log_tweets:
            request.scope["state"]["log"]["tweet"] = tweet

    async def _read(self, request: Request, model: Any) -> Any:
        self.check(request)
        return await read_body(request, model, self.settings.max_body, self.settings.deadline)

    async def _cached(
        self,
        request: Request,
        generation: Generation,
        kind: str,
        inputs: tuple[object, ...],
        function: Callable[[], Answer],
    ) -> Response:
        """The answer to a request, from the cache if possible.

        kind: see `take`. inputs: all that it depends on besides the index and the version of tweetctx.
        """
        tag = tag_of(__version__, generation.name, *inputs)
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        if is_known(request, tag):
            return Response(status_code=304, headers=headers)
        answer = self._cache.get(tag)
        if answer is None:
            with self.take(request, kind) as slot:
                answer = await self.work(request, slot, function)
            if answer.lasting:
                self._cache.put(tag, answer)
            else:
                headers = {"Cache-Control": "no-store"}
            times = request.scope["state"]["times"][-1].items()
            headers["Server-Timing"] = ", ".join([f"{name};dur={time * 1e3:.3f}" for name, time in times])
        else:
            self._metrics.cached.inc()
            headers["Cache-Status"] = "tweetctx; hit"
        return _json(answer.content, {**headers, **answer.headers})

    def _context(
        self, generation: Generation, asked: ContextOptions, tweet: str | Post, date: str | None = None
    ) -> Context:
        return generation.contextualizer(asked.preset or self._preset).contextualize(
            tweet, limit=asked.limit, unit=asked.unit, date=date, min_score=asked.min_score
        )

    async def _lines(
        self, request: Request, slot: Slot, generation: Generation, asked: ContextsRequest
    ) -> AsyncIterator[bytes]:
        """Yields one line per tweet; the line of a tweet that fails is a problem document that points at the tweet."""
        request_id = request.scope["state"]["request_id"]
        for position, tweet in enumerate(asked.tweets, 1):
            try:
                context = await self.work(request, slot, partial(self._context, generation, asked, tweet))
                record = context.to_dict(str(position))
            except WorkCancelledError:  # the client is gone
                raise
            except Exception as error:
                document = logged_problem(error, request_id).document(f"{request_id}#/tweets/{position - 1}")
                record = {"id": str(position)} | document
            yield to_json(record) + b"\n"


def _about(context: Context) -> dict[str, str]:
    """Headers for what the record of a context lacks: its confidence, and why it is empty, percent-encoded."""
    confidence = {} if context.confidence is None else {CONFIDENCE: f"{context.confidence:.4f}"}
    reason = {REASON: quote(context.reason, safe=_READABLE)} if context.reason else {}
    return confidence | reason


def _whole_or_partial(record: dict[str, Any], lacks: bool) -> Answer:
    """The answer for a record; says `partial`, as a context does, if a part of the cluster did not answer."""
    return Answer(to_json(record | ({"partial": True} if lacks else {})), lasting=not lacks)


def _json(content: bytes, headers: dict[str, str] | None = None) -> Response:
    return Response(content, headers=headers, media_type="application/json")
