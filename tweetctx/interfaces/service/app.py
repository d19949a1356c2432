"""The application: routes and the layers around them."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

from tweetctx.errors import ServiceError
from tweetctx.interfaces.service.api import Api
from tweetctx.interfaces.service.generations import Generation, Generations
from tweetctx.interfaces.service.keys import read_keys
from tweetctx.interfaces.service.logs import log
from tweetctx.interfaces.service.messages import requests_within
from tweetctx.interfaces.service.metrics import Metrics
from tweetctx.interfaces.service.middleware import Observed
from tweetctx.interfaces.service.origins import across_origins
from tweetctx.interfaces.service.queue import WorkQueue, run_apart
from tweetctx.interfaces.service.settings import Settings
from tweetctx.interfaces.service.web_pages import STATIC, Pages


class Service:
    """The parts of a running service.

    app: the ASGI application, whose lifespan opens the index. failure: why the index could not be opened, or None.
    """

    def __init__(
        self, settings: Settings, keys: tuple[bytes, ...] = (), failed: Callable[[], None] = lambda: None
    ) -> None:
        """Builds all parts of the service; the index is not opened yet.

        keys: the digests of the API keys; without any, no key is required. failed: called when there is a failure.
        """
        self.settings, self._failed = settings, failed
        self.failure: Exception | None = None
        self._metrics = Metrics()
        self._queue = WorkQueue(settings.threads, settings.queue, settings.deadline / 2)
        self._metrics.watch_queue(self._queue)
        self._generations = Generations(settings.index, settings.preset, self._opened)
        requests = requests_within(settings)
        self._api = Api(settings, requests, self._generations, self._queue, self._metrics)
        self._api.keys = keys
        self._pages = Pages(self._api, requests)
        routes = self._api.routes()
        router = Router(
            [*routes, *self._pages.routes(), Mount("/static", StaticFiles(directory=STATIC))],
            redirect_slashes=False,
            lifespan=self._lifespan,
        )
        app = _direct(routes, router)
        self.app = across_origins(app, settings.cors, self._observe)

    def open(self) -> None:
        """Opens the index before the application starts, which otherwise does it; raises IndexAccessError."""
        self._generations.open()

    def reload(self) -> None:
        """Makes the service read the index and the keys again; called in the event loop."""
        self._generations.reload()
        try:
            self._api.keys = read_keys(self.settings.api_keys)
        except ServiceError as error:
            log(f"the keys stay as they were: {error}", logging.ERROR)

    def _opened(self, generation: Generation) -> None:
        self._metrics.generation.set(generation.number)
        self._metrics.articles.set(generation.index.size.documents)

    def _observe(self, app: ASGIApp) -> Observed:
        self._observed = Observed(app, self._metrics, self._pages.problem)
        return self._observed

    @asynccontextmanager
    async def _lifespan(self, _: object) -> AsyncIterator[None]:
        serving = asyncio.create_task(self._serve_index())
        yield
        self._generations.close()
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        self._queue.close()
        self._observed.note()

    async def _serve_index(self) -> None:
        try:
            if not self._generations.current:
                await run_apart(self.open)
        except Exception as error:
            self.failure = error
            self._failed()
            return
        gc.enable()  # see `serve`
        self._log_ready()
        await self._generations.watch(self.settings.poll)

    def _log_ready(self) -> None:
        generation = self._generations.current
        if generation:
            log("ready", generation=generation.name, articles=generation.index.size.documents)


def _direct(routes: Iterable[Route], otherwise: ASGIApp) -> ASGIApp:
    """Finds these routes by one lookup of the path; a router tries all in turn, with a regular expression each."""
    by_path = {route.path: route for route in routes}

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        route = by_path.get(scope.get("path", ""))
        if route and scope["method"] in (route.methods or ()):
            scope["route"] = route
            await route.app(scope, receive, send)
        else:
            await otherwise(scope, receive, send)

    return app
