"""The description of the service in OpenAPI 3.1."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tweetctx import __version__
from tweetctx.interfaces.service.messages import (
    CONFIDENCE,
    CONFIDENT,
    REASON,
    ContextAnswer,
    HealthAnswer,
    LinksAnswer,
    PassagesAnswer,
    Problem,
    ReadyAnswer,
    Requests,
)
from tweetctx.interfaces.service.problems import MEDIA_TYPE, TITLES
from tweetctx.interfaces.service.settings import Settings

_ANSWERS: Final = (ContextAnswer, LinksAnswer, PassagesAnswer, HealthAnswer, ReadyAnswer, Problem)
_HEADERS: Final = {
    CONFIDENCE: {
        "description": f"{CONFIDENT}; absent where nothing links it",
        "schema": {"type": "number", "minimum": 0, "maximum": 1},
    },
    REASON: {
        "description": "Why the context is empty; absent where it is not. Percent-encoded UTF-8",
        "schema": {"type": "string"},
    },
}
_REF: Final = "#/components/schemas/{model}"
_READ: Final = (400, 401, 422, 503, 504)
_POSTED: Final = (400, 401, 408, 413, 415, 422, 503, 504)
_ABOUT: Final = """\
Finds the context that a tweet takes for granted, in Wikipedia. Errors are problem documents (RFC 9457).
Every answer has an X-Request-ID; give one, and it is used. Answers have an ETag: send it in If-None-Match, and an
answer that would be the same is a 304 without a body."""


def openapi(settings: Settings, requests: Requests) -> dict[str, Any]:
    """The OpenAPI document, with the limits of one service."""
    asked = (requests.context, requests.contexts, requests.link)
    _, schemas = models_json_schema(
        [*((model, "validation") for model in asked), *((model, "serialization") for model in _ANSWERS)],
        ref_template=_REF,
    )
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "tweetctx", "version": __version__, "description": _ABOUT, "license": {"name": "MIT"}},
        "paths": _paths(requests),
        "components": {"schemas": schemas["$defs"]},
    }
    if settings.api_keys:
        document["components"]["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer"},
            "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
        }
        document["security"] = [{"bearer": []}, {"key": []}]
    return document


def _paths(requests: Requests) -> dict[str, Any]:
    text = {"text/plain": {"schema": {"type": "string"}}}
    lines = {"application/x-ndjson": {"schema": {"type": "string", "description": "A context a line, or a problem"}}}
    return {
        "/v1/context": _post("context", "The context of a tweet", requests.context, _json(ContextAnswer), _HEADERS),
        "/v1/contexts": _post(
            "contexts", "The contexts of many tweets, a line each, in order", requests.contexts, lines
        ),
        "/v1/link": _post("link", "What a tweet names", requests.link, _json(LinksAnswer)),
        "/v1/search": _get(
            "search",
            "The passages that fit a query best",
            _json(PassagesAnswer),
            _READ,
            parameters=_parameters(requests.search),
        ),
        "/v1/health": _get("health", "Whether the process lives", _json(HealthAnswer), (400,), security=[]),
        "/v1/ready": _get("ready", "Whether the index is open and warm", _json(ReadyAnswer), (400, 503), security=[]),
        "/v1/metrics": _get("metrics", "What was counted, for Prometheus", text, (400, 401)),
    }


def _post(
    name: str, summary: str, asked: type[BaseModel], content: dict[str, Any], headers: dict[str, Any] | None = None
) -> dict[str, Any]:
    body = {"required": True, "content": _json(asked)}
    responses = _responses(content, _POSTED)
    if headers:
        responses["200"]["headers"] = headers
    return {"post": {"operationId": name, "summary": summary, "requestBody": body, "responses": responses}}


def _get(
    name: str, summary: str, content: dict[str, Any], problems: tuple[int, ...] = (), **more: Any
) -> dict[str, Any]:
    return {"get": {"operationId": name, "summary": summary, **more, "responses": _responses(content, problems)}}


def _responses(content: dict[str, Any], problems: tuple[int, ...]) -> dict[str, Any]:
    known = {"304": {"description": "The answer is the one whose ETag was sent"}} if 422 in problems else {}
    wrong = {str(status): {"description": TITLES[status], "content": _json(Problem, MEDIA_TYPE)} for status in problems}
    return {"200": {"description": "The answer", "content": content}} | known | wrong


def _parameters(model: type[BaseModel]) -> list[dict[str, Any]]:
    """The fields of a model as parameters of a query."""
    schema = model.model_json_schema(ref_template=_REF)
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": field}
        for name, field in schema["properties"].items()
    ]


def _json(model: type[BaseModel], media_type: str = "application/json") -> dict[str, Any]:
    return {media_type: {"schema": {"$ref": _REF.format(model=model.__name__)}}}
