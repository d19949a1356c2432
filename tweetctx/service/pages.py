"""The pages that people read."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tweetctx.service.api import Api
from tweetctx.service.messages import Requests
from tweetctx.service.openapi import openapi

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "private, no-cache",
}


class Pages:
    """The page for one tweet, and the documentation."""

    def __init__(self, api: Api, requests: Requests) -> None:
        self._api, self._requests = api, requests
        self._openapi = openapi(api.settings, requests)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/docs", self.docs, methods=["GET"]),
            Route("/openapi.json", self.document, methods=["GET"]),
        ]

    async def docs(self, request: Request) -> Response:
        """The description of the service: a page for browsers, OpenAPI for programs."""
        if "text/html" in request.headers.get("accept", ""):
            return page("docs.html", document=self._openapi)
        return await self.document(request)

    async def document(self, _: Request) -> Response:
        """The description of the service in OpenAPI 3.1."""
        return Response(to_json(self._openapi), media_type="application/json", headers={"Vary": "Accept"})


def page(template: str, status: int = 200, **values: Any) -> Response:
    """A page from a template."""
    text = _templates().get_template(template).render(values)
    return Response(text, status, {**_HEADERS, "Vary": "Accept"}, "text/html")


@cache
def _templates() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.PackageLoader("tweetctx.service"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
