"""The inner loops of fitting topics, compiled. Import this late: it loads numba."""

from __future__ import annotations

import numpy as np

from tweetctx.arrays.types import Floats, Ints
from tweetctx.runtime.compiled import njit

_EPSILON = float(np.finfo(np.float64).eps)
_LARGE = 10.0  # from it on, the series of ψ that are used are exact to the last digits


@njit(nogil=True)
def infer(
    words: Ints, counts: Floats, offsets: Ints, weights: Floats, alpha: float, steps: int, least: float, gamma: Floats
) -> Floats:
    """The E step of variational Bayes (Hoffman, Blei and Bach 2010, algorithm 2): sets γ, returns Σ_D c(w,D)·φ_Dwk.

    words, counts: the different words of each passage and how often it has each, those of passage D at `offsets[D]` to
    `offsets[D + 1]` (excluded). weights: exp E[ln φ], shape (K, W), as is what is returned. alpha: the prior of each
    topic. gamma: where each passage begins, shape (R, K). A passage takes at most `steps` steps, and stops when
    one changes its γ by less than `least` on average.
    """
    found = np.zeros_like(weights)
    shares = np.empty(len(weights))
    for passage in range(len(gamma)):
        first, last = offsets[passage], offsets[passage + 1]
        own, given = np.empty((len(shares), last - first)), counts[first:last]
        for k in range(len(shares)):
            for i in range(last - first):
                own[k, i] = weights[k, words[first + i]]
        ratios = np.empty(last - first)
        _set_means(gamma[passage], shares)
        _set_ratios(own, shares, given, ratios)
        for _ in range(steps):
            change = 0.0
            for k in range(len(shares)):
                before = gamma[passage, k]
                gamma[passage, k] = alpha + shares[k] * _dot(own[k], ratios)
                change += abs(gamma[passage, k] - before)
            _set_means(gamma[passage], shares)
            _set_ratios(own, shares, given, ratios)
            if change / len(shares) < least:
                break
        for k in range(len(shares)):
            for i in range(last - first):
                found[k, words[first + i]] += ratios[i] * shares[k] * own[k, i]
    return found


@njit(nogil=True, allocates=False)
def _set_ratios(own: Floats, shares: Floats, counts: Floats, ratios: Floats) -> None:
    """Sets c(w,D) / Σ_k own_kw·shares_k of the words of a passage. own: shape (K, words)."""
    ratios[:] = _EPSILON
    for k in range(len(shares)):
        for i in range(len(ratios)):
            ratios[i] += own[k, i] * shares[k]
    for i in range(len(ratios)):
        ratios[i] = counts[i] / ratios[i]


@njit(nogil=True, allocates=False)
def _dot(first: Floats, second: Floats) -> float:
    """The product of two vectors, in four sums that a processor adds to at the same time."""
    sums = 0.0, 0.0, 0.0, 0.0
    whole = len(first) // 4 * 4
    for i in range(0, whole, 4):
        sums = (
            sums[0] + first[i] * second[i],
            sums[1] + first[i + 1] * second[i + 1],
            sums[2] + first[i + 2] * second[i + 2],
            sums[3] + first[i + 3] * second[i + 3],
        )
    rest = 0.0
    for i in range(whole, len(first)):
        rest += first[i] * second[i]
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest


@njit(nogil=True)
def geometric_means(parameters: Floats) -> Floats:
    """exp E[ln p] of K Dirichlet distributions, in the shape of their parameters, (K, n)."""
    means = np.empty_like(parameters)
    for k in range(len(parameters)):
        _set_means(parameters[k], means[k])
    return means


@njit(nogil=True)
def some_geometric_means(parameters: Floats, sums: Floats) -> Floats:
    """exp E[ln p] of some of the values of K Dirichlet distributions, shape (K, n). sums: of all their parameters."""
    means = np.empty_like(parameters)
    for k in range(len(parameters)):
        of_all, rest_of_all = _psi(sums[k])
        for i in range(parameters.shape[1]):
            x, rest = _psi(parameters[k, i])
            means[k, i] = x / of_all * np.exp(rest - rest_of_all)
    return means


@njit(nogil=True, allocates=False)
def _set_means(parameters: Floats, means: Floats) -> None:
    """Sets a row of what `geometric_means` returns."""
    of_all, rest_of_all = _psi(parameters.sum())
    for i in range(len(parameters)):
        x, rest = _psi(parameters[i])
        means[i] = x / of_all * np.exp(rest - rest_of_all)


@njit(nogil=True, allocates=False)
def _psi(x: float) -> tuple[float, float]:
    """The digamma function of x > 0 (Abramowitz and Stegun 1964, 6.3.5 and 6.3.18) as ln y + z: y and z."""
    below = 0.0
    while x < _LARGE:
        below += 1.0 / x
        x += 1.0
    y = 1.0 / (x * x)
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132 - y * (691 / 32760 - y / 12))))))
    return x, -0.5 / x - series - below
