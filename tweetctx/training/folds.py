"""The folds of cross-validation."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from tweetctx.arrays.types import Ints
from tweetctx.errors import ParameterError


def folds_of_keys(keys: Sequence[str], folds: int, seed: int) -> Ints:
    """Returns the fold of each of N tweets by its key, shape (N,); tweets with the same key are in the same fold.

    ParameterError for fewer folds than two, and for more than there are tweets.
    """
    if len(keys) < 2:
        raise ParameterError(f"tweets: found {len(keys)}, expected two or more")
    if not 2 <= folds <= len(keys):
        raise ParameterError(f"folds: found {folds}, expected a number from 2 to {len(keys)}, the number of tweets")
    return np.array([zlib.crc32(f"{seed} {key}".encode()) % folds for key in keys], np.int64)
