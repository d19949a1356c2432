"""What a manifest must look like: anybody can write one, and what it says is used to find files."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final

from tweetctx.index.storage.forward import WINDOWS

_COUNT: Final = "a number from 0"
_TEXT: Final = "a text"
_TEXT_OR_NOTHING: Final = "a text or null"
_DAY_OR_NOTHING: Final = "a day as YYYY-MM-DD or null"
_FLAG: Final = "true or false"
_CHECKSUM: Final = re.compile(r"[0-9a-f]{32}")
_FILE: Final = {"bytes": _COUNT, "checksum": _CHECKSUM, "articles": _COUNT}
_REMOVAL: Final = {"name": re.compile(r"removal-\d{6}"), **_FILE}
_SEGMENT: Final = {
    "name": re.compile(r"segment-\d{6}"),
    **_FILE,
    "passages": _COUNT,
    "sentences": _COUNT,
    "terms": _COUNT,
    "removals": [_REMOVAL],
}
_MANIFEST: Final = {
    "format": _TEXT,
    "version": _COUNT,
    "analyzer": {"name": _TEXT, "stop_words": [_TEXT], "stemmer": _TEXT, "phrases": _COUNT, "language": _TEXT},
    "spacy_model": _TEXT_OR_NOTHING,
    "origin": {
        "wiki": _TEXT_OR_NOTHING,
        "date": _DAY_OR_NOTHING,
        "made_by": _TEXT,
        "sources": [{"name": _TEXT, "bytes": _COUNT, "sha256": re.compile(r"(?:[0-9a-f]{64})?")}],
        "omitted": _COUNT,
    },
    "windows": [_COUNT],
    "counts": {
        "documents": _COUNT,
        "passages": _COUNT,
        "sentences": _COUNT,
        "collection_length": _COUNT,
        "sentence_length": _COUNT,
    },
    "segments": [_SEGMENT],
    "checksum": _CHECKSUM,
}
# What an index of a dump has besides: the file of redirects and templates, the base URL of the wiki, whether lists and
# tables were read, and the day of the dump with whose pages it was compared last.
_WIKI_PAGES: Final = {
    "name": re.compile(r"wiki-\d{6}"),
    "bytes": _COUNT,
    "checksum": _CHECKSUM,
    "base": _TEXT,
    "lists": _FLAG,
    "tables": _FLAG,
    "compared": _DAY_OR_NOTHING,
}


def problem_of(manifest: Any) -> str | None:
    """What is wrong with a manifest, by its path, what was found and what was expected; None if nothing is."""
    optional = {"wiki_pages": _WIKI_PAGES} if isinstance(manifest, dict) and "wiki_pages" in manifest else {}
    if problem := _problem(manifest, _MANIFEST | optional, ""):
        return problem
    names = [entry["name"] for segment in manifest["segments"] for entry in (segment, *segment["removals"])]
    if len(set(names)) < len(names):
        return "segments: found a file twice"
    if not names or len(manifest["windows"]) != len(WINDOWS):
        return f"segments, windows: expected at least one and {len(WINDOWS)}"
    return None


def _problem(value: Any, schema: Any, path: str) -> str | None:
    if isinstance(schema, dict):
        if not isinstance(value, dict) or value.keys() != schema.keys():
            return f"{path or 'manifest'}: found {_short(value)}, expected an object of {', '.join(schema)}"
        children = [(value[key], part, f"{path}.{key}".lstrip(".")) for key, part in schema.items()]
    elif isinstance(schema, list):
        if not isinstance(value, list):
            return f"{path}: found {_short(value)}, expected a list"
        children = [(item, schema[0], f"{path}[{index}]") for index, item in enumerate(value)]
    else:
        expected = schema if isinstance(schema, str) else f"a text like {schema.pattern}"
        return None if _fits(value, schema) else f"{path}: found {_short(value)}, expected {expected}"
    return next((problem for part in children if (problem := _problem(*part))), None)


def _fits(value: Any, schema: Any) -> bool:
    if schema == _COUNT:
        return type(value) is int and 0 <= value < 1 << 62
    if schema == _TEXT_OR_NOTHING and value is None:
        return True
    if schema == _FLAG:
        return isinstance(value, bool)
    if schema == _DAY_OR_NOTHING:
        return value is None or _is_day(value)
    return isinstance(value, str) and (isinstance(schema, str) or bool(schema.fullmatch(value)))


def _is_day(value: Any) -> bool:
    try:
        return bool(date.fromisoformat(value).isoformat() == value)
    except (TypeError, ValueError):
        return False


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"
