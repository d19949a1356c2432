"""Records that pydantic checks, with errors in the project's own form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from tweetctx.errors import InputError


class Record(BaseModel):
    """A record whose values have to be of the type declared; other keys are ignored."""

    model_config = ConfigDict(strict=True, frozen=True)


class ClosedRecord(Record):
    """A record that has no other keys."""

    @model_validator(mode="before")
    @classmethod
    def _check_keys(cls, values: Any) -> Any:
        for key in values if isinstance(values, dict) else ():
            if key not in cls.model_fields:
                raise flaw(f"the unknown key {key!r}", f"one of {', '.join(cls.model_fields)}")
        return values


def flaw(found: str, expected: str) -> PydanticCustomError:
    """Returns an error for a validator to raise that says what was found and what was expected."""
    return PydanticCustomError("flaw", "{found}{expected}", {"found": found, "expected": expected})


def input_error(error: ValidationError) -> InputError:
    """Returns the first problem of a record; its place is a path of keys such as `models[1].path`, from 1."""
    problem = error.errors(include_url=False)[0]
    context = problem.get("ctx", {})
    expected = problem["msg"].removeprefix("Input should be ")
    match problem["type"]:
        case "flaw":
            found, expected = context["found"], context["expected"]
        case "missing":
            found, expected = "nothing", "a value"
        case "json_invalid":
            found, expected = f"no JSON ({context['error']})", "a JSON object on one line"
        case _:
            found = repr(problem["input"])[:80]
            expected = f"a value {expected}" if expected.startswith(("greater", "less")) else expected
    return InputError(found, expected, _place(problem["loc"]))


def _place(keys: Sequence[str | int]) -> str:
    return "".join(f"[{key + 1}]" if isinstance(key, int) else f".{key}" for key in keys).removeprefix(".")
