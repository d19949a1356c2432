"""Problem documents (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic_core import ErrorDetails, ValidationError, to_json
from starlette.responses import Response

from tweetctx.errors import counted

TITLES: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    408: "Request Timeout",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    422: "Unprocessable Content",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error",
    501: "Not Implemented",
    503: "Service Unavailable",
    504: "Gateway Timeout",
}
MEDIA_TYPE: Final = "application/problem+json"
_SHOWN: Final = 40  # characters of a wrong value
RETRY_AFTER: Final = {"Retry-After": "1"}  # while the index is opened or cannot be reached


class ProblemError(Exception):
    """Ends a request with a problem document.

    status: the HTTP status. detail: what is wrong, for people. errors: the invalid fields, and what is wrong with each.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        errors: Sequence[Mapping[str, str]] = (),
    ) -> None:
        super().__init__(status, detail)
        self.status, self.detail, self.headers, self.errors = status, detail, dict(headers or {}), list(errors)

    def document(self, request_id: str) -> dict[str, Any]:
        """The problem as plain values. request_id: may end with a pointer to a part of the request."""
        about = {"type": "about:blank", "title": TITLES.get(self.status, "Error"), "status": self.status}
        fields = {"errors": self.errors} if self.errors else {}
        return about | {"detail": self.detail, "instance": f"urn:request:{request_id}"} | fields

    def response(self, request_id: str) -> Response:
        """The problem as a response."""
        return Response(to_json(self.document(request_id)), self.status, self.headers, MEDIA_TYPE)


def wrong_field(name: str, detail: str, where: str = "body") -> ProblemError:
    """The problem of a request with an invalid field. where: `body` or `query`."""
    pointer = _pointer([name])
    return ProblemError(422, f"{where}: {pointer}: {detail}", errors=[{"pointer": pointer, "detail": detail}])


def wrong_fields(error: ValidationError, where: str, known: Sequence[str] = ()) -> ProblemError:
    """The problem of a request with invalid fields. where: `body` or `query`. known: the fields that there are."""
    errors = [{"pointer": _pointer(wrong["loc"]), "detail": sentence(wrong, known)} for wrong in details(error)]
    first = f"{errors[0]['pointer']}: {errors[0]['detail']}"
    more = f" ({len(errors) - 1} more)" if len(errors) > 1 else ""
    return ProblemError(422, f"{where}: {first}{more}", errors=errors)


def details(error: ValidationError) -> list[ErrorDetails]:
    """What is wrong with each value."""
    return error.errors(include_url=False)


def _pointer(path: Sequence[str | int]) -> str:
    """A path in the body as a JSON pointer in a fragment (RFC 6901)."""
    return "#" + "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def sentence(error: ErrorDetails, known: Sequence[str] = ()) -> str:
    """What was found and what was expected. known: the fields that there are."""
    kind, limits, value = error["type"], error.get("ctx", {}), error["input"]
    if kind == "value_error":
        names = [part for part in error["loc"] if isinstance(part, str)]
        return str(limits["error"]).removeprefix(f"{''.join(names[-1:])}: ")  # its place says which field it is
    if kind == "extra_forbidden":
        return f"found an unknown field, expected one of {', '.join(known)}" if known else "found an unknown field"
    if kind == "missing":
        return "found nothing, expected a value"
    if kind in ("string_too_long", "string_too_short"):
        return f"found {counted(len(value), 'character')}, expected {_expected(kind, limits)}"
    if kind in ("too_long", "too_short"):
        return f"found {limits['actual_length'] or 'more'} items, expected {_expected(kind, limits)}"
    return f"found {_shown(value)}, expected {_expected(kind, limits) or error['msg'].removeprefix('Input should be ')}"


_EXPECTED: Final = {
    "string_type": "a text",
    "string_unicode": "a text in UTF-8",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_parsing_size": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "an array",
    "model_type": "an object",
    "dict_type": "an object",
    "greater_than_equal": "at least {ge:,}",
    "greater_than": "more than {gt:,}",
    "less_than_equal": "at most {le:,}",
    "less_than": "less than {lt:,}",
    "string_too_long": "at most {max_length:,}",
    "string_too_short": "at least {min_length:,}",
    "too_long": "at most {max_length:,}",
    "too_short": "at least {min_length:,}",
}


def _expected(kind: str, limits: Mapping[str, Any]) -> str:
    """What an error of pydantic's expects, in the words of this project; empty for one that has none."""
    if kind == "literal_error":
        words = limits["expected"].replace("'", "").replace(" or ", ", ")
        return f"one of {words}" if "," in words else str(words)
    return _EXPECTED.get(kind, "").format(**limits)


def _shown(value: object) -> str:
    """A value of a request as JSON, if it is short."""
    if isinstance(value, list | dict):
        return "an array" if isinstance(value, list) else "an object"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
