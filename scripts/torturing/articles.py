"""Invented articles, and queries for them."""

from __future__ import annotations

import json
import random

WORDS = [f"{a}{b}{c}{d}" for a in "bdgkz" for b in "aiou" for c in ("mm", "nd", "rk") for d in "aeo"]
QUERIES = [WORDS[place : place + size] for place, size in zip(range(0, 120, 5), [1, 2, 3, 5, 8, 13] * 4, strict=True)]
TWEETS = [f"{' '.join(terms)} #{terms[0]}" for terms in QUERIES[::6]]


def article(number: int, chance: random.Random) -> str:
    """An invented article as a line of JSON."""
    frequency = [1 / rank for rank in range(1, len(WORDS) + 1)]

    def words(most: int) -> str:
        return " ".join(chance.choices(WORDS, frequency, k=chance.randint(1, most)))

    text = "\n".join(f"{words(9).capitalize()}. {words(30).capitalize()}!" for _ in range(chance.randint(1, 6)))
    return json.dumps({"id": str(number), "title": words(3), "url": f"https://example.org/{number}", "text": text})
