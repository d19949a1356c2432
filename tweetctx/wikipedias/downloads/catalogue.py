"""Wikipedias by the names that Wikimedia's dumps go by: `enwiki`, `simplewiki`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from tweetctx.errors import ParameterError
from tweetctx.text.languages import find_language

LATEST = "latest"


@dataclass(frozen=True, slots=True)
class Wiki:
    """A Wikipedia: its name among the dumps, and the language it is written in."""

    name: str
    language: str


# Those whose languages have a stemmer; any other is downloaded by its name.
_CODES = "de fr es ru it pt nl sv da no fi ca ro hu tr el ar id hy eu ga lt hi"
KNOWN = (
    Wiki("simplewiki", "English in simple words; small, good to begin with"),
    Wiki("enwiki", "English, about 26 GB packed in 2026"),
    *(Wiki(f"{code}wiki", find_language(code).name) for code in _CODES.split()),
)

_NAME = re.compile(r"[a-z][a-z_]{1,30}wiki")


def check_name(name: str) -> None:
    """Raises ParameterError for what cannot be the name of a Wikipedia."""
    if not _NAME.fullmatch(name):
        raise ParameterError(f"name: found {name!r}; expected a language's code and wiki, such as enwiki or simplewiki")


def check_date(date: str) -> None:
    """Raises ParameterError for what is neither `latest` nor a day as YYYYMMDD."""
    if date == LATEST:
        return
    try:
        day = datetime.strptime(date, "%Y%m%d") if re.fullmatch("[0-9]{8}", date) else None
    except ValueError:
        day = None
    if day is None:
        raise ParameterError(f'date: found {date!r}; expected a day as YYYYMMDD, such as 20260901, or "{LATEST}"')
