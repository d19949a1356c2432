"""Records that pydantic checks; what is wrong in one becomes an InputError."""

from __future__ import annotations

import math
import os
import re
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from tweetctx.errors import InputError
from tweetctx.reading.objects import MOST_BYTES, TOO_DEEP, is_dense, is_too_deep

_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_WORD = re.compile(r"[\w-][\w.-]*")


class Record(BaseModel):
    """A record whose values are of the types declared, without conversion; other keys are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)


class ClosedRecord(Record):
    """A record that refuses other keys."""

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, values: Any) -> Any:
        for key in values if isinstance(values, dict) else ():
            if key not in cls.model_fields:
                raise flaw(f"the unknown key {key!r}", f"one of {', '.join(cls.model_fields)}")
        return values


def validated(kind: Any, text: str, what: str, most: int = MOST_BYTES) -> Any:
    """Returns the value of a JSON text of a type that pydantic knows; raises InputError as `input_error` makes it.

    what: the text's name in messages. most: the bytes a character that values of a long text may take.
    """
    if is_dense(text, most):
        raise InputError(f"{len(text)} characters of very short values", what)
    try:
        return _adapter(kind).validate_json(text)
    except ValidationError as error:
        raise input_error(error) from None


def validated_line(kind: Any, line: str, what: str) -> Any:
    """Returns the value of a line of JSON; raises InputError without a place, which its message names."""
    try:
        return validated(kind, line, what)
    except InputError as error:
        raise InputError(f"{error.found}{error.place and f' as `{error.place}`'}", error.expected) from None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def flaw(found: str, expected: str) -> PydanticCustomError:
    """Returns an error for a validator to raise."""
    return PydanticCustomError("flaw", "{found}{expected}", {"found": found, "expected": expected})


def existing_path(value: Any, info: ValidationInfo) -> Path:
    """Returns a path with its environment variables, relative to the context's `folder`; a flaw if nothing is there."""

    def variable(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name not in os.environ:
            raise flaw(f"${name}, which is not set", "the environment to have it")
        return os.environ[name]

    if not isinstance(value, str) or not value.strip():
        raise flaw(repr(value), "a path")
    folder: Path = (info.context or {})["folder"]
    path = folder / _VARIABLE.sub(variable, value)
    if not path.exists():
        raise flaw(f"nothing at {path}", "a file or folder")
    return path


def _file_word(value: str) -> str:
    if not _WORD.fullmatch(value):
        raise flaw(repr(value), "letters, digits, - _ and .")
    return value


def _text_id(value: Any) -> str:
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise flaw(repr(value), "a string or an integer")
    return str(value)


def _number(value: Any) -> Any:
    if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
        raise flaw(repr(value), "a finite number")
    return value


ExistingPath = Annotated[Path, BeforeValidator(existing_path)]
FileWord = Annotated[str, AfterValidator(_file_word)]
Number = Annotated[Any, AfterValidator(_number)]
TextId = Annotated[str, BeforeValidator(_text_id)]  # a number is taken as text


def _broken(complaint: str) -> str:
    """What was found in place of JSON. complaint: pydantic's."""
    return TOO_DEEP if is_too_deep(complaint) else f"no JSON ({complaint})"


def input_error(error: ValidationError) -> InputError:
    """Returns the first problem of a record; its place is the path of keys, such as `models[1].path`, from 1."""
    problem = error.errors(include_url=False)[0]
    context, value = problem.get("ctx", {}), repr(problem["input"])[:80]
    path = "".join(f"[{key + 1}]" if isinstance(key, int) else f".{key}" for key in problem["loc"])
    found, expected = {
        "flaw": (context.get("found"), context.get("expected")),
        "missing": ("nothing", "a value"),
        "json_invalid": (_broken(str(context.get("error"))), "valid JSON"),
        "greater_than_equal": (value, f"a number from {context.get('ge')}"),
        "too_short": (value, "at least one item"),
    }.get(problem["type"], (value, problem["msg"].removeprefix("Input should be ")))
    return InputError(str(found), str(expected), path.removeprefix("."))
