"""The pages that people read: one for a tweet, and one about the service."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from tweetctx.context import Unit
from tweetctx.interfaces.service.accept import prefers_html
from tweetctx.interfaces.service.api import Api
from tweetctx.interfaces.service.body import pairs_of, receive_body
from tweetctx.interfaces.service.messages import MOST_LIMIT, PresetName, Requests
from tweetctx.interfaces.service.middleware import problem_of
from tweetctx.interfaces.service.openapi import openapi
from tweetctx.interfaces.service.problems import TITLES, ProblemError, details, sentence
from tweetctx.interfaces.service.views import UNIT_NAMES, choices, pieces, results
from tweetctx.pipeline import Explanation

STATIC: Final = Path(__file__).parent / "static"
_MOST_PRESETS: Final = 4
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "private, no-cache",
    "Vary": "Accept",
}
_EXAMPLES: Final = (
    "RT @CNNLive: The funeral of #WhitneyHouston begins at noon in Newark",
    "Police clear #OccupyWallStreet camp at Zuccotti Park, 200 arrested",
    "Bolt wins the 100m again!!! #London2012",
    "They found the Higgs at #CERN!",
)


FORM: Final = "application/x-www-form-urlencoded"
_LABELS: Final = {"tweet": "Tweet", "limit": "Length", "unit": "Unit", "preset": "Find it with"}


class Form(BaseModel):
    """The fields of the page's form."""

    model_config = ConfigDict(extra="ignore")
    tweet: str = ""
    limit: int = Field(default=500, ge=0, le=MOST_LIMIT)
    unit: Unit = "chars"
    preset: list[PresetName] = Field(default=[], max_length=_MOST_PRESETS)


class Pages:
    """The page for one tweet, and the documentation."""

    def __init__(self, api: Api, requests: Requests) -> None:
        self._api, self._requests = api, requests

    @cached_property
    def _openapi(self) -> dict[str, Any]:
        return openapi(self._api.settings, self._requests)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            Route("/", self.home, methods=["GET", "POST"]),
            Route("/docs", self.docs, methods=["GET"]),
            Route("/favicon.ico", self.favicon, methods=["GET"]),
            Route("/openapi.json", self.document, methods=["GET"]),
        ]

    async def home(self, request: Request) -> Response:
        """The page for one tweet: empty, or with its context by each chosen preset.

        Tweets come in the body of a POST: addresses stay in histories and in the logs of proxies.
        """
        self._api.check(request)
        usual = Form()
        values: dict[str, Any] = {
            "tweet": usual.tweet,
            "chosen": [self._api.settings.preset],
            "limit": usual.limit,
            "unit": usual.unit,
        }
        if request.method != "POST":
            return self._page(values)
        try:
            given = await self._given(request)
            values["tweet"] = tweet = given.get("tweet", [""])[-1].replace("\r\n", "\n")
            values["chosen"] = list(dict.fromkeys(given.get("preset") or values["chosen"]))
            form = self._checked(given, tweet)
            values |= {"limit": form.limit, "unit": form.unit}
            explanations = await self._explained(request, form, values["chosen"])
        except Exception as error:
            problem = problem_of(error)
            if problem.status == 500:
                raise
            return self._page(values, problem=problem)
        shown = results(explanations)
        language = self._api.generation().index.analyzer.config.language if shown else "en"
        return self._page(values, shown=shown, pieces=pieces(tweet, shown), language=language)

    async def _given(self, request: Request) -> dict[str, list[str]]:
        """The fields of the form as they were sent; raises ProblemError."""
        settings = self._api.settings
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != FORM:
            raise ProblemError(415, f"content-type: found {kind!r}, expected {FORM}")
        body = await receive_body(request, settings.max_body, settings.deadline)
        given: dict[str, list[str]] = {}
        for name, value in pairs_of(bytes(body), "form"):
            given.setdefault(name, []).append(value)
        return given

    async def docs(self, request: Request) -> Response:
        """The description of the service: a page for browsers, OpenAPI for programs."""
        if not prefers_html(request.headers.get("accept", "")):
            return await self.document(request)
        return _page("docs.html", document=self._openapi, schemas=self._openapi["components"]["schemas"])

    async def document(self, _: Request) -> Response:
        """The description of the service in OpenAPI 3.1."""
        return Response(to_json(self._openapi), media_type="application/json", headers={"Vary": "Accept"})

    def problem(self, problem: ProblemError, path: str) -> Response:
        """The page of a problem that ends a request outside of the form."""
        title, root = TITLES.get(problem.status, "Error"), "../" * (path.count("/") - 1)
        return _page("problem.html", problem.status, problem.headers, problem=problem, title=title, root=root)

    async def favicon(self, _: Request) -> Response:
        """The icon where browsers look for it, whatever page they are on."""
        return FileResponse(STATIC / "favicon.ico", headers={"Cache-Control": "max-age=86400"})

    def _checked(self, given: dict[str, list[str]], tweet: str) -> Form:
        single = {name: values[-1] for name, values in given.items() if name in ("limit", "unit")}
        most = self._api.settings.max_tweet
        if not tweet.strip():
            raise ProblemError(422, "Tweet: found an empty text, expected words")
        if len(tweet) > most:
            raise ProblemError(422, f"The tweet has {len(tweet):,} characters; {most:,} are the most")
        try:
            return Form.model_validate({"tweet": tweet, "preset": given.get("preset", []), **single})
        except ValidationError as error:
            said = (f"{_LABELS[str(wrong['loc'][0])]}: {sentence(wrong)}" for wrong in details(error))
            raise ProblemError(422, "; ".join(said)) from None

    async def _explained(self, request: Request, form: Form, presets: Sequence[str]) -> list[tuple[str, Explanation]]:
        generation = self._api.generation()

        def explain(preset: str) -> Explanation:
            return generation.contextualizer(preset).explain(form.tweet, limit=form.limit, unit=form.unit)

        with self._api.take(request, f"explain {presets}") as slot:
            return [(preset, await self._api.work(request, slot, partial(explain, preset))) for preset in presets]

    def _about(self) -> dict[str, Any]:
        """A line about the index, and whether it is that of the demonstration corpus."""
        generation = self._api.current
        return {
            "index": generation.about if generation else "",
            "demonstration": generation is None or generation.demonstration,
        }

    def _page(self, values: dict[str, Any], **more: Any) -> Response:
        problem: ProblemError | None = more.get("problem")
        empty: dict[str, Any] = {"problem": None, "shown": [], "pieces": (), "language": "en"}
        settings = self._api.settings
        return _page(
            "home.html",
            problem.status if problem else 200,
            problem.headers if problem else {},
            **empty | values | more,
            choices=choices(settings.preset, values["chosen"]),
            units=UNIT_NAMES,
            about=self._about(),
            examples=_EXAMPLES,
            most_limit=MOST_LIMIT,
        )


def _page(template: str, status: int = 200, headers: dict[str, str] | None = None, **values: Any) -> Response:
    """A page from a template."""
    text = _templates().get_template(template).render({"root": "", **values})
    return Response(text, status, {**_HEADERS, **(headers or {})}, "text/html")


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("tweetctx.interfaces.service"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["with_code"] = _with_code
    return environment


def _with_code(text: str) -> Markup:
    """A text in which what stands between backticks is code."""
    pieces = enumerate(text.split("`"))
    return Markup().join(Markup("<code>{}</code>").format(piece) if at % 2 else piece for at, piece in pieces)
