"""Named scorers."""

from __future__ import annotations

import tomllib
from functools import cache

from tweetctx.runtime.bundled import MODELS

# The runs of Dublin City University at INEX 2012 (Ganguly, Leveling and Jones): sentences ranked by query likelihood,
# by a relevance model and by a topical relevance model. And the project's own.
PRESETS: dict[str, str] = {
    "dcu-185": "jm(lam=0.4)",
    "dcu-186": "rlm(R=20, lam=0.4, estimate=rm2, rank=product)",
    "dcu-187": "trlm(R=20, lam=0.4, estimate=rm2, rank=product, K=5)",
    "default": "learned",
}


@cache
def tuned_presets() -> dict[str, str]:
    """The specs that won in experiments, by names such as `wikiqa-2s-i`; models/tuned.toml gives their origins."""
    path = MODELS / "tuned.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {name: table["spec"] for name, table in tables.items()}


def preset(name: str) -> str | None:
    """The spec of a preset, or None if there is no preset of that name."""
    return PRESETS.get(name) or (tuned_presets().get(name) if "-" in name else None)
