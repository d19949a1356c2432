"""API keys."""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request

from tweetctx.errors import ServiceError
from tweetctx.interfaces.service.problems import ProblemError
from tweetctx.reading.lines import read_text_file

_ASKS = {"WWW-Authenticate": 'Bearer, Basic realm="tweetctx", charset="UTF-8"'}


def read_keys(file: Path | None) -> tuple[bytes, ...]:
    """The digests of the keys in a file, one per line; empty lines and lines that begin with # are ignored.

    Without a file there are none. Raises ServiceError for a file that cannot be read or holds no key, or
    one with other letters than ASCII, which most clients cannot send in a header.
    """
    if file is None:
        return ()
    numbered = [(number, line.strip()) for number, line in read_text_file(file, ServiceError)]
    keys = [(number, line) for number, line in numbered if not line.startswith("#")]
    if not keys:
        raise ServiceError(f"{file}: found no key, expected one a line")
    for number, key in keys:
        if not key.isascii():
            raise ServiceError(f"{file}, line {number}: found a key with letters beyond ASCII, expected ASCII alone")
    return tuple(_digest(key) for _, key in keys)


def check_key(request: Request, keys: Sequence[bytes]) -> None:
    """Raises a problem with status 401 if a request has none of the keys.

    It is given as `Authorization: Bearer KEY`, in `X-API-Key: KEY`, or is the password of Basic authentication.
    """
    given = _digest(_given(request))
    if not any(hmac.compare_digest(given, key) for key in keys):
        raise ProblemError(401, "expected an API key, as Authorization: Bearer KEY or X-API-Key: KEY", headers=_ASKS)


def _given(request: Request) -> str:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value, validate=True).decode("utf-8").partition(":")[2]
        except (binascii.Error, UnicodeDecodeError):
            return ""
    return request.headers.get("x-api-key", "")


def _digest(key: str) -> bytes:
    return sha256(key.encode("utf-8", "surrogatepass")).digest()
