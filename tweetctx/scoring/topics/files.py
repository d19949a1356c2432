"""Topics of a collection, and the files that keep them.

A file is numpy's .npz without compression: `parameters` (float32), `terms` (UTF-8, a line a term), `alpha`, and
`origin` (JSON: what the topics were made from). Nothing in it is pickled. The same topics are the same bytes.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tweetctx.arrays.ragged import Ragged
from tweetctx.arrays.types import Floats, Ints
from tweetctx.errors import TopicModelError, counted
from tweetctx.runtime.durable import replace_file

_MEMBERS = {"parameters", "terms", "alpha", "origin"}
# What numpy, the zip format and JSON raise.
_BROKEN = (ValueError, AttributeError, OSError, EOFError, KeyError, TypeError, zipfile.BadZipFile, MemoryError)
_HINT = "`tweetctx train topics` makes them"
_STEPS, _THRESHOLD = 100, 1e-4  # of the inference of one text


@dataclass(frozen=True)
class TopicModel:
    """K topics over V terms (Blei, Ng and Jordan 2003).

    terms: different ones, in the order of the rows. parameters: of the Dirichlet distribution of each topic's words, λ,
    above 0, shape (V, K). alpha: the prior of each topic in a text. origin: what the topics were made from.
    """

    terms: Sequence[str]
    parameters: NDArray[np.float32]
    alpha: float
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def topics(self) -> int:
        """K."""
        return int(self.parameters.shape[1])

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {term: row for row, term in enumerate(self.terms)}

    @cached_property
    def _sums(self) -> Floats:
        """Σ_w λ_wk, shape (K,)."""
        sums: Floats = self.parameters.sum(axis=0, dtype=np.float64)
        return sums

    def rows_of(self, terms: Sequence[str]) -> Ints:
        """The row of each term, −1 for one that the topics do not have."""
        return np.array([self._rows.get(term, -1) for term in terms], np.int64)

    def phi(self, rows: Ints) -> Floats:
        """φ_kw of terms, given by their rows, 0 for the row −1; shape (terms, K)."""
        return np.where(rows[:, None] >= 0, self.parameters[rows].astype(np.float64) / self._sums, 0.0)

    def theta(self, texts: Ragged) -> Floats:
        """θ_dk of texts, given as rows of terms, shape (texts, K); rows of −1 do not count.

        By variational inference with the topics fixed (Hoffman, Blei and Bach 2010, algorithm 2), from γ = 1, so that
        the topics of a text do not depend on the texts beside it. Stops when γ changes by less than 0.0001 on average,
        at the latest after 100 steps.
        """
        from tweetctx.scoring.topics.kernels import infer, some_geometric_means  # late: they load numba

        row_of, row = texts.row_of_value[texts.values >= 0], texts.values[texts.values >= 0]
        cells, counts = np.unique(row_of * len(self.terms) + row, return_counts=True)
        text, word = np.divmod(cells, len(self.terms))
        words, number = np.unique(word, return_inverse=True)
        offsets = np.searchsorted(text, np.arange(len(texts) + 1))
        weights = some_geometric_means(np.ascontiguousarray(self.parameters[words].T.astype(np.float64)), self._sums)
        gamma = np.ones((len(texts), self.topics))
        infer(number, counts.astype(np.float64), offsets, weights, self.alpha, _STEPS, _THRESHOLD, gamma)
        theta: Floats = gamma / gamma.sum(axis=1, keepdims=True)
        return theta


def write_topics(model: TopicModel, path: str | Path) -> None:
    """Writes a file; an existing one stays intact until the new one replaces it."""
    text = "\n".join(model.terms).encode()
    origin = json.dumps(dict(model.origin), ensure_ascii=False, sort_keys=True).encode()
    content = io.BytesIO()
    np.savez(
        content,
        parameters=np.ascontiguousarray(model.parameters, np.float32),
        terms=np.frombuffer(text, np.uint8),
        alpha=np.float64(model.alpha),
        origin=np.frombuffer(origin, np.uint8),
    )
    replace_file(Path(path), content.getvalue())


def read_topics(path: str | Path) -> TopicModel:
    """Reads a file, and keeps the last in memory; TopicModelError for anything but topics."""
    try:
        state = Path(path).stat()
    except OSError as error:
        raise TopicModelError(f"{path}: expected a file of topics ({error.strerror})") from None
    return _read(str(path), state.st_mtime_ns, state.st_size)


@lru_cache(2)
def _read(path: str, _time: int, _size: int) -> TopicModel:
    if not zipfile.is_zipfile(path):  # numpy would take it for a pickle, and say how to load that
        raise TopicModelError(f"{path}: found another file, or a part of one, expected topics; {_HINT}")
    with _complaining(path), Path(path).open("rb") as file, np.load(file, allow_pickle=False) as found:
        if set(found.files) != _MEMBERS:
            raise ValueError("other arrays")
        parameters, alpha = found["parameters"], float(found["alpha"])
        terms = found["terms"].tobytes().decode().split("\n")
        origin = json.loads(found["origin"].tobytes())
        if parameters.shape[:1] != (len(terms),) or parameters.ndim != 2 or not parameters.shape[1]:
            raise ValueError(f"{counted(len(terms), 'term')} and parameters of shape {parameters.shape}")
        if parameters.dtype != np.float32 or not (np.isfinite(parameters) & (parameters > 0)).all():
            raise ValueError("parameters that are not all above 0")
        if not 0 < alpha < np.inf or len(set(terms)) < len(terms) or not isinstance(origin, dict):
            raise ValueError("a term twice, or a prior that is not above 0")
    return TopicModel(terms, parameters, alpha, origin)


@contextmanager
def _complaining(path: str) -> Iterator[None]:
    """Turns what numpy, the zip format and JSON raise into an error that names the file."""
    try:
        yield
    except _BROKEN as error:
        found = str(error) or type(error).__name__
        raise TopicModelError(f"{path}: found {found}, expected topics; {_HINT}") from None
