"""What a manifest says of where its articles come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, date, datetime
from typing import Any, Final

from tweetctx.types import Origin, SourceDigest

_MOST_SOURCES: Final = 100  # in a manifest; of more, the first and the last half are listed


def origin_to_json(origin: Origin) -> dict[str, Any]:
    """The part of a manifest, without the time of the build: equal sources give equal bytes."""
    sources = list(map(asdict, origin.sources))
    made = {"made_by": origin.made_by, "sources": sources, "omitted": origin.omitted}
    return {**origin.to_dict(), **made}


def origin_from_json(record: Mapping[str, Any], built: float | None = None) -> Origin:
    """Reads what `origin_to_json` made. built: seconds since 1970. Raises ValueError for what is no date."""
    return Origin(
        record["wiki"] or "",
        date.fromisoformat(record["date"]) if record["date"] else None,
        record["made_by"],
        tuple(SourceDigest(**source) for source in record["sources"]),
        record["omitted"],
        None if built is None else datetime.fromtimestamp(int(built), UTC),
    )


def with_sources(origin: Origin, added: Iterable[SourceDigest]) -> tuple[tuple[SourceDigest, ...], int]:
    """The sources after an addition, and how many are not listed since a manifest has room for so many."""
    sources = (*origin.sources, *added)
    over = max(len(sources) - _MOST_SOURCES, 0)
    half = _MOST_SOURCES // 2
    return (sources[:half] + sources[half + over :] if over else sources), origin.omitted + over
