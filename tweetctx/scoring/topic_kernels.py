"""The inner loops of fitting topics, compiled. Import this late: it loads numba."""

from __future__ import annotations

import numpy as np

from tweetctx.compiled import njit
from tweetctx.ragged import Floats, Ints

_EPSILON = float(np.finfo(np.float64).eps)
_LARGE = 10.0  # from it on, the series of ψ that are used are exact to the last digits


@njit(nogil=True)
def infer(
    words: Ints, counts: Floats, offsets: Ints, weights: Floats, alpha: float, steps: int, least: float, gamma: Floats
) -> Floats:
    """The E step of variational Bayes (Hoffman, Blei and Bach 2010, algorithm 2): sets γ, returns Σ_D c(w,D)·φ_Dwk.

    words, counts: the different words of each passage and how often it has each, those of passage D at `offsets[D]` to
    `offsets[D + 1]` (excluded). weights: exp E[ln φ], shape (W, K), as is what is returned. alpha: the prior of each
    topic. gamma: where each passage begins, shape (R, K). A passage takes at most `steps` steps, and stops when
    one changes its γ by less than `least` on average.
    """
    found = np.zeros_like(weights)
    for passage in range(len(gamma)):
        first, last = offsets[passage], offsets[passage + 1]
        own = weights[words[first:last]]
        shares = geometric_means(gamma[passage])
        ratios = counts[first:last] / ((own * shares).sum(axis=1) + _EPSILON)
        for _ in range(steps):
            before = gamma[passage].copy()
            gamma[passage] = alpha + shares * (own * ratios.reshape(-1, 1)).sum(axis=0)
            shares = geometric_means(gamma[passage])
            ratios = counts[first:last] / ((own * shares).sum(axis=1) + _EPSILON)
            if np.abs(gamma[passage] - before).mean() < least:
                break
        for i in range(last - first):
            found[words[first + i]] += ratios[i] * shares * own[i]
    return found


@njit(nogil=True)
def geometric_means(parameters: Floats) -> Floats:
    """exp E[ln p] of a Dirichlet distribution, in the shape of its parameters, (n,)."""
    of_all = _psi(parameters.sum())
    means = np.empty(len(parameters))
    for i in range(len(parameters)):
        means[i] = np.exp(_psi(parameters[i]) - of_all)
    return means


@njit(nogil=True)
def _psi(x: float) -> float:
    """The digamma function of x > 0 (Abramowitz and Stegun 1964, 6.3.5 and 6.3.18)."""
    below = 0.0
    while x < _LARGE:
        below += 1.0 / x
        x += 1.0
    y = 1.0 / (x * x)
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132 - y * (691 / 32760 - y / 12))))))
    return float(np.log(x) - 0.5 / x - series - below)
