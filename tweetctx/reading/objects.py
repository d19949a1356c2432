"""Objects of JSON, one on a line, and what can be wrong with their fields."""

from __future__ import annotations

import json

from tweetctx.errors import InputError
from tweetctx.reading.kinds import kind_of


def parse_object(line: str, expected: str) -> dict[str, object]:
    """Return the object on a line; raises InputError, which says that `expected` was, for anything else."""
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(f"no JSON ({error.msg}, column {error.colno})", expected) from None
    except (ValueError, RecursionError) as error:  # a number of too many digits, brackets nested too deeply
        raise InputError(f"no usable JSON ({error})", expected) from None
    if not isinstance(record, dict):
        raise InputError(f"JSON that is {kind_of(record)}", expected)
    return record


def identifier_of(record: dict[str, object], key: str, expected: str) -> str:
    """Return the text or number under a key as text; raises InputError for another value and for none."""
    value = record.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if key in record and not isinstance(value, str):
        raise InputError(f'"{key}" that is {kind_of(value)}', "a string or a number")
    return text_of(record, key, expected)


def number_of(record: dict[str, object], key: str, expected: str) -> int:
    """Return the whole number under a key; raises InputError for another value and for none."""
    if key not in record:
        raise InputError(f'no "{key}"', expected)
    value = record[key]
    if type(value) is not int:
        raise InputError(f'"{key}" that is {kind_of(value)}', "a whole number")
    return value


def text_of(record: dict[str, object], key: str, expected: str) -> str:
    """Return the text under a key; raises InputError for another value and for none."""
    if key not in record:
        raise InputError(f'no "{key}"', expected)
    return optional_text_of(record, key, null=False)


def optional_text_of(record: dict[str, object], key: str, *, null: bool = True) -> str:
    """Return the text under a key, the empty one for none and, unless it is not to be `null`, for null."""
    value = record.get(key, "")
    if isinstance(value, str):
        return value
    if null and value is None:
        return ""
    raise InputError(f'"{key}" that is {kind_of(value)}', "a string")


def object_of(record: dict[str, object], key: str) -> dict[str, object]:
    """Return the object under a key, an empty one for none and for null; raises InputError for another value."""
    value = record.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise InputError(f'"{key}" that is {kind_of(value)}', "an object")
    return value


def list_of(record: dict[str, object], key: str) -> list[object]:
    """Return the list under a key, an empty one for none and for null; raises InputError for another value."""
    value = record.get(key)
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f'"{key}" that is {kind_of(value)}', "a list")
    return value
