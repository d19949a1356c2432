"""Reads and checks the bodies and queries of requests."""

from __future__ import annotations

import asyncio
import re
from typing import TypeVar
from urllib.parse import parse_qsl

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from tweetctx.interfaces.service.problems import ProblemError, details, wrong_field, wrong_fields
from tweetctx.reading.objects import TOO_DEEP, TOO_LONG, is_too_deep, is_too_long

Model = TypeVar("Model", bound=BaseModel)
_ESCAPE = re.compile(  # of JSON, in order, so that an escaped backslash begins none; pairs are whole
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
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
    body = await receive_body(request, most, seconds)
    try:
        return model.model_validate_json(whole_characters(bytes(body)))
    except ValidationError as error:
        first = details(error)[0]
        if first["type"] == _BROKEN:
            raise ProblemError(400, f"body: {_broken(bytes(body), first['ctx']['error'])}") from None
        raise wrong_fields(error, "body", [*model.model_fields]) from None


async def receive_body(request: Request, most: int, seconds: float) -> bytearray:
    """The body of a request; raises ProblemError if it is larger than `most` bytes, or takes longer to arrive."""
    reading = _read(request, dict(request.scope["headers"]).get(b"content-length", b""), most)
    try:
        body = await (reading if "complete" in request.scope["state"] else asyncio.wait_for(reading, seconds))
    except TimeoutError:
        late = f"body: found it unfinished after {seconds:g} s, expected all of it"
        raise ProblemError(408, late, headers={"Connection": "close"}) from None
    request.scope["state"]["size"] = len(body)
    return body


def whole_characters(body: bytes) -> bytes:
    """JSON with U+FFFD in place of escaped halves of characters, as files of tweets are read."""
    if b"\\ud" not in body and b"\\uD" not in body:
        return body
    return _ESCAPE.sub(lambda escape: b"\\ufffd" if escape["half"] else escape[0], body)


def read_query(request: Request, model: type[Model]) -> Model:
    """The query of a request, checked; raises ProblemError."""
    given = pairs_of(request.scope["query_string"], "query")
    names = [name for name, _ in given]
    repeated = [name for name in names if names.count(name) > 1]
    if repeated:
        raise wrong_field(repeated[0], f"found {repeated[0]} several times, expected it once", "query")
    try:
        return model.model_validate(dict(given))
    except ValidationError as error:
        raise wrong_fields(error, "query", [*model.model_fields]) from None


def pairs_of(encoded: bytes, where: str) -> list[tuple[str, str]]:
    """The names and values of a query or a form, which must be UTF-8; raises ProblemError. where: named by it."""
    try:
        return parse_qsl(encoded.decode("ascii"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError as error:
        invalid = bytes(error.object[error.start : error.end])
        written = "".join(f"%{byte:02X}" for byte in invalid)
        raise ProblemError(400, f"{where}: found {written}, expected UTF-8, percent-encoded: %C3%B6 for ö") from None
    except ValueError as error:
        raise ProblemError(400, f"{where}: found {error}, expected name=value&name=value") from None


def _broken(body: bytes, complaint: str) -> str:
    """What is wrong with a body that is no JSON. complaint: the parser's, which ends with the position."""
    if not body.strip():
        return "found nothing, expected a JSON object"
    if is_too_deep(complaint):
        return f"found {TOO_DEEP}, expected a JSON object"
    if is_too_long(complaint):
        return f"found {TOO_LONG}, expected a JSON object"
    match = re.search(r"line \d+ column \d+$", complaint)
    return f"found what is no JSON{f' at {match[0]}' if match else ''}, expected a JSON object in UTF-8"


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
