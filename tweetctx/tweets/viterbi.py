"""The best path through a lattice of spans (Viterbi)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Span = tuple[int, int]


def best_path(
    length: int,
    scores: Sequence[tuple[Span, float]],
    bonuses: Mapping[Span, Sequence[tuple[int, float]]],
) -> list[Span]:
    """Returns the adjacent spans from 0 to `length` with the largest sum of scores and bonuses.

    scores: of spans (begin, end), 0 ≤ begin < end ≤ length, in the order of their beginnings. bonuses: for a span,
    the beginnings of spans that end where it begins, each with the bonus of the pair, ≥ 0. Of equal paths the first
    found wins. If no path reaches the end, the result is one span of everything.

    Time is linear in the number of spans and bonuses: as no bonus is negative, only the best of all paths to a place
    competes with those that earn one.
    """
    best: dict[int, tuple[float, int]] = {0: (0.0, -1)}  # by end: the score of the best path, and its last beginning
    total: dict[Span, float] = {}
    before: dict[Span, int] = {}
    for span, score in scores:
        begin, end = span
        if begin not in best:
            continue
        value, last = best[begin]
        for start, bonus in bonuses.get(span, ()):
            if (start, begin) in total and total[start, begin] + bonus > value:
                value, last = total[start, begin] + bonus, start
        total[span], before[span] = value + score, last
        if end not in best or value + score > best[end][0]:
            best[end] = value + score, begin
    return _trace(length, best, before) if length in best else [(0, length)]


def _trace(length: int, best: Mapping[int, tuple[float, int]], before: Mapping[Span, int]) -> list[Span]:
    path = [(best[length][1], length)]
    while path[-1][0] > 0:
        path.append((before[path[-1]], path[-1][0]))
    return path[::-1]
