"""The errors of evaluation, and the import of libraries that only evaluation needs."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tweetctx.errors import TweetctxError
from tweetctx.runtime.libraries import how_to_install


class EvaluationError(TweetctxError):
    """References cannot be read or do not fit a run, or a library that an evaluation needs is not installed."""


class ExperimentError(EvaluationError):
    """An experiment's file cannot be used, or its results cannot be written; the message names file and key."""


def load(module: str, extra: str = "eval") -> Any:
    """Imports a module of an extra; EvaluationError says how to install it where it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise EvaluationError(f"{library} is not installed; {how_to_install(extra)}") from error
