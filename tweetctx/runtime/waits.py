"""How long a server asks its clients to wait."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

_NUMBER: Final = re.compile(r"\s*[0-9]{1,12}(?:\.[0-9]{1,9})?\s*", re.ASCII)


def wait_of(value: str) -> float:
    """The seconds that a header such as Retry-After asks for, as a number or a date; 0 for a past date or else."""
    return float(value) if _NUMBER.fullmatch(value) else seconds_until(value)


def seconds_until(date: str) -> float:
    """The seconds until a date of HTTP or ISO 8601, UTC if it names no zone; 0 for the past and for anything else."""
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            at = parse(date)
            at = at.replace(tzinfo=at.tzinfo or UTC)
            return max(0.0, (at - datetime.now(UTC)).total_seconds())
        except (ValueError, OverflowError):
            continue
    return 0.0
