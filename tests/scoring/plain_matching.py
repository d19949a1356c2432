"""The matching models a second time: loops over strings, written from the formulas."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from plain_models import PlainCollection


def matching(
    plain: PlainCollection, query: Mapping[str, float], part: Callable[[str, float, int], float]
) -> list[float]:
    """Adds up what each term of the query gives each sentence, by the sentence's place."""
    return [
        math.fsum(part(term, count, place) for term, count in query.items()) if sentence else -math.inf
        for place, (sentence, _) in enumerate(plain.sentences)
    ]


def tfisf(
    plain: PlainCollection,
    query: Mapping[str, float],
    alpha: float = 1.0,
    context: str = "document",
    window: int = 1,
    idf: str = "sentence",
) -> list[float]:
    n, counts = (len(plain.documents), plain.df) if idf == "doc" else (len(plain.sentences), plain.sf)

    def part(t: str, weight: float, place: int) -> float:
        s, b = plain.sentences[place][0], plain.around(place, context, window)
        tf = alpha * s.count(t) + (1 - alpha) * b.count(t)
        return math.log(weight + 1) * math.log(tf + 1) * math.log((n + 1) / (0.5 + counts[t]))

    return matching(plain, query, part)


def isf(plain: PlainCollection, t: str) -> float:
    n, sf = len(plain.sentences), plain.sf[t]
    return math.log((n - sf + 0.5) / (sf + 0.5))


def bm25(
    plain: PlainCollection, query: Mapping[str, float], k1: float = 1.2, b: float = 0.0, k3: float = 0.0
) -> list[float]:
    avsl = mean([len(s) for s, _ in plain.sentences])

    def part(t: str, weight: float, place: int) -> float:
        s = plain.sentences[place][0]
        tf = s.count(t)
        if not tf:
            return 0.0
        repeated = (k1 + 1) * tf / (k1 * ((1 - b) + b * len(s) / avsl) + tf)
        return isf(plain, t) * repeated * (k3 + 1) * weight / (k3 + weight)

    return matching(plain, query, part)


def bm25f(
    plain: PlainCollection,
    query: Mapping[str, float],
    k1: float = 1.2,
    b: float = 0.0,
    b_context: float = 0.0,
    alpha: float = 0.7,
    k3: float = 0.0,
    context: str = "document",
    window: int = 1,
) -> list[float]:
    places = range(len(plain.sentences))
    avsl = mean([len(s) for s, _ in plain.sentences])
    contexts = plain.documents if context == "document" else [plain.window(place, window) for place in places]
    avcl = mean([len(text) for text in contexts])

    def part(t: str, weight: float, place: int) -> float:
        s, around = plain.sentences[place][0], plain.around(place, context, window)
        if t not in s:
            return 0.0
        w = alpha * s.count(t) / ((1 - b) + b * len(s) / avsl)
        w += (1 - alpha) * around.count(t) / ((1 - b_context) + b_context * len(around) / avcl)
        return isf(plain, t) * w / (k1 + w) * (k3 + 1) * weight / (k3 + weight)

    return matching(plain, query, part)


MATCHING: dict[str, Callable[..., list[float]]] = {"tfisf": tfisf, "bm25": bm25, "bm25f": bm25f}


def mean(values: Sequence[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def pool_bm25(sentences: Sequence[Sequence[str]], query: Mapping[str, float], name: str, **given: Any) -> list[float]:
    """The formulas of rank_bm25, by hand, over the sentences that have terms."""
    k1, b = float(given.get("k1", 1.5)), float(given.get("b", 0.75))
    texts = [s for s in sentences if s]
    n, nd = len(texts), Counter(t for s in texts for t in set(s))
    average = mean([len(s) for s in texts])
    atire = {t: math.log((n - nd[t] + 0.5) / (nd[t] + 0.5)) for t in nd}
    floor = float(given.get("epsilon", 0.25)) * math.fsum(atire.values()) / max(len(atire), 1)

    def part(t: str, s: Sequence[str]) -> float:
        tf, norm = s.count(t), 1 - b + b * len(s) / average
        if t not in nd:
            return 0.0
        if name == "okapi":
            idf = atire[t] if atire[t] >= 0 else floor
            return idf * tf * (k1 + 1) / (tf + k1 * norm) if tf else 0.0
        if name == "bm25l":
            c, delta = tf / norm, float(given.get("delta", 0.5))
            return math.log((n + 1) / (nd[t] + 0.5)) * tf * (k1 + 1) * (c + delta) / (k1 + c + delta) if tf else 0.0
        delta = float(given.get("delta", 1.0))
        return math.log((n + 1) / nd[t]) * (delta + (tf * (k1 + 1) / (k1 * norm + tf) if tf else 0.0))

    return [math.fsum(c * part(t, s) for t, c in query.items()) if s else -math.inf for s in sentences]
