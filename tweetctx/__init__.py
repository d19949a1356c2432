"""tweetctx finds the context that a tweet takes for granted, in Wikipedia, in at most 500 characters."""

from __future__ import annotations

import logging
from importlib import import_module
from typing import TYPE_CHECKING, Any

from tweetctx.runtime.version import __version__ as __version__

if TYPE_CHECKING:
    from tweetctx.errors import TweetctxError
    from tweetctx.index import build_index, open_index
    from tweetctx.pipeline import Contextualizer
    from tweetctx.scoring import parse_scorer
    from tweetctx.tweets import normalize

__all__ = ["Contextualizer", "TweetctxError", "build_index", "normalize", "open_index", "parse_scorer"]

_MODULES = {
    "Contextualizer": "tweetctx.pipeline",
    "TweetctxError": "tweetctx.errors",
    "build_index": "tweetctx.index",
    "normalize": "tweetctx.tweets",
    "open_index": "tweetctx.index",
    "parse_scorer": "tweetctx.scoring",
}

logging.getLogger(__name__).addHandler(logging.NullHandler())  # silent unless the program that uses it listens


def __getattr__(name: str) -> Any:
    """Imports the module of a public name when it is first asked for, so that commands answer Ctrl-C before."""
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module 'tweetctx' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
