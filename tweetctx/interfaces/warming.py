"""Compiles and caches the inner loops before their first use."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tweetctx.index import add_articles, build_index, compact_index, open_index
from tweetctx.pipeline import Contextualizer
from tweetctx.scoring.presets import PRESETS
from tweetctx.wikipedias.demonstration import demonstration_corpus

Show = Callable[[int, int, str], object]


def warm_up(index: str | None = None, show: Show = lambda *_: None) -> None:
    """Builds, changes and queries an index of the demonstration corpus, so that every loop is compiled and cached.

    index: another index to query, since loops are compiled for the integer types of an index, and one with very long
    passages has larger ones. show: called before each step with its position, the number of steps, and its description.
    """
    if index:
        open_index(index)  # says at once what is wrong with it
    with tempfile.TemporaryDirectory(prefix="tweetctx-warm-") as folder:
        path, files = Path(folder, "demonstration.idx"), demonstration_corpus()
        steps: list[tuple[str, Callable[[], object]]] = [
            ("building", partial(build_index, files, path, workers=1)),
            ("adding", partial(add_articles, files[0], path, workers=1)),
            *((f"asking {preset}", partial(_ask, path, preset)) for preset in PRESETS),
            ("merging", partial(compact_index, path)),
            ("asking default", partial(_ask, path, "default")),
        ]
        if index:
            steps.append((f"asking {index}", partial(_ask, index, "default")))
        for position, (what, step) in enumerate(steps):
            show(position, len(steps), what)
            step()


def _ask(index: str | Path, preset: str) -> None:
    Contextualizer.open(str(index), preset).warm()
