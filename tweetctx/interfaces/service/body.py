"""Reads and checks the bodies and queries of requests."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from tweetctx.interfaces.service.problems import ProblemError, wrong_field, wrong_fields

Model = TypeVar("Model", bound=BaseModel)
_BROKEN = "json_invalid"  # pydantic's name for JSON that is none


async def read_body(request: Request, model: type[Model], most: int, seconds: float) -> Model:
    """The body of a request, checked; raises ProblemError. most: bytes. seconds: how long it may take to arrive."""
    headers: dict[bytes, bytes] = dict(request.scope["headers"])
    kind = headers.get(b"content-type", b"application/json").decode("latin-1").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise ProblemError(415, f"content-type: found {kind!r}, expected application/json")
    coding = headers.get(b"content-encoding", b"identity").decode("latin-1").strip().lower()
    if coding not in ("", "identity"):
        accepted = {"Accept-Encoding": "identity"}
        raise ProblemError(415, f"content-encoding: found {coding!r}, expected a body as it is", headers=accepted)
    reading = _read(request, headers.get(b"content-length", b""), most)
    try:
        body = await (reading if "complete" in request.scope["state"] else asyncio.wait_for(reading, seconds))
    except TimeoutError:
        raise ProblemError(
            408, f"the body did not arrive within {seconds:g} s", headers={"Connection": "close"}
        ) from None
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        if first["type"] == _BROKEN:
            raise ProblemError(400, f"body: expected JSON ({first['msg']})") from None
        raise wrong_fields(error, "body") from None


def read_query(request: Request, model: type[Model]) -> Model:
    """The query of a request, checked; raises ProblemError."""
    repeated = [name for name in request.query_params if len(request.query_params.getlist(name)) > 1]
    if repeated:
        raise wrong_field(repeated[0], f"found {repeated[0]} several times, expected it once", "query")
    try:
        return model.model_validate(dict(request.query_params))
    except ValidationError as error:
        raise wrong_fields(error, "query") from None


async def _read(request: Request, declared: bytes, most: int) -> bytearray:
    if declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    body, more = bytearray(), True
    while more:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise _too_large(most)
    return body


def _too_large(most: int) -> ProblemError:
    return ProblemError(413, f"body: found more than {most:,} bytes, which is the most")
