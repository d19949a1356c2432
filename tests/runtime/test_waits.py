"""How long a server asks its clients to wait."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from tweetctx.runtime.waits import seconds_until, wait_of


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 1.5 ", 1.5),
        ("0", 0),
        ("-5", 0),
        ("soon", 0),
        ("", 0),
        ("nan", 0),
        ("1e9", 0),
        ("٣", 0),
        ("inf", 0),
    ],
)
def test_seconds(value: str, seconds: float) -> None:
    assert wait_of(value) == seconds


def test_dates() -> None:
    later = datetime.now(UTC) + timedelta(minutes=5)
    for date in (format_datetime(later, usegmt=True), later.isoformat(), later.replace(tzinfo=None).isoformat()):
        assert wait_of(date) == pytest.approx(300, abs=30)
        assert seconds_until(date) == pytest.approx(300, abs=30)
    assert seconds_until(format_datetime(later - timedelta(days=1))) == 0
    assert seconds_until("120") == 0
    assert seconds_until("Wed, 99 Oct 2015 07:28:00 GMT") == 0
