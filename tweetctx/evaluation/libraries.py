"""Libraries that only evaluations need."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from tweetctx.evaluation.errors import EvaluationError


def load(module: str, extra: str = "eval") -> Any:
    """Imports a module of an extra; EvaluationError says how to install it where it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        library = module.partition(".")[0]
        raise EvaluationError(f"{library} is not installed; pip install tweetctx[{extra}]") from error
