"""JSON objects, one per line, and checks of their fields."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TypeVar

from tweetctx.errors import InputError

Container = TypeVar("Container")

TOO_DEEP = "JSON that is nested too deeply"
TOO_LONG = "JSON with a number of too many digits"

# Values take more memory than their text. Of a line with more characters than `_SHORT` they may take seven bytes a
# character, which only values that are as short as no corpus has them exceed. The sizes are CPython's.
_SHORT = 1 << 17
MOST_BYTES = 7
_STRING_BYTES, _LIST_BYTES, _ITEM_BYTES, _NUMBER_BYTES, _MEMBER_BYTES = 52, 72, 10, 32, 120
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_STRUCTURE = "[{,:"
_KINDS = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list", dict: "an object"}


def kind_of(value: object) -> str:
    """Returns what a value is, for a message: `a list`, `null`; its type if it is no value of JSON."""
    other = "null" if value is None else f"of the type {type(value).__name__}"
    return next((word for kind, word in _KINDS.items() if isinstance(value, kind)), other)


def parse_object(line: str, expected: str) -> dict[str, object]:
    """Parses the object on a line, like `parse_json`; raises InputError for anything else."""
    record = parse_json(line, expected)
    if not isinstance(record, dict):
        raise InputError(f"JSON that is {kind_of(record)}", expected)
    return record


def parse_json(text: str, expected: str, decode: Callable[[str], object] = json.loads) -> object:
    """Parses JSON; raises InputError if it is invalid. expected: the words for the message.

    A long text whose values would take more than seven bytes per character is refused. The error has a line as its
    place if the text has several and the error is not on the first.
    """
    if is_dense(text):
        raise InputError(f"{len(text)} characters of very short values", expected)
    try:
        return decode(text)
    except json.JSONDecodeError as error:
        place = error.lineno if error.lineno > 1 else ""
        raise InputError(f"no JSON ({error.msg}, column {error.colno})", expected, place) from None
    except RecursionError:
        raise InputError(TOO_DEEP, expected) from None
    except ValueError:  # Python's limit
        raise InputError(TOO_LONG, expected) from None


def is_too_long(complaint: str) -> bool:
    """Whether pydantic refuses JSON because a number has too many digits."""
    return complaint.startswith("number out of range")


def is_too_deep(complaint: str) -> bool:
    """Whether pydantic refuses JSON because it is nested too deeply."""
    return complaint.startswith("recursion limit")


def open_brackets(line: str) -> int | None:
    """The number of JSON brackets that a line opens, minus those that it closes; None if it ends within a string."""
    outside = _STRING.sub("", line)
    opened, closed = (sum(map(outside.count, signs)) for signs in ("{[", "}]"))
    return None if '"' in outside else opened - closed


def is_dense(text: str, most: int = MOST_BYTES) -> bool:
    """Whether a JSON text is long and its values would take more than so many bytes per character."""
    return len(text) > _SHORT and memory_of(text) > most * len(text)


def memory_of(line: str) -> int:
    """About how many bytes the values of a line of JSON take, besides the characters of its strings.

    If a cheap upper bound, which counts signs in strings as structure, is low, it is returned.
    """
    counts = [line.count(sign) for sign in _STRUCTURE]
    if _bytes_of(line.count('"') // 2, *counts) <= MOST_BYTES * len(line):
        return 0
    strings = 0
    for match in _STRING.finditer(line):
        strings += 1
        counts = [count - line.count(sign, *match.span()) for count, sign in zip(counts, _STRUCTURE, strict=True)]
    return _bytes_of(strings, *counts)


def _bytes_of(strings: int, lists: int, objects: int, items: int, members: int) -> int:
    """The bytes of so many values; those that are neither strings, lists nor objects count as numbers."""
    numbers = max(0, items + members + 1 - strings)
    containers = _LIST_BYTES * (lists + objects) + _ITEM_BYTES * items + _MEMBER_BYTES * members
    return _STRING_BYTES * strings + _NUMBER_BYTES * numbers + containers


def identifier_of(record: dict[str, object], key: str, expected: str) -> str:
    """The text or number under a key as text; raises InputError for another value and for none."""
    value = record.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if key in record and not isinstance(value, str):
        raise InputError(f'"{key}" that is {kind_of(value)}', "a string or a number")
    return text_of(record, key, expected)


def number_of(record: dict[str, object], key: str, expected: str) -> int:
    """The whole number under a key; raises InputError for another value and for none."""
    if key not in record:
        raise InputError(f'no "{key}"', expected)
    value = record[key]
    if type(value) is not int:
        raise InputError(f'"{key}" that is {kind_of(value)}', "a whole number")
    return value


def text_of(record: dict[str, object], key: str, expected: str) -> str:
    """The text under a key; raises InputError for another value and for none."""
    if key not in record:
        raise InputError(f'no "{key}"', expected)
    return optional_text_of(record, key, null=False)


def optional_text_of(record: dict[str, object], key: str, *, null: bool = True) -> str:
    """The text under a key; empty if there is none or, if `null` allows it, null."""
    value = record.get(key, "")
    if isinstance(value, str):
        return value
    if null and value is None:
        return ""
    raise InputError(f'"{key}" that is {kind_of(value)}', "a string")


def object_of(record: dict[str, object], key: str) -> dict[str, object]:
    """The object under a key, an empty one for none and for null; raises InputError for another value."""
    return _container_of(record, key, dict)


def list_of(record: dict[str, object], key: str) -> list[object]:
    """The list under a key, an empty one for none and for null; raises InputError for another value."""
    return _container_of(record, key, list)


def _container_of(record: dict[str, object], key: str, kind: type[Container]) -> Container:
    value: object = kind() if record.get(key) is None else record[key]
    if not isinstance(value, kind):
        raise InputError(f'"{key}" that is {kind_of(value)}', _KINDS[kind])
    return value
