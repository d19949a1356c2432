"""Wikipedias by the names that Wikimedia's dumps go by: `enwiki`, `simplewiki`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from tweetctx.errors import ParameterError
from tweetctx.specs import nearest
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

_NAME = re.compile(r"[a-z][a-z_]{1,30}(?<!_)wiki")
_CODE = re.compile(r"[a-z]{2,3}(?:_[a-z_]+)?")
_LONGEST_CODE = 12  # zh_classical
# By what people call them.
_NAMES = {find_language(code).name.casefold(): code for code in _CODES.split()} | {
    "english": "en",
    "simple": "simple",
    "simple english": "simple",
    "chinese": "zh",
    "japanese": "ja",
    "polish": "pl",
    "ukrainian": "uk",
    "czech": "cs",
    "hebrew": "he",
    "persian": "fa",
    "korean": "ko",
    "vietnamese": "vi",
}


def check_name(name: str) -> None:
    """Raises ParameterError for what cannot be the name of a Wikipedia."""
    if not _NAME.fullmatch(name):
        expected = "expected a language's code and wiki, such as enwiki or simplewiki"
        raise ParameterError(f"name: found {name!r}; {expected}{_meant(name)}")


def _meant(name: str) -> str:
    """A suggestion for what is no name of a Wikipedia."""
    try:
        return f"; did you mean {find_wiki(name)}?"
    except ParameterError:
        return nearest(name.casefold(), [wiki.name for wiki in KNOWN])


def find_wiki(name: str) -> str:
    """The name of a Wikipedia among the dumps, given that, or the code or the English name of its language.

    `simplewiki`, `simple` and `Simple English` are one, `dewiki`, `de` and `German Wikipedia` another. Raises
    ParameterError, which names similar ones, for what is none of these.
    """
    folded = " ".join(name.casefold().replace("-", "_").replace("_", " ").split())
    folded = folded.removesuffix(" wiki").removesuffix(" wikipedia")
    code = folded.replace(" ", "_")
    if _NAME.fullmatch(code):
        return code
    if folded in _NAMES:
        return f"{_NAMES[folded]}wiki"
    if _CODE.fullmatch(code) and len(code) <= _LONGEST_CODE:
        return f"{code}wiki"
    choices = [*(wiki.name for wiki in KNOWN), *_NAMES]
    expected = "expected a Wikipedia by name, code or language, such as enwiki, en or English"
    raise ParameterError(f"name: found {name!r}, {expected}{nearest(name.casefold(), choices)}")


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
