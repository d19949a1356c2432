"""Every numeric parameter of the public functions refuses what is no number of its range, by name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tweetctx import Contextualizer, build_index, open_index, parse_scorer
from tweetctx.corpus import read_articles
from tweetctx.errors import ParameterError
from tweetctx.scoring.classes import train_classes

NAN, INFINITY = float("nan"), float("inf")
NO_NUMBERS = [NAN, INFINITY, -INFINITY, True, False, "3", None, [3]]
WHOLE = [*NO_NUMBERS, -1, 2.5]  # and whole numbers alone
GIVEN = [bad for bad in WHOLE if bad is not None]  # None stands for a default
Call = Callable[[Path, Any], object]

CALLS: dict[str, tuple[Call, str, list[object]]] = {
    "limit": (lambda index, bad: Contextualizer.open(index).contextualize("Houston", limit=bad), "limit", GIVEN),
    "limit of explain": (lambda index, bad: Contextualizer.open(index).explain("Houston", limit=bad), "limit", GIVEN),
    "passages": (lambda index, bad: Contextualizer.open(index, passages=bad), "passages", [*WHOLE, 0]),
    "lam": (lambda index, bad: Contextualizer.open(index, lam=bad), "lam", [*NO_NUMBERS, 0, 1, -0.1, 1.1]),
    "k of search": (lambda index, bad: open_index(index).search("houston", k=bad), "k", [*WHOLE, 0]),
    "lam of search": (lambda index, bad: open_index(index).search("houston", lam=bad), "lam", [*NO_NUMBERS, 0, 1]),
    "classes": (lambda index, bad: train_classes(index, "x", classes=bad), "classes", [*WHOLE, 0]),
    "words": (lambda index, bad: train_classes(index, "x", classes=2, words=bad), "words", [*WHOLE, 0, 1]),
    "workers of build": (
        lambda index, bad: build_index(index / "none", index / "x", workers=bad),
        "workers",
        [*GIVEN, 0],
    ),
    "workers of reading": (
        lambda index, bad: read_articles([index / "none"], workers=bad),
        "workers",
        [*GIVEN, 0],
    ),
    "page_seconds": (
        lambda index, bad: read_articles([index / "none"], page_seconds=bad),
        "page_seconds",
        [*NO_NUMBERS, 0],
    ),
    "of a scorer": (lambda _, bad: parse_scorer(f"jm(lam={bad})"), "lam", [NAN, INFINITY, True, -1, "x"]),
}
CASES = [
    pytest.param(call, name, bad, id=f"{case}-{bad!r}")
    for case, (call, name, values) in CALLS.items()
    for bad in values
]


@pytest.mark.parametrize(("call", "name", "bad"), CASES)
def test_a_bad_number_is_named(call: Call, name: str, bad: object, demo_index: Path) -> None:
    with pytest.raises(ParameterError, match=rf"\b{name}: found "):
        call(demo_index, bad)
