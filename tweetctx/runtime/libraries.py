"""Imports libraries that not every installation has."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from tweetctx.errors import LibraryError

_NEWEST = {"gensim": (3, 13)}  # the newest Python with a release of the library


def how_to_install(extra: str) -> str:
    """The command that installs what an extra of tweetctx needs, for messages."""
    return f'pip install ".[{extra}]" in a clone of the source'


def load_library(name: str, purpose: str) -> Any:
    """Imports a library that tweetctx depends on where there is one; LibraryError says what to do if it is missing.

    purpose: what it is needed for.
    """
    try:
        return import_module(name)
    except ImportError:
        newest = _NEWEST.get(name, sys.version_info[:2])
        used = f"{sys.version_info[0]}.{sys.version_info[1]}"
        if sys.version_info[:2] > newest:
            has = f"{name} has no release for Python {used}; expected Python {newest[0]}.{newest[1]} or older"
        else:
            has = f"{name} is not installed; `pip install {name}` installs it"
        raise LibraryError(f"{purpose}: {has}") from None
