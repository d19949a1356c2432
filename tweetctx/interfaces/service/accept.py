"""What kind of answer a client prefers, by its header Accept (RFC 9110, section 12.5.1)."""

from __future__ import annotations


def prefers_html(accept: str) -> bool:
    """Whether HTML is worth more to a client than JSON; not if it has no preference."""
    return _quality(accept, "text/html") > _quality(accept, "application/json")


def _quality(accept: str, kind: str) -> float:
    """The weight of a media type, 0 to 1: that of the most specific range which it is in."""
    ranges = {kind: 3, f"{kind.partition('/')[0]}/*": 2, "*/*": 1}
    best = (0, 0.0)
    for item in accept.lower().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        if name in ranges:
            best = max(best, (ranges[name], _weight(parameters)))
    return best[1]


def _weight(parameters: list[str]) -> float:
    given = next((value for name, _, value in (part.partition("=") for part in parameters) if name.strip() == "q"), "1")
    try:
        return min(1.0, max(0.0, float(given)))
    except ValueError:
        return 0.0
